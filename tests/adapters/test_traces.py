"""The whole program sends traces to a collector on loopback."""

import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp

from games.scrumkin.deck import standard
from tests.adapters.console.harness import environment
from tests.adapters.discord.test_program import environment as with_discord
from tests.adapters.discord.test_program import running
from tests.adapters.web.test_program import address_of, ended, next_of, program
from tests.peers.collector import Collector
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_user import DiscordUser

SECRET = "signs-cookies-and-links"
HEADERS = "authorization=Bearer%20hunter2-of-the-collector"


@asynccontextmanager
async def discord() -> AsyncIterator[DiscordPeer]:
    peer = DiscordPeer()
    await peer.start()
    try:
        yield peer
    finally:
        await peer.stop()


async def test_a_request_in_a_channel(tmp_path: Path) -> None:
    """Spans cover a request from the button to the picture; pending ones are sent when the program stops."""
    async with discord() as peer, Collector().running() as collector:
        anna, ben = (
            DiscordUser(peer, number, name, peer.channel(7000)) for number, name in ((101, "anna"), (102, "ben"))
        )
        env = with_discord(peer, tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=collector.url)
        async with running(env, tmp_path, peer) as written:
            await anna.command("new", game="sprint")
            await ben.press(anna.channel.last, "Join")
            count = len(anna.channel.shown)
            await ben.press_without_waiting(anna.channel.last, "Start")
            await peer.until(lambda: len(anna.channel.shown) > count)
        (opened, sat, started) = collector.named("service handle", platform="discord")
        attributes = ["store append", "chat post", "  painter picture", "store mark_shown"]
        assert [line for line in collector.tree(started) if "events" not in line] == attributes
        assert started.attributes == {
            "scrum.platform": "discord",
            "scrum.room": "discord:7000",
            "scrum.request": started.attributes["scrum.request"],
            "scrum.table": opened.attributes["scrum.table"],
            "scrum.game": "sprint",
            "scrum.outcome": "done",
        }
        assert len({opened.trace, sat.trace, started.trace}) == 3
        (picture,) = [span for span in collector.named("painter picture") if span.trace == started.trace]
        assert picture.attributes == {"scrum.outcome": "made", "scrum.table": opened.attributes["scrum.table"]} | {
            "scrum.game": "sprint"
        }
        assert collector.resource["service.name"] == "scrum-table"
        assert not [each for each in (TOKEN, "token-", "anna", "ben") if each.encode() in collector.body]
        assert "spans" not in written[0]


async def played(address: str, game: str) -> list[str]:
    """A person opens a table in a browser, plays and looks at their hand; return what must stay secret."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(address, cookie_jar=jar, headers={"Origin": address[:-1]}) as session:
        async with session.get("/"):
            pass
        async with session.post("/play", data=json.dumps({"game": game, "tab": "firsttab"})) as answer:
            table = str((await answer.json())["address"])
        async with session.ws_connect(f"{table}/socket?tab=firsttab") as socket:
            await socket.send_json({"type": "hello", "name": "Gwendolyn"})
            await next_of(socket, "page")
            for number, line in enumerate(["hand", "watch", "link", "supercalifragilistic words", "end sure"]):
                await socket.send_json({"type": "say", "id": f"12345678-{number}", "line": line})
                await next_of(socket, "answer")
        cookies = [cookie.value for cookie in jar]
    token = table.removeprefix("/t/")
    return ["Gwendolyn", "supercalifragilistic", token, token[:6], *cookies]


def seeds(folder: Path) -> list[bytes]:
    with closing(sqlite3.connect(folder / "data" / "scrum-table" / "scrum-table.sqlite3")) as database:
        return [row[0] for row in database.execute("SELECT seed FROM tables")]


async def test_no_secret_leaves_the_house(tmp_path: Path) -> None:
    """No name, typed text, card, seed, key, cookie or table address is in any sent byte."""
    async with Collector().running() as collector:
        env = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"{collector.url}/", "OTEL_EXPORTER_OTLP_HEADERS": HEADERS}
        async with program(tmp_path, "play", "--no-browser", HTTP_PORT="0", WEB_SECRET=SECRET, **env) as process:
            known = await played(await address_of(process), "scrumkin")
            assert await ended(process) == (0, "")
        assert collector.headers["authorization"] == "Bearer hunter2-of-the-collector"
        asked = collector.named("service handle", platform="web", game="scrumkin")
        assert {str(span.attributes["scrum.room"]) for span in asked} == {f"web:{known[2][:4]}…"}
        cards = [*(card.title for card in standard().sprint), *(card.title for card in standard().action)]
        (seed,) = seeds(tmp_path)
        secrets = [*known, *cards, SECRET, "hunter2", str(tmp_path)]
        assert len(cards) > 20
        assert not [text for text in secrets if text.encode() in collector.body]
        assert seed not in collector.body
        assert seed.hex().encode() not in collector.body


async def test_a_collector_that_is_away(tmp_path: Path) -> None:
    """Everything works without a collector; one log line says so, and stopping doesn't wait for it."""
    taken = Collector()
    async with taken.running():
        pass  # nothing listens on its port any more
    async with program(
        tmp_path, "play", "--no-browser", HTTP_PORT="0", OTEL_EXPORTER_OTLP_ENDPOINT=taken.url
    ) as process:
        await played(await address_of(process), "sprint")
        code, said = await ended(process)
    assert code == 0
    (line,) = [json.loads(each) for each in said.splitlines()]
    assert (line["level"], line["logger"]) == ("warning", "bot.operations.tracing")
    assert line["event"].startswith("Dropping spans until the collector is reachable: ")


async def test_the_doctor(tmp_path: Path) -> None:
    """The doctor says whether the collector accepts traces, without showing secrets."""

    async def said(url: str) -> tuple[int | None, str]:
        env = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "OTEL_EXPORTER_OTLP_HEADERS": HEADERS}
        async with program(tmp_path, "doctor", **env) as process:
            output, complaints = await process.communicate()
        return process.returncode, (output + complaints).decode()

    async with Collector().running() as collector:
        code, output = await said(collector.url)
        assert code == 0
        assert "ok  The collector accepts traces.\n" in output
        assert collector.spans == []
        collector.refuses = True
        code, output = await said(collector.url.replace("//", "//anna:hunter2@"))
    assert code == 1
    assert "NO  The collector doesn't accept traces: " in output
    assert "400" in output
    assert "hunter2" not in output


def test_without_the_library(tmp_path: Path) -> None:
    """The program stops and says what to install; without a collector's address it isn't needed."""
    hidden = "import sys; sys.modules['opentelemetry'] = None; from bot.cli.app import main; sys.exit(main())"

    def start(**env: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", hidden, "play", "--no-browser"],
            cwd=tmp_path,
            env=environment(tmp_path, HTTP_PORT="0", **env),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    with start(OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1") as stopped:
        _, said = stopped.communicate()
    assert stopped.returncode == 2
    assert said == (
        "scrum-table: OTEL_EXPORTER_OTLP_ENDPOINT is set, but opentelemetry-sdk isn't installed: "
        "install Scrum Table with the extra `tracing` (docs/deployment.md).\n"
    )
    with start() as open_:
        assert open_.stdout is not None
        assert "The table is open" in open_.stdout.readline()
        open_.send_signal(signal.SIGTERM)
        open_.communicate()
    assert open_.returncode == 0
