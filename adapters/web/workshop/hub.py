"""Updates for browsers that show a desk, over one connection each for all teams.

When something changes at any table, the desk is read again, at most a few times per second however much happens, and
each connection is sent what differs from what it was sent before. So a slow connection delays nobody and misses
nothing.
"""

import asyncio
import logging
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from aiohttp import WSCloseCode, web

from adapters.web.access.links import PLATFORM
from adapters.web.table import serialization
from adapters.web.table.frames import Part, deflated, inflated
from adapters.web.table.hub import Presence
from adapters.web.table.serialization import Data, to_json
from adapters.web.table.websocket import RETRY_SECONDS, SEND_ERRORS
from bot.features.workshop.model import Desk, TeamCard, Workshops
from bot.kernel.messages import Chair
from bot.kernel.ports import Service
from games.graphics.drawing import Drawing

# --- what a desk shows -----------------------------------------------------------------------------------------------

_JITTER = 2.0  # seconds by which the beginning of a wait may differ between two looks at it


class _DeskFrame:
    """The desk at one moment, for everybody who has its link open."""

    def __init__(self, now: float, parts: Mapping[str, Part]) -> None:
        self._now = now
        self.parts = parts

    def since(self, before: "_DeskFrame | None") -> bytes:  # not prose
        """The changes since an earlier frame, compressed; empty if there are none."""
        known = before.parts if before is not None else {}
        changed = [part for name, part in self.parts.items() if not part.same_as(known.get(name))]
        if not changed:
            return b""
        head = deflated(f'{{"type":"desk","now":{self._now:.2f}', zlib.Z_FULL_FLUSH)
        return b"".join([head, *(part.deflated for part in changed), deflated("}")])


class _DeskParts:
    """The parts of one workshop's desk. A board that stays the same is rendered and compressed once."""

    def __init__(self, presence: Presence, watch: Callable[[str], str]) -> None:
        self._presence = presence
        self._watch = watch  # makes a table's address for watching
        self._boards: dict[int, tuple[Drawing, Part]] = {}
        self._since: dict[int, float] = {}  # when a team began to wait

    def of(self, desk: Desk, now: float) -> _DeskFrame:
        parts = {
            "workshop": Part("workshop", to_json(_workshop(desk))),
            "order": Part("order", to_json(desk.order)),
        }
        for number, team in enumerate(desk.teams):
            card = f"card-{number}"
            parts[card] = Part(card, to_json(self._card(number, team, now)))
            parts[f"board-{number}"] = self._board(number, team.page.board)
        return _DeskFrame(now, parts)

    def _card(self, number: int, team: TeamCard, now: float) -> Data:
        page = team.page
        playing = page.phase == "playing"
        return {
            "name": team.name,
            "watch": self._watch(team.table),
            "table": f"{team.table} {page.sequence}",  # to see that there is something new
            "title": page.title,
            "phase": page.phase,
            "chairs": [self._chair(team.table, chair) for chair in page.chairs],
            # in the lobby it lists the seats, and at the end it shows the seed
            "situation": serialization.text_parts(page.reply.situation, page.reply.names) if playing else [],
            "until": page.reply.until if playing else None,
            "glance": team.glance,
            "since": self._waits_since(number, team, now),
            "stuck": team.stuck,
            "question": team.question,
            "asker": team.asked_by,
            "hints": [{"key": hint.key, "text": hint.text} for hint in team.hints],
        }

    def _chair(self, table: str, chair: Chair) -> Data:
        """A chair as JSON. Whether somebody is here is known for people in browsers only."""
        here = None
        if not chair.automatic and chair.person.startswith(f"{PLATFORM}:"):
            if self._presence.is_here(table, chair.person):
                here = True
            elif self._presence.away_since(table, chair.person) is not None:
                here = False
        return {"name": chair.name, "automatic": chair.automatic, "awaited": chair.awaited, "here": here}

    def _waits_since(self, number: int, team: TeamCard, now: float) -> float | None:
        """The moment when the waiting began, not a duration, so that a card that only waits doesn't change."""
        if team.waiting <= 0:
            self._since.pop(number, None)
            return None
        since = round(now - team.waiting, 1)
        if abs(since - self._since.get(number, 0.0)) > _JITTER:
            self._since[number] = since
        return self._since[number]

    def _board(self, number: int, drawing: Drawing | None) -> Part:
        name = f"board-{number}"
        if drawing is None:
            return Part(name, "null")
        known = self._boards.get(number)
        if known is None or not (drawing is known[0] or drawing.same_as(known[0])):
            known = drawing, Part(name, to_json(serialization.picture(drawing, "landscape")))
            self._boards[number] = known
        return known[1]


def _workshop(desk: Desk) -> Data:
    return {
        "title": desk.title,
        "trainer": desk.trainer,
        "game": desk.game,
        "gameTitle": desk.game_title,
        "phase": desk.phase,
        "round": desk.round,
        "paused": desk.paused,
        "until": desk.until,
        "chooses": desk.chooses,
        "attendance": desk.attendance,
        "sameDice": desk.same_dice,
        "size": desk.size,
        "options": dict(desk.options),
        "needs": desk.needs,
        "fingerprint": desk.fingerprint,
        "seed": desk.seed,
        "entrance": f"/workshop/{desk.entrance}" if desk.entrance else "",  # nobody comes in after the end
    }


# --- the hub ---------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

PAUSE = 0.3  # seconds between two frames, at least
_SHARE = 4  # with many teams, the pause is this many times the processor time of a frame, to leave room for others
LOOK = 5.0  # seconds after which the desk is read even if nothing happened: somebody may have waited for too long


class DeskHub:
    def __init__(
        self, key: str, service: Service, presence: Presence, now: Callable[[], float], watch: Callable[[str], str]
    ) -> None:
        self._key = key
        self._service = service
        self._presence = presence
        self._now = now
        self._parts = _DeskParts(presence, watch)
        self._changed = asyncio.Event()
        self._followed: dict[str, tuple[Callable[[], None], ...]] = {}  # how to stop, by table
        self._updating: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Event] = set()  # the connections
        self.frame: _DeskFrame | None = None
        self.gone = False  # the key opens nothing any more

    @contextmanager
    def connected(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever there is something new to send."""
        woken = asyncio.Event()
        woken.set()
        self._waiting.add(woken)
        self._updating = self._updating or asyncio.create_task(self._update())
        try:
            yield woken
        finally:
            self._waiting.discard(woken)
            if not self._waiting:
                self._close()

    @property
    def used(self) -> bool:
        return bool(self._waiting)

    def _close(self) -> None:
        if self._updating is not None:
            self._updating.cancel()
            self._updating = None
        for table in tuple(self._followed):
            self._unfollow(table)

    async def _update(self) -> None:
        while not self.gone:
            self._changed.clear()
            try:
                spent = await self._read()
            except Exception:  # the database is away, or one table is broken: the trainer keeps what is shown
                log.exception("could not read a desk")
                await asyncio.sleep(RETRY_SECONDS)
                continue
            for woken in self._waiting:
                woken.set()
            await asyncio.sleep(max(PAUSE, _SHARE * spent))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._changed.wait()

    async def _read(self) -> float:
        """Read the desk; returns the processor seconds for the frame, without time spent waiting for others."""
        desk = await self._service.feature(Workshops).desk(self._key)
        if desk is None:
            self.gone = True
            return 0.0
        self._follow(desk)
        began = time.thread_time()
        self.frame = self._parts.of(desk, self._now())
        return time.thread_time() - began

    def _follow(self, desk: Desk) -> None:
        """Follow every table of the workshop, and the workshop itself; a new round has other tables."""
        tables = {team.table for team in desk.teams}
        for table in self._followed.keys() - tables - {""}:
            self._unfollow(table)
        for table in tables - self._followed.keys():
            stop = self._service.follow(table, self._changed.set)
            self._followed[table] = (stop, self._presence.follow(table, self._changed.set))
        if "" not in self._followed:
            self._followed[""] = (self._service.feature(Workshops).follow_workshop(desk.id, self._changed.set),)

    def _unfollow(self, table: str) -> None:
        for stop in self._followed.pop(table):
            stop()


async def send_desk(hub: DeskHub, woken: asyncio.Event, socket: web.WebSocketResponse, *, text: bool) -> None:
    """Send what changes until the desk is gone; as text to a browser that can't decompress."""
    sent: _DeskFrame | None = None
    with suppress(*SEND_ERRORS):
        while not hub.gone:
            await woken.wait()
            woken.clear()
            frame = hub.frame
            if frame is not None and (data := frame.since(sent)):
                sent = frame
                await (socket.send_str(inflated(data)) if text else socket.send_bytes(data))
        await socket.send_str('{"type":"gone"}')
        await socket.close(code=WSCloseCode.OK)
