"""A tutorial on Discord: for one person alone, with pictures, whatever goes on in the channel."""

import pytest

from adapters.discord.pages import Picture
from bot.ports import Store
from games import GAMES
from games.graphics.drawing import Drawing
from tests.adapters.discord.house import House
from tests.peers.discord import DiscordPeer
from tests.peers.discord_people import Visitor
from tests.peers.discord_state import EPHEMERAL, Asked, Message

PNG = b"\x89PNG\r\n\x1a\n"
FIRST = {"sprint": "Roll the dice", "rugby": "c4 → c5", "retro": "Ready"}


def always(png: bytes) -> Picture:
    async def picture(drawing: Drawing) -> bytes:
        del drawing
        return png

    return picture


async def lesson(house: House, asked: Asked) -> Message:
    """The last thing that the person was told, once it is there."""
    await house.peer.until(lambda: bool(asked.private) and bool(asked.private[-1].attachments))
    return asked.private[-1]


async def begins(house: House, person: Visitor, game: str) -> Message:
    return await lesson(house, await person.command("tutorial", game=game))


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_learnt_is_for_one_person(peer: DiscordPeer, store: Store, game: str) -> None:
    """With the board as a picture that only this person sees; nothing of it reaches the channel."""
    async with House(peer, store, picture=always(PNG)).open() as house:
        shown = await begins(house, house.visitor("anna"), game)
        assert shown.flags & EPHEMERAL
        assert shown.seen_by == house.visitor("anna").number
        assert shown.files == [PNG]
        assert "💡" in shown.content
        assert house.channel.shown == []


@pytest.mark.parametrize(("game", "label"), FIRST.items())
async def test_its_buttons_answer_privately(peer: DiscordPeer, store: Store, game: str, label: str) -> None:
    """A press replaces what was there with what happened then; also after a restart, and beside the channel's table."""
    async with House(peer, store, picture=always(PNG)).open() as house:
        await house.begin("anna", "ben", game="scrumkin")
        before, standing = len(house.channel.shown), await house.standing()
        shown = await begins(house, house.visitor("anna"), game)
    async with House(peer, store, picture=always(PNG)).open() as house:
        asked = await house.visitor("anna").press(shown, label)
        told = await lesson(house, asked)
        assert asked.private[0] is shown  # the message whose button was pressed
        assert told.flags & EPHEMERAL
        assert told.labels
        assert (len(house.channel.shown), (await house.standing()).sequence) == (before, standing.sequence)


async def test_a_question_in_a_lesson(peer: DiscordPeer, store: Store) -> None:
    """The form asks for what its own command needs, and the answer is private, too."""
    async with House(peer, store, picture=always(PNG)).open() as house:
        anna = house.visitor("anna")
        shown = await begins(house, anna, "retro")
        asked = await anna.press(shown, "Check in")
        assert asked.form is not None
        assert asked.form["components"][0]["label"].startswith("One word")
        told = await lesson(house, await anna.submit(asked, "sunny"))
        assert "“sunny”" in told.content
        assert house.channel.shown == []


async def test_nobody_else_presses_into_it(peer: DiscordPeer, store: Store) -> None:
    """Discord shows it to nobody else, and the service would not let them."""
    async with House(peer, store, picture=always(PNG)).open() as house:
        shown = await begins(house, house.visitor("anna"), "sprint")
        shown.seen_by = None
        asked = await house.visitor("ben").press(shown, "Roll the dice")
        assert "I don’t recognise that button." in asked.told
        assert house.channel.shown == []
