"""How choices become menus: grouped by what one would click, and called what their labels have in common."""

from adapters.slack.choices import Asking, actions
from adapters.slack.guide import filled_in, guide
from bot.messages import Choice, Page, Reply
from games.api import Parameter
from games.text import who
from tests.adapters.slack.parts import labels, texts
from tests.peers.slack import Payload
from tests.peers.slack_checks import faults, options

ASKING = Asking("slack:T1:C1")
NAMES = ("Ann", "Ben Ali")


def page(*choices: Choice, seat: int | None = 0) -> Page:
    reply = Reply("Your move.", private=True, choices=choices, names=NAMES)
    return Page("t", 7, "g", "Game", "playing", (), (), seat, host=False, awaited=True, reply=reply)


def choice(number: int, label: str, *spots: str, command: str = "move", asks: Parameter | None = None) -> Choice:
    return Choice(f"t:7:0.{number}", label, f"{command} {number}", asks, spots)


def menus(view: Payload) -> list[list[tuple[str, str]]]:
    """What each menu offers: words and values; the whole form is one that Slack would take."""
    assert faults("views.open", {"trigger_id": "1", "view": view}) == []
    found = [block["element"] for block in view["blocks"] if block["type"] == "input"]
    return [
        [(option["text"]["text"], option["value"]) for option in options(element)]
        for element in found
        if element["type"] == "static_select"
    ]


def test_groups_and_single_choices() -> None:
    """What leads on has a gap in its name; what is alone is there as it is."""
    some = (
        choice(0, f"Take 1 from {who(1)}", "team", "one"),
        choice(1, f"Take 2 from {who(1)}", "team", "two"),
        choice(2, "Resign", command="resign"),
    )
    assert menus(guide(ASKING, page(*some))) == [[("Take … from Ben Ali", ">move team"), ("Resign", "t:7:0.2")]]
    *_, second = menus(guide(ASKING, page(*some), (">move team",)))
    assert second == [("1", "t:7:0.0"), ("2", "t:7:0.1")]


def test_the_same_spot_for_two_commands() -> None:
    """A card can be played or dropped: that is asked first."""
    some = [
        choice(number, f"{verb} 5 {whom}", "card", whom, command=verb)
        for number, (verb, whom) in enumerate([("play", "here"), ("play", "there"), ("drop", "down")])
    ]
    assert menus(guide(ASKING, page(*some))) == [[("play 5 …", ">play card"), ("drop 5 down", "t:7:0.2")]]


def test_one_way_needs_no_menu() -> None:
    """Where everything begins with the same click, the first question is the next one."""
    some = (choice(0, "a → b", "a", "b"), choice(1, "a → c, d", "a", "c", "d"), choice(2, "a → c, e", "a", "c", "e"))
    assert menus(guide(ASKING, page(*some))) == [[("b", "t:7:0.0"), ("c, …", ">c")]]
    assert menus(guide(ASKING, page(*some), (">c",)))[1] == [("d", "t:7:0.1"), ("e", "t:7:0.2")]
    assert menus(guide(ASKING, page(some[0]))) == [[("a → b", "t:7:0.0")]]


def test_a_move_that_is_the_beginning_of_another() -> None:
    """Both can be chosen, and so can two that are clicked alike."""
    some = (choice(0, "Stop at b", "b"), choice(1, "Stop at b and shout", "b"), choice(2, "Go from b to c", "b", "c"))
    (only,) = menus(guide(ASKING, page(*some)))
    assert only == [
        ("Stop at b", "t:7:0.0"),
        ("Stop at b and shout", "t:7:0.1"),
        ("Go from b to c", "t:7:0.2"),
    ]


def test_hundreds_of_choices() -> None:
    """A menu takes a hundred in a group; none is lost."""
    many = [choice(number, f"Number {number}") for number in range(230)]
    view = guide(ASKING, page(*many))
    (found,) = menus(view)
    assert len(found) == 230
    (element,) = [block["element"] for block in view["blocks"] if block["type"] == "input"]
    assert [len(group["options"]) for group in element["option_groups"]] == [100, 100, 30]


def test_a_question() -> None:
    """Only when the choice that asks it is made."""
    reason = Parameter("reason", "Why it helps")
    some = (choice(0, "Tool for Ann", "tool", "a", asks=reason), choice(1, "Roll", "seat"))
    assert "Why it helps" not in texts(guide(ASKING, page(*some))["blocks"])
    asked = guide(ASKING, page(*some), ("t:7:0.0?reason",))
    assert [text for text, _ in menus(asked)[0]] == ["Tool for Ann", "Roll"]
    assert (asked["blocks"][-1]["label"]["text"], asked["blocks"][-1]["hint"]["text"]) == ("Reason", "Why it helps")


def test_what_is_read_back() -> None:
    """From the first menu to the one that was changed; what stood below that is forgotten."""
    some = (choice(0, "a → b", "a", "b"), choice(1, "a → c", "a", "c"), choice(2, "d → e", "d", "e"))
    view = guide(ASKING, page(*some), (">move a", "t:7:0.1"))
    first, second = (block["block_id"] for block in view["blocks"] if block["type"] == "input")
    values = {
        first: {"pick:0": {"selected_option": {"value": ">move a"}}},
        second: {"pick:1": {"selected_option": {"value": "t:7:0.1"}}},
    }
    filled = filled_in({**view, "state": {"values": values}})
    assert (filled.picks, filled.button) == ((">move a", "t:7:0.1"), "t:7:0.1")
    assert filled_in({**view, "state": {"values": values}}, first).picks == (">move a",)
    assert filled_in({**view, "state": {"values": values}}, first).button == ""


def test_nobody_and_nothing() -> None:
    """No table, no seat, no move: a form without a button to send it."""
    for view in (
        guide(ASKING, None),
        guide(ASKING, page(choice(0, "Roll"), seat=None)),
        guide(ASKING, page(choice(0, "My hand", command="hand"))),
    ):
        assert menus(view) == []
        assert "submit" not in view


def test_where_the_form_is_offered() -> None:
    """It follows from what the game has to look at and how much there is, not from what somebody holds."""
    hand = Choice("t:7:1", "My hand", "hand")
    few = tuple(choice(number, f"Go {number}") for number in range(3))
    assert labels(actions(Reply("x", choices=(hand,)))) == ["My hand", "Choose a move …"]
    assert labels(actions(Reply("x", choices=few))) == ["Go 0", "Go 1", "Go 2"]
    assert labels(actions(Reply("x"))) == []
