"""What happens by itself: automatic players move, and timers are set."""

from collections.abc import Sequence
from typing import Any

from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.live.timers import AUTOMATIC, REMINDER, SLEEP
from bot.ports import Seating, Timer
from bot.table.journal import Draft, Standing
from bot.table.model import PaceChosen, TimeGiven
from bot.table.pace import next_reminder
from games.api import IllegalMove
from games.values import replace, value


def waits_for_a_thinker(draft: Draft) -> bool:
    """Whether an automatic player comes next that takes long: what has happened so far is stored and shown first."""
    return bool(draft.events) and draft.standing.game.thinks and bool(draft.standing.table.people) and _plays(draft)


def _plays(draft: Draft) -> bool:
    return not draft.standing.table.resting and _next_automatic(draft) is not None


@value
class PlayedOn:
    people: tuple[Seating, ...]  # at the table, without the moves that were prepared and are made now
    more: bool  # automatic players continue after a pause


async def play_on(draft: Draft, people: tuple[Seating, ...], thinker: Thinker) -> PlayedOn:
    """Let automatic players move, and make the moves that people have prepared, until a person is awaited.

    They play at most one round at a time, so that a room can follow even when only they have something to do. At a
    table that every person has left, they wait.
    """
    if not draft.standing.table.people or draft.standing.table.resting:
        return PlayedOn(people, more=False)
    for _ in range(3 * len(draft.standing.table.seats)):
        if (prepared := _make_prepared(draft, people)) is not None:
            people = prepared
            continue
        seat = _next_automatic(draft)
        if seat is None:
            return PlayedOn(people, more=False)
        standing = draft.standing
        whim = draft.chance.apart(f"seat {seat} {standing.sequence}")
        level = standing.table.levels[seat]
        draft.play(seat, await thinker.suggest(standing.game, standing.state, seat, whim, level=level))
    return PlayedOn(people, more=_next_automatic(draft) is not None)


def _make_prepared(draft: Draft, people: tuple[Seating, ...]) -> tuple[Seating, ...] | None:
    """Make a move that an awaited person has prepared, if it is legal now; everybody without it, or None."""
    standing = draft.standing
    for seating in people if standing.playing else ():
        seat = seating.seat
        if not seating.prepared or seat is None or standing.table.seats[seat] != "person":
            continue
        if seat not in standing.game.awaits(standing.state):
            continue
        if (move := _prepared(standing, seat, seating.prepared)) is not None:
            draft.play(seat, move)
            return tuple(replace(each, prepared="") if each is seating else each for each in people)
    return None


def _prepared(standing: Standing, seat: int, command: str) -> Any:
    """The move, or None if it is not its time."""
    try:
        move = standing.game.read(standing.state, seat, command, {})
    except IllegalMove:
        return None
    return move if move in standing.game.moves(standing.state, seat) else None


def _next_automatic(draft: Draft) -> int | None:
    standing = draft.standing
    automatic = standing.table.automatic
    if not automatic or not standing.playing:
        return None
    return next((seat for seat in standing.game.awaits(standing.state) if seat in automatic), None)


def timers_after(
    live: LiveTable, draft: Draft, people: Sequence[Seating], pause: float | None, fired: str = ""
) -> tuple[Timer, ...]:
    """The timers of the table from now on.

    One that is already running keeps running. `pause`: seconds until automatic players continue. `fired`: the timer
    that was just due.
    """
    standing = draft.standing
    if standing.table.phase == "over":
        return ()
    running = [timer for timer in live.timers if timer.name != fired]
    timers = []
    if standing.playing and not standing.table.resting:
        timers += _deadline(live, draft, running)
        if pause is not None:
            timers.append(Timer(live.id, f"{AUTOMATIC} {standing.sequence}", draft.at + pause, draft.at))
        remind_at = next_reminder(standing, people, live.pace_of(standing.table), draft.at)
        timers += _lazy(live, draft, running, REMINDER, remind_at)
    if live.put_away is not None and not standing.table.asleep:
        timers += _lazy(live, draft, running, SLEEP, standing.touched + live.put_away)
    return tuple(timers)


def _deadline(live: LiveTable, draft: Draft, running: Sequence[Timer]) -> list[Timer]:
    deadline = draft.standing.game.deadline(draft.standing.state)
    if deadline is None:
        return []
    pace = live.pace_of(draft.standing.table)
    new = Timer(live.id, deadline.name, pace.clock(deadline.seconds, draft.at), draft.at)
    clock = next((timer for timer in running if timer.name == deadline.name), new)
    if any(isinstance(event, PaceChosen) for event in draft.events):  # the clock starts again at the new pace
        keeps = deadline.fixed and not pace.is_async  # else a new pace would be a way to more time
        clock = replace(new, due=min(clock.due, new.due)) if keeps else new
    left = live.standing.table.paused.left if live.standing.table.paused else None
    if left is not None:  # it goes on where it stood when the trainer paused the table
        clock = replace(new, due=draft.at + left)
    more = sum(60.0 * event.minutes for event in draft.events if isinstance(event, TimeGiven))
    return [replace(clock, due=clock.due + more)]


def _lazy(live: LiveTable, draft: Draft, running: Sequence[Timer], name: str, due: float | None) -> list[Timer]:
    """A timer that every move postpones. It is left as it is, so that a move need not store it: if it fires too early,
    it is set again."""
    if due is None:
        return []
    early = [timer for timer in running if timer.name.startswith(f"{name} ") and timer.due <= due]
    return early[:1] or [Timer(live.id, f"{name} {draft.standing.sequence}", due, draft.at)]
