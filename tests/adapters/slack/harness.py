"""A test harness with the real Slack adapter, service and store, and people in the workspace."""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import urlencode

import aiohttp

from adapters.http import HttpServer
from adapters.pictures import no_picture
from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.slack.install.installations import SingleWorkspace, WorkspaceInstallations
from adapters.slack.outgoing.live_message import Style
from bot.kernel.live.counts import WINDOW_SECONDS
from bot.kernel.ports import Painter, WebAddresses
from bot.kernel.service import GameService
from bot.kernel.store import Store
from games.graphics.drawing import Drawing
from tests.peers.slack import APP_TOKEN, BOT_TOKEN, Payload, Posted, SlackPeer
from tests.peers.slack_checks import elements, options

SECRET = "signing-secret"
PICTURE = b"\x89PNG\r\n\x1a\n"

_numbers = count(1)


async def some_picture(drawing: Drawing, **_: object) -> bytes | None:
    """A different fake picture for every board."""
    return PICTURE + drawing.text.encode()


@dataclass
class SlackHarness:
    """The adapter with a real service and store, connected to the peer."""

    slack: SlackPeer
    store: Store
    service: GameService
    adapter: SlackAdapter
    deliver: Callable[..., Awaitable[Payload]]  # kind, payload, attempt
    port: int  # of the HTTP server

    async def settle(self) -> None:
        """Wait until every acknowledged delivery has been handled."""
        while self.adapter._tasks._running:
            await asyncio.wait(self.adapter._tasks._running)

    def person(self, name: str, team: str = "T1", channel: str = "C1") -> "SlackUser":
        return SlackUser(self, name, team, channel)

    async def kinds(self, room: str = "slack:T1:C1") -> list[str]:
        record = await self.store.room(room)
        return [event.kind for event in await self.store.events(record.table)] if record else []


@asynccontextmanager
async def slack_harness(
    slack: SlackPeer,
    store: Store,
    *,
    paint: Painter = no_picture,
    http: bool = False,
    installs: WorkspaceInstallations | None = None,
    seed: str = "7",
    app_token: str = APP_TOKEN,
    workspace: str = "T1",
    style: Style = "channel",
    forecasts: bool = False,
    counts: float = WINDOW_SECONDS,
    card_pause: float = 0.0,
    file_waits: tuple[float, ...] = (0.0, 0.0, 0.0),
    ping_interval: float = 0.2,
    web: WebAddresses | None = None,
    domain: str = "",
    command: str = "/scrum",
) -> AsyncIterator[SlackHarness]:
    """A harness for the duration of the test. `http`: signed deliveries instead of Socket Mode."""
    connection = SlackSettings(
        api_url=f"{slack.url}api/",
        app_token="" if http else app_token,
        signing_secret=SECRET if http else "",
        ping_interval=ping_interval,
        file_waits=file_waits,
        card_pause=card_pause,
        post_seconds=0.0,
        style=style,
        workshops=web is not None,
        domain=domain,
        command=command,
    )
    adapter = SlackAdapter(installs or SingleWorkspace(BOT_TOKEN.format(team=workspace)), connection, paint, store)
    seeds = (hashlib.sha256(f"{seed} {number}".encode()).digest() for number in count())
    service = GameService(
        store,
        {"slack": adapter},
        new_seed=lambda: next(seeds),
        pause=0.0,
        answers_due_queries=forecasts,
        web=web,
        counts=counts,
    )
    await service.start()
    running = asyncio.create_task(adapter.run(service))
    connected = asyncio.create_task(adapter.connected.wait())
    await asyncio.wait({running, connected}, return_when=asyncio.FIRST_COMPLETED)
    connected.cancel()
    if running.done():
        await service.close()
        running.result()
    server = HttpServer("127.0.0.1", 0)
    server.add(adapter.routes())
    try:
        async with server.running() as port:
            signed = Signed(lambda: f"http://127.0.0.1:{port}/slack/events")
            yield SlackHarness(slack, store, service, adapter, signed.deliver if http else slack.deliver, port)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await service.close()


@dataclass
class Signed:
    """Deliveries over HTTP, signed as Slack signs them."""

    url: Callable[[], str]
    secret: str = SECRET
    age: float = 0.0

    async def deliver(self, kind: str, payload: Payload, *, attempt: int = 0) -> Payload:
        status, text = await self.send(kind, payload, attempt=attempt)
        assert status == 200, text
        return dict(json.loads(text)) if text.startswith("{") else {}

    async def send(self, kind: str, payload: Payload, *, attempt: int = 0, sign: bool = True) -> tuple[int, str]:
        form = {"slash_commands": payload, "interactive": {"payload": json.dumps(payload)}}.get(kind)
        body = urlencode(form) if form else json.dumps(payload)
        headers = {"Content-Type": "application/x-www-form-urlencoded" if form else "application/json"}
        if sign:
            at = str(int(time.time() - self.age))
            signature = hmac.new(self.secret.encode(), f"v0:{at}:{body}".encode(), hashlib.sha256).hexdigest()
            headers |= {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": f"v0={signature}"}
        if attempt:
            headers |= {"X-Slack-Retry-Num": str(attempt), "X-Slack-Retry-Reason": "http_timeout"}
        async with aiohttp.ClientSession() as session, session.post(self.url(), data=body, headers=headers) as answer:
            return answer.status, await answer.text()


@dataclass
class SlackUser:
    """A person in a workspace who types commands, presses buttons and fills in forms."""

    harness: SlackHarness
    name: str
    team: str = "T1"
    channel: str = "C1"
    last: tuple[str, Payload] = field(default=("", {}))  # the last delivery, for `again`
    user: str = ""
    home_team: str = ""  # of a guest from another company, in a shared channel

    def __post_init__(self) -> None:
        self.user = self.user or f"U{self.name.upper()}"
        self.harness.slack.profiles.setdefault(self.user, {"profile": {"display_name": self.name}, "tz": "Etc/UTC"})

    def _answers(self, channel: str = "", ts: str = "") -> str:
        """A new response_url."""
        where = urlencode({"team": self.team, "channel": channel or self.channel, "ts": ts})
        return f"{self.harness.slack.url}response/{self.user}/{next(_numbers)}?{where}"

    async def _deliver(self, kind: str, payload: Payload) -> Payload:
        self.last = (kind, payload)
        answer = await self.harness.deliver(kind, payload)
        await self.harness.settle()
        return answer

    async def again(self, attempt: int = 1) -> Payload:
        """Redeliver the last delivery, as Slack does when it thinks it was lost."""
        kind, payload = self.last
        answer = await self.harness.deliver(kind, payload, attempt=attempt)
        await self.harness.settle()
        return answer

    async def types(self, words: str) -> None:
        await self._deliver("slash_commands", self.command(words))

    def command(self, words: str) -> Payload:
        return {
            "command": self.harness.adapter._web.command,
            "text": words,
            **self._installation(),
            "channel_id": self.channel,
            "channel_name": self._channel_name(self.channel),
            "user_id": self.user,
            "user_name": f"{self.name}.handle",
            "trigger_id": f"trigger-{next(_numbers)}",
            "response_url": self._answers(),
            "api_app_id": "A1",
        }

    # --- where they are --------------------------------------------------------------------------------------------

    @property
    def _organisation(self) -> bool:
        return self.team.startswith("E")

    def _installation(self) -> Payload:
        """Where the app is installed: an organisation as a whole, or a workspace."""
        if self._organisation:
            return {"team_id": "T77", "enterprise_id": self.team, "is_enterprise_install": "true"}
        return {"team_id": self.team, "is_enterprise_install": "false"}

    def _interaction_team(self, kind: str) -> Payload:
        """The same in an interaction; a form that a guest fills in comes with the guest's own workspace."""
        if self._organisation:
            return {"team": None, "enterprise": {"id": self.team, "name": "Org"}, "is_enterprise_install": True}
        team = self.home_team if self.home_team and kind.startswith("view") else self.team
        return {"team": {"id": team, "domain": "example"}, "enterprise": None, "is_enterprise_install": False}

    def _channel_name(self, channel: str) -> str:
        return "directmessage" if channel.startswith("D") else "general"

    # --- buttons ---------------------------------------------------------------------------------------------------

    def _interaction(self, kind: str) -> Payload:
        handle = f"{self.name}.handle"
        user = {"id": self.user, "username": handle, "name": handle, "team_id": self.home_team or self.team}
        return {
            "type": kind,
            **self._interaction_team(kind),
            "user": user,
            "api_app_id": "A1",
            "trigger_id": f"trigger-{next(_numbers)}",
        }

    async def presses(self, label: str, message: Posted | None = None) -> Payload:
        """Press a button or choose a menu option by its label, by default in the channel's last message."""
        message = message or self.harness.slack.in_channel(self.channel, self.team)[-1]
        return await self.press(found(message.blocks, label), message)

    async def press(self, action: Payload, message: Posted) -> Payload:
        return await self._deliver("interactive", self.pressed(action, message))

    def pressed(self, action: Payload, message: Posted) -> Payload:
        """What Slack delivers after a press."""
        payload = self._interaction("block_actions")
        container = {"type": "message", "message_ts": message.ts, "channel_id": message.channel}
        threaded = {"thread_ts": message.thread} if message.thread else {}
        payload |= {
            "actions": [{**action, "action_ts": f"{next(_numbers)}.0"}],
            "channel": {"id": message.channel, "name": self._channel_name(message.channel)},
            "container": {**container, **threaded, "is_ephemeral": False},
            "message": {"ts": message.ts, "text": message.text, "blocks": returned(message.blocks), **threaded},
            "response_url": self._answers(message.channel, message.ts),
        }
        return payload

    async def presses_privately(self, label: str) -> Payload:
        """Press a button of the last private reply."""
        return await self._press_privately(found(self.private_replies()[-1]["blocks"], label))

    async def presses_privately_on(self, block: Payload, chosen: Payload) -> Payload:
        """Choose from the menu beside a line of a private reply."""
        menu = block["accessory"]
        where = {"block_id": block["block_id"], "action_id": menu["action_id"], "type": menu["type"]}
        return await self._press_privately({**where, "selected_option": chosen})

    async def _press_privately(self, action: Payload) -> Payload:
        payload = self._interaction("block_actions")
        payload |= {
            "actions": [{**action, "action_ts": f"{next(_numbers)}.0"}],
            "channel": {"id": self.channel, "name": self._channel_name(self.channel)},
            "container": {"type": "message", "message_ts": "1.0", "channel_id": self.channel, "is_ephemeral": True},
            "response_url": self._answers(),
        }
        return await self._deliver("interactive", payload)

    async def submits(self, value: str, view: Payload | None = None) -> Payload:
        """Submit the last opened form; return the acknowledgement's instructions."""
        view = view or self.harness.slack.forms[-1]
        name = view["callback_id"]
        payload = self._interaction("view_submission")
        values = {name: {name: {"type": "plain_text_input", "value": value or None}}}
        payload["view"] = {**view, **self.installed_in(), "id": "V1", "hash": "h", "state": {"values": values}}
        return await self._deliver("interactive", payload)

    async def fills_in(self, view: Payload, typed: Mapping[str, str], chosen: Sequence[str] = ()) -> Payload:
        """Submit a form with several inputs: texts and options by the labels of their fields, and other options."""
        payload = self._interaction("view_submission")
        values = {}
        for block in (block for block in view["blocks"] if block["type"] == "input"):
            element, name = block["element"], block["label"]["text"]
            names = typed[name].split("\n") if name in typed else chosen
            picked = [option for option in options(element) if option["text"]["text"] in names]
            picked = picked or element.get("initial_options") or list(filter(None, [element.get("initial_option")]))
            entered: Payload = {"type": element["type"]}
            if element["type"] in {"multi_static_select", "checkboxes"}:
                entered["selected_options"] = picked
            elif element["type"] in {"static_select", "radio_buttons"}:
                entered["selected_option"] = picked[0] if picked else None
            elif element["type"] == "datepicker":
                entered["selected_date"] = typed.get(name) or element.get("initial_date")
            elif element["type"] == "timepicker":
                entered["selected_time"] = typed.get(name) or element.get("initial_time")
            else:
                entered["value"] = typed.get(name, element.get("initial_value"))
            values[block["block_id"]] = {element["action_id"]: entered}
        payload["view"] = {**view, **self.installed_in(), "id": "V1", "hash": "h", "state": {"values": values}}
        return await self._deliver("interactive", payload)

    def installed_in(self) -> Payload:
        """What a form says about the workspace that has the app."""
        return {"app_installed_team_id": self.team} if self.home_team else {}

    # --- the App Home ----------------------------------------------------------------------------------------------

    async def opens_home(self, tab: str = "home") -> Payload:
        await self._event({"type": "app_home_opened", "user": self.user, "tab": tab, "channel": "D1"})
        await self.harness.slack.until(lambda: (self.team, self.user) in self.harness.slack.homes, "a page")
        await self.harness.settle()
        return self.home

    async def presses_at_home(self, label: str) -> Payload:
        payload = self._interaction("block_actions")
        payload |= {
            "actions": [{**found(self.home["blocks"], label), "action_ts": f"{next(_numbers)}.0"}],
            "container": {"type": "view", "view_id": "VHOME"},
            "view": {"id": "VHOME", "type": "home"},
        }
        return await self._deliver("interactive", payload)

    # --- events ----------------------------------------------------------------------------------------------------

    async def _event(self, event: Payload) -> None:
        authorised = [{**self._installation(), "is_enterprise_install": self._organisation, "is_bot": True}]
        about = {"type": "event_callback", **self._installation(), "authorizations": authorised}
        await self._deliver("events_api", {**about, "event_id": f"Ev{next(_numbers)}", "event": event})

    async def runs_step(self, step: str, inputs: Payload) -> str:
        """Run a workflow with this step; returns its execution."""
        execution = f"Fx{next(_numbers)}"
        function = {"id": "Fn1", "callback_id": step, "type": "app", "app_id": "A1"}
        token = BOT_TOKEN.format(team=self.team)
        about = {"function_execution_id": execution, "workflow_execution_id": "Wx1", "bot_access_token": token}
        await self._event({"type": "function_executed", "function": function, "inputs": inputs, **about})
        return execution

    async def posts_links(self, *urls: str) -> None:
        links = [{"domain": url.split("/")[2], "url": url} for url in urls]
        where = {"channel": self.channel, "message_ts": f"17{next(_numbers)}.1", "is_bot_user_member": True}
        by_id = {"unfurl_id": f"C1.{next(_numbers)}", "source": "conversations_history"}
        await self._event({"type": "link_shared", "user": self.user, **where, **by_id, "links": links})

    # --- shortcuts -------------------------------------------------------------------------------------------------

    async def starts_a_game(self) -> None:
        """Use the global shortcut."""
        await self._deliver("interactive", {**self._interaction("shortcut"), "callback_id": "start_game"})

    async def saves_for_the_retro(self, text: str, thread: str = "") -> None:
        """Use the shortcut of a message."""
        said = {"type": "message", "user": "UZOE", "ts": "1700000999.000100", "text": text}
        payload = {
            **self._interaction("message_action"),
            "callback_id": "save_for_retro",
            "channel": {"id": self.channel, "name": self._channel_name(self.channel)},
            "message": {**said, "thread_ts": thread} if thread else said,
            "response_url": self._answers(),
        }
        await self._deliver("interactive", payload)

    @property
    def home(self) -> Payload:
        return self.harness.slack.homes[self.team, self.user]

    # --- private replies -------------------------------------------------------------------------------------------

    def private_replies(self) -> list[Payload]:
        """The private replies to this person."""
        return [one.body for one in self.harness.slack.ephemeral if one.user == self.user]


def found(blocks: list[Payload], label: str) -> Payload:
    """The action that Slack sends when this button is pressed or this option chosen."""
    for block in blocks:
        for element in elements(block):
            where = {"block_id": block["block_id"], "action_id": element["action_id"], "type": element["type"]}
            if element["type"] == "button" and element["text"]["text"] == label:
                return {**where, "text": element["text"], "value": element["value"]}
            for option in options(element):
                if option["text"]["text"] == label:
                    return {**where, "selected_option": option}
    raise AssertionError(f"no {label!r} among {labels(blocks)}")


def labels(blocks: list[Payload]) -> list[str]:
    """The labels of all buttons and menu options."""
    found: list[str] = []
    for block in blocks:
        for element in elements(block):
            many = options(element)
            found += [each["text"]["text"] for each in (many or [element]) if "text" in each]
    return found


def returned(blocks: list[Payload]) -> list[Payload]:
    """Blocks as Slack sends them back: images have additional fields."""
    more = {"image_url": "https://files.slack.com/board.png", "image_width": 1, "image_height": 1, "image_bytes": 1}
    return [{**block, **more} if block["type"] == "image" else block for block in blocks]


def texts(value: Any) -> str:
    """All texts in blocks joined together, with mentions as <@U1>."""
    if isinstance(value, list):
        return "".join(map(texts, value))
    if isinstance(value, dict):
        if value.get("type") == "user":
            return f"<@{value['user_id']}>"
        if isinstance(value.get("text"), str):
            return str(value["text"])
        return "".join(texts(part) for part in value.values())
    return ""
