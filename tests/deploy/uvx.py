"""`uvx` without a network: an environment of its own for a wheel, out of what is installed here."""

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.parser import Parser
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import uv

from tests.supply.locks import LOCKS, pins

_AFTER_INSTALLING = {"INSTALLER", "RECORD", "REQUESTED"}


@dataclass(frozen=True, slots=True)
class Uvx:
    """Runs `uvx --from WHEEL scrum-table …`. Only the wheels in a folder are there to be installed."""

    wheel: Path
    others: Path
    home: Path

    def start(self, folder: Path, *words: str, **env: str) -> subprocess.Popen[str]:
        uvx = (uv.find_uv_bin(), "tool", "run", "--python", sys.executable)
        offline = ("--offline", "--no-index", "--find-links", str(self.others), "--no-config", "--quiet")
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP") if name in os.environ}
        home = {"HOME": str(self.home), "UV_CACHE_DIR": str(self.home / "cache"), "XDG_DATA_HOME": str(folder)}
        return subprocess.Popen(
            [*uvx, *offline, "--from", str(self.wheel), "scrum-table", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=folder,
            env={**kept, **home, "PYTHONUTF8": "1", **env},
        )

    def run(self, folder: Path, *words: str, lines: Sequence[str] = (), **env: str) -> tuple[int, str, str]:
        """The exit code, and what it printed."""
        with self.start(folder, *words, **env) as started:
            out, err = started.communicate("".join(f"{line}\n" for line in lines))
        return started.returncode, out, err

    def works(self, folder: Path, *words: str, lines: Sequence[str] = (), **env: str) -> str:
        """What a command printed that must not complain."""
        code, out, err = self.run(folder, *words, lines=lines, **env)
        assert (code, err) == (0, ""), f"{words} ended with {code}: {err}{out[-2000:]}"
        return out


def repack(folder: Path) -> None:
    """Write the wheels again that the dependencies were installed from."""
    for pin in pins(LOCKS["requirements-play"]):
        try:
            found = distribution(pin.name)
        except PackageNotFoundError:
            continue  # not needed on this machine; uv says so if it is
        _write_wheel(found, folder)


def _write_wheel(found: Distribution, folder: Path) -> None:
    (listing,) = [file for file in found.files or () if file.name == "RECORD"]
    tags = Parser().parsestr(found.read_text("WHEEL") or "").get_all("Tag") or []
    tag = "-".join(".".join(sorted(set(parts))) for parts in zip(*(each.split("-") for each in tags), strict=True))
    record = f"{listing.as_posix()},,\n"
    with zipfile.ZipFile(folder / f"{listing.parent.stem}-{tag}.whl", "w") as wheel:
        for name, content in _contents(found):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(content)}\n"
            wheel.writestr(name, content)
        wheel.writestr(listing.as_posix(), record)


def _contents(found: Distribution) -> Iterator[tuple[str, bytes]]:
    """The files that came out of the wheel: not those for commands, nor those that the installer wrote."""
    for file in found.files or ():
        if ".." not in file.parts and file.suffix != ".pyc" and file.name not in _AFTER_INSTALLING:
            yield file.as_posix(), file.read_binary()
