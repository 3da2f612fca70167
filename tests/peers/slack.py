"""A Slack peer on loopback: Web API, Socket Mode and uploads, for the real slack-bolt.

It stores what Slack would store (messages, ephemeral messages, forms, App Homes, files), rejects what Slack would
reject, and can be made to fail.
"""

import asyncio
import hashlib
import json
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.peers.slack_checks import TRUE, message_violations, violations_of
from tests.peers.slack_workspace import WorkspaceFeatures

WAIT_TIMEOUT = 60.0  # seconds after which a waiting test fails and says what it waited for
BOT_TOKEN, APP_TOKEN = "xoxb-{team}-secret", "xapp-1-A1-secret"
RESPONSES = 5  # messages that a response_url takes
Payload = dict[str, Any]


@dataclass
class Posted:
    """A message in a channel."""

    channel: str
    ts: str
    text: str
    blocks: list[Payload]
    thread: str = ""
    team: str = ""
    edits: int = 0
    broadcast: bool = False  # a reply that the channel shows too
    metadata: Payload = field(default_factory=dict)  # kept with it, and shown to nobody


@dataclass
class SharedFile:
    """A file in a channel."""

    channel: str
    thread: str
    name: str
    content: bytes


@dataclass
class EphemeralMessage:
    """An ephemeral message."""

    user: str  # empty if sent through a response_url
    body: Payload


@dataclass
class SlackPeer(WorkspaceFeatures):
    """One peer for all workspaces, like Slack."""

    url: str = ""
    strict: bool = True  # validate requests; off in benchmarks
    calls: list[tuple[str, Payload]] = field(default_factory=list)
    called_at: list[float] = field(default_factory=list)  # when each call took effect
    messages: list[Posted] = field(default_factory=list)
    ephemeral: list[EphemeralMessage] = field(default_factory=list)
    homes: dict[tuple[str, str], Payload] = field(default_factory=dict)
    forms: list[Payload] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)  # indexes of forms that users closed
    files: dict[str, Payload] = field(default_factory=dict)
    shared: list[SharedFile] = field(default_factory=list)
    failures: dict[str, deque[web.Response | None]] = field(default_factory=lambda: defaultdict(deque))
    not_a_member: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)  # private conversations without the bot, and deleted channels
    archived: set[str] = field(default_factory=set)
    revoked: set[str] = field(default_factory=set)  # workspaces whose token no longer works
    profiles: dict[str, Payload] = field(default_factory=dict)  # by user
    app: str = "A1"  # the app that the bot's token belongs to
    responses: dict[str, int] = field(default_factory=lambda: defaultdict(int))  # uses of each response_url
    file_rejections: int = 0  # how often a newly uploaded file is rejected at first
    file_delay: float = 0.0  # seconds until a newly uploaded file can be shown
    delay: float = 0.0  # seconds that every call takes
    connections: int = 0
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _sockets: list[web.WebSocketResponse] = field(default_factory=list)
    _acks: dict[str, asyncio.Future[Payload]] = field(default_factory=dict)

    # --- inspection ------------------------------------------------------------------------------------------------

    async def until(self, seen: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds."""
        try:
            async with asyncio.timeout(WAIT_TIMEOUT), self.changed:
                await self.changed.wait_for(seen)
        except TimeoutError:
            raise AssertionError(f"timed out waiting for {what or seen}; {self.violations}") from None

    def calls_to(self, method: str) -> list[Payload]:
        return [arguments for called, arguments in self.calls if called == method]

    def hash_of(self, form: int) -> str:
        """The hash of a form, which changes with the form."""
        return hashlib.sha256(json.dumps(self.forms[form], sort_keys=True).encode()).hexdigest()

    def in_channel(self, channel: str, team: str = "T1") -> list[Posted]:
        return [one for one in self.messages if (one.channel, one.team) == (channel, team)]

    def in_sight(self, channel: str, team: str = "T1") -> list[Posted]:
        """What the channel itself shows, without its threads."""
        return [one for one in self.in_channel(channel, team) if not one.thread or one.broadcast]

    # --- failures --------------------------------------------------------------------------------------------------

    def limit(self, method: str, seconds: int = 0) -> None:
        body = {"ok": False, "error": "ratelimited"}
        self.failures[method].append(web.json_response(body, status=429, headers={"Retry-After": str(seconds)}))

    def refuse(self, method: str, error: str, times: int = 1) -> None:
        for _ in range(times):
            self.failures[method].append(web.json_response({"ok": False, "error": error}))

    def fail(self, method: str, times: int = 1) -> None:
        for _ in range(times):
            self.failures[method].append(web.Response(status=503, text="<html>down</html>", content_type="text/html"))

    async def drop_sockets(self) -> None:
        """Abort the sockets, as if the network failed."""
        for socket in self._sockets:
            transport = socket._req.transport if socket._req else None
            if transport is not None:
                transport.abort()
        self._sockets.clear()

    # --- Socket Mode -----------------------------------------------------------------------------------------------

    async def deliver(self, kind: str, payload: Payload, *, attempt: int = 0) -> Payload:
        """Deliver `slash_commands`, `interactive` or `events_api`; return the acknowledgement's payload."""
        await self.until(lambda: self._sockets, "a socket")
        envelope = f"envelope-{next(self._numbers)}"
        body = {"type": kind, "envelope_id": envelope, "payload": payload, "accepts_response_payload": True}
        if attempt:
            body |= {"retry_attempt": attempt, "retry_reason": "timeout"}
        acknowledged: asyncio.Future[Payload] = asyncio.get_running_loop().create_future()
        self._acks[envelope] = acknowledged
        await self._sockets[-1].send_json(body)
        async with asyncio.timeout(WAIT_TIMEOUT):
            return await acknowledged

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": 1})
        await self._change(lambda: self._sockets.append(socket))
        self.connections += 1
        async for frame in socket:
            if frame.type == WSMsgType.TEXT:
                body = json.loads(frame.data)
                waiting = self._acks.get(body["envelope_id"])
                answer = body.get("payload") or {}
                if "view" in answer:
                    self.violations += violations_of("views.open", {"trigger_id": "1", "view": answer["view"]})
                if waiting and not waiting.done():
                    waiting.set_result(answer)
        if socket in self._sockets:
            self._sockets.remove(socket)
        return socket

    # --- Web API ---------------------------------------------------------------------------------------------------

    async def _api(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        await asyncio.sleep(self.delay)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        arguments = await _arguments(request)
        if self.failures[method]:
            trouble = self.failures[method].popleft()
            if trouble is not None:
                await self._change(lambda: None)
                return trouble
        if method == "apps.connections.open":
            if token != APP_TOKEN:
                return _refusal("invalid_auth")
            return web.json_response({"ok": True, "url": self.url.replace("http", "ws") + "socket"})
        if method == "oauth.v2.access":
            return web.json_response(_installed(arguments["code"]))
        if not token.startswith("xoxb-") or not token.endswith("-secret"):
            return _refusal("invalid_auth")
        team = token.split("-")[1]
        if team in self.revoked:
            return _refusal("token_revoked")
        checked = {name: value for name, value in arguments.items() if name not in {"token", "team_id"}}
        violations = violations_of(method, checked) if self.strict else []
        self.violations += violations
        answer = getattr(self, f"_{method.replace('.', '_').lower()}", None)
        if answer is None or violations:
            self.violations += [] if answer else [f"unknown method {method}"]
            return _refusal("invalid_arguments")
        async with self.changed:
            self.calls.append((method, arguments))
            self.called_at.append(time.monotonic())
            found: Payload | str = answer(team, arguments)
            self.changed.notify_all()
        if isinstance(found, str):
            return _refusal(found)
        return web.json_response({"ok": True, **found}, headers={"x-oauth-scopes": self.scopes})

    def _auth_test(self, team: str, _: Payload) -> Payload:
        about = {"user_id": "UBOT", "bot_id": "BBOT", "team": f"The team {team}", "url": self.url}
        if team.startswith("E"):
            return {**about, "team_id": team, "enterprise_id": team, "is_enterprise_install": True}
        return {**about, "team_id": team, "is_enterprise_install": False}

    def _users_info(self, _: str, arguments: Payload) -> Payload | str:
        if "users:read" not in self.scopes:
            return "missing_scope"
        known = self.profiles.get(arguments["user"])
        if not known:
            return "user_not_found"
        locale = {"locale": known.get("locale", "en-US")} if str(arguments.get("include_locale")) in TRUE else {}
        return {"user": {"id": arguments["user"], **known, **locale}}

    def _bots_info(self, _: str, arguments: Payload) -> Payload | str:
        return {"bot": {"id": arguments["bot"], "app_id": self.app}} if "users:read" in self.scopes else "missing_scope"

    def _closed_to_bot(self, channel: str) -> str:
        """Why the bot can't post there."""
        if channel in self.archived:
            return "is_archived"
        if channel in self.unknown:
            return "channel_not_found"
        return "not_in_channel" if channel in self.not_a_member else ""

    def _chat_postmessage(self, team: str, arguments: Payload) -> Payload | str:
        if closed := self._closed_to_bot(arguments["channel"]):
            return closed
        if not self._files_fit(team, arguments.get("blocks", [])):
            return "invalid_blocks"
        ts = f"17000000{next(self._numbers):02}.000100"
        thread = arguments.get("thread_ts", "")
        text, blocks = arguments["text"], arguments.get("blocks", [])
        channel = f"D{arguments['channel']}" if arguments["channel"].startswith("U") else arguments["channel"]
        broadcast = bool(arguments.get("reply_broadcast"))
        self.messages.append(Posted(channel, ts, text, blocks, thread, team, broadcast=broadcast))
        self.messages[-1].metadata = arguments.get("metadata", {})
        return {"ts": ts, "channel": channel}

    def _chat_delete(self, team: str, arguments: Payload) -> Payload | str:
        there = [one for one in self.in_channel(arguments["channel"], team) if one.ts == arguments["ts"]]
        if not there:
            return "message_not_found"
        self.messages.remove(there[0])
        return {"ts": arguments["ts"], "channel": arguments["channel"]}

    def _chat_getpermalink(self, team: str, arguments: Payload) -> Payload | str:
        there = [one for one in self.in_channel(arguments["channel"], team) if one.ts == arguments["message_ts"]]
        if not there:
            return "message_not_found"
        link = f"https://{team}.slack.com/archives/{there[0].channel}/p{there[0].ts.replace('.', '')}"
        thread = f"?thread_ts={there[0].thread}&cid={there[0].channel}" if there[0].thread else ""
        return {"permalink": link + thread, "channel": arguments["channel"]}

    def _chat_update(self, team: str, arguments: Payload) -> Payload | str:
        there = [one for one in self.in_channel(arguments["channel"], team) if one.ts == arguments["ts"]]
        if arguments["channel"] in self.archived:
            return "is_archived"
        if not there:
            return "message_not_found"
        if not self._files_fit(team, arguments["blocks"]):
            return "invalid_blocks"
        there[0].text, there[0].blocks = arguments["text"], arguments["blocks"]
        there[0].edits += 1
        there[0].metadata = arguments.get("metadata", there[0].metadata)
        there[0].broadcast |= bool(arguments.get("reply_broadcast"))
        return {"ts": arguments["ts"], "channel": arguments["channel"]}

    def _chat_postephemeral(self, team: str, arguments: Payload) -> Payload | str:
        if closed := self._closed_to_bot(arguments["channel"]):
            return closed
        self.ephemeral.append(EphemeralMessage(arguments["user"], arguments))
        return {"message_ts": "1.0"}

    def _views_open(self, team: str, arguments: Payload) -> Payload:
        self.forms.append(arguments["view"])
        return {"view": {"id": f"V{len(self.forms)}"}}

    def _views_update(self, team: str, arguments: Payload) -> Payload | str:
        """Update a form if the hash matches its current state."""
        number = int(arguments["view_id"].removeprefix("V")) - 1
        if number >= len(self.forms) or number in self.closed:
            return "not_found"
        if arguments["hash"] != self.hash_of(number):
            return "hash_conflict"
        self.forms[number] = arguments["view"]
        return {"view": {"id": arguments["view_id"]}}

    def _views_publish(self, team: str, arguments: Payload) -> Payload:
        self.homes[team, arguments["user_id"]] = arguments["view"]
        return {"view": {"id": "VHOME"}}

    def _files_getuploadurlexternal(self, team: str, arguments: Payload) -> Payload:
        file = f"F{next(self._numbers)}"
        about = {"team": team, "length": int(arguments["length"]), "name": arguments["filename"]}
        self.files[file] = {**about, "alt": arguments.get("alt_txt", "")}
        return {"file_id": file, "upload_url": f"{self.url}upload/{file}"}

    def _files_completeuploadexternal(self, team: str, arguments: Payload) -> Payload | str:
        """Complete an upload; with a channel, the file is shared there."""
        files = [one["id"] for one in json.loads(arguments["files"])]
        channel = arguments.get("channel_id", "")
        if any("content" not in self.files.get(file, {}) for file in files):
            return "file_not_found"
        if closed := self._closed_to_bot(channel):
            return closed
        for file in files:
            known = self.files[file]
            known["complete"], known["completed"] = True, time.monotonic()
            if channel:
                self.shared.append(SharedFile(channel, arguments.get("thread_ts", ""), known["name"], known["content"]))
        return {"files": [{"id": file} for file in files]}

    def _files_delete(self, team: str, arguments: Payload) -> Payload | str:
        if self.files.get(arguments["file"], {}).get("team") != team:
            return "file_not_found"
        del self.files[arguments["file"]]
        shown = [one for one in self.messages for block in one.blocks if _file_of(block) == arguments["file"]]
        self.violations += [f"deleted a file that message {one.ts} shows" for one in shown]
        return {}

    def _files_fit(self, team: str, blocks: list[Payload]) -> bool:
        """Whether all images refer to completed files of this workspace; a new one may be rejected at first."""
        for block in blocks:
            if block["type"] == "image":
                file = self.files.get(block["slack_file"]["id"], {})
                if not file.get("complete") or file["team"] != team:
                    return False
                if self.file_rejections:
                    self.file_rejections -= 1
                    return False
                if time.monotonic() - file["completed"] < self.file_delay:
                    return False
        return True

    # --- uploads and response_urls ---------------------------------------------------------------------------------

    async def _upload(self, request: web.Request) -> web.Response:
        if self.failures["upload"]:
            trouble = self.failures["upload"].popleft()
            if trouble is not None:
                return trouble
        await asyncio.sleep(self.delay)
        file = self.files[request.match_info["file"]]
        file["content"] = await request.read()
        if len(file["content"]) != file["length"]:
            self.violations.append("the upload is not as long as it said")
        return web.Response(text=f"OK - {file['length']}")

    async def _response(self, request: web.Request) -> web.Response:
        """Receive a message sent to a delivery's response_url."""
        if self.failures["response"]:
            trouble = self.failures["response"].popleft()
            if trouble is not None:
                return trouble
        self.responses[request.path] += 1
        if self.responses[request.path] > RESPONSES:
            return web.Response(status=404, text="used_url")
        body = await request.json()
        if not body.get("delete_original"):
            self.violations += message_violations(body)
        user, where = request.match_info["user"], request.query
        if not self._files_fit(where.get("team", "T1"), body.get("blocks", [])):
            return web.Response(status=400, text="invalid_blocks")
        if body.get("delete_original") and where.get("ts"):
            await self._change(lambda: self._delete(where["ts"]))
        elif body.get("response_type") == "in_channel":
            await self._change(lambda: self._respond_publicly(where, body))
        else:
            await self._change(lambda: self.ephemeral.append(EphemeralMessage(user, body)))
        return web.Response(text="ok")

    def _delete(self, ts: str) -> None:
        self.messages = [one for one in self.messages if one.ts != ts]

    def _respond_publicly(self, where: Mapping[str, str], body: Payload) -> None:
        """Everybody in the conversation sees it, also where the bot isn't a member."""
        if body.get("replace_original"):
            (old,) = [one for one in self.messages if one.ts == where["ts"]]
            old.text, old.blocks, old.edits = body["text"], body["blocks"], old.edits + 1
            return
        ts = f"17000000{next(self._numbers):02}.000100"
        thread = body.get("thread_ts", "")
        self.messages.append(Posted(where["channel"], ts, body["text"], body["blocks"], thread, where["team"]))

    async def _change(self, change: Callable[[], object]) -> None:
        async with self.changed:
            change()
            self.changed.notify_all()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SlackPeer"]:
        application = web.Application()
        application.add_routes(
            [
                web.post("/api/{method}", self._api),
                web.get("/api/{method}", self._api),
                web.get("/socket", self._socket),
                web.post("/upload/{file}", self._upload),
                web.post("/response/{user}", self._response),
                web.post("/response/{user}/{number}", self._response),
            ]
        )
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
        try:
            yield self
        finally:
            for socket in self._sockets:
                await socket.close()
            await runner.cleanup()


async def _arguments(request: web.Request) -> Payload:
    if request.content_type == "application/json":
        return dict(await request.json())
    return {**dict(request.query), **{name: str(value) for name, value in (await request.post()).items()}}


def _file_of(block: Payload) -> str:
    return str(block.get("slack_file", {}).get("id", ""))


def _refusal(error: str) -> web.Response:
    return web.json_response({"ok": False, "error": error})


def _installed(code: str) -> Payload:
    """The OAuth response; the code is the name of the workspace, or of the organisation."""
    if not code.startswith(("T", "E")):
        return {"ok": False, "error": "invalid_code"}
    organisation = code.startswith("E")
    return {
        "ok": True,
        "access_token": BOT_TOKEN.format(team=code),
        "token_type": "bot",
        "scope": "commands,chat:write,files:write",
        "bot_user_id": "UBOT",
        "app_id": "A1",
        "team": None if organisation else {"id": code, "name": code},
        "enterprise": {"id": code, "name": code} if organisation else None,
        "authed_user": {"id": "U0"},
        "is_enterprise_install": organisation,
    }


Delivering = Callable[..., Awaitable[Payload]]
