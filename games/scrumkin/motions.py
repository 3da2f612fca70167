"""How events move the pieces of the picture: cards between stack, hands and games."""

from games.api import Motion
from games.scrumkin.model import Countered, Dropped, Event, HandsFilled, Played, SprintEnded, State, TookOver

_STACK = "stack"


def motions(state: State | None, event: Event) -> tuple[Motion, ...]:
    """Cards that nobody may see have names of their own, which are in no picture."""
    del state
    match event:
        case HandsFilled():
            return tuple(
                Motion(f"drawn:{seat}:{count}", (_STACK, _hand(seat)))
                for seat, cards in enumerate(event.cards)
                for count in range(len(cards))
            )
        case Played():
            return (Motion(_card(event.card.number), (_hand(event.seat),)),)
        case Dropped():
            return (Motion("dropped", (_hand(event.seat), _STACK)),)
        case Countered():
            countered = _card(event.card.number)
            return (
                Motion(_card(event.shield.number), (_hand(event.seat), countered, _STACK)),
                Motion(countered, (_STACK,)),
            )
        case TookOver():
            return (Motion("taken", (f"backlog:{event.target}", f"backlog:{event.seat}")),)
        case SprintEnded():
            return tuple(Motion(_card(number), (_STACK,)) for number in event.gone)
        case _:
            return ()


def _hand(seat: int) -> str:
    return f"hand:{seat}"


def _card(number: int) -> str:
    return f"card:{number}"
