"""Whether a migration only adds, so that processes of the version before can go on beside the new one."""

import re
from collections.abc import Iterator

_NAME = r'(?:IF NOT EXISTS )?"?(\w+)"?'
_CREATES = re.compile(rf"CREATE TABLE {_NAME} ?\(", re.IGNORECASE)
_INDEXES = re.compile(rf"CREATE INDEX {_NAME} ON ", re.IGNORECASE)
_FILLS = re.compile(rf"INSERT INTO {_NAME}\b", re.IGNORECASE)
_ADDS = re.compile(rf"ALTER TABLE {_NAME} ADD COLUMN {_NAME} (.*)", re.IGNORECASE)


def faults(sql: str) -> Iterator[str]:
    """The statements that processes of the version before might stumble over, or that throw something away."""
    new: set[str] = set()
    for statement in _statements(sql):
        if created := _CREATES.match(statement):
            new.add(created[1])
        elif added := _ADDS.match(statement):
            rules = added[3].upper()
            needs_a_value = "NOT NULL" in rules and "DEFAULT" not in rules
            if needs_a_value or "UNIQUE" in rules or "," in re.sub(r"\(.*?\)", "", rules):
                yield statement
        elif not (_INDEXES.match(statement) or ((filled := _FILLS.match(statement)) and filled[1] in new)):
            yield statement


def _statements(sql: str) -> Iterator[str]:
    for statement in re.sub(r"--[^\n]*", "", sql).split(";"):
        if words := " ".join(statement.split()):
            yield words
