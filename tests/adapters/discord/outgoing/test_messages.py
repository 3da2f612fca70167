"""Content of messages: escaped names, the board, and messages that are amended."""

import pytest

from adapters.layout import MORE
from bot.kernel.messages import Reply
from bot.kernel.ports import Painter
from bot.kernel.store import Store
from bot.kernel.table import texts as notices
from games.graphics.drawing import Drawing
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer

MARKUP_NAMES = [
    "@everyone <@103> <@&5> <#7> <t:1:R>",
    "``` **bold** ||x|| `code`",
    "# heading [link](https://example.org)",
    "https://evil.example discord.gg/abc",
    "-# small\n> quote",
]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", MARKUP_NAMES)
async def test_names_with_markup(harness: DiscordHarness, name: str) -> None:
    """A name is displayed literally: it pings nobody, formats nothing and closes no code block."""
    anna, ben = harness.user(name), harness.user("ben")
    await anna.command("new", game="sprint")
    await ben.command("join")
    await ben.command("start")
    message = harness.channel.last
    assert set(message.pinged) <= {anna.number, ben.number}
    assert message.board.count("```") == 2
    for code in ("<@103>", "<@&5>", "<#7>", "<t:1:R>", "@everyone", "[link](", "https://", "discord.gg", "**bold**"):
        assert not any(code in shown.content for shown in harness.channel.shown)
    lines = [line for shown in harness.channel.shown for line in shown.content.splitlines()]
    assert not [line for line in lines if line.startswith(("# ", "> ", "-# "))]


async def test_typed_markup(harness: DiscordHarness) -> None:
    """Typed text that is echoed is escaped too."""
    anna, _ = await harness.begin()
    interaction = await anna.command("rules", topic="**x** <@103> @everyone ```")
    assert "<@103>" not in interaction.private_text
    assert "@everyone" not in interaction.private_text
    assert "\\*\\*x\\*\\*" in interaction.private_text


async def test_a_long_text_is_split(harness: DiscordHarness) -> None:
    """The last message has the board, and no text is lost."""
    words = [f"word{number}" for number in range(900)]
    room = f"discord:{harness.channel.id}"
    drawing = Drawing(lambda: "the board", lambda: "the same in words")
    await harness.adapter.post(room, Reply(" ".join(words), drawing=drawing), None, "")
    pages = harness.channel.shown
    assert len(pages) > 1
    assert " ".join(page.content for page in pages).split() == words
    assert [bool(page.board) for page in pages] == [False] * (len(pages) - 1) + [True]


async def test_votes_amend_the_same_message(harness: DiscordHarness) -> None:
    """The message keeps its story and its board and adds who has voted, but not how; nobody is pinged by an edit."""
    anna, ben = await harness.begin()
    await harness.play([anna, ben], until=lambda _: discusses(harness))
    message = harness.channel.last
    story = message.content.partition("\n\n")[0]
    await anna.press(message, "Yes")
    assert harness.channel.last is message
    assert message.content.startswith(story)
    assert "**anna** has voted." in message.content
    assert "says yes" not in message.content.removeprefix(story).replace("everybody says yes", "")
    assert message.labels == ["Yes", "No", "Add time", "Rules"]
    assert message.board


async def test_the_lobby_is_one_message(harness: DiscordHarness) -> None:
    """Everybody who joins, by button or command, is added to the list; the intro to the game stays."""
    anna, ben, cleo = (harness.user(name) for name in ("anna", "ben", "cleo"))
    await anna.command("new", game="sprint")
    lobby = harness.channel.last
    story = lobby.content.rpartition("\n\n")[0]
    pressed = await ben.press(lobby, "Join")
    typed = await cleo.command("join")
    await anna.press(lobby, "Add an automatic player")
    assert harness.channel.shown == [lobby]
    assert lobby.content.startswith(f"{story}\n\nThe Scrum Game: up to 12 can join; start when you’re ready.\n")
    seats = "**anna** \\(host\\)\n2\\. **ben**\n3\\. **cleo**\n4\\. **Barbara \\(bot\\)**"
    assert seats in lobby.content
    assert lobby.labels == ["Fair dice", "Join", "Add an automatic player", "Start", str(MORE)]
    assert (pressed.private_text, typed.private_text) == (
        "",
        str(notices.AMENDED),
    )  # a person who pressed sees the message
    await anna.press(lobby, "Start")
    assert harness.channel.last is not lobby
    await harness.peer.until(lambda: not lobby.labels)


async def test_a_lobby_that_somebody_deleted(harness: DiscordHarness) -> None:
    """The list comes in a new message, which is amended from then on."""
    anna, ben, cleo = (harness.user(name) for name in ("anna", "ben", "cleo"))
    await anna.command("new", game="sprint")
    harness.channel.messages.clear()
    await ben.command("join")
    lobby = harness.channel.last
    await cleo.press(lobby, "Join")
    assert harness.channel.shown == [lobby]
    assert lobby.content.startswith("A table is open")
    assert "**cleo**" in lobby.content


async def test_a_typed_vote_stays_secret(harness: DiscordHarness) -> None:
    """Discord shows the command beside a public response, so a vote gets none."""
    anna, ben = await harness.begin()
    await harness.play([anna, ben], until=lambda _: discusses(harness))
    message = harness.channel.last
    for person in (anna, ben):
        interaction = await person.command("vote", answer="yes")
        assert interaction.private_text == str(notices.AMENDED)
    await harness.peer.until(lambda: "**ben** has voted." in message.content)
    assert not any(shown.answers == interaction.id for shown in harness.channel.shown)


def discusses(harness: DiscordHarness) -> bool:
    """Whether a vote is open and the clock is running."""
    return "Yes" in harness.channel.last.labels and "<t:" in harness.channel.last.content


def always(png: bytes) -> Painter:
    async def paint(*_: object, **__: object) -> bytes:
        return png

    return paint


async def test_a_picture_with_its_alt_text(peer: DiscordPeer, store: Store) -> None:
    """The board is an attachment with a description, and there's no text board."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        await harness.begin()
        message = harness.channel.last
        assert message.files == [PNG]
        assert "Day 1" in message.alt
        assert not message.board


async def test_without_permission_to_attach_files(peer: DiscordPeer, store: Store) -> None:
    """The message is sent with the board in words."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        harness.channel.no_files = True
        drawing = Drawing(lambda: "the board", lambda: "the same in words")
        await harness.adapter.post(f"discord:{harness.channel.id}", Reply("News.", drawing=drawing), None, "")
        assert harness.channel.last.content == "News."
        assert "the board" in harness.channel.last.board
        assert not harness.channel.last.files
