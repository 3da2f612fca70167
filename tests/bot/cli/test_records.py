"""`scrum-table tables`, `remove` and `forget`, on both databases, also while a service uses them."""

import asyncio
import io
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.cli.app import main
from bot.kernel.messages import Person, Request, Typed
from bot.kernel.store import Store
from tests.bot.harness import Bench, new_id
from tests.needs import OF_WINDOWS
from tests.storage.raw import everything

ROOT = Path(__file__).parents[3]


# --- tables ----------------------------------------------------------------------------------------------------------


def test_tables_are_listed_oldest_first(filled: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A line each: its id, game, when it was used, people and rooms; and how many there are."""
    assert main(["tables"]) == 0
    *lines, count = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} == set(filled.values())
    assert all("  sprint  opened 2023-11-14, last used 2023-11-14  " in line for line in lines)
    assert count == "3 tables."
    assert any(line.endswith("  1 person  test:hall") for line in lines)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["--room", "test:hall"], {"waiting"}),
        (["--room", "test:lounge"], {"over", "running"}),
        (["--older", "30"], {"over", "running", "waiting"}),
        (["--older", "36500"], set()),
        (["--game", "rugby"], set()),
        (["--game", "sprint", "--room", "test:"], {"over", "running", "waiting"}),
    ],
)
def test_tables_by_age_room_and_game(
    filled: dict[str, str], capsys: pytest.CaptureFixture[str], asked: list[str], found: set[str]
) -> None:
    assert main(["tables", "--json", *asked]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line]
    assert {line["id"] for line in lines} == {filled[name] for name in found}


# --- remove and forget -----------------------------------------------------------------------------------------------


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.parametrize("said", ["", "n\n", "what?\n"])
@pytest.mark.parametrize("command", [["remove", "over"], ["forget", "test:anna"]], ids=["remove", "forget"])
def test_nothing_happens_without_a_yes(
    filled: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    said: str,
) -> None:
    """The question says what would go; anything but yes leaves the database as it is."""
    answer(monkeypatch, said)
    words = [filled.get(word, word) for word in command]
    before = asyncio.run(everything("sqlite:///tables.db"))
    assert main(words) == 1
    output = capsys.readouterr().out
    assert "It can't be undone. [y/N]" in output
    assert "Nothing has changed." in output
    assert asyncio.run(everything("sqlite:///tables.db")) == before


def test_a_table_is_removed_after_the_question(
    filled: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "yes\n")
    assert main(["remove", filled["running"][:10]]) == 0
    assert f"Removed table {filled['running']} (sprint, last used 2023-11-14, 3 people)." in capsys.readouterr().out
    assert main(["check"]) == 0
    stored = asyncio.run(everything("sqlite:///tables.db"))
    assert not any(filled["running"] in text for text in stored.values())
    assert any(filled["over"] in text for text in stored.values())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["remove", "nothing"], "No table matches “nothing”."),
        (["remove", ""], "Several tables match: "),
        (["forget", "nobody"], "Nobody has the id or the name “nobody”."),
    ],
)
def test_what_cannot_be_found(
    filled: dict[str, str], capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main([*words, "--yes"]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("wanted", ["test:anna", "anna"])
def test_somebody_who_has_left_is_forgotten(
    filled: dict[str, str], capsys: pytest.CaptureFixture[str], wanted: str
) -> None:
    """By id or by name; the answer says where they were."""
    assert main(["forget", wanted, "--yes"]) == 0
    assert "Forgot test:anna: removed from 2 tables." in capsys.readouterr().out
    assert not any("anna" in text for text in asyncio.run(everything("sqlite:///tables.db")).values())
    assert main(["check"]) == 0


async def test_two_people_with_one_name(
    sqlite_store: Store, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody is forgotten by mistake: the ids are listed."""
    bench = Bench(sqlite_store)
    for number in (1, 2):
        said = Typed("new sprint")
        await bench.service.handle(Request(new_id(), f"test:{number}", Person(f"test:{number}", "Kim"), said))
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    assert await asyncio.to_thread(main, ["forget", "Kim", "--yes"]) == 2
    assert "Several people are called “Kim”: test:1, test:2." in capsys.readouterr().err


# --- beside a running service ----------------------------------------------------------------------------------------


async def run_beside(bench: Bench, url: str, *words: str) -> tuple[int | None, str]:
    """Run a command in another process; the schedule is woken because nobody wants to wait for half a minute."""
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *words,
        env={"PYTHONPATH": str(ROOT), "DATABASE_URL": url, "PATH": "", "HOME": "/nonexistent", **OF_WINDOWS},
        cwd=ROOT / "docs",  # without anybody's settings
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    reading = asyncio.create_task(program.communicate())
    while not reading.done():
        bench.service.schedule.wake()
        await asyncio.wait({reading}, timeout=0.1)
    return program.returncode, reading.result()[0].decode()


@asynccontextmanager
async def serving(store: Store) -> AsyncIterator[Bench]:
    bench = Bench(store)
    await bench.service.start()
    await bench.begin()
    yield bench
    await bench.service.close()


async def until_gone(bench: Bench, room: str) -> None:
    while await bench.service.tables.in_room(room) is not None:  # noqa: ASYNC110  the notification has no event
        await asyncio.sleep(0.01)


async def test_a_table_is_removed_under_a_running_service(store: Store, database_url: str) -> None:
    """The service drops it from its memory: its room is free, and its page is told."""
    async with serving(store) as bench:
        table = (await bench.live()).id
        told = asyncio.Event()
        bench.service.follow(table, told.set)
        code, output = await run_beside(bench, database_url, "remove", table, "--yes")
        assert code == 0, output
        assert f"Removed table {table}" in output
        await told.wait()
        await until_gone(bench, "test:lounge")
        assert not any(table in text for text in (await everything(database_url)).values())
        await bench.seat("ben")
        assert (await bench.live()).id != table


async def test_somebody_is_forgotten_under_a_running_service(store: Store, database_url: str) -> None:
    """Their name leaves its memory too, and the game goes on."""
    async with serving(store) as bench:
        live = await bench.live()
        told = asyncio.Event()
        bench.service.follow(live.id, told.set)
        code, output = await run_beside(bench, database_url, "forget", "cleo", "--yes")
        assert code == 0, output
        assert "Forgot test:cleo: removed from 1 table." in output
        await told.wait()
        while "cleo" in (await bench.live()).names:  # noqa: ASYNC110  the same
            await asyncio.sleep(0.01)
        assert not any("cleo" in text for text in (await everything(database_url)).values())
        await bench.step()
