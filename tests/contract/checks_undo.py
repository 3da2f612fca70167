"""Nothing that came to light can be undone: a promise of the table that holds for the events of every game."""

from collections.abc import Iterator, Sequence
from typing import Any
from unittest import mock

from bot.kernel.table import journal
from bot.kernel.table.model import TableOpened
from games.chance import Chance
from games.contract import AnyGame, IllegalMove, natures
from games.testing.play import PlayedMove, Playthrough
from games.testing.secrets import viewers

MAX_STEPS = 20  # undoable moves of a game that are compared with other worlds
DREAMS = 4  # other worlds per viewer
Seen = tuple[Any, tuple[str | None, ...]]  # the view, and the sentences


def check_what_was_shown_stays(game: AnyGame, played: Playthrough) -> int:
    """After an event that draws, hides or reveals, no seat can undo a move made before or with it.

    Returns how many undoable moves were found to show nothing, so that a test can ask for more than none.
    """
    innocent = []
    for step, undo_points, began, ended in _undo_points(game, played):
        kinds = {event.kind for event in step.events}
        reachable = [point for point in undo_points if point.seat is not None and point.sequence < ended]
        if kinds & (natures(game).reveals | natures(game).hidden):
            assert reachable == [], f"a move can be undone although {kinds} followed it"
        elif any(point.sequence == began for point in reachable):
            innocent.append(step)
    for step in innocent[:: max(1, len(innocent) // MAX_STEPS)]:
        for viewer in viewers(played):
            assert not _rules_out(game, played, step, viewer), f"{viewer} learns from {step.events}"
    return len(innocent)


def _undo_points(
    game: AnyGame, played: Playthrough
) -> Iterator[tuple[PlayedMove, tuple[journal.UndoPoint, ...], int, int]]:
    """Each move with what the table could undo after it, and the numbers of the events before it and at its end."""
    until = [*(step.drawn for step in played.steps[1:]), len(played.draws)]
    with mock.patch.object(journal, "GAMES", {game.key: game}):
        standing = journal.evolve(None, TableOpened(game.key, dict(played.options)), hash="", drawn=0, at=0)
        for step, drawn in zip(played.steps, until, strict=True):
            began = standing.sequence
            for index, event in enumerate(step.events):
                seat = None if index else step.seat
                standing = journal.evolve(standing, event, hash="", drawn=drawn, at=0, seat=seat)
            yield step, standing.undo_points, began, standing.sequence


def _rules_out(game: AnyGame, played: Playthrough, step: PlayedMove, viewer: int | None) -> bool:
    """Whether what somebody sees after this move could not have followed from a state they thought possible."""
    seen = _seen(game, step.after[-1], step.events, viewer)
    for dream in range(DREAMS):
        twin = game.secrets.imagine(
            step.before, viewer, Chance(played.seed).apart(f"undone {step.drawn} {dream} {viewer}")
        )
        if twin != step.before and all(seen != other for other in _courses(game, played, step, twin, viewer)):
            return True
    return False


def _courses(game: AnyGame, played: Playthrough, step: PlayedMove, state: Any, viewer: int | None) -> Iterator[Seen]:
    """What somebody would see after the same move, or any other that the seat has, in this state."""
    for move in [step.move, *([] if step.seat is None else game.moves(state, step.seat))]:
        try:
            events = game.decide(state, step.seat, move, Chance(played.seed, step.drawn))
        except IllegalMove:
            continue  # the same move, with a card that the seat does not hold here
        after = state
        for event in events:
            after = game.evolve(after, event)
        yield _seen(game, after, events, viewer)


def _seen(game: AnyGame, state: Any, events: Sequence[Any], viewer: int | None) -> Seen:
    return game.view(state, viewer), tuple(game.narrate(event, viewer) for event in events)
