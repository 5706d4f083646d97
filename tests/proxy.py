"""A real nginx with TLS on loopback, by the configuration that docs/server.md gives to operators."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serving import Server, free_port

CONFIGURATION = Path(__file__).parent.parent / "deploy" / "nginx.conf"
AROUND = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 2000; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/newfound.conf;
}}
"""


def nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def missing() -> str:
    """Why there can be no proxy here, or nothing."""
    if nginx() is None:
        return "nginx is not installed (Debian: apt-get install nginx-light)"
    return "" if shutil.which("openssl") else "openssl is not installed"


def certificate(folder: Path) -> Path:
    """For 127.0.0.1, signed by itself."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    command += [
        "-subj",
        "/CN=newfound",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
        "-keyout",
        f"{folder}/key.pem",
        "-out",
        f"{folder}/cert.pem",
    ]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "cert.pem"


@contextmanager
def proxy(folder: Path, *addresses: str, listen: str = "127.0.0.1", most: int = 400, patience: int = 20) -> Iterator[str]:
    """The https address of a proxy before these servers (host:port each)."""
    port, plain = free_port(), free_port()
    text = CONFIGURATION.read_text(encoding="utf-8")
    for old, new in (
        ("server 127.0.0.1:8000;", " ".join(f"server {one};" for one in addresses)),
        ("listen 80;", f"listen {listen}:{plain};"),
        ("listen 443 ", f"listen {listen}:{port} "),
        ("/etc/ssl/newfound.pem", f"{folder}/cert.pem"),
        ("/etc/ssl/newfound.key", f"{folder}/key.pem"),
        ("limit_conn newfound 400;", f"limit_conn newfound {most};"),
        ("client_header_timeout 20s;", f"client_header_timeout {patience}s;"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "newfound.conf").write_text(text, encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")
    folder.chmod(0o755)
    running = subprocess.Popen([nginx() or "nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection((listen, port), timeout=1).close()
                break
            except OSError:
                assert running.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
                time.sleep(0.05)
        yield f"https://{listen}:{port}"
    finally:
        running.terminate()
        running.wait()


def restart(server: Server, processes: int, seconds: float = 180) -> None:
    """SIGHUP: each process is replaced by a new one, one after the other."""
    assert server.process
    ended = server.log().count("Finished server process") + processes
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + seconds
    while server.log().count("Finished server process") < ended:
        assert time.monotonic() < deadline, server.log()[-3000:]
        time.sleep(0.1)
