"""Erasing what nobody needs any more: once anonymous notes and dots have been shown, who could be behind each.

Of a sealed event only its veil is hashed and exported, so the rest can go as soon as a later event repeats what the
board needs.
"""

from bot.live.table import LiveTable
from bot.ports import Store, StoredEvent
from bot.table.journal import Draft, hashed_payload


async def erased_by(
    draft: Draft, rows: tuple[StoredEvent, ...], live: LiveTable, store: Store
) -> tuple[tuple[int, str], ...]:
    """The sequences of events of which only the veil is kept from now on, and what is left of each.

    `rows`: the draft's own events; some may have to be erased at once.
    """
    game = draft.standing.game
    if not game.sealed:  # nearly every game
        return ()
    kinds = frozenset[str]().union(*(game.erases.get(event.kind, frozenset()) for event in draft.events))
    if draft.standing.table.phase == "over":
        kinds |= game.sealed
    if not kinds:
        return ()
    everything = (*await store.events(live.id), *rows)
    veiled = ((row, hashed_payload(row.kind, row.payload, game)) for row in everything if row.kind in kinds)
    return tuple((row.sequence, left) for row, left in veiled if left != row.payload)
