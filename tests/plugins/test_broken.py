"""A plugin that cannot be used is named and left out; everything else works."""

import logging
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from bot.operations.doctor import lines, plugins_check
from bot.settings import Settings
from games import GAMES, plugins
from games.contract import CONTRACT_VERSION, About, AnyGame, Command
from games.plugins import DECKS_GROUP, FORMATS_GROUP, GAMES_GROUP, Pack
from games.retro import formats
from games.scrumkin import deck_files
from games.scrumkin.deck import STANDARD
from tests.contract.toy import Toy
from tests.plugins.installing import pretend, run

DECK = (Path(deck_files.__file__).parent / "data" / "deck.toml").read_text("utf-8")
Installed = Callable[..., None]


class Plugged(Toy):
    """The toy, as a plugin brings it."""

    contract = CONTRACT_VERSION
    key = "plugged"


class Entry(EntryPoint):
    """An entry point whose object is here already."""

    def load(self) -> Any:
        found = OBJECTS[self.value]
        if isinstance(found, BaseException):
            raise found
        return found


OBJECTS: dict[str, Any] = {}


class Some(list[EntryPoint]):
    def select(self, *, group: str) -> list[EntryPoint]:
        return [entry for entry in self if entry.group == group]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Pretend that these are the installed plugins: group, name and object each."""

    def install(*found: tuple[str, str, Any]) -> None:
        OBJECTS.update({str(number): each[2] for number, each in enumerate(found)})
        entries = Some(Entry(name, str(number), group) for number, (group, name, _) in enumerate(found))
        monkeypatch.setattr(plugins, "_installed", lambda: entries)
        monkeypatch.setattr(plugins, "_FOUND", {})
        for cached in (formats.formats, formats._all, formats.plausible_notes, deck_files.plugin_decks):
            cached.cache_clear()

    return install


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Any:
    yield
    monkeypatch.undo()
    for cached in (formats.formats, formats._all, formats.plausible_notes, deck_files.plugin_decks):
        cached.cache_clear()


def loaded() -> dict[str, AnyGame]:
    """The games, with those of the plugins that were pretended."""
    games: dict[str, AnyGame] = dict(GAMES)
    plugins.add_games(games)
    return games


def with_attributes(**attributes: Any) -> Any:
    return type("Faulty", (Plugged,), attributes)


def raising(*_: Any) -> Any:
    raise RuntimeError("out of\ncards")


FAULTS: list[tuple[str, Any, str]] = [
    ("plugged", ImportError("No module named 'cards'"), "ImportError: No module named 'cards'"),
    ("plugged", SyntaxError("invalid syntax"), "SyntaxError: invalid syntax"),
    ("plugged", SystemExit(3), "SystemExit: 3"),
    ("plugged", RecursionError("too deep"), "RecursionError: too deep"),
    ("plugged", object(), "states contract version None; this program has version 2"),
    ("plugged", with_attributes(contract=1), "states contract version 1; this program has version 2"),
    ("plugged", with_attributes(contract=None), "states contract version None"),
    ("sprint", with_attributes(key="sprint"), "There is already a game with the key 'sprint'"),
    ("other", Plugged, "The entry point is called 'other', but the game's key is 'plugged'"),
    ("plugged", with_attributes(key="Plug In"), "Its key is 'Plug In'"),
    ("undo", with_attributes(key="undo"), "'undo' is a word of the table"),
    ("vote", with_attributes(key="vote"), "Another game has a command called 'vote'"),
    ("plugged", with_attributes(commands=(Command("Lay it", "Lay"),)), "The command 'Lay it' needs a name"),
    ("plugged", with_attributes(commands=(Command("start", "Lay"),)), "The command start is a word of the table"),
    ("plugged", with_attributes(commands=(Command("retro", "Lay"),)), "The command 'retro' has the name of a game"),
    ("plugged", with_attributes(prompt=lambda *_: ""), "prompt, its text board or its alt text is empty"),
    ("plugged", with_attributes(awaits=lambda *_: ()), "Nobody has a move at the start"),
    ("plugged", with_attributes(start=raising), "RuntimeError: out of cards"),
    ("plugged", with_attributes(board=raising), "RuntimeError: out of cards"),
    ("plugged", with_attributes(__init__=raising), "RuntimeError: out of cards"),
    (
        "plugged",
        type("Bare", (), {"contract": CONTRACT_VERSION, "key": "plugged"}),
        "It has no about, awaits, board, bots",
    ),
]


@pytest.mark.parametrize(("name", "found", "reason"), FAULTS, ids=[reason for _, _, reason in FAULTS])
def test_a_broken_game_is_left_out(installed: Installed, name: str, found: Any, reason: str) -> None:
    """With a reason of one line; the games that were there stay as they are, and the next plugin works."""
    installed((GAMES_GROUP, name, found), (GAMES_GROUP, "zzz", with_attributes(key="zzz")))
    games = loaded()
    assert list(games) == [*GAMES, "zzz"]
    assert all(games[key] is GAMES[key] for key in GAMES)
    broken, sound = plugins.found()
    assert reason in broken.fault
    assert "\n" not in broken.fault
    assert (sound.name, sound.fault) == ("zzz", "")


def test_a_class_or_an_instance(installed: Installed) -> None:
    """An entry point may name either."""
    installed((GAMES_GROUP, "plugged", Plugged()), (GAMES_GROUP, "zzz", with_attributes(key="zzz")))
    assert list(loaded())[-2:] == ["plugged", "zzz"]


def test_two_plugins_of_one_name(installed: Installed) -> None:
    """The first one is used."""
    installed(
        (GAMES_GROUP, "plugged", Plugged), (GAMES_GROUP, "plugged", with_attributes(about=About("Second", "Again")))
    )
    assert loaded()["plugged"].about.title == "Face Down"
    assert "Another plugin has this name." in [plugin.fault for plugin in plugins.found()]


def test_a_plugin_can_be_interrupted(installed: Installed) -> None:
    """Ctrl-C is not the plugin's fault."""
    installed((GAMES_GROUP, "plugged", KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        loaded()


def test_nothing_is_installed(installed: Installed) -> None:
    """Then there are only the built-in games, formats and decks."""
    installed()
    assert loaded() == GAMES
    assert list(formats.formats())[:4] == ["start-stop-continue", "mad-sad-glad", "four-ls", "sailboat"]
    assert deck_files.plugin_decks() == {}
    assert plugins.found() == ()


# --- decks and formats ---------------------------------------------------------------------------------------------

FORMAT = """
[[format]]
key = "charge"
title = "Energy"
columns = [{title = "Gives", notes = ["Pairing"]}, {title = "Takes", hint = "What drains you?"}]
"""

BAD_PACKS: list[tuple[str, str, Any, str]] = [
    (FORMATS_GROUP, "x", FORMAT, "It is not a games.plugins.Pack"),
    (FORMATS_GROUP, "x", Pack(1, FORMAT), "states contract version 1"),
    (FORMATS_GROUP, "x", Pack(CONTRACT_VERSION, "[[format]"), "Expected"),
    (FORMATS_GROUP, "x", Pack(CONTRACT_VERSION, ""), "format: Field required"),
    (
        FORMATS_GROUP,
        "x",
        Pack(CONTRACT_VERSION, FORMAT.replace('"charge"', '"four-ls"')),
        "already a format with the key 'four-ls'",
    ),
    (
        FORMATS_GROUP,
        "x",
        Pack(CONTRACT_VERSION, FORMAT.replace('"charge"', '"An Energy"')),
        "needs letters from a to z",
    ),
    (
        FORMATS_GROUP,
        "x",
        Pack(CONTRACT_VERSION, FORMAT.replace('"Gives"', '"What gives us so much energy every single day?"')),
        "at most 40 characters",
    ),
    (FORMATS_GROUP, "x", Pack(CONTRACT_VERSION, FORMAT.split(", {title", maxsplit=1)[0] + "]"), "at least 2 items"),
    (DECKS_GROUP, "x", Pack(3, DECK), "states contract version 3"),
    (DECKS_GROUP, "x", Pack(CONTRACT_VERSION, "name = 1\n"), "24 to 500 sprint cards"),
    (DECKS_GROUP, "x", Pack(CONTRACT_VERSION, "]"), "this is not valid TOML"),
    (DECKS_GROUP, STANDARD, Pack(CONTRACT_VERSION, DECK), "A deck cannot be called 'standard'"),
    (DECKS_GROUP, "My Deck", Pack(CONTRACT_VERSION, DECK), "A deck cannot be called 'My Deck'"),
]


@pytest.mark.parametrize(
    ("group", "name", "found", "reason"), BAD_PACKS, ids=[f"{group} {reason}" for group, _, _, reason in BAD_PACKS]
)
def test_a_broken_pack_is_left_out(installed: Installed, group: str, name: str, found: Any, reason: str) -> None:
    """The built-in formats and decks stay, and so do those of other plugins."""
    sound = (FORMATS_GROUP, "zzz", Pack(CONTRACT_VERSION, FORMAT)), (DECKS_GROUP, "zzz", Pack(CONTRACT_VERSION, DECK))
    installed((group, name, found), *sound)
    assert list(formats.formats())[-1] == "charge"
    assert list(deck_files.plugin_decks()) == ["zzz"]
    (broken,) = [plugin for plugin in plugins.found() if plugin.fault]
    assert reason in broken.fault


def test_a_format_of_a_plugin(installed: Installed) -> None:
    """It has its columns, and automatic participants know what to write there."""
    installed((FORMATS_GROUP, "acme", Pack(CONTRACT_VERSION, FORMAT)))
    assert [str(column.title) for column in formats.formats()["charge"].columns] == ["Gives", "Takes"]
    assert formats.plausible_notes("Gives") == ("Pairing",)
    assert len(formats.plausible_notes("Takes")) > 1


def test_a_deck_of_a_plugin(installed: Installed, tmp_path: Path) -> None:
    """It is loaded like one of the operator's, whose decks come first."""
    installed((DECKS_GROUP, "acme", Pack(CONTRACT_VERSION, DECK)))
    folder = deck_files.DeckFolder(tmp_path)
    assert folder.names == ["acme"]
    assert '"name":"acme"' in folder.load("acme")
    (tmp_path / "acme.toml").write_text("", "utf-8")
    with pytest.raises(ValueError, match="the deck acme can’t be played"):
        folder.load("acme")
    with pytest.raises(ValueError, match="Decks: standard, acme"):
        folder.load("other")


# --- what operators are shown --------------------------------------------------------------------------------------


async def test_doctor_lists_plugins(installed: Installed) -> None:
    """Sound ones, and broken ones with the reason."""
    installed((GAMES_GROUP, "plugged", Plugged), (DECKS_GROUP, "acme", Pack(1, "")))
    loaded()
    found = await plugins_check(Settings())
    shown = lines(found)
    assert shown[0] == "ok  The plugin plugged (scrum_table.games, from an unknown package) is installed."
    assert shown[1].startswith(
        "NO  The plugin acme (scrum_table.decks, from an unknown package) is left out: It states"
    )
    assert shown[1].endswith("Update it or uninstall it.")


def test_the_log_names_a_broken_plugin_once(tmp_path: Path) -> None:
    """The program works, and its log has one warning with the reason; doctor says the same and fails."""
    groups = {GAMES_GROUP: {"broken": "broken_game:Game"}, DECKS_GROUP: {"deck": "broken_game:deck"}}
    pretend(tmp_path / "installed", groups, broken_game="raise RuntimeError('no cards')\n")
    code, out, err = run(tmp_path, "bot", "simulate", "sprint", "--games", "1", plugins=tmp_path / "installed")
    assert (code, out.count("finished: 1")) == (0, 1)
    warnings = [line for line in err.split("\n") if logging.getLevelName(logging.WARNING).lower() in line.lower()]
    assert len(warnings) == 2
    assert "plugin left out: broken (scrum_table.games, from pretended 1.0): RuntimeError: no cards" in warnings[0]
    assert "plugin left out: deck (scrum_table.decks, from pretended 1.0): RuntimeError: no cards" in warnings[1]
    code, out, err = run(tmp_path, "bot", "doctor", plugins=tmp_path / "installed")
    assert (code, err) == (1, "")
    assert "NO  The plugin broken (scrum_table.games, from pretended 1.0) is left out: RuntimeError: no cards" in out


def test_a_module_that_is_imported_before_the_games(tmp_path: Path) -> None:
    """A plugin's own test imports the plugin first, which imports our package while its class is not there yet."""
    code = "from games.contract import Game\nclass Late(Game):\n    contract, key = 2, 'late'\n"
    check = "import late\nfrom games import GAMES, plugins\nprint(plugins.found()[0].fault)\n"
    pretend(tmp_path, {GAMES_GROUP: {"late": "late:Late"}}, late=code, check=check)
    code_of_exit, out, err = run(tmp_path, "check", plugins=tmp_path)
    assert (code_of_exit, err) == (0, "")
    assert out.startswith("It has no about, awaits")  # so it was found; only its rules are missing
