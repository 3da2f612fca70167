"""The rules of the retrospective: what each seat may do, and what then happens."""

from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from games.chance import Chance
from games.contract import Result
from games.memories import CARD_KINDS, MAX_CARDS, TeamCard
from games.parts import Deadline
from games.retro.acts import refusals
from games.retro.deciding import decide_for
from games.retro.deciding.course import arrive, call_time, move_on_alone
from games.retro.deciding.notes import write
from games.retro.events import Event
from games.retro.model import (
    MARKS,
    MAX_AGREEMENT,
    MAX_INSIGHTS,
    MAX_NOTES,
    MAX_RATING,
    MAX_THANKS,
    REASONS,
    SCALE,
    VOTE_SECONDS,
    Note,
    State,
    View,
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
    ChooseTopic,
    Disagree,
    Done,
    EditAction,
    GroupNotes,
    HandOver,
    HideNote,
    Longer,
    MakeAnonymous,
    MarkAction,
    Move,
    MoveOn,
    NameTopic,
    Next,
    NotYet,
    PutDot,
    Rate,
    RateTopics,
    ShowSafety,
    TakeDot,
    Thank,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNotes,
)
from games.retro.phases import Recorder, clock_name, everybody_done, minutes_of, open_to_more, phase_before, undone
from games.retro.player import likely_pairs, offered_pairs
from games.values import replace

# placeholders in listed moves for what a person types; nobody sees them
_WORD, _NOTE, _CARD, _ACTION = "fine", "Something to talk about", "Title: text", "Talk about it"  # not prose
_CHANGED = "Something else to talk about"  # not prose
_LINE, _NAME, _INSIGHT, _THANKS = "We start on time", "A name", "What we understand now", "for your help"  # not prose
FEW_TOPICS = 12  # so many have all pairs listed; of more, only the likely ones: the others are typed


# --- what each seat may do -------------------------------------------------------------------------------------------


def moves(state: State, seat: int) -> list[Move]:
    if state.phase == "over" or seat not in range(state.seats):
        return []
    found = [*_moving_on(state, seat), *_phase_moves(state, seat), *_not_yet(state, seat)]
    return found if seat != state.facilitator else [*found, *_back(state), *_leading(state, seat)]


def public_moves(state: State, seat: int) -> list[Move]:
    """The moves without those that only the facilitator needs to see, or that are one of dozens (an unlikely pair)."""
    if state.phase == "over" or seat not in range(state.seats):
        return []
    found = [*_moving_on(state, seat), *_public_phase_moves(state, seat)]
    return found if seat != state.facilitator else [*found, *_back(state)]


def _moving_on(state: State, seat: int) -> Iterator[Move]:
    """Moves to go on. They come first: a room's buttons must stay in place when somebody has used all their dots."""
    if seat not in state.ready and state.phase != "discuss":
        yield Done()
    if seat == state.facilitator:
        yield Next()


def _not_yet(state: State, seat: int) -> Iterator[Move]:
    answered = {"stage": state.words, "close": state.ratings}.get(state.phase, {})
    if seat in state.ready and seat not in answered:
        yield NotYet()


def _back(state: State) -> Iterator[Move]:
    if phase_before(state) is not None:
        yield Back()


def _leading(state: State, seat: int) -> Iterator[Move]:
    """Moves that only the facilitator may make."""
    if state.phase in {"discuss", "actions"}:
        yield from _changes(state)
    for number, note in enumerate(state.board, start=1):
        if not note.hidden and not (state.health and note.column == len(state.columns) - 1):  # nobody wrote its topics
            yield HideNote(number, REASONS[0])  # the other reasons are typed
    yield from (HandOver(other) for other in range(state.seats) if other != seat)


def _changes(state: State) -> Iterator[Move]:
    """Changes of today's actions, and another topic."""
    for number, action in enumerate(state.actions, start=1):
        if action.what != _CHANGED:
            yield EditAction(number, _CHANGED, action.owner)
        yield MarkAction(number, "drop")
    current = state.current_topic
    if current is not None:
        yield from (ChooseTopic(topic.key) for topic in state.topics if topic != current)


def _phase_moves(state: State, seat: int) -> Iterator[Move]:
    match state.phase:
        case "stage":
            return _stage(state, seat)
        case "review":
            return _review(state)
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
    yield from _agreement(state)


def _review(state: State) -> Iterator[Move]:
    for number, action in enumerate(state.earlier, start=1):
        yield from (MarkAction(number, mark) for mark in MARKS if mark != action.mark)


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
    mine = state.placed.get(seat, ())
    if len(mine) < state.dots:
        yield from (PutDot(topic.key) for topic in state.topics)
    yield from (TakeDot(topic.key) for topic in state.topics if topic.key in mine)


def _discuss(state: State, seat: int) -> Iterator[Move]:
    yield from _discussion(state, seat)
    yield from _naming(state)


def _discussion(state: State, seat: int) -> Iterator[Move]:
    yield from _deciding_on_time(state, seat) if state.time_is_up else ()
    if seat == state.facilitator and state.topic < len(state.agenda):
        yield Next(phase=True)
    yield from _new_actions(state)
    topic = state.current_topic
    if topic is not None and len(state.insights_of(topic)) < MAX_INSIGHTS:
        yield AddInsight(_INSIGHT)
    yield from _deciding_on_time(state, seat) if not state.time_is_up else ()


def _deciding_on_time(state: State, seat: int) -> Iterator[Move]:
    """Moves that ask for more time, or for another topic. Once time is up they come first."""
    if seat == state.facilitator or seat not in state.asked:
        yield Longer()
    if seat not in state.ready:
        yield Done()


def _actions(state: State) -> Iterator[Move]:
    yield from _new_actions(state)
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


def _new_actions(state: State) -> Iterator[Move]:
    if len(state.actions) < state.limit:
        yield from (AddAction(owner, _ACTION) for owner in range(state.seats))


def awaits(state: State) -> tuple[int, ...]:
    """Everybody who isn't done; then the facilitator, who moves on."""
    if state.phase == "over":
        return ()
    return (state.facilitator,) if everybody_done(state) else undone(state)


def leads(state: State) -> tuple[int, ...]:
    """The facilitator, who may move on at any time, even when done."""
    return () if state.phase == "over" else (state.facilitator,)


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    recorder = Recorder(state, chance)
    if state.phase == "over":
        raise refusals.it_is_over()
    if isinstance(move, CallTime):
        call_time(recorder, seat, move)
    elif isinstance(move, Arrive):
        arrive(recorder, seat)
    elif isinstance(move, MoveOn):
        move_on_alone(recorder, seat)
    elif seat is None and isinstance(move, WriteNotes):
        write(recorder, None, move)
    elif seat is None or seat not in range(state.seats):
        raise refusals.no_seat()
    else:
        decide_for(recorder, seat, move)
    return recorder.events


def arrival(state: State) -> Move | None:
    """The move of somebody who joins; None once it is over."""
    return Arrive() if open_to_more(state) else None


def result(state: State) -> Result | None:
    """The result, without winners: a retrospective has none."""
    return Result(()) if state.phase == "over" else None


def deadline(state: State) -> Deadline | None:
    name = clock_name(state)
    if not name:
        return None
    minutes = state.extra or minutes_of(state)
    return Deadline(name, VOTE_SECONDS if state.time_is_up else 60 * minutes, CallTime(name))


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
        cards=tuple(
            TeamCard(chance.choice(CARD_KINDS), f"Card {chance.below(1000)}") for _ in state.cards
        ),  # not prose
    )


def _imagined(state: State, note: Note, seat: int | None, chance: Chance) -> Note:
    if note.by is not None and note.by == seat:
        return note
    others = [other for other in range(state.seats) if other != seat]
    by = None if note.by is None else chance.choice(others)
    column, text = chance.below(len(state.columns)), f"Note {chance.below(1000)}"  # not prose
    return Note(column, text, by, f"code{chance.below(1000)}")
