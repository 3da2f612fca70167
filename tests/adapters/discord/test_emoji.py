"""The application's own emoji: uploaded once, shown on buttons and cards, and never needed."""

import pytest

from adapters.discord.emoji import in_story, on_label
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.discord.test_room_messages import always
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Refusal

PNG = b"\x89PNG\r\n\x1a\n"
OTHER = PNG + b" again"
EMOJIS = "/applications/{application_id}/emojis"
SOME = {"tool": "<:t:1>", "dice": "<:d:2>"}


async def test_they_are_uploaded_once(peer: DiscordPeer, store: Store) -> None:
    """Their names contain a hash of the picture: a restart uploads nothing, another picture another emoji."""
    for png, uploads in ((PNG, 6), (PNG, 6), (OTHER, 12)):
        async with DiscordHarness(peer, store, paint=always(png)).open() as harness:
            await peer.until(lambda count=uploads: len(peer.emoji) == count)  # type: ignore[misc]
            await harness.user("anna").command("new", game="sprint")
    assert sum(request == ("POST", EMOJIS) for request in peer.requests) == 12


async def test_a_button_shows_its_emoji(peer: DiscordPeer, store: Store) -> None:
    """“Roll the dice” has a die on it."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        await peer.until(lambda: len(peer.emoji) == 6)
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
    ("label", "found"), [("S3 Tool", "<:t:1>"), ("Roll the dice", "<:d:2>"), ("Stay", None), ("Toolbox", None)]
)
def test_the_word_of_a_label(label: str, found: str | None) -> None:
    """It is found as a whole word."""
    assert on_label(label, SOME) == found


def test_the_word_before_a_title() -> None:
    """In a story, a word is illustrated where it names a card, and nowhere else."""
    story = "picks up the tool “Half a Sandwich” and needs no tool."
    assert in_story(story, SOME) == "picks up the <:t:1> tool “Half a Sandwich” and needs no tool."
