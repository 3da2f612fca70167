"""How events move the pieces of the picture."""

from games.api import Motion
from games.rugby.field import NAMES
from games.rugby.model import Event, State, Stepped
from games.rugby.notation import read_turn


def motions(state: State | None, event: Event) -> tuple[Motion, ...]:
    if not isinstance(event, Stepped) or state is None:
        return ()
    (step,) = read_turn(event.step)
    moved = Motion(f"piece:{state.pieces.index(step.origin)}", (NAMES[step.target],))
    return (moved,) if step.ball is None else (moved, Motion("ball", (NAMES[step.ball],)))
