"""The commands: built from the catalogue, registered when they changed, completed from the legal moves."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from adapters.discord.commands import MOST, ROOT, SUBCOMMAND_GROUP, command_trees, discreet, entries, same, typed
from bot.ports import Store
from bot.table.catalogue import TABLE_COMMANDS, everything, parse
from games import GAMES
from games.api import AnyGame
from tests.adapters.discord.house import House
from tests.peers import discord_spec
from tests.peers.discord import DiscordPeer
from tests.peers.discord_people import COMPLETION
from tests.peers.discord_state import GUILD


def parts(options: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every part of a command that has a description."""
    for option in options:
        yield option
        yield from parts(option.get("options", ()))


def test_the_commands_fit() -> None:
    """Discord takes them: 25 a level, names and descriptions as it wants them, 8000 characters for each command."""
    assert discord_spec.faults("PUT", "/applications/{application_id}/commands", list(command_trees())) == []
    assert all(1 <= len(part["description"]) <= 100 for part in parts(command_trees()))


def test_nothing_is_left_out() -> None:
    """Every command of every game is there, with every parameter and every choice, and no sentence is cut off."""
    placed = [(entry.path, command) for entry in entries().values() for command in entry.variants]
    assert len(placed) == len(everything())
    assert {id(command) for _, command in placed} == {id(command) for _, command in everything()}
    known: dict[str, Any] = {}
    for tree in command_trees():
        prefix = "" if tree["name"] == ROOT else f"{tree['name']} "
        for top in tree["options"]:
            inside = top["options"] if top["type"] == SUBCOMMAND_GROUP else ()
            known |= {f"{top['name']} {option['name']}": option for option in inside} or {prefix + top["name"]: top}
    assert known.keys() == entries().keys()
    for path, command in placed:
        option = known[path]
        assert command.description in option["description"]
        words = {word["name"]: word for word in option["options"]}
        for parameter in command.parameters:
            word = words[parameter.name]
            assert parameter.description in word["description"]
            shown = tuple(choice["value"] for choice in word.get("choices", ()))
            assert shown == parameter.choices or word["autocomplete"]


def test_every_level_has_room() -> None:
    """If this fails, a command was added to a full level: put it into a group in adapters/discord/commands.py."""
    for tree in command_trees():
        assert len(tree["options"]) <= MOST
        assert all(len(option["options"]) <= MOST for option in tree["options"])


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("roll", "/scrum roll"),
        ("end", "/scrum table end"),
        ("note start We ship", "/scrum retro note start We ship"),
        ("vote yes", "/scrum vote yes"),
        ("vote 2 back", "/scrum retro vote 2 back"),
        ("vote <topic> [take]", "/scrum retro vote <topic> [take]"),
        ("nonsense", "/scrum nonsense"),
    ],
)
def test_sentences_show_commands_as_they_are_typed_here(line: str, shown: str) -> None:
    """With the group; where two games have a command of the same name, with the group of the one that is meant."""
    assert typed(line) == shown


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_line_can_be_typed_elsewhere(game: AnyGame) -> None:
    """With the group that it has on Discord, or without; a game's name alone asks for help."""
    for entry in entries().values():
        for command in {*entry.variants} & {*TABLE_COMMANDS, *game.commands}:
            words = " ".join((*parameter.choices, "1")[0] for parameter in command.parameters if parameter.required)
            assert parse(f"/scrum {entry.path} {words}", game, ()).command is command
            assert parse(f"{entry.name} {words}", game, ()).command is command
    assert parse(game.key, game, ()).name == "help"
    assert parse(f"new {game.key}", None, ()).arguments == {"game": game.key}
    assert parse(f"rules {game.key}", None, ()).arguments == {"topic": game.key}


async def test_a_command_in_the_group_of_its_game(house: House) -> None:
    """It does what the same word does elsewhere; completed and read in its own terms."""
    anna, ben = await house.begin(game="retro")
    for person in (anna, ben):
        await person.command("ready")
    assert await anna.complete("note", "column") != []
    asked = await anna.command("note", column="1", text="We shipped on Friday")
    assert "column" not in asked.told
    assert not any("Friday" in shown.content for shown in house.channel.shown)


def test_secret_words_are_known() -> None:
    """Whatever is typed in a game with secrets is not shown beside an answer."""
    secret = {command.name for game in GAMES.values() if game.hidden for command in game.commands if command.parameters}
    assert {command.name for _, command in everything() if discreet(command.name)} == secret


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
    assert same(command_trees(), peer.commands[0])


async def test_in_test_guilds(peer: DiscordPeer, store: Store) -> None:
    """There they are registered, and nowhere else."""
    async with House(peer, store, guilds=(GUILD,)).open() as house:
        assert list(peer.commands) == [GUILD]
        await house.visitor("anna").command("new", game="sprint")
        assert "is open" in house.channel.last.content


async def test_completions_say_what_they_type(house: House) -> None:
    """Discord shows only their names, and two of them must not look the same."""
    anna = house.visitor("anna")
    asked = await anna.send(COMPLETION, anna.invocation("new", {"game": "sprint", "options": "board"}, "options"))
    await house.peer.until(lambda: asked.settled)
    names = [choice["name"] for choice in asked.choices]
    assert [name.partition(":")[0] for name in names] == ["board=standard", "board=long"]


async def test_completion(house: House) -> None:
    """From what is legal now: games and options, players, paragraphs, spaces."""
    anna = house.visitor("anna")
    assert "hours=300" in await anna.complete("new", "options", "hours", game="sprint")
    assert await anna.complete("new", "options", "hours=250 board=l", game="sprint") == ["hours=250 board=long"]
    assert not [word for word in await anna.complete("new", "options", "", game="retro") if "hours" in str(word)]
    assert "scrumkin shields" in await anna.complete("rules", "topic", "scrumkin sh")
    assert "undo" in await anna.complete("help", "command", "und")
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
    assert phrase.arguments["space"] in spaces
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
