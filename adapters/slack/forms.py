"""Forms: opens them, advances the wizard, and handles submissions."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from slack_bolt.async_app import AsyncAck

from adapters.slack import choices, ui_texts, wizard
from adapters.slack.choices import ANSWER, TYPED, WIZARD, FormContext
from adapters.slack.ephemeral import Recipient
from adapters.slack.identifiers import SlackRoom, delivery_id, parse_text, person_of, team_of
from adapters.slack.message import private
from adapters.slack.rich_text import Block, plain_text
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.messages import Page, Person, Pressed, Reply, Request, Typed
from bot.ports import RoomUnreachable, Service, StoreUnavailable
from games.text import shortened

log = logging.getLogger(__name__)

DECISION_TIMEOUT = 0.8  # seconds that a form stays open for a refusal, which is then shown beside the input
ERROR_LIMIT = 500

Answer = Callable[[Request, Recipient, list[Reply]], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted form; `field` is the block beside which a refusal is shown."""

    context: FormContext
    said: Typed | Pressed
    field: str


class Forms:
    def __init__(self, service: Service, web: WebApi, tasks: BackgroundTasks, answer: Answer) -> None:
        """`answer` sends private replies once the form has closed."""
        self._service = service
        self._web = web
        self._tasks = tasks
        self._answer = answer
        self._deciding: dict[str, asyncio.Event] = {}

    def decided(self, request: Request) -> None:
        """Called before the result is posted to the room: the request was accepted."""
        if request.id in self._deciding:
            self._deciding[request.id].set()

    # --- opening and advancing -------------------------------------------------------------------------------------

    async def open(self, team: str, trigger: str, view: Block) -> None:
        try:
            client = await self._web.client(team)
            await client.views_open(trigger_id=trigger, view=view)
        except (*FAILURES, RoomUnreachable) as error:  # usually an expired trigger (3 seconds): they press again
            log.warning("could not open a form: %s", error_code(error))

    async def open_wizard(self, team: str, trigger: str, context: FormContext, person: Person) -> None:
        await self.open(team, trigger, await self._wizard(context, person))

    async def advance(self, team: str, body: dict[str, Any]) -> None:
        """Show the wizard's next menu after something was chosen."""
        view = body["view"]
        state = wizard.read_submission(view, body["actions"][0]["block_id"])
        following = await self._wizard(state.context, person_of(team, body), state.picks)
        try:
            client = await self._web.client(team)
            await client.views_update(view_id=view["id"], hash=view["hash"], view=following)
        except (*FAILURES, RoomUnreachable) as error:  # they closed it, or chose again meanwhile
            log.info("could not advance a form: %s", error_code(error))

    async def _wizard(self, context: FormContext, person: Person, picks: tuple[str, ...] = ()) -> Block:
        return wizard.wizard_form(context, await self._page(context, person), picks)

    async def _page(self, context: FormContext, person: Person) -> Page | None:
        """The table that the form was opened for: the room's, or another one where the person has a seat."""
        try:
            page = await self._service.page(context.room, person)
            if context.table and (page is None or page.table != context.table):
                others = await self._service.tables_of(person)
                page = next((other for other in others if other.table == context.table), page)
        except StoreUnavailable:
            log.warning("a form is empty: the store is unavailable")
            return None
        return page

    # --- submissions -----------------------------------------------------------------------------------------------

    async def submission(self, ack: AsyncAck, body: dict[str, Any]) -> Submission | None:
        """Read a submitted form; None if something is missing, which the form then shows."""
        view = body["view"]
        if view["callback_id"] == WIZARD:
            return await self._wizard_submitted(ack, body)
        context, typed = choices.filled_in(view)
        field = view["callback_id"]
        if not typed:
            await ack(response_action="errors", errors={field: ui_texts.NOTHING_TYPED})
            return None
        said = parse_text(typed, team_of(body)) if field == TYPED else Pressed(context.button, typed)
        return Submission(context, said, field)

    async def _wizard_submitted(self, ack: AsyncAck, body: dict[str, Any]) -> Submission | None:
        state = wizard.read_submission(body["view"])
        if not state.button or state.lacks_question:  # it was sent before the next question could be shown
            person = person_of(team_of(body), body)
            await ack(response_action="update", view=await self._wizard(state.context, person, state.picks))
            return None
        field = state.blocks[-1]
        if field == ANSWER and not state.answer:
            await ack(response_action="errors", errors={field: ui_texts.NOTHING_TYPED})
            return None
        return Submission(state.context, Pressed(state.button, state.answer), field)

    async def handle(self, ack: AsyncAck, body: dict[str, Any], submission: Submission) -> None:
        """Acknowledge as soon as the request is decided; a refusal is shown in the form, so nothing typed is lost."""
        team = team_of(body)
        context = submission.context
        recipient = Recipient(
            SlackRoom.parse(context.room), body["user"]["id"], context.answers, ephemeral=context.ephemeral
        )
        person, is_wizard = person_of(team, body), body["view"]["callback_id"] == WIZARD
        request = Request(delivery_id(team, body), context.room, person, submission.said)
        accepted = self._deciding[request.id] = asyncio.Event()
        handling = self._tasks.start(self._service.handle(request))
        waiting = asyncio.create_task(accepted.wait())
        await asyncio.wait({handling, waiting}, timeout=DECISION_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        del self._deciding[request.id]
        response = handling.result() if handling.done() and not accepted.is_set() else None
        replies = response.replies if response else ()
        if not replies:
            known = accepted.is_set() or handling.done()
            await (self._continue(ack, submission, person) if is_wizard and known else ack())
            self._tasks.start(self._answer(request, recipient, list((await handling).replies)))
        elif isinstance(submission.said, Pressed) and response and response.outcome not in {"refused", "failed"}:
            await ack()  # a lesson continues, which only this person sees
            self._tasks.start(self._answer(request, recipient, list(replies)))
        elif isinstance(submission.said, Pressed):
            sentences = "\n".join(plain_text(reply.text, reply.names) for reply in replies)
            await ack(response_action="errors", errors={submission.field: shortened(sentences, ERROR_LIMIT)})
        else:
            shown = [block for reply in replies for block in private(reply, 0.0).told]
            numbered = [{**block, "block_id": f"answer:{at}"} for at, block in enumerate(shown)]
            await ack(response_action="update", view=choices.command_line(submission.context, numbered))

    async def _continue(self, ack: AsyncAck, submission: Submission, person: Person) -> None:
        """After a move: show the next one if it's still this person's turn, otherwise close the form."""
        page = await self._page(submission.context, person)
        if page is not None and page.awaited:
            await ack(
                response_action="update",
                view=wizard.wizard_form(submission.context, page, note=ui_texts.STILL_YOUR_TURN),
            )
        else:
            await ack()
