"""What a release publishes, in one folder: `python -m tests.supply.release FOLDER [TAG]`, or `make dist`.

The workflow of a release runs the same thing, with the tag that it is for.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from bot import __version__
from games import BUILT_IN
from tests.supply.licences import texts_of
from tests.supply.locks import LOCKS, ROOT
from tests.supply.sbom import bill

IMAGE = LOCKS["requirements-image"]
CHANGELOG, GAMES_ON_FILE = ROOT / "CHANGELOG.md", ROOT / "tests" / "fixtures" / "games" / __version__
_ENTRY = r"(?ms)^## \[{version}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)"


class Unready(Exception):
    """Why nothing can be released yet."""


def notes(tag: str, changelog: str, on_file: set[str]) -> str:
    """The changelog's entry for this tag; Unready if something still belongs to another version."""
    if tag != f"v{__version__}":
        raise Unready(f"The tag is {tag}, but the version in bot/__init__.py is {__version__}.")
    entry = re.search(_ENTRY.format(version=re.escape(__version__)), changelog)
    if entry is None or not entry[1].strip():
        raise Unready(f"CHANGELOG.md has no entry “## [{__version__}] - DATE” with text below it.")
    if absent := [key for key in BUILT_IN if key not in on_file]:
        raise Unready(f"No game of {', '.join(absent)} is on file for {__version__}: run python -m tests.fixtures.")
    return entry[1].strip() + "\n"


def games_on_file(folder: Path) -> set[str]:
    """The keys of the games that this version has put on file."""
    return {json.loads(file.read_text("utf-8"))["game"] for file in folder.glob("*.json")}


def build(folder: Path) -> None:
    """The sdist, the wheel built from it, the bill of materials and the licences."""
    run("build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    run("twine", "check", "--strict", *(str(file) for file in sorted(folder.glob("scrum_table-*"))))
    (folder / "sbom.json").write_text(json.dumps(bill(IMAGE), indent=1) + "\n", "utf-8")
    (folder / "LICENCES.txt").write_text(texts_of(IMAGE), "utf-8")


def run(*words: str) -> None:
    """A tool of the environment that this runs in."""
    subprocess.run([sys.executable, "-m", *words], check=True)


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("folder", type=Path, help="is emptied first")
    words.add_argument("tag", nargs="?", help="refuse unless this is the tag of the version, and write its notes")
    args = words.parse_args()
    try:
        text = args.tag and notes(args.tag, CHANGELOG.read_text("utf-8"), games_on_file(GAMES_ON_FILE))
    except Unready as unready:
        sys.exit(str(unready))
    shutil.rmtree(args.folder, ignore_errors=True)
    build(args.folder)
    if text:
        (args.folder / "notes.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
