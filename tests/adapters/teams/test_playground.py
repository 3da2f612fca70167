"""A smoke test in Microsoft's own playground for bots in Teams: a whole sprint, and a retrospective to its summary.

The playground signs nothing: a proxy in between signs what it delivers. It has no dialogs either, so forms are asked
for, and sent, as cards in the answer to a press. Its licence doesn't allow us to keep it: it is downloaded when needed.
"""

import asyncio
import json
import os
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import Payload
from bot.kernel.store import Store
from tests.adapters.teams.harness import TeamsHarness, free_port, teams_harness
from tests.adapters.teams.test_messages import some_picture
from tests.javascript.tools import HERE, IN_CI, Unavailable, command
from tests.peers.teams import TeamsPeer
from tests.peers.teams_user import actions, choice, fields, found, labels, texts

VERSION = "0.2.28"
PACKAGE = "@microsoft/m365agentsplayground"
_STARTS = 40.0  # seconds


def installed() -> Path:
    """The folder of the playground, downloaded if it isn't there."""
    folder = Path(tempfile.gettempdir()) / f"scrum-table-playground-{VERSION}"
    program = folder / "node_modules" / PACKAGE / "cli.js"
    if not program.exists():
        options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        done = subprocess.run(
            [*command("npm"), "install", "--prefix", folder, *options, f"{PACKAGE}@{VERSION}"],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode or not program.exists():
            raise Unavailable(f"npm could not install the playground: {done.stderr.partition(chr(10))[0]}")
    return program


@dataclass
class Playground:
    url: str
    config: Payload
    session: aiohttp.ClientSession
    messages: dict[str, list[tuple[str, Payload]]]  # by conversation: what the bot sent, with its id

    @property
    def group(self) -> str:
        return str(self.config["groupChats"][0]["id"])

    def last(self, conversation: str) -> tuple[str, Payload]:
        return self.messages[conversation][-1]

    async def says(self, conversation: str, text: str) -> None:
        bot = self.config["bot"]
        body = {
            "from": {"id": self.config["currentUser"]["id"]},
            "text": f"<at>{bot['name']}</at> {text}",
            "textFormat": "plain",
            "mentions": [{"mentioned": bot, "text": f"<at>{bot['name']}</at>"}],
        }
        url = f"{self.url}/_conversation/v1/conversations/{conversation}/messages"
        async with self.session.post(url, json=body) as answer:
            assert answer.status < 300, await answer.text()

    async def invoke(self, conversation: str, user: str, name: str, value: Payload) -> Payload:
        body = {
            "name": name,
            "conversation": {"id": conversation},
            "from": {"id": user},
            "replyToId": self.last(conversation)[0],
            "value": value,
        }
        async with self.session.post(f"{self.url}/_conversation/v1/invoke", json=body) as answer:
            text = await answer.text()
            assert answer.status < 300, text
            return dict(json.loads(text)) if text.startswith("{") else {}

    async def presses(self, conversation: str, user: str, label: str, card: Payload | None = None) -> Payload:
        """Press a button as this person; returns what they see."""
        action = found(card or self.last(conversation)[1], label)
        inputs: Payload = {}
        if action is None:
            field, value, action = choice(card or self.last(conversation)[1], label)
            inputs = {field: value}
        data = {name: each for name, each in {**action["data"], **inputs}.items() if name != "msteams"}
        return await self.executes(conversation, user, data)

    async def executes(self, conversation: str, user: str, data: Payload) -> Payload:
        pressed = {"type": "Action.Execute", "verb": data["do"], "data": data}
        return await self.invoke(conversation, user, "adaptiveCard/action", {"action": pressed})

    async def fills_in(self, conversation: str, user: str, label: str, typed: str) -> Payload:
        """Open a form, and send it with this in its first field, and the first of every choice."""
        form = (await self.presses(conversation, user, label))["value"]
        first = next(iter(fields(form).values()))
        inputs = {
            each["id"]: each["choices"][-1]["value"] if "choices" in each else "" for each in fields(form).values()
        }
        inputs |= {first["id"]: first["choices"][1]["value"] if "choices" in first else typed}
        data = next(actions(form))["data"]
        return await self.executes(conversation, user, {**data, **inputs})

    async def moves_on(self, conversation: str, user: str, label: str) -> None:
        """The facilitator presses it behind More…, and once more if people aren't done."""
        panel = (await self.presses(conversation, user, "More…"))["value"]
        answer = await self.presses(conversation, user, label, panel)
        asked = answer.get("value")
        if isinstance(asked, dict) and str(ui_texts.BACK) in labels(asked) and "own" in str(asked):
            await self.presses(conversation, user, labels(asked)[0], asked)


@asynccontextmanager
async def _folder() -> AsyncIterator[str]:
    with TemporaryDirectory() as folder:
        yield folder


@asynccontextmanager
async def playground(teams: TeamsPeer) -> AsyncIterator[Playground]:
    """The playground, with a proxy to the bot that signs, and one from the bot that notes what it sends."""
    program, port = installed(), free_port()
    sent: dict[str, list[tuple[str, Payload]]] = {}
    async with (
        aiohttp.ClientSession() as session,
        _proxies(teams, session, sent, port) as endpoint,
        _folder() as folder,
    ):
        environment = {
            **os.environ,
            "TEAMSAPPTESTER_BROWSER": "none",
            "M365_AGENTS_PLAYGROUND_LOGFILE": f"{folder}/playground.log",  # replaced by a new file, whatever it is
            "NODE_OPTIONS": f"--require={HERE}/loopback.cjs",
        }
        arguments = ("start", "-e", endpoint, "-c", "msteams", "-p", str(port), "--disable-telemetry")
        process = await asyncio.create_subprocess_exec(
            *command("node"),
            program,
            *arguments,
            env=environment,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            config = await _started(session, f"{url}/_internal/v1/config")
            yield Playground(url, config["config"], session, sent)
        finally:
            process.kill()
            await process.wait()


async def _started(session: aiohttp.ClientSession, url: str) -> Payload:
    async with asyncio.timeout(_STARTS):
        while True:
            try:
                async with session.get(url) as answer:
                    return dict(await answer.json())
            except aiohttp.ClientError:
                await asyncio.sleep(0.1)


@asynccontextmanager
async def _proxies(
    teams: TeamsPeer, session: aiohttp.ClientSession, sent: dict[str, list[tuple[str, Payload]]], port: int
) -> AsyncIterator[str]:
    """Sign what the playground delivers; note what the bot sends."""
    own = [""]

    async def deliver(request: web.Request) -> web.Response:
        activity = await request.json()
        activity["serviceUrl"] = f"{own[0]}/back/"
        headers = {"Authorization": f"Bearer {teams.signed(serviceurl=activity['serviceUrl'])}"}
        async with session.post(teams.endpoint, json=activity, headers=headers) as answer:
            return web.Response(status=answer.status, body=await answer.read(), content_type="application/json")

    async def back(request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bearer {teams.token}"
        body = await request.json() if request.can_read_body else None
        path = request.match_info["path"]
        url = f"http://127.0.0.1:{port}/_connector/{path}"
        async with session.request(request.method, url, json=body) as answer:
            text = await answer.text()
        if body and answer.status < 300 and body.get("attachments"):
            conversation = path.split("/")[2]
            card = body["attachments"][0]["content"]
            kept = sent.setdefault(conversation, [])
            if request.method == "POST":
                kept.append((str(json.loads(text)["id"]), card))
            else:
                message = path.rsplit("/", 1)[-1]
                kept[:] = [(each, card if each == message else shown) for each, shown in kept]
        return web.Response(status=answer.status, text=text, content_type="application/json")

    application = web.Application(client_max_size=8_000_000)
    application.add_routes([web.post("/api/messages", deliver), web.route("*", "/back/{path:.*}", back)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    own[0] = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield f"{own[0]}/api/messages"
    finally:
        await runner.cleanup()


@pytest.fixture
async def playing(sqlite_store: Store) -> AsyncIterator[tuple[Playground, TeamsHarness]]:
    async with TeamsPeer(strict=False).running() as teams:
        try:
            async with playground(teams) as field:
                tenants = frozenset({str(field.config["tenantId"])})
                options: dict[str, Any] = {"tenants": tenants, "paint": some_picture}
                async with teams_harness(teams, sqlite_store, **options) as harness:
                    yield field, harness
        except Unavailable as why:
            if IN_CI:
                raise
            pytest.skip(str(why))


async def test_a_sprint(playing: tuple[Playground, TeamsHarness]) -> None:
    """Two people open, join, start and roll; a refusal is a line; the next card replaces the one before."""
    field, harness = playing
    alex, megan = field.config["currentUser"]["id"], "user-id-1"
    await field.says(field.group, "new sprint")
    await _until(lambda: field.group in field.messages)
    await harness.settle()
    assert "The Scrum Game" in texts(field.last(field.group)[1])
    await field.presses(field.group, megan, "Join")
    assert "Megan Bowen" in texts(field.last(field.group)[1])
    await field.presses(field.group, megan, "Start")
    await harness.settle()
    before = len(field.messages[field.group])
    refused = await field.presses(field.group, megan, "Roll the dice")
    assert "Alex Wilber" in str(refused)
    for _ in range(400):
        standing = await harness.standing(f"teams:{field.group}")
        if not standing.playing:
            break
        user = (alex, megan)[standing.game.awaits(standing.state)[0]]
        await field.presses(field.group, user, next(iter(labels(field.last(field.group)[1]))))
        await harness.settle()
    assert not (await harness.standing(f"teams:{field.group}")).playing
    assert len(field.messages[field.group]) > before + 20
    assert [labels(card) for _, card in field.messages[field.group][:-1] if labels(card)] == []


async def test_a_retrospective(playing: tuple[Playground, TeamsHarness]) -> None:
    """Notes are written in a dialog, and are on the next phase's card."""
    field, harness = playing
    alex, group = field.config["currentUser"]["id"], field.group
    await field.says(group, "new retro")
    await _until(lambda: group in field.messages)
    await harness.settle()
    await field.presses(group, "user-id-1", "I’m here")
    for label in ("Start the retrospective", "Next: Write"):
        await field.moves_on(group, alex, label)
        await harness.settle()
    await field.fills_in(group, "user-id-1", "Write notes", "pairing\nlunch")
    for label in ("Next: Group", "Next: Vote"):
        await field.moves_on(group, alex, label)
        await harness.settle()
    for user in (alex, "user-id-1"):
        await field.fills_in(group, user, "Place my dots", "")
    await field.moves_on(group, alex, "Next: Discuss")
    await harness.settle()
    assert "Topic 1 of" in texts(field.last(group)[1])
    await field.fills_in(group, alex, "Agree on an action", "Fix the build")
    await field.moves_on(group, alex, "To the actions")
    await harness.settle()
    for label in ("Next: Close", "Finish"):
        await field.moves_on(group, alex, label)
        await harness.settle()
    assert not (await harness.standing(f"teams:{group}")).playing
    assert "Fix the build" in texts(field.last(group)[1])


async def _until(seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not seen():  # noqa: ASYNC110  another program does it
            await asyncio.sleep(0.02)
