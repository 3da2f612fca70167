"""A public beacon: one more piece of luck, that not even the last one to join could know."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from adapters.outside import HttpBeacon, check
from bot.features.fairness.export import export
from bot.features.fairness.verify import Verdict, verify
from bot.kernel.store import Store
from bot.settings import Settings
from tests.bot.harness import Bench
from tests.peers.beacon import BeaconPeer


@pytest.fixture
async def beacon() -> AsyncIterator[BeaconPeer]:
    async with BeaconPeer().running() as peer:
        yield peer


@pytest.fixture
async def bench(beacon: BeaconPeer, sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store, seed=None, beacon=HttpBeacon(beacon.url))
    yield bench
    await bench.service.close()


async def proof_of(bench: Bench) -> Verdict:
    live = await bench.live()
    return verify(export(live.id, live.seed, live.standing, await bench.events()))


async def test_the_round_is_luck_and_is_named(bench: Bench, beacon: BeaconPeer) -> None:
    """It is the last piece of luck, and `verify` names its round, during the game and after it."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "start")
    [running] = await bench.say("ben", "verify")
    assert "Round 5928395 of the public beacon counts too." in running.text
    assert (await bench.standing()).table.luck[-1] == beacon.latest
    await bench.step()
    await bench.say("anna", "end sure")
    verdict = await proof_of(bench)
    assert (verdict.wrong, verdict.luck, verdict.beacon) == (None, 2, beacon.latest)
    [proof] = await bench.say("ben", "verify")
    assert "from round 5928395 of the public beacon" in proof.text


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (500, None),
        (200, ""),
        (200, "{}"),
        (200, '{"round":7,"randomness":"short"}'),
        (200, '{"round":0,"randomness":"' + "a" * 64 + '"}'),
    ],
)
async def test_without_an_answer_the_game_starts_and_says_so(
    bench: Bench, beacon: BeaconPeer, status: int, answer: str | None
) -> None:
    """Nobody waits for the beacon, and nobody can pretend later that it was asked."""
    beacon.status, beacon.answer = status, answer
    await bench.begin()
    assert (await bench.payloads("table.game_started"))[0]["beacon"] == "unreachable"
    await bench.say("anna", "end sure")
    verdict = await proof_of(bench)
    assert (verdict.wrong, verdict.luck) == (None, 3)
    assert "The beacon didn’t answer at the start." in verdict.sentences


async def test_games_without_luck_do_not_ask(bench: Bench, beacon: BeaconPeer) -> None:
    """Nor does a game that has started already."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    await bench.say("anna", "end sure")
    assert beacon.asked == 0
    await bench.begin()
    await bench.say("anna", "start")
    assert beacon.asked == 1


async def test_nobody_listens() -> None:
    """A beacon that is down, and one that never answers, count as no answer."""
    writers: list[asyncio.StreamWriter] = []
    silent = await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0)
    url = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}/"
    assert await HttpBeacon(url, seconds=0.05)() is None
    silent.close()
    for writer in writers:
        writer.close()
        await writer.wait_closed()
    assert await HttpBeacon(url)() is None


async def test_doctor_asks_the_beacon(beacon: BeaconPeer) -> None:
    """So that a wrong address is found before a game."""
    settings = Settings(beacon_url=beacon.url)
    assert [finding.ok for finding in await check(settings)] == [True]
    beacon.status = 404
    assert [finding.advice for finding in await check(settings)] == ["Check BEACON_URL."]
