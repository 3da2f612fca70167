"""Discord as an Activity's server asks it: codes for tokens, whose a token is, and who is in an instance."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.peers.discord import TOKEN
from tests.peers.discord_state import APPLICATION

SECRET = "a client secret of the peer"
JSON = dict[str, Any]


@dataclass
class ActivityPeer:
    people: dict[int, JSON] = field(default_factory=dict)
    instances: dict[str, JSON] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    down: bool = False
    api_url: str = ""
    _codes: dict[str, int] = field(default_factory=dict)
    _tokens: dict[str, int] = field(default_factory=dict)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ActivityPeer"]:
        app = web.Application()
        app.add_routes(
            [
                web.post("/api/v10/oauth2/token", self._token),
                web.get("/api/v10/users/@me", self._me),
                web.get("/api/v10/applications/{application}/activity-instances/{instance}", self._instance),
            ]
        )
        async with TestServer(app, host="127.0.0.1") as server:
            self.api_url = f"http://127.0.0.1:{server.port}/api/v10"
            yield self

    # --- what happens in Discord's client --------------------------------------------------------------------------

    def join(self, instance: str, channel: int, number: int, name: str = "", *, application: int = APPLICATION) -> str:
        """Somebody opens the Activity, and its page asks for a code."""
        about = {"id": str(number), "username": f"user{number}", "global_name": name or None, "locale": "en-GB"}
        self.people[number] = {**about, "discriminator": "0"}
        where = {"id": f"gc-77-{channel}", "kind": "gc", "channel_id": str(channel), "guild_id": "77"}
        found = {"application_id": str(application), "instance_id": instance, "launch_id": "9", "location": where}
        self.instances.setdefault(instance, {**found, "users": []})["users"].append(str(number))
        return self.code(number)

    def code(self, number: int) -> str:
        code = secrets.token_urlsafe(12)
        self._codes[code] = number
        return code

    # --- what a server may ask -------------------------------------------------------------------------------------

    def _heard(self, request: web.Request) -> None:
        self.asked.append(request.path.removeprefix("/api/v10"))
        if self.down:
            raise web.HTTPServiceUnavailable

    async def _token(self, request: web.Request) -> web.Response:
        self._heard(request)
        form = await request.post()
        if (form.get("client_id"), form.get("client_secret")) != (str(APPLICATION), SECRET):
            return web.json_response({"error": "invalid_client"}, status=401)
        number = self._codes.pop(str(form.get("code")), None)
        if number is None or form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(12)
        self._tokens[token] = number
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def _me(self, request: web.Request) -> web.Response:
        self._heard(request)
        number = self._tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        return web.json_response(self.people[number] if number else {}, status=200 if number else 401)

    async def _instance(self, request: web.Request) -> web.Response:
        self._heard(request)
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({}, status=401)
        found = self.instances.get(request.match_info["instance"])
        if found is None or request.match_info["application"] != str(APPLICATION):
            return web.json_response({"code": 10098, "message": "Unknown Activity Instance"}, status=404)
        return web.json_response(found)
