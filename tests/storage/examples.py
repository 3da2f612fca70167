"""Short ways to make changes for tests to store."""

from bot.kernel.store import Append, StoredEvent, TableRecord

NOW = 1_700_000_000.25


def event(sequence: int, request: str | None = None, payload: str = '{"die":4}') -> StoredEvent:
    return StoredEvent(
        sequence=sequence,
        kind="rolled",
        payload=payload,
        at=NOW + sequence,
        drawn=2 * sequence,
        hash=f"hash-{sequence}",
        request=request,
    )


def events(first: int, last: int, request: str | None = None) -> tuple[StoredEvent, ...]:
    """Events of one request, which the first of them carries."""
    return tuple(event(number, request if number == first else None) for number in range(first, last + 1))


def record(table: str, opened: float = NOW) -> TableRecord:
    return TableRecord(table, "sprint", b"\x00\xff" * 16, opened)


def opening(table: str, last: int = 1, request: str | None = None, room: str | None = None) -> Append:
    """A new table with its first events."""
    return Append(table, events(1, last, request), opens=record(table), room=room)
