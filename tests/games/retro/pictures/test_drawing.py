"""The board as text, as alt text and as a picture."""

from xml.etree import ElementTree as ET

import pytest

from games.graphics.drawing import ALT_LIMIT, WIDTH, columns
from games.retro.model import MAX_NOTES, NOTE_LIMIT
from games.retro.pictures.text import wrapped
from tests.games.graphics.sizes import canvas, check_landscape
from tests.games.retro.build import ANNA, BEN, GAME, Meeting, number_of, with_notes

NAMES = ["Anna", "Ben", "Cem"]
SVG = "{http://www.w3.org/2000/svg}"


def words_of(svg: str | None) -> str:
    assert svg is not None
    return " ".join(element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text"))


def test_the_summary_is_complete_in_every_form() -> None:
    """Text, alt text and picture have the actions, the poll, and the notes by column with their dots."""
    meeting = with_notes({"Meetings on Monday": "stop", "Cake": "continue"}, phase="vote")
    meeting.say(BEN, "vote", number_of(meeting, "Cake"))
    meeting.until("actions").say(ANNA, "action", str(BEN), "bake it by Friday")
    meeting.until("close").say(BEN, "say", "4")
    drawing = GAME.board(GAME.view(meeting.until("over").state, None), NAMES)
    for shown in (drawing.text, drawing.alt, words_of(drawing.svg()), words_of(drawing.svg(shape="portrait"))):
        for wanted in ("bake it", "Fri 20 Nov", "Ben", "Meetings", "Cake", "4.0 of 5"):
            assert wanted in shown


def test_actions_from_last_time_have_their_date_if_there_is_one() -> None:
    """While people check in."""
    board = Meeting(actions='[{"what": "Fix the test", "due": "Friday"}, {"what": "Buy a plant"}]').board()
    assert "Fix the test (by Friday)" in board
    assert "Buy a plant\n" in f"{board}\n"


def test_a_full_board_fits() -> None:
    """As many long notes as there can be: lines and alt text fit the platforms, and the picture isn’t endless."""
    meeting = Meeting().until("reflect")
    for number in range(MAX_NOTES):
        meeting.say(BEN, "note", "stop", f"{number} " + "word " * 39)
    drawing = GAME.board(GAME.view(meeting.until("group").state, None), NAMES)
    check_landscape(drawing.svg())
    assert canvas(drawing.svg(shape="portrait"))[1] < 5500
    assert all(columns(line) <= WIDTH for line in drawing.text.split("\n"))
    assert len(drawing.text) <= 1700
    assert "… and " in drawing.text
    assert len(drawing.alt) <= ALT_LIMIT


@pytest.mark.parametrize("text", ["測試" * 60, "👍🏽" * 40, "x" * NOTE_LIMIT, "<b>&amp;</b>"])
def test_any_note_can_be_drawn(text: str) -> None:
    """Wide letters, emoji, a word longer than a line, markup."""
    meeting = with_notes({text: "stop"}, phase="discuss")
    drawing = GAME.board(GAME.view(meeting.state, None), NAMES)
    assert all(columns(line) <= WIDTH for line in drawing.text.split("\n"))
    ET.fromstring(drawing.svg() or "")


def test_a_health_check_is_drawn_once_in_the_message_that_shows_it() -> None:
    """The radar is the only picture of a meeting: other messages have words, and a question for it shows it again."""
    meeting = Meeting(format="team-health").until("reflect")
    meeting.say(BEN, "rate", "9", "4")
    assert GAME.shows.chart(GAME.view(meeting.state, None), NAMES) is None
    seen = GAME.view(meeting.until("group").state, None)
    drawn = GAME.shows.illustration(seen, NAMES)
    assert drawn is not None
    assert "Fun 4.0" in drawn.text
    assert "Fun 4.0" in drawn.alt
    for shape in ("landscape", "portrait"):
        assert "9 Fun" in words_of(drawn.svg(shape=shape))
    check_landscape(drawn.svg())
    assert GAME.shows.illustration(GAME.view(meeting.until("vote").state, None), NAMES) is None
    assert GAME.shows.chart(GAME.view(meeting.state, None), NAMES) is not None
    assert GAME.shows.chart(GAME.view(with_notes({"Cake": "stop"}, phase="close").state, None), NAMES) is None


def test_long_texts_wrap_and_end_with_an_ellipsis() -> None:
    """The lead stands before the first line only."""
    lines = list(wrapped("one two three " * 10, "> ", 2))
    assert len(lines) == 2
    assert lines[0].startswith("> one two")
    assert lines[1].startswith("  ")
    assert lines[1].endswith("…")
    assert list(wrapped("", "> ", 2)) == ["> "]
