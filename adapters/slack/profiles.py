"""People's names and time zones: the name they chose, or else the display name where the app may read it.

That takes the optional scope `users:read`. The name that comes with a command is a handle that nobody chose, and
Slack no longer shows it: no board does either.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from slack_sdk.errors import SlackApiError

from adapters.slack.identifiers import person_id
from adapters.slack.personal import PersonalWishes
from adapters.slack.ui_texts import UNNAMED
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.messages import Person
from bot.ports import RoomUnreachable

log = logging.getLogger(__name__)

CACHE_SECONDS = 3600.0
ASK_AGAIN_SECONDS = 300.0  # where Slack says no: somebody may grant the scope
TIMEOUT = 1.0  # for Slack's answer; nobody waits longer for a name
MAX_KNOWN = 5000


class Profiles:
    def __init__(self, web: WebApi, wishes: PersonalWishes) -> None:
        self._web = web
        self._wishes = wishes
        self._known: OrderedDict[tuple[str, str], tuple[float, Person]] = OrderedDict()
        self._closed: dict[str, float] = {}  # by team: until when not to ask, because the scope is missing

    async def person(self, team: str, user: str) -> Person:
        """The person as a table should call them."""
        person = await self._account(team, user)
        chosen = (await self._wishes.of(person.id)).name
        return replace(person, name=chosen) if chosen else person

    async def _account(self, team: str, user: str) -> Person:
        """The person as others see them in Slack; without a name if the app may not read it."""
        until, known = self._known.get((team, user), (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        nobody = known or Person(person_id(team, user), UNNAMED)
        if time.monotonic() < self._closed.get(team, 0.0):
            return nobody
        try:
            found, seconds = await self._ask(team, user), CACHE_SECONDS
        except SlackApiError as error:
            if error_code(error) == "missing_scope":
                self._closed[team] = time.monotonic() + ASK_AGAIN_SECONDS
            found, seconds = nobody, ASK_AGAIN_SECONDS
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not read a profile: %s", error_code(error))
            return nobody
        self._keep((team, user), found, seconds)
        return found

    def _keep(self, key: tuple[str, str], found: Person, seconds: float) -> None:
        self._known[key] = (time.monotonic() + seconds, found)
        self._known.move_to_end(key)
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)

    async def _ask(self, team: str, user: str) -> Person:
        async with asyncio.timeout(TIMEOUT):
            answer = await (await self._web.client(team)).users_info(user=user)
        account = answer["user"] or {}
        profile = account.get("profile") or {}
        name = profile.get("display_name") or profile.get("real_name") or account.get("real_name") or UNNAMED
        return Person(person_id(team, user), str(name), zone=str(account.get("tz") or ""))


@dataclass(frozen=True, slots=True)
class People:
    """What is known about people: from Slack, and from themselves."""

    profiles: Profiles
    wishes: PersonalWishes
