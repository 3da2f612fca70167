"""What all referees share: reading an exported game event by event, and what they object to.

A referee is written from a game's document and from nothing else. It imports nothing of the program, and it is put
differently from the rules: they decide one move at a time, it walks through a whole game as the document tells it.
"""

from collections.abc import Mapping
from typing import Any

Export = Mapping[str, Any]
Event = Mapping[str, Any]


class Deviation(Exception):
    """Something that the document doesn't allow, after which the rest can't be followed."""


class Record:
    """The game's own events, in order; the table's are left out."""

    def __init__(self, export: Export) -> None:
        self._rows = [row for row in export["events"] if not row["payload"]["kind"].startswith("table.")]
        self._at = 0
        self.found: list[str] = []  # deviations that don't keep the referee from reading on

    @property
    def kind(self) -> str:
        """Of the next event; empty after the last one."""
        return str(self._rows[self._at]["payload"]["kind"]) if self._at < len(self._rows) else ""

    @property
    def move(self) -> Event:
        """The move that the next event is the first of; empty if it isn't."""
        found: Event = self._rows[self._at].get("move") or {} if self._at < len(self._rows) else {}
        return found

    def take(self, *kinds: str) -> Event:
        if self.kind not in kinds:
            raise Deviation(f"{self.where}: {self.kind or 'the end'} instead of {' or '.join(kinds)}")
        self._at += 1
        payload: Event = self._rows[self._at - 1]["payload"]
        return payload

    @property
    def where(self) -> str:
        rows = self._rows[max(0, self._at - 1) :][:1]
        return f"event {rows[0]['sequence']}" if rows else "the end"

    def must(self, true: bool, otherwise: str) -> None:  # noqa: FBT001  a condition reads best in front
        """The game can't be followed any further if this isn't true."""
        if not true:
            raise Deviation(f"{self.where}: {otherwise}")

    def same(self, what: str, shown: object, counted: object) -> None:
        if shown != counted:
            self.found.append(f"{self.where}: {what} is {shown}, and should be {counted}")
