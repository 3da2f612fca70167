"""The wizard's menus: choices grouped by the spots to click, labelled by what their labels have in common."""

from adapters.layout import MORE
from adapters.slack.incoming.wizard import read_submission, wizard_form
from adapters.slack.outgoing.acts import FormContext
from adapters.slack.outgoing.rows import actions
from bot.kernel.messages import Act, Page, Reply
from games.contract import Parameter, Role
from games.text import who
from tests.adapters.slack.harness import labels, texts
from tests.peers.slack import Payload
from tests.peers.slack_checks import options, violations_of

CONTEXT = FormContext("slack:T1:C1")
NAMES = ("Ann", "Ben Ali")


def page(*choices: Act, seat: int | None = 0) -> Page:
    reply = Reply("Your move.", private=True, acts=choices, names=NAMES)
    return Page("t", 7, "g", "Game", "playing", (), (), seat, host=False, awaited=True, reply=reply)


def choice(number: int, label: str, *spots: str, command: str = "move", asks: Parameter | None = None) -> Act:
    return Act(f"t:7:0.{number}", label, f"{command} {number}", asks=asks, spots=spots)


def menus(view: Payload) -> list[list[tuple[str, str]]]:
    """The labels and values of each menu, after checking that Slack accepts the form."""
    assert violations_of("views.open", {"trigger_id": "1", "view": view}) == []
    found = [block["element"] for block in view["blocks"] if block["type"] == "input"]
    return [
        [(option["text"]["text"], option["value"]) for option in options(element)]
        for element in found
        if element["type"] == "static_select"
    ]


def test_groups_and_single_choices() -> None:
    """A group's label has a gap; a single choice has its own label."""
    some = (
        choice(0, f"Take 1 from {who(1)}", "team", "one"),
        choice(1, f"Take 2 from {who(1)}", "team", "two"),
        choice(2, "Resign", command="resign"),
    )
    assert menus(wizard_form(CONTEXT, page(*some))) == [[("Take … from Ben Ali", ">move team"), ("Resign", "t:7:0.2")]]
    *_, second = menus(wizard_form(CONTEXT, page(*some), (">move team",)))
    assert second == [("1", "t:7:0.0"), ("2", "t:7:0.1")]


def test_the_same_spot_for_two_commands() -> None:
    """If a card can be played or dropped, the first menu asks which."""
    some = [
        choice(number, f"{verb} 5 {whom}", "card", whom, command=verb)
        for number, (verb, whom) in enumerate([("play", "here"), ("play", "there"), ("drop", "down")])
    ]
    assert menus(wizard_form(CONTEXT, page(*some))) == [[("play 5 …", ">play card"), ("drop 5 down", "t:7:0.2")]]


def test_a_single_branch_needs_no_menu() -> None:
    """If all choices start with the same spot, the first menu is about the next one."""
    some = (choice(0, "a → b", "a", "b"), choice(1, "a → c, d", "a", "c", "d"), choice(2, "a → c, e", "a", "c", "e"))
    assert menus(wizard_form(CONTEXT, page(*some))) == [[("b", "t:7:0.0"), ("c, …", ">c")]]
    assert menus(wizard_form(CONTEXT, page(*some), (">c",)))[1] == [("d", "t:7:0.1"), ("e", "t:7:0.2")]
    assert menus(wizard_form(CONTEXT, page(some[0]))) == [[("a → b", "t:7:0.0")]]


def test_a_move_that_is_a_prefix_of_another() -> None:
    """Both can be chosen, and so can two with the same spots."""
    some = (choice(0, "Stop at b", "b"), choice(1, "Stop at b and shout", "b"), choice(2, "Go from b to c", "b", "c"))
    (only,) = menus(wizard_form(CONTEXT, page(*some)))
    assert only == [
        ("Stop at b", "t:7:0.0"),
        ("Stop at b and shout", "t:7:0.1"),
        ("Go from b to c", "t:7:0.2"),
    ]


def test_hundreds_of_choices() -> None:
    """Options are split into groups of a hundred, and none is lost."""
    many = [choice(number, f"Number {number}") for number in range(230)]
    view = wizard_form(CONTEXT, page(*many))
    (found,) = menus(view)
    assert len(found) == 230
    (element,) = [block["element"] for block in view["blocks"] if block["type"] == "input"]
    assert [len(group["options"]) for group in element["option_groups"]] == [100, 100, 30]


def test_a_question() -> None:
    """It is asked only when its choice is made."""
    reason = Parameter("reason", "Why it helps")
    some = (choice(0, "Tool for Ann", "tool", "a", asks=reason), choice(1, "Roll", "seat"))
    assert "Why it helps" not in texts(wizard_form(CONTEXT, page(*some))["blocks"])
    form = wizard_form(CONTEXT, page(*some), ("t:7:0.0?reason",))
    assert [text for text, _ in menus(form)[0]] == ["Tool for Ann", "Roll"]
    assert (form["blocks"][-1]["label"]["text"], form["blocks"][-1]["hint"]["text"]) == ("Reason", "Why it helps")


def test_reading_a_form() -> None:
    """Picks are read up to the menu that was changed; those below it are dropped."""
    some = (choice(0, "a → b", "a", "b"), choice(1, "a → c", "a", "c"), choice(2, "d → e", "d", "e"))
    view = wizard_form(CONTEXT, page(*some), (">move a", "t:7:0.1"))
    first, second = (block["block_id"] for block in view["blocks"] if block["type"] == "input")
    values = {
        first: {"pick:0": {"selected_option": {"value": ">move a"}}},
        second: {"pick:1": {"selected_option": {"value": "t:7:0.1"}}},
    }
    filled = read_submission({**view, "state": {"values": values}})
    assert (filled.picks, filled.button) == ((">move a", "t:7:0.1"), "t:7:0.1")
    assert read_submission({**view, "state": {"values": values}}, first).picks == (">move a",)
    assert read_submission({**view, "state": {"values": values}}, first).button == ""


def test_nothing_to_choose() -> None:
    """Without a table, a seat or a move, the form has no submit button."""
    for view in (
        wizard_form(CONTEXT, None),
        wizard_form(CONTEXT, page(choice(0, "Roll"), seat=None)),
        wizard_form(CONTEXT, page(choice(0, "My hand", command="hand"))),
    ):
        assert menus(view) == []
        assert "submit" not in view


def test_when_there_is_more() -> None:
    """It depends on the game's queries and the number of acts, not on what a player holds."""
    hand = Act("t:7:1", "My hand", "hand")
    few = tuple(choice(number, f"Go {number}") for number in range(3))
    assert labels(actions(Reply("x", acts=(hand,)))) == ["My hand", str(MORE)]
    assert labels(actions(Reply("x", acts=few))) == ["Go 0", "Go 1", "Go 2"]
    assert labels(actions(Reply("x", acts=few, more=True))) == ["Go 0", "Go 1", "Go 2", str(MORE)]
    assert labels(actions(Reply("x"))) == []


def test_acts_are_in_the_order_of_their_roles() -> None:
    """The main one first; what belongs to leaders, and what is seldom done, below under headings of their own."""
    roles: tuple[Role, ...] = ("rare", "lead", "thing", "usual", "main")
    some = [Act(f"t:7:0.{at}", role.capitalize(), f"{role}s", role) for at, role in enumerate(roles)]
    view = wizard_form(CONTEXT, page(*some))
    assert [[label for label, _ in menu] for menu in menus(view)] == [["Main", "Usual", "Thing", "Lead", "Rare"]]
    (element,) = [block["element"] for block in view["blocks"] if block["type"] == "input"]
    headings = [group["label"]["text"] for group in element["option_groups"]]
    assert headings == ["What do you want to do?", "You lead", "Something else…"]
