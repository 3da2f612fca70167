"""The commands: built from the catalogue, registered when they change, completed from the legal moves."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from adapters.discord import command_tree
from adapters.discord.command_tree import (
    CHALLENGE,
    CONTEXTS,
    INSTALLS,
    SAVE_NOTE,
    TITLES,
    Payload,
    built,
    command_trees,
    menus,
    same,
    size_of,
)
from adapters.discord.commands import MAX_PER_LEVEL, ROOT, SUBCOMMAND_GROUP, CommandNames, discreet, entries
from bot.kernel.messages import Request, Response
from bot.kernel.store import Store
from bot.kernel.table.catalogue import WHOSE, commands, everything, parse
from games import GAMES, language
from games.contract import AnyGame, natures
from games.language import Catalogue, add_language
from tests.adapters.discord.harness import DiscordHarness
from tests.peers import discord_spec
from tests.peers.discord import COMMAND_ID, DiscordPeer
from tests.peers.discord_state import GUILD
from tests.peers.discord_user import COMPLETION

# of The Scrum Game, directly under /scrum too
TURNS = ("roll", "go", "tool", "vote", "done", "plan", "improve", "hint")
FREE = 3  # places under /scrum for what comes next
SLASH_COMMANDS = [tree for tree in command_trees() if tree["type"] == 1]


def descendants(options: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every part of a command that has a description."""
    for option in options:
        yield option
        yield from descendants(option.get("options", ()))


def test_the_commands_are_within_discords_limits() -> None:
    """At most 25 entries per level, valid names and descriptions, 8000 characters per command."""
    assert discord_spec.violations_of("PUT", "/applications/{application_id}/commands", list(command_trees())) == []
    assert all(1 <= len(part["description"]) <= 100 for part in descendants(SLASH_COMMANDS))


def test_the_commands_are_complete() -> None:
    """Every command of every game is there, with every parameter and choice, and no description is cut off."""
    placed = [(entry.path, command) for entry in entries().values() for command in entry.variants]
    twice = [path for path in entries() if path in TURNS]  # these are in two places
    own = [command for _, command in everything() if WHOSE in command.parameters]  # and these, too
    assert len(entries()) == len(everything()) + len(twice) + len(own)
    assert len(twice) == len(TURNS)
    described = {(command.name, command.description) for _, command in placed}
    assert described == {(command.name, command.description) for _, command in everything()}
    known: dict[str, Any] = {}
    for tree in SLASH_COMMANDS:
        prefix = "" if tree["name"] == ROOT else f"{tree['name']} "
        for top in tree["options"]:
            inside = top["options"] if top["type"] == SUBCOMMAND_GROUP else ()
            known |= {f"{top['name']} {option['name']}": option for option in inside} or {prefix + top["name"]: top}
    assert known.keys() == entries().keys()
    for path, command in placed:
        option = known[path]
        assert str(command.description) in option["description"]
        arguments = {word["name"]: word for word in option["options"]}
        for parameter in command.parameters:
            word = arguments[parameter.name]
            assert str(parameter.description) in word["description"]
            shown = tuple(choice["value"] for choice in word.get("choices", ()))
            assert shown == parameter.choices or word["autocomplete"]


def test_every_level_has_room() -> None:
    """If this fails, a command was added to a full level: give it a group. /scrum itself keeps room for what is new."""
    assert len(SLASH_COMMANDS[0]["options"]) <= MAX_PER_LEVEL - FREE
    for tree in SLASH_COMMANDS:
        assert len(tree["options"]) <= MAX_PER_LEVEL
        assert all(len(option["options"]) <= MAX_PER_LEVEL for option in tree["options"])


@pytest.mark.parametrize(
    ("line", "game", "shown"),
    [
        ("roll", "", "`/scrum roll`"),
        ("end", "", "`/scrum end`"),
        ("pace live 5", "sprint", "`/scrum table pace live 5`"),
        ("note start We ship", "", "`/retro note start We ship`"),
        ("vote yes", "", "`/scrum vote yes`"),
        ("vote 2 back", "", "`/retro vote 2 back`"),
        ("vote <topic> [take]", "", "`/retro vote <topic> [take]`"),
        ("vote", "retro", "`/retro vote`"),
        ("next", "retro", "`/retro next`"),
        ("ready", "scrumkin", "`/scrumkin ready`"),
        ("hand", "scrumkin", "`/scrumkin hand`"),
        ("whatif", "sprint", "`/sprint whatif`"),
        ("bot", "sprint", "`/scrum table bot`"),
        ("history", "sprint", "`/scrum room history`"),
        ("nonsense", "", "`/scrum nonsense`"),
    ],
)
def test_commands_are_shown_with_their_path(line: str, game: str, shown: str) -> None:
    """If two games have a command of that name, the game decides, then the arguments."""
    assert CommandNames(game=game).written(line) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("roll", "</scrum roll:5>"),
        ("pace live 5", "</scrum table pace:5> `live 5`"),
        ("move c4-c5", "`/rugby move c4-c5`"),
        ("nonsense", "`/scrum nonsense`"),
    ],
)
def test_commands_can_be_clicked(line: str, shown: str) -> None:
    """Where the id is known, a command is a mention; its arguments stay code."""
    assert CommandNames({"scrum": 5}).written(line) == shown


async def test_help_can_be_clicked(harness: DiscordHarness) -> None:
    """Every command of the help page is a mention with the id that Discord gave it; the peer knows them all."""
    anna, _ = await harness.begin()
    page, shown = (await anna.command("help")).private[0], ""
    for topic in ("Join, start, play and end", "Actions, history and files", "Commands: The Scrum Game"):
        edits = page.edits
        await anna.press(page, topic)
        await harness.peer.until(lambda edits=edits: page.edits > edits)  # type: ignore[misc]
        shown += page.content
    assert f"</scrum board:{COMMAND_ID}>" in shown
    assert f"</scrum room history:{COMMAND_ID}>" in shown
    assert "</sprint whatif:" in shown
    assert "`/scrum" not in shown


def test_choices_show_titles() -> None:
    """Games are chosen by their titles; nobody confuses The Scrum Game with Scrum Rugby."""
    new = next(option for option in command_trees()[0]["options"] if option["name"] == "new")
    shown = {choice["value"]: choice["name"] for choice in new["options"][0]["choices"]}
    assert shown == {key: str(game.about.title) for key, game in GAMES.items()}
    assert shown["rugby"] == "Scrum Rugby"
    for part in descendants(SLASH_COMMANDS):
        assert not any(choice["name"][0].islower() for choice in part.get("choices", ()))


def test_menus_are_registered_for_messages_and_people() -> None:
    """Like every command, they work in servers and in direct messages, for servers and for people."""
    assert {tree["name"]: tree["type"] for tree in command_trees()[-2:]} == {SAVE_NOTE: 3, CHALLENGE: 2}
    assert all(tree["contexts"] == CONTEXTS and tree["integration_types"] == INSTALLS for tree in command_trees())


GERMAN = {
    "Show the board": "Den Spielplan zeigen",
    "Save for the retro": "Für die Retro merken, und zwar heute noch",
    "Settings, time and people at the table": "Einstellungen " * 20,
    "Its own thread": "Ein eigener Thread",
}


@pytest.fixture
def german() -> Iterator[None]:
    add_language(Catalogue("de", "Deutsch", GERMAN, {}, lambda count: int(count != 1)))
    yield
    language._made.pop("de")  # programs never take a language away
    language._forget()


def trees_now() -> list[Payload]:
    return [*built(entries(), TITLES), *menus()]


def test_commands_are_translated(german: None) -> None:
    """Descriptions, choices and menus are; what people type is not. Discord accepts them, and a new one is a change."""
    trees = trees_now()
    assert discord_spec.violations_of("PUT", "/applications/{application_id}/commands", trees) == []
    top = {option["name"]: option for option in trees[0]["options"]}
    assert top["board"]["description_localizations"]["de"] == "Den Spielplan zeigen"
    assert "name_localizations" not in top["board"]
    where = next(option for option in top["new"]["options"] if option["name"] == "where")
    said = [choice.get("name_localizations", {}).get("de") for choice in where["choices"]]
    assert said == ["Ein eigener Thread", None]
    assert trees[-2]["name"] == SAVE_NOTE
    assert trees[-2]["name_localizations"]["de"] == "Für die Retro merken, und zwar…"
    assert not same(trees, command_trees())


def test_translations_that_are_too_long_are_cut(german: None) -> None:
    """A description has at most a hundred characters, in every language."""
    group = next(option for option in trees_now()[0]["options"] if option["name"] == "table")
    said = group["description_localizations"]["de"]
    assert len(said) <= 100
    assert said.endswith("…")


def test_a_command_has_room_for_its_translations(german: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """All texts of a command together have a limit, for which Discord counts the longest translation of each."""
    whole = trees_now()[0]
    without = size_of({**whole, "options": [_without_translations(option) for option in whole["options"]]})
    assert without < size_of(whole) <= 8000
    monkeypatch.setattr(command_tree, "_SIZE_LIMIT", size_of(whole) - 10)
    assert without <= size_of(trees_now()[0]) <= size_of(whole) - 10
    monkeypatch.setattr(command_tree, "_SIZE_LIMIT", without - 1)
    assert "description_localizations" not in str(trees_now()[0])


def _without_translations(part: Payload) -> Payload:
    kept = {name: each for name, each in part.items() if not name.endswith("_localizations")}
    for inner in {"options", "choices"} & kept.keys():
        kept[inner] = [_without_translations(each) for each in kept[inner]]
    return kept


def test_discord_knows_several_locales_of_one_language() -> None:
    """Spanish is that of Spain and of Latin America, and there is one Portuguese."""
    add_language(Catalogue("es", "Español", {"Show the board": "Mostrar el tablero"}, {}, lambda _: 0))
    try:
        top = {option["name"]: option for option in trees_now()[0]["options"]}
    finally:
        language._made.pop("es")
        language._forget()
    said = top["board"]["description_localizations"]
    assert {locale for locale, words in said.items() if words == "Mostrar el tablero"} == {"es-ES", "es-419"}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_line_can_be_typed_elsewhere(game: AnyGame) -> None:
    """Elsewhere a command may be typed with its Discord group or without; a game's name alone asks for help."""
    for entry in entries().values():
        for command in {*entry.variants} & {*commands(game)}:
            arguments = " ".join((*parameter.choices, "1")[0] for parameter in command.parameters if parameter.required)
            assert parse(f"/scrum {entry.path} {arguments}", game, ()).command == command
            assert parse(f"/{entry.full_name} {arguments}", game, ()).command == command
            assert parse(f"{entry.name} {arguments}", game, ()).command == command
    assert parse(game.key, game, ()).name == "help"
    assert parse(f"new {game.key}", None, ()).arguments == {"game": game.key}
    assert parse(f"rules {game.key}", None, ()).arguments == {"topic": game.key}


async def test_a_command_in_the_group_of_its_game(harness: DiscordHarness) -> None:
    """A command in its game's group works as elsewhere and has its own completions."""
    anna, _ = await harness.begin(game="retro")
    await harness.go_on(anna)
    assert await anna.complete("note", "column") != []
    interaction = await anna.command("note", column="1", text="We shipped on Friday")
    assert "column" not in interaction.private_text
    assert not any("Friday" in shown.content for shown in harness.channel.shown)


def test_commands_with_secret_arguments_are_discreet() -> None:
    """Every command with arguments in a game with secrets is discreet, and what stands in for one elsewhere."""
    secret = {
        command.name
        for game in GAMES.values()
        if natures(game).hidden
        for command in game.commands
        if command.parameters
    }
    assert {command.name for _, command in everything() if discreet(command.name)} == {*secret, "save"}


async def test_registered_once(peer: DiscordPeer, store: Store) -> None:
    """A second start doesn't register unchanged commands again; a change is registered."""
    async with DiscordHarness(peer, store).open():
        pass
    async with DiscordHarness(peer, store).open():
        pass
    assert peer.commands_put == 1
    peer.commands[0][0]["options"][0]["description"] = "As it was in an older version"
    async with DiscordHarness(peer, store).open():
        pass
    assert peer.commands_put == 2
    assert same(command_trees(), peer.commands[0])


async def test_commands_in_test_guilds(peer: DiscordPeer, store: Store) -> None:
    """Commands are registered in the test guilds only."""
    async with DiscordHarness(peer, store, guilds=(GUILD,)).open() as harness:
        assert list(peer.commands) == [GUILD]
        await harness.user("anna").command("new", game="sprint")
        assert "is open" in harness.channel.last.content


async def test_completions_show_their_value(harness: DiscordHarness) -> None:
    """Discord shows only a completion's name, and no two may look the same."""
    anna = harness.user("anna")
    interaction = await anna.send(COMPLETION, anna.invocation("new", {"game": "sprint", "options": "board"}, "options"))
    await harness.peer.until(lambda: interaction.settled)
    names = [choice["name"] for choice in interaction.choices]
    assert names == [
        "board=standard: The board of the published game",
        "board=long: More spaces on both circles: a longer and harder sprint",
    ]


async def test_completion(harness: DiscordHarness) -> None:
    """Completions of games, options, rule topics, players and spaces offer what is legal now."""
    anna = harness.user("anna")
    assert "hours=" in await anna.complete("new", "options", "hours", game="sprint")
    assert await anna.complete("new", "options", "hours=250 board=l", game="sprint") == ["hours=250 board=long"]
    assert not [word for word in await anna.complete("new", "options", "", game="retro") if "hours" in str(word)]
    assert "scrumkin shields" in await anna.complete("rules", "topic", "scrumkin sh")
    assert "undo" in await anna.complete("help", "command", "und")
    await harness.begin()
    assert "ben" in await anna.complete("tool", "player", "be", card="1", reason="x")
    assert "tools" in await anna.complete("rules", "topic", "tool")
    assert await anna.complete("go", "space") == []
    await harness.play(
        [anna, harness.user("ben")], until=lambda _: any("S" in label[:1] for label in harness.channel.last.labels)
    )
    name, phrase = await harness.suggested()
    assert phrase.command == "go"
    spaces = await harness.user(name).complete("go", "space")
    assert phrase.arguments["space"] in spaces
    assert await harness.user("cleo").complete("go", "space") == []


async def test_a_format_is_chosen_by_its_purpose(harness: DiscordHarness) -> None:
    """What it is for comes first, because a list has 25 entries; each format says when to use it."""
    anna = harness.user("anna")
    data = anna.invocation("new", {"game": "retro", "purpose": "conflict", "format": ""}, "format")
    interaction = await anna.send(COMPLETION, data)
    await harness.peer.until(lambda: interaction.settled)
    shown = {choice["value"]: choice["name"] for choice in interaction.choices}
    assert shown["mad-sad-glad"].startswith("Mad, Sad, Glad: When feelings are in the way")
    assert "start-stop-continue" not in shown
    assert await anna.complete("new", "format", "feelings", game="retro") == ["mad-sad-glad"]
    await anna.command("new", game="retro", purpose="conflict", format="mad-sad-glad")
    await harness.peer.until(lambda: "Mad, Sad, Glad" in harness.channel.last.heading)


@pytest.mark.parametrize("game", GAMES)
async def test_every_parameter_of_every_game_can_be_completed(harness: DiscordHarness, game: str) -> None:
    """Every completion gets a response that Discord accepts."""
    people = await harness.begin("anna", "ben", game=game)
    for command in GAMES[game].commands:
        for parameter in command.parameters:
            if not parameter.choices:
                assert isinstance(await people[0].complete(command.name, parameter.name, ""), list)


async def test_shards(peer: DiscordPeer, store: Store) -> None:
    """A process runs the shards in its settings and handles the interactions of their guilds."""
    shard = (GUILD >> 22) % 2
    async with DiscordHarness(peer, store, shard_ids=(shard,), shard_count=2).open() as harness:
        assert [data["shard"] for data in peer.gateway.identified] == [[shard, 2]]
        await harness.user("anna").command("new", game="sprint")
        assert "is open" in harness.channel.last.content


async def test_the_language_of_a_person(harness: DiscordHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord tells it with every interaction, and the service gets it with the person."""
    handle, seen = harness.service.handle, list[str]()

    async def noted(request: Request) -> Response:
        seen.append(request.person.locale if request.person else "")
        return await handle(request)

    monkeypatch.setattr(harness.service, "handle", noted)
    anna = harness.user("anna")
    anna.locale = "pt-BR"
    await anna.command("new", game="sprint")
    assert seen == ["pt-BR"]
