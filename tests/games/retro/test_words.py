"""Formats, columns and commands: what people choose and type."""

import pytest

from games.contract import Option
from games.retro.formats import formats, plausible_notes
from games.retro.model import NOTE_LIMIT
from games.retro.words.terms import full_stop
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting


def option(name: str) -> Option:
    return next(each for each in GAME.options if each.name == name)


PURPOSES = {"sprint", "release", "health", "conflict", "celebration", "future"}


def test_every_format_is_complete() -> None:
    """At least 32, each with a title, when to use it, and two to six columns with a question and notes of their own."""
    assert len(formats()) >= 32
    assert {purpose for each in formats().values() for purpose in each.purposes} == PURPOSES
    for each in formats().values():
        assert each.title
        assert each.purposes
        assert str(each.when).endswith(".")
        assert 2 <= len(each.columns) <= 6
        written = each.columns[:-1] if each.topics else each.columns  # the last one of a health check fills itself
        assert all(column.hint for column in written)
        for column in written:
            assert plausible_notes(str(column.title)) != plausible_notes("Any other column"), column.title
            assert len(plausible_notes(column.title)) >= 3
            assert all(len(note) <= NOTE_LIMIT for note in plausible_notes(column.title))


def test_a_health_check_says_what_the_ends_of_its_scale_mean() -> None:
    """Three of them, and no two topics of one begin alike."""
    checks = [each for each in formats().values() if each.topics]
    assert [each.key for each in checks] == ["team-health", "psychological-safety", "delivery"]
    for topic in (topic for each in checks for topic in each.topics):
        assert topic.good
        assert topic.bad


@pytest.mark.parametrize("key", formats())
def test_a_meeting_has_the_columns_of_its_format(key: str) -> None:
    """As listed in the file."""
    assert Meeting(format=key).state.columns == formats()[key].columns


def test_a_team_can_have_its_own_columns() -> None:
    """Separated by commas; an underscore is a space."""
    assert option("columns").read("Keep,Went_well,Try") == "Keep,Went_well,Try"
    meeting = Meeting(columns="Keep,Went_well,Try").until("reflect")
    assert [column.title for column in meeting.state.columns] == ["Keep", "Went well", "Try"]
    meeting.say(BEN, "note", "went", "the release")
    assert "the release" in meeting.until("discuss").board()


@pytest.mark.parametrize("typed", ["Keep", "Keep,", ",Keep", "a,b,c,d,e,f,g", ""])
def test_too_few_too_many_or_empty_columns_are_refused(typed: str) -> None:
    """There must be two to six, none of them empty."""
    with pytest.raises(ValueError, match="2 to 6 words"):
        option("columns").read(typed)


@pytest.mark.parametrize(("word", "title"), [("stop", "Stop"), ("STO", "Stop"), ("2", "Stop"), ("con", "Continue")])
def test_a_column_is_named_by_the_start_of_its_title_or_its_number(word: str, title: str) -> None:
    """In upper or lower case."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", word, "something")
    column = meeting.until("discuss").state.notes[0].column
    assert column is not None
    assert str(meeting.state.columns[column].title) == title


def test_a_note_may_begin_with_a_short_word() -> None:
    """“I” isn't “Island”: nothing of what somebody writes is taken for a column that they didn't mean."""
    meeting = Meeting(format="sailboat").until("reflect")
    for word in ("I", "a", "ro"):
        assert "Which column" in meeting.refused(BEN, "note", word, "something")


@pytest.mark.parametrize(
    "typed", [("try", "next a timer"), ("try", "a timer"), ("try", "NEXT a timer"), ("3", "a timer")]
)
def test_a_title_of_several_words(typed: tuple[str, str]) -> None:
    """All of it may be typed, or its first word."""
    meeting = Meeting(columns="Keep,Drop,Try_next").until("reflect")
    meeting.say(BEN, "note", *typed)
    (note,) = meeting.until("discuss").state.notes
    assert (note.column, note.text) == (2, "a timer")


@pytest.mark.parametrize("word", ["st", "x", "c", "0", "4", "", "9" * 30])
def test_an_ambiguous_or_unknown_column_is_asked_for(word: str) -> None:
    """“st” could be Start or Stop."""
    assert "Which column" in Meeting().until("reflect").refused(BEN, "note", word, "something")


def test_a_note_is_one_line() -> None:
    """Each line is a note of its own; one with nothing in it is refused."""
    meeting = Meeting().until("reflect")
    assert "after the column" in meeting.refused(BEN, "note", "stop", " \n\x00 ")
    meeting.say(BEN, "note", "stop", "long meetings\nno\u2028 cake")
    assert {note.text for note in meeting.until("discuss").state.notes} == {"long meetings", "no cake"}


def test_a_refusal_names_the_current_phase() -> None:
    """Or says what is missing."""
    meeting = Meeting()
    assert "checking in" in meeting.refused(BEN, "card", "tool", "too early: it is")
    meeting.until("reflect")
    assert "writing notes" in meeting.refused(BEN, "action", str(CEM), "too early")
    assert "no question" in meeting.refused(BEN, "say", "hello")
    assert "no notes" in meeting.refused(BEN, "vote", "1")


def test_people_check_in_once_with_one_word() -> None:
    """An empty word is refused; a number with “done” is about an action."""
    meeting = Meeting()
    assert "one word" in meeting.refused(BEN, "say", "  ")
    meeting.say(BEN, "say", "sunny")
    assert "already" in meeting.refused(BEN, "say", "rainy")
    assert "Marking an action" in meeting.refused(CEM, "say", "1 done")
    assert "Ben            sunny" in meeting.board()


@pytest.mark.parametrize("word", ["6", "-1", "five", "", "4.5", "٣"])
def test_a_rating_is_a_whole_number_from_0_to_5(word: str) -> None:
    """Anything else is refused with a hint."""
    assert "0 to 5" in Meeting().until("close").refused(ANNA, "say", word)


def test_lessons_follow_events_that_exist() -> None:
    """The first is shown before the meeting begins."""
    kinds = set(GAME.events.json_schema()["discriminator"]["mapping"])
    assert GAME.lessons[0].after == ""
    assert {lesson.after for lesson in GAME.lessons[1:]} <= kinds
    assert 4 <= len(GAME.lessons) <= 7


@pytest.mark.parametrize(("typed", "quotation"), [("sunny", "“sunny”."), ("So so.", "“So so.”"), ("Well?", "“Well?”")])
def test_a_quotation_ends_its_sentence_once(typed: str, quotation: str) -> None:
    """A text with its own full stop doesn't get a second one."""
    assert full_stop(typed) == quotation
