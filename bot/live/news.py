"""What a room is told about a table: one message a turn, edited while the turn goes on (docs/decisions/0029)."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from bot.live.table import LiveTable, ShownRoom
from bot.messages import Person, Reply
from bot.table import model as tables
from bot.table.narration import paragraphs
from bot.texts import notices, recurring
from games.api import AnyGame
from games.text import who
from games.values import replace, value

MAX_PARAGRAPHS = 12  # in one message; after a longer absence the rest is in the log
MAX_CHARACTERS = 1500  # in one message, so that it fits on every platform

# events of the table that get a message of their own; an edit notifies nobody
_FRESH = (
    tables.TableOpened,
    tables.GameStarted,
    tables.TableClosed,
    tables.RoomLinked,
    tables.Reminded,
    tables.Undone,
    tables.PutToSleep,
    tables.PickedUp,
)
_UNSEEN = (tables.PaceChosen, tables.TimeGiven, tables.EndAgreed, tables.UndoAsked, tables.UndoAgreed)  # on the board


@value
class News:
    reply: Reply
    story: str  # that its message tells
    since: int  # the last event before that story
    called: frozenset[str]  # people whom a message has called to this turn


def story_of(events: Sequence[Any], live: LiveTable) -> str:
    """What happened, the latest last."""
    if live.standing.table.phase == "lobby":  # the situation lists who sits there
        events = [event for event in events if not isinstance(event, tables.LISTED)]
    return "\n".join(paragraphs(events, live.standing.game))


def compose(
    live: LiveTable, shown: ShownRoom, events: Sequence[Any], told: str | None, mover: Person | None, *, recent: bool
) -> News:
    """The news after `shown`. `told`: the story of the message before, if known; `recent`: it is still in sight."""
    game, in_lobby = live.standing.game, live.standing.table.phase == "lobby"
    quiet = all(event.kind in game.quiet or (in_lobby and isinstance(event, tables.LISTED)) for event in events)
    fresh = any(_begins_turn(event, game) for event in events)
    amends = not fresh and told is not None and (recent or (quiet and not in_lobby))
    before = told if amends else None
    story = _joined(before, story_of(events, live))
    reply = live.reply(f"{story}\n\n{live.situation()}".strip(), board=not amends or _changes_board(events, game))
    if live.invited and any(isinstance(event, tables.TableOpened) for event in events):
        return News(invitation(live, reply), story, shown.shown, frozenset(each.id for each in live.invited))
    called = frozenset[str]() if fresh else shown.called
    known = frozenset() if _reminds(events) else called
    if mover is not None and not any(event.kind in game.hidden for event in events):  # else it could show who moved
        known |= {mover.id}
    pings = reply.awaited if amends else tuple(person for person in reply.awaited if person.id not in known)
    reply = replace(
        reply,
        news=True,
        amends=amends,
        past=None if amends else told,
        pings=pings,
        milestone=any(event.kind in game.milestones for event in events),
        overview=live.overview(),
        cards=live.cards(),
    )
    if not amends:
        called |= {person.id for person in pings}
    if any(event.kind in game.quiet for event in events):  # who has voted matters only until the next vote
        story = _joined(before, story_of([event for event in events if event.kind not in game.quiet], live))
    return News(reply, story, shown.since if amends else shown.shown, called)


def invitation(live: LiveTable, reply: Reply) -> Reply:
    """The message of a table that opened by itself, calling the people of last time."""
    first = len(reply.names)
    words = recurring.time_for_it([who(first + place) for place in range(len(live.invited))])
    return replace(
        reply,
        text=f"{reply.text}\n\n{words}",
        names=(*reply.names, *(person.name for person in live.invited)),
        pings=live.invited,
        news=True,
        overview=live.overview(),
    )


def _begins_turn(event: Any, game: AnyGame) -> bool:
    if event.kind.startswith(tables.PREFIX):
        return isinstance(event, _FRESH)
    return event.kind not in game.quiet if game.turns is None else event.kind in game.turns


def _changes_board(events: Sequence[Any], game: AnyGame) -> bool:
    return not all(event.kind in game.quiet or isinstance(event, _UNSEEN) for event in events)


def _reminds(events: Sequence[Any]) -> bool:
    return any(isinstance(event, tables.Reminded) for event in events)


def _joined(*parts: str | None) -> str:
    """The last paragraphs, as many as fit."""
    lines = [line for part in parts if part for line in part.split("\n")]
    kept: deque[str] = deque()
    for line in reversed(lines):
        if kept and (len(kept) == MAX_PARAGRAPHS or sum(map(len, kept)) + len(line) > MAX_CHARACTERS):
            kept.appendleft(notices.left_out(len(lines) - len(kept)))
            break
        kept.appendleft(line)
    return "\n".join(kept)
