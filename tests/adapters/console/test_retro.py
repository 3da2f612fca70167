"""A retrospective at the console: five people share a keyboard and type everything."""

import re
from pathlib import Path

import pytest

from tests.adapters.console.harness import console

SCRIPT = (
    "anna: new retro format=mad-sad-glad dots=2 limit=2",
    "ben: join",
    "cleo: join",
    "dora: join",
    "emil: join",
    "anna: start",
    "anna: say sunny",
    "ben: say sleepy",
    "cleo: say fine",
    "dora: pass",
    "emil: say hopeful",
    "anna: next",
    "ben: 1",  # a form: each column, one note a line until an empty line
    "the build is red on Monday",
    "a red build on Monday",
    "",
    "",
    "we paired on the new part",
    "",
    "dora: note sad nobody reads our pages",
    "anna: done",
    "anna: next",
    "anna: next sure",
    "ben: group 2 with 1",
    "anna: lead cleo",
    "cleo: next sure",
    "anna: vote 1",
    "ben: vote 2",
    "ben: vote 3",
    "ben: vote 3 back",
    "cleo: vote 4",
    "dora: vote 1",
    "cleo: next sure",
    "dora: action ben look after the build by Friday",
    "cleo: next phase",
    "emil: action emil write less by the next review",
    "anna: action anna a third one",
    "cleo: next sure",
    "anna: say 5",
    "ben: say 4",
    "cleo: say 4",
    "dora: say 3",
    "emil: say 4",
    "cleo: next",
    "anna: verify",
    "anna: new retro",
    "ben: join",
    "anna: start",
    "anna: next sure",
    "ben: say 1 done",
    "anna: say 2 drop",
)


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> str:
    return console(tmp_path_factory.mktemp("retro"), *SCRIPT)


def in_order(transcript: str, *sentences: str) -> str:
    """Check that the sentences appear in this order; return what follows."""
    for sentence in sentences:
        before, found, transcript = transcript.partition(sentence)
        assert found, f"no “{sentence}” in {before[-1500:]}"
    return transcript


def test_a_retrospective_by_commands(transcript: str) -> None:
    """Formats, notes in a form and typed, grouping, a new facilitator, dots, actions, the poll and the follow-up."""
    in_order(
        transcript,
        "Retrospective: Mad, Sad, Glad",
        "ben: sleepy",
        "Write: what should we talk about?",
        "Mad (What drove you up the wall?): one a line, then an empty line.",
        "3 notes so far, all face down.",
        "(only ben sees this) Your 3 notes",
        "] Remove: the build is red on Monday",
        "(only dora sees this) Your note",
        "(only anna sees this) 4 people aren’t done: ben, cleo, dora and emil. Show all notes anyway?",
        "Group: which notes belong together?",
        "3 topics from 4 notes",
        "(only anna sees this) Your dot is placed",
        "(only ben sees this) You took a dot back",
        "Topic 1 of ",
        "Actions: is this what we’ll do?",
        "ben: look after the build",
        "(only anna sees this) You have 2 actions, as many as you wanted",
        "Retrospective, ",
        "1. ben Look after the build, by Fri ",
        "worth the time: 4.0 of 5 (5 answers)",
        "Everything checks out.",
        "2 actions are open from ",
        "What became of these?",
        "] Done: 1. look after the build",
        "1. look after the build: done",
        "2. write less by the next review: dropped",
    )


def test_nothing_is_shown_too_early(transcript: str) -> None:
    """No word of a note is printed before all are revealed, except what is typed and what its writer alone reads."""
    writing, _, _ = transcript.partition("Group: which notes belong together?")
    _, _, writing = writing.partition("Write: what should we talk about?")
    public = [part for part in writing.split("\n\n") if "sees this)" not in part]
    said = "\n".join(line for part in public for line in part.splitlines() if line not in SCRIPT and line[:1] != "[")
    assert "4 notes so far" in said
    assert not any(words in said for words in ("red on Monday", "nobody reads", "paired"))


def test_notes_have_the_numbers_that_commands_need(tmp_path: Path) -> None:
    """While people group, vote and talk: a group has those of all its notes."""
    said = console(
        tmp_path,
        "anna: new retro",
        "anna: start",
        "anna: note start a",
        "anna: note start b",
        "anna: note stop c",
        "anna: next sure",
        "anna: next sure",
        "anna: group 1 with 3",
        "anna: next sure",
        "anna: vote 1",
        "anna: next sure",
    )
    grouped = said.partition("anna: group 1 with 3")[2]
    shown = re.findall(r"^(\d[\d, ]*)  (.*)$", grouped, re.MULTILINE)
    assert [numbers for numbers, _ in shown[:2]] == ["1, 3", "2"]
    in_vote = [(numbers, text) for numbers, text in shown if "2 notes" in text]
    assert {numbers for numbers, _ in in_vote} == {"1"}
    assert [numbers for numbers, _ in shown[-2:]] == ["1", "3"]
