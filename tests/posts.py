"""A push service and a mail server of the tests' own: real ones, at this machine, that keep what they are sent."""

from __future__ import annotations

import asyncio
import base64
import datetime
import email
import email.policy
import ipaddress
import json
import os
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from serving import Json, free_port

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Subscription:
    """What a browser makes: its private key stays here."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def json(self) -> Json:
        keys = {"p256dh": text_of(self.key.public_key().public_bytes(*POINT)), "auth": text_of(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def read(self, body: bytes) -> Json:
        """RFC 8188 and 8291, written out."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        info = b"WebPush: info\0" + self.key.public_key().public_bytes(*POINT) + theirs
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1:] == b"\2"
        return json.loads(plain[:-1])


@dataclass
class Pushed:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    port: int
    authority: Path  # the certificate of whoever vouches for it
    got: list[Pushed] = field(default_factory=list)
    answer: int = 201
    slow: float = 0.0
    drop: float = 0.0  # seconds between one byte of the answer and the next

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def subscription(self, name: str = "one") -> Subscription:
        return Subscription(f"https://{self.host}/{name}")


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    certificate, key = _certificate(folder)
    running = PushService(free_port(), certificate)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            running.got.append(Pushed(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            time.sleep(running.slow)
            for byte in b"HTTP/1.1 201 Created" if running.drop else b"":
                time.sleep(running.drop)
                with suppress(OSError):
                    self.wfile.write(bytes([byte]))
            self.send_response(running.answer)
            self.send_header("location", f"https://{running.host}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", running.port), Handler)
    safe = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    safe.load_cert_chain(certificate, key)
    server.socket = safe.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield running
    server.shutdown()
    server.server_close()
    thread.join()


def _certificate(folder: Path) -> tuple[Path, Path]:
    """For 127.0.0.1, by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")]), datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "push.pem", folder / "push.key"
    certificate.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    return certificate, private


@dataclass
class MailServer:
    port: int
    got: list[EmailMessage] = field(default_factory=list)
    answer: str = "250 OK"

    @property
    def settings(self) -> dict[str, str]:
        return {"smtp": f"smtp+plain://127.0.0.1:{self.port}", "mail_from": "newfound@example.org"}

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self.answer.startswith("250"):
            self.got.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return self.answer


@contextmanager
def mail_server() -> Iterator[MailServer]:
    running = MailServer(free_port())
    controller = Controller(running, hostname="127.0.0.1", port=running.port)
    controller.start()
    yield running
    controller.stop()


async def until(holds: Callable[[], Any], seconds: float = 30) -> Any:
    async with asyncio.timeout(seconds):
        while not (seen := holds()):
            await asyncio.sleep(0.05)
    return seen


def wait(holds: Callable[[], Any], seconds: float = 30) -> Any:
    """For a test whose own thread is not the server's."""
    until = time.monotonic() + seconds
    while not (seen := holds()):
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.05)
    return seen
