"""The hint: what to do and what it changes, from what one seat can see."""

import re

import pytest

from games.chance import Chance
from games.contract import defaults, suggested
from games.parts import Answer
from games.scrumkin.model import State
from games.testing.play import seed_of
from games.text import spell
from tests.games.scrumkin.build import (
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    HEAVY_BURDEN,
    MINUS_TWO,
    QUIET,
    STRONG_SHIELD,
    player,
    table,
)

NAMES = ("Ann", "Ben", "Cem")


def hint(state: State, seat: int = 0) -> Answer:
    return GAME.shows.answer(GAME.view(state, seat), "hint", {}, NAMES)


def text(state: State, seat: int = 0) -> str:
    return spell(hint(state, seat).text, NAMES.__getitem__)


def test_both_plays_with_their_reasons() -> None:
    """The good card for oneself, the bad one for whoever is first, each with what it changes."""
    state = table(
        player(STRONG_SHIELD, HEAVY_BURDEN, CREEP), player(game=[COLLOCATED]), player(game=[STRONG_SHIELD], backlog=4)
    )
    found = re.fullmatch(
        rf"{STRONG_SHIELD} into your own game: you finish in [\d.]+ sprints instead of more than nine\. "
        rf"{HEAVY_BURDEN} on Cem, who is first: they finish in .+ sprints instead of [\d.]+\.",
        text(state),
    )
    assert found, text(state)
    assert hint(state).spots == (f"card:{STRONG_SHIELD}", "team:0")


def test_together_nobody_is_attacked() -> None:
    """In collaborative mode it says who can use a card, or bear it."""
    state = table(player(STRONG_SHIELD, CREEP), player(game=[BURDEN]), player(game=[COLLOCATED]), mode="collaborative")
    assert "who is first" not in text(state)
    assert re.search("who can use it|who can bear it best", text(state))


def test_a_shield() -> None:
    """If countering gains more than anything else, it comes first."""
    state = table(player(COLLOCATED, CREEP, QUIET, game=[HEAVY_BURDEN]), player(), player())
    assert text(state).startswith(f"Counter your own {HEAVY_BURDEN} “")
    assert hint(state).spots == (f"card:{COLLOCATED}", f"laid:{HEAVY_BURDEN}")


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_to_do(seat: int) -> None:
    """In the window it says so; out of turn, whose turn it is."""
    hands = player(CREEP, MINUS_TWO), player(QUIET)
    assert "choose Ready" in text(table(*hands, turn=None), seat)
    if seat:
        assert text(table(*hands), seat).startswith("It’s Ann’s turn")


def test_hands_of_others_change_nothing() -> None:
    """It is the same whatever the others hold: only this seat's view counts."""
    for number in range(3):
        chance = Chance(seed_of(number))
        state = None
        for event in GAME.start(3, defaults(GAME), chance):
            state = GAME.evolve(state, event)
        assert state is not None
        for step in range(12):
            imagined = GAME.secrets.imagine(state, 0, chance.apart(f"imagined {step}"))
            assert hint(imagined).text == hint(state).text
            seat = GAME.awaits(state)[0]
            move = suggested(GAME, state, seat, chance.apart(str(step)))
            for event in GAME.decide(state, seat, move, chance):
                state = GAME.evolve(state, event)


def test_hints_can_be_off() -> None:
    """A trainer may want people to find their own way."""
    started = GAME.start(2, {**defaults(GAME), "hints": "off"}, Chance(seed_of(1)))
    state = None
    for event in started:
        state = GAME.evolve(state, event)
    assert state is not None
    assert text(state) == "Hints are switched off at this table."
