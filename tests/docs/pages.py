"""The pages of the repository, and what they hold: links, headings, fenced blocks, names in backticks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHERE = ("*.md", "docs/**/*.md", "deploy/**/*.md", "games/**/*.md", ".github/**/*.md", "tests/**/*.md")
TUTORIAL = ROOT / "docs" / "new-game.md"  # names files that its reader writes; its own test follows it step by step
FENCE = re.compile(r"(?ms)^(?P<indent> *)```(?P<language>[\w-]*)[^\n`]*\n(?P<text>.*?)^ *```$")
NOT_RUN = re.compile(r"<!-- not run: (?P<reason>[^>]+) -->\s*$")
LINK = re.compile(r"(?<=\])\(([^()\s]+)\)")
PICTURE = re.compile(r'<img src="([^"]+)"')  # one that has a width, in README


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. `reason` says why its commands are not run."""

    language: str
    text: str
    line: int
    reason: str | None

    def commands(self) -> Iterator[tuple[str, list[str]]]:
        """Each command behind a `$ ` prompt, continuation lines included, with the output shown below it."""
        lines = iter(self.text.splitlines())
        command, output = "", list[str]()
        for line in lines:
            if not line.startswith("$ "):
                output.append(line)
                continue
            if command:
                yield command, output
            command, output = line.removeprefix("$ "), []
            while command.endswith("\\"):
                command = f"{command}\n{next(lines)}"
        if command:
            yield command, output


def pages() -> list[Path]:
    found = {page for pattern in WHERE for page in ROOT.glob(pattern)}
    return sorted(page for page in found if "node_modules" not in page.parts)  # those are other people's


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [_block(text, found) for found in FENCE.finditer(text)]


def _block(text: str, found: re.Match[str]) -> Block:
    marked = NOT_RUN.search(text, 0, found.start())
    inner = re.sub(rf"(?m)^{found['indent']}", "", found["text"])
    line = text.count("\n", 0, found.start()) + 1
    return Block(found["language"], inner, line, marked["reason"] if marked else None)


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return FENCE.sub("", page.read_text("utf-8"))


def links(text: str) -> list[str]:
    """Where Markdown text links to, pictures included."""
    plain = re.sub(r"`[^`]*`", "``", text)
    return [*LINK.findall(plain), *PICTURE.findall(plain)]


def names(text: str) -> list[str]:
    """What stands in backticks, on one line or wrapped over two."""
    return [" ".join(found.split()) for found in re.findall(r"`([^`]+)`", text)]


def anchors(page: Path) -> set[str]:
    """The anchors of the headings; GitHub and the site make the same ones."""
    found = re.findall(r"(?m)^#+ (.+)$", prose(page))
    return {re.sub(r"[^\w -]", "", heading).strip().replace(" ", "-").lower() for heading in found}


def target(page: Path, link: str) -> tuple[Path, str]:
    """The file and the anchor that a relative link leads to."""
    file, _, anchor = link.partition("#")
    return (page.parent / file).resolve() if file else page, anchor


def is_external(link: str) -> bool:
    return re.match(r"[a-z]+:", link) is not None


def link_texts(text: str) -> list[str]:
    """What a reader of Markdown text sees of its links, on one line; pictures have a text of another kind."""
    found = re.findall(r"(?<!!)\[((?:[^\[\]]|!\[[^\]]*\]\([^()\s]+\))+)\]\([^()\s]+\)", text)
    return [" ".join(each.split()) for each in found]
