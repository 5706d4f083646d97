"""Two machines in one: network namespaces with a cable between them. For root on Linux."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Host:
    name: str
    address: str

    def inside(self, *command: str) -> list[str]:
        """The command, to be run on this host."""
        return ["ip", "netns", "exec", self.name, *command]

    def program(self, folder: Path, path: str) -> Path:
        """A script that runs the program on this host."""
        script = folder / f"{Path(path).name}-{self.name}"
        script.write_text(f'#!/bin/sh\nexec ip netns exec {self.name} {path} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
        return script


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def missing() -> str | None:
    """Why there can be no namespaces here, or None."""
    if not sys.platform.startswith("linux") or shutil.which("ip") is None:
        return "no ip command: apt-get install iproute2"
    probe = f"newfound{os.getpid()}"
    if os.geteuid() != 0 or subprocess.run(["ip", "netns", "add", probe], capture_output=True).returncode != 0:
        return "network namespaces need root"
    _ip("netns", "del", probe)
    return None


@contextlib.contextmanager
def two_hosts() -> Iterator[tuple[Host, Host]]:
    hosts = Host(f"nfa{os.getpid()}", "10.77.0.1"), Host(f"nfb{os.getpid()}", "10.77.0.2")
    try:
        for host in hosts:
            _ip("netns", "add", host.name)
            _ip("-n", host.name, "link", "set", "lo", "up")
        _ip("-n", hosts[0].name, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", hosts[1].name)
        for host in hosts:
            _ip("-n", host.name, "address", "add", f"{host.address}/24", "dev", "cable")
            _ip("-n", host.name, "link", "set", "cable", "up")
        yield hosts
    finally:
        for host in hosts:
            subprocess.run(["ip", "netns", "del", host.name], capture_output=True, check=False)
