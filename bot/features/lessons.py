"""The rooms in which somebody learns a game alone. No platform has them, so nobody else can look in."""

import secrets

from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply, Request

PLATFORM = "lesson"


def new_room() -> str:
    """It doesn't say who the person is: rooms are kept when a person asks to be forgotten."""
    return f"{PLATFORM}:{secrets.token_hex(16)}"


def in_lesson(room: str) -> bool:
    return room.startswith(f"{PLATFORM}:")


def is_lesson(live: LiveTable) -> bool:
    return any(map(in_lesson, live.rooms))


class LessonChat:
    """The Chat of these rooms. It posts nothing: what happens there is the private answer to the learner's request."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del room, reply, request, before
        return ""
