"""A step for Workflow Builder: open a retrospective in a channel, every second Friday, say."""

import logging
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.complete.async_complete import AsyncComplete
from slack_bolt.context.fail.async_fail import AsyncFail

from adapters.background import BackgroundTasks
from adapters.slack import texts as ui_texts
from adapters.slack.home.people import Profiles
from adapters.slack.identifiers import PLATFORM, SlackRoom, team_of
from adapters.slack.incoming.rooms import Visits
from adapters.slack.outgoing.acts import plain_text
from adapters.slack.outgoing.calls import MessagesApi
from adapters.slack.outgoing.posting import Posts
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.kernel.messages import Request, Response, TableForm
from bot.kernel.ports import RoomUnreachable, Service
from bot.kernel.table.catalogue import listed_games
from games.language import speaking
from games.text import clean

log = logging.getLogger(__name__)

FUNCTION_EXECUTED = "function_executed"
OPEN_RETRO = "open_retrospective"
_CHANNEL, _FACILITATOR, _FORMAT, _LINK = "channel", "facilitator", "format", "link"
_FORMAT_LIMIT = 60


def _parameter(name: str, kind: str, description: str, *, required: bool = True) -> dict[str, Any]:
    about = {"type": kind, "title": name.capitalize(), "description": description}
    return {**about, "is_required": required, "name": name}


# in the manifest, which is in English
STEPS = {
    OPEN_RETRO: {
        "title": "Open a retrospective",  # not prose
        "description": "Open a retrospective in a channel; people join by a button",  # not prose
        "input_parameters": {
            _CHANNEL: _parameter(
                _CHANNEL,
                "slack#/types/channel_id",
                "A channel that Scrum Table was invited to",  # not prose
            ),
            _FACILITATOR: _parameter(_FACILITATOR, "slack#/types/user_id", "Who leads through it"),  # not prose
            _FORMAT: _parameter(
                _FORMAT,
                "string",
                "Such as Sailboat; else Start, Stop, Continue",  # not prose
                required=False,
            ),
        },
        "output_parameters": {
            _LINK: _parameter(_LINK, "string", "To the message that opens it", required=False),  # not prose
        },
    }
}


class WorkflowStep:
    def __init__(
        self,
        service: Service,
        web: WebApi,
        *,
        posts: Posts,
        visits: Visits,
        profiles: Profiles,
        tasks: BackgroundTasks,
    ) -> None:
        self._service = service
        self._web = web
        self._posts = posts
        self._visits = visits
        self._profiles = profiles
        self._tasks = tasks

    def listen(self, app: AsyncApp) -> None:
        app.function(OPEN_RETRO)(self._executed)

    async def _executed(
        self, body: dict[str, Any], inputs: dict[str, Any], complete: AsyncComplete, fail: AsyncFail
    ) -> None:
        self._tasks.start(self._open(body, inputs, complete, fail))

    async def _open(
        self, body: dict[str, Any], inputs: dict[str, Any], complete: AsyncComplete, fail: AsyncFail
    ) -> None:
        """Open a retrospective. The execution is the request, so that it opens one however often it is delivered."""
        team = team_of(body)
        room = SlackRoom(team, str(inputs[_CHANNEL]))
        person = await self._profiles.person(team, str(inputs[_FACILITATOR]))
        request = f"{PLATFORM}:{team}:{body['event']['function_execution_id']}"
        with speaking(person.locale):
            await self._end(Request(request, room.name, person, _opening(inputs)), room, complete, fail)

    async def _end(self, request: Request, room: SlackRoom, complete: AsyncComplete, fail: AsyncFail) -> None:
        response = await self._service.handle(request)
        try:
            if response.outcome not in {"done", "answered"}:
                await fail(self._web.worded(_sentence(response)))
            elif self._visits.is_visitor(room):
                await fail(self._web.worded(str(ui_texts.STEP_UNSEEN)))
            else:
                address = await self._address(room)
                await complete({_LINK: address} if address else {})
        except FAILURES as error:  # it ended already, or Slack is away
            log.info("could not end a workflow step: %s", error_code(error))

    async def _address(self, room: SlackRoom) -> str:
        """The address of the message that opened it; empty if another process posted it."""
        place, ts = self._posts.newest(room)
        try:
            return await MessagesApi(self._web).address(place, ts) if ts else ""
        except RoomUnreachable:
            return ""


def _opening(inputs: dict[str, Any]) -> TableForm:
    meeting = next(game.key for game in listed_games() if game.is_meeting)
    words = clean(str(inputs.get(_FORMAT) or ""), _FORMAT_LIMIT).lower().replace(",", "").split()
    return TableForm(meeting, f"{_FORMAT}={'-'.join(words)}" if words else "")


def _sentence(refusal: Response) -> str:
    return "\n".join(plain_text(reply.text, reply.names) for reply in refusal.replies)
