"""A retrospective in another language: it stores the same, and says everything in that language."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games import language
from games.contract import replay, suggested
from games.language import Catalogue, add_language, speaking
from games.retro.events import EVENTS, Event
from games.retro.formats import formats, said_note
from games.sheets import BOLD, bold, line, marked, plain
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting

OTHER = "x-vowels"  # every vowel of ours has an accent, so whatever has none is untranslated, or was typed
_HOLE = re.compile(r"(\{[^{}]*\})")
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_UNTRANSLATED = re.compile(r"[^\W\d_]*[aeiouAEIOU][^\W\d_]*")


def accented(text: str) -> str:
    return "".join(part if _HOLE.fullmatch(part) else part.translate(_ACCENTS) for part in _HOLE.split(text))


class _Everything(Mapping[str, str]):
    """A catalogue that lacks nothing."""

    def __getitem__(self, key: str) -> str:
        return accented(key.rpartition("\x04")[2])

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _Counted(Mapping[str, tuple[str, ...]]):
    def __getitem__(self, key: str) -> tuple[str, ...]:
        return (accented(key),)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@pytest.fixture(autouse=True)
def other_language() -> Iterator[None]:
    add_language(Catalogue(OTHER, OTHER, _Everything(), _Counted(), lambda _: 0))
    yield
    del language._made[OTHER]
    language._forget()


def stored(events: list[Event]) -> list[bytes]:
    return [EVENTS.dump_json(event) for event in events]


# --- what is stored ------------------------------------------------------------------------------------------------

SETTINGS: tuple[dict[str, Any], ...] = (
    {"safety": "yes", "checkin": "weather"},
    {"format": "team-health", "notes": '["Printer"]'},
    {"columns": "Start,Went_well,_", "own": "Sailboat"},
    {"columns": "Keep,Drop"},
    *({"format": key} for key in formats()),
)


@pytest.mark.parametrize("settings", SETTINGS)
def test_starting_in_another_language_stores_the_same(settings: dict[str, Any]) -> None:
    here = Meeting(**settings).events
    with speaking(OTHER):
        there = Meeting(**settings).events
    assert stored(there) == stored(here)


def rehearsed(seed: int, **settings: Any) -> list[Event]:
    """A meeting of automatic participants."""
    meeting = Meeting(seed=seed, **settings)
    while GAME.result(meeting.state) is None:
        state = meeting.state
        seat = GAME.awaits(state)[0]
        meeting.events += GAME.decide(state, seat, suggested(GAME, state, seat, meeting.chance), meeting.chance)
    return meeting.events


@pytest.mark.parametrize("settings", [{"safety": "yes", "anonymous": "no"}, {"format": "team-health"}])
def test_a_whole_meeting_in_another_language_stores_the_same(settings: dict[str, Any]) -> None:
    """Its topics and what automatic participants write included, and what the next meeting inherits."""
    here = rehearsed(5, **settings)
    with speaking(OTHER):
        there = rehearsed(5, **settings)
        inherited = GAME.memories.inheritance(there)
    assert stored(there) == stored(here)
    assert inherited == GAME.memories.inheritance(here)


def test_an_old_meeting_is_read_in_any_language() -> None:
    """As versions stored it that knew only English."""
    event = EVENTS.validate_json(
        '{"seats":2,"title":"Keep, Drop, Try","columns":[{"title":"Keep","hint":"What works for us?"},'
        '{"title":"Something of then","hint":"Which we reworded"}],"dots":3,"reflect":5,"discuss":5,"limit":3,'
        '"anonymous":true,"check_in":"How are you, in one word?","kind":"started"}'
    )
    state = replay(GAME, [event])
    assert state is not None
    with speaking(OTHER):
        assert str(state.title) == "Kéép, Dróp, Try"
        assert [str(column.title) for column in state.columns] == ["Kéép", "Something of then"]
        assert str(state.check_in) == "Hów áré yóú, ín óné wórd?"


# --- what is said --------------------------------------------------------------------------------------------------


def test_what_the_host_chose_stays_as_it_is() -> None:
    """Even if one of our formats has such a column, or such a name."""
    meeting = Meeting(columns="Start,Stop", own="Sailboat")
    with speaking(OTHER):
        assert str(meeting.state.title) == "Sailboat"
        assert [str(column.title) for column in meeting.state.columns] == ["Start", "Stop"]
        assert [str(column.title) for column in Meeting().state.columns] == ["Stárt", "Stóp", "Cóntínúé"]


def test_notes_are_said_as_they_were_written() -> None:
    """Only a topic of a health check, and a whole sentence of an automatic participant, are ours for sure."""
    with speaking(OTHER):
        assert said_note("Reviews wait until somebody asks twice") == "Révíéws wáít úntíl sómébódy ásks twícé"
        assert said_note("Fun: 3.5 of 5") == "Fún: 3.5 óf 5"
        for typed in ("The test server", "Support", "Fun", "Beer: 3.5 of 5", "Start"):
            assert said_note(typed) == typed


def test_topics_of_a_health_check_are_said() -> None:
    meeting = Meeting(format="team-health").until("reflect")
    meeting.say(BEN, "rate", "1", "4")
    meeting.until("group")
    with speaking(OTHER):
        board = GAME.meeting.board(GAME.view(meeting.state, None))
    assert board is not None
    said = {note.text for note in board.notes}
    assert {"Válúé: 4.0 óf 5", "Fún"} <= said, "rated, and not rated"
    assert {note.text for note in meeting.state.board} >= {"Value: 4.0 of 5", "Fun"}, "as it is stored"


def test_english_words_are_understood_in_every_language() -> None:
    """A button types them, whoever made it and whoever presses it; a title works too, as people read it."""
    meeting = Meeting().until("reflect")
    with speaking(OTHER):
        meeting.say(BEN, "note", "sto", "one")
        meeting.say(BEN, "note", "Stóp", "two")
        move = GAME.moves(meeting.state, CEM)
        phrases = [GAME.phrase(meeting.state, CEM, each) for each in move]
    assert [note.column for note in meeting.state.notes] == [1, 1]
    for phrase, each in zip(phrases, move, strict=True):
        assert GAME.read(meeting.state, CEM, phrase.command, phrase.arguments) == each


def test_nothing_is_said_in_english() -> None:
    """In any phase, to anybody: in a message, a panel, a form, a button, on a board, in the summary and afterwards."""
    with speaking(OTHER):
        found = {word for text in everything_said() for word in _UNTRANSLATED.findall(text)}
    assert found <= {"Fri", "Tue", "Nov"}, "days apart, which have their own tests"


def everything_said() -> Iterator[str]:
    for meeting in moments():
        yield from in_messages(meeting)
        yield from on_buttons(meeting)
        yield GAME.shows.past(meeting.events, meeting.state)
        yield GAME.memories.report(meeting.events, "markdown")
        yield from GAME.memories.highlights(meeting.events)
        drawing = GAME.board(GAME.view(meeting.state, None), ["Q1", "B2", "C3", "D4"])
        yield from (drawing.text, drawing.alt)


def in_messages(meeting: Meeting) -> Iterator[str]:
    for viewer in (None, ANNA, BEN):
        view = GAME.view(meeting.state, viewer)
        yield from meeting.narrated(viewer)
        yield GAME.prompt(view)
        for sheet in (GAME.shows.sheet(view), GAME.shows.lead(view), GAME.meeting.summary(view.state, "2026-11-17")):
            yield sheet.text if sheet else ""
        for command in GAME.commands:
            if form := GAME.shows.form(view, command.name):
                yield from (form.title, form.note, form.send)
                yield from (text for each in form.fields for text in (each.label, each.hint, *each.groups))
                yield from (label for each in form.fields for _, label in each.options)


def on_buttons(meeting: Meeting) -> Iterator[str]:
    for seat in (ANNA, BEN):
        phrases = [GAME.phrase(meeting.state, seat, move) for move in GAME.moves(meeting.state, seat)]
        yield from (text for each in phrases for text in (each.label, each.note, each.yes, each.form))
        yield from (each.instead[0] for each in phrases if each.instead)


def moments() -> Iterator[Meeting]:
    """A meeting where nobody types a vowel."""
    meeting = Meeting(4, safety="yes", actions='[{"what": "xx", "due": "2026-11-20"}]', agreement='["gg"]', own="hh")
    yield meeting
    meeting.say(BEN, "say", "ss")
    meeting.say(BEN, "safety", "4")
    meeting.say(ANNA, "agree", "kk")
    yield meeting
    meeting.say(ANNA, "safety", "show")
    yield meeting.until("review")
    meeting.say(BEN, "say", "1 done")
    yield meeting.until("reflect")
    for text in ("tt", "tt vv", "ww"):
        meeting.say(BEN, "note", "2", text)
        yield meeting
    meeting.until("group").say(BEN, "group", "2", "1")
    meeting.say(BEN, "title", "1", "nn")
    yield meeting
    meeting.until("vote").say(BEN, "vote", "3")
    yield meeting
    yield meeting.until("discuss")
    meeting.time_passes()
    meeting.say(BEN, "longer")
    meeting.say(CEM, "done")
    meeting.say(BEN, "insight", "pp")
    yield meeting
    meeting.until("actions").say(ANNA, "action", "1", "zz")
    yield meeting
    meeting.say(ANNA, "hide", "3", "tone")
    meeting.until("close").say(BEN, "say", "4")
    meeting.say(BEN, "thanks", "2", "ff")
    yield meeting
    yield meeting.until("over")


# --- sentences with something bold in them -------------------------------------------------------------------------


def test_what_is_bold_stands_between_two_holes() -> None:
    """Whatever a catalogue makes of them, no mark is left."""
    assert marked("{bold}1 of 2{plain} are done.".format(**BOLD)) == line(bold("1 of 2"), " are done.")
    assert marked("Nothing") == line("Nothing")
    assert plain(marked("a {plain}b{bold} c".format(**BOLD))) == "a b c"
