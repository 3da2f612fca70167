"""The rules of the retrospective: what each seat may do, what then happens, and who may see what."""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from games.api import Deadline, Option, Options, Result
from games.chance import Chance
from games.inheritance import CARD_KINDS, MAX_CARDS, TeamCard, read_actions, read_cards, read_notes, read_prompts
from games.retro import refusals
from games.retro.deciding import call_time, clock_name, decide_for
from games.retro.events import Event, PhaseBegan, Started
from games.retro.formats import OWN_TITLE, formats, own_columns
from games.retro.model import (
    MARKS,
    MAX_NOTES,
    MAX_RATING,
    VOTE_SECONDS,
    AddAction,
    CallTime,
    CheckIn,
    Column,
    Group,
    HandOver,
    Longer,
    MarkAction,
    Move,
    Next,
    Note,
    PutDot,
    Rate,
    Ready,
    State,
    TakeDot,
    Ungroup,
    View,
    WriteCard,
    WriteNote,
)
from games.retro.phases import Recorder
from games.retro.similar import likely_pairs
from games.values import replace

MAX_COLUMNS = 6
SAVED = Column("From the sprint", "What you saved since last time")
_FORMAT = "format"  # the default of `columns`: those of the format
# placeholders in listed moves for what a person types; nobody sees them
_WORD, _NOTE, _CARD, _ACTION = "fine", "Something to talk about", "Title: text", "Talk about it"

OPTIONS: tuple[Option, ...] = (
    Option("format", "Which columns the board has", next(iter(formats())), choices=tuple(formats())),
    Option(
        "columns",
        "Your own columns instead, such as Keep,Drop,Try",
        _FORMAT,
        choices=(_FORMAT,),
        minimum=2,
        maximum=MAX_COLUMNS,
        free=True,
    ),
    Option("dots", "Dots each of you can vote with", 3, minimum=1, maximum=10),
    Option("reflect", "Minutes for writing notes", 5, minimum=1, maximum=60),
    Option("discuss", "Minutes for each topic", 5, minimum=1, maximum=60),
    Option("anonymous", "no: notes show who wrote them", "yes", choices=("yes", "no")),
    Option("limit", "Maximum number of actions", 3, minimum=1, maximum=10),
)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    del chance  # nothing is drawn until the notes are shown
    usual = next(iter(formats().values()))  # for a format whose plugin was removed after the table was opened
    chosen, own = formats().get(str(options["format"]), usual), str(options["columns"])
    columns, saved = chosen.columns if own == _FORMAT else own_columns(own), read_notes(options.get("notes", ""))
    if saved and len(columns) < MAX_COLUMNS:
        columns = (*columns, SAVED)
    started = Started(
        seats=seats,
        title=chosen.title if own == _FORMAT else OWN_TITLE,
        columns=columns,
        dots=int(options["dots"]),
        reflect=int(options["reflect"]),
        discuss=int(options["discuss"]),
        limit=int(options["limit"]),
        anonymous=options["anonymous"] == "yes",
        questions=read_prompts(options.get("prompts", "")),
        earlier=read_actions(options.get("actions", "")),
        cards=read_cards(options.get("cards", "")),
        saved=saved,
    )
    return [started, PhaseBegan("stage")]


# --- what each seat may do -----------------------------------------------------------------------------------------


def moves(state: State, seat: int) -> list[Move]:
    if state.phase == "over" or seat not in range(state.seats):
        return []
    # these come first: a room's buttons must stay in place when somebody has used all their dots
    ready: list[Move] = [] if seat in state.ready else [Ready()]
    if seat != state.facilitator:
        return [*ready, *_phase_moves(state, seat)]
    handing_over = (HandOver(other) for other in range(state.seats) if other != seat)
    return [*ready, Next(), *_phase_moves(state, seat), *handing_over]


def _phase_moves(state: State, seat: int) -> Iterator[Move]:
    match state.phase:
        case "stage":
            return _stage(state, seat)
        case "reflect":
            return _reflect(state, seat)
        case "group":
            return _group(state, seat)
        case "vote":
            return _vote(state, seat)
        case "discuss":
            return _discuss(state, seat)
        case "actions":
            return _actions(state)
        case "close":
            return _close(state, seat)
        case "over":
            return iter(())
        case _:
            assert_never(state.phase)


def _stage(state: State, seat: int) -> Iterator[Move]:
    if seat not in state.words:
        yield CheckIn(_WORD)
    for number, action in enumerate(state.earlier, start=1):
        yield from (MarkAction(number, mark) for mark in MARKS if mark != action.mark)


def _reflect(state: State, seat: int) -> Iterator[Move]:
    if len(state.notes) < MAX_NOTES:
        yield from (WriteNote(column, _NOTE) for column in range(len(state.columns)))
    yield from _cards(state)
    if seat == state.facilitator:
        yield Longer()


def _group(state: State, seat: int) -> Iterator[Move]:
    if seat == state.facilitator:
        keys = [topic.key for topic in state.topics]
        pairs = [(other, one) for one, other in combinations(keys, 2)]
        # likely pairs first: of hundreds, only some can be shown
        yield from (Group(note, other) for note, other in dict.fromkeys([*likely_pairs(state), *pairs]))
        yield from (Ungroup(number) for topic in state.topics if len(topic.notes) > 1 for number in topic.notes)


def _vote(state: State, seat: int) -> Iterator[Move]:
    if seat in state.ready:
        return
    mine = state.placed.get(seat, ())
    if len(mine) < state.dots:
        yield from (PutDot(topic.key) for topic in state.topics)
    yield from (TakeDot(topic.key) for topic in state.topics if topic.key in mine)


def _discuss(state: State, seat: int) -> Iterator[Move]:
    if seat == state.facilitator or seat not in state.asked:
        yield Longer()
    if seat == state.facilitator and state.topic < len(state.agenda):
        yield Next(phase=True)
    yield from _agreements(state)


def _actions(state: State) -> Iterator[Move]:
    yield from _agreements(state)
    yield from _cards(state)


def _close(state: State, seat: int) -> Iterator[Move]:
    if seat not in state.ratings:
        yield from (Rate(value) for value in range(MAX_RATING + 1))


def _cards(state: State) -> Iterator[Move]:
    if len(state.cards) < MAX_CARDS:
        yield from (WriteCard(kind, _CARD) for kind in CARD_KINDS)


def _agreements(state: State) -> Iterator[Move]:
    if len(state.actions) < state.limit:
        yield from (AddAction(owner, _ACTION) for owner in range(state.seats))
    yield from (MarkAction(number, "drop") for number in range(1, len(state.actions) + 1))


def awaits(state: State) -> tuple[int, ...]:
    """Everybody who isn't ready; the facilitator if all are ready and something is still open."""
    if state.phase == "over":
        return ()
    return tuple(seat for seat in range(state.seats) if seat not in state.ready) or (state.facilitator,)


def leads(state: State) -> tuple[int, ...]:
    """The facilitator may move on at any time, even after saying “ready”."""
    return () if state.phase == "over" else (state.facilitator,)


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    recorder = Recorder(state, chance)
    if state.phase == "over":
        raise refusals.it_is_over()
    if isinstance(move, CallTime):
        call_time(recorder, seat, move)
    elif seat is None or seat not in range(state.seats):
        raise refusals.no_seat()
    else:
        decide_for(recorder, seat, move)
    return recorder.events


# --- who may see what ----------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    """Hide notes until all are shown, cards until the end, and other seats' dots and ratings for good."""
    if state.phase == "over":
        return View(seat, state)
    notes = state.notes if state.notes_shown else tuple(sorted((_seen(note, seat) for note in state.notes), key=repr))
    placed = {voter: dots if voter == seat else (None,) * len(dots) for voter, dots in state.placed.items()}
    ratings = {voter: value if voter == seat else None for voter, value in state.ratings.items()}
    return View(seat, replace(state, notes=notes, placed=placed, ratings=ratings, cards=(None,) * len(state.cards)))


def _seen(note: Note, seat: int | None) -> Note:
    """A note before the reveal: its writer sees it if notes are signed, nobody else does."""
    return note if note.by is not None and note.by == seat else Note()


def imagine(state: State, seat: int | None, chance: Chance) -> State:
    """The same state with everything this seat can't see replaced by chance."""
    if state.phase == "over":
        return state
    notes = state.notes
    if not state.notes_shown:
        notes = tuple(sorted((_imagined(state, note, seat, chance) for note in notes), key=repr))
    keys = [topic.key for topic in state.topics]
    return replace(
        state,
        notes=notes,
        placed={
            voter: dots if voter == seat else tuple(chance.choice(keys) for _ in dots)
            for voter, dots in state.placed.items()
        },
        ratings={
            voter: value if voter == seat else chance.below(MAX_RATING + 1) for voter, value in state.ratings.items()
        },
        cards=tuple(TeamCard(chance.choice(CARD_KINDS), f"Card {chance.below(1000)}") for _ in state.cards),
    )


def _imagined(state: State, note: Note, seat: int | None, chance: Chance) -> Note:
    if note.by is not None and note.by == seat:
        return note
    others = [other for other in range(state.seats) if other != seat]
    by = None if state.anonymous else chance.choice(others)
    return Note(chance.below(len(state.columns)), f"Note {chance.below(1000)}", by)


def result(state: State) -> Result | None:
    """A retrospective has no winners."""
    return Result(()) if state.phase == "over" else None


def deadline(state: State) -> Deadline | None:
    name = clock_name(state)
    if not name:
        return None
    minutes = state.reflect if state.phase == "reflect" else state.discuss
    return Deadline(name, VOTE_SECONDS if state.time_is_up else 60 * minutes, CallTime(name))
