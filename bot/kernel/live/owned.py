"""The keys of what people own that nothing stored ties to them, such as the codes of anonymous notes.

They are in the memory of this process only, by an HMAC of the person whose key is made with the process and dies with
it. Nothing here is ever stored, logged, copied to another process or shown to anybody but that person. What is lost
with a restart is a convenience: the buttons of a private message carry the keys themselves.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Person, Reply
from bot.kernel.table.buttons import keyed_acts
from games.parts import Owned
from games.values import replace

_MAX_TABLES = 2000
_MAX_PEOPLE = 100  # of a table
_MAX_KEYS = 100  # of a person at a table; the latest are kept


class OwnKeys:
    __slots__ = ("_kept", "_secret")

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._kept: OrderedDict[str, OrderedDict[bytes, tuple[str, ...]]] = OrderedDict()  # by table and person

    def __repr__(self) -> str:
        return "<keys that nobody reads>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("these keys stay in this process")

    def of(self, live: LiveTable, person: Person) -> Owned | None:
        """What this person owns at the table and could still change; None if nothing is known."""
        people = self._kept.get(live.id)
        kept = people.get(self._digest(live.id, person)) if people else None
        return _owned(live, kept) if kept else None

    def add(self, live: LiveTable, person: Person, keys: Sequence[str]) -> None:
        """Remember what this person has shown or been given the keys of, unless they are of no use."""
        if not keys or _owned(live, keys) is None:
            return
        people = self._kept.setdefault(live.id, OrderedDict())
        self._kept.move_to_end(live.id)
        digest = self._digest(live.id, person)
        people[digest] = tuple(dict.fromkeys((*people.get(digest, ()), *keys)))[-_MAX_KEYS:]
        people.move_to_end(digest)
        _shrink(people, _MAX_PEOPLE)
        _shrink(self._kept, _MAX_TABLES)

    def added(self, live: LiveTable, person: Person, reply: Reply) -> Reply:
        """A private reply with the list of what this person owns, and what they may do with each thing."""
        owned = self.of(live, person)
        if owned is None:
            return reply
        own = keyed_acts(live.id, live.standing, owned.phrases)
        return replace(reply, sheet=owned.sheet, acts=(*own, *reply.acts))

    def holds(self, table: str) -> bool:
        return table in self._kept

    def settle(self, live: LiveTable) -> None:
        """Drop what can't be changed any more: all of it once notes are shown, or the table is over or put away."""
        people = self._kept.get(live.id)
        if people is None:
            return
        for digest, keys in tuple(people.items()):
            if _owned(live, keys) is None:
                del people[digest]
        if not people:
            self.forget((live.id,))

    def forget(self, tables: Iterable[str]) -> None:
        for table in tables:
            self._kept.pop(table, None)

    def _digest(self, table: str, person: Person) -> bytes:
        return hmac.digest(self._secret, f"{table}\n{person.id}".encode(), "sha256")


def _owned(live: LiveTable, keys: Sequence[str]) -> Owned | None:
    standing = live.standing
    if not standing.playing or standing.state is None or standing.table.asleep:
        return None
    owned: Owned | None = standing.game.secrets.owned(standing.state, keys)
    return owned


def _shrink(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
