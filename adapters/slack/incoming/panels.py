"""The private panels of a meeting: opened by **More…**, the answer to what people do, replaced and not repeated.

An ephemeral message can only be replaced through the response_url of a press on it, which works for half an hour. Where
there is none, a new panel is sent. Whoever leads gets theirs unasked, once in each phase.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from adapters.layout import besides
from adapters.slack.home.people import Profiles
from adapters.slack.identifiers import SlackRoom, user_of
from adapters.slack.outgoing import message
from adapters.slack.outgoing.panel import is_meeting
from adapters.slack.outgoing.posting import Posts
from adapters.slack.outgoing.private import EphemeralReplies, Recipient
from bot.kernel.messages import INSTEAD, SURE, Page, Person, Reply, Request
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable

_MAX_HELD = 5000
_NO_FEED = 10**9  # the story of a page that nobody reads


@dataclass(frozen=True, slots=True)
class _Held:
    """A panel that somebody sees, as far as is known."""

    recipient: Recipient  # with the response_url that replaces it, if there is one
    phase: str


class Panels:
    def __init__(self, service: Service, ephemeral: EphemeralReplies, posts: Posts, profiles: Profiles) -> None:
        self._service = service
        self._profiles = profiles
        self._ephemeral = ephemeral
        self._posts = posts
        self._held: OrderedDict[tuple[str, str], _Held] = OrderedDict()  # by table and person

    async def page(self, room: str, person: Person | None) -> Page | None:
        """The meeting of a room as this person sees it; None if there is none."""
        try:
            page = await self._service.page(room, person, _NO_FEED)
        except StoreUnavailable:
            return None
        return page if page is not None and is_meeting(page.game) else None

    async def open(self, recipient: Recipient, room: str, person: Person) -> bool:
        """Show somebody's panel; False if there is no meeting here."""
        page = await self.page(room, person)
        if page is None:
            return False
        await self.show(recipient, page, person)
        return True

    async def answer(self, recipient: Recipient, request: Request, replies: Sequence[Reply]) -> bool:
        """Answer what somebody did in a meeting with their panel; False if the replies have to do.

        A question has acts of its own, and an answer about something else, such as the room's actions, its own list.
        """
        if request.person is None or recipient.at_home or any(each.links for each in replies):
            return False
        page = await self.page(request.room, request.person)
        if page is None:
            return False
        if not all(_is_about(page, each) for each in replies):
            self._hold(recipient, page, request.person, own=recipient.ephemeral)
            return False
        if page.phase == "over" and recipient.ephemeral and not replies:
            await self._ephemeral.remove(recipient)
            return True
        spoken = "\n\n".join(part for each in replies for part in (each.story, each.situation) if part)
        if not (spoken and page.phase != "over") and not recipient.ephemeral and not self._is_due(page, request.person):
            return False
        await self.show(recipient, page, request.person, spoken)
        return True

    async def show(self, recipient: Recipient, page: Page, person: Person, spoken: str = "") -> None:
        """Show a panel below these words, in place of the one before."""
        await self._remove_old(recipient, page, person)
        self._hold(recipient, page, person, own=recipient.ephemeral)
        await self._ephemeral.show(recipient, _content(page, spoken))

    async def renew(self, slack_room: SlackRoom, reply: Reply, request: Request | None) -> None:
        """Bring panels up to date once a phase begins: whoever moved the meeting on gets theirs as the answer."""
        if reply.amends or not reply.news or not is_meeting(reply.game):
            return
        mover = request.person.id if request is not None and request.person is not None else ""
        everybody = await self.page(slack_room.name, None)
        lead = _leader(everybody) if everybody is not None and everybody.phase != "over" else None
        people = {person: held.recipient.user for (table, person), held in self._held.items() if table == reply.table}
        if lead is not None and (user := user_of(lead, slack_room.team)):
            people.setdefault(lead.id, user)
        for person, user in people.items():
            if person != mover:
                known = await self._profiles.person(slack_room.team, user)
                await self._renew(slack_room, known, user, is_lead=lead is not None and person == lead.id)

    async def _renew(self, slack_room: SlackRoom, person: Person, user: str, *, is_lead: bool) -> None:
        page = await self.page(slack_room.name, person)
        if page is None:
            return
        held = self._held.get((page.table, person.id))
        if held is not None and self._ephemeral.can_replace(held.recipient):
            await self._ephemeral.show(held.recipient, _content(page))
            self._held[page.table, person.id] = replace(held, phase=_phase(page))
        elif is_lead:
            recipient = Recipient(self._posts.place_of(slack_room), user)
            self._hold(recipient, page, person, own=False)
            await self._ephemeral.show(recipient, _content(page))

    def _is_due(self, page: Page, person: Person) -> bool:
        """True if this person leads and has no panel of this phase."""
        lead = _leader(page)
        if page.phase == "over" or lead is None or lead.id != person.id:
            return False
        held = self._held.get((page.table, person.id))
        return held is None or held.phase != _phase(page)

    async def _remove_old(self, recipient: Recipient, page: Page, person: Person) -> None:
        held = self._held.get((page.table, person.id))
        if held is not None and not recipient.ephemeral and self._ephemeral.can_replace(held.recipient):
            await self._ephemeral.remove(held.recipient)

    def _hold(self, recipient: Recipient, page: Page, person: Person, *, own: bool) -> None:
        """Note a panel. `own`: something was pressed on it, so it can be replaced."""
        kept = recipient if own else replace(recipient, answers="", ephemeral=False)
        self._held[page.table, person.id] = _Held(kept, _phase(page))
        self._held.move_to_end((page.table, person.id))
        while len(self._held) > _MAX_HELD:
            self._held.popitem(last=False)


def _is_about(page: Page, reply: Reply) -> bool:
    """True if the panel says all that the reply does, besides its words."""
    asks = any(act.button.endswith((SURE, INSTEAD)) for act in reply.acts)
    elsewhere = reply.table != page.table and (reply.acts or reply.sheet)
    return not (asks or elsewhere or reply.drawing or reply.files or reply.lines or reply.menu)


def _phase(page: Page) -> str:
    return page.meeting.phase if page.meeting is not None else page.phase


def _leader(page: Page) -> Person | None:
    """Whoever facilitates, and before the start whoever opened it."""
    if page.meeting is not None:
        chairs = [page.chairs[page.meeting.facilitator]] if page.meeting.facilitator < len(page.chairs) else []
    else:
        chairs = [chair for chair in page.chairs if chair.host]
    found = next((chair for chair in chairs if chair.person and not chair.automatic), None)
    return Person(found.person, found.name) if found is not None else None


def _content(page: Page, spoken: str = "") -> dict[str, Any]:
    situation, acts = "" if page.reply.acts else page.reply.situation, besides(page.reply.acts, page.sheet)
    shown = message.panel_of(replace(page.reply, story=spoken, situation=situation, acts=acts))
    return shown.content | {"text": shown.text or page.title}
