"""Forms: opening them, advancing the wizard, and handling submissions."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from slack_bolt.async_app import AsyncAck

from adapters.background import BackgroundTasks
from adapters.requests import page_for
from adapters.slack import texts as ui_texts
from adapters.slack.command_name import understood
from adapters.slack.home.people import Profiles
from adapters.slack.identifiers import SlackRoom, delivery_id, parse_text, team_of, user_id_of
from adapters.slack.incoming import shortcuts, wizard
from adapters.slack.incoming.command_forms import command_form, first_field, read_form
from adapters.slack.incoming.rooms import Visits
from adapters.slack.incoming.shortcuts import SAVE, read_saved
from adapters.slack.incoming.start_form import START_GAME, WHERE, StartForm, chosen_place, invited_users
from adapters.slack.outgoing import acts
from adapters.slack.outgoing.acts import ANSWER, FORM, TYPED, WIZARD, Block, FormContext, plain_text
from adapters.slack.outgoing.calls import Uploads, with_or_without_pictures
from adapters.slack.outgoing.message import private
from adapters.slack.outgoing.private import Recipient
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.kernel.messages import Called, Filled, Page, Person, Pressed, Reply, Request, Response, TableForm, Typed
from bot.kernel.ports import Requests, RoomUnreachable, Service
from bot.kernel.store import StoreUnavailable
from games.language import speaking
from games.parts import Form
from games.text import shortened

log = logging.getLogger(__name__)

_DECISION_TIMEOUT = 1.5  # seconds that a form stays open for a refusal, which is then shown beside the input
_ERROR_LIMIT = 500
_GOOD = frozenset({"done", "answered"})  # outcomes

_Said = Typed | Called | Pressed | Filled | TableForm
_Answer = Callable[[Request, Recipient, list[Reply]], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class _Submission:
    """A submitted form; `field` is the block beside which a refusal is shown."""

    context: FormContext
    said: _Said
    field: str
    done: str = ""  # what to say if nothing else answers it


class Forms:
    def __init__(
        self,
        service: Service,
        web: WebApi,
        *,
        requests: Requests,
        tasks: BackgroundTasks,
        profiles: Profiles,
        visits: Visits,
        uploads: Uploads,
        answer: _Answer,
    ) -> None:
        """Set up forms. `answer` sends private replies once the form has closed."""
        self._service = service
        self._requests = requests
        self._web = web
        self._tasks = tasks
        self._profiles = profiles
        self._visits = visits
        self._uploads = uploads
        self._answer = answer
        self._deciding: dict[str, asyncio.Event] = {}

    def decided(self, request: Request) -> None:
        """Called before the result is posted to the room: the request was accepted."""
        if request.id in self._deciding:
            self._deciding[request.id].set()

    # --- opening and advancing -------------------------------------------------------------------------------------

    async def open(self, team: str, trigger: str, view: Block) -> bool:
        """Open a form; False if Slack no longer allows it, usually because the trigger's three seconds are over."""
        try:
            client = await self._web.client(team)
            await with_or_without_pictures(view, lambda view: client.views_open(trigger_id=trigger, view=view))
        except (*FAILURES, RoomUnreachable) as error:
            log.warning("could not open a form: %s", error_code(error))
            return False
        return True

    async def advance(self, team: str, body: dict[str, Any]) -> None:
        """Show what follows from what was chosen: the wizard's next menu, or the settings of a game."""
        view, person = body["view"], await self._person(body)
        if view["callback_id"] == START_GAME:
            with speaking(person.locale):
                following = StartForm.read(view).view()
        elif view["callback_id"] == WIZARD:
            state = wizard.read_submission(view, body["actions"][0]["block_id"])
            following = await self.wizard(state.context, person, state.picks)
        else:
            return
        try:
            client = await self._web.client(team)
            await with_or_without_pictures(
                following, lambda new: client.views_update(view_id=view["id"], hash=view["hash"], view=new)
            )
        except (*FAILURES, RoomUnreachable) as error:  # they closed it, or chose again meanwhile
            log.info("could not advance a form: %s", error_code(error))

    async def wizard(self, context: FormContext, person: Person, picks: tuple[str, ...] = ()) -> Block:
        """The wizard after these picks, or the form of what was picked last, if that has one."""
        page = await self.page(context, person)
        if page is not None and (act := wizard.with_form(page, picks)) is not None:
            about = replace(context, button=act.button, table=page.table, command=act.opens)
            press = Request("", context.room, person, Pressed(act.button))
            if asked := await self.of_command(about, person, press):
                return asked
        return wizard.wizard_form(context, page, picks, picture=self._picture(context, page))

    async def of_command(self, context: FormContext, person: Person, press: Request) -> Block | None:
        """The form of a command; None if this person can't use it now: then the press says why."""
        asked = await self.asked(context, person, press)
        return command_form(context, asked) if asked else None

    async def asked(self, context: FormContext, person: Person, press: Request) -> Form | None:
        """What a command asks this person for. The press that opens its form seats them, where seats are open."""
        try:
            return await self._service.form(person, context.table, context.command, press)
        except StoreUnavailable:
            return None

    def _picture(self, context: FormContext, page: Page | None) -> str:
        """The board that the room shows, if it is the current one."""
        team = SlackRoom.parse(context.room).team
        return self._uploads.board(team, page.table, page.sequence) if page is not None else ""

    async def page(self, context: FormContext, person: Person) -> Page | None:
        """The table that the form was opened for: the room's, or another one where the person has a seat."""
        try:
            return await page_for(self._service, person, context.room, context.table)
        except StoreUnavailable:
            log.warning("a form is empty: the store is unavailable")
            return None

    async def _person(self, body: dict[str, Any]) -> Person:
        return await self._profiles.person(team_of(body), user_id_of(body))

    # --- submissions -----------------------------------------------------------------------------------------------

    async def submission(self, ack: AsyncAck, body: dict[str, Any]) -> _Submission | None:
        """Read a submitted form; None if something is missing, which the form then shows."""
        view = body["view"]
        if view["callback_id"] == FORM:
            return await self._command_submitted(ack, view)
        if view["callback_id"] == WIZARD:
            return await self._wizard_submitted(ack, body)
        if view["callback_id"] == START_GAME:
            people = (self._profiles.person(team_of(body), user) for user in invited_users(view))
            opening = StartForm.read(view).said(await asyncio.gather(*people))
            return _Submission(chosen_place(team_of(body), body), opening, WHERE)
        callback = view["callback_id"]
        field = ANSWER if callback == SAVE else callback
        context, typed = acts.filled_in(view, field)
        if not typed:
            await self._refuse(ack, field, str(ui_texts.NOTHING_TYPED))
            return None
        match callback:
            case shortcuts.SAVE:
                said = read_saved(context, view, typed)
                return _Submission(context, said, field, done=str(ui_texts.SAVED) if isinstance(said, Filled) else "")
            case shortcuts.NAME:
                return _Submission(context, Typed(f"{shortcuts.NAME} {typed}"), field)
            case acts.TYPED:
                return _Submission(context, self._typed(typed, body), field)
            case _:
                return _Submission(context, Pressed(context.button, typed), field)

    def _typed(self, line: str, body: dict[str, Any]) -> Typed:
        return parse_text(understood(line, self._web.command), team_of(body))

    async def _wizard_submitted(self, ack: AsyncAck, body: dict[str, Any]) -> _Submission | None:
        state = wizard.read_submission(body["view"])
        if state.line:
            return _Submission(state.context, self._typed(state.line, body), TYPED)
        if not state.button or state.lacks_question:  # it was sent before the next question could be shown
            person = await self._person(body)
            await self._update(ack, await self.wizard(state.context, person, state.picks))
            return None
        field = state.blocks[-1]
        if field == ANSWER and not state.answer:
            await self._refuse(ack, field, str(ui_texts.NOTHING_TYPED))
            return None
        return _Submission(state.context, Pressed(state.button, state.answer), field)

    async def _command_submitted(self, ack: AsyncAck, view: dict[str, Any]) -> _Submission | None:
        context, fields = read_form(view)
        if not any(entered.strip() for entered in fields.values()):
            await self._refuse(ack, first_field(view), str(ui_texts.NOTHING_TYPED))
            return None
        # what a form is about is one of its fields, unless only the button knows
        command = context.command if acts.carried(context.button) else context.command.partition(" ")[0]
        return _Submission(context, Filled(context.table, command, fields), first_field(view))

    async def handle(self, ack: AsyncAck, body: dict[str, Any], submission: _Submission) -> None:
        """Acknowledge as soon as the request is decided; a refusal is shown in the form, so nothing typed is lost."""
        request, recipient = await self._request(body, submission.context, submission.said)
        handling, is_accepted = await self._decide(request)
        response = handling.result() if handling.done() and not is_accepted else None
        if response is not None and response.replies:
            await self._show(ack, submission, response)
            if submission.field != TYPED and response.outcome in _GOOD:  # a lesson continues, say
                self._tasks.start(self._answer(request, recipient, list(response.replies)))
            return
        known = is_accepted or handling.done()
        is_wizard = body["view"]["callback_id"] == WIZARD and submission.field != TYPED
        await (self._continue(ack, submission, request.person) if is_wizard and known else ack())
        response = await handling
        late = [*response.replies, *([] if response.outcome in _GOOD else _returned(body["view"]))]
        done = [Reply(submission.done, private=True)] if submission.done and not late else []
        self._tasks.start(self._answer(request, recipient, late or done))

    async def _request(self, body: dict[str, Any], context: FormContext, said: _Said) -> tuple[Request, Recipient]:
        """The request of a submitted form, and who gets to know the answer."""
        slack_room, place = SlackRoom.parse(context.room), SlackRoom.parse(context.place or context.room)
        recipient = Recipient(
            place, user_id_of(body), context.answers, ephemeral=context.ephemeral, at_home=context.at_home
        )
        self._visits.note(slack_room, context.answers)
        return Request(delivery_id(team_of(body), body), context.room, await self._person(body), said), recipient

    async def _decide(self, request: Request) -> tuple[asyncio.Task[Response], bool]:
        """Start handling a request, and wait a moment for a refusal; the second value is True once it was accepted."""
        accepted = self._deciding[request.id] = asyncio.Event()
        handling = self._tasks.start(self._requests.handle(request))
        waiting = asyncio.create_task(accepted.wait())
        await asyncio.wait({handling, waiting}, timeout=_DECISION_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        del self._deciding[request.id]
        return handling, accepted.is_set()

    async def _show(self, ack: AsyncAck, submission: _Submission, response: Response) -> None:
        """Show an answer to a typed command in the form itself; a refusal beside the input; else close the form."""
        if submission.field == TYPED:
            shown = [block for reply in response.replies for block in private(reply, 0.0).words]
            numbered = [{**block, "block_id": f"answer:{at}"} for at, block in enumerate(shown)]
            await self._update(ack, acts.command_line(submission.context, numbered))
        elif response.outcome in _GOOD:
            await ack()
        else:
            said = submission.said
            field = response.field if isinstance(said, Filled) and response.field in said.fields else submission.field
            await self._refuse(ack, field, _sentences(response))

    async def _continue(self, ack: AsyncAck, submission: _Submission, person: Person | None) -> None:
        """Show the next move in the form if it's still this person's turn, otherwise close it."""
        page = await self.page(submission.context, person) if person else None
        if page is not None and page.awaited:
            with speaking(page.reply.language):
                note = str(ui_texts.STILL_YOUR_TURN)
            await self._update(ack, wizard.wizard_form(submission.context, page, note=note))
        else:
            await ack()

    async def _refuse(self, ack: AsyncAck, field: str, why: str) -> None:
        """Say beside a field what is wrong; the form stays open."""
        await ack(response_action="errors", errors={field: self._web.worded(why)})

    async def _update(self, ack: AsyncAck, view: Block) -> None:
        await ack(response_action="update", view=self._web.worded(view))


def _returned(view: dict[str, Any]) -> list[Reply]:
    """What was typed into a form that closed before it was refused, so that it isn't lost."""
    values = [value for block in view["state"]["values"].values() for value in block.values()]
    typed = [str(value["value"]) for value in values if value["type"] == "plain_text_input" and value.get("value")]
    return [Reply(ui_texts.you_typed("\n".join(typed)), private=True)] if typed else []


def _sentences(refusal: Response) -> str:
    return shortened("\n".join(plain_text(reply.text, reply.names) for reply in refusal.replies), _ERROR_LIMIT)
