"""Files and texts from outside, changed in a few places: they are still valid, or a sentence says what is wrong."""

import io
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.cli.simulated.simulation import as_export
from bot.features.fairness.export import BrokenExport, ExportedEvent, read, steps, write
from bot.features.fairness.verify import verify
from bot.kernel.table import model as tables
from bot.kernel.table import rules
from bot.kernel.table.journal import Draft, chain, first_hash, hashed_payload
from bot.kernel.table.model import Refused
from bot.kernel.table.rules import read_options
from games import GAMES
from games.chance import commitment
from games.contract import AnyGame, natures
from games.rugby import cli
from games.rugby.model import Unreadable, position_text, read_position, read_turn
from games.scrumkin import deck_files
from games.scrumkin.deck import Pile, read_deck
from tests.fuzz.strategies import SHARP, changed, fuzzed, words

MAX_MOVES = 150  # of a game before it is changed

# --- exported games ------------------------------------------------------------------------------------------------


@cache
def exported() -> list[Any]:
    """A finished game of each kind."""
    return [json.loads(write(as_export(finished(game)))) for game in GAMES.values()]


def finished(game: AnyGame) -> Draft:
    """Played by people who make any legal move."""
    seed, seats = bytes(32), game.seats.start
    draft = Draft("changed", None, seed, 0.0)
    draft.record([tables.TableOpened(game.key, read_options(game, ""), {}, commitment(seed))])
    draft.record([*(tables.SeatTaken(seat) for seat in range(seats)), tables.GameStarted(commitment(seed))])
    draft.record(game.start(seats, draft.standing.table.settings, draft.chance))
    for number in range(MAX_MOVES):
        if not draft.standing.playing:
            return draft
        state, whim = draft.standing.state, draft.chance.apart(f"{number}")
        seat = whim.choice(game.awaits(state))
        draft.play(seat, whim.choice(game.moves(state, seat)))
    if draft.standing.playing:
        draft.record(rules.end(draft.standing.table, 0, seed, may_end=True))
    return draft


def tried(text: str) -> None:
    """Everything that reads an exported game."""
    try:
        game = read(text)
    except BrokenExport:
        return
    verify(game)
    try:
        for _, standing in steps(game):
            if standing.state is not None:
                standing.game.view(standing.state, None)
    except BrokenExport:
        return


@pytest.mark.parametrize("number", range(len(GAMES)), ids=list(GAMES))
def test_changed_games(number: int) -> None:
    """Reading, replaying and verifying a changed game ends with a verdict or with BrokenExport."""
    game = exported()[number]
    tried(json.dumps(game))

    @fuzzed(60)
    @given(changed([game]))
    def any_change(data: Any) -> None:
        tried(json.dumps(data))

    any_change()


@pytest.mark.parametrize("number", range(len(GAMES)), ids=list(GAMES))
def test_changed_events(number: int) -> None:
    """The same with one change in one event near the start."""
    game = exported()[number]

    @fuzzed(80)
    @given(st.integers(0, min(60, len(game["events"]) - 1)), st.data())
    def any_change(at: int, data: st.DataObject) -> None:
        event = data.draw(changed([game["events"][at]]))
        tried(json.dumps({**game, "events": [*game["events"][:at], event, *game["events"][at + 1 :]]}))

    any_change()


def forged(data: Any) -> str:
    """The same game with matching hashes, as a forger would write it."""
    before = first_hash(str(data["table"]))
    rows = []
    for row in data["events"]:
        event = ExportedEvent(**row)
        covered = hashed(event, str(data["game"]))
        before = chain(before, event.sequence, covered, event.at, event.drawn, seat=event.seat, move=event.move_text)
        rows.append({**row, "hash": before})
    return json.dumps({**data, "events": rows})


def hashed(event: ExportedEvent, key: str) -> str:
    """What the hash of an event covers: not what can be erased later."""
    kind = str((event.payload or {}).get("kind"))
    if key not in GAMES or kind not in natures(GAMES[key]).erasable:
        return event.text
    with suppress(ValueError):  # a changed event may be none
        return hashed_payload(kind, event.text, GAMES[key])
    return event.text


@pytest.mark.parametrize("number", range(len(GAMES)), ids=list(GAMES))
def test_forged_games(number: int) -> None:
    """A changed event among matching hashes: there is a verdict, and no exception."""
    game = exported()[number]
    assert verify(read(forged(game))).fault == ""

    @fuzzed(80)
    @given(st.integers(0, min(60, len(game["events"]) - 1)), st.data())
    def any_change(at: int, data: st.DataObject) -> None:
        row = game["events"][at]
        event = {**row, "payload": data.draw(changed([row["payload"]]))}
        with suppress(ValidationError, UnicodeEncodeError):  # can't be hashed
            tried(forged({**game, "events": [*game["events"][:at], event, *game["events"][at + 1 :]]}))

    any_change()


@fuzzed(100)
@given(st.one_of(st.text(max_size=200), st.sampled_from(["[" * 5000, '{"a":' * 3000, "9" * 5000, "\ufeff{}"])))
def test_texts_that_are_not_games(text: str) -> None:
    """Whatever the text is."""
    tried(text)


# --- decks ---------------------------------------------------------------------------------------------------------

CARD = '[[sprint]]\ntitle = "A"\ntext = "B"\neffect = "+1"\n[[action]]\ntitle = "C"\ntext = "D"\nboost = 2\n'
PIECES = [
    *CARD.split("\n"),
    "[[team]]",
    "shield = true",
    "effect = 3",
    "boost = 1e400",
    "bugs = -1",
    "name = ''",
    "=",
    '"""',
]


@fuzzed(200)
@given(st.one_of(st.text(max_size=80), st.lists(st.one_of(st.sampled_from(PIECES), words), max_size=9).map("\n".join)))
def test_decks_as_text(source: str) -> None:
    """Cards or problems, never an exception."""
    pile = Pile()
    read_deck(source, "deck.toml", pile)
    pile.check()
    pile.deck("deck")
    assert all(len(problem) < 1000 for problem in pile.problems)


def spreadsheet(rows: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


cells = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1000, 1000),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["title", "text", "effect", "boost", "bugs", "shield", "+1", "=1+1", "x" * 999, "yes"]),
)


def test_decks_as_spreadsheets(tmp_path: Path) -> None:
    """Any cells, and files that only claim to be spreadsheets."""
    file = tmp_path / "deck.xlsx"
    whole = spreadsheet([["title", "text", "effect"], ["A", "B", "+1"]])

    @fuzzed(30)
    @given(
        st.one_of(
            st.lists(st.lists(cells, max_size=6), max_size=6).map(spreadsheet),
            st.binary(max_size=60),
            st.tuples(st.integers(0, len(whole) - 1), st.binary(min_size=1, max_size=9)).map(
                lambda change: whole[: change[0]] + change[1] + whole[change[0] + len(change[1]) :]
            ),
        )
    )
    def any_file(data: bytes) -> None:
        file.write_bytes(data)
        assert list(deck_files.check([file]).lines())

    any_file()


@fuzzed(100)
@given(st.one_of(words, st.sampled_from([*SHARP, "a/../b", "/dev/null", "C:\\x", ".", ".."])))
def test_names_of_decks(name: str) -> None:
    """A name leads to a file in the folder or to a sentence, and nowhere else."""
    folder = deck_files.DeckFolder(Path(__file__).parent)
    with pytest.raises(ValueError, match=r"."):
        folder.load(name)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_options(game: Any) -> None:
    """Options are parsed, or refused with a sentence."""
    names = [option.name for option in game.options] or [""]

    @fuzzed(100)
    @given(st.lists(st.tuples(st.sampled_from([*names, "x"]), st.sampled_from(["=", ""]), words).map("".join)))
    def any_options(given_words: list[str]) -> None:
        with suppress(Refused):
            assert set(read_options(game, " ".join(given_words))) == {option.name for option in game.options}

    any_options()


# --- Scrum, in letters and numbers ---------------------------------------------------------------------------------

FIRST = "2r2/r3r/2r2/1r3/r1r2/5/bob2/1b3/2b2/b3b/2b2/5 b 1"


@fuzzed(300)
@given(st.one_of(st.text(max_size=40), changed([FIRST, FIRST.replace(" b ", " r ")]).map(str)))
def test_positions(text: str) -> None:
    """A position that can be parsed is written back the same; else a sentence."""
    with suppress(Unreadable):
        position = read_position(text)
        assert read_position(position_text(position)) == position


@fuzzed(300)
@given(st.one_of(st.text(max_size=20), changed(["c1-c2", "a1-b2 c1-c2", "c1-c2>c4"]).map(str)))
def test_turns(text: str) -> None:
    """Steps, or a sentence."""
    with suppress(Unreadable):
        assert read_turn(text)


@fuzzed(40)
@given(
    st.one_of(
        st.text(max_size=30),
        changed([{"moves": ["c1-c2"], "seconds": 0.01}, {"moves": [], "level": "x"}]).map(json.dumps),
    )
)
def test_the_engine(line: str) -> None:
    """One line in, one line out: an answer or what is wrong with the question."""
    assert all(isinstance(json.loads(answer), dict) for answer in cli.perft([line]))
    with suppress(cli.BadLine):
        assert cli.read_request(line).seconds > 0


def test_the_examples_are_right() -> None:
    """What is changed above was valid before."""
    assert [read(json.dumps(game)).game for game in exported()] == list(GAMES)
    assert all(verify(read(json.dumps(game))).fault == "" for game in exported())
    assert position_text(read_position(FIRST)) == FIRST
    pile = Pile()
    read_deck(CARD, "deck.toml", pile)
    assert pile.problems == []
