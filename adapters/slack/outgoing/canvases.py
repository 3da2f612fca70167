"""The summary of a meeting as a canvas: a tab of its channel, once."""

import logging
import time
from enum import StrEnum

from slack_sdk.errors import SlackApiError

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import PLATFORM, SlackRoom
from adapters.slack.install.pages import CANVASES
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Installations, StoreUnavailable

log = logging.getLogger(__name__)

_CLAIM_SECONDS = 120.0  # longer than a call can take
_NOT_HERE = frozenset({"channel_not_found", "not_in_channel"})
_ONE_A_CHANNEL = frozenset({"free_team_canvas_tab_already_exists"})


class _Kept(StrEnum):
    """What is stored about a canvas."""

    STARTED = "started"
    SAVED = "saved"


class Canvases:
    def __init__(self, web: WebApi, store: Installations | None) -> None:
        """Set up canvases. `store`: remembers which are there, for all processes; without one there are none."""
        self._web = web
        self._store = store

    async def are_offered(self, team: str) -> bool:
        """Whether the app may write canvases in this workspace."""
        if self._store is None:
            return False
        try:
            return CANVASES in await self._web.scopes(team)
        except (RoomUnreachable, StoreUnavailable):
            return False

    async def save(self, place: SlackRoom, table: str, title: str, markdown: str) -> str:
        """Save a canvas, and say what became of it. Whoever asks, and however often, there is one.

        A claim keeps two processes apart. It is noted before Slack is asked, so that a canvas isn't created again if
        the process ends or Slack's answer is lost; only if Slack refused, somebody may try again.
        """
        if self._store is None:
            return ui_texts.CANVAS_FAILED
        word = f"canvas {place.team} {place.channel} {table}"
        now = time.time()
        claimed = await self._store.use_once(f"{PLATFORM} {word}", now, now + _CLAIM_SECONDS)
        known = await self._store.installation(PLATFORM, word)
        if known is not None:
            return ui_texts.CANVAS_THERE if known == _Kept.SAVED.encode() else ui_texts.CANVAS_UNSURE
        if not claimed:
            return ui_texts.CANVAS_WAIT
        await self._store.put_installation(PLATFORM, word, _Kept.STARTED.encode())
        try:
            await self._create(place, title, markdown)
        except (*FAILURES, RoomUnreachable) as error:
            log.warning("could not create a canvas: %s", error_code(error))
            if not _is_refusal(error):
                return ui_texts.CANVAS_UNSURE
            await self._store.drop_installation(PLATFORM, word)
            return _why(error_code(error))
        await self._store.put_installation(PLATFORM, word, _Kept.SAVED.encode())
        return ui_texts.CANVAS_SAVED

    async def _create(self, place: SlackRoom, title: str, markdown: str) -> None:
        client = self._web.anonymous((await self._web.client(place.team)).token, retries=False)
        content = {"type": "markdown", "markdown": markdown}
        await client.canvases_create(title=title, document_content=content, channel_id=place.channel)


def _is_refusal(error: Exception) -> bool:
    """True if there is no canvas for certain: Slack said so, or wasn't asked."""
    if isinstance(error, SlackApiError):
        return bool(isinstance(error.response.data, dict) and error.response.data.get("error"))
    return isinstance(error, RoomUnreachable)


def _why(code: str) -> str:
    if code == "missing_scope":
        return ui_texts.CANVAS_FORBIDDEN
    if code in _NOT_HERE:
        return ui_texts.CANVAS_NOT_HERE
    return ui_texts.CANVAS_ONE if code in _ONE_A_CHANNEL else ui_texts.CANVAS_FAILED
