"""Pictures of the table, a hand and the chart."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from games.contract import defaults
from games.graphics.theme import THEME, Shape, theme
from games.scrumkin import Scrumkin
from games.scrumkin.deck import art_of, standard
from games.scrumkin.model import Laid, Over, Player, State, Turn, Window, velocity
from games.scrumkin.pictures.artwork import ARTWORK
from games.scrumkin.pictures.board import hand_picture, picture
from games.scrumkin.pictures.cards import shown_value
from games.scrumkin.pictures.text import chart_picture
from games.testing.play import play
from tests.gallery.scenes import SCRIPTS, WILD
from tests.games.graphics.sizes import boxes, check_apart, check_inside, check_landscape
from tests.games.scrumkin.build import ALL_NIGHTER, BISCUITS, BURDEN, INVESTMENT, SHIELD

GAME = Scrumkin()
NAMES = ("Ann", "Ben", "Cem", "Dora")
PORTRAIT = theme(shape="portrait")
SHAPES: tuple[Shape, ...] = ("landscape", "portrait")


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
    """A card's face shows all its values in order, with the current one filled."""
    alone = with_player(state, 0, replace(state.players[0], game=(Laid(card, age),)))
    others = [replace(player, game=()) for player in state.players[1:]]
    svg = picture(replace(alone, players=(alone.players[0], *others)), NAMES, PORTRAIT)
    face = next(each for each in ET.fromstring(svg).iter() if each.get("data-piece") == f"card:{card}")
    badges = [each for each in face.iter() if each.tag.endswith("text")][-len(expected) :]
    assert [box.text for box in badges] == expected
    filled = [box.text for box in badges if box.get("fill") == THEME.panel]
    assert filled == [expected[min(age, len(expected) - 1)]]


def with_games(state: State, *counts: int, age: int = 0) -> State:
    """The table with so many cards in the games of its first players, and nothing in the others."""
    first = [sum(counts[:seat]) + 1 for seat in range(len(counts))]
    games = [
        tuple(Laid(card, age) for card in range(one, one + count)) for one, count in zip(first, counts, strict=True)
    ]
    players = tuple(replace(player, game=game) for player, game in zip(state.players, games, strict=False))
    return replace(state, players=players, leader=0, phase=Turn(0))


def test_portrait_grows_with_the_cards(state: State) -> None:
    """All thirty cards of a large game are shown."""
    full, none = (picture(with_games(state, 0, count, 0, 0), NAMES, PORTRAIT) for count in (30, 0))
    heights = [float(ET.fromstring(svg).get("height", "0")) for svg in (none, full)]
    assert heights[1] > heights[0] + 300
    assert {str(card) for card in range(1, 31)} <= set(words(full))


# --- landscape -----------------------------------------------------------------------------------------------------


PEOPLE = (WILD, SCRIPTS, ("W" * 40,) * 4, ("測試" * 20,) * 4, ("أ" * 40,) * 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["competitive", "collaborative"])
def test_every_moment_fits_both_shapes(mode: str, seats: int) -> None:
    """Boards, hands and charts, whatever the names: nothing outside or on top of each other, and no small text."""
    played = play(GAME, 3, seats, {**defaults(GAME), "mode": mode}, sense=0.9)
    for (found, _), people in zip(reversed(played.sample(5)), PEOPLE, strict=False):
        names, room, own = people[:seats], GAME.view(found, None), GAME.view(found, seats - 1)
        for drawing in (
            GAME.board(room, names),
            GAME.shows.chart(room, names),
            GAME.shows.answer(own, "hand", {}, names).drawing,
        ):
            if drawing is not None:
                check_landscape(drawing.svg())
                for shape in SHAPES:
                    check_inside(drawing.svg(shape=shape))
                    check_apart(drawing.svg(shape=shape))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("count", [0, 1, 6, 12, 22])
def test_any_number_of_cards_fits(state: State, seats: int, count: int) -> None:
    """All cards are shown or counted, and each can be clicked in both shapes."""
    crowd = with_games(replace(state, players=state.players[:seats]), *[count] * seats)
    wide, tall = (picture(crowd, NAMES[:seats], theme(shape=shape)) for shape in SHAPES)
    check_landscape(wide)
    check_apart(wide)
    spots = [{element.get("data-spot") for element in ET.fromstring(svg).iter()} for svg in (wide, tall)]
    assert spots[0] == spots[1]
    shown = words(wide)
    left_out = sum(str(card) not in shown for card in range(1, 1 + count * seats))
    rest = [box.text for box in boxes(wide) if box.tag == "text" and box.size == 15.5 and box.text.startswith("+")]
    assert left_out == 0 or f"+{left_out // seats}" in rest


def test_the_newest_cards_have_titles(state: State) -> None:
    """In a full game the older ones are numbers with their values."""
    crowd = with_games(state, 12, 0, 0, 0)
    lines = " ".join(words(picture(crowd, NAMES, THEME)))
    titles = [state.card(card).title[:8] for card in range(1, 13)]
    assert [title in lines for title in titles] == [False] * 9 + [True] * 3


def test_few_cards_have_their_texts(state: State) -> None:
    """Where there is room for all of them."""
    few, many = (with_games(replace(state, players=state.players[:2]), count, 1) for count in (2, 10))
    text = " ".join(state.card(1).text.split()[:3])
    assert text in " ".join(words(picture(few, NAMES[:2], THEME)))
    assert text not in " ".join(words(picture(many, NAMES[:2], THEME)))


def test_three_players_leave_a_quarter_to_the_action_card(state: State) -> None:
    """With its text."""
    three = replace(state, players=state.players[:3], phase=Window(), leader=0)
    assert three.action is not None
    text = three.deck.action_card(three.action).text.split(maxsplit=1)[0]
    assert text in " ".join(words(picture(three, NAMES[:3], THEME)))


# --- the head ------------------------------------------------------------------------------------------------------


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


def paths(svg: str) -> set[str]:
    return {element.get("d", "") for element in ET.fromstring(svg).iter()}


def drawn(card: int) -> str:
    """The first path of a card's artwork."""
    return ARTWORK[art_of(standard().sprint[card - 1])][0][1]


@pytest.mark.parametrize("shape", SHAPES)
def test_cards_have_artwork(state: State, shape: Shape) -> None:
    """In a hand and on the web table always, on the board for chat where a card's text is shown too."""
    held = with_player(state, 1, replace(state.players[1], hand=(SHIELD, BURDEN, ALL_NIGHTER)))
    shown = paths(hand_picture(held, 1, NAMES, theme(shape=shape)))
    assert {drawn(SHIELD), drawn(BURDEN), drawn(ALL_NIGHTER)} <= shown
    few = with_games(replace(state, players=state.players[:2]), 2, 1)
    assert {drawn(1), drawn(2), drawn(3)} <= paths(picture(few, NAMES[:2], theme(shape=shape)))


def test_a_hand_of_more_than_three(state: State) -> None:
    """All cards are shown, in a second row if necessary."""
    five = with_player(state, 0, replace(state.players[0], hand=(1, 2, 3, 4, 5)))
    assert [word for word in words(hand_picture(five, 0, NAMES, THEME)) if word in "12345"] == list("12345")


def test_the_chart_before_the_first_sprint_is_over() -> None:
    """It has titles and names, even without any velocities."""
    begun = play(GAME, 3, 2, defaults(GAME), sense=0.9).states[0]
    assert {"Backlog after each sprint", "Velocity", "Ann", "Ben"} <= set(words(chart_picture(begun, NAMES[:2], THEME)))
