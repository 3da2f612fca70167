"""Clickable parts of hand and table: a card, then where it goes."""

from xml.etree import ElementTree as ET

from games.graphics.theme import THEME
from games.scrumkin.model import Drop, Move, Play, RaiseShield, Ready, TakeOver
from games.scrumkin.pictures.board import hand_picture, picture
from tests.games.scrumkin.build import BURDEN, CREEP, GAME, SHIELD, player, table

NAMES = ("Ann", "Ben")
STATE = table(player(CREEP, SHIELD), player(4, 5, 6, game=[BURDEN], backlog=3))


def spots(move: Move) -> tuple[str, ...]:
    return GAME.phrase(STATE, 0, move).spots


def named(svg: str) -> list[str]:
    return [name for element in ET.fromstring(svg).iter() if (name := element.get("data-spot"))]


def test_what_is_clicked() -> None:
    """A card in the hand, then a player, the stack or a card on the table; to take over items, a player and a box."""
    assert spots(Play(CREEP, 0)) == (f"card:{CREEP}", "team:0")
    assert spots(Play(CREEP, 1)) == (f"card:{CREEP}", "team:1")
    assert spots(Drop(CREEP)) == (f"card:{CREEP}", "stack")
    assert spots(RaiseShield(SHIELD, BURDEN, 1)) == (f"card:{SHIELD}", f"laid:{BURDEN}")
    assert spots(TakeOver(3, 1)) == ("team:1", "items:1:3")
    assert spots(Ready()) == ()


def test_cards_in_a_hand_are_only_in_its_own_picture() -> None:
    """The picture of the table does not even name them."""
    assert named(hand_picture(STATE, 0, NAMES, THEME)) == [f"card:{CREEP}", f"card:{SHIELD}"]
    assert not any(name.startswith("card:") for name in named(picture(STATE, NAMES, THEME)))


def test_one_clickable_box_per_item() -> None:
    """Only items in the backlog can be clicked."""
    assert [name for name in named(picture(STATE, NAMES, THEME)) if name.startswith("items:1:")] == [
        "items:1:1",
        "items:1:2",
        "items:1:3",
    ]
