"""Web Push: a message that only the browser of the subscription can read (RFC 8291), signed as ours (RFC 8292).

The address it goes to comes from a stranger: https, public, asked once and not followed anywhere else.
"""

from __future__ import annotations

import base64
import contextlib
import ipaddress
import json
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from newfound.core.game import Json
from newfound.host.problems import Denied
from newfound.server.channels import Push

SECONDS: Final = 10.0  # for all of it, after the name is looked up
MOST_ANSWER: Final = 4096  # bytes read of it; only the first line counts
KEEP_SECONDS: Final = 24 * 3600  # that the service keeps it for a browser that is off
SIGNED_SECONDS: Final = 12 * 3600


@dataclass(frozen=True)
class Target:
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        return f"https://{self.host}" + ("" if self.port == 443 else f":{self.port}")


def target(endpoint: str, allowed: str = "") -> Target:
    """Where a subscription leads, if it may: https at the usual port, or one of the hosts that the operator allows."""
    try:
        url = urlsplit(endpoint)
        host, port = (url.hostname or "").rstrip("."), url.port or 443
    except ValueError as error:
        raise Denied(422, "push_address") from error
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    known = f"{host}:{port}" in allowed.split()
    if url.scheme != "https" or not host or "@" in url.netloc or not plain or not (known or (port == 443 and _is_name(host))):
        raise Denied(422, "push_address")
    return Target(host, port, (url.path or "/") + (f"?{url.query}" if url.query else ""))


def _is_name(host: str) -> bool:
    """Not an address in numbers, however it is spelled, nor a name of a network of one's own."""
    last = host.rpartition(".")[2]
    return "." in host and ":" not in host and not last[:1].isdigit() and last not in ("localhost", "local", "internal", "lan", "home")


def is_public(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if found in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None and not inner.is_global:
            return False
    return found.is_global and not found.is_multicast


def look_up(where: Target, allowed: str = "") -> str:
    """The address to connect to. All that the name stands for must be public; what was checked is what is connected to."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)]
    if f"{where.host}:{where.port}" not in allowed.split() and not all(is_public(address) for address in found):
        raise PermissionError("a push service that is not public")
    return found[0]


def new_key() -> str:
    """The private key that signs, as PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    plain, form = serialization.NoEncryption(), serialization.PrivateFormat.PKCS8
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(serialization.Encoding.PEM, form, plain).decode()


def public_key(key: str) -> str:
    """What a browser subscribes with."""
    from cryptography.hazmat.primitives import serialization

    public = serialization.load_pem_private_key(key.encode(), None).public_key()
    raw = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def check_keys(p256dh: str, auth: str) -> None:
    """A point of the curve and sixteen bytes, or Denied."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        if len(_bytes(auth)) != 16:
            raise ValueError
    except ValueError as error:
        raise Denied(422, "push_address") from error


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def request(one: Push, where: Target, message: Json, key: str, contact: str, topic: str) -> bytes:
    """All that is sent."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    pusher = WebPusher({"endpoint": one.endpoint, "keys": {"p256dh": one.p256dh, "auth": one.auth}})
    body: bytes = pusher.encode(json.dumps(message, ensure_ascii=False).encode(), "aes128gcm")["body"]
    claims: dict[str, Any] = {"aud": where.origin, "exp": int(time.time()) + SIGNED_SECONDS, "sub": contact}
    headers = {
        "Host": where.origin.removeprefix("https://"),
        "Authorization": Vapid02.from_pem(key.encode()).sign(claims)["Authorization"],
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": str(len(body)),
        "TTL": str(KEEP_SECONDS),
        "Topic": topic,
        "Urgency": "normal",
        "Connection": "close",
    }
    lines = [f"POST {where.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("ascii") + body


def send(one: Push, message: Json, key: str, contact: str, topic: str, allowed: str = "") -> int:
    """The status that the service answers with; 0 where it was sent and no answer came. Waits for a network: not for the event loop.

    OSError where nothing was sent.
    """
    where = target(one.endpoint, allowed)
    text = request(one, where, message, key, contact, topic)
    address = look_up(where, allowed)
    until = time.monotonic() + SECONDS
    with socket.create_connection((address, where.port), SECONDS) as plain:
        plain.settimeout(_left(until))
        with ssl.create_default_context().wrap_socket(plain, server_hostname=where.host) as link, contextlib.suppress(OSError):
            link.settimeout(_left(until))
            link.sendall(text)
            return _status(link, until)
    return 0


def _status(link: ssl.SSLSocket, until: float) -> int:
    answer = b""
    while b"\r\n" not in answer and len(answer) < MOST_ANSWER:
        link.settimeout(_left(until))
        if not (more := link.recv(MOST_ANSWER)):
            break
        answer += more
    words = answer.partition(b"\r\n")[0].split()
    spoken = len(words) > 1 and words[0].startswith(b"HTTP/1.") and words[1].isdigit()
    return int(words[1][:3]) if spoken else 0


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
