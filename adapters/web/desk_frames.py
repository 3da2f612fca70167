"""The desk in parts: a browser gets the cards and boards that changed, and nothing that a watcher couldn't see."""

import zlib
from collections.abc import Callable, Mapping

from adapters.web import serialization
from adapters.web.frames import Part, deflated
from adapters.web.links import PLATFORM
from adapters.web.presence import Presence
from adapters.web.serialization import Data, to_json
from bot.messages import Chair
from bot.workshop_messages import Desk, TeamCard
from games.graphics.drawing import Drawing

JITTER = 2.0  # seconds by which the beginning of a wait may differ between two looks at it


class DeskFrame:
    """The desk at one moment, for everybody who has its link open."""

    def __init__(self, now: float, parts: Mapping[str, Part]) -> None:
        self._now = now
        self.parts = parts

    def since(self, before: "DeskFrame | None") -> bytes:
        """What has changed since an earlier frame, compressed; empty if nothing has."""
        known = before.parts if before is not None else {}
        changed = [part for name, part in self.parts.items() if not part.same_as(known.get(name))]
        if not changed:
            return b""
        head = deflated(f'{{"type":"desk","now":{self._now:.2f}', zlib.Z_FULL_FLUSH)
        return b"".join([head, *(part.deflated for part in changed), deflated("}")])


class DeskParts:
    """Turns desks of one workshop into frames. A board that stays the same is rendered and compressed once."""

    def __init__(self, presence: Presence, watch: Callable[[str], str]) -> None:
        self._presence = presence
        self._watch = watch  # makes a table's address for watching
        self._boards: dict[int, tuple[Drawing, Part]] = {}
        self._since: dict[int, float] = {}  # when a team began to wait

    def of(self, desk: Desk, now: float) -> DeskFrame:
        parts = {
            "workshop": Part("workshop", to_json(_workshop(desk))),
            "order": Part("order", to_json(desk.order)),
        }
        for number, team in enumerate(desk.teams):
            card = f"card-{number}"
            parts[card] = Part(card, to_json(self._card(number, team, now)))
            parts[f"board-{number}"] = self._board(number, team.page.board)
        return DeskFrame(now, parts)

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
            "situation": serialization.text_parts(page.reply.text, page.reply.names) if playing else [],
            "until": page.reply.until if playing else None,
            "glance": team.glance,
            "since": self._waits_since(number, team, now),
            "stuck": team.stuck,
            "question": team.question,
            "asker": team.asked_by,
            "hints": [{"key": hint.key, "text": hint.text} for hint in team.hints],
        }

    def _chair(self, table: str, chair: Chair) -> Data:
        """Whether somebody is here is known for people in browsers only."""
        here = None
        if not chair.automatic and chair.person.startswith(f"{PLATFORM}:"):
            if self._presence.is_here(table, chair.person):
                here = True
            elif self._presence.away_since(table, chair.person) is not None:
                here = False
        return {"name": chair.name, "automatic": chair.automatic, "awaited": chair.awaited, "here": here}

    def _waits_since(self, number: int, team: TeamCard, now: float) -> float | None:
        """A moment instead of a duration, so that a card that only waits doesn't change."""
        if team.waiting <= 0:
            self._since.pop(number, None)
            return None
        since = round(now - team.waiting, 1)
        if abs(since - self._since.get(number, 0.0)) > JITTER:
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
