"""Run `scrum-table load` against the program itself, and a very short soak test."""

import asyncio
import json
import random
from pathlib import Path

import aiohttp
import pytest

from bot.cli.app import main
from bot.cli.parser import MAX_TABLES
from bot.cli.simulated.load import Figures, drive_workshop, is_loopback
from tests.adapters.console.harness import COMMAND, environment
from tests.soak import LIMITS, LOG, Sample, instance, sample, soak


async def test_load(tmp_path: Path) -> None:
    """The command plays on a running instance and prints requests, no errors, ordered times, bytes."""
    async with instance(tmp_path) as address:
        words = ("load", "--tables", "2", "--seconds", "4", "--seed", "1", "--json", "--address", f"{address}/")
        command = await asyncio.create_subprocess_exec(
            *(COMMAND, *words), env=environment(tmp_path), cwd=tmp_path, stdout=asyncio.subprocess.PIPE
        )
        said, _ = await command.communicate()
    found = json.loads(said)
    assert (command.returncode, found["errors"]) == (0, {})
    assert found["tables"] >= 2
    assert found["requests"] > 0
    assert 0 < found["p50_ms"] <= found["p95_ms"] <= found["p99_ms"] <= found["max_ms"]
    assert 0 < found["sent_bytes"] < found["received_bytes"]


async def test_load_of_a_workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets a seat at once, teams play, and the desk shows what they do, later than they do it."""
    monkeypatch.setattr("bot.cli.simulated.load.HUMAN", 0.1)
    monkeypatch.setattr("bot.cli.simulated.load.WELCOME", 0.1)
    async with instance(tmp_path) as address:
        figures = await drive_workshop(address, 2, 1, random.Random(1))
    found = figures.as_json(1)
    assert (found["tables"], found["errors"]) == (2, {})
    assert found["requests"] >= found["desk_updates"] > 0
    assert 0 < found["desk_p50_ms"] <= found["desk_p99_ms"]


async def test_a_very_short_soak(tmp_path: Path) -> None:
    """After the players have left: as many file handles as before, no errors, no names in the log."""
    # forecasts start processes when the first day ends, and those stay
    async with instance(tmp_path, FORECASTS="no") as address, aiohttp.ClientSession() as session:
        await soak(address, tables=1, seconds=2, every=1)  # opens everything that stays open
        before = await sample(session, address, 0)
        figures, samples = await soak(address, tables=3, seconds=3, every=0.5)
        assert max(each.handles for each in samples) > before.handles  # while they play
        while (await sample(session, address, 0)).handles > before.handles:  # closing takes a moment
            pass
    assert not figures.errors
    assert figures.requests > 0
    logged = await asyncio.to_thread((tmp_path / LOG).read_text, "utf-8")
    assert "listening on" in logged
    assert "Player" not in logged  # the name of every simulated player


def steadily(memory_a_second: float = 0, handles_a_second: float = 0) -> list[Sample]:
    """Samples of an hour, with noise, and caches that fill up at first."""
    return [
        Sample(at, 9e7 + min(at, 300) * 1e5 + at % 7 * 1e6 + at * memory_a_second, 30 + at % 5 + at * handles_a_second)
        for at in map(float, range(0, 3600, 12))
    ]


@pytest.mark.parametrize(
    ("samples", "fine"),
    [
        (steadily(), [True, True]),
        (steadily(memory_a_second=1000), [True, True]),
        (steadily(memory_a_second=20_000), [False, True]),
        (steadily(handles_a_second=0.01), [True, False]),
    ],
    ids=["flat", "nearly-flat", "memory-leaks", "handles-leak"],
)
def test_a_soak_fails_for_leaks_only(samples: list[Sample], fine: list[bool]) -> None:
    """A leak of 20 kB or a hundredth of a handle per second is found; noise and warm-up aren't mistaken for one."""
    assert [grown <= allowed for grown, allowed in (limit.grown(samples) for limit in LIMITS)] == fine


# --- bounds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80", "http://127.9.9.9/x"]
)
def test_loopback_addresses(address: str) -> None:
    """Every way to name this machine."""
    assert is_loopback(address)


@pytest.mark.parametrize(
    "address",
    ["https://table.example.org", "http://10.0.0.1", "http://localhost.example.org", "http://127.0.0.1@x.org", ""],
)
def test_load_refuses_other_machines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    """Unless --yes-really is given."""
    monkeypatch.chdir(tmp_path)
    assert not is_loopback(address)
    assert main(["load", "--seconds", "1", "--address", address]) == 2
    assert "--yes-really" in capsys.readouterr().err


def test_load_without_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so in a sentence."""
    monkeypatch.chdir(tmp_path)
    assert main(["load", "--seconds", "1", "--address", "http://127.0.0.1:1"]) == 2
    assert "Can't reach a web table at http://127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--tables", "0"), ("--tables", str(MAX_TABLES + 1)), ("--seconds", "1e9")])
def test_load_has_limits(words: tuple[str, str]) -> None:
    """On the number of tables and on the time."""
    with pytest.raises(SystemExit):
        main(["load", *words])


def test_percentiles() -> None:
    """Of no, one and many values."""
    figures = Figures()
    assert figures.percentile(99) == 0
    figures.seconds.append(0.5)
    assert [figures.percentile(percent) for percent in (50, 99)] == [0.5, 0.5]
    figures.seconds.extend(number / 100 for number in range(100))
    assert figures.percentile(95) == 0.94
