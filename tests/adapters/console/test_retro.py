"""A retrospective at the console: five people share a keyboard and type everything."""

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
    "dora: ready",
    "emil: say hopeful",
    "ben: note mad the build is red on Monday",
    "cleo: note mad a red build on Monday",
    "emil: note glad we paired on the new part",
    "dora: note sad nobody reads our pages",
    "dora: card impediment The Long Build: it takes an hour",
    "anna: longer",
    "anna: ready",
    "ben: ready",
    "cleo: ready",
    "dora: ready",
    "emil: ready",
    "ben: group 2 with 1",
    "anna: group 2 with 1",
    "anna: group 2",
    "anna: group 2 with 1",
    "anna: lead cleo",
    "cleo: next",
    "anna: vote 1",
    "anna: vote 1",
    "ben: vote 2",
    "ben: vote 3",
    "ben: vote 3 back",
    "cleo: vote 4",
    "dora: vote 1",
    "cleo: next",
    "ben: longer",
    "dora: action ben look after the build by Friday",
    "cleo: next phase",
    "emil: action emil write less by the next review",
    "anna: action anna a third one",
    "cleo: next",
    "anna: say 5",
    "ben: say 4",
    "cleo: say 4",
    "dora: say 3",
    "emil: say 4",
    "anna: verify",
    "anna: new retro",
    "ben: join",
    "anna: start",
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
    """Formats, notes, cards, grouping, a new facilitator, dots, time, actions, the poll and the follow-up work."""
    in_order(
        transcript,
        "The retrospective begins: Mad, Sad, Glad. anna facilitates. Notes are anonymous.",
        "ben: “sleepy”.",
        "dora is ready.",
        "Reflect. The clock is running.",
        "(only ben sees this) Note 1 is in, without a name. It will be shown with all the others.",
        "(only dora sees this) Note 4 is in",
        "Card 1 for your next game is in, without a name.",
        "4 notes are on the board, in random order. Group.",
        "Note 2 now goes with note 1.",
        "Note 2 is on its own again.",
        "Note 2 now goes with note 1.",
        "anna hands over: cleo now facilitates.",
        "(only anna sees this) Your dot is on 1; 1 dot left.",
        "(only ben sees this) You took a dot back from 3; 1 dot left.",
        "The dots are counted: 5 dots on 2 topics.",
        "Topic 1 of 2 with 4 dots",
        "ben asks for more time.",
        "Action 1 for ben, by Fri ",
        "Action 2 for emil, no date yet: “write less by the next review”.",
        "(only anna sees this) You have 2 actions, as many as you wanted",
        "The retrospective is over: 1 topic, 2 actions. ROTI: 4.0 out of 5. 1 card for your next game.",
        "Everything checks out.",
        "what became of actions 1 and 2: done, keep (with a new date) or drop?",
        "Action 1, “look after the build”, is done.",
        "Action 2, “write less by the next review”, is dropped.",
    )


def test_nothing_is_shown_too_early(transcript: str) -> None:
    """No word of a note is printed before all are revealed, except what is typed and what its writer alone reads."""
    writing, _, _ = transcript.partition("4 notes are on the board")
    _, _, writing = writing.partition("Reflect. The clock is running.")
    said = "\n".join(
        line for line in writing.splitlines() if line not in SCRIPT and not line.strip().startswith(("It says", "[1"))
    )
    assert "4 notes so far" in said
    assert not any(words in said for words in ("red on Monday", "nobody reads", "paired", "it takes an hour"))
