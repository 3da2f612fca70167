"""The actions of a room between its retrospectives: listed, settled, moved, given to somebody else, exported."""

import asyncio
from collections.abc import Sequence
from datetime import date

from bot.commands import action_files
from bot.commands.calls import Call, Context
from bot.commands.follow_up import reminder_for, told
from bot.live.cache import TableCache
from bot.live.meetings import Meetings
from bot.messages import Person, Reply, Response, Suggestion, answered
from bot.ports import FORGOTTEN, Store
from bot.room_records import ActionChange
from bot.table.model import Refused
from bot.table.pace import day_in
from bot.table.room_actions import Owner, RoomAction, RoomActions, Status
from bot.texts import actions as texts
from games.dates import NotADay, read_day, shown
from games.text import shortened
from games.values import replace

MAX_BUTTONS = 10
LABEL_LIMIT = 60
SETTLING: dict[str, Status] = {"done": "done", "drop": "drop", "reopen": "open"}


async def actions(context: Context, call: Call) -> Response:
    """`actions`, `actions done 2`, `actions move 2 Friday`, `actions csv`."""
    word, _, rest = call.argument("what").partition(" ")
    known = await context.meetings.actions_in(call.request.room)
    if not word:
        return answered(_list(known, day_in(call.zone, context.clock.now())))
    if word.lower() in action_files.FORMS:
        if not known.everything:
            raise Refused(texts.NONE)
        file = await asyncio.to_thread(action_files.as_file, known, word.lower())
        return answered(Reply(texts.EXPORTED, private=True, files=(file,)))
    number, _, more = rest.strip().partition(" ")
    more = more.strip()
    if word.lower() not in {*SETTLING, "move", "give"}:
        raise Refused(texts.USAGE)
    action = _find(known, number)
    match word.lower():
        case "move":
            after, sentence = _moved(action, more, day_in(call.zone, context.clock.now()))
        case "give":
            after, sentence = _given(action, *_person(known, call, more))
        case settling:
            after, sentence = _settled(action, SETTLING[settling])
    await _store(context, call, action, after)
    return await context.show(call, Reply(sentence))


def _list(known: RoomActions, today: date) -> Reply:
    if not known.open:
        return Reply(texts.ALL_DONE if known.everything else texts.NONE, private=True)
    ordered = sorted(known.open, key=lambda action: (not action.overdue(today), action.day or date.max))
    lines = [
        texts.line(
            action.shown, action.what, known.owner_of(action).name, shown(action.due), overdue=action.overdue(today)
        )
        for action in ordered
    ]
    buttons = [
        Suggestion(f"actions done {action.shown}", texts.done_button(action.shown, shortened(action.what, LABEL_LIMIT)))
        for action in ordered[:MAX_BUTTONS]
    ]
    text = "\n".join([texts.HEAD, *lines, *filter(None, [done_rate(known.everything)])])
    return Reply(text, private=True, lines=tuple(buttons))


def done_rate(actions: Sequence[RoomAction]) -> str:
    """Of the actions that are no longer open, how many were done rather than dropped."""
    settled = [action for action in actions if action.status != "open"]
    return texts.rate(sum(action.status == "done" for action in settled), len(settled))


# --- changing one --------------------------------------------------------------------------------------------------


def _find(known: RoomActions, word: str) -> RoomAction:
    digits = word.strip("#.,")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else 0
    for action in known.listed:
        if action.shown == number:
            return action
    raise Refused(texts.which([action.shown for action in known.open]))


def _moved(action: RoomAction, words: str, today: date) -> tuple[RoomAction, str]:
    """The action from now on, and what the room reads."""
    day = _day(words, today).isoformat()
    return replace(action, due=day, status="open"), texts.moved(action.shown, action.what, shown(day))


def _given(action: RoomAction, owner: str, name: str) -> tuple[RoomAction, str]:
    return replace(action, owner=owner), texts.given(action.shown, action.what, name)


def _settled(action: RoomAction, status: Status) -> tuple[RoomAction, str]:
    if action.status == status:
        raise Refused(texts.already(action.shown, status))
    return replace(action, status=status), texts.changed(action.shown, action.what, status)


def _day(words: str, today: date) -> date:
    if not words:
        raise Refused(texts.DAY_MISSING)
    try:
        day = read_day(words, today)
    except NotADay as fault:
        raise Refused(str(fault)) from fault
    if day is None:
        raise Refused(texts.which_day(words))
    return day


def _person(known: RoomActions, call: Call, word: str) -> tuple[str, str]:
    """A seat of the latest meeting at which this person was, and their name."""
    if not word:
        raise Refused(texts.PERSON_MISSING)
    sought = call.person.id if word.lower() == "me" else call.mentioned(word)
    seats = _seats(known)
    named = word.casefold().removeprefix("@")
    found = {person: seat for person, seat in seats.items() if person == sought}
    found = found or {who: seat for who, seat in seats.items() if seat[1].name.casefold() == named}
    found = found or {who: seat for who, seat in seats.items() if seat[1].name.casefold().startswith(named)}
    if len(found) != 1:
        names = [owner.name for _, owner in (found or seats).values()]
        raise Refused(texts.several_people(word, names) if found else texts.unknown_person(word, names))
    (seat, owner), *_ = found.values()
    return seat, owner.name


def _seats(known: RoomActions) -> dict[str, tuple[str, Owner]]:
    """By person: where they last sat."""
    return {
        owner.person: (f"{meeting.table}:{seat}", owner)
        for meeting in known.meetings
        for seat, owner in enumerate(meeting.owners)
        if owner.person and owner.name != FORGOTTEN
    }


async def _store(context: Context, call: Call, before: RoomAction, after: RoomAction) -> None:
    """The row is the whole action, so storing it twice is storing it once. A reminder that is out of date stays
    silent when it is due."""
    now, room = context.clock.now(), call.request.room
    reminder = reminder_for(room, after, now, call.zone) if after.status == "open" else None
    message = told(room, before, after, now) if context.webhook is not None else None
    changed = ActionChange(after.table, after.number, after.status, after.due, after.owner, now)
    await context.store.put_action_change(changed, [job for job in (reminder, message) if job is not None])
    context.jobs.wake()


# --- everybody's own -----------------------------------------------------------------------------------------------


async def open_actions(store: Store, tables: TableCache, meetings: Meetings, person: Person) -> list[tuple[str, str]]:
    """A room and an action each, of the rooms in which the person's latest tables are."""
    rooms: dict[str, None] = {}
    for table in await store.tables_of(person.id):
        live = await tables.find(table)
        rooms |= dict.fromkeys(live.rooms if live else ())
    return [
        (room, f"{action.what} ({shown(action.due)})" if action.due else action.what)
        for room in rooms
        for action in (await meetings.actions_in(room)).open
    ]
