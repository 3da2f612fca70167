"""Every command block of the pages that can be run is run, and prints what the page shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, TUTORIAL, Block, blocks, name_of, pages

LANGUAGES = {"console", "json", "python", "text", "toml", "yaml"}
MARK = "\x1e"  # stands before the output of each command
PAGES = [page for page in pages() if page != TUTORIAL]
RUN = {page: [block for block in blocks(page) if block.language == "console" and not block.reason] for page in PAGES}


@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_blocks_say_what_they_are(page: Path) -> None:
    """Commands are `console` with prompts, so that none escapes being run; what people type in a chat is `text`."""
    for block in blocks(page):
        assert block.language in LANGUAGES, f"line {block.line}: ```{block.language}"
        assert (block.language == "console") == block.text.startswith("$ "), f"line {block.line}"
        assert block.language == "console" or block.reason is None, f"line {block.line}"


@pytest.mark.parametrize("page", [page for page, found in RUN.items() if found], ids=name_of)
def test_commands(page: Path, tmp_path: Path) -> None:
    """All blocks of a page in one folder, one after the other, as a reader would; without any network."""
    checkout(tmp_path)
    shown = [part for block in RUN[page] for part in block.commands()]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(f"printf '{MARK}'\n{command}" for command, _ in shown)],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for (command, expected), printed in zip(shown, done.stdout.split(MARK)[1:], strict=True):
        assert not expected or re.fullmatch(pattern(expected), printed.rstrip("\n")), f"$ {command}\n{printed}"


def checkout(folder: Path) -> None:
    """What stands at the top of the repository, so that a page can name its files."""
    for entry in ROOT.iterdir():
        if not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)


def environment(folder: Path) -> dict[str, str]:
    """The program of this environment, an empty home, and a proxy that takes no connection."""
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    kept = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**nowhere, **kept, "PATH": path, "HOME": str(folder / "home"), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}


def pattern(lines: list[str]) -> str:
    """Output with `…` for what varies: inside a line, or alone on one for any number of lines."""
    parts = [r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in lines]
    return "".join(parts).removesuffix(r"\n") if lines[-1] != "…" else "".join(parts) + ".*"


@pytest.mark.parametrize(
    ("lines", "printed", "fits"),
    [
        (["a", "b"], "a\nb", True),
        (["a", "b"], "a\nc\nb", False),
        (["a …", "b"], "a bird\nb", True),
        (["a", "…"], "a\nb\nc", True),
        (["…", "c"], "a\nb\nc", True),
        (["…", "b"], "a\nb\nc", False),
        (["…"], "", True),
    ],
)
def test_output_with_gaps(lines: list[str], printed: str, *, fits: bool) -> None:
    """Everything outside the gaps has to be there, in order."""
    assert bool(re.fullmatch(pattern(lines), printed)) == fits


def test_a_block_is_split_at_its_prompts() -> None:
    """A command may continue on the next line, and shows any number of lines."""
    block = Block("console", "$ one \\\n  two\nout\n$ three\n", 1, None)
    assert list(block.commands()) == [("one \\\n  two", ["out"]), ("three", [])]
