"""The web table inside Discord: the way in, the button and the command that open it, and what an operator reads."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from adapters.discord import texts
from adapters.discord.activity import ActivityDoor
from adapters.discord.command_tree import ENTRY_POINT, command_trees, same
from adapters.discord.doctor import check
from adapters.discord.gateway import discord_settings
from adapters.guests import Guest, NotAdmitted, Unreachable
from adapters.layout import MORE
from bot.kernel.store import Store
from bot.settings import BadSettings, Settings
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_activity import SECRET, ActivityPeer
from tests.peers.discord_state import APPLICATION, EVERYTHING, JSON, Message
from tests.peers.discord_user import COMMAND

HERE, ELSEWHERE = "i-1-gc-77-7", "i-2-gc-77-8"
ANNA, BEN = 101, 102

# --- the way in ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def discord() -> AsyncIterator[ActivityPeer]:
    async with ActivityPeer().running() as peer:
        yield peer


def door(discord: ActivityPeer, secret: str = SECRET) -> ActivityDoor:
    return ActivityDoor(APPLICATION, secret, TOKEN, discord.api_url)


async def refusal(discord: ActivityPeer, **proof: str) -> str:
    with pytest.raises(NotAdmitted) as refused:
        await door(discord).admit(proof)
    return str(refused.value)


async def test_the_same_person_and_room_as_in_the_chat(discord: ActivityPeer) -> None:
    """Both come from Discord; the name is the one that people see there."""
    code = discord.join(HERE, 7, ANNA, "Anna")
    assert await door(discord).admit({"code": code, "instance": HERE}) == Guest(
        "discord:101", "Anna", "discord:7", "en-GB"
    )
    nameless = discord.join(HERE, 7, BEN)
    assert (await door(discord).admit({"code": nameless, "instance": HERE})).name == "user102"


async def test_a_code_works_once(discord: ActivityPeer) -> None:
    code = discord.join(HERE, 7, ANNA)
    await door(discord).admit({"code": code, "instance": HERE})
    assert await refusal(discord, code=code, instance=HERE) == str(texts.NOT_CONFIRMED)


async def test_an_instance_in_another_channel(discord: ActivityPeer) -> None:
    """Whoever isn't in an instance doesn't get into its channel's room, also with a code of their own."""
    code = discord.join(HERE, 7, ANNA)
    discord.join(ELSEWHERE, 8, BEN)
    assert await refusal(discord, code=code, instance=ELSEWHERE) == str(texts.NOT_IN_ACTIVITY)


async def test_whoever_has_left_is_not_let_in(discord: ActivityPeer) -> None:
    discord.join(HERE, 7, ANNA)
    discord.instances[HERE]["users"].remove(str(ANNA))
    assert await refusal(discord, code=discord.code(ANNA), instance=HERE) == str(texts.NOT_IN_ACTIVITY)


async def test_an_instance_of_another_application(discord: ActivityPeer) -> None:
    """Discord wouldn't return it; if it did, it would be refused."""
    code = discord.join(HERE, 7, ANNA, application=9009)
    assert await refusal(discord, code=code, instance=HERE) == str(texts.NOT_IN_ACTIVITY)


async def test_no_such_instance(discord: ActivityPeer) -> None:
    code = discord.join(HERE, 7, ANNA)
    assert await refusal(discord, code=code, instance="i-3-gc-77-9") == str(texts.NOT_IN_ACTIVITY)


@pytest.mark.parametrize("instance", ["..", "../../users/@me", "", "x" * 201, f"{HERE}?with=query", "ï-1"])
async def test_what_cannot_be_an_instance(discord: ActivityPeer, instance: str) -> None:
    """It could lead to another address, so Discord isn't even asked."""
    code = discord.join(HERE, 7, ANNA)
    assert await refusal(discord, code=code, instance=instance) == str(texts.NOT_CONFIRMED)
    assert discord.asked == []


@pytest.mark.parametrize("code", ["", "made-up", "a b", "x" * 201])
async def test_no_such_code(discord: ActivityPeer, code: str) -> None:
    discord.join(HERE, 7, ANNA)
    assert await refusal(discord, code=code, instance=HERE) == str(texts.NOT_CONFIRMED)


async def test_discord_is_down(discord: ActivityPeer) -> None:
    """Nobody is let in, and nobody is told that it is their fault; so it is with a wrong client secret."""
    proof = {"code": discord.join(HERE, 7, ANNA), "instance": HERE}
    discord.down = True
    with pytest.raises(Unreachable):
        await door(discord).admit(proof)
    discord.down = False
    with pytest.raises(Unreachable):
        await door(discord, "another secret").admit(proof)


# --- opening it ----------------------------------------------------------------------------------------------------


@pytest.fixture
async def playing(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    peer.has_activity = True
    async with DiscordHarness(peer, store, activity=True).open() as harness:
        yield harness


def in_row(message: Message) -> list[str]:
    """The buttons that aren't beside something."""
    return [label for label in message.labels if label != "Fair dice"]


async def test_play_here(playing: DiscordHarness) -> None:
    """In the room's message where a place is left, else behind **More…**; it opens the Activity."""
    anna, ben = playing.user("anna"), playing.user("ben")
    await anna.command("new", game="rugby")
    lobby = playing.channel.last
    assert str(texts.PLAY_HERE) in in_row(lobby)
    assert len(in_row(lobby)) <= 4
    pressed = await anna.press(lobby, str(texts.PLAY_HERE))
    assert (pressed.launches, pressed.private) == (True, [])
    before = (await playing.standing()).sequence
    await ben.press(lobby, "Join")
    await playing.moved(before)
    panel = await playing.panel(anna)
    assert (await anna.press(panel, str(texts.PLAY_HERE))).launches


async def test_a_full_row_has_no_place(playing: DiscordHarness) -> None:
    """At most four buttons: it is behind **More…** then."""
    anna, ben = playing.user("anna"), playing.user("ben")
    await anna.command("new", game="sprint")
    assert in_row(playing.channel.last) == ["Join", "Add an automatic player", "Settings", str(texts.PLAY_HERE)]
    before = (await playing.standing()).sequence
    await ben.press(playing.channel.last, "Join")
    await playing.moved(before)
    assert in_row(playing.channel.last) == ["Join", "Add an automatic player", "Start", str(MORE)]
    assert str(texts.PLAY_HERE) in (await playing.panel(anna)).labels


async def test_play_here_in_a_meeting(playing: DiscordHarness) -> None:
    """It takes the place of the link to the board."""
    await playing.begin(game="retro")
    assert in_row(playing.channel.last)[-2:] == [str(texts.PLAY_HERE), str(MORE)]
    assert len(in_row(playing.channel.last)) <= 4


async def test_not_offered_unless_configured(harness: DiscordHarness) -> None:
    anna, _ = await harness.begin(game="rugby")
    assert str(texts.PLAY_HERE) not in harness.channel.last.labels
    assert str(texts.PLAY_HERE) not in (await harness.panel(anna)).labels
    assert same(command_trees(), harness.peer.commands[0])


async def test_not_offered_when_it_is_over(playing: DiscordHarness) -> None:
    anna, _ = await playing.begin(game="rugby")
    before = (await playing.standing()).sequence
    await anna.end()
    await playing.moved(before)
    assert str(texts.PLAY_HERE) not in playing.channel.last.labels


async def test_activities_are_off_in_the_portal(playing: DiscordHarness) -> None:
    """The person reads why nothing opens."""
    anna = playing.user("anna")
    await anna.command("new", game="rugby")
    playing.peer.has_activity = False
    pressed = await anna.press(playing.channel.last, str(texts.PLAY_HERE))
    assert pressed.private_text == str(texts.NOT_LAUNCHED)


# --- the command that opens it -------------------------------------------------------------------------------------

LAUNCH: JSON = {"type": ENTRY_POINT, "name": "launch", "description": "", "handler": 2, "contexts": [0, 1, 2]}


async def test_the_command(playing: DiscordHarness) -> None:
    """It is registered once with all others, and the bot answers it."""
    launch = playing.peer.commands[0][-1]
    assert (launch["type"], launch["handler"], launch["description"]) == (ENTRY_POINT, 1, str(texts.LAUNCH))
    anna = playing.user("anna")
    sent = await anna.send(COMMAND, {"id": "1", "name": launch["name"], "type": ENTRY_POINT})
    await playing.peer.until(lambda: sent.launches)


@pytest.mark.parametrize("activity", [True, False])
async def test_discords_own_command_is_kept(peer: DiscordPeer, store: Store, *, activity: bool) -> None:
    """Discord refuses a list without it. Where the Activity isn't ours to open, it stays as it is."""
    peer.commands[0] = [{**LAUNCH, "name": "play"}]
    async with DiscordHarness(peer, store, activity=activity).open():
        assert peer.commands_put == 1
    kept = [each for each in peer.commands[0] if each["type"] == ENTRY_POINT]
    assert [(each["name"], each["handler"]) for each in kept] == [("play", 1 if activity else 2)]
    async with DiscordHarness(peer, store, activity=activity).open():
        pass
    assert peer.commands_put == 1


# --- operators -----------------------------------------------------------------------------------------------------

CONFIGURED: JSON = {
    "discord_token": SecretStr(TOKEN),
    "discord_application_id": APPLICATION,
    "discord_client_secret": SecretStr(SECRET),
    "web_table": True,
    "web_url": "https://table.example",
}


@pytest.mark.parametrize(
    "lacking",
    [{"discord_client_secret": None}, {"discord_application_id": None}, {"web_table": False}, {"web_url": ""}],
)
def test_settings_that_lack_something(lacking: JSON) -> None:
    assert discord_settings(Settings(**CONFIGURED)).activity  # type: ignore[union-attr]
    with pytest.raises(BadSettings, match="The Activity needs"):
        discord_settings(Settings(**{**CONFIGURED, **lacking}))


async def test_doctor(peer: DiscordPeer) -> None:
    """It says whether the settings fit the application, and what to enter in the portal."""
    peer.granted = EVERYTHING
    settings = Settings(**CONFIGURED, discord_api_url=peer.api_url)
    peer.application = {"flags": 1 << 17}
    found = [each for each in await check(settings) if "Activity" in each.what]
    assert [(each.ok, "table.example" in each.advice) for each in found] == [(True, True)]
    peer.application = {"flags": 0}
    found = [each for each in await check(settings) if "Activit" in each.what]
    assert [each.ok for each in found] == [False]
    other = settings.model_copy(update={"discord_application_id": 5})
    found = [each for each in await check(other) if "DISCORD_APPLICATION_ID" in each.what]
    assert [each.ok for each in found] == [False]
    lacking = settings.model_copy(update={"web_url": ""})
    first, *others = await check(lacking)
    assert (first.ok, "The Activity needs" in first.what) == (False, True)
    assert any("token is valid" in each.what for each in others)  # checked all the same
