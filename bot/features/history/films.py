"""Films of finished games, posted in the room of whoever asks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from bot.features.fairness.export import export, write
from bot.kernel.calls import Call, Context
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply
from bot.kernel.table.model import Refused
from games.language import lazy, speaking, t

log = logging.getLogger(__name__)

_MAX_BYTES = 9_000_000  # Discord takes ten
_MAX_AT_ONCE = 2
_TASK = "films"
_MAKING = lazy("I’m making the film. It will be here in a moment.")
_BUSY = lazy("I’m busy making other films right now. Please try again in a moment.")
_NO_FILMS = lazy("I can’t make films here. `/scrum export` gives you the game as a file.")
_NO_FILM = lazy("I couldn’t make the film. `/scrum export` gives you the game as a file.")


class FilmMaker(Protocol):
    """A maker of films."""

    async def of(self, table: str, names: tuple[str, ...], text: Callable[[], Awaitable[str]]) -> Path:
        """The file with a finished game's film. `text`: the exported game, asked for only if it has to be made."""


def film(context: Context, call: Call) -> Reply:
    """Answer at once; the film follows in the room."""
    maker, live = context.setting(FilmMaker), call.table
    if maker is None or not live.standing.finished:
        raise Refused(_NO_FILMS)
    context.spend(call)
    if context.tasks.count(_TASK) >= _MAX_AT_ONCE:
        raise Refused(_BUSY)
    with speaking(live.language):  # the film is for everybody
        context.tasks.start(_post(context, maker, live, call.request.room), _TASK)
    return Reply(str(_MAKING), private=True)


async def _post(context: Context, maker: FilmMaker, live: LiveTable, room: str) -> None:
    async def text() -> str:
        rows = await context.store.events(live.id)
        return write(export(live.id, live.seed, live.standing, rows, round_over=False, inside=True))

    title, media = live.standing.game.about.title, None
    try:
        file = await maker.of(live.id, live.names, text)
        content = await asyncio.to_thread(file.read_bytes)
        media = (f"{live.standing.game.key}-{live.id}.gif", content) if len(content) <= _MAX_BYTES else None
    except Exception:
        log.exception("making a film failed")
    words = str(_NO_FILM) if media is None else t("{title}: the whole game in a film.", title=title)
    await context.rooms.post(None, room, Reply(words, media=media), None)
