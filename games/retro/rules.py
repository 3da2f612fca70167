"""The rules of the retrospective: what each seat may do, and what then happens."""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from games.chance import Chance
from games.contract import Option, Options, Result
from games.memories import (
    CARD_KINDS,
    MAX_CARDS,
    TeamCard,
    read_actions,
    read_asked,
    read_cards,
    read_notes,
    read_prompts,
)
from games.parts import Deadline
from games.retro import refusals
from games.retro.deciding import decide_for, write
from games.retro.events import Event, PhaseBegan, Started
from games.retro.memories import read_agreement, read_formats, read_health
from games.retro.model import (
    MARKS,
    MAX_AGREEMENT,
    MAX_INSIGHTS,
    MAX_NOTES,
    MAX_RATING,
    MAX_THANKS,
    OWN_TITLE,
    REASONS,
    SAVED,
    SCALE,
    VOTE_SECONDS,
    Column,
    Format,
    Note,
    SavedFormat,
    State,
    View,
    check_ins,
    formats,
    own_columns,
)
from games.retro.moves import (
    AddAction,
    AddInsight,
    Agree,
    AnswerSafety,
    Arrive,
    Back,
    CallTime,
    ChangeNote,
    CheckIn,
    Disagree,
    GroupNotes,
    HandOver,
    HideNote,
    Longer,
    MakeAnonymous,
    MarkAction,
    Move,
    NameTopic,
    Next,
    PutDot,
    Rate,
    RateTopics,
    Ready,
    ShowSafety,
    TakeDot,
    Thank,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNotes,
)
from games.retro.phases import Recorder, arrive, call_time, clock_name, open_to_more, phase_before
from games.retro.player import likely_pairs, offered_pairs
from games.text import clean
from games.values import replace

# placeholders in listed moves for what a person types; nobody sees them
_WORD, _NOTE, _CARD, _ACTION = "fine", "Something to talk about", "Title: text", "Talk about it"
_CHANGED = "Something else to talk about"
_LINE, _NAME, _INSIGHT, _THANKS = "We start on time", "A name", "What we understand now", "for your help"
FEW_TOPICS = 12  # so many have all pairs listed; of more, only the likely ones: the others are typed


# --- what each seat may do -------------------------------------------------------------------------------------------


def moves(state: State, seat: int) -> list[Move]:
    if state.phase == "over" or seat not in range(state.seats):
        return []
    found = [*_moving_on(state, seat), *_phase_moves(state, seat)]
    return found if seat != state.facilitator else [*found, *_back(state), *_leading(state, seat)]


def public_moves(state: State, seat: int) -> list[Move]:
    """The moves without those that only the facilitator needs to see, or that are one of dozens (an unlikely pair)."""
    if state.phase == "over" or seat not in range(state.seats):
        return []
    found = [*_moving_on(state, seat), *_public_phase_moves(state, seat)]
    return found if seat != state.facilitator else [*found, *_back(state)]


def _moving_on(state: State, seat: int) -> Iterator[Move]:
    """Moves to go on. They come first: a room's buttons must stay in place when somebody has used all their dots."""
    if seat not in state.ready:
        yield Ready()
    if seat == state.facilitator:
        yield Next()


def _back(state: State) -> Iterator[Move]:
    if phase_before(state) is not None:
        yield Back()


def _leading(state: State, seat: int) -> Iterator[Move]:
    """Moves that only the facilitator may make, in any phase."""
    for number, note in enumerate(state.board, start=1):
        if not note.hidden and not (state.health and note.column == len(state.columns) - 1):  # nobody wrote its topics
            yield HideNote(number, REASONS[0])  # the other reasons are typed
    yield from (HandOver(other) for other in range(state.seats) if other != seat)


def _phase_moves(state: State, seat: int) -> Iterator[Move]:
    match state.phase:
        case "stage":
            return _stage(state, seat)
        case "reflect":
            return _reflect(state, seat)
        case "group":
            return _group(state)
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


def _public_phase_moves(state: State, seat: int) -> Iterator[Move]:
    match state.phase:
        case "group":
            return _likely_groups(state)
        case "vote":
            return _dots(state, seat)
        case "discuss":
            return _discussion(state, seat)
        case _:
            return _phase_moves(state, seat)


def _stage(state: State, seat: int) -> Iterator[Move]:
    if seat not in state.words:
        yield CheckIn(_WORD)
    if state.safety_check and not state.safety_poll:
        if seat not in state.safety:
            yield from (AnswerSafety(value) for value in SCALE)
        if seat == state.facilitator and state.safety:
            yield ShowSafety()
    if seat == state.facilitator and not state.anonymous:
        yield MakeAnonymous()
    for number, action in enumerate(state.earlier, start=1):
        yield from (MarkAction(number, mark) for mark in MARKS if mark != action.mark)
    yield from _agreement(state)


def _agreement(state: State) -> Iterator[Move]:
    if len(state.agreement) < MAX_AGREEMENT and _LINE not in state.agreement:
        yield Agree(_LINE)
    yield from (Disagree(number) for number in range(1, len(state.agreement) + 1))


def _reflect(state: State, seat: int) -> Iterator[Move]:
    if len(state.notes) < MAX_NOTES:
        yield from (WriteNotes(((column, _NOTE),)) for column in range(len(state.columns) - bool(state.health)))
    if not state.profile:
        given = state.answers.get(seat, {})
        for topic in range(1, len(state.health) + 1):
            yield from (RateTopics(((topic, value),)) for value in SCALE if given.get(topic) != value)
    # where notes are signed it is known whose they are; of an anonymous one, only the writer knows the code
    for note in state.waiting:
        if note.by == seat:
            yield from () if note.text == _CHANGED else (ChangeNote(note.code, _CHANGED),)
            yield WithdrawNote(note.code)
    yield from _cards(state)
    if seat == state.facilitator:
        yield Longer()


def _group(state: State) -> Iterator[Move]:
    keys = [topic.key for topic in state.topics]
    pairs = [(other, one) for one, other in combinations(keys, 2)] if len(keys) <= FEW_TOPICS else []
    # likely pairs first: of dozens, only some can be shown
    yield from map(GroupNotes, dict.fromkeys([*offered_pairs(state), *likely_pairs(state), *pairs]))
    yield from (Ungroup(number) for topic in state.topics if len(topic.notes) > 1 for number in topic.notes)
    yield from _naming(state)


def _likely_groups(state: State) -> Iterator[Move]:
    yield from map(GroupNotes, offered_pairs(state))
    yield from (NameTopic(topic.key, _NAME) for topic in state.topics if len(topic.notes) > 1 and not topic.name)


def _naming(state: State) -> Iterator[Move]:
    """Moves that name a topic: any can be named; those with several notes need it."""
    yield from (NameTopic(topic.key, _NAME) for topic in state.topics if topic.name != _NAME)


def _vote(state: State, seat: int) -> Iterator[Move]:
    yield from _dots(state, seat)
    yield from _naming(state)


def _dots(state: State, seat: int) -> Iterator[Move]:
    if seat in state.ready:
        return
    mine = state.placed.get(seat, ())
    if len(mine) < state.dots:
        yield from (PutDot(topic.key) for topic in state.topics)
    yield from (TakeDot(topic.key) for topic in state.topics if topic.key in mine)


def _discuss(state: State, seat: int) -> Iterator[Move]:
    yield from _discussion(state, seat)
    yield from _naming(state)


def _discussion(state: State, seat: int) -> Iterator[Move]:
    if seat == state.facilitator or seat not in state.asked:
        yield Longer()
    if seat == state.facilitator and state.topic < len(state.agenda):
        yield Next(phase=True)
    topic = state.current_topic
    if topic is not None and sum(each.topic == topic.key for each in state.insights) < MAX_INSIGHTS:
        yield AddInsight(_INSIGHT)
    yield from _agreements(state)


def _actions(state: State) -> Iterator[Move]:
    yield from _agreements(state)
    yield from _cards(state)


def _close(state: State, seat: int) -> Iterator[Move]:
    if seat not in state.ratings:
        yield from (Rate(value) for value in range(MAX_RATING + 1))
    if len(state.thanks) < MAX_THANKS:
        yield from (Thank(other, _THANKS) for other in range(state.seats) if other != seat)
    yield from _agreement(state)


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
    """The facilitator, who may move on at any time, even after saying “ready”."""
    return () if state.phase == "over" else (state.facilitator,)


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    recorder = Recorder(state, chance)
    if state.phase == "over":
        raise refusals.it_is_over()
    if isinstance(move, CallTime):
        call_time(recorder, seat, move)
    elif isinstance(move, Arrive):
        arrive(recorder, seat)
    elif seat is None and isinstance(move, WriteNotes):
        write(recorder, None, move)
    elif seat is None or seat not in range(state.seats):
        raise refusals.no_seat()
    else:
        decide_for(recorder, seat, move)
    return recorder.events


def arrival(state: State) -> Move | None:
    """The move of somebody who joins; None once the dots are counted."""
    return Arrive() if open_to_more(state) else None


def result(state: State) -> Result | None:
    """The result, without winners: a retrospective has none."""
    return Result(()) if state.phase == "over" else None


def deadline(state: State) -> Deadline | None:
    name = clock_name(state)
    if not name:
        return None
    minutes = state.reflect if state.phase == "reflect" else state.discuss
    return Deadline(name, VOTE_SECONDS if state.time_is_up else 60 * minutes, CallTime(name))


# --- opening ---------------------------------------------------------------------------------------------------------

_FORMAT, _ANY, _NONE = "format", "any", "none"  # defaults that stand for something else
_MAX_COLUMNS = 6
_SAVED_LIMIT = 24  # characters of the name of a room's own format
_MAX_SAVED = 10

OPTIONS: tuple[Option, ...] = (
    Option(
        "format",
        "Which columns the board has; `/scrum formats` finds one",
        next(iter(formats())),
        choices=tuple(formats()),
        notes=tuple(each.note for each in formats().values()),
    ),
    Option(
        "columns",
        "Your own columns instead, such as Keep,Drop,Try",
        _FORMAT,
        choices=(_FORMAT,),
        minimum=2,
        maximum=_MAX_COLUMNS,
        free=True,
    ),
    Option("dots", "Dots each of you can vote with", 3, minimum=1, maximum=10),
    Option("reflect", "Minutes for writing notes", 5, minimum=1, maximum=60),
    Option("anonymous", "no: notes show who wrote them", "yes", choices=("yes", "no")),
    Option(
        "own",
        "A name under which this room keeps your columns; later, own=name alone brings them back",
        _NONE,
        choices=(_NONE,),
        minimum=1,
        maximum=1,
        free=True,
    ),
    Option("discuss", "Minutes for each topic", 5, minimum=1, maximum=60),
    Option("limit", "Maximum number of actions", 3, minimum=1, maximum=10),
    Option("checkin", "The question to begin with", _ANY, choices=(_ANY, *check_ins())),
    Option("safety", "yes: ask first, without names, how safe people feel to speak", "no", choices=("no", "yes")),
)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    chosen, columns, known, unknown = _columns(options, read_formats(options.get("formats", "")))
    notes = read_notes(options.get("notes", ""))
    if notes and len(columns) < _MAX_COLUMNS:
        columns = (*columns[:-1], SAVED, columns[-1]) if chosen.topics else (*columns, SAVED)  # topics come last
    asked = read_asked(options.get("check_ins", ""))
    key = _check_in(str(options["checkin"]), asked, chance)
    started = Started(
        seats=seats,
        title=chosen.title,
        columns=columns,
        dots=int(options["dots"]),
        reflect=int(options["reflect"]),
        discuss=int(options["discuss"]),
        limit=int(options["limit"]),
        anonymous=options["anonymous"] == "yes",
        questions=read_prompts(options.get("prompts", "")),
        earlier=read_actions(options.get("actions", "")),
        cards=read_cards(options.get("cards", "")),
        saved=notes,
        check_in=check_ins()[key],
        asked_before=(*asked, key),
        agreement=read_agreement(options.get("agreement", "")),
        safety=options["safety"] == "yes",
        health=chosen.topics,
        past=read_health(options.get("health", "")),
        formats=known,
        unknown=unknown,
    )
    return [started, PhaseBegan("stage")]


def _columns(
    options: Options, saved: tuple[SavedFormat, ...]
) -> tuple[Format, tuple[Column, ...], tuple[SavedFormat, ...], str]:
    """The format, its columns, the room's formats from now on, and a name that none of them has."""
    usual = next(iter(formats().values()))  # for a format whose plugin was removed after the table was opened
    chosen, own = formats().get(str(options["format"]), usual), str(options["columns"])
    name = "" if options["own"] == _NONE else clean(str(options["own"]).replace("_", " "), _SAVED_LIMIT)
    if own != _FORMAT:
        columns = own_columns(own)
        kept = tuple(each for each in saved if each.name.casefold() != name.casefold())
        new = (SavedFormat(name, tuple(column.title for column in columns)),) if name else ()
        return Format("", name or OWN_TITLE, columns), columns, (*kept, *new)[-_MAX_SAVED:], ""
    found = next((each for each in saved if name and each.name.casefold() == name.casefold()), None)
    if found is not None:
        columns = tuple(Column(title) for title in found.columns)
        return Format("", found.name, columns), columns, saved, ""
    return chosen, chosen.columns, saved, name


def _check_in(chosen: str, asked: tuple[str, ...], chance: Chance) -> str:
    """The question that was chosen, or one that the room wasn't asked lately."""
    if chosen in check_ins():
        return chosen
    latest = asked[-(len(check_ins()) // 2) :]
    # apart: it decides nothing, so the draws of a table are the same with and without it
    return chance.apart("check-in").choice([key for key in check_ins() if key not in latest])


# --- views -----------------------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    """Hide notes until all are shown, cards until the end, and other seats' dots and answers for good."""
    if state.phase == "over":
        return View(seat, state)
    waiting = tuple(sorted((_seen(note, seat) for note in state.waiting), key=repr))
    seen = replace(
        state,
        notes=(*state.board, *waiting),
        placed={voter: dots if voter == seat else (None,) * len(dots) for voter, dots in state.placed.items()},
        ratings={voter: value if voter == seat else None for voter, value in state.ratings.items()},
        safety={voter: value if voter == seat else None for voter, value in state.safety.items()},
        answers={
            voter: given if voter == seat else dict.fromkeys(range(len(given)))
            for voter, given in state.answers.items()
        },
        cards=(None,) * len(state.cards),
    )
    return View(seat, seen)


def _seen(note: Note, seat: int | None) -> Note:
    """A note before the reveal: its writer sees it if notes are signed, nobody else does."""
    return note if note.by is not None and note.by == seat else Note()


def imagine(state: State, seat: int | None, chance: Chance) -> State:
    """A state with everything this seat can't see replaced by chance."""
    if state.phase == "over":
        return state
    waiting = tuple(sorted((_imagined(state, note, seat, chance) for note in state.waiting), key=repr))
    keys = [topic.key for topic in state.topics]
    return replace(
        state,
        notes=(*state.board, *waiting),
        placed={
            voter: dots if voter == seat else tuple(chance.choice(keys) for _ in dots)
            for voter, dots in state.placed.items()
        },
        ratings={
            voter: value if voter == seat else chance.below(MAX_RATING + 1) for voter, value in state.ratings.items()
        },
        safety={voter: value if voter == seat else chance.choice(SCALE) for voter, value in state.safety.items()},
        answers={
            voter: given if voter == seat else {topic: chance.choice(SCALE) for topic in given}
            for voter, given in state.answers.items()
        },
        cards=tuple(TeamCard(chance.choice(CARD_KINDS), f"Card {chance.below(1000)}") for _ in state.cards),
    )


def _imagined(state: State, note: Note, seat: int | None, chance: Chance) -> Note:
    if note.by is not None and note.by == seat:
        return note
    others = [other for other in range(state.seats) if other != seat]
    by = None if note.by is None else chance.choice(others)
    column, text = chance.below(len(state.columns)), f"Note {chance.below(1000)}"
    return Note(column, text, by, f"code{chance.below(1000)}")
