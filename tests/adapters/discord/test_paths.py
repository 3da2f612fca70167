"""The paths of commands are pinned: adding a game renames nothing, however many commands it has."""

import pytest

from adapters.discord.command_tree import TITLES, built, command_trees, menus, same
from adapters.discord.commands import ROOT, arranged, entries, read_invocation
from bot.kernel.table.catalogue import everything
from games.contract import About, AnyGame, Command, Parameter
from tests.contract.toy import Toy
from tests.peers import discord_spec

# As people know them, regrouped once when /scrum was full. A new command adds a path; none is ever renamed.
TOP = "new join leave start board status rules help undo actions end roll go tool vote done"
IN_GROUPS = {
    "table": "bot options chart log verify view pace more clock cover nudge host again talk resume link watch",
    "room": "formats copy workshop ask trends save every skip history stats export",
    "me": "name remind prepare missed rating tutorial data forget",
    "sprint": "roll go tool vote done forecast whatif",
    "scrumkin": "hand play drop shield take ready",
    "rugby": "move piece hint draw resign",
    "retro": "say note group vote action done next longer card lead",
}
PINNED = {*TOP.split(), *(f"{group} {name}" for group, names in IN_GROUPS.items() for name in names.split())}


def game_with(*names: str) -> AnyGame:
    commands = tuple(Command(name, f"About {name}", (Parameter("card", "Which card"),)) for name in names)
    game: AnyGame = type("Added", (Toy,), {"key": "added", "about": About("Added", "One more"), "commands": commands})()
    return game


def with_game(game: AnyGame) -> list[tuple[AnyGame | None, Command]]:
    return [*everything(), *((game, command) for command in game.commands)]


MANY = tuple(f"do{letter}" for letter in "abcdefghijklmnopqrstuvwxy")  # 25, as many as a game may have
ADDED = [("lay", "cards"), ("roll", "vote", "note", "ready"), MANY]


def test_no_path_has_changed() -> None:
    """Every known path still exists."""
    assert entries().keys() >= PINNED


@pytest.mark.parametrize("names", ADDED, ids=["two", "same names", "many"])
def test_adding_a_game_renames_nothing(names: tuple[str, ...]) -> None:
    """A small game, one with the same command names, and one with the maximum number of commands rename nothing."""
    after = arranged(with_game(game_with(*names)))
    assert {path: after[path] for path in entries()} == entries()
    assert after.keys() - entries().keys() == {f"added {name}" for name in names}


@pytest.mark.parametrize("names", ADDED, ids=["two", "same names", "many"])
def test_an_added_game_has_its_own_command(names: tuple[str, ...]) -> None:
    """Discord accepts all of it, and /scrum is unchanged."""
    game = game_with(*names)
    trees = built(arranged(with_game(game)), {**TITLES, game.key: str(game.about.title)})
    assert discord_spec.violations_of("PUT", "/applications/{application_id}/commands", list(trees)) == []
    assert (*trees[:-1], *menus()) == command_trees()
    assert [option["name"] for option in trees[-1]["options"]] == [*names]
    assert trees[-1]["description"] == "Added"


def test_how_an_added_game_is_typed() -> None:
    """Its commands are under its own name, not under /scrum."""
    after = arranged(with_game(game_with("lay")))
    assert after["added lay"].full_name == "added lay"
    assert after["table pace"].full_name == "scrum table pace"


def test_an_invocation_of_a_foreign_command_is_ignored() -> None:
    """A command of an unknown game is not parsed."""
    data = {"name": "added", "options": [{"type": 1, "name": "lay", "options": []}]}
    assert read_invocation(data) is None
    invoked = read_invocation(data | {"name": ROOT})
    assert invoked is not None
    assert invoked.command == "lay"


def test_the_order_in_which_discord_lists_commands_does_not_matter() -> None:
    """A different order is not a change, but a changed command is."""
    trees = [{"name": "scrum", "description": "One"}, {"name": "added", "description": "Two"}]
    assert same(trees, trees[::-1])
    assert not same(trees, [trees[0], trees[1] | {"description": "Three"}])
