"""Nobody sees another's hand, the stack or what others dropped: not in a view, a picture, a sentence or a button."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.scrumkin.model import FACE_DOWN, Drop, Dropped, Event, HandsFilled, Over, Play, State, View
from games.text import spell
from tests.contract.play import play, seed_of
from tests.games.scrumkin.build import CREEP, GAME, close, make, player, table

NAMES = ["Ann", "Ben", "Cem"]
HANDS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))


def three(**changes: Any) -> State:
    return table(*(player(*hand, game=[20 + seat]) for seat, hand in enumerate(HANDS)), **changes)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_view(viewer: int | None) -> None:
    """The own hand face up, everything else that is hidden only counted."""
    seen = GAME.view(three(under=((10, 1), (11, 0))), viewer).table
    for seat, hand in enumerate(HANDS):
        assert seen.players[seat].hand == (hand if seat == viewer else (FACE_DOWN,) * 3)
    assert set(seen.stack) == {FACE_DOWN}
    assert [card for card, _ in seen.under] == [10 if viewer == 1 else FACE_DOWN, 11 if viewer == 0 else FACE_DOWN]


def titles(numbers: tuple[int, ...]) -> list[str]:
    return [three().card(number).title for number in numbers]


def everything_shown(view: View) -> str:
    drawing, chart = GAME.draw(view, NAMES), GAME.chart(view, NAMES)
    return "\n".join([drawing.text, drawing.alt, chart.text, chart.alt, GAME.prompt(view)])


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_boards(viewer: int | None) -> None:
    """No card of any hand stands on a board, not even one's own: a board may be looked at over a shoulder."""
    shown = everything_shown(GAME.view(three(), viewer))
    assert not any(title in shown for hand in HANDS for title in titles(hand))
    assert titles((20,))[0] in shown


def test_the_own_hand() -> None:
    """`hand` shows one's own cards and nobody else's; who has no seat sees none."""
    for seat, hand in enumerate(HANDS):
        looked = GAME.answer(GAME.view(three(), seat), "hand", {}, NAMES)
        assert looked.drawing is not None
        shown = looked.text + looked.drawing.text + looked.drawing.alt
        assert all(title in shown for title in titles(hand))
        assert not any(title in shown for other in HANDS if other != hand for title in titles(other))


def test_buttons_with_cards_are_secret() -> None:
    """A choice that names a card of a hand is marked, so that no room ever gets it."""
    state = three()
    phrases = [GAME.phrase(state, 0, move) for move in GAME.moves(state, 0)]
    assert phrases
    assert all(phrase.secret for phrase in phrases)


def told(event: Event, viewer: int | None) -> str:
    return spell(GAME.narrate(event, viewer) or "", NAMES.__getitem__)


def test_drawing_is_told() -> None:
    """The owner reads which cards came, everybody else how many."""
    filled = close(table(player(1), player(4, 5, 6), player(7, 8), turn=None)).one(HandsFilled)
    assert told(filled, None) == "Ann draws 2 cards and Cem draws 1 card."
    assert told(filled, 1) == told(filled, None)
    assert told(filled, 0) == "You draw 2 “The Wi-Fi Is Thinking” (-1) and 3 “Calendar Tetris” (-1)."


def test_dropping_is_told() -> None:
    """The owner reads which card it was."""
    dropped = make(three(), 0, Drop(CREEP)).one(Dropped)
    assert told(dropped, None) == told(dropped, 1) == "Ann puts a card face down under the stack."
    assert told(dropped, 0) == "You put 1 “Scope Creep” (-1) under the stack."


def test_a_dropped_card_that_was_drawn() -> None:
    """Whoever dropped a card and sees it being drawn knows where it is, and so does their view; others do not."""
    state = table(player(1), player(4, 5, 6), player(7, 8, 9), turn=None, stack=(), under=((10, 1), (11, 2)))
    state = close(state).state
    assert state.players[0].hand == (1, 10, 11)
    assert GAME.view(state, 1).table.players[0].hand == (10, FACE_DOWN, FACE_DOWN)
    assert GAME.view(state, 2).table.players[0].hand == (11, FACE_DOWN, FACE_DOWN)
    assert GAME.view(state, None).table.players[0].hand == (FACE_DOWN,) * 3
    for number in range(20):
        imagined = GAME.imagine(state, 1, Chance(seed_of(number)))
        assert 10 in imagined.players[0].hand
        assert GAME.view(imagined, 1) == GAME.view(state, 1)


@pytest.mark.parametrize("dropped", [1, 10])
def test_dropping_ends_what_others_know(dropped: int) -> None:
    """Else the view would tell whether the known card or another one was put under the stack."""
    state = table(player(1), player(4, 5, 6), player(7, 8, 9), turn=None, stack=(), under=((10, 1), (11, 2)))
    state = close(state).state
    state = make(replace(state, phase=table(player(), player(), turn=0).phase), 0, Drop(dropped)).state
    assert GAME.view(state, 1).table.players[0].hand == (FACE_DOWN,) * 2


def test_playing_a_known_card() -> None:
    """It lies on the table then, and the rest of the hand is as unknown as before."""
    state = table(player(1), player(4, 5, 6), player(7, 8, 9), turn=None, stack=(), under=((10, 1), (11, 2)))
    state = replace(close(state).state, phase=table(player(), player(), turn=0).phase)
    state = make(state, 0, Play(10, 2)).state
    assert GAME.view(state, 1).table.players[0].hand == (FACE_DOWN,) * 2
    assert state.players[0].known == ((11, 2),)


def test_when_it_is_over() -> None:
    """Everything lies open, as the seed does."""
    state = replace(three(), phase=Over((1,)))
    assert GAME.view(state, None).table == state


hidden_kinds = sorted(GAME.hidden)


@settings(max_examples=15)
@given(number=st.integers(0, 2**32), seats=st.integers(2, 4), mode=st.sampled_from(["competitive", "collaborative"]))
def test_public_events_hold_no_hand(number: int, seats: int, mode: str) -> None:
    """What a running export shows (all kinds but the hidden ones) never names a card that is still in a hand."""
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
def test_nothing_is_told_of_other_hands(number: int, seats: int, mode: str) -> None:
    """In no sentence, to no viewer, stands a card of somebody else's hand or of those under the stack."""
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
                # Scrum of Scrums are four cards of one name
                unique = {after.card(card).title for card in hidden} - {"Scrum of Scrums"}
                assert not any(f"“{title}”" in sentence for title in unique)
