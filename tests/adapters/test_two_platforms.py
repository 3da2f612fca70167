"""People in a Discord channel and a Slack channel at one table, with restarts in between."""

from collections.abc import AsyncIterator

import pytest

from adapters.discord.outgoing.markup import escape
from bot.kernel.store import Store
from bot.kernel.table.pace import MINUTE
from tests.adapters.harness import ANNA, TwoPlatforms
from tests.adapters.slack.harness import labels, texts
from tests.peers.discord import DiscordPeer
from tests.peers.slack import SlackPeer

FIRST, SECOND = 10 * MINUTE, 30 * MINUTE  # until the reminders at the default pace


@pytest.fixture
async def discord() -> AsyncIterator[DiscordPeer]:
    peer = DiscordPeer()
    await peer.start()
    yield peer
    await peer.stop()
    assert peer.violations == []


@pytest.fixture
async def slack() -> AsyncIterator[SlackPeer]:
    async with SlackPeer().running() as peer:
        yield peer
    assert peer.violations == []


@pytest.fixture
def both(discord: DiscordPeer, slack: SlackPeer, sqlite_store: Store) -> TwoPlatforms:
    return TwoPlatforms(discord, slack, sqlite_store)


async def test_one_table_in_two_channels(both: TwoPlatforms) -> None:
    """A code from Discord links the table to Slack; both play, and both channels show the same."""
    async with both.open():
        await both.sit_down("sprint")
        assert "1. anna (host)\n2. zoe" in texts(both.on_slack.blocks)
        both.assert_both_see_the_same()
    async with both.open():  # seats and rooms are in the database
        await both.zoe.presses("Start")
        await both.shown()
        both.assert_both_see_the_same()
        movers = set()
        for _ in range(6):
            movers.add(await both.awaited())
            await both.step()
            both.assert_both_see_the_same()
        assert movers == {"anna", "zoe"}
        text, table, sequence = both.text_on_slack(), (await both.live()).id, (await both.standing()).sequence
        seen = len(both.channel.shown), len(both.slack.in_channel("C1"))
    async with both.open():
        assert ((await both.live()).id, (await both.standing()).sequence) == (table, sequence)
        assert (both.text_on_discord(), both.text_on_slack()) == (text, text)
        assert (len(both.channel.shown), len(both.slack.in_channel("C1"))) == seen  # nothing is posted twice
        await both.step()
        both.assert_both_see_the_same()


@pytest.mark.parametrize("late", ["anna", "zoe"])
async def test_a_reminder_calls_nobody_else(both: TwoPlatforms, late: str) -> None:
    """Both channels show it; it notifies the awaited person on their platform, and nobody on the other."""
    async with both.open():
        await both.begin()
        await both.until_awaits(late)
        before = len(both.channel.shown)
        await both.remind(FIRST, times=1)
        assert "A gentle reminder" in both.on_discord.content
        both.assert_both_see_the_same()
        assert both.on_discord.pinged == ([ANNA] if late == "anna" else [])
        assert both.called_on_slack() == (["UZOE"] if late == "zoe" else [])
        assert "<@" not in both.on_discord.content or late == "anna"
    async with both.open():  # the timer continues, and nothing is repeated
        await both.remind(SECOND, times=2)
        assert "Still waiting for" in both.on_discord.content
        assert both.on_discord.pinged == ([ANNA] if late == "anna" else [])
        assert both.called_on_slack() == (["UZOE"] if late == "zoe" else [])
        assert len(both.channel.shown) == before + 2
        assert (await both.kinds()).count("table.reminded") == 2


async def test_zoe_does_not_come(both: TwoPlatforms) -> None:
    """Anna lets an automatic player cover for Zoe on Discord; Zoe takes her seat back on Slack."""
    async with both.open():
        await both.begin()
        await both.until_awaits("zoe")
        await both.remind(FIRST, times=1)
    async with both.open():
        await both.remind(SECOND, times=2)
        await both.anna.press(both.on_discord, "Carry on without zoe")
        await both.shown(lambda standing: bool(standing.table.covered))
        assert "An automatic player stands in as zoe (bot)" in texts(both.on_slack.blocks)
        both.assert_both_see_the_same()
        assert await both.awaited() == "anna"
    async with both.open():
        await both.zoe.types("status")
        assert "Take my seat back" in labels(both.zoe.private_replies()[-1]["blocks"])
        await both.zoe.presses_privately("Take my seat back")
        await both.shown()
        assert (await both.standing()).table.seats == ("person", "person")
        both.assert_both_see_the_same()
        await both.until_awaits("zoe")


async def test_anna_does_not_come(both: TwoPlatforms) -> None:
    """The other way round: cover by a button on Slack, and a move on Discord takes the seat back."""
    async with both.open():
        await both.begin()
        await both.until_awaits("anna")
        await both.remind(FIRST, times=1)
        await both.remind(SECOND, times=2)
    async with both.open():  # another process posted the button
        await both.zoe.presses("Carry on without anna")
        await both.shown()
        both.assert_both_see_the_same()
        assert await both.awaited() == "zoe"
        assert "anna (bot)" in (await both.live()).names
    async with both.open():
        await both.anna.command("join")
        await both.shown()
        assert "anna takes a seat." in texts(both.on_slack.blocks)
        assert (await both.standing()).table.seats == ("person", "person")
        both.assert_both_see_the_same()


async def test_a_move_is_taken_back(both: TwoPlatforms) -> None:
    """Requested on one platform and accepted on the other, once each way."""
    async with both.open():
        await both.begin("rugby")
        began = (await both.standing()).state
        assert await both.awaited() == "anna"
        await both.step()
        await both.anna.command("undo")
        await both.shown()
        assert "would like to take back their last move" in texts(both.on_slack.blocks)
    async with both.open():
        await both.zoe.presses("Let them take it back")
        await both.shown()
        assert (await both.standing()).state == began
        both.assert_both_see_the_same()
        await both.until_awaits("zoe")
        before = (await both.standing()).state
        await both.step()
        await both.zoe.types("undo")
        await both.shown()
    async with both.open():
        await both.anna.press(both.on_discord, "Let them take it back")
        await both.shown()
        assert (await both.standing()).state == before
        assert (await both.kinds()).count("table.undone") == 2
        both.assert_both_see_the_same()


async def test_one_channel_is_away(both: TwoPlatforms) -> None:
    """The other platform continues; the first catches up once it is back, also after a restart."""
    async with both.open():
        await both.begin()
        both.slack.not_a_member.add("C1")
        assert await both.awaited() == "anna"
        await both.anna.command("roll")
        await both.discord.until(lambda: "rolls" in both.on_discord.content)
        assert "rolls" not in texts(both.on_slack.blocks)
    both.slack.not_a_member.clear()
    async with both.open():
        await both.shown()
        assert "anna rolls" in texts(both.on_slack.blocks)
        assert both.board_on_discord() == both.board_on_slack()


MARKUP_NAMES = [
    "**b** <@102> @everyone `x` [a](http://a.example)",
    "<!channel> *z* &amp; :bomb: <@UANNA>",
    "# _x_ ||y|| </b>",
]


@pytest.mark.parametrize("anna", MARKUP_NAMES)
@pytest.mark.parametrize("zoe", MARKUP_NAMES[:2])
async def test_names_are_text_on_the_other_platform(
    discord: DiscordPeer, slack: SlackPeer, sqlite_store: Store, anna: str, zoe: str
) -> None:
    """Markup in names from the other platform pings nobody and formats nothing."""
    both = TwoPlatforms(discord, slack, sqlite_store, anna, zoe)
    async with both.open():
        await both.begin()
        live = await both.live()
        await both.until_awaits(live.names[1])
        shown = "\n".join(message.content for message in both.channel.shown)
        assert escape(live.names[1]) in shown
        assert all(message.pinged in ([], [ANNA]) for message in both.channel.shown)
        pieces = [piece for message in slack.in_channel("C1") for piece in walk(message.blocks)]
        assert live.names[0] in "".join(str(piece.get("text", "")) for piece in pieces)
        assert {piece["type"] for piece in pieces if "type" in piece} <= SAFE
        assert {piece["user_id"] for piece in pieces if piece.get("type") == "user"} <= {"UZOE"}
        await both.step()


SAFE = {"rich_text", "rich_text_section", "rich_text_preformatted", "text", "user", "actions", "button", "context"}
SAFE |= {"plain_text", "header", "rich_text_quote"}


def walk(value: object) -> list[dict[str, str]]:
    if isinstance(value, dict):
        return [value, *(inner for part in value.values() for inner in walk(part))]
    return [inner for part in value for inner in walk(part)] if isinstance(value, list) else []
