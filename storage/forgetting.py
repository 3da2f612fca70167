"""What replaces a person who asked to be forgotten.

Only `people` names people, and some request ids: where the platform gives none, the adapter builds one from who asked
and when. Such an id is replaced, not removed, because the event still started a request; platforms don't redeliver
requests this old. `workshop_people` names them too, but no game needs its rows: they are removed.
"""

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from bot.ports import FORGOTTEN
from storage.statements import Values


def anonymous_id() -> str:
    """Return a new random id for each row, so that one person's rows at two tables can't be linked."""
    return f"forgotten:{secrets.token_hex(16)}"


def platform_account(person: str) -> str:
    """Return the platform's own id of a person, the last part of ours: U2 in slack:T1:U2."""
    return person.rpartition(":")[2]


def person_rows(person: str, tables: Iterable[str]) -> list[Values]:
    return [(table, person, anonymous_id(), FORGOTTEN) for table in tables]


def request_rows(person: str, found: Iterable[Sequence[Any]]) -> list[Values]:
    """Return replacements for the requests that contain the person's id as a whole word (not 42 in 1421)."""
    named = re.compile(rf"(?<![^\W_]){re.escape(platform_account(person))}(?![^\W_])")
    return [(table, sequence, anonymous_id()) for table, sequence, request in found if named.search(request)]


def affected_tables(tables: Iterable[str], requests: Iterable[Values]) -> tuple[str, ...]:
    return tuple(sorted({*tables, *(str(table) for table, *_ in requests)}))
