"""The application's own emoji: uploaded once, shown on buttons and cards, and never needed."""

import re

import pytest

from adapters.discord.outgoing.emoji import of_act
from adapters.discord.outgoing.message import messages_for, past_of
from bot.kernel.messages import Act, Person, Reply
from bot.kernel.store import Store
from bot.kernel.table.catalogue import badges
from games.text import pictured, who
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.discord.outgoing.test_posting import always
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Refusal

PNG = b"\x89PNG\r\n\x1a\n"
OTHER = PNG + b" again"
EMOJIS = "/applications/{application_id}/emojis"
SOME = {"tool": "<:t:1>", "dice": "<:d:2>", "seat1": "<:s:3>"}
ALL = sum(map(len, badges().values()))


async def test_they_are_uploaded_once(peer: DiscordPeer, store: Store) -> None:
    """Their names contain a hash of the picture: a restart uploads nothing, another picture another emoji."""
    for png, uploads in ((PNG, ALL), (PNG, ALL), (OTHER, 2 * ALL)):
        async with DiscordHarness(peer, store, paint=always(png)).open() as harness:
            await peer.until(lambda count=uploads: len(peer.emoji) == count)  # type: ignore[misc]
            await harness.user("anna").command("new", game="sprint")
    assert sum(request == ("POST", EMOJIS) for request in peer.requests) == 2 * ALL


async def test_a_button_shows_its_emoji(peer: DiscordPeer, store: Store) -> None:
    """“Roll the dice” has a die on it."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        await peer.until(lambda: len(peer.emoji) == ALL)
        await harness.begin()
        (roll,) = (part for part in harness.channel.last.parts if part.get("label") == "Roll the dice")
        assert roll["emoji"]["name"].startswith("sprint_dice_")


async def test_without_them(peer: DiscordPeer, store: Store) -> None:
    """Discord refuses them: the bot starts and plays, in words."""
    peer.faults.append(lambda request: Refusal(403, 0, "No") if request.path.endswith("/emojis") else None)
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        await harness.begin()
        assert "Roll the dice" in harness.channel.last.labels
        assert not any(part.get("emoji") for part in harness.channel.last.parts)


@pytest.mark.parametrize(
    ("badge", "label", "found"),
    [
        ("tool", "Werkzeug auf S3", "<:t:1>"),
        ("tool", f"Für {who(1)}", "<:t:1>"),
        ("", f"Für {who(1)}", "<:s:3>"),
        ("", f"Für {who(0)}", None),  # has no piece
        ("", f"{who(1)} oder {who(0)}", None),
        ("hours", "tool dice", None),  # words don't matter
    ],
)
def test_the_badge_of_an_act(badge: str, label: str, found: str | None) -> None:
    """The game says which; else it is the piece of the only player whom the label names, in any language."""
    assert of_act(Act("t:1:0", label, "go", badge=badge), SOME) == found


def test_badges_in_sentences() -> None:
    """A mark becomes an emoji before the sentence; of one that isn't known nothing is left, not even a space."""
    story = f"{pictured('tool')}{pictured('unknown')}{who(0)} nimmt „Eine *halbe* Stulle“."
    (message,) = messages_for(Reply(story, names=("anna",)), {}, emoji=SOME)
    assert message.parts.story == "<:t:1> **anna** nimmt „Eine \\*halbe\\* Stulle“."
    assert past_of(Reply(past=story, names=("anna",)), {}, SOME) is not None


def test_pieces_where_people_are_awaited() -> None:
    """Everybody's piece is before their name, where it is said what comes next, but not on a lock screen."""
    next_up = f"{who(1)}, roll."
    asked = Reply(situation=next_up, call=next_up, names=("anna", "ben"), pings=(Person("discord:102", "ben"),))
    (message,) = messages_for(asked, {}, emoji=SOME)
    assert (message.parts.situation, message.call) == ("<:s:3> <@102>, roll.", "<@102>, roll.")


async def test_a_roll_shows_its_faces(peer: DiscordPeer, store: Store) -> None:
    """In the story, and in what is left of it once the next message is there."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        await peer.until(lambda: len(peer.emoji) == ALL)
        people = await harness.begin()
        for _ in range(2):
            await harness.step(people)
        for message in harness.channel.shown[-2:]:
            (faces,) = re.findall(r"((?:<:sprint_(?:die\d|scrum)_\w+:\d+> )+)\*\*", message.content)
            assert faces.count("<:") == 1  # one die to plan the sprint
