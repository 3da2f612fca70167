"""The news of a meeting for a room: a sheet per phase, edited while people work, later a line that says something."""

from collections.abc import Sequence
from typing import Any

from bot.kernel.live.news import News, begins_turn, inviting, story_of, tells_the_channel
from bot.kernel.live.shown import ShownRoom
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Link, Person, Reply
from bot.kernel.table import model as tables
from bot.kernel.table import texts
from bot.kernel.table.narration import paragraphs
from games.contract import natures
from games.parts import Shows
from games.text import who
from games.values import replace

_REMINDED, _OPENED = tables.kinds(tables.Reminded), tables.kinds(tables.TableOpened)
_CLOSED = tables.kinds(tables.TableClosed)
_STAGES = _CLOSED | tables.kinds(tables.TableOpened, tables.GameStarted)
# what a sheet shows, or what nobody has to be told
_UNTOLD = _STAGES | _REMINDED | tables.kinds(tables.SeatTaken, tables.BotSeated, tables.SeatLeft, tables.RoomLinked)


def has_sheets(live: LiveTable) -> bool:
    """True if messages of this table are sheets, as those of meetings are."""
    return live.standing.game.shows.sheet is not Shows().sheet


def begins_phase(events: Sequence[Any], live: LiveTable) -> bool:
    """True if a new message begins with these events, and the one before has become the past."""
    begins = natures(live.standing.game).begins_turn | _STAGES
    return any(event.kind in begins for event in events)


def past_line(events: Sequence[Any], live: LiveTable) -> str:
    """The line to which the message that told these events shrinks; empty: it can go."""
    standing = live.standing
    own = [event for event in events if not event.kind.startswith(tables.PREFIX)]
    if own and standing.state is not None:
        return standing.game.shows.past(own, standing.state)
    seats = range(len(standing.table.seats))
    return texts.gathered(str(standing.game.about.title), [who(seat) for seat in seats]) if seats else ""


def compose_meeting(
    live: LiveTable, shown: ShownRoom, events: Sequence[Any], past: str | None, mover: Person | None
) -> News:
    """The news after `shown`. `past`: what the message before shrinks to, if a phase begins with these events."""
    kinds = {event.kind for event in events}
    if kinds <= _REMINDED and live.standing.playing:
        return _reminding(live, shown, events)
    nature = natures(live.standing.game)
    reply = live.reply(story_of(events, live, shown.shown), live.situation())
    if live.invitation is not None and not kinds.isdisjoint(_OPENED):
        invited = frozenset(each.id for each in live.invitation.people)
        return News(inviting(live.invitation, live, reply), "", shown.shown, invited)
    fresh, phase = begins_turn(kinds, nature), begins_phase(events, live)
    called = frozenset[str]() if phase else shown.called
    known = called | ({mover.id} if mover is not None and kinds.isdisjoint(nature.hidden) else set())
    pings = () if not fresh else tuple(person for person in _concerned(live) if person.id not in known)
    reply = replace(
        reply,
        sheet=reply.sheet and replace(reply.sheet, note=_notice(events, live) or reply.sheet.note),
        situation=_calling(live, pings) or reply.situation,
        news=True,
        amends=not fresh,
        past=past if phase else same_again(shown) if fresh else None,
        pings=pings,
        call=_call(live, pings),
        milestone=_is_milestone(kinds, live) and tells_the_channel(live),
        overview=live.overview(),
        cards=live.cards(),
        files=live.ending.files if live.ending and phase else (),
        links=_links(live),
    )
    return News(reply, "", shown.shown if phase else shown.since, called | {person.id for person in pings})


def _is_milestone(kinds: set[str], live: LiveTable) -> bool:
    """Also an early end that has a summary."""
    milestone = natures(live.standing.game).milestone
    return not kinds.isdisjoint(milestone | _CLOSED if live.standing.summed_up else milestone)


def _links(live: LiveTable) -> tuple[Link, ...]:
    """The way to the board, while there is something on it."""
    return (Link(str(texts.OPEN_BOARD), live.watched_at),) if live.watched_at and live.standing.playing else ()


def same_again(shown: ShownRoom) -> str | None:
    """The past of a message that is posted once more: it can go, if it is about this table."""
    return "" if shown.shown > shown.since else None


def _concerned(live: LiveTable) -> tuple[Person, ...]:
    """The people whom a new message calls: the awaited ones where nobody has to be there, in the end who has to act."""
    standing = live.standing
    if standing.summed_up:
        owners = {action.owner for action in standing.game.meeting.agreements(standing.state).actions}
        return tuple(Person(each.person, each.name) for each in live.people if each.seat in owners)
    return live.awaited if live.pace.is_async or standing.game.seating.called_live else ()


def _calling(live: LiveTable, pings: Sequence[Person]) -> str:
    """The sentence in which people are called; the summary names them itself."""
    return texts.this_is_for(_marks(live, pings)) if pings and not live.standing.summed_up else ""


def _call(live: LiveTable, pings: Sequence[Person]) -> str:
    """The words of a lock screen: whom it is for, and what this is about."""
    sheet = live.sheet()
    if not pings or sheet is None:
        return ""
    if live.standing.summed_up:
        return texts.actions_for(_marks(live, pings), sheet.title)
    return texts.call(texts.this_is_for(_marks(live, pings)), sheet.title)


def _marks(live: LiveTable, people: Sequence[Person]) -> list[str]:
    return [who(seat) for person in people if (seat := live.seat_of(person)) is not None]


def _reminding(live: LiveTable, shown: ShownRoom, events: Sequence[Any]) -> News:
    """A sentence of its own, below the message of the phase, which stays as it is."""
    seats = set(events[-1].seats)
    pings = tuple(Person(each.person, each.name) for each in live.people if each.seat in seats)
    reply = Reply(
        situation=story_of(events[-1:], live, live.standing.sequence - 1),
        names=live.names,
        pings=pings,
        table=live.id,
        game=live.standing.game.key,
        sequence=live.standing.sequence,
    )
    return News(reply, "", shown.since, shown.called, aside=True)


def _notice(events: Sequence[Any], live: LiveTable) -> str:
    """The last sentence about the table itself, which no sheet says."""
    told = [event for event in events if event.kind.startswith(tables.PREFIX) and event.kind not in _UNTOLD]
    return "".join(paragraphs(told, live.standing.game)[-1:])
