"""Nobody learns who wrote a note: not from what others see, a file, a log line, or the order of things.

The same retrospective is played several times, with different writers of the same texts. Whatever anyone else sees, and
whatever is stored or logged, has to be identical each time.
"""

import hashlib
import re
import secrets
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bot.features.fairness.export import Export, GameFiles, export, read
from bot.features.fairness.verify import verify
from bot.features.meetings.records import MeetingStore
from bot.kernel.messages import Filled, Page, Reply, Request, Typed
from bot.kernel.store import Store, StoredEvent
from bot.kernel.table import texts as personal
from bot.kernel.table.journal import chain, encode, first_hash
from bot.kernel.table.model import key
from bot.kernel.table.pace import DAY, HOUR
from bot.operations.logs import logging_to_stderr
from games import GAMES
from games.chance import Chance
from games.contract import natures
from games.graphics.drawing import Drawing
from games.retro.deciding.notes import new_code
from games.retro.events import NoteWritten
from storage import open_store
from tests.bot.harness import ROOM, Bench, person, spelled
from tests.bot.retro_harness import FIVE, NOTES, close_it, done, everyone, gather_round, write_notes
from tests.storage import raw

RETRO = GAMES["retro"]
ACTIONS = ("actions", "actions markdown", "actions csv", "actions calendar", "trends")
LATE = "frida"  # joins after notes were written
FORM = {"1": "deploy on Mondays\nsomebody reviews at noon", "2": "", "3": "cake at four"}
SAVED = ("the standup starts late", "somebody always waits for a review")
CARD = "impediment The Long Build: it takes an hour"


@dataclass
class Run:
    """One retrospective, and everything that was seen of it, by viewer."""

    bench: Bench
    seen: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    own: list[str] = field(default_factory=list)  # private replies to writers
    codes: list[list[str]] = field(default_factory=list)  # of the notes that each of them is about
    steps: int = 0

    async def step(self, name: str, said: str | Filled, *, secret: bool = False) -> None:
        self.steps += 1
        posts = len(self.bench.chat.posts)
        line = Typed(said) if isinstance(said, str) else said
        replies = (await self.bench.service.handle(Request(f"step {self.steps}", ROOM, person(name), line))).replies
        if secret:
            (told,) = replies
            self.own.append(spelled(told))
            removing = (act.command.split() for act in told.acts if act.command.startswith("withdraw "))
            self.codes.append([code for _, code in removing])
        else:
            self.seen[name] += map(shown, replies)
        self.seen["the room"] += [shown(reply) for _, reply in self.bench.chat.posts[posts:]]
        self.bench.clock.advance(1)

    @property
    def receipts(self) -> list[str]:
        """What writers were told, without the lists of their own notes, which depend on what else they wrote."""
        return [told.rpartition("\n\n")[2] for told in self.own]

    async def look(self) -> None:
        """Everyone looks at everything: their page, the log, an export of the running game."""
        for name in FIVE:
            page = await self.bench.service.page(ROOM, person(name))
            self.seen[name].append(looks(page))
            self.seen[name] += [
                shown(reply) for line in ("log", "status") for reply in await self.bench.say(name, line)
            ]
        live = await self.bench.live()
        self.seen["a watcher"].append(looks(await self.bench.service.page_of(live.id)))
        self.seen["a file"].append(await self.bench.service.feature(GameFiles).record(live.id) or "")
        await self.step("anna", "chart")

    async def afterwards(self) -> None:
        for line in ("board", "verify", "history", "stats", "export json", "export csv", "export markdown", *ACTIONS):
            await self.step("ben", line)


def shown(reply: Reply) -> str:
    """A message with everything in it."""
    return f"{replace(reply, drawing=None)!r} {drawn(reply.drawing)}"


def looks(page: Page | None) -> str:
    """All of a page but the list of the viewer's own notes, which is theirs alone."""
    assert page is not None
    acts = tuple(act for act in page.reply.acts if act.command.split()[0] not in {"change", "withdraw"})
    reply = replace(page.reply, drawing=None, sheet=None, acts=acts)
    plain = replace(page, board=None, chart=None, held=(), reply=reply)
    return "\n".join([repr(plain), drawn(page.board), drawn(page.chart), *map(shown, page.held)])


def drawn(drawing: Drawing | None) -> str:
    return "" if drawing is None else f"{drawing.text}\n{drawing.alt}\n{drawing.svg()}\n{drawing.svg(dark=True)}"


def beside_the_events(path: Path) -> dict[str, list[Any]]:
    """Everything in the database except the events."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = {name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"'))) for name in names}
    return {name: rows for name, rows in tables.items() if name != "events"}


@pytest.fixture
def _same_name_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each run's table and saved notes would have different ids."""
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[0])
    notes = cycle(range(len(SAVED)))
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(notes):0{2 * size}x}")


# --- the same with different writers -------------------------------------------------------------------------------


async def write_with_a_form(run: Run, writer: str) -> None:
    """Three notes at once, of which one is changed and one taken back; a form that is refused leaves nothing."""
    form = Filled((await run.bench.live()).id, "note", FORM)
    await run.step(writer, form, secret=True)
    await run.look()
    one, other = run.codes[-1][-3:-1]
    await run.step(writer, replace(form, fields={"1": "x" * 240, "3": "more cake"}), secret=True)
    assert run.own.pop().startswith("That’s 240 characters")
    run.codes.pop()
    await run.step(writer, f"change {one} deploy on Tuesdays", secret=True)
    await run.step(writer, f"withdraw {other}", secret=True)
    await run.look()


async def with_writers(folder: Path, writers: Sequence[str]) -> tuple[Run, dict[str, list[Any]]]:
    """Play it, with each note written by the person at the same position."""
    store = await open_store(f"sqlite:///{folder / '-'.join(writers)}.db")
    run = Run(Bench(store))
    for writer, text in zip(writers, SAVED, strict=False):
        await run.step(writer, f"retro note {text}", secret=True)
    assert all(told.startswith("Saved without a name") for told in run.own)
    run.own.clear()
    saved = beside_the_events(folder / f"{'-'.join(writers)}.db")["saved_notes"]
    assert len(saved) == len(SAVED)
    await run.step("anna", "new retro")
    for name in FIVE[1:]:
        await run.step(name, "join")
    await run.step("anna", "start")
    for name in FIVE:
        await run.step(name, f"say {name}")
    await run.step("anna", "next")
    for writer, (column, text) in zip(writers, NOTES, strict=False):
        await run.step(writer, f"note {column} {text}", secret=True)
        await run.look()
    await write_with_a_form(run, writers[2])
    await run.step(LATE, "join")
    changed, withdrawn = (codes[-1] for codes in run.codes[len(SAVED) : len(SAVED) + 2])
    await run.step(writers[0], f"change {changed} ask after two hours", secret=True)
    await run.step(writers[1], f"withdraw {withdrawn}", secret=True)
    await run.look()
    await run.step(writers[0], f"card {CARD}", secret=True)
    for name in (*FIVE, LATE):
        await run.step(name, "done")
    await run.step("anna", "next")
    await run.look()
    await run.step("anna", "hide 1 tone sure")
    await run.look()
    await run.step("anna", "group 3 with 2")
    await run.step("anna", "next sure")
    await run.step("cleo", "vote 2", secret=True)
    await run.step("anna", "next sure")
    await run.look()
    await run.step("anna", "next sure")
    await run.step("ben", "action dora mend the build by Friday")
    await run.step("anna", "next sure")
    for name in (*FIVE, LATE):
        await run.step(name, "say 4", secret=True)
    await run.step("anna", "next")
    await run.look()
    await run.afterwards()
    rows = await run.bench.events()
    hidden = [row.seat for row in rows if row.kind in natures(RETRO).hidden]
    assert hidden == [None] * (len(run.own) + 2)  # three notes of one form have one answer
    await run.bench.service.close()
    await store.close()  # what a room has seen may be stored a moment later
    beside = {**beside_the_events(folder / f"{'-'.join(writers)}.db"), "saved before": saved}
    assert beside["saved_notes"] == []
    return run, beside


@pytest.mark.usefixtures("_same_name_each_time")
async def test_different_writers_make_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Messages, pages, pictures, files, log, history, statistics, the operator's log, the rest of the database."""
    runs, logs = [], []
    for writers in (FIVE, ("cleo", "anna", "emil", "ben", "dora"), ("ben",) * 5):
        with logging_to_stderr("DEBUG", "json"):
            runs.append(await with_writers(tmp_path, writers))
        logs.append(re.sub(r'"time": "[^"]*"', "", capsys.readouterr().err))
    (first, beside), *others = runs
    for other, other_beside in others:
        for eyes, seen in first.seen.items():
            assert other.seen[eyes] == seen, eyes
        assert other.receipts == first.receipts
        assert other_beside == beside
    assert logs[1:] == logs[:1] * 2
    assert not any(text in logs[0] for text in (*(text for _, text in NOTES), "deploy on", "somebody reviews", "cake"))
    for number, (_, text) in enumerate(NOTES[:5]):  # all that a writer gets to read besides the list of their notes
        assert first.receipts[number].startswith(f"Your note is in, without a name: “{text}”. ")


@pytest.mark.usefixtures("_same_name_each_time")
async def test_notes_stay_hidden_until_all_are_shown(tmp_path: Path) -> None:
    """Nobody sees a word of any note while notes are being written, except its writer, once, in private."""
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    run = Run(Bench(store))
    await gather_round(run.bench)
    for column, text in NOTES:
        await run.step("ben", f"note {column} {text}", secret=True)
    await run.look()
    everything = "\n".join(text for seen in run.seen.values() for text in seen)
    assert "6 notes so far" in everything
    assert not any(word in everything for _, text in NOTES for word in (text, text[:9]))
    await store.close()


# --- the same with different dots and ratings ----------------------------------------------------------------------


async def with_dots(folder: Path, dots: dict[str, int], figures: dict[str, int]) -> Run:
    store = await open_store(f"sqlite:///{folder}/{dots['anna']}.db")
    run = Run(Bench(store))
    await run.step("anna", "new retro")
    for name in FIVE[1:]:
        await run.step(name, "join")
    await run.step("anna", "start")
    await run.step("anna", "next sure")
    for column, text in NOTES:
        await run.step("dora", f"note {column} {text}", secret=True)
    await run.step("anna", "next sure")
    await run.step("anna", "next sure")
    for name, topic in dots.items():
        await run.step(name, f"vote {topic}", secret=True)
    await run.look()
    await run.step("cleo", "status")
    await run.step("anna", "next sure")
    await run.step("anna", "next phase")
    await run.step("anna", "next sure")
    for name, figure in figures.items():
        await run.step(name, f"say {figure}", secret=True)
    await run.look()
    await run.step("anna", "next sure")
    await run.look()
    await run.afterwards()
    await run.bench.service.close()
    await store.close()
    return run


@pytest.mark.usefixtures("_same_name_each_time")
async def test_nobody_sees_whose_dot_or_rating_it_was(tmp_path: Path) -> None:
    """Anna and Ben swap theirs: for everyone else, during and after, nothing is different."""
    one = await with_dots(tmp_path, {"anna": 1, "ben": 4, "cleo": 4}, {"anna": 2, "ben": 5, "cleo": 5})
    other = await with_dots(tmp_path, {"anna": 4, "ben": 1, "cleo": 4}, {"anna": 5, "ben": 2, "cleo": 5})
    for eyes in ("the room", "a watcher", "a file", "cleo", "dora", "emil"):
        assert one.seen[eyes] == other.seen[eyes], eyes
    assert one.own != other.own


# --- orders and hashes ---------------------------------------------------------------------------------------------


async def test_the_board_does_not_show_the_order_of_writing(tmp_path: Path) -> None:
    """Written in a different order, the notes appear on the board as before."""
    boards = []
    for number, notes in enumerate((NOTES, NOTES[::-1], NOTES[3:] + NOTES[:3])):
        store = await open_store(f"sqlite:///{tmp_path / f'{number}.db'}")
        bench = Bench(store)
        await gather_round(bench)
        for column, text in notes:
            await done(bench, "cleo", f"note {column} {text}")
        await done(bench, "anna", "next sure")
        boards += await bench.payloads("notes_shown")
        await store.close()
    assert boards[1:] == boards[:1] * 2


def tried(game: Export, hashes: Sequence[str]) -> Iterator[tuple[int, str]]:
    """An attack: the file has everything that goes into a hash, so try each text at each position."""
    shown = next(row.payload for row in game.events if row.payload and row.payload["kind"] == "notes_shown")
    for row, before, found in zip(game.events, [first_hash(game.table), *hashes], hashes, strict=False):
        if row.payload is None or row.payload["kind"] != "note_written":
            continue
        for note in shown["notes"]:
            code = code_of(game, row.payload["count"] - 1)
            guess = encode(NoteWritten(row.payload["count"], note["column"], note["text"], code=code), RETRO)
            if chain(before, row.sequence, guess, row.at, row.drawn) == found:
                yield row.sequence, note["text"]


def code_of(game: Export, written: int) -> str:
    """At the end the seed is known, and with it every code: it is no help."""
    return new_code(Chance(key(bytes.fromhex(game.seed or ""), game.table, ())).apart(f"note {written}"))


def hashed_whole(game: Export, rows: Sequence[StoredEvent]) -> list[str]:
    """The hashes as they would be if they covered everything that is stored."""
    hashes, before = [], first_hash(game.table)
    for row in rows:
        before = chain(before, row.sequence, row.payload, row.at, row.drawn)
        hashes.append(before)
    return hashes


async def test_the_hashes_do_not_reveal_who_wrote_when(bench: Bench) -> None:
    """In a finished file no note fits any hash; if the hashes covered the whole text, each would."""
    await gather_round(bench)
    await write_notes(bench)
    written = {row.sequence: row for row in await bench.events()}
    await done(bench, "anna", "next sure")
    await close_it(bench)
    await bench.say("ben", "export json")
    ((_, text),) = bench.chat.last.files
    game = read(text)
    assert list(tried(game, [row.hash or "" for row in game.events])) == []
    whole = [written.get(row.sequence, row) for row in await bench.events()]  # before anything was erased
    found = list(tried(game, hashed_whole(game, whole)))
    assert [note for _, note in found] == [note for _, note in NOTES]  # so the attack is a real one


# --- automatic players ---------------------------------------------------------------------------------------------


async def test_notes_of_automatic_players_are_not_shown_to_the_mover(bench: Bench) -> None:
    """They write in the same request; the person who moved hears about their own note and nothing else."""
    await bench.seat("anna", "ben", game="retro")
    for _ in range(3):
        await bench.say("anna", "bot")
    await bench.say("anna", "start")
    await bench.say("ben", "say fine")
    assert await bench.say("anna", "say sunny") == []
    assert await bench.say("anna", "next") == []
    before = (await bench.kinds()).count("note_written")
    assert before
    (told,) = await bench.say("anna", "note start ask for help")
    assert "Your note is in, without a name: “ask for help”." in spelled(told)
    assert len(re.findall("note:", repr(told.sheet))) <= 1


@pytest.mark.parametrize(("name", "line"), [("anna", "cover ben"), ("ben", "leave")])
async def test_notes_of_a_stand_in_are_not_shown(bench: Bench, name: str, line: str) -> None:
    """It writes at once; the person who brought it in reads nothing of that."""
    await gather_round(bench, ("anna", "ben"))
    assert await bench.say(name, line) == []
    assert "note_written" in await bench.kinds()


async def test_a_note_of_somebody_who_was_covered_stands_alone(bench: Bench) -> None:
    """Their return isn't stored beside it, so the rows of one request don't say whose note it is."""
    await gather_round(bench, ("anna", "ben", "cleo"))
    await done(bench, "anna", "cover ben")
    before = len(await bench.events())
    (told,) = await bench.say("ben", "note start ask for help after one hour")
    assert spelled(told) == personal.STILL_COVERED
    kinds = [row.kind for row in (await bench.events())[before:]]
    assert "note_written" in kinds
    assert "table.seat_taken" not in kinds
    await done(bench, "ben", "done")
    assert (await bench.standing()).table.covered == frozenset()


# --- what is left in the database ----------------------------------------------------------------------------------


async def test_after_the_reveal_no_row_says_who_wrote_what(bench: Bench) -> None:
    """Texts lose their place in the order of writing, dots their topic, cards and ratings too at the end."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "dora", f"card {CARD}")
    assert [note["text"] for note in await bench.payloads("note_written")] == [text for _, text in NOTES]
    await done(bench, "anna", "next sure")
    assert {(note["text"], note["column"]) for note in await bench.payloads("note_written")} == {("", None)}
    assert {note["text"] for note in (await bench.payloads("notes_shown"))[0]["notes"]} == {text for _, text in NOTES}
    await done(bench, "anna", "next sure")
    await everyone(bench, FIVE, "vote 1")
    assert {dot["topic"] for dot in await bench.payloads("dot_put")} == {1}
    await done(bench, "anna", "next sure")
    assert {dot["topic"] for dot in await bench.payloads("dot_put")} == {None}
    shown = await bench.service.page(ROOM, None)
    again = await bench.another_process().service.page(ROOM, None)
    assert looks(shown) == looks(again)  # the board needs nothing of what is gone
    await done(bench, "anna", "next sure")
    await done(bench, "anna", "action ben mend it")
    await done(bench, "anna", "next sure")
    await everyone(bench, FIVE, "say 4")
    await done(bench, "anna", "next")
    assert {rating["value"] for rating in await bench.payloads("rated")} == {None}
    assert {card["card"] for card in await bench.payloads("card_written")} == {None}
    live = await bench.live()
    assert verify(export(live.id, live.seed, live.standing, await bench.events())).wrong is None


async def test_a_retrospective_that_is_closed_early_keeps_no_note(bench: Bench) -> None:
    """Nobody will ever see those notes, so nothing is kept of them."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "anna", "end")
    assert {note["text"] for note in await bench.payloads("note_written")} == {""}


# --- over days -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("writer", ["ben", "cleo"])
async def test_a_reminder_does_not_say_who_has_written(bench: Bench, writer: str) -> None:
    """Over days, in working hours, it calls everybody who isn't ready, whoever has written, and nobody else."""
    await gather_round(bench, ("anna", "ben", "cleo"))
    await bench.say("anna", "pace async 1d 9-17 Europe/Berlin")
    await done(bench, writer, "note start ask for help after one hour")
    await done(bench, "anna", "done")
    posts = len(bench.chat.posts)
    await bench.wait(10 * HOUR)  # it is a Wednesday morning
    assert len(bench.chat.posts) == posts
    await bench.wait(DAY)
    (reminder,) = [reply for _, reply in bench.chat.posts[posts:]]
    assert sorted(each.id for each in reminder.pings) == ["test:ben", "test:cleo"]
    assert (await bench.standing()).state.phase == "reflect"  # its clock runs for days
    await bench.wait(14 * DAY)
    assert (await bench.standing()).state.phase != "reflect"


async def test_saved_notes_say_nothing_about_their_order(bench: Bench) -> None:
    """Their ids don't follow from requests that somebody could know, and nothing else is stored but the day."""
    for number, text in enumerate(("first", "second", "third")):
        await bench.say("anna", f"retro note {text}", delivery=f"slack:T1:U2:{number}")
        bench.clock.advance(60)
    kept = await bench.store.part(MeetingStore).saved_notes(ROOM)
    guesses = {hashlib.sha256(f"{ROOM} slack:T1:U2:{number}".encode()).hexdigest() for number in range(3)}
    assert not guesses & {note.id for note in kept}
    assert all(len(note.id) == 32 and "U2" not in note.id for note in kept)


async def test_saved_notes_are_not_connected_with_their_requests(store: Store, database_url: str) -> None:
    """Nothing is the same in a note's row and in a request's, not even where and by whom PostgreSQL has stored them."""
    bench = Bench(store)
    for number, text in enumerate(("first", "second", "third", "fourth")):
        await bench.say("anna", f"retro note {text}", delivery=f"slack:T1:U2:{number}")
    notes = await raw.rows(database_url, "SELECT id, text FROM saved_notes")
    requests = await raw.rows(database_url, "SELECT id FROM room_requests")
    assert len(notes) == len(requests) == 4
    assert not {each[0] for each in notes} & {each[0] for each in requests}
    if database_url.startswith("postgres"):
        writers = await raw.rows(database_url, "SELECT DISTINCT xmin::text FROM saved_notes")
        assert len(writers) == 1
        placed = await raw.rows(database_url, "SELECT id FROM saved_notes ORDER BY ctid")
        assert placed == sorted(placed)
    await bench.service.close()
