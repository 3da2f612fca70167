"""The command tree: built from the catalogue, registered when it changed, completed from the legal moves."""

import pytest

from adapters.discord.commands import command_tree, entries, same
from bot.catalogue import everything
from bot.ports import Store
from games import GAMES
from tests.adapters.discord.house import House
from tests.peers import discord_spec
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import GUILD


def test_the_tree_fits() -> None:
    """Every command of every game is in it, 25 a level at most, within Discord’s limits."""
    tree = command_tree()
    wrong = discord_spec.faults("PUT", "/applications/{application_id}/commands", [tree])
    assert not wrong
    groups = [option for option in tree["options"] if option["type"] == 2]
    names = [option["name"] for option in tree["options"] if option["type"] == 1]
    names += [option["name"] for group in groups for option in group["options"]]
    assert sorted(names) == sorted({command.name for _, command in everything()})


def test_secret_words_are_known() -> None:
    """Whatever is typed in a game with secrets is not shown beside an answer."""
    secret = {command.name for game in GAMES.values() if game.hidden for command in game.commands if command.parameters}
    assert {name for name, entry in entries().items() if entry.discreet} == secret


async def test_registered_once(peer: DiscordPeer, store: Store) -> None:
    """A second start finds them as they are, and does not register them again; a change is registered."""
    async with House(peer, store).open():
        pass
    async with House(peer, store).open():
        pass
    assert peer.commands_put == 1
    peer.commands[0][0]["options"][0]["description"] = "As it was in an older version"
    async with House(peer, store).open():
        pass
    assert peer.commands_put == 2
    assert same([command_tree()], peer.commands[0])


async def test_in_test_guilds(peer: DiscordPeer, store: Store) -> None:
    """There they are registered, and nowhere else."""
    async with House(peer, store, guilds=(GUILD,)).open() as house:
        assert list(peer.commands) == [GUILD]
        await house.visitor("anna").command("new", game="sprint")
        assert "is open" in house.channel.last.content


async def test_completion(house: House) -> None:
    """From what is legal now: games and options, players, paragraphs, spaces."""
    anna = house.visitor("anna")
    assert "hours=300" in await anna.complete("new", "options", "hours", game="sprint")
    await house.begin()
    assert "ben" in await anna.complete("tool", "player", "be", card="1", reason="x")
    assert "tools" in await anna.complete("rules", "topic", "tool")
    assert await anna.complete("go", "space") == []
    await house.play(
        [anna, house.visitor("ben")], until=lambda _: any("S" in label[:1] for label in house.channel.last.labels)
    )
    name, phrase = await house.suggested()
    assert phrase.command == "go"
    spaces = await house.visitor(name).complete("go", "space")
    assert phrase.words["space"] in spaces
    assert await house.visitor("cleo").complete("go", "space") == []


@pytest.mark.parametrize("game", GAMES)
async def test_every_word_of_every_game_can_be_completed(house: House, game: str) -> None:
    """Whatever is asked, Discord gets an answer that it takes."""
    people = await house.begin("anna", "ben", game=game)
    for command in GAMES[game].commands:
        for parameter in command.parameters:
            if not parameter.choices:
                assert isinstance(await people[0].complete(command.name, parameter.name, ""), list)


async def test_shards(peer: DiscordPeer, store: Store) -> None:
    """Each process takes the shards that it is told to, and interactions come to the one of their guild."""
    shard = (GUILD >> 22) % 2
    async with House(peer, store, shard_ids=(shard,), shard_count=2).open() as house:
        assert [data["shard"] for data in peer.gateway.identified] == [[shard, 2]]
        await house.visitor("anna").command("new", game="sprint")
        assert "is open" in house.channel.last.content
