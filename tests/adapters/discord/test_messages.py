"""What stands in a message: names that are no markup, a board that stays in its block, counts that go on."""

import pytest

from adapters.discord.pages import Picture
from bot.messages import Reply
from bot.ports import Store
from bot.texts import notices
from games.graphics.drawing import Drawing
from tests.adapters.discord.house import House
from tests.peers.discord import DiscordPeer

WILD = [
    "@everyone <@103> <@&5> <#7> <t:1:R>",
    "``` **bold** ||x|| `code`",
    "# heading [link](https://example.org)",
    "https://evil.example discord.gg/abc",
    "-# small\n> quote",
]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", WILD)
async def test_wild_names(house: House, name: str) -> None:
    """A name is shown as it is: nobody is called by it, nothing is formatted by it, no block is ended by it."""
    wild, ben = house.visitor(name), house.visitor("ben")
    await wild.command("new", game="sprint")
    await ben.command("join")
    await ben.command("start")
    message = house.channel.last
    assert set(message.pinged) <= {wild.number, ben.number}
    assert message.board.count("```") == 2
    for code in ("<@103>", "<@&5>", "<#7>", "<t:1:R>", "@everyone", "[link](", "https://", "discord.gg", "**bold**"):
        assert not any(code in shown.content for shown in house.channel.shown)
    assert not any(
        line.startswith(("# ", "> ", "-# ")) for shown in house.channel.shown for line in shown.content.splitlines()
    )


async def test_wild_words(house: House) -> None:
    """What somebody types and gets back, or tells as a reason, is as tame."""
    anna, _ = await house.begin()
    asked = await anna.command("rules", topic="**x** <@103> @everyone ```")
    assert "<@103>" not in asked.told
    assert "@everyone" not in asked.told
    assert "\\*\\*x\\*\\*" in asked.told


async def test_commands_in_sentences_are_as_one_types_them_here(house: House) -> None:
    """With their group, and as code."""
    anna, _ = await house.begin()
    asked = await anna.command("help")
    assert "`/scrum table end`" in asked.told
    assert "\\`" not in asked.told


async def test_a_long_text_comes_in_pages(house: House) -> None:
    """The board and the buttons are on the last one, and nothing is lost between them."""
    words = [f"word{number}" for number in range(900)]
    room = f"discord:{house.channel.id}"
    drawing = Drawing(lambda: "the board", lambda: "the same in words")
    await house.adapter.post(room, Reply(" ".join(words), drawing=drawing), None, "")
    pages = house.channel.shown
    assert len(pages) > 1
    assert " ".join(page.content for page in pages).split() == words
    assert [bool(page.board) for page in pages] == [False] * (len(pages) - 1) + [True]


async def test_votes_go_on_in_the_same_message(house: House) -> None:
    """The story stays, who has voted is added, how is not; the end of the time is a timestamp of Discord's."""
    anna, ben = await house.begin()
    await house.play([anna, ben], until=lambda _: discusses(house))
    message = house.channel.last
    story = message.content.rpartition("\n\n")[0]
    await anna.press(message, "Yes")
    assert house.channel.last is message
    assert message.content.startswith(story)
    assert "**anna** has voted." in message.content
    assert "yes" not in message.content.removeprefix(story).lower().replace("vote yes or no", "")
    assert message.labels[:2] == ["Yes", "No"]
    assert message.board


async def test_the_lobby_is_one_message(house: House) -> None:
    """Who sits down, by button or by command, is added to the list; the paragraph about the game stays."""
    anna, ben, cleo = (house.visitor(name) for name in ("anna", "ben", "cleo"))
    await anna.command("new", game="sprint")
    lobby = house.channel.last
    story = lobby.content.rpartition("\n\n")[0]
    pressed = await ben.press(lobby, "Join")
    typed = await cleo.command("join")
    await anna.press(lobby, "Add an automatic player")
    assert house.channel.shown == [lobby]
    assert lobby.content.startswith(f"{story}\n\nThe Scrum Game: up to 12 can join; start when you’re ready.\n")
    assert lobby.content.endswith("**anna** \\(host\\)\n2\\. **ben**\n3\\. **cleo**\n4\\. **Barbara \\(bot\\)**")
    assert lobby.labels == ["Join", "Add an automatic player", "Start"]
    assert (pressed.told, typed.told) == ("", notices.AMENDED)  # who pressed looks at the message
    await anna.press(lobby, "Start")
    assert house.channel.last is not lobby
    await house.peer.until(lambda: not lobby.labels)


async def test_a_lobby_that_somebody_deleted(house: House) -> None:
    """The list comes in a new message, and goes on in that one."""
    anna, ben, cleo = (house.visitor(name) for name in ("anna", "ben", "cleo"))
    await anna.command("new", game="sprint")
    house.channel.messages.clear()
    await ben.command("join")
    lobby = house.channel.last
    await cleo.press(lobby, "Join")
    assert house.channel.shown == [lobby]
    assert lobby.content.startswith("The Scrum Game: up to 12")
    assert "**cleo**" in lobby.content


async def test_a_typed_vote_is_not_shown_to_anybody(house: House) -> None:
    """Discord shows what was typed beside a public answer, so there is none: no message hangs on the interaction."""
    anna, ben = await house.begin()
    await house.play([anna, ben], until=lambda _: discusses(house))
    message = house.channel.last
    for person in (anna, ben):
        asked = await person.command("vote", answer="yes")
        assert asked.told == notices.AMENDED
    await house.peer.until(lambda: "**ben** has voted." in message.content)
    assert not any(shown.answers == asked.id for shown in house.channel.shown)


def discusses(house: House) -> bool:
    """Everybody votes, and the clock runs."""
    return "Yes" in house.channel.last.labels and "<t:" in house.channel.last.content


def always(png: bytes) -> Picture:
    async def picture(drawing: Drawing) -> bytes:
        return png

    return picture


async def test_a_picture_with_its_alt_text(peer: DiscordPeer, store: Store) -> None:
    """The board is an attachment, and what it shows is told in its description; the text board is not needed then."""
    async with House(peer, store, picture=always(PNG)).open() as house:
        await house.begin()
        message = house.channel.last
        assert message.files == [PNG]
        assert "Day 1" in message.attachments[0]["description"]
        assert not message.board


async def test_without_the_permission_to_attach(peer: DiscordPeer, store: Store) -> None:
    """The message comes without its picture rather than not at all."""
    async with House(peer, store, picture=always(PNG)).open() as house:
        house.channel.no_files = True
        drawing = Drawing(lambda: "the board", lambda: "the same in words")
        await house.adapter.post(f"discord:{house.channel.id}", Reply("News.", drawing=drawing), None, "")
        assert house.channel.last.content == "News."
        assert not house.channel.last.files
