"""Erasing what nobody needs any more: once anonymous notes and dots have been shown, who could be behind each.

Of a sealed event only its veil is hashed and exported, so the rest can go as soon as a later event repeats what the
board needs. A text that everybody has seen goes when somebody hides it.
"""

from collections.abc import Sequence
from typing import Any

from bot.live.table import LiveTable
from bot.ports import Store, StoredEvent
from bot.table.journal import Draft, decode, encode, hashed_payload
from games.api import AnyGame


async def erased_by(
    draft: Draft, rows: tuple[StoredEvent, ...], live: LiveTable, store: Store
) -> tuple[tuple[int, str], ...]:
    """The sequences of events of which something is erased from now on, and what is left of each.

    `rows`: the draft's own events; some may have to be erased at once.
    """
    game = draft.standing.game
    if not game.sealed:  # nearly every game
        return ()
    erasing = [
        (_first_of(draft) + index, event) for index, event in enumerate(draft.events) if event.kind in game.erases
    ]
    at_the_end = game.sealed - game.erasable if draft.standing.table.phase == "over" else frozenset[str]()
    if not erasing and not at_the_end:
        return ()
    everything = (*await store.events(live.id), *rows)
    kept = ((row, _kept(row, erasing, at_the_end, game)) for row in everything if row.kind in game.sealed)
    return tuple((row.sequence, left) for row, left in kept if left != row.payload)


def _first_of(draft: Draft) -> int:
    """The sequence of the draft's first event."""
    return draft.standing.sequence - len(draft.events) + 1


def _kept(row: StoredEvent, erasing: Sequence[tuple[int, Any]], at_the_end: frozenset[str], game: AnyGame) -> str:
    """What is left of a sealed event after later ones that erase something of its kind."""
    later = [event for sequence, event in erasing if sequence > row.sequence and row.kind in game.erases[event.kind]]
    payload = row.payload
    for event in later:
        payload = encode(game.erased(decode(row.kind, payload, game), event), game)
    return hashed_payload(row.kind, payload, game) if row.kind in at_the_end else payload
