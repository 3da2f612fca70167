"""Who may see what: a seat's view of the state, and states that look the same to it."""

from games.chance import Chance
from games.inheritance import CARD_KINDS, TeamCard
from games.retro.model import MAX_RATING, SCALE, Note, State, View
from games.values import replace


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
    """The same state with everything this seat can't see replaced by chance."""
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
