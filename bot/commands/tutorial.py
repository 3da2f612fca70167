"""Learning a game alone: a real table with automatic players, told to one person only, with a lesson now and then.

The table lives in a room of its own that no platform has. What happens there comes back as the private answer to the
person's own request; its buttons work wherever they are pressed.
"""

import hashlib
import secrets
from collections.abc import Sequence

from bot import texts
from bot.live.table import LiveTable
from bot.messages import Person, Reply, Request
from bot.ports import StoredEvent
from bot.table.journal import decode
from bot.table.model import PREFIX
from bot.table.narration import paragraphs
from games.api import AnyGame

PLATFORM = "lesson"
SEATS = 3  # a good size for a lesson, if the game has so many


def new_room() -> str:
    """It tells nobody who the person is: rooms outlive their wish to be forgotten."""
    return f"{PLATFORM}:{secrets.token_hex(16)}"


def is_lesson(live: LiveTable) -> bool:
    return any(room.startswith(f"{PLATFORM}:") for room in live.rooms)


def bots(game: AnyGame) -> int:
    """How many automatic players sit down beside the newcomer."""
    return min(max(SEATS, game.seats.start), game.seats.stop - 1) - 1


def seed(game: AnyGame) -> bytes:
    """Always the same, so that the same lessons come up."""
    return hashlib.sha256(f"tutorial {game.key}".encode()).digest()


class Nowhere:
    """The Chat of these rooms: nobody looks there."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del room, reply, request, before
        return ""


def told(
    live: LiveTable, rows: Sequence[StoredEvent], before: int, person: Person, asides: Sequence[Reply] = ()
) -> Reply:
    """What happened since event `before`, the lessons that go with it, and what to do next.

    Whose a sealed event is stands nowhere; of their own the person was told in `asides`.
    """
    game = live.standing.game
    known = {row.kind for row in rows[:before]}
    new = {row.kind for row in rows[before:]} - known
    lessons = [lesson.text for lesson in game.lessons if lesson.after in new or (not lesson.after and not before)]
    # how the table was laid is no lesson
    news = [row for row in rows[before:] if before or not row.kind.startswith(PREFIX)]
    events = [decode(row.kind, row.payload, game) for row in news if row.kind not in game.sealed]
    own = [aside.text for aside in asides] if game.sealed else []
    seat = live.seat_of(person)
    story = "\n".join([*own, *paragraphs(events, game, seat)[-8:]])
    parts = [story, *map(texts.lesson, lessons), live.situation()]
    if live.standing.table.phase == "over":
        parts[-1] = texts.LESSON_OVER
    return live.reply("\n\n".join(part for part in parts if part), seat=seat, private=True)
