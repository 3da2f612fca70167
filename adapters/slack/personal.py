"""What people have chosen for themselves on Slack: a name, and a message when it is their turn."""

import json
import time
from collections import OrderedDict
from dataclasses import asdict, dataclass

from adapters.slack.identifiers import PLATFORM
from bot.ports import Installations, StoreUnavailable

CACHE_SECONDS = 60.0  # another process may store something else
MAX_KNOWN = 5000


@dataclass(frozen=True, slots=True)
class Wishes:
    name: str = ""  # empty: the display name
    turns: bool = False  # a direct message when it is their turn


NONE = Wishes()


class PersonalWishes:
    """Stored beside the installations, one record a person; without a store they last as long as the process."""

    def __init__(self, store: Installations | None) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[float, Wishes]] = OrderedDict()

    async def of(self, person: str) -> Wishes:
        """By the person's id, `slack:T1:U1`. If the database can't be reached, what was last known."""
        until, known = self._known.get(person, (0.0, NONE))
        if self._store is None or time.monotonic() < until:
            return known
        try:
            found = await self._store.installation(PLATFORM, _key(person))
        except StoreUnavailable:
            return known
        wishes = Wishes(**json.loads(found)) if found else NONE
        self._keep(person, wishes)
        return wishes

    async def put(self, person: str, wishes: Wishes) -> None:
        if self._store is not None:
            await self._store.put_installation(PLATFORM, _key(person), json.dumps(asdict(wishes)).encode())
        self._keep(person, wishes)

    async def forget(self, person: str) -> None:
        if self._store is not None:
            await self._store.drop_installation(PLATFORM, _key(person))
        self._known.pop(person, None)

    def _keep(self, person: str, wishes: Wishes) -> None:
        self._known[person] = (time.monotonic() + CACHE_SECONDS, wishes)
        self._known.move_to_end(person)
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)


def _key(person: str) -> str:
    return f"person {person.removeprefix(f'{PLATFORM}:')}"
