"""The summary of a meeting to take along: as text in a form, as a canvas of the channel, its actions as a list."""

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom, user_of
from adapters.slack.incoming.command_forms import text_to_copy
from adapters.slack.incoming.presses import Press
from adapters.slack.outgoing import acts
from adapters.slack.outgoing.acts import CANVAS, LIST, Block
from adapters.slack.outgoing.canvases import Canvases
from adapters.slack.outgoing.lists import ListedAction, Lists
from bot.kernel.messages import Person, Response
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable

_NO_FEED = 10**9


class Summaries:
    def __init__(self, service: Service, canvases: Canvases, lists: Lists) -> None:
        self._service = service
        self._canvases = canvases
        self._lists = lists

    async def form(self, press: Press, response: Response) -> Block | None:
        """The form with a text that somebody asked for; None if they got another answer."""
        if response.outcome != "answered" or not response.replies:
            return None
        text = "\n\n".join(acts.plain_text(reply.text, reply.names) for reply in response.replies)
        context = press.context(button=press.button, table=response.replies[0].table)
        offered = [CANVAS] if await self._canvases.are_offered(press.team) else []
        offered += [LIST] if await self._lists.are_offered(press.team) and await self._actions(response, "") else []
        return text_to_copy(context, text, offered if response.replies[0].files else ())

    async def save(self, place: SlackRoom, table: str, target: str, response: Response) -> str:
        """Save a summary, given what the service answered; says what became of it, or nothing if it may not be read."""
        if response.outcome != "answered" or not response.replies or not response.replies[0].files:
            return ""
        target = target or (CANVAS if await self._canvases.are_offered(place.team) else LIST)
        try:
            if target == LIST:
                return await self._lists.save(place, table, await self._actions(response, place.team))
            (name, markdown), *_ = response.replies[0].files
            return await self._canvases.save(place, table, name.removesuffix(".md"), markdown)
        except StoreUnavailable:
            return str(ui_texts.LIST_FAILED if target == LIST else ui_texts.CANVAS_FAILED)

    async def _actions(self, response: Response, team: str) -> list[ListedAction]:
        """What the meeting agreed on."""
        page = await self._service.page_of(response.replies[0].table, _NO_FEED)
        if page is None or page.meeting is None:
            return []
        people = [Person(chair.person, chair.name) for chair in page.chairs]
        return [
            ListedAction(
                acts.plain_text(each.what, response.replies[0].names),
                (user_of(people[each.owner], team) or "") if each.owner is not None else "",
                each.due,
            )
            for each in page.meeting.actions
        ]
