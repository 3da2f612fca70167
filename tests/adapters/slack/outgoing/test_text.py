"""Names and texts are data: typed text is never markup, and only awaited people are mentioned."""

import json
from math import ceil

import pytest

from adapters.slack.identifiers import SlackRoom, parse_text
from adapters.slack.outgoing.message import private, public
from bot.kernel.messages import Person, Reply
from games.graphics.drawing import Drawing
from games.text import who
from tests.adapters.slack.harness import SlackHarness, texts
from tests.peers.slack_checks import schema, violations_of

MARKUP_NAMES = [
    "<!channel>",
    "*bold* _it_ ~no~ `code`",
    "<@U1>",
    "```",
    "&amp;",
    ":bomb:",
    "\u202egnp",
    "a" * 300,
    "</b>",
]


@pytest.mark.parametrize("name", MARKUP_NAMES)
async def test_names_with_markup(harness: SlackHarness, name: str) -> None:
    """A player's name is bold text and nothing else."""
    anna = harness.person(name)
    anna.user = "UANNA"
    await anna.types("new sprint")
    await harness.person("ben").types("join")
    await anna.types("start")
    everything = [message.blocks for message in harness.slack.in_channel("C1")]
    assert not any(kind in json.dumps(everything) for kind in ('"broadcast"', '"usergroup"', '"link"'))
    mentioned = {element["user_id"] for element in walk(everything) if element.get("type") == "user"}
    assert mentioned <= {"UANNA", "UBEN"}
    assert not any("<" in message.text for message in harness.slack.in_channel("C1"))


def walk(value: object) -> list[dict[str, str]]:
    if isinstance(value, dict):
        return [value, *(found for part in value.values() for found in walk(part))]
    return [found for part in value for found in walk(part)] if isinstance(value, list) else []


def test_a_notification_starts_with_whose_turn_it_is() -> None:
    """Notifications are short, so what to do comes before what happened."""
    ben = Person("discord:7", "ben")
    reply = Reply(f"{who(0)} rolls 4.", f"{who(1)}, it is your turn.", names=("anna", "ben"), pings=(ben,))
    assert public(reply, SlackRoom("T1", "C1"), 0.0).text == "ben, it is your turn.\nanna rolls 4."
    over = Reply("The sprint is won!", "Seed: 42")
    assert public(over, SlackRoom("T1", "C1"), 0.0).text == "The sprint is won!\nSeed: 42"


def test_only_awaited_people_are_mentioned() -> None:
    """They are mentioned where they are first named; people elsewhere keep their name."""
    awaited = (Person("slack:T1:U1", "anna"), Person("slack:T2:U2", "ben"), Person("discord:3", "cleo"))
    situation = f"{who(0)}, {who(1)} and {who(2)} vote; {who(3)} waits."
    reply = Reply(f"{who(0)} rolled.", situation, names=("anna", "ben", "cleo", "dora"), pings=awaited)
    blocks = public(reply, SlackRoom("T1", "C1"), 0.0).content["blocks"]
    assert texts(blocks) == "anna rolled.<@U1>, ben and cleo vote; dora waits."


def test_an_awaited_person_who_is_not_named() -> None:
    """They are mentioned at the end."""
    reply = Reply(situation="Your turn.", names=("anna",), pings=(Person("slack:T1:U1", "anna"),))
    assert texts(public(reply, SlackRoom("T1", "C1"), 0.0).content["blocks"]) == "Your turn. <@U1>"


def test_no_text_can_break_out_of_a_board() -> None:
    """The text board is one element, whatever it contains."""
    drawing = Drawing(lambda: "``` <!channel> *x*", lambda: "alt")
    (block,) = private(Reply(drawing=drawing), 0.0).content["blocks"]
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
def test_slacks_escapes_are_parsed(typed: str, line: str, mentions: dict[str, str]) -> None:
    """Mentions become names that stand for a person; the rest is as it was typed."""
    said = parse_text(typed, "T1")
    assert (said.line, dict(said.mentions)) == (line, mentions)


async def test_a_mention_means_the_person(harness: SlackHarness) -> None:
    """A mention finds the person, whatever their name at the table."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await ben.types("join")
    await anna.types("start")
    await anna.types('tool 1 <@UBEN|totally.different> "it <!channel> fits"')
    private_replies = texts(anna.private_replies()[-1]["blocks"]) if anna.private_replies() else ""
    assert "nobody called" not in private_replies
    await anna.types("tool 1 <@UNOBODY|nobody> it fits")
    assert "nobody called" in texts(anna.private_replies()[-1]["blocks"])


@pytest.mark.parametrize(
    ("left", "shown"),
    [(300.4, "5 min"), (299.8, "5 min"), (60.0, "1 min"), (20.0, "20 seconds"), (0.2, "1 second"), (331.0, "6 min")],
)
def test_the_clock_agrees_with_the_words(left: float, shown: str) -> None:
    """A discussion of five minutes has 5 minutes on the clock, although a moment has passed or is yet to pass."""
    (block,) = private(Reply(until=1000.0 + left), 1000.0).content["blocks"]
    until = f"<!date^{ceil(1000 + left)}^{{time}}|"
    assert block["elements"][0]["text"].startswith(f"{shown} on the clock, until {until}")


def test_a_clock_that_runs_for_days() -> None:
    """Of a table that plays over days, the time of day alone would look like today."""
    (block,) = private(Reply(until=2 * 86400.0), 0.0).content["blocks"]
    when = "<!date^172800^{date_short_pretty} at {time}|03 Jan at 00:00 UTC>"
    assert block["elements"][0]["text"] == f"2 days on the clock, until {when}"


def test_lines_with_a_dash_are_a_list() -> None:
    """As in the help: a sentence, its list, and what comes after it, without the blank lines between them."""
    (block,) = private(Reply("You can:\n- `/scrum roll`: Roll\n- wait\n\nThat’s all."), 0.0).content["blocks"]
    kinds = [part["type"] for part in block["elements"]]
    assert kinds == ["rich_text_section", "rich_text_list", "rich_text_section"]
    assert [texts(item) for item in block["elements"][1]["elements"]] == ["/scrum roll: Roll", "wait"]
    assert texts(block["elements"][2]) == "That’s all."


@pytest.mark.skipif(
    schema() is None, reason="no specs in ../shared/specs or SCRUM_TABLE_SPECS: Slack's schema is not checked"
)
def test_the_checks_find_something() -> None:
    """The peer rejects a message that Slack would reject."""
    good = {"channel": "C1", "text": "x", "blocks": [{"type": "divider"}]}
    assert violations_of("chat.postMessage", good) == []
    for bad in ({"type": "divider", "colour": 1}, {"type": "header"}, {"type": "nonsense"}):
        assert violations_of("chat.postMessage", {**good, "blocks": [bad]})
    assert violations_of("chat.postMessage", {**good, "blocks": [{"type": "divider"}] * 51})
