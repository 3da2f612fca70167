"""A tutorial on Discord: private, with pictures, and independent of the channel's table."""

import pytest

from bot.kernel.ports import Painter
from bot.kernel.store import Store
from games import GAMES
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import EPHEMERAL, Interaction, Message
from tests.peers.discord_user import DiscordUser

PNG = b"\x89PNG\r\n\x1a\n"
FIRST = {"sprint": "Roll the dice", "rugby": "c4", "retro": "Pass"}


def always(png: bytes) -> Painter:
    async def paint(*_: object, **__: object) -> bytes:
        return png

    return paint


async def lesson(harness: DiscordHarness, interaction: Interaction) -> Message:
    """The person's latest private message, once its picture is there."""
    await harness.peer.until(lambda: bool(interaction.private) and bool(interaction.private[-1].attachments))
    return interaction.private[-1]


async def start_lesson(harness: DiscordHarness, person: DiscordUser, game: str) -> Message:
    return await lesson(harness, await person.command("tutorial", game=game))


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_private(peer: DiscordPeer, store: Store, game: str) -> None:
    """Only this person sees the board's picture; nothing of it reaches the channel."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        shown = await start_lesson(harness, harness.user("anna"), game)
        assert shown.flags & EPHEMERAL
        assert shown.seen_by == harness.user("anna").number
        assert shown.files == [PNG]
        assert "💡" in shown.content
        assert harness.channel.shown == []


@pytest.mark.parametrize(("game", "label"), FIRST.items())
async def test_a_lessons_buttons_answer_privately(peer: DiscordPeer, store: Store, game: str, label: str) -> None:
    """A press replaces the private message, also after a restart, and doesn't affect the channel's table."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        await harness.begin("anna", "ben", game="scrumkin")
        before, standing = len(harness.channel.shown), await harness.standing()
        shown = await start_lesson(harness, harness.user("anna"), game)
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        interaction = await harness.user("anna").press(shown, label)
        answer = await lesson(harness, interaction)
        assert interaction.private[0] is shown  # the message whose button was pressed
        assert answer.flags & EPHEMERAL
        assert answer.labels
        assert (len(harness.channel.shown), (await harness.standing()).sequence) == (before, standing.sequence)


async def test_a_question_in_a_lesson(peer: DiscordPeer, store: Store) -> None:
    """The form asks for the command's argument, and the answer is private too."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        anna = harness.user("anna")
        shown = await start_lesson(harness, anna, "retro")
        interaction = await anna.press(shown, "Answer")
        assert len(interaction.fields) == 1
        answer = await lesson(harness, await anna.submit(interaction, "sunny"))
        assert "sunny" in answer.content
        assert harness.channel.shown == []


async def test_nobody_else_can_use_a_lessons_buttons(peer: DiscordPeer, store: Store) -> None:
    """Discord shows them to nobody else, and the service would refuse anyway."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        shown = await start_lesson(harness, harness.user("anna"), "sprint")
        shown.seen_by = None
        interaction = await harness.user("ben").press(shown, "Roll the dice")
        assert "I don’t recognise that button." in interaction.private_text
        assert harness.channel.shown == []
