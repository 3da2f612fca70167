"""Forms: opened, led on step by step, and acknowledged when what was sent is decided."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncAck

from adapters.slack import choices, guide, words
from adapters.slack.choices import ANSWER, GUIDE, TYPED, Asking
from adapters.slack.message import private
from adapters.slack.names import Place, delivery_id, person_of, read_words, team_of
from adapters.slack.privately import Reader
from adapters.slack.rich import Block, spelled
from adapters.slack.tasks import Tasks
from adapters.slack.web import FAULTS, Web, code
from bot.messages import Page, Person, Pressed, Reply, Request, Typed
from bot.ports import RoomUnreachable, Service, StoreUnavailable
from games.text import shortened

log = logging.getLogger(__name__)

DECISION = 0.8  # seconds that a form waits for a refusal, which it then shows beside what was typed
ERROR_LIMIT = 500

Answer = Callable[[Request, Reader, list[Reply]], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that is filled in; `field` is the block beside which a refusal is shown."""

    asking: Asking
    said: Typed | Pressed
    field: str


class Forms:
    def __init__(self, service: Service, web: Web, tasks: Tasks, answer: Answer) -> None:
        """`answer` tells the person what there is to say once the form has closed."""
        self._service = service
        self._web = web
        self._tasks = tasks
        self._answer = answer
        self._deciding: dict[str, asyncio.Event] = {}

    def decided(self, request: Request) -> None:
        """The room is about to be told: the request was accepted."""
        if request.id in self._deciding:
            self._deciding[request.id].set()

    # --- opening and leading on ------------------------------------------------------------------------------------

    async def open(self, team: str, trigger: str, view: Block) -> None:
        try:
            client = await self._web.client(team)
            await client.views_open(trigger_id=trigger, view=view)
        except (*FAULTS, RoomUnreachable) as fault:  # mostly a trigger that was three seconds old: they press again
            log.warning("a form could not be opened: %s", code(fault))

    async def guide(self, team: str, trigger: str, asking: Asking, person: Person) -> None:
        await self.open(team, trigger, await self._guided(asking, person))

    async def lead_on(self, team: str, body: dict[str, Any]) -> None:
        """Something was chosen in a menu of a guide: show what can be chosen next."""
        view = body["view"]
        filled = guide.filled_in(view, body["actions"][0]["block_id"])
        following = await self._guided(filled.asking, person_of(team, body), filled.picks)
        try:
            client = await self._web.client(team)
            await client.views_update(view_id=view["id"], hash=view["hash"], view=following)
        except (*FAULTS, RoomUnreachable) as fault:  # they closed it, or chose again in the meantime
            log.info("a form could not be led on: %s", code(fault))

    async def _guided(self, asking: Asking, person: Person, picks: tuple[str, ...] = ()) -> Block:
        return guide.guide(asking, await self._page(asking, person), picks)

    async def _page(self, asking: Asking, person: Person) -> Page | None:
        """The table that the form was opened for: the room's, or another one at which the person sits."""
        try:
            page = await self._service.page(asking.room, person)
            if asking.table and (page is None or page.table != asking.table):
                others = await self._service.tables_of(person)
                page = next((other for other in others if other.table == asking.table), page)
        except StoreUnavailable:
            log.warning("a form is empty because the store is away")
            return None
        return page

    # --- what was sent ---------------------------------------------------------------------------------------------

    async def sent(self, ack: AsyncAck, body: dict[str, Any]) -> Sent | None:
        """What a form asks for; None if something is missing, which it is told."""
        view = body["view"]
        if view["callback_id"] == GUIDE:
            return await self._guide_sent(ack, body)
        asking, typed = choices.filled_in(view)
        field = view["callback_id"]
        if not typed:
            await ack(response_action="errors", errors={field: words.NOTHING_TYPED})
            return None
        said = read_words(typed, team_of(body)) if field == TYPED else Pressed(asking.button, typed)
        return Sent(asking, said, field)

    async def _guide_sent(self, ack: AsyncAck, body: dict[str, Any]) -> Sent | None:
        filled = guide.filled_in(body["view"])
        if not filled.button or filled.lacks_question:  # it was sent before the next question could be shown
            person = person_of(team_of(body), body)
            await ack(response_action="update", view=await self._guided(filled.asking, person, filled.picks))
            return None
        field = filled.blocks[-1]
        if field == ANSWER and not filled.answer:
            await ack(response_action="errors", errors={field: words.NOTHING_TYPED})
            return None
        return Sent(filled.asking, Pressed(filled.button, filled.answer), field)

    async def handle(self, ack: AsyncAck, body: dict[str, Any], sent: Sent) -> None:
        """Acknowledged as soon as it is decided; a refusal is shown in the form, and nothing typed is lost."""
        team = team_of(body)
        asked = sent.asking
        reader = Reader(Place.read(asked.room), body["user"]["id"], asked.answers, ephemeral=asked.ephemeral)
        person, guided = person_of(team, body), body["view"]["callback_id"] == GUIDE
        request = Request(delivery_id(team, body), asked.room, person, sent.said)
        accepted = self._deciding[request.id] = asyncio.Event()
        handling = self._tasks.start(self._service.handle(request))
        waiting = asyncio.create_task(accepted.wait())
        await asyncio.wait({handling, waiting}, timeout=DECISION, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        del self._deciding[request.id]
        response = handling.result() if handling.done() and not accepted.is_set() else None
        replies = response.replies if response else ()
        if not replies:
            known = accepted.is_set() or handling.done()
            await (self._lead_further(ack, sent, person) if guided and known else ack())
            self._tasks.start(self._answer(request, reader, list((await handling).replies)))
        elif isinstance(sent.said, Pressed) and response and response.outcome not in {"refused", "failed"}:
            await ack()  # a lesson went on, which only this person sees
            self._tasks.start(self._answer(request, reader, list(replies)))
        elif isinstance(sent.said, Pressed):
            sentences = "\n".join(spelled(reply.text, reply.names) for reply in replies)
            await ack(response_action="errors", errors={sent.field: shortened(sentences, ERROR_LIMIT)})
        else:
            shown = [block for reply in replies for block in private(reply, 0.0).told]
            numbered = [{**block, "block_id": f"answer:{at}"} for at, block in enumerate(shown)]
            await ack(response_action="update", view=choices.command_line(sent.asking, numbered))

    async def _lead_further(self, ack: AsyncAck, sent: Sent, person: Person) -> None:
        """The move is made. Where a turn has several, the form goes on to the next one; else it closes."""
        page = await self._page(sent.asking, person)
        if page is not None and page.awaited:
            await ack(response_action="update", view=guide.guide(sent.asking, page, note=words.STILL_YOU))
        else:
            await ack()
