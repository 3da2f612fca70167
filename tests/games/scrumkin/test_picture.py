"""Pictures of the table, a hand and the chart."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from games.api import defaults
from games.graphics.theme import THEME
from games.scrumkin import Scrumkin
from games.scrumkin.chart_picture import chart_picture
from games.scrumkin.faces import shown_value
from games.scrumkin.hand_picture import hand_picture
from games.scrumkin.model import Laid, Over, Player, State, Window
from games.scrumkin.picture import picture
from games.scrumkin.velocity import velocity
from games.testing.play import play
from tests.games.scrumkin.build import ALL_NIGHTER, BISCUITS, BURDEN, INVESTMENT, SHIELD

GAME = Scrumkin()
NAMES = ("Ann", "Ben", "Cem", "Dora")


@pytest.fixture(scope="module")
def state() -> State:
    found: State = play(GAME, 3, 4, defaults(GAME), sense=0.9).states[30]
    return found


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


def with_player(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def test_everything_public_is_shown(state: State) -> None:
    """The sprint, every backlog, every velocity, and the number of each card on the table."""
    shown = words(picture(state, NAMES, THEME))
    assert f"Sprint {state.sprint}" in shown
    for seat, player in enumerate(state.players):
        assert f"{player.backlog} to do" in shown
        assert shown_value(velocity(state, seat)) in shown
        assert {str(laid.card) for laid in player.game} <= set(shown)


def test_hands_are_not_shown(state: State) -> None:
    """The number of a card in a hand is not in the table's picture."""
    lying = {laid.card for player in state.players for laid in player.game}
    numbers = set(words(picture(with_player(state, 0, replace(state.players[0], hand=(87, 88))), NAMES, THEME)))
    assert not {"87", "88"} & numbers - {str(card) for card in lying}


@pytest.mark.parametrize(
    ("card", "age", "expected"),
    [
        (INVESTMENT, 0, ["−2", "−1", "0", "+1∞"]),
        (INVESTMENT, 7, ["−2", "−1", "0", "+1∞"]),
        (BURDEN, 3, ["−1∞"]),
        (ALL_NIGHTER, 1, ["+2", "−2"]),
        (BISCUITS, 0, ["+1", "+1"]),
    ],
)
def test_values_over_the_sprints(state: State, card: int, age: int, expected: list[str]) -> None:
    """A card shows all its values in order, with the current one filled."""
    alone = with_player(state, 0, replace(state.players[0], game=(Laid(card, age),)))
    others = [replace(player, game=()) for player in state.players[1:]]
    svg = picture(replace(alone, players=(alone.players[0], *others)), NAMES, THEME)
    boxes = [e for e in ET.fromstring(svg).iter() if e.tag.endswith("text") and e.get("font-size") == "12.5"]
    assert [box.text for box in boxes] == expected
    filled = [box.text for box in boxes if box.get("fill") == THEME.panel]
    assert filled == [expected[min(age, len(expected) - 1)]]


def test_the_picture_grows_with_the_cards(state: State) -> None:
    """All thirty cards of a large game are shown."""
    full = with_player(state, 1, replace(state.players[1], game=tuple(Laid(card) for card in range(1, 31))))
    root = ET.fromstring(picture(full, NAMES, THEME))
    plain = ET.fromstring(picture(state, NAMES, THEME))
    assert float(root.get("height", "0")) > float(plain.get("height", "0")) + 300
    assert {str(card) for card in range(1, 31)} <= set(words(ET.tostring(root, encoding="unicode")))


def test_the_note_at_the_top(state: State) -> None:
    """The closing window, a winner, a team that won or lost."""
    for phase, note in (
        (Window(), "Last chance to counter"),
        (Over((1,)), "Won by Ben"),
        (Over((0, 1, 2, 3)), "You all win!"),
        (Over(()), "Lost"),
    ):
        assert note in words(picture(replace(state, phase=phase), NAMES, THEME))


def test_a_hand(state: State) -> None:
    """Each card's number, and what it would do to each player's velocity."""
    held = with_player(state, 1, replace(state.players[1], hand=(SHIELD, BURDEN, ALL_NIGHTER)))
    shown = words(hand_picture(held, 1, NAMES, THEME))
    assert {str(SHIELD), str(BURDEN), str(ALL_NIGHTER), "you", "Ann", "Cem", "Dora"} <= set(shown)
    now = velocity(held, 0)
    assert f"{shown_value(now)} to {shown_value(now + 2)}" in shown


def test_a_hand_of_more_than_three(state: State) -> None:
    """All cards are shown, in a second row if necessary."""
    five = with_player(state, 0, replace(state.players[0], hand=(1, 2, 3, 4, 5)))
    assert [word for word in words(hand_picture(five, 0, NAMES, THEME)) if word in "12345"] == list("12345")


def test_the_chart_before_the_first_sprint_is_over() -> None:
    """It has titles and names, even without any velocities."""
    begun = play(GAME, 3, 2, defaults(GAME), sense=0.9).states[0]
    assert {"Backlog after each sprint", "Velocity", "Ann", "Ben"} <= set(words(chart_picture(begun, NAMES[:2], THEME)))
