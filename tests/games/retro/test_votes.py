"""Voting with dots, and grouping notes into topics."""

from games.retro.events import VotesShown
from games.retro.player import likely_pairs
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, number_of, with_notes

THREE = {"Too many meetings": "stop", "Meetings without an end": "stop", "Cake": "continue"}


def test_everybody_has_a_limited_number_of_dots() -> None:
    """Several may go on one topic; one that is taken back can be used again."""
    meeting = with_notes(THREE, phase="vote", dots=2)
    meeting.say(BEN, "vote", "1")
    meeting.say(BEN, "vote", "1")
    assert "used all your dots" in meeting.refused(BEN, "vote", "2")
    meeting.say(BEN, "vote", "1", "back")
    meeting.say(BEN, "vote", "2")
    meeting.until("discuss")
    shown = next(event for event in meeting.events if isinstance(event, VotesShown))
    assert shown.votes == ((1, 1), (2, 1), (3, 0))


def test_a_dot_is_confirmed_only_to_the_person_who_put_it() -> None:
    """The others read nothing, and the board doesn't change."""
    meeting = with_notes(THREE, phase="vote")
    before = meeting.board()
    event = meeting.say(BEN, "vote", "3")[0]
    assert GAME.narrate(event, BEN) == "Your dot is placed; 2 dots left."
    assert GAME.narrate(event, None) is None
    assert GAME.narrate(event, ANNA) is None
    assert meeting.board() == before


def test_which_dots_can_be_taken_back() -> None:
    """Only one's own. Whoever is done and takes one back isn't done any more."""
    meeting = with_notes(THREE, phase="vote")
    meeting.say(BEN, "vote", "3")
    assert "no dot there" in meeting.refused(ANNA, "vote", "3", "back")
    assert "1 to 3" in meeting.refused(ANNA, "vote", "9")
    meeting.say(BEN, "done")
    assert [event.kind for event in meeting.say(BEN, "vote", "3", "back")] == ["dot_taken", "not_done"]
    assert meeting.state.ready == ()


def test_a_group_is_one_topic() -> None:
    """A dot on any of its notes counts for the group."""
    meeting = with_notes(THREE)
    one, other = number_of(meeting, "Too many meetings"), number_of(meeting, "Meetings without an end")
    meeting.say(ANNA, "group", one, other)
    assert "together" in meeting.refused(ANNA, "group", other, one)
    meeting.until("vote")
    meeting.say(BEN, "vote", one)
    meeting.say(CEM, "vote", other)
    meeting.until("discuss")
    topic = meeting.state.current_topic
    assert topic is not None
    assert topic.votes == 2
    assert len(topic.notes) == 2


def test_a_note_can_be_taken_out_of_its_group() -> None:
    """By its number, unless it is already on its own."""
    meeting = with_notes(THREE)
    meeting.say(ANNA, "group", "3", "1")
    meeting.say(ANNA, "group", "2", "3")
    assert [topic.notes for topic in meeting.state.topics] == [(1, 2, 3)]
    meeting.say(ANNA, "group", "1")
    assert [topic.notes for topic in meeting.state.topics] == [(1,), (2, 3)]
    assert "on its own" in meeting.refused(ANNA, "group", "1")


def test_likely_pairs_are_offered_first() -> None:
    """The room gets buttons for notes that share words; only the facilitator is offered the other pairs."""
    meeting = with_notes(THREE)
    pair = tuple(sorted((int(number_of(meeting, text)) for text in THREE if "eetings" in text), reverse=True))
    assert likely_pairs(meeting.state) == (pair,)
    phrases = [GAME.phrase(meeting.state, ANNA, move) for move in GAME.moves(meeting.state, ANNA)]
    grouping = [phrase for phrase in phrases if phrase.command == "group"]
    assert [phrase.arguments for phrase in grouping if not phrase.secret] == [
        {"note": str(pair[0]), "other": str(pair[1])}
    ]
    assert len(grouping) == 3


def test_common_words_make_no_pair() -> None:
    """“We should have more” could be in any note."""
    meeting = with_notes({"We should have more time": "start", "We should have more plants": "start"})
    assert likely_pairs(meeting.state) == ()


def test_at_most_five_pairs_are_suggested() -> None:
    """Five similar notes make ten pairs, however they are numbered: all are likely, five have a button."""
    texts = {f"The build number {number} is slow": "stop" for number in range(5)}
    meetings = [with_notes(texts, seed=seed) for seed in range(3)]
    assert {len(likely_pairs(meeting.state)) for meeting in meetings} == {10}
    for meeting in meetings:
        phrases = [GAME.phrase(meeting.state, BEN, move) for move in GAME.moves(meeting.state, BEN)]
        assert len([phrase for phrase in phrases if phrase.command == "group" and not phrase.secret]) == 5


def test_a_room_s_first_buttons_stay_in_place() -> None:
    """“I'm done” and “next” come first, even when somebody has used dots."""
    meeting: Meeting = with_notes(THREE, phase="vote", dots=2)

    def first(seat: int) -> list[str]:
        return [GAME.phrase(meeting.state, seat, move).command for move in GAME.moves(meeting.state, seat)][:2]

    before = first(ANNA)
    meeting.say(ANNA, "vote", "1")
    assert before == first(ANNA) == ["done", "next"]
