"""Reads the lock files and the page of licences."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOCKS = {name: ROOT / f"{name}.lock" for name in ("requirements", "requirements-play", "requirements-image")}
LICENCES = ROOT / "docs" / "licences.md"

_PIN = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)(?: ; ([^\\]+))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Pin:
    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def pins(lock: Path) -> list[Pin]:
    """In the order of the file; a package may be pinned twice, for different versions of Python."""
    found: list[Pin] = []
    for line in lock.read_text("utf-8").splitlines():
        if pin := _PIN.match(line):
            found.append(Pin(pin[1], pin[2], (pin[3] or "").strip(), ()))
        elif digest := _HASH.search(line):
            last = found[-1]
            found[-1] = Pin(last.name, last.version, last.marker, (*last.hashes, digest[1]))
    return found


def listed_licences() -> dict[str, str]:
    """By package, as the page says."""
    rows = re.findall(r"(?m)^\| `([a-z0-9._-]+)` \| ([^|]+?) \|", LICENCES.read_text("utf-8"))
    return dict(rows)
