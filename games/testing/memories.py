"""Promises about what trainers see: how far a table is, what happened there, and the kit."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from games.chance import Chance
from games.contract import AnyGame, natures, replay
from games.debrief import STAGES, Course, Happened, Kit
from games.testing.pictures import SHAPES, pictured
from games.testing.play import DEBRIEFING, EXPORTS, INHERITANCE, SECRETS, PlayedMove, Playthrough, plain_names
from games.testing.secrets import shown
from games.text import spell

# --- debriefing ------------------------------------------------------------------------------------------------------

FEW = 8  # moments of a game
MAX_STEPS, MAX_MOVES = 5, 2  # tried otherwise, to see whether something hidden shows
MAX_PAIRS = 3
PAIR_LIMIT = 40  # characters of both parts
GENERAL = 2  # questions of a stage that are worth asking whatever happened


def _moments(played: Playthrough) -> Iterator[tuple[Any, list[Any]]]:
    """About this many moments of a game, and its end: the state, and the events until then."""
    steps = len(played.steps)
    counts = {*range(1, steps + 1, max(1, steps // FEW)), steps}
    for count in sorted(counts):
        yield played.steps[count - 1].after[-1], [event for step in played.steps[:count] for event in step.events]


def check_debriefing(game: AnyGame, played: Playthrough) -> None:
    """At every moment a trainer gets facts that the kit describes, the same figures, a line and a glance."""
    names = None
    assert game.debrief.happened([]) == Happened(), DEBRIEFING("Nothing has happened before the first event.")
    for state, events in _moments(played):
        found = game.debrief.happened(events)
        _check_happened(found, game.debrief.kit())
        here = [figure.name for figure in found.figures]
        assert names in (None, here), DEBRIEFING(f"A table has the same figures all the time, not {names} and {here}.")
        names = here
        _check_course(game.debrief.course(events))
        _check_glance(game.debrief.glance(game.view(state, None)))


def _check_happened(found: Happened, kit: Kit | None) -> None:
    described = set(kit.facts) if kit is not None else set()
    assert found.facts <= described, DEBRIEFING(
        f"Each fact needs a description in the kit; there is none of {sorted(found.facts - described)}."
    )
    figures = [figure.name for figure in found.figures]
    assert len(figures) == len(set(figures)), DEBRIEFING("No two figures have the same name.")
    for figure in found.figures:
        complete = bool(figure.name) and _is_plain(figure.text)
        assert complete, DEBRIEFING(f"{figure} needs a name, a text, and no seat in it.")


def _check_course(course: Course | None) -> None:
    if course is None:
        return
    across = [x for x, _ in course.points]
    assert across[:1] == [0], DEBRIEFING("The line of a table starts at 0.")
    assert all(one <= other for one, other in pairwise(across)), DEBRIEFING("The line of a table goes on to the right.")
    assert across[-1] <= course.span, DEBRIEFING(f"The line ends at {across[-1]}, but its axis at {course.span}.")
    assert all((course.title, course.across, course.up)), DEBRIEFING("A line says what it shows.")


def _check_glance(pairs: Sequence[tuple[str, str]]) -> None:
    assert len(pairs) <= MAX_PAIRS, DEBRIEFING(f"A glance has at most {MAX_PAIRS} pairs.")
    for pair in pairs:
        short = all(pair) and len("".join(pair)) <= PAIR_LIMIT and all(map(_is_plain, pair))
        assert short, DEBRIEFING(f"{pair} isn’t short enough to see at a glance, or names a seat.")


def _is_plain(text: str) -> bool:
    """True if a text isn't empty and has no marks for seats: tables are compared, not people."""
    return bool(text) and spell(text, lambda _: "") == text


# --- secrets ---------------------------------------------------------------------------------------------------------


def check_debriefing_keeps_secrets(game: AnyGame, played: Playthrough) -> int:
    """Facts, figures and lines are the same whatever is hidden in an event. Returns how many pairs were compared."""
    before: list[Any] = []
    compared = 0
    hiding = [step for step in played.steps if any(event.kind in natures(game).hidden for event in step.events)]
    chosen = {id(step) for step in hiding[:: max(1, len(hiding) // MAX_STEPS)]}
    for step in played.steps:
        if id(step) in chosen:
            for other in _other_events(game, played, step):
                compared += _told_alike(game, before, (step.before, step.events, other))
        before += step.events
    return compared


def _other_events(game: AnyGame, played: Playthrough, step: PlayedMove) -> Iterator[Sequence[Any]]:
    """Other events that could have happened: another move of the same seat, or the same one with other luck."""
    another = Chance(played.seed).apart("another course")
    if step.before is None:
        yield game.start(played.seats, played.options, another)
        return
    yield game.decide(step.before, step.seat, step.move, another)
    moves = game.moves(step.before, step.seat) if step.seat is not None else []
    for move in [move for move in moves if move != step.move][:MAX_MOVES]:
        yield game.decide(step.before, step.seat, move, Chance(played.seed, step.drawn))


def _told_alike(game: AnyGame, before: list[Any], courses: tuple[Any, Sequence[Any], Sequence[Any]]) -> int:
    """Compare two courses of events for as long as the room cannot distinguish them."""
    start, events, others = courses
    state = twin = start
    for count, (event, other) in enumerate(zip(events, others, strict=False), start=1):
        if event.kind != other.kind or (event != other and event.kind not in natures(game).hidden):
            return 0
        state, twin = game.evolve(state, event), game.evolve(twin, other)
        if game.view(state, None) != game.view(twin, None):
            return 0
        if event != other:
            told = [
                (game.debrief.happened(found), game.debrief.course(found))
                for found in _both(before, events, others, count)
            ]
            assert told[0] == told[1], SECRETS(f"`happened` or `course` tells what is hidden in a {event.kind} event.")
            return 1
    return 0


def _both(before: list[Any], events: Sequence[Any], others: Sequence[Any], count: int) -> tuple[list[Any], list[Any]]:
    return [*before, *events[:count]], [*before, *others[:count]]


def check_debriefing_needs_no_sealed_thing(game: AnyGame, played: Playthrough) -> None:
    """What nobody may ever learn changes nothing, so that a game can still be told about when it has been erased."""
    veiled = [game.secrets.veil(event) for event in played.events]
    if veiled != played.events:
        told = game.debrief.happened(veiled) == game.debrief.happened(played.events)
        assert told, DEBRIEFING("`happened` must not depend on anything that `veil` takes away.")


# --- the kit ---------------------------------------------------------------------------------------------------------


def check_kit(game: AnyGame) -> None:
    """A kit is complete: goals, a guide, hints, and questions for every stage whatever happened."""
    kit = game.debrief.kit()
    if kit is None:
        return
    for name in ("goals", "before", "during", "after", "watch", "hints", "questions"):
        assert getattr(kit, name), DEBRIEFING(f"The kit needs {name}.")
    minutes = (kit.timing.introduction, kit.timing.game, kit.timing.debrief)
    assert all(minutes), DEBRIEFING("The kit says how many minutes each part takes.")
    for stage in STAGES:
        general = [question for question in kit.questions if question.stage == stage and not question.when]
        assert len(general) >= GENERAL, DEBRIEFING(f"“{stage}” needs {GENERAL} questions that are always worth asking.")
    keys = [hint.key for hint in kit.hints]
    assert len(keys) == len(set(keys)), DEBRIEFING("No two hints have the same key.")
    asked = frozenset().union(*(hint.when | hint.unless for hint in kit.hints), *(each.when for each in kit.questions))
    unknown = sorted(asked - kit.facts.keys())
    assert not unknown, DEBRIEFING(f"The kit asks for facts that it doesn’t describe: {unknown}.")
    unasked = sorted(kit.facts.keys() - asked)
    assert not unasked, DEBRIEFING(f"No question and no hint needs these facts: {unasked}.")


# --- inheritance -----------------------------------------------------------------------------------------------------

JUNK = ("", "[", "null", "{}", "[1, null, {}]", '[{"kind": 1, "title": [], "what": {}}]', "[" * 5_000, '"x"', "\x00")
PERSONAL = frozenset({"seat", "owner", "by"})  # fields that could name somebody


def veiled(game: AnyGame, events: Sequence[Any]) -> list[Any]:
    """The events as they are exported."""
    return [game.secrets.veil(event) if event.kind in natures(game).veiled else event for event in events]


def check_veil(game: AnyGame, played: Playthrough) -> int:
    """A veiled event keeps its kind, veiling it twice changes nothing, and only sealed kinds are veiled.

    Returns how many events lost something, so that a test can ask for more than none.
    """
    hidden = 0
    for event in played.events:
        seen = game.secrets.veil(event)
        assert seen.kind == event.kind, EXPORTS(f"`veil` must keep the kind of {event}.")
        assert game.secrets.veil(seen) == seen, EXPORTS(f"`veil` must change nothing the second time: {seen}.")
        named = event.kind in natures(game).sealed or seen == event
        assert named, EXPORTS(f"`veil` hides something of {event}, so `sealed` must name {event.kind}.")
        read = game.events.validate_json(game.events.dump_json(seen))
        assert read == seen, EXPORTS(f"`events` must read a veiled event as it was written: {seen}.")
        hidden += seen != event
    return hidden


def check_veiled_games_replay(game: AnyGame, played: Playthrough) -> None:
    """Without what is sealed, a game comes to the same board and the same result."""
    last, twin = played.last, replay(game, veiled(game, played.events))
    assert game.result(twin) == game.result(last), EXPORTS("A replay of veiled events must come to the same `result`.")
    for seat in (None, played.seats - 1):
        boards = [game.board(game.view(state, seat), plain_names(played.seats)) for state in (last, twin)]
        same = shown(boards[0]) == shown(boards[1]) and pictured(boards[0], *SHAPES) == pictured(boards[1], *SHAPES)
        assert same, EXPORTS("A replay of veiled events must come to the same board.")


def check_inheritance(game: AnyGame, played: Playthrough) -> None:
    """A game passes on lists in JSON that name no seat, the same every time, even if it was broken off."""
    left = game.memories.inheritance(played.events)
    assert left == game.memories.inheritance(played.events), INHERITANCE(
        "`inheritance` must depend on the events alone."
    )
    unknown = sorted(set(left) - set(game.memories.inheritable))
    assert not unknown, INHERITANCE(f"`inheritance` passes on {unknown}, so `inheritable` must name it.")
    for name, text in left.items():
        rows = json.loads(text)
        assert isinstance(rows, list), INHERITANCE(f"`inheritance` must pass on a JSON list as {name}.")
        assert "\ue000" not in text, INHERITANCE(f"`inheritance` must name nobody; {name} names a seat.")
        personal = sorted(PERSONAL & {key for row in rows if isinstance(row, dict) for key in row})
        assert not personal, INHERITANCE(f"`inheritance` must name nobody; {name} has the fields {personal}.")
    for count in range(0, len(played.events), max(1, len(played.events) // 4)):
        game.memories.inheritance(played.events[:count])  # an unfinished game must not raise


def check_inherits_with_care(game: AnyGame, played: Playthrough) -> None:
    """A game starts whatever is in an inheritance; what is damaged counts as nothing."""
    usual = game.start(played.seats, played.options, Chance(played.seed))
    for name in game.memories.inherits:
        free = name not in {option.name for option in game.options}
        assert free, INHERITANCE(f"`inherits` names {name}, which is already an option.")
        for junk in JUNK:
            again = game.start(played.seats, {**played.options, name: junk}, Chance(played.seed))
            assert again == usual, INHERITANCE(
                f"`start` must ignore a damaged inheritance; it used {junk!r} as {name}."
            )
