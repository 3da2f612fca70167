"""Parsing of lines typed at the console."""

import pytest

from adapters.console.table import Line, Pick, read_line, read_pick
from bot.kernel.table.catalogue import command_words


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("anna: roll", Line("anna", "roll")),
        ("  Anna Lee :  roll ", Line("Anna Lee", "roll")),
        ("anna:", Line("anna", "")),
        ("roll", Line(None, "roll")),
        ("/scrum roll", Line(None, "/scrum roll")),
        ("anna: /scrum tool 1 me a: b", Line("anna", "/scrum tool 1 me a: b")),
        ("tool 1 me a: b", Line(None, "tool 1 me a: b")),
        ("Tool 1 me a: b", Line(None, "Tool 1 me a: b")),
        ("table end", Line(None, "table end")),
        ("2 because: it helps", Line(None, "2 because: it helps")),
        ("7: roll", Line("7", "roll")),
        (": roll", Line(None, ": roll")),
        ("an\x07na: roll", Line("an na", "roll")),
        ("\x07: roll", Line(None, "roll")),
        ("1", Line(None, "1")),
    ],
)
def test_speaker_and_command(text: str, line: Line) -> None:
    """A name ends at the first colon; a line that starts with a command or picks a choice has no name."""
    assert read_line(text, command_words()) == line


@pytest.mark.parametrize("text", ["", "   ", "\n", "# anna: roll", "  # roll"])
def test_ignored_lines(text: str) -> None:
    """Empty lines and comments are ignored."""
    assert read_line(text, command_words()) is None


@pytest.mark.parametrize(
    ("said", "pick"),
    [
        ("1", Pick(1, "")),
        ("12  because it helps", Pick(12, "because it helps")),
        ("1234", None),
        ("roll", None),
        ("1x", None),
        ("-1", None),
        ("", None),
    ],
)
def test_picking_by_number(said: str, pick: Pick | None) -> None:
    """A number picks a choice, and the text after it is the answer to its question."""
    assert read_pick(said) == pick
