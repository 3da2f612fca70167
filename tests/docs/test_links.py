"""No page has a dead end: links, anchors, and the files, commands and targets that it names."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.parser import parser
from tests.docs.pages import (
    ROOT,
    TUTORIAL,
    Block,
    anchors,
    blocks,
    is_external,
    link_texts,
    links,
    name_of,
    names,
    pages,
    prose,
    target,
)

PAGES = pages()
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)
FOLDERS = r"(?:adapters|bot|deploy|docs|games|storage|tests|\.ci|\.github)"
OPERATORS_OWN = {"deploy/secrets"}  # only the operator has it
TARGETS = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text("utf-8")))
# the text of a link that says nothing about where it leads: a file, a path, or a word that points
FILE = rf"[\w./-]*\.(?:md|py|toml|ya?ml|json|sh|svg|png|service|example)|{FOLDERS}/[\w./-]*"
POINTER = r"here|there|this|below|above|see|link|(?:this|that|the) page|click here|more|why|how|how to|what|which ones"
SAYS_NOTHING = re.compile(rf"`?(?:{FILE}|{POINTER})`?", re.IGNORECASE)
COMMANDS = set(re.findall(r"(?m)^    (\w[\w-]*)(?:  |$)", parser().format_help()))


@each_page
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    """A folder would be a dead end on the site; other sites are not asked."""
    for link in links(prose(page)):
        if is_external(link):
            assert link.startswith("https://"), link
            continue
        file, anchor = target(page, link)
        assert file.is_file(), link
        assert not anchor or anchor in anchors(file), link


@each_page
def test_the_text_of_a_link_is_a_title(page: Path) -> None:
    """It says what is there, also to somebody who hears only the links: not a file name, not “here”."""
    assert not [text for text in link_texts(prose(page)) if SAYS_NOTHING.fullmatch(text.strip("*"))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[Deployment](deployment.md)", True),
        ("[the Slack app's manifest](deploy/slack-manifest.yaml)", True),
        ("[Discord/Slack](discord.md)", True),
        ("[deployment.md](deployment.md)", False),
        ("[`docs/slack.md`](slack.md)", False),
        ("[deploy/Dockerfile](../deploy/Dockerfile)", False),
        ("[**Below**](#later)", False),
        ("[here](https://example.org)", False),
        ("![here](picture.png)", True),
    ],
)
def test_texts_that_say_nothing(text: str, *, says: bool) -> None:
    """File names, paths and words that only point; a picture has a description instead."""
    assert says != any(SAYS_NOTHING.fullmatch(found.strip("*")) for found in link_texts(text))


@each_page
def test_headings_are_unique(page: Path) -> None:
    """Two with the same text would get anchors that GitHub and the site number differently."""
    headings = re.findall(r"(?m)^#+ (.+)$", prose(page))
    repeated = {heading for heading in headings if headings.count(heading) > 1}
    assert not repeated or page.name == "CHANGELOG.md"  # which has the same headings for each release


@pytest.mark.parametrize("page", [page for page in PAGES if page != TUTORIAL], ids=name_of)
def test_files_in_backticks_exist(page: Path) -> None:
    """By their path from the root; a star stands for any name."""
    named = [name for name in names(prose(page)) if re.fullmatch(rf"{FOLDERS}/[\w./*-]*", name)]
    assert not [name for name in named if name.rstrip("/") not in OPERATORS_OWN and not any(ROOT.glob(name))]


@each_page
def test_commands_in_backticks_exist(page: Path) -> None:
    """`make …` is a target, `scrum-table …` a command, `python -m tests.…` a module."""
    for words in (name.split() for name in names(prose(page))):
        if words[0] == "make":
            assert targets(words) <= TARGETS
        if words[0] == "scrum-table" and len(words) > 1 and not words[1].startswith("-"):
            assert words[1] in COMMANDS
        if words[:2] == ["python", "-m"]:
            assert is_module(words[2]), words


def targets(words: list[str]) -> set[str]:
    """What `make` is asked for, without the variables that are set."""
    return {word for word in words[1:] if "=" not in word}


def test_log_messages_that_pages_quote_exist() -> None:
    """“The log says `…`”: somebody will search for it."""
    code = " ".join(file.read_text("utf-8") for file in (ROOT / "bot").rglob("*.py")).replace("%s", "…")
    page = prose(ROOT / "docs" / "operations.md")
    quoted = [name for found in re.findall(r"log says ((?:`[^`]+`(?: or )?)+)", page) for name in names(found)]
    assert quoted
    assert not [message for message in quoted if message not in code]


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


# --- blocks that are not run -------------------------------------------------------------------------------------

NOT_RUN = [
    (page, block)
    for page in PAGES
    for block in blocks(page)
    if block.language == "console" and block.reason and page != TUTORIAL
]


def calls(block: Block) -> Iterator[list[str]]:
    """The commands of a block as words, without the settings before them and what follows a pipe."""
    for command, _ in block.commands():
        words = shlex.split(command.replace("\\\n", " "), comments=True)
        words = words[: words.index("|")] if "|" in words else words
        while words and re.match(r"[A-Z_]+=", words[0]):
            words.pop(0)
        if words:
            yield words


@pytest.mark.parametrize(("page", "block"), NOT_RUN, ids=lambda part: name_of(part) if isinstance(part, Path) else "")
def test_commands_that_are_not_run_could_be(page: Path, block: Block) -> None:
    """Their programs' commands exist, options included, and so do the files of the repository that they name."""
    for words in calls(block):
        if Path(words[0]).name == "scrum-table" and words[1:] != ["--version"]:
            parser().parse_args([word for word in words[1:] if word != "&"])
        if words[0] == "make":
            assert targets(words) <= TARGETS
        named = [word for word in words if re.match(rf"{FOLDERS}/", word) and not word.startswith("deploy/secrets")]
        assert not [word for word in named if not (ROOT / word).exists()]
