"""The news of a table for a room: one message per turn, edited while the turn goes on (docs/decisions/0029)."""

from collections import deque
from collections.abc import Collection, Sequence
from typing import Any

from bot.kernel.live.shown import ShownRoom
from bot.kernel.live.table import Invitation, LiveTable
from bot.kernel.messages import Person, Reply
from bot.kernel.table import model as tables
from bot.kernel.table import texts
from bot.kernel.table.narration import paragraphs
from games.contract import Natures, natures
from games.text import who
from games.values import replace, value

_MAX_PARAGRAPHS = 12  # in one message; after a longer absence the rest is in the log
_MAX_CHARACTERS = 1500  # in one message, so that it fits on every platform

_OPENED, _LINKED = tables.kinds(tables.TableOpened), tables.kinds(tables.RoomLinked)


@value
class News:
    reply: Reply
    story: str  # the story that its message tells
    since: int  # the last event before that story
    called: frozenset[str]  # people whom a message has called to this turn, or who began it
    asked: frozenset[str] = frozenset()  # people who were called in the middle of it, while they are awaited
    heard: frozenset[str] = frozenset()  # people who were called, or who acted, since the last milestone
    aside: bool = False  # a message of its own: the one before stays the room's message


def story_of(events: Sequence[Any], live: LiveTable, after: int, without: Collection[str] = ()) -> str:
    """The story of these events, the latest last; they follow event `after`. `without`: kinds to leave out."""
    standing, left_out = live.standing, {*without}
    if standing.table.phase == "lobby":  # the situation lists who sits there
        left_out |= tables.natures().listed
    if standing.table.led:  # such tables are linked by design: not worth a sentence
        left_out |= _LINKED
    told = [(at, event) for at, event in enumerate(events, start=after + 1) if event.kind not in left_out]
    lines = dict(standing.remarks)
    remarks = {index: lines[at] for index, (at, _) in enumerate(told) if at in lines}
    return "\n".join(paragraphs([event for _, event in told], standing.game, remarks=remarks, badges=True))


def compose(
    live: LiveTable, shown: ShownRoom, events: Sequence[Any], told: str | None, mover: Person | None, *, recent: bool
) -> News:
    """The news after `shown`. `told`: the story of the message before, if known; `recent`: it is still in sight."""
    nature, of_table, in_lobby = natures(live.standing.game), tables.natures(), live.standing.table.phase == "lobby"
    kinds = {event.kind for event in events}
    fresh = begins_turn(kinds, nature)
    new_calls = fresh and not kinds <= of_table.calls_nobody
    called, asked = (frozenset[str](), frozenset[str]()) if new_calls else (shown.called, shown.asked)
    looking = {mover.id} if mover is not None and kinds.isdisjoint(nature.hidden) else set()  # else it shows who moved
    heard = frozenset[str]() if not kinds.isdisjoint(nature.milestone) else shown.heard
    known = called | asked | looking | (heard if live.waits_briefly else set())
    uncalled = tuple(person for person in live.expected if person.id not in known)
    only_quiet = kinds <= nature.quiet
    # an edit notifies nobody: whoever is awaited in the middle of somebody else's turn is called by a new message
    goes_on = told is not None and not fresh and (only_quiet or not uncalled)
    amends = goes_on and (recent or (only_quiet and not in_lobby))
    before = told if amends else None
    story = _joined(before, story_of(events, live, shown.shown))
    reply = live.reply(story, live.situation(), board=not amends or not kinds <= nature.quiet | of_table.unseen)
    if live.standing.finished and reply.drawing is not None:  # the course of the game is worth keeping
        reply = replace(reply, drawing=live.chart(None) or reply.drawing)
    if live.invitation is not None and not kinds.isdisjoint(_OPENED):
        invited = frozenset(each.id for each in live.invitation.people)
        return News(inviting(live.invitation, live, reply), story, shown.shown, invited)
    pings = reply.awaited if amends else uncalled
    reply = replace(
        reply,
        news=True,
        amends=amends,
        past=None if amends else told,
        past_pin="" if amends else shown.pin,
        note=shown.note if amends else "",
        pings=pings,
        call=live.call() if pings else "",
        milestone=not kinds.isdisjoint(nature.milestone) and tells_the_channel(live),
        overview=live.overview(),
        cards=live.cards(),
    )
    awaited = {person.id for person in live.expected}
    new = awaited & looking if amends else awaited & looking | {person.id for person in pings}
    if fresh:
        called |= new
    else:
        asked = (asked | new) & awaited  # once they have voted, the next vote is something else
    if not kinds.isdisjoint(nature.quiet):  # who has voted matters only until the next vote
        story = _joined(before, story_of(events, live, shown.shown, without=nature.quiet))
    heard |= looking | (set() if amends else {person.id for person in pings})
    return News(reply, story, shown.since if amends else shown.shown, called, asked, heard)


def inviting(invitation: Invitation, live: LiveTable, reply: Reply) -> Reply:
    """The message of a table that opened by itself."""
    first, people = len(reply.names), invitation.people
    return replace(
        reply,
        story="" if reply.sheet else reply.text,
        situation=invitation.words([who(first + place) for place in range(len(people))]),
        names=(*reply.names, *(person.name for person in people)),
        pings=people,
        news=True,
        overview=live.overview(),
    )


def tells_the_channel(live: LiveTable) -> bool:
    """True if the channel is told: the threads of thirty teams would flood it, so it hears only how games end."""
    return not live.standing.table.led or live.standing.table.phase == "over"


def begins_turn(kinds: set[str], nature: Natures) -> bool:
    if not kinds.isdisjoint(tables.natures().begins_turn):
        return True
    if nature.begins_turn:
        return not kinds.isdisjoint(nature.begins_turn)
    return any(not kind.startswith(tables.PREFIX) for kind in kinds - nature.quiet)


def _joined(*parts: str | None) -> str:
    """The last paragraphs, as many as fit."""
    lines = [line for part in parts if part for line in part.split("\n")]
    kept: deque[str] = deque()
    for line in reversed(lines):
        if kept and (len(kept) == _MAX_PARAGRAPHS or sum(map(len, kept)) + len(line) > _MAX_CHARACTERS):
            kept.appendleft(texts.left_out(len(lines) - len(kept)))
            break
        kept.appendleft(line)
    return "\n".join(kept)
