"""Discord's gateway on loopback: HELLO, IDENTIFY, heartbeats, and RESUME with missed events."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

GUILDS = 1  # the intent


def _shard_of(guild: int, count: int) -> int:
    return (guild >> 22) % count


@dataclass
class Session:
    """A session outlives its socket, as with Discord: events dispatched meanwhile are replayed."""

    id: str
    shard: tuple[int, int]
    events: list[dict[str, Any]] = field(default_factory=list)
    socket: web.WebSocketResponse | None = None
    request: web.Request | None = None


class Gateway:
    def __init__(self, token: str, ready: dict[str, Any]) -> None:
        self._token = token
        self._ready = ready
        self.url = ""
        self.sessions: list[Session] = []
        self.identified: list[dict[str, Any]] = []
        self.resumed: list[int] = []  # the sequence of each RESUME
        self.presences: list[dict[str, Any]] = []
        self.connections = 0  # sockets that were accepted
        self.hangs_up = False  # like a load balancer in an outage: accepts a socket and closes it
        self.guilds: list[dict[str, Any]] = []  # announced to new sessions that ask for them
        self.changed = asyncio.Condition()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.connections += 1
        if self.hangs_up:
            await socket.close()
            return socket
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 30_000}})
        session: Session | None = None
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            said = json.loads(message.data)
            match said["op"]:
                case 1:
                    await socket.send_json({"op": 11})
                case 2 | 6 if said["d"]["token"] != self._token:
                    await socket.close(code=4004, message=b"Authentication failed.")
                case 2:
                    session = await self._identify(said["d"], socket, request)
                case 6:
                    session = await self._resume(said["d"], socket, request)
                case 3:
                    self.presences.append(said["d"])
                    await self._notify()
        if session is not None and session.socket is socket:
            session.socket = None
        return socket

    async def _identify(self, data: dict[str, Any], socket: web.WebSocketResponse, request: web.Request) -> Session:
        shard = tuple(data.get("shard") or (0, 1))
        session = Session(f"session-{len(self.sessions)}", (shard[0], shard[1]), [], socket, request)
        self.sessions.append(session)
        self.identified.append(data)
        ready = {**self._ready, "session_id": session.id, "resume_gateway_url": self.url, "shard": list(shard)}
        await self._dispatch(session, "READY", ready)
        for guild in self.guilds if data["intents"] & GUILDS else ():
            if _shard_of(int(guild["id"]), session.shard[1]) == session.shard[0]:
                await self._dispatch(session, "GUILD_CREATE", {**guild, "unavailable": False})
        return session

    async def _resume(
        self, data: dict[str, Any], socket: web.WebSocketResponse, request: web.Request
    ) -> Session | None:
        session = next((known for known in self.sessions if known.id == data["session_id"]), None)
        if session is None:
            await socket.send_json({"op": 9, "d": False})
            return None
        self.resumed.append(data["seq"])
        session.socket, session.request = socket, request
        for event in session.events[data["seq"] :]:
            await socket.send_json(event)
        await self._dispatch(session, "RESUMED", {})
        return session

    async def _dispatch(self, session: Session, name: str, data: dict[str, Any]) -> None:
        event = {"op": 0, "t": name, "s": len(session.events) + 1, "d": data}
        session.events.append(event)
        if session.socket is not None and not session.socket.closed:
            try:
                await session.socket.send_json(event)
            except ConnectionError:
                session.socket = None
        await self._notify()

    async def _notify(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    # --- for tests ---------------------------------------------------------------------------------------------------

    async def dispatch(self, name: str, data: dict[str, Any]) -> None:
        """Dispatch an event to the newest session of the guild's shard."""
        guild = int(data["id"] if name == "GUILD_CREATE" else data.get("guild_id") or 0)
        fitting = [known for known in self.sessions if _shard_of(guild, known.shard[1]) == known.shard[0]]
        await self._dispatch(fitting[-1], name, data)

    async def until_ready(self, sessions: int = 1) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: len(self.sessions) >= sessions)

    def drop(self) -> None:
        """Drop the connection without closing it."""
        for session in self.sessions:
            if session.request is not None and session.request.transport is not None:
                session.request.transport.abort()
            session.socket = None
