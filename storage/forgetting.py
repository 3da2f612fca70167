"""What stands where a person stood who asked to be forgotten.

Only `people` names people. A request id may do so too, where the platform gave none and the adapter made one of who
asked and when. It is replaced and not taken away: that this event began a request stays true, and a platform does not
deliver again what is old enough to be forgotten.
"""

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from bot.ports import FORGOTTEN
from storage.statements import Values


def stand_in() -> str:
    """A new one for each row: what the same person did at two tables is no longer to be connected."""
    return f"forgotten:{secrets.token_hex(16)}"


def account(person: str) -> str:
    """The platform's own id of a person, which is the end of ours: the U2 of slack:T1:U2."""
    return person.rpartition(":")[2]


def person_rows(person: str, tables: Iterable[str]) -> list[Values]:
    return [(table, person, stand_in(), FORGOTTEN) for table in tables]


def request_rows(person: str, found: Iterable[Sequence[Any]]) -> list[Values]:
    """For those requests that name the person. 42 is not named by 1421, nor U2 by U23."""
    named = re.compile(rf"(?<![^\W_]){re.escape(account(person))}(?![^\W_])")
    return [(table, sequence, stand_in()) for table, sequence, request in found if named.search(request)]


def touched(tables: Iterable[str], requests: Iterable[Values]) -> tuple[str, ...]:
    return tuple(sorted({*tables, *(str(table) for table, *_ in requests)}))
