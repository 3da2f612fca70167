"""No view, board, sentence or button shows another player's hand, the stack or cards that others dropped."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.contract import natures
from games.scrumkin.model import FACE_DOWN, Drop, Dropped, Event, HandsFilled, Over, Play, State, View
from games.scrumkin.pictures.text import chart
from games.testing.play import play, seed_of
from games.text import spell
from tests.games.scrumkin.build import CREEP, GAME, close, make, player, table

NAMES = ["Ann", "Ben", "Cem"]
HANDS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))


def three(**changes: Any) -> State:
    return table(*(player(*hand, game=[20 + seat]) for seat, hand in enumerate(HANDS)), **changes)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_view(viewer: int | None) -> None:
    """A player's own hand is face up; of everything else that is hidden, only the number shows."""
    seen = GAME.view(three(under=((10, 1), (11, 0))), viewer).state
    for seat, hand in enumerate(HANDS):
        assert seen.players[seat].hand == (hand if seat == viewer else (FACE_DOWN,) * 3)
    assert set(seen.stack) == {FACE_DOWN}
    assert [card for card, _ in seen.under] == [10 if viewer == 1 else FACE_DOWN, 11 if viewer == 0 else FACE_DOWN]


def titles(numbers: tuple[int, ...]) -> list[str]:
    return [three().card(number).title for number in numbers]


def everything_shown(view: View) -> str:
    drawing, drawn = GAME.board(view, NAMES), chart(view, NAMES)
    return "\n".join([drawing.text, drawing.alt, drawn.text, drawn.alt, GAME.prompt(view)])


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_boards(viewer: int | None) -> None:
    """No board shows a card of any hand, not even the viewer's own: somebody may look over their shoulder."""
    shown = everything_shown(GAME.view(three(), viewer))
    assert not any(title in shown for hand in HANDS for title in titles(hand))
    assert titles((20,))[0] in shown


def test_your_own_hand() -> None:
    """`hand` shows a player's own cards and nobody else's."""
    for seat, hand in enumerate(HANDS):
        answer = GAME.shows.answer(GAME.view(three(), seat), "hand", {}, NAMES)
        assert answer.drawing is not None
        shown = answer.text + answer.drawing.text + answer.drawing.alt
        assert all(title in shown for title in titles(hand))
        assert not any(title in shown for other in HANDS if other != hand for title in titles(other))


def test_buttons_with_cards_are_secret() -> None:
    """A choice that names a card in a hand is marked as secret, so no room ever gets it."""
    state = three()
    phrases = [GAME.phrase(state, 0, move) for move in GAME.moves(state, 0)]
    assert phrases
    assert all(phrase.secret for phrase in phrases)


def narrated(event: Event, viewer: int | None) -> str:
    return spell(GAME.narrate(event, viewer) or "", NAMES.__getitem__)


def test_narration_of_draws() -> None:
    """The owner reads which cards came, everybody else how many."""
    filled = close(table(player(1), player(4, 5, 6), player(7, 8), turn=None)).one(HandsFilled)
    assert narrated(filled, None) == "Ann draws 2 cards and Cem draws 1 card."
    assert narrated(filled, 1) == narrated(filled, None)
    assert narrated(filled, 0) == "You draw 2 “The Loudest Voice Decides” (-1) and 3 “Waiting for the Supplier” (-1)."


def test_narration_of_dropped_cards() -> None:
    """Only the owner reads which card it was."""
    dropped = make(three(), 0, Drop(CREEP)).one(Dropped)
    assert narrated(dropped, None) == narrated(dropped, 1) == "Ann drops a card face down under the stack."
    assert narrated(dropped, 0) == "You drop 1 “Scope Creep” (-1) face down under the stack."


def test_a_dropped_card_that_was_drawn() -> None:
    """A player who dropped a card and saw it being drawn knows where it is, and so does their view; others don't."""
    state = table(player(1), player(4, 5, 6), player(7, 8, 9), turn=None, stack=(), under=((10, 1), (11, 2)))
    state = close(state).state
    assert state.players[0].hand == (1, 10, 11)
    assert GAME.view(state, 1).state.players[0].hand == (10, FACE_DOWN, FACE_DOWN)
    assert GAME.view(state, 2).state.players[0].hand == (11, FACE_DOWN, FACE_DOWN)
    assert GAME.view(state, None).state.players[0].hand == (FACE_DOWN,) * 3
    for number in range(20):
        imagined = GAME.secrets.imagine(state, 1, Chance(seed_of(number)))
        assert 10 in imagined.players[0].hand
        assert GAME.view(imagined, 1) == GAME.view(state, 1)


@pytest.mark.parametrize("dropped", [1, 10])
def test_dropping_ends_what_others_know(dropped: int) -> None:
    """Otherwise the view would reveal whether the known card or another one was dropped."""
    state = table(player(1), player(4, 5, 6), player(7, 8, 9), turn=None, stack=(), under=((10, 1), (11, 2)))
    state = close(state).state
    state = make(replace(state, phase=table(player(), player(), turn=0).phase), 0, Drop(dropped)).state
    assert GAME.view(state, 1).state.players[0].hand == (FACE_DOWN,) * 2


def test_playing_a_known_card() -> None:
    """It is then on the table, and the rest of the hand stays unknown."""
    state = table(player(1), player(4, 5, 6), player(7, 8, 9), turn=None, stack=(), under=((10, 1), (11, 2)))
    state = replace(close(state).state, phase=table(player(), player(), turn=0).phase)
    state = make(state, 0, Play(10, 2)).state
    assert GAME.view(state, 1).state.players[0].hand == (FACE_DOWN,) * 2
    assert state.players[0].known == ((11, 2),)


def test_everything_is_revealed_at_the_end() -> None:
    """After the game, as with the seed."""
    state = replace(three(), phase=Over((1,)))
    assert GAME.view(state, None).state == state


hidden_kinds = sorted(natures(GAME).hidden)


@settings(max_examples=15)
@given(number=st.integers(0, 2**32), seats=st.integers(2, 4), mode=st.sampled_from(["competitive", "collaborative"]))
def test_public_events_reveal_no_hand(number: int, seats: int, mode: str) -> None:
    """Events that are not hidden, as in the export of a running game, never contain a card that is still in a hand."""
    played = play(GAME, number, seats, {"mode": mode, "window": 30, "deck": "standard"}, sense=0.5)
    for step in played.steps[1:]:
        for event, after in zip(step.events, step.after, strict=True):
            if event.kind in hidden_kinds or isinstance(after.phase, Over):
                continue
            shown = json.dumps(GAME.events.dump_python(event, mode="json"), ensure_ascii=False)
            held = {after.card(card).text for player in after.players for card in player.hand}
            assert not any(text in shown for text in held)


@settings(max_examples=15)
@given(number=st.integers(0, 2**32), seats=st.integers(2, 4), mode=st.sampled_from(["competitive", "collaborative"]))
def test_narration_reveals_no_hidden_card(number: int, seats: int, mode: str) -> None:
    """No sentence to any viewer mentions a card from another hand or one that others dropped."""
    played = play(GAME, number, seats, {"mode": mode, "window": 30, "deck": "standard"}, sense=0.5)
    for step in played.steps[1:]:
        for event, after in zip(step.events, step.after, strict=True):
            if isinstance(after.phase, Over):
                continue
            for viewer in (None, *range(seats)):
                sentence = GAME.narrate(event, viewer) or ""
                hidden = [card for seat, each in enumerate(after.players) if seat != viewer for card in each.hand]
                hidden += [card for card, by in after.under if by != viewer]
                assert not any(after.card(card).text in sentence for card in hidden)
                # four cards have the same title
                unique = {after.card(card).title for card in hidden} - {"Team Exchange", "Scrum of Scrums"}
                assert not any(f"“{title}”" in sentence for title in unique)
