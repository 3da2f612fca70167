"""Plugins installed into a folder of their own, and programs that run with that folder on their path."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.needs import OF_WINDOWS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "new-game.md"
_BLOCK = re.compile(r'^```\w+ title="(?P<file>[^"]+)"\n(?P<code>.*?)^```$', re.MULTILINE | re.DOTALL)


def run(
    folder: Path, *words: str, lines: Sequence[str] = (), plugins: Path | None = None, program: Path = ROOT
) -> tuple[int, str, str]:
    """`python -m …` in this folder: the exit code, and what it printed."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    path = os.pathsep.join(str(each) for each in (program, plugins) if each)
    here = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env={**OF_WINDOWS, **kept, **here, "PYTHONPATH": path, "MYPYPATH": str(ROOT)},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def works(folder: Path, *words: str, lines: Sequence[str] = (), plugins: Path | None = None) -> str:
    """What a program printed that must not complain."""
    code, out, err = run(folder, *words, lines=lines, plugins=plugins)
    assert (code, err) == (0, ""), f"{words} ended with {code}: {err}{out[-2000:]}"
    return out


def passing(folder: Path, *words: str, plugins: Path | None = None, program: Path = ROOT) -> int:
    """How many tests passed; none may fail."""
    code, out, err = run(folder, "pytest", "-q", "-p", "no:cacheprovider", *words, plugins=plugins, program=program)
    assert code == 0, err + out[-4000:]
    found = re.search(r"(\d+) passed", out)
    assert found, out
    return int(found[1])


def install(plugin: Path, target: Path) -> None:
    """As an author does it, from the folder with the pyproject.toml; nothing is downloaded."""
    offline = ("--quiet", "--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check")
    code, out, err = run(plugin, "pip", "install", *offline, "--target", str(target), ".")
    assert code == 0, err + out


def pretend(target: Path, entry_points: Mapping[str, Mapping[str, str]], **modules: str) -> None:
    """What an installed package consists of, written by hand."""
    folder = target / "pretended-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: pretended\nVersion: 1.0\n", "utf-8")
    lines = [
        line
        for group, names in entry_points.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in names.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    for name, code in modules.items():
        (target / f"{name}.py").write_text(code, "utf-8")


def code_on_the_page() -> dict[str, str]:
    """The files that docs/new-game.md builds; blocks for the same file follow one another in it."""
    files: dict[str, str] = {}
    for block in _BLOCK.finditer(PAGE.read_text("utf-8")):
        before = files.get(block["file"])
        gap = "\n" if block["code"].startswith(" ") else "\n\n"  # a method, or something by itself
        files[block["file"]] = block["code"] if before is None else f"{before}{gap}{block['code']}"
    return files


def write(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
