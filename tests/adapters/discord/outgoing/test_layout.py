"""How messages are laid out: within Discord's limits, whatever they contain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.outgoing.layout import MAX_CARDS, ShownBoard
from adapters.discord.outgoing.message import messages_for
from adapters.layout import MORE
from bot.kernel.messages import Act, Chair, Overview, Person, Reply
from games.contract import Parameter
from games.graphics.drawing import Drawing
from games.graphics.theme import SEATS
from games.parts import ShownCard
from games.text import who
from tests.adapters.discord.harness import DiscordHarness
from tests.peers import discord_spec
from tests.peers.discord_state import LAYOUT, Message, nested

POST = ("POST", "/channels/{channel_id}/messages")
TEXT = st.text(alphabet="ab *`<@1>\n.", max_size=6000)
COMMANDS = ("roll", "go", "tool", "vote", "note", "play", "hand", "more", "cover", "resign", "unknown")
ASKS = Parameter("reason", "Why")


def overview(*awaited: int, phase: str = "playing") -> Overview:
    chairs = tuple(Chair(f"name {seat}", automatic=False, host=seat == 0, awaited=seat in awaited) for seat in range(3))
    return Overview("sprint", "The Scrum Game", phase, chairs, f"{who(0)}, roll.")  # type: ignore[arg-type]


@st.composite
def replies(draw: st.DrawFn) -> Reply:
    """A reply with more of everything than a game ever has."""
    count = draw(st.integers(0, 140))
    commands = draw(st.lists(st.sampled_from(COMMANDS), min_size=1, max_size=11))
    asks = draw(st.sampled_from([None, ASKS]))
    choices = tuple(
        Act(f"t:1:{number}", f"Act {number}", f"{commands[number % len(commands)]} {number}", asks=asks)
        for number in range(count)
    )
    cards = draw(st.lists(st.builds(ShownCard, TEXT, TEXT, st.just("Tool"), TEXT), max_size=MAX_CARDS))
    text = draw(TEXT)
    return Reply(
        draw(TEXT),
        draw(TEXT),
        acts=choices,
        more=draw(st.booleans()),
        names=("name 0", "name 1", "name 2"),
        pings=(Person("discord:7", "name 0"),),
        until=60.0,
        overview=overview(0),
        game="sprint",
        cards=tuple(cards),
        drawing=draw(st.sampled_from([None, Drawing(lambda: text, lambda: text)])),
        table="t",
        pin="12345678",
    )


@given(replies(), st.booleans())
def test_no_layout_is_over_the_limits(reply: Reply, in_words: bool) -> None:  # noqa: FBT001  # drawn by hypothesis
    """Forty components and 4000 characters, with the most cards, choices and text, and a board in words as well."""
    *first, last = messages_for(reply, {})
    board = ShownBoard(text=reply.drawing.text) if reply.drawing and in_words and reply.drawing.text else None
    for message in (*first, last.with_board(board)):
        fields = message.for_sending()
        payload = {"components": fields["view"].to_components(), "flags": LAYOUT}
        assert discord_spec.violations_of(*POST, payload) == []


def test_the_colour_says_whose_turn_it_is() -> None:
    """One seat is awaited: its colour, as on the board; several or none: the game's."""

    def accent(*awaited: int) -> object:
        (message,) = messages_for(Reply("Now.", table="t", overview=overview(*awaited)), {})
        return message.parts.accent

    assert accent(1) == int(SEATS[1].removeprefix("#"), 16)
    assert accent(0, 1) == accent() != accent(1)


@pytest.mark.parametrize("before", [": ", ". "])
def test_a_card_is_told_once(before: str) -> None:
    """What the card shows isn't in the story as well, however the sentence leads up to it."""
    card = ShownCard("Answer at Midnight", "Nobody is awake.", "Impediment", f"Drawn by {who(0)}.")
    story = f"{who(0)} is impeded by “Answer at Midnight”{before}Nobody is awake. What now?"
    (message,) = messages_for(Reply(story, "Next.", names=("anna",), overview=overview(0), cards=(card,)), {})
    assert message.parts.story == "**anna** is impeded by “Answer at Midnight”. What now?"
    (shown,) = message.parts.cards
    assert shown == "> Nobody is awake."
    (later,) = messages_for(Reply("Next day.", "Next.", names=("anna",), overview=overview(0), cards=(card,)), {})
    (shown,) = later.parts.cards
    assert shown == "**Answer at Midnight** · Impediment\n-# Drawn by **anna**.\n> Nobody is awake."


async def test_a_card_explains_itself(harness: DiscordHarness) -> None:
    """One button shows its paragraph of the rules, to one person alone."""
    people = await harness.begin()
    await harness.play(people, until=lambda _: "Rules" in harness.channel.last.labels)
    assert harness.channel.last.labels.count("Rules") == 1
    interaction = await people[0].press(harness.channel.last, "Rules")
    assert "opportunit" in interaction.private_text.lower() or "impediment" in interaction.private_text.lower()


def rows(message: Message) -> list[list[str]]:
    """The labels of buttons, row by row."""
    found = [each["components"] for each in nested(message.components) if each["type"] == 1]
    return [[part["label"] for part in row if part["type"] == 2] for row in found]


def test_there_is_more_than_the_message_shows() -> None:
    """A button opens the panel in which somebody finds what the room doesn't see."""
    for more, labels in ((False, ["Roll"]), (True, ["Roll", str(MORE)])):
        (message,) = messages_for(Reply("x", acts=(Act("t:1:0", "Roll", "roll"),), more=more, table="t"), {})
        components = message.for_sending()["view"].to_components()
        assert [part["label"] for part in nested(components) if part["type"] == 2] == labels


async def test_buttons_keep_their_places(harness: DiscordHarness) -> None:
    """A main act comes first; in rugby, the pieces and what a table always offers are on two rows."""
    await harness.begin("anna", "ben", game="scrumkin")
    assert rows(harness.channel.last) == [["My hand", "Hint", "Rules"]]
    await harness.user("anna").end()
    rugby = await harness.begin("anna", "ben", game="rugby")
    before = rows(harness.channel.last)
    assert len(before) == 2
    assert before[-1][-2:] == ["Hint", str(MORE)]
    name, _ = await harness.suggested()
    await next(one for one in rugby if one.name == name).press(harness.channel.last, before[0][0])
    assert rows(harness.channel.last)[-1][-2:] == ["Hint", str(MORE)]
