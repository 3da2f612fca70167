"""What happens by itself: automatic players move, and clocks are set."""

from bot.journal import Draft
from bot.live import LiveTable
from bot.ports import Timer
from bot.thinking import Thinker

AUTOMATIC = "automatic"  # the timer that lets automatic players go on


async def play_automatic(draft: Draft, thinker: Thinker) -> bool:
    """Let automatic players move until a person is awaited; whether they are to go on after a pause.

    They take at most one round at a time, so that a room can follow when only they have something to do. At a table
    that every person has left they wait.
    """
    if not draft.standing.table.people:
        return False
    for _ in range(3 * len(draft.standing.table.seats)):
        seat = _next_automatic(draft)
        if seat is None:
            return False
        standing = draft.standing
        whim = draft.chance.apart(f"seat {seat} {standing.sequence}")
        level = standing.table.levels[seat]
        draft.play(seat, await thinker.suggest(standing.game, standing.state, seat, whim, level=level))
    return _next_automatic(draft) is not None


def _next_automatic(draft: Draft) -> int | None:
    standing = draft.standing
    if not standing.playing:
        return None
    automatic = set(standing.table.automatic)
    return next((seat for seat in standing.game.awaits(standing.state) if seat in automatic), None)


def timers_after(live: LiveTable, draft: Draft, pause: float | None) -> tuple[Timer, ...]:
    """The clocks of the table from now on. One that ran before runs on; `pause` until automatic players go on."""
    standing = draft.standing
    if not standing.playing:
        return ()
    timers = []
    deadline = standing.game.deadline(standing.state)
    if deadline is not None:
        running = [timer for timer in live.timers if timer.name == deadline.name]
        timers = running or [Timer(live.id, deadline.name, draft.at + deadline.seconds)]
    if pause is not None:
        timers.append(Timer(live.id, f"{AUTOMATIC} {standing.sequence}", draft.at + pause))
    return tuple(timers)
