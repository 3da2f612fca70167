"""The summary of a meeting as a canvas: a tab of its channel, once."""

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.install.pages import CANVASES
from adapters.slack.outgoing.saved_once import Outcome, save_once
from adapters.slack.web_api import WebApi
from bot.kernel.store import Installations

NOT_HERE = frozenset({"channel_not_found", "not_in_channel"})
_ONE_A_CHANNEL = frozenset({"free_team_canvas_tab_already_exists"})
_SAID = {
    Outcome.SAVED: ui_texts.CANVAS_SAVED,
    Outcome.THERE: ui_texts.CANVAS_THERE,
    Outcome.UNSURE: ui_texts.CANVAS_UNSURE,
    Outcome.WAIT: ui_texts.SAVING_WAIT,
}


class Canvases:
    def __init__(self, web: WebApi, store: Installations | None) -> None:
        """Set up canvases. `store`: remembers which are there, for all processes; without one there are none."""
        self._web = web
        self._store = store

    async def are_offered(self, team: str) -> bool:
        """Whether the app may write canvases in this workspace."""
        return self._store is not None and await self._web.is_granted(team, CANVASES)

    async def save(self, place: SlackRoom, table: str, title: str, markdown: str) -> str:
        """Save a canvas, and say what became of it. Whoever asks, and however often, there is one."""
        if self._store is None:
            return str(ui_texts.CANVAS_FAILED)

        async def create() -> None:
            client = self._web.anonymous((await self._web.client(place.team)).token, retries=False)
            content = {"type": "markdown", "markdown": markdown}
            await client.canvases_create(title=title, document_content=content, channel_id=place.channel)

        word = f"canvas {place.team} {place.channel} {table}"  # not prose
        outcome, code = await save_once(self._store, word, create)
        return str(_SAID[outcome]) if outcome in _SAID else _why(code)


def _why(code: str) -> str:
    if code == "missing_scope":
        return str(ui_texts.CANVAS_FORBIDDEN)
    if code in NOT_HERE:
        return str(ui_texts.CANVAS_NOT_HERE)
    return str(ui_texts.CANVAS_ONE if code in _ONE_A_CHANNEL else ui_texts.CANVAS_FAILED)
