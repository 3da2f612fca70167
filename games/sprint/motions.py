"""How events move the pieces of the picture."""

from games.api import Motion
from games.sprint.model import CardDrawn, Event, Moved, State, ToolAccepted


def motions(state: State | None, event: Event) -> tuple[Motion, ...]:
    del state
    match event:
        case Moved():
            return (Motion(f"seat:{event.seat}", event.path or (event.space,)),)
        case CardDrawn(deck="tools"):
            return (Motion(f"tool:{event.card}", (f"seat:{event.seat}",)),)
        case ToolAccepted():
            return (Motion(f"tool:{event.card}", (f"seat:{event.target}",)),)
        case _:
            return ()
