"""What happened since a page was sent, event by event, for places that play it out."""

from collections.abc import Sequence

from bot.live.recent_changes import PastEvent
from bot.live.table import LiveTable
from bot.messages import Beat
from bot.table.narration import sentence
from games.api import AnyGame, ShownCard
from games.graphics.drawing import Drawing

MAX_BOARDS = 6  # between the last page and this one


def beats(live: LiveTable, seat: int | None, after: int) -> tuple[Beat, ...]:
    """Only events that can be seen or read. Where a turn ended, with the board as this seat saw it then."""
    past = live.changes.since(after)
    ends = _ends(live, past)[-MAX_BOARDS:]
    return tuple(
        beat
        for each in past
        if (beat := _beat(live, each, _board(live, seat, each) if each.sequence in ends else None)) is not None
    )


def _beat(live: LiveTable, past: PastEvent, board: Drawing | None) -> Beat | None:
    game, event = live.standing.game, past.event
    own = not event.kind.startswith("table.")
    text = sentence(event, game, None) or ""
    dice, motions = (game.dice(event), game.motions(past.before, event)) if own else ((), ())
    if not (text or dice or motions or board):
        return None
    waited = game.awaits(past.before) if own and past.before is not None else ()
    turn = waited[0] if len(waited) == 1 else None
    return Beat(past.sequence, event.kind, text, turn, dice, motions, _new_cards(game, past) if own else (), board)


def _new_cards(game: AnyGame, past: PastEvent) -> tuple[ShownCard, ...]:
    """The cards that matter to everybody since this event."""
    before = () if past.before is None else game.cards(game.view(past.before, None))
    known = {card.title for card in before}
    return tuple(card for card in game.cards(game.view(past.after, None)) if card.title not in known)


def _ends(live: LiveTable, past: Sequence[PastEvent]) -> list[int]:
    """The last events of turns, without the last of all: that one has the page's own board."""
    game = live.standing.game
    begun = [at for at, each in enumerate(past) if sentence(each.event, game, None) == ""]
    return [past[at - 1].sequence for at in begun if 0 < at < len(past) - 1 and past[at - 1].after is not None]


def _board(live: LiveTable, seat: int | None, past: PastEvent) -> Drawing:
    game = live.standing.game
    return live.changes.shared(game.draw(game.view(past.after, seat), live.names))
