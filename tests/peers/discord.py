"""A Discord peer on loopback: the part of the REST API that the bot uses, for the real client library.

It behaves like Discord where the bot depends on it: an edit notifies nobody, the first followup after a deferred
response edits it and keeps its privacy, and an interaction can be answered once.
"""

import asyncio
import base64
import json
import re
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from itertools import count
from typing import Any

from aiohttp import web

from tests.peers import discord_spec
from tests.peers.discord_gateway import Gateway
from tests.peers.discord_state import (
    APPLICATION,
    BOT,
    EPHEMERAL,
    GUILD,
    JSON,
    LAUNCH,
    Channel,
    Interaction,
    Message,
    Refusal,
    paths_of,
    user,
)

TOKEN = "MTAwMQ.loopback.not-a-secret"
COMMAND_ID = 3001  # of the first command; the others follow
SCHEDULED, ACTIVE, CANCELED = 1, 2, 4  # states of an event
MAX_FOLLOWUPS = 5  # of an interaction where the bot isn't a member
Fault = Callable[[web.Request], Refusal | None]
Handler = Callable[[web.Request, JSON, list[bytes]], Awaitable[Any]]


class DiscordPeer:
    def __init__(self, *, strict: bool = True) -> None:
        """`strict`: validate requests; off where many are measured."""
        self._strict = strict
        bot = user(BOT, "Scrum Table", bot=True)
        application = {"id": str(APPLICATION), "flags": 0}
        self.gateway = Gateway(
            TOKEN,
            {
                "v": 10,
                "user": bot,
                "application": application,
                "guilds": [{"id": str(GUILD), "unavailable": True}],
                "session_type": "normal",
            },
        )
        self.locale = "en-US"  # of the server; only a Community can choose another one
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}  # by token
        self.commands: dict[int, list[JSON]] = {}  # by guild; 0: global
        self.commands_put = 0
        self.emoji: dict[str, tuple[str, bytes]] = {}  # the application's: id and picture, by name
        self.events: dict[str, JSON] = {}  # scheduled events of the guild, by id
        self.now: Callable[[], float] = time.time
        self.requests: list[tuple[str, str]] = []
        self.violations: list[str] = []  # of the specification or the limits
        self.faults: list[Fault] = []
        self.changed = asyncio.Condition()
        self.numbers = count(5000)
        self.granted = 0  # the bot's permissions in the guild
        self.limits: JSON = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}  # of sessions
        self.other_gateway = ""  # the address that bots are told, if it isn't this peer's own
        self.lists_ids = True  # of commands
        self.has_activity = False  # turned on in the developer portal
        self.application: JSON = {}  # what the developer portal says besides
        self.watch: Callable[[str, Message], None] = lambda _what, _message: None  # sees each post, edit and removal
        self._nonces: dict[str, Message] = {}
        self._runner: web.AppRunner | None = None

    # --- starting and stopping -------------------------------------------------------------------------------------

    async def start(self) -> None:
        app = web.Application(client_max_size=30 * 1024 * 1024)
        for method, template, handler in self._routes():
            pattern = "/api/v10" + template.replace("@original", "{original:@original}")
            app.router.add_route(method, pattern, self._guarded(template, handler))
        app.router.add_get("/gateway/", self.gateway.serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.api_url = f"http://127.0.0.1:{port}/api/v10"
        self.gateway.url = self.gateway_url = f"ws://127.0.0.1:{port}/gateway/"

    async def stop(self) -> None:
        self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    def channel(self, number: int | None = None) -> Channel:
        """The channel with this number, or a new one."""
        wanted = number or next(self.numbers)
        return self.channels.setdefault(wanted, Channel(wanted))

    async def until(self, reached: Callable[[], bool]) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: bool(self.violations) or reached())
        assert not self.violations, self.violations[0]

    async def notify(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    # --- requests --------------------------------------------------------------------------------------------------

    def _routes(self) -> list[tuple[str, str, Handler]]:
        commands = "/applications/{application_id}/commands"
        guild = "/applications/{application_id}/guilds/{guild_id}/commands"
        events = "/guilds/{guild_id}/scheduled-events"
        message = "/channels/{channel_id}/messages/{message_id}"
        original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
        followup = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
        return [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/applications/@me", self._application),
            ("GET", "/users/@me/guilds", self._my_guilds),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", commands, self._get_commands),
            ("PUT", commands, self._put_commands),
            ("GET", guild, self._get_commands),
            ("PUT", guild, self._put_commands),
            ("GET", "/applications/{application_id}/emojis", self._get_emoji),
            ("POST", "/applications/{application_id}/emojis", self._create_emoji),
            ("GET", events, self._get_events),
            ("POST", events, self._create_event),
            ("PATCH", events + "/{guild_scheduled_event_id}", self._edit_event),
            ("GET", "/channels/{channel_id}", self._get_channel),
            ("POST", "/channels/{channel_id}/messages", self._post),
            ("GET", message, self._get),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", message + "/threads", self._thread),
            ("PUT", "/channels/{channel_id}/thread-members/{user_id}", self._add_to_thread),
            ("DELETE", "/channels/{channel_id}", self._delete_channel),
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self._callback),
            ("POST", "/webhooks/{webhook_id}/{webhook_token}", self._followup),
            ("PATCH", original, self._edit_original),
            ("DELETE", original, self._delete_original),
            ("GET", followup, self._get_posted),
            ("PATCH", followup, self._edit_posted),
            ("DELETE", followup, self._delete_posted),
        ]

    def _guarded(self, template: str, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answer(request: web.Request) -> web.Response:
            self.requests.append((request.method, template))
            data, files = await _body(request)
            try:
                self._check(request, template, data, files)
                found = await handler(request, data, files)
            except Refusal as refusal:
                headers = {"Via": "1.1 loopback", **refusal.headers}
                return _json(refusal.body, refusal.status, headers)
            finally:
                await self.notify()
            return web.Response(status=204) if found is None else _json(found)

        return answer

    def _check(self, request: web.Request, template: str, data: Any, files: list[bytes]) -> None:
        for fault in list(self.faults):
            refusal = fault(request)
            if refusal is not None:
                raise refusal
        needs_login = not template.startswith(("/interactions", "/webhooks"))
        if needs_login and request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refusal(401, 0, "401: Unauthorized")
        if not self._strict:
            return
        body = None if request.method in {"GET", "DELETE"} else data
        violations = [
            *discord_spec.violations_of(request.method, template, body),
            *discord_spec.file_violations(data, files),
            *self._unknown_mentions(data),
        ]
        if violations:
            self.violations.append(f"{request.method} {template}: {violations} in {json.dumps(data)[:1500]}")
            raise Refusal(400, 50035, "Invalid Form Body", extra={"errors": {"_errors": []}})

    def _unknown_mentions(self, data: Any) -> list[str]:
        """Mentions of commands that nobody could click."""
        known = {
            f"{' '.join(path)}:{COMMAND_ID + number}"
            for trees in self.commands.values()
            for number, tree in enumerate(trees)
            for path in paths_of(tree)
        }
        found = re.findall(r"(?<!\\)</([^>]+:\d+)>", json.dumps(data, ensure_ascii=False))
        return [f"</{mention}> is not a registered command" for mention in found if mention not in known]

    # --- the application -------------------------------------------------------------------------------------------

    async def _me(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return user(BOT, "Scrum Table", bot=True)

    async def _application(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return {
            "id": str(APPLICATION),
            "name": "Scrum Table",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": user(1, "Owner"),
            "team": None,
            "approximate_guild_count": 1,
            **self.application,
        }

    async def _my_guilds(self, request: web.Request, data: JSON, files: list[bytes]) -> list[JSON]:
        return [{"id": str(GUILD), "name": "The guild", "icon": None, "owner": False, "permissions": str(self.granted)}]

    async def _gateway_bot(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return {"url": self.other_gateway or self.gateway_url, "shards": 1, "session_start_limit": self.limits}

    async def _get_commands(self, request: web.Request, data: JSON, files: list[bytes]) -> list[JSON]:
        known = self.commands.get(int(request.match_info.get("guild_id", 0)), [])
        translated = request.method == "PUT" or request.query.get("with_localizations") == "true"
        return [self._as_listed(command, number, translated=translated) for number, command in enumerate(known)]

    def _as_listed(self, command: JSON, number: int, *, translated: bool) -> JSON:
        """Like Discord: with an id, and with or without fields that were not given."""
        added = {"id": str(COMMAND_ID + number), "application_id": str(APPLICATION), "version": "1", "nsfw": False}
        added = added if self.lists_ids else {}
        hidden = {} if translated else {"name_localizations": None, "description_localizations": None}
        return {"description": "", **command, **added, **hidden}

    async def _put_commands(self, request: web.Request, data: Any, files: list[bytes]) -> list[JSON]:
        guild = int(request.match_info.get("guild_id", 0))
        if _entry_points(self.commands.get(guild, [])) and not _entry_points(data):
            raise Refusal(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")
        self.commands[guild] = data
        self.commands_put += 1
        return await self._get_commands(request, data, files)

    async def _get_emoji(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return {"items": [{"id": number, "name": name} for name, (number, _) in self.emoji.items()]}

    async def _create_emoji(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        name, (kind, _, image) = data["name"], data["image"].partition(";base64,")
        if name in self.emoji or kind != "data:image/png" or not re.fullmatch(r"\w{2,32}", name):
            raise Refusal(400, 50035, f"Invalid Form Body: {name}")
        self.emoji[name] = (str(next(self.numbers) << 40), base64.b64decode(image))  # the library wants a long id
        return {"id": self.emoji[name][0], "name": name}

    async def _get_events(self, request: web.Request, data: JSON, files: list[bytes]) -> list[JSON]:
        return [each for each in self.events.values() if each["status"] in {SCHEDULED, ACTIVE}]

    async def _create_event(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        if datetime.fromisoformat(data["scheduled_start_time"]).timestamp() <= self.now():
            raise Refusal(400, 50035, "Invalid Form Body: cannot schedule event in the past.")
        number = str(next(self.numbers))
        fixed = {"id": number, "guild_id": str(GUILD), "creator_id": str(BOT), "status": SCHEDULED, "entity_id": None}
        self.events[number] = {"channel_id": None, "description": None, "image": None, **data, **fixed}
        return self.events[number]

    async def _edit_event(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        event = self.events.get(request.match_info["guild_scheduled_event_id"])
        if event is None:
            raise Refusal(404, 10070, "Unknown Guild Scheduled Event")
        status = data.get("status") or event["status"]
        if event["status"] not in {SCHEDULED, ACTIVE} or (event["status"] == ACTIVE and status == CANCELED):
            raise Refusal(400, 180000, "Cannot update a finished event")
        event.update(data)
        return event

    # --- channels --------------------------------------------------------------------------------------------------

    def _room(self, request: web.Request) -> Channel:
        room = self.channels.get(int(request.match_info["channel_id"]))
        if room is None:
            raise Refusal(404, 10003, "Unknown Channel")
        if room.denied or not room.added:
            raise Refusal(403, 50001, "Missing Access")
        return room

    def _message(self, request: web.Request) -> Message:
        found = self._room(request).messages.get(int(request.match_info["message_id"]))
        if found is None:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    def _new(self, channel: int, data: JSON, files: list[bytes]) -> Message:
        message = Message(next(self.numbers), channel, flags=data.get("flags") or 0)
        message.fill(data, files)
        message.ping(data.get("allowed_mentions"))
        if not message.components and not message.plain and not message.embeds and not message.files:
            raise Refusal(400, 50006, "Cannot send an empty message")
        return message

    async def _post(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        room = self._room(request)
        if room.no_files and files:
            raise Refusal(403, 50013, "Missing Permissions")
        nonce = str(data.get("nonce") or "")
        if data.get("enforce_nonce") and nonce in self._nonces:
            return self._nonces[nonce].json
        message = self._new(room.id, data, files)
        room.messages[message.id] = message
        if nonce:
            self._nonces[nonce] = message
        self.watch("post", message)
        return message.json

    async def _get(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return self._message(request).json

    async def _edit(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        message = self._message(request)
        message.fill(data, files)
        message.edits += 1
        self.watch("edit", message)
        return message.json

    async def _delete(self, request: web.Request, data: JSON, files: list[bytes]) -> None:
        message = self._room(request).messages.pop(self._message(request).id)
        self.watch("delete", message)

    async def _get_channel(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return self._room(request).json

    async def _thread(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        parent, message = self._room(request), self._message(request)
        if message.id in self.channels:
            raise Refusal(400, 160004, "A thread has already been created for this message")
        self.channels[message.id] = Channel(message.id, type=11, parent=parent.id, name=data["name"])
        return self.channels[message.id].json

    async def _add_to_thread(self, request: web.Request, data: JSON, files: list[bytes]) -> None:
        self._room(request).members.add(int(request.match_info["user_id"]))

    async def _delete_channel(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return self.channels.pop(self._room(request).id).json

    # --- interactions ----------------------------------------------------------------------------------------------

    async def _callback(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        interaction = self._unanswered(request)
        if data["type"] == LAUNCH and not self.has_activity:
            raise Refusal(400, 50035, "Invalid Form Body: the app has no Activity")
        inner = data.get("data") or {}
        match data["type"]:
            case 4:
                interaction.original = self._show(interaction, inner, files)
            case 5:
                interaction.loading = True
                interaction.original = Message(next(self.numbers), interaction.channel, flags=inner.get("flags") or 0)
            case 6:
                interaction.original = self._pressed(interaction)
            case 7:
                interaction.original = self._pressed(interaction)
                # attachments that such a response doesn't name were dropped (discord-api-docs#6277)
                self._change(interaction, interaction.original, inner, files, keeps_unnamed=False)
            case 8:
                interaction.choices = inner["choices"]
            case 9:
                interaction.form = inner
        interaction.answer = data["type"]
        interaction.answered_at = time.perf_counter()
        found: JSON = {"id": str(interaction.id), "type": 2}
        if interaction.original is not None:
            found["response_message_id"] = str(interaction.original.id)
            resource = {"type": data["type"], "message": interaction.original.json}
            return {"interaction": found, "resource": resource}
        return {"interaction": found}

    def _unanswered(self, request: web.Request) -> Interaction:
        interaction = self.interactions.get(request.match_info["interaction_token"])
        if interaction is None or interaction.late:
            raise Refusal(404, 10062, "Unknown interaction")
        if interaction.answer:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        return interaction

    def _pressed(self, interaction: Interaction) -> Message:
        if interaction.source is None:
            raise Refusal(400, 50035, "Invalid Form Body", extra={"errors": {"_errors": []}})
        return interaction.source

    def _show(self, interaction: Interaction, data: JSON, files: list[bytes]) -> Message:
        message = self._new(interaction.channel, data, files)
        if interaction.answers_are_private:
            message.flags |= EPHEMERAL
        message.answers = interaction.id
        interaction.posted[message.id] = message
        if message.flags & EPHEMERAL:
            message.seen_by = interaction.by
            message.pinged = []
            interaction.private.append(message)
        else:
            self.channels[interaction.channel].messages[message.id] = message
        self.watch("post", message)
        return message

    def _change(
        self,
        interaction: Interaction,
        message: Message,
        data: JSON,
        files: list[bytes],
        *,
        keeps_unnamed: bool = True,
    ) -> None:
        message.fill(data, files, keeps_unnamed=keeps_unnamed)
        message.edits += 1
        if message.flags & EPHEMERAL and message not in interaction.private:
            message.seen_by = interaction.by
            interaction.private.append(message)
        self.watch("edit", message)

    def _known(self, request: web.Request) -> Interaction:
        interaction = self.interactions.get(request.match_info["webhook_token"])
        if interaction is None or not interaction.answer:
            raise Refusal(404, 10015, "Unknown Webhook")
        if interaction.expired:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return interaction

    def _original(self, interaction: Interaction) -> Message:
        if interaction.original is None or interaction.original.gone:
            raise Refusal(404, 10008, "Unknown Message")
        return interaction.original

    async def _followup(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        interaction = self._known(request)
        if interaction.loading:
            return await self._edit_original(request, data, files)
        interaction.followups += 1
        if interaction.as_guest and interaction.followups > MAX_FOLLOWUPS:
            raise Refusal(400, 40094, "Maximum number of follow-up messages reached")
        return self._show(interaction, data, files).json

    def _posted(self, request: web.Request) -> Message:
        """A message that this interaction posted; the token gives no access to others."""
        found = self._known(request).posted.get(int(request.match_info["message_id"]))
        if found is None:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    async def _get_posted(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        return self._posted(request).json

    async def _edit_posted(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        message = self._posted(request)
        message.fill(data, files)
        message.edits += 1
        self.watch("edit", message)
        return message.json

    async def _delete_posted(self, request: web.Request, data: JSON, files: list[bytes]) -> None:
        message = self._posted(request)
        self.channels[message.channel].messages.pop(message.id, None)
        message.gone = True
        self.watch("delete", message)

    async def _edit_original(self, request: web.Request, data: JSON, files: list[bytes]) -> JSON:
        interaction = self._known(request)
        original = self._original(interaction)
        self._change(interaction, original, data, files)
        if interaction.loading and not original.flags & EPHEMERAL:
            original.answers = interaction.id
            self.channels[interaction.channel].messages[original.id] = original
        interaction.loading = False
        return original.json

    async def _delete_original(self, request: web.Request, data: JSON, files: list[bytes]) -> None:
        interaction = self._known(request)
        original = self._original(interaction)
        self.channels[interaction.channel].messages.pop(original.id, None)
        original.gone = True
        self.watch("delete", original)
        interaction.original, interaction.loading = None, False


def _entry_points(commands: list[JSON]) -> list[JSON]:
    return [command for command in commands if command.get("type") == 4]


def _json(found: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """discord.py requires exactly this content type, without a charset."""
    body = json.dumps(found).encode()
    return web.Response(body=body, status=status, headers={**(headers or {}), "Content-Type": "application/json"})


async def _body(request: web.Request) -> tuple[Any, list[bytes]]:
    """The payload and the files of a request."""
    if request.content_type == "multipart/form-data":
        form = await request.post()
        files = [part.file.read() for name, part in form.items() if name.startswith("files[")]  # type: ignore[union-attr]
        return json.loads(str(form["payload_json"])), files
    return (await request.json() if request.can_read_body else {}), []
