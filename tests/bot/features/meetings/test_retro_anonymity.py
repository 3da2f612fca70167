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
from bot.kernel.messages import SURE, Filled, Page, Pressed, Reply, Request, Response, Said, Typed
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
SILENT = "hugo"  # writes nothing, and watches everybody
LATE = ("frida", "gus")  # open a form after notes were written
FORM = {"1": "deploy on Mondays\nsomebody reviews at noon", "2": "", "3": "cake at four"}
SAVED = ("the standup starts late", "somebody always waits for a review")
CARD = "impediment The Long Build: it takes an hour"


@dataclass
class Run:
    """One retrospective, and everything that was seen of it, by viewer."""

    bench: Bench
    seen: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    own: list[str] = field(default_factory=list)  # private replies to writers
    codes: list[str] = field(default_factory=list)  # of their notes, in the order of writing
    steps: int = 0

    def __post_init__(self) -> None:
        chat = self.bench.chat
        post = chat.post

        async def noted(room: str, reply: Reply, request: Request | None, before: str) -> str:
            asker = "" if request is None else request.id
            self.seen["the room"].append(f"{self.bench.clock.now()} {asker} {before} {shown(reply)}")
            return await post(room, reply, request, before)

        chat.post = noted  # type: ignore[method-assign]

    async def step(self, name: str, said: str | Said, *, secret: bool = False) -> Response:
        self.steps += 1
        line = Typed(said) if isinstance(said, str) else said
        response = await self.bench.service.handle(Request(f"step {self.steps}", ROOM, person(name), line))
        if secret:
            (told,) = response.replies
            self.own.append(told.story)
            self.codes += [code for code in codes_of(told) if code not in self.codes]
        else:
            self.seen[name] += map(shown, response.replies)
        self.bench.clock.advance(1)
        return response

    async def sure(self, name: str, line: str) -> None:
        """Say it, and yes if asked."""
        response = await self.step(name, line)
        if response.outcome == "refused":
            yes = next(act for act in response.replies[0].acts if act.button.endswith(SURE))
            assert (await self.step(name, Pressed(yes.button))).outcome == "done"

    async def opens(self, name: str, command: str) -> None:
        """Press the button that opens a form."""
        self.steps += 1
        table = (await self.bench.live()).id
        opening = Request(f"step {self.steps}", ROOM, person(name), Pressed(f"{table}:1:0"))
        form = await self.bench.service.form(person(name), table, command, opening)
        self.seen[name].append(repr(form))

    async def look(self) -> None:
        """Everyone looks at everything: their page, the log, an export of the running game.

        Whoever doesn't write looks at once; the others see what is theirs, so they look without that, and later.
        """
        live = await self.bench.live()
        self.seen[SILENT].append(looks(await self.bench.service.page(ROOM, person(SILENT))))
        self.seen[SILENT] += [
            shown(reply) for line in ("log", "status") for reply in await self.bench.say(SILENT, line)
        ]
        self.seen["a watcher"].append(looks(await self.bench.service.page_of(live.id)))
        await self.bench.show_counts()
        for name in (*FIVE, SILENT):
            page = await self.bench.service.page(ROOM, person(name))
            self.seen[name].append(looks(page))
            self.seen[name] += [
                shown(reply) for line in ("log", "status") for reply in await self.bench.say(name, line)
            ]
        self.seen["a watcher"].append(looks(await self.bench.service.page_of(live.id)))
        self.seen["a file"].append(await self.bench.service.feature(GameFiles).record(live.id) or "")
        await self.step("anna", "chart")

    async def afterwards(self) -> None:
        for line in ("board", "verify", "history", "stats", "export json", "export csv", "export markdown", *ACTIONS):
            await self.step("ben", line)


def codes_of(reply: Reply) -> list[str]:
    """The codes that the buttons of one's own notes carry."""
    return [act.opens.split()[1] for act in reply.acts if act.opens.startswith("change ")]


def shown(reply: Reply) -> str:
    """A message with everything in it."""
    return f"{replace(reply, drawing=None)!r} {drawn(reply.drawing)}"


def looks(page: Page | None) -> str:
    assert page is not None
    acts = tuple(act for act in page.reply.acts if ":=" not in act.button)  # what is theirs is nobody else's business
    plain = replace(
        page, board=None, chart=None, held=(), reply=replace(page.reply, drawing=None, sheet=None, acts=acts)
    )
    return "\n".join([repr(plain), drawn(page.board), drawn(page.chart), *map(shown, page.held)])


def drawn(drawing: Drawing | None) -> str:
    return "" if drawing is None else f"{drawing.text}\n{drawing.alt}\n{drawing.svg()}\n{drawing.svg(dark=True)}"


def everything_in(path: Path) -> dict[str, list[Any]]:
    """Everything in the database, events included."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"'))) for name in names}


@pytest.fixture
def _same_name_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each run's table and saved notes would have different ids."""
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[0])
    notes = cycle(range(len(SAVED)))
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(notes):0{2 * size}x}")


# --- the same with different writers -------------------------------------------------------------------------------


async def write_with_a_form(run: Run, writer: str) -> None:
    """Three notes at once, of which one is changed and one taken back; a form that is refused leaves nothing."""
    table = (await run.bench.live()).id
    form = Filled(table, "note", FORM)
    await run.step(writer, form, secret=True)
    await run.look()
    one, other, _ = run.codes[-3:]
    await run.step(writer, replace(form, fields={"1": "x" * 240, "3": "more cake"}), secret=True)
    assert run.own.pop().startswith("That’s 240 characters")
    await run.step(writer, Filled(table, f"change {one}", {"text": "deploy on Tuesdays"}), secret=True)
    await run.step(writer, Pressed(f"{table}:1:=withdraw {other}"), secret=True)
    await run.look()


async def to_the_end(run: Run) -> None:
    """From when everybody has written."""
    for name in (*FIVE, *LATE):
        await run.step(name, "done")
    await run.look()
    await run.sure("anna", "next")
    await run.look()
    await run.sure("anna", "hide 1 tone")
    await run.look()
    await run.step("anna", "group 3 with 2")
    await run.sure("anna", "next")
    await run.step("cleo", "vote 2", secret=True)
    await run.sure("anna", "next")
    await run.look()
    await run.sure("anna", "next")
    await run.step("ben", "action dora mend the build by Friday")
    await run.sure("anna", "next")
    for name in (*FIVE, *LATE):
        await run.step(name, "say 4", secret=True)
    await run.look()
    await run.sure("anna", "next")
    await run.afterwards()
    assert (await run.bench.standing()).table.phase == "over"


async def with_writers(folder: Path, writers: Sequence[str]) -> tuple[Run, dict[str, Any]]:
    """Play it, with each note written by the person at the same position."""
    file = folder / f"{'-'.join(writers)}.db"
    store = await open_store(f"sqlite:///{file}")
    run = Run(Bench(store))
    for writer, text in zip(writers, SAVED, strict=False):
        await run.step(writer, f"retro note {text}", secret=True)
    assert all(told.startswith("Saved without a name") for told in run.own)
    run.own.clear()
    saved = everything_in(file)["saved_notes"]
    assert len(saved) == len(SAVED)
    await run.step("anna", "new retro")
    for name in (*FIVE[1:], SILENT):
        await run.step(name, "join")
    await run.step("anna", "start")
    for name in (*FIVE, SILENT):
        await run.step(name, f"say {name}")
    await run.sure("anna", "next")
    live = await run.bench.live()
    run.bench.service.follow(live.id, lambda: run.seen["a page is woken"].append(str(run.bench.clock.now())))
    for writer, (column, text) in zip(writers, NOTES, strict=False):
        await run.step(writer, f"note {column} {text}", secret=True)
        await run.look()
    await write_with_a_form(run, writers[2])
    for name in LATE:
        await run.opens(name, "note")
    late = LATE if writers[0] == "anna" else LATE[::-1]
    await run.step(late[0], Filled(live.id, "note", {"2": "we heard of it late"}), secret=True)
    await run.step(writers[0], f"change {run.codes[0]} ask after two hours", secret=True)
    await run.step(writers[1], f"withdraw {run.codes[1]}", secret=True)
    await run.look()
    await run.step(writers[0], f"card {CARD}", secret=True)
    backup = everything_in(file)
    await to_the_end(run)
    rows = await run.bench.events()
    hidden = [row.seat for row in rows if row.kind in natures(RETRO).hidden]
    assert set(hidden) == {None}
    await run.bench.service.close()
    await store.close()  # what a room has seen may be stored a moment later
    stored = {**everything_in(file), "saved before": saved, "a backup before notes were shown": backup}
    assert stored["saved_notes"] == []
    return run, stored


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
        assert other.own == first.own
        assert other.codes == first.codes
        for part, rows in beside.items():
            assert other_beside[part] == rows, part
    assert logs[1:] == logs[:1] * 2
    assert not any(text in logs[0] for text in (*(text for _, text in NOTES), "deploy on", "somebody reviews", "cake"))
    assert all(told.startswith("Your note is in, without a name.") for told in first.own[: len(NOTES[:5])])


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
    await run.sure("anna", "next")
    for column, text in NOTES:
        await run.step("dora", f"note {column} {text}", secret=True)
    await run.sure("anna", "next")
    await run.sure("anna", "next")
    for name, topic in dots.items():
        await run.step(name, f"vote {topic}", secret=True)
    await run.look()
    await run.step("cleo", "status")
    await run.sure("anna", "next")
    await run.sure("anna", "next phase")
    await run.sure("anna", "next")
    for name, figure in figures.items():
        await run.step(name, f"say {figure}", secret=True)
    await run.look()
    await run.sure("anna", "next")
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
        await done(bench, "anna", "next")
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
    await done(bench, "anna", "next")
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
    await done(bench, "anna", "next")
    before = (await bench.kinds()).count("note_written")
    assert before
    (told,) = await bench.say("anna", "note start ask for help")
    assert told.story == "Your note is in, without a name."
    assert told.sheet is not None
    assert len(told.sheet.things) == 1


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
    assert spelled(told) == str(personal.STILL_COVERED)
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
    await done(bench, "anna", "next")
    assert {(note["text"], note["column"]) for note in await bench.payloads("note_written")} == {("", None)}
    assert {note["text"] for note in (await bench.payloads("notes_shown"))[0]["notes"]} == {text for _, text in NOTES}
    await done(bench, "anna", "next")
    await everyone(bench, FIVE, "vote 1")
    assert {dot["topic"] for dot in await bench.payloads("dot_put")} == {1}
    await done(bench, "anna", "next")
    assert {dot["topic"] for dot in await bench.payloads("dot_put")} == {None}
    shown = await bench.service.page(ROOM, None)
    again = await bench.another_process().service.page(ROOM, None)
    assert looks(shown) == looks(again)  # the board needs nothing of what is gone
    await done(bench, "anna", "next")
    await done(bench, "anna", "action ben mend it")
    await done(bench, "anna", "next")
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
    await bench.show_counts()
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
