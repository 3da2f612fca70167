"""What came of a request whose table is shown elsewhere: the person who asked reads it where they asked."""

from dataclasses import replace

from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.posting import Result
from adapters.slack.outgoing.private import EphemeralReplies, Recipient
from bot.kernel.messages import Link, Pressed, Reply, Request, Typed
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table.texts import AMENDED
from games.language import speaking

_NO_FEED = 10**9  # the story of a page that nobody reads


class Results:
    def __init__(self, service: Service, ephemeral: EphemeralReplies) -> None:
        self._service = service
        self._ephemeral = ephemeral
        self._shown: dict[str, Result] = {}  # by request

    def note(self, request: Request, result: Result) -> None:
        """Note the message that shows what came of a request."""
        if isinstance(request.said, Typed | Pressed):
            self._shown[request.id] = result

    def forget(self, request: Request) -> None:
        self._shown.pop(request.id, None)

    async def told(self, request: Request, recipient: Recipient) -> list[Reply]:
        """What happened, a link to it, and what to do next if it's their turn; nothing if they see it come."""
        result = self._shown.pop(request.id, None)
        if result is None or result.is_in_sight(recipient.slack_room) or not _is_owed(request, recipient, result):
            return []
        in_thread = bool(result.place.thread)
        words = await self._with_acts(request, result.words)
        url = await self._ephemeral.address(result.place, result.ts)
        with speaking(words.language):
            if url:
                link = Link(str(ui_texts.OPEN_THREAD if in_thread else ui_texts.OPEN_MESSAGE), url)
                return [replace(words, story=words.story or str(ui_texts.DONE), links=(link,))]
            return [replace(words, situation=str(ui_texts.POSTED_IN_THREAD if in_thread else AMENDED))]

    async def _with_acts(self, request: Request, words: Reply) -> Reply:
        """The words, with what this person can do now if the table waits for them."""
        if not words.story or request.person is None:
            return words
        try:
            page = await self._service.page(request.room, request.person, _NO_FEED)
        except StoreUnavailable:
            return words
        if page is None or not page.awaited:
            return words
        return replace(words, acts=page.reply.acts, table=page.table, game=page.game)


def _is_owed(request: Request, recipient: Recipient, result: Result) -> bool:
    """True if it has to be told: what was pressed shows its result where it stands, but not on a card or in private."""
    if isinstance(request.said, Typed):
        return True
    return bool(result.place.thread and result.words.story) and not recipient.at_home
