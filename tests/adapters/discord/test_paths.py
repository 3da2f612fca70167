"""The paths of commands are pinned: adding a game renames nothing, however many commands it has."""

import pytest

from adapters.discord.commands import ROOT, arranged, built, command_trees, entries, read_invocation, same
from bot.table.catalogue import everything
from games import GAMES
from games.api import AnyGame, Command, Parameter
from tests.contract.toy import Toy
from tests.peers import discord_spec

# As people know them. A new command of the table or of one of these games adds a path; none is ever renamed.
TOP = (
    "new join rules help roll go tool vote done forecast whatif hand play drop shield take ready move piece hint draw "
    "resign"
)
IN_GROUPS = {
    "table": "leave bot start board chart status log verify view pace more cover host undo again resume link watch "
    "history stats export end",
    "me": "remind tutorial forget",
    "retro": "say note group vote action ready next longer card lead",
}
PINNED = {*TOP.split(), *(f"{group} {name}" for group, names in IN_GROUPS.items() for name in names.split())}


def game_with(*names: str) -> AnyGame:
    commands = tuple(Command(name, f"About {name}", (Parameter("card", "Which card"),)) for name in names)
    game: AnyGame = type("Added", (Toy,), {"key": "added", "title": "Added", "commands": commands})()
    return game


def with_game(game: AnyGame) -> list[tuple[AnyGame | None, Command]]:
    return [*everything(), *((game, command) for command in game.commands)]


MANY = tuple(f"do{letter}" for letter in "abcdefghijklmnopqrstuvwxy")  # 25, as many as a game may have
ADDED = [("lay", "cards"), ("roll", "vote", "note", "ready"), MANY]


def test_no_path_has_changed() -> None:
    """What people type in a game that they know works today."""
    assert entries().keys() >= PINNED


@pytest.mark.parametrize("names", ADDED, ids=["two", "same names", "many"])
def test_adding_a_game_renames_nothing(names: tuple[str, ...]) -> None:
    """Neither a small game, nor one with the same words, nor one with as many commands as a game may have."""
    after = arranged(with_game(game_with(*names)))
    assert {path: after[path] for path in entries()} == entries()
    assert after.keys() - entries().keys() == {f"added {name}" for name in names}


@pytest.mark.parametrize("names", ADDED, ids=["two", "same names", "many"])
def test_an_added_game_has_a_command_of_its_own(names: tuple[str, ...]) -> None:
    """Discord takes all of it, and /scrum stays as it was."""
    game = game_with(*names)
    trees = built(arranged(with_game(game)), {game.key: game.title} | {key: each.title for key, each in GAMES.items()})
    assert discord_spec.violations_of("PUT", "/applications/{application_id}/commands", list(trees)) == []
    assert trees[: len(command_trees())] == command_trees()
    assert [option["name"] for option in trees[-1]["options"]] == [*names]
    assert trees[-1]["description"] == "Added"


def test_how_it_is_typed() -> None:
    """Under its own name, not under /scrum."""
    after = arranged(with_game(game_with("lay")))
    assert after["added lay"].typed == "/added lay"
    assert after["table end"].typed == "/scrum table end"


def test_an_invocation_of_a_foreign_command_is_ignored() -> None:
    """It belongs to no game here."""
    data = {"name": "added", "options": [{"type": 1, "name": "lay", "options": []}]}
    assert read_invocation(data) is None
    invoked = read_invocation(data | {"name": ROOT})
    assert invoked is not None
    assert invoked.command == "lay"


def test_the_order_in_which_discord_lists_commands_does_not_matter() -> None:
    """It may list them differently from how they were registered; a change is still noticed."""
    trees = [{"name": "scrum", "description": "One"}, {"name": "added", "description": "Two"}]
    assert same(trees, trees[::-1])
    assert not same(trees, [trees[0], trees[1] | {"description": "Three"}])
