"""Limits by example: the last value that is allowed, and the first that is not."""

import pytest

from games.contract import IllegalMove
from games.retro.model import MAX_NOTES, NOTE_LIMIT, VOTE_SECONDS, WORD_LIMIT
from games.retro.moves import CallTime, Done, HandOver, Move, PutDot, Rate, WriteNotes
from games.retro.player import likely_pairs
from games.text import spell
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, number_of, with_notes


def refusal_of(meeting: Meeting, seat: int | None, move: Move) -> str:
    """Why a move is refused that could not be typed."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(meeting.state, seat, move, meeting.chance)
    return refusal.value.sentence


def labels(meeting: Meeting, seat: int, *, secret: bool = False) -> list[str]:
    phrases = [GAME.phrase(meeting.state, seat, move) for move in GAME.moves(meeting.state, seat)]
    return [phrase.label for phrase in phrases if phrase.secret == secret]


def test_two_hundred_notes() -> None:
    """The last one is accepted, the next is neither offered nor accepted."""
    meeting = Meeting().until("reflect")
    for number in range(MAX_NOTES - 1):
        meeting.say(BEN, "note", "stop", f"Note {number}")
    assert "Note: Stop" in labels(meeting, BEN)
    meeting.say(BEN, "note", "stop", "The last one")
    assert len(meeting.state.notes) == MAX_NOTES == 200
    assert "Note: Stop" not in labels(meeting, BEN)
    assert "200 notes" in meeting.refused(BEN, "note", "stop", "One more")


def test_two_hundred_characters_of_a_note() -> None:
    """One more, and the note is refused, also as what another is changed to."""
    meeting = with_notes({"x" * NOTE_LIMIT: "stop"}, phase="reflect")
    (note,) = meeting.state.notes
    assert note.text == "x" * 200
    too_long = "That’s 201 characters; notes have up to 200."
    assert meeting.refused(BEN, "note", "stop", "x" * 201) == too_long
    assert meeting.refused(BEN, "change", note.code, "x" * 201) == too_long


@pytest.mark.parametrize(("typed", "kept"), [(WORD_LIMIT, "x" * 24), (WORD_LIMIT + 1, "x" * 23 + "…")])
def test_twenty_four_characters_of_a_check_in(typed: int, kept: str) -> None:
    """One more, and the word is cut."""
    meeting = Meeting()
    meeting.say(BEN, "say", "x" * typed)
    assert meeting.state.words[BEN] == kept


def test_the_last_action_within_the_limit() -> None:
    """With a limit of two, the second is accepted and the third refused."""
    meeting = Meeting(limit=2).until("actions")
    meeting.say(BEN, "action", str(BEN), "one")
    assert "Up to 1 more action," in GAME.prompt(GAME.view(meeting.state, None))
    meeting.say(BEN, "action", str(BEN), "two")
    assert "You have 2 actions, as many as you wanted." in GAME.prompt(GAME.view(meeting.state, None))
    assert "You have 2 actions" in meeting.refused(BEN, "action", str(BEN), "three")


@pytest.mark.parametrize("value", [0, 5])
def test_the_lowest_and_the_highest_rating(value: int) -> None:
    """0 and 5 are accepted."""
    meeting = Meeting().until("close")
    meeting.say(BEN, "say", str(value))
    assert meeting.state.ratings == {BEN: value}


@pytest.mark.parametrize("value", [-1, 6])
def test_ratings_beyond_the_scale(value: int) -> None:
    """-1 and 6 are refused, whatever way they come."""
    assert "0 to 5" in refusal_of(Meeting().until("close"), BEN, Rate(value))


def test_the_last_dot() -> None:
    """With one dot, the first is accepted, leaves none and can be taken back; a second is refused."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="vote", dots=1)
    event = meeting.say(BEN, "vote", "1")[0]
    assert GAME.narrate(event, BEN) == "Your dot is placed; 0 dots left."
    assert PutDot(2) not in GAME.moves(meeting.state, BEN)
    meeting.refused(BEN, "vote", "2")
    event = meeting.say(BEN, "vote", "1", "back")[0]
    assert GAME.narrate(event, BEN) == "You took a dot back; 1 dot left."


def test_topics_with_as_many_dots_keep_the_order_of_the_board() -> None:
    """One dot each on the second and the third; the first has none and is skipped."""
    meeting = with_notes({"Meetings": "stop", "Cake": "stop", "Plants": "stop"}, phase="vote")
    meeting.say(BEN, "vote", "3")
    meeting.say(CEM, "vote", "2")
    assert meeting.until("discuss").state.agenda == (2, 3)


def test_a_seat_beyond_the_last() -> None:
    """With three people, seat 2 is the last: seat 3 can neither do anything nor facilitate."""
    meeting = Meeting()
    assert GAME.moves(meeting.state, 2)
    assert GAME.moves(meeting.state, 3) == []
    assert "You aren’t in" in refusal_of(meeting, 3, Done())
    assert "You aren’t in" in refusal_of(meeting, None, Done())
    assert "somebody who is here" in refusal_of(meeting, ANNA, HandOver(3))


@pytest.mark.parametrize("column", [-1, 3])
def test_a_column_beyond_the_last(column: int) -> None:
    """Three columns are numbered 0 to 2 in a move."""
    assert "Which column" in refusal_of(Meeting().until("reflect"), BEN, WriteNotes(((column, "something"),)))


def test_eight_people_have_a_button_each() -> None:
    """For nine, buttons to add an action would bury the others: only the person sees them."""
    for seats, shown in ((8, 8), (9, 0)):
        meeting = Meeting(seats=seats).until("actions")
        assert len([label for label in labels(meeting, BEN) if label.startswith("Action for")]) == shown


def test_half_of_the_words_make_a_pair() -> None:
    """One of two words in the shorter note is enough; one of three is not."""
    assert likely_pairs(with_notes({"slow build": "stop", "slow trains everywhere": "stop"}).state) == ((2, 1),)
    three = {"slow build server": "stop", "slow trains everywhere": "stop"}
    assert likely_pairs(with_notes(three).state) == ()


def test_only_a_group_of_two_or_more_can_be_split() -> None:
    """A note on its own has no button for it."""
    meeting = with_notes({"Meetings": "stop", "Cake": "stop", "Plants": "stop"})
    assert not [label for label in labels(meeting, ANNA, secret=True) if label.startswith("Take out")]
    meeting.say(ANNA, "group", "2", "1")
    split = [label for label in labels(meeting, ANNA, secret=True) if label.startswith("Take out")]
    assert [label.split(":")[0] for label in split] == ["Take out 1", "Take out 2"]


def test_a_clock_that_has_stopped() -> None:
    """A late call for the clock of a topic that is over changes nothing, and only the clock can call time."""
    meeting = with_notes({"Meetings": "stop", "Cake": "stop"}, phase="discuss")
    first = GAME.clock.deadline(meeting.state)
    assert first is not None
    assert "Only the clock" in refusal_of(meeting, BEN, first.move)
    meeting.say(ANNA, "next")
    assert "already stopped" in refusal_of(meeting, None, first.move)
    assert "already stopped" in refusal_of(meeting, None, CallTime("topic 2 2"))


def test_a_minute_to_ask_for_more() -> None:
    """The clock of a topic is as long as the table was opened with; the one after it is a minute."""
    meeting = with_notes({"Meetings": "stop"}, phase="discuss", discuss=1)
    assert "Time’s up" not in GAME.prompt(GAME.view(meeting.state, None))
    meeting.time_passes()
    clock = GAME.clock.deadline(meeting.state)
    assert clock is not None
    assert clock.seconds == VOTE_SECONDS == 60
    assert "Time’s up" in GAME.prompt(GAME.view(meeting.state, None))


def test_the_room_reads_how_many_are_done_and_never_who_is_not() -> None:
    meeting = Meeting(seats=3).until("reflect")
    meeting.say(BEN, "done")
    assert GAME.prompt(GAME.view(meeting.state, None)).endswith("1 of 3 is done.")
    meeting.say(ANNA, "done")
    meeting.say(CEM, "done")
    said = GAME.prompt(GAME.view(meeting.state, None))
    assert spell(said, lambda seat: f"[{seat}]").endswith("Everybody’s done. [0] moves us on.")


def test_the_highest_number_of_a_note() -> None:
    """With two notes, 2 is a note and 3 is not."""
    meeting = with_notes({"Meetings": "stop", "Cake": "stop"}, phase="vote")
    meeting.say(BEN, "vote", "2")
    assert "1 to 2" in meeting.refused(BEN, "vote", "3")
    assert number_of(meeting, meeting.state.note(2).text) == "2"
