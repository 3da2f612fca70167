"""What to remember of a finished game: pushes, scrums and the longest way of the ball."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.rugby.field import COLUMNS, NAMES, SIDES
from games.rugby.model import Event, Stepped, TurnBegan
from games.rugby.notation import read_turn
from games.text import who


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(_found(events))


def _found(events: Sequence[Event]) -> Iterator[str]:
    pushes: Counter[int] = Counter()
    longest, kicked = 0, ""
    for event in events:
        if not isinstance(event, Stepped):
            continue
        (step,) = read_turn(event.step)
        if step.ball is None:
            continue
        pushes[event.seat] += 1
        rows = abs(step.ball // COLUMNS - step.target // COLUMNS)
        if rows > longest:
            longest = rows
            kicked = f"{who(event.seat)} sent the ball from {NAMES[step.target]} to {NAMES[step.ball]}"
    if pushes:
        seat, most = pushes.most_common(1)[0]
        times = "once" if most == 1 else f"{most} times"
        yield f"Most often on the ball: {who(seat)} ({SIDES[seat]}), who pushed it {times}."
    if longest > 1:
        yield f"Longest kick: {kicked}."
    scrums = sum(isinstance(event, TurnBegan) and event.bound for event in events)
    if scrums:
        yield f"There {'was 1 scrum' if scrums == 1 else f'were {scrums} scrums'}."
