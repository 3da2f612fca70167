"""The actions of a room between its retrospectives: listed, settled, moved, given to somebody else, exported."""

import asyncio
import csv
import io
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from bot.features.meetings.follow_up import reminder_for, told
from bot.features.meetings.past import Meetings, feature
from bot.features.meetings.records import (
    DONE_BEFORE,
    ActionChange,
    MeetingStore,
    OpenActions,
    Owner,
    RoomAction,
    RoomActions,
    RoomRequest,
    Status,
)
from bot.kernel.calls import Call, Context
from bot.kernel.messages import Person, Reply, Response, Suggestion, answered
from bot.kernel.ports import Webhook
from bot.kernel.store import FORGOTTEN, Attendance
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import day_in
from bot.kernel.table.texts import counted, short
from games.contract import Parameter
from games.dates import NotADay, read_day, shown
from games.text import escape, harmless, listing, shortened
from games.values import replace

# --- action files ----------------------------------------------------------------------------------------------------

_FORMS = {"markdown": "md", "csv": "csv", "calendar": "ics"}
LINE_OCTETS = 75  # of a line in a calendar; longer ones are folded (RFC 5545, 3.1)
_STATUS = {"open": "NEEDS-ACTION", "done": "COMPLETED", "drop": "CANCELLED"}


def _as_file(known: RoomActions, form: str) -> tuple[str, str]:
    """The file's name and contents. A calendar names nobody: people subscribe to it and pass it on."""
    written = {"markdown": _markdown, "csv": _csv, "calendar": _calendar}[form](known)
    return f"actions.{_FORMS[form]}", written


def _markdown(known: RoomActions) -> str:
    lines = []
    for action in reversed(known.everything):
        owner = escape(known.owner_of(action).name)
        due = f", by {escape(shown(action.due))}" if action.due else ""
        dropped = ", dropped" if action.status == "drop" else ""
        lines.append(f"- [{'x' if action.status == 'done' else ' '}] {escape(action.what)} ({owner}{due}{dropped})")
    return "\n".join(["# Actions", "", *(lines or ["None."]), ""])


def _csv(known: RoomActions) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(("action", "owner", "due", "status", "agreed"))
    for action in known.everything:
        agreed = datetime.fromtimestamp(action.agreed, UTC).date().isoformat()
        row = (action.what, known.owner_of(action).name, action.due, action.status, agreed)
        writer.writerow([harmless(cell) for cell in row])
    return file.getvalue()


def _calendar(known: RoomActions) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scrum Table//Actions//EN"]
    for action in known.everything:
        lines += _task(action)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _task(action: RoomAction) -> list[str]:
    due = [f"DUE;VALUE=DATE:{action.day:%Y%m%d}"] if action.day else []
    return [
        "BEGIN:VTODO",
        f"UID:{action.table}-{action.number}@scrum-table",
        f"DTSTAMP:{datetime.fromtimestamp(action.changed, UTC):%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_text(action.what)}",
        *due,
        f"STATUS:{_STATUS[action.status]}",
        "END:VTODO",
    ]


def _text(text: str) -> str:
    """The text escaped as in RFC 5545, 3.3.11; what people write is one line already."""
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r", "").replace("\n", "\\n")


def folded(line: str) -> str:
    """The line folded to at most 75 octets each, never inside a character."""
    parts, part, octets = [], "", 0
    for character in line:
        size = len(character.encode())
        if octets + size > LINE_OCTETS:
            parts.append(part)
            part, octets = "", 1  # the space that every following line starts with
        part += character
        octets += size
    return "\r\n ".join([*parts, part])


# --- actions ---------------------------------------------------------------------------------------------------------

_NONE = "This room has no open actions. A retrospective agrees on them: `/scrum new retro`."
_ALL_DONE = "No open actions: everything this room agreed on is done or dropped."
_USAGE = (
    "I understand `/scrum actions`, `done 2`, `drop 2`, `reopen 2`, `move 2 Friday`, `give 2 Anna`, and `markdown`, "
    "`csv` or `calendar` for a file."
)
_HEAD = "Open actions in this room:"
_EXPORTED = "Here are the actions of this room."
_WORDS = {"done": "is done", "drop": "is dropped", "open": "is open again"}


def line(number: int, what: str, owner: str, due: str, *, overdue: bool) -> str:
    when = f", {'overdue since' if overdue else 'by'} {due}" if due else ", no date"
    return f"{number}. {what} ({owner}{when})"


def rate(done: int, settled: int) -> str:
    """The share of actions done; empty before anything was settled."""
    return f"Done so far: {done} of {counted(settled, 'action')}." if settled else ""


def changed(number: int, what: str, status: str) -> str:
    return f"Action {number} {_WORDS[status]}: {what}"


def moved(number: int, what: str, due: str) -> str:
    return f"Action {number} is now due by {due}: {what}"


def given(number: int, what: str, owner: str) -> str:
    return f"{owner} now takes care of action {number}: {what}"


def which(numbers: Sequence[int]) -> str:
    if not numbers:
        return _NONE
    return f"Which action? Give its number: {listing([str(number) for number in numbers], 'or')}."


def _already(number: int, status: str) -> str:
    return f"Action {number} {_WORDS[status].replace(' again', '')} already."


def _which_day(words: str) -> str:
    return f"I don’t know the day “{short(words)}”. Try Friday, 12 Dec, or in two weeks."


_DAY_MISSING = "To which day? For example `/scrum actions move 2 Friday`."
_PERSON_MISSING = "To whom? For example `/scrum actions give 2 Anna`."


def _unknown_person(word: str, names: Sequence[str]) -> str:
    known = f" I know {listing(names)}." if names else ""
    return f"“{short(word)}” hasn’t been at a retrospective in this room, so I can’t give them an action.{known}"


def _several_people(word: str, names: Sequence[str]) -> str:
    return f"“{short(word)}” could be {listing(names, 'or')}."


def _done_button(number: int, what: str) -> str:
    return f"Done: {number}. {what}"


# --- actions ---------------------------------------------------------------------------------------------------------

_MAX_BUTTONS = 10
_LABEL_LIMIT = 60
_SETTLING: dict[str, Status] = {"done": "done", "drop": "drop", "reopen": "open"}


@feature.action(
    "actions",
    "Show this room’s open actions; settle one, move it, give it to somebody, or get a file",
    Parameter(
        "what",
        "done 2, drop 2, reopen 2, move 2 Friday, give 2 Anna, markdown, csv or calendar",
        required=False,
        rest=True,
    ),
)
async def actions(context: Context, call: Call) -> Response:
    """Handle `actions`, `actions done 2`, `actions move 2 Friday`, `actions csv`."""
    word, _, rest = call.argument("what").partition(" ")
    known = await context.part(Meetings).actions_in(call.request.room)
    if not word:
        return answered(_list(known, day_in(call.zone, context.clock.now())))
    if word.lower() in _FORMS:
        if not known.everything:
            raise Refused(_NONE)
        file = await asyncio.to_thread(_as_file, known, word.lower())
        return answered(Reply(_EXPORTED, private=True, files=(file,)))
    request = await RoomRequest.of(call, context.clock.now())
    if await context.store.part(MeetingStore).knows(request):
        return answered(Reply(DONE_BEFORE, private=True))
    number, _, more = rest.strip().partition(" ")
    more = more.strip()
    if word.lower() not in {*_SETTLING, "move", "give"}:
        raise Refused(_USAGE)
    action = _find(known, number)
    match word.lower():
        case "move":
            after, sentence = _moved(action, more, day_in(call.zone, context.clock.now()))
        case "give":
            after, sentence = _given(action, *_person(known, call, more))
        case settling:
            after, sentence = _settled(action, _SETTLING[settling])
    if not await _store(context, call, request, action, after):
        return answered(Reply(DONE_BEFORE, private=True))
    return await context.show(call, Reply(sentence))


def _list(known: RoomActions, today: date) -> Reply:
    if not known.open:
        return Reply(_ALL_DONE if known.everything else _NONE, private=True)
    ordered = sorted(known.open, key=lambda action: (not action.overdue(today), action.day or date.max))
    lines = [
        line(action.shown, action.what, known.owner_of(action).name, shown(action.due), overdue=action.overdue(today))
        for action in ordered
    ]
    buttons = [
        Suggestion(f"actions done {action.shown}", _done_button(action.shown, shortened(action.what, _LABEL_LIMIT)))
        for action in ordered[:_MAX_BUTTONS]
    ]
    text = "\n".join([_HEAD, *lines, *filter(None, [_done_rate(known.everything)])])
    return Reply(text, private=True, lines=tuple(buttons))


def _done_rate(actions: Sequence[RoomAction]) -> str:
    """The number of actions done rather than dropped, of those no longer open."""
    settled = [action for action in actions if action.status != "open"]
    return rate(sum(action.status == "done" for action in settled), len(settled))


# --- changing one --------------------------------------------------------------------------------------------------


def _find(known: RoomActions, word: str) -> RoomAction:
    digits = word.strip("#.,")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else 0
    for action in known.listed:
        if action.shown == number:
            return action
    raise Refused(which([action.shown for action in known.open]))


def _moved(action: RoomAction, words: str, today: date) -> tuple[RoomAction, str]:
    """The changed action, and the sentence for the room."""
    day = _day(words, today).isoformat()
    return replace(action, due=day, status="open"), moved(action.shown, action.what, shown(day))


def _given(action: RoomAction, owner: str, name: str) -> tuple[RoomAction, str]:
    return replace(action, owner=owner), given(action.shown, action.what, name)


def _settled(action: RoomAction, status: Status) -> tuple[RoomAction, str]:
    if action.status == status:
        raise Refused(_already(action.shown, status))
    return replace(action, status=status), changed(action.shown, action.what, status)


def _day(words: str, today: date) -> date:
    if not words:
        raise Refused(_DAY_MISSING)
    try:
        day = read_day(words, today)
    except NotADay as fault:
        raise Refused(str(fault)) from fault
    if day is None:
        raise Refused(_which_day(words))
    return day


def _person(known: RoomActions, call: Call, word: str) -> tuple[str, str]:
    """The seat of this person at the latest meeting they were at, and their name."""
    if not word:
        raise Refused(_PERSON_MISSING)
    sought = call.person.id if word.lower() == "me" else call.mentioned(word)
    seats = _seats(known)
    named = word.casefold().removeprefix("@")
    found = {person: seat for person, seat in seats.items() if person == sought}
    found = found or {who: seat for who, seat in seats.items() if seat[1].name.casefold() == named}
    found = found or {who: seat for who, seat in seats.items() if seat[1].name.casefold().startswith(named)}
    if len(found) != 1:
        names = [owner.name for _, owner in (found or seats).values()]
        raise Refused(_several_people(word, names) if found else _unknown_person(word, names))
    (seat, owner), *_ = found.values()
    return seat, owner.name


def _seats(known: RoomActions) -> dict[str, tuple[str, Owner]]:
    """The last seat of each person."""
    return {
        owner.person: (f"{meeting.table}:{seat}", owner)
        for meeting in known.meetings
        for seat, owner in enumerate(meeting.owners)
        if owner.person and owner.name != FORGOTTEN
    }


async def _store(context: Context, call: Call, request: RoomRequest, before: RoomAction, after: RoomAction) -> bool:
    """Store the whole action as one row; True if this was asked for the first time.

    A reminder that is out of date stays silent when it is due.
    """
    now, room = context.clock.now(), call.request.room
    reminder = reminder_for(room, after, now, call.zone) if after.status == "open" else None
    message = told(room, before, after, now) if context.setting(Webhook) is not None else None
    changed = ActionChange(after.table, after.number, after.status, after.due, after.owner, now)
    jobs = [job for job in (reminder, message) if job is not None]
    is_first = await context.store.part(MeetingStore).put_action_change(request, changed, jobs)
    context.schedule.wake()
    return is_first


# --- everybody's own -----------------------------------------------------------------------------------------------


class _OpenActionsOf:
    """The implementation of OpenActions."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def open_actions(self, person: Person) -> list[tuple[str, str]]:
        """The open actions, each with its room: of the rooms in which the person's latest tables are."""
        context, rooms = self._context, dict[str, None]()
        for table in await context.store.tables_of(person.id):
            live = await context.tables.find(table)
            rooms |= dict.fromkeys(live.rooms if live else ())
        return [
            (room, f"{action.what} ({shown(action.due)})" if action.due else action.what)
            for room in rooms
            for action in (await context.part(Meetings).actions_in(room)).open
        ]


feature.facades[OpenActions] = _OpenActionsOf


@feature.adds_to_data
async def owned(context: Context, person: str, tables: tuple[Attendance, ...]) -> Mapping[str, object]:
    """The actions that this person takes care of, in the rooms of their tables."""
    found = []
    for room in dict.fromkeys(room for table in tables for room in table.rooms):
        known = await context.part(Meetings).actions_in(room)
        mine = [action for action in known.everything if known.owner_of(action).person == person]
        found += [{"room": room, "what": each.what, "due": each.due, "status": each.status} for each in mine]
    return {"actions": found}
