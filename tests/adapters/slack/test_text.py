"""Names and texts are data: nothing that a player types is markup, and nobody is called who is not awaited."""

import json

import pytest

from adapters.slack.message import private, public
from adapters.slack.names import Place, read_words
from bot.messages import Person, Reply
from games.graphics.drawing import Drawing
from games.text import who
from tests.adapters.slack.parts import Desk, texts
from tests.peers.slack_checks import faults, schema

WILD = ["<!channel>", "*bold* _it_ ~no~ `code`", "<@U1>", "```", "&amp;", ":bomb:", "\u202egnp", "a" * 300, "</b>"]


@pytest.mark.parametrize("name", WILD)
async def test_wild_names(desk: Desk, name: str) -> None:
    """As a player's name: bold text, and nothing else."""
    anna = desk.person(name)
    anna.user = "UANNA"
    await anna.types("new sprint")
    await desk.person("ben").types("join")
    await anna.types("start")
    everything = [message.blocks for message in desk.slack.in_channel("C1")]
    assert not any(kind in json.dumps(everything) for kind in ('"broadcast"', '"usergroup"', '"link"'))
    mentioned = {element["user_id"] for element in walk(everything) if element.get("type") == "user"}
    assert mentioned <= {"UANNA", "UBEN"}
    assert not any("<" in message.text for message in desk.slack.in_channel("C1"))


def walk(value: object) -> list[dict[str, str]]:
    if isinstance(value, dict):
        return [value, *(found for part in value.values() for found in walk(part))]
    return [found for part in value for found in walk(part)] if isinstance(value, list) else []


def test_a_phone_is_told_first_whose_turn_it_is() -> None:
    """The line of a notification is cut off soon: what happened comes behind what is to be done."""
    ben = Person("discord:7", "ben")
    reply = Reply(f"{who(0)} rolls 4.\n\n{who(1)}, it is your turn.", names=("anna", "ben"), pings=(ben,))
    assert public(reply, Place("T1", "C1"), 0.0, None).text == "ben, it is your turn.\nanna rolls 4."
    over = Reply("The sprint is won!\n\nSeed: 42")
    assert public(over, Place("T1", "C1"), 0.0, None).text == "The sprint is won!\nSeed: 42"


def test_only_those_awaited_are_called() -> None:
    """By a mention where their name stands first; people of other workspaces and platforms keep their name."""
    awaited = (Person("slack:T1:U1", "anna"), Person("slack:T2:U2", "ben"), Person("discord:3", "cleo"))
    text = f"{who(0)} rolled.\n\n{who(0)}, {who(1)} and {who(2)} vote; {who(3)} waits."
    reply = Reply(text, names=("anna", "ben", "cleo", "dora"), pings=awaited)
    blocks = public(reply, Place("T1", "C1"), 0.0, None).content["blocks"]
    assert texts(blocks) == "anna rolled.<@U1>, ben and cleo vote; dora waits."


def test_somebody_awaited_who_is_not_named() -> None:
    """Is called at the end."""
    reply = Reply("Your turn.", names=("anna",), pings=(Person("slack:T1:U1", "anna"),))
    assert texts(public(reply, Place("T1", "C1"), 0.0, None).content["blocks"]) == "Your turn. <@U1>"


def test_a_board_that_nothing_breaks_out_of() -> None:
    """The text board is an element of its own, whatever stands in it."""
    drawing = Drawing(lambda: "``` <!channel> *x*", lambda: "alt")
    (block,) = private(Reply("", drawing=drawing), 0.0).content["blocks"]
    assert block["elements"] == [
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "``` <!channel> *x*"}]}
    ]


@pytest.mark.parametrize(
    ("typed", "line", "mentions"),
    [
        ("tool 1 <@U2|ben> because", "tool 1 @ben because", {"ben": "slack:T1:U2"}),
        ("tool 1 <@U2>", "tool 1 @U2", {"U2": "slack:T1:U2"}),
        ("look <#C1|general>", "look #general", {}),
        ("say <!here> &lt;b&gt; &amp;amp;", "say @here <b> &amp;", {}),
        ("<https://example.org|example.org>", "example.org", {}),
    ],
)
def test_what_slack_escapes(typed: str, line: str, mentions: dict[str, str]) -> None:
    """Is read back: mentions as names that stand for a person, the rest as it was typed."""
    said = read_words(typed, "T1")
    assert (said.line, dict(said.mentions)) == (line, mentions)


async def test_a_mention_means_the_person(desk: Desk) -> None:
    """Whatever they are called at the table: the refusal about the tool names nobody unknown."""
    anna, ben = desk.person("anna"), desk.person("ben")
    await anna.types("new sprint")
    await ben.types("join")
    await anna.types("start")
    await anna.types('tool 1 <@UBEN|totally.different> "it <!channel> fits"')
    heard = texts(anna.heard()[-1]["blocks"]) if anna.heard() else ""
    assert "nobody called" not in heard
    await anna.types("tool 1 <@UNOBODY|nobody> it fits")
    assert "nobody called" in texts(anna.heard()[-1]["blocks"])


@pytest.mark.skipif(
    schema() is None, reason="no specs in ../shared/specs or SCRUM_TABLE_SPECS: Slack's schema is not checked"
)
def test_the_checks_find_something() -> None:
    """What the other tests rely on: a message that Slack would refuse is refused here."""
    good = {"channel": "C1", "text": "x", "blocks": [{"type": "divider"}]}
    assert faults("chat.postMessage", good) == []
    for bad in ({"type": "divider", "colour": 1}, {"type": "header"}, {"type": "nonsense"}):
        assert faults("chat.postMessage", {**good, "blocks": [bad]})
    assert faults("chat.postMessage", {**good, "blocks": [{"type": "divider"}] * 51})
