"""The actions of a room between its retrospectives: listed, settled, moved, given to somebody else, exported."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from bot.features.meetings.action_files import FORMS, as_file
from bot.features.meetings.action_list import DAY, NONE, OWNER, TITLE, give_form, keep_form, last_seats, listed
from bot.features.meetings.follow_up import reminder_for, told
from bot.features.meetings.past import Meetings, feature
from bot.features.meetings.records import (
    DONE_BEFORE,
    ActionChange,
    MeetingStore,
    RoomAction,
    RoomActions,
    RoomRequest,
    Status,
)
from bot.kernel.calls import Call, Context, aloud
from bot.kernel.messages import Filled, Pressed, Reply, Response, answered
from bot.kernel.ports import Webhook
from bot.kernel.store import Attendance
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import day_in
from bot.kernel.table.texts import short
from games.contract import Parameter
from games.dates import NotADay, read_day, shown
from games.language import lazy, t
from games.parts import Form
from games.text import listing, one_stop
from games.values import replace

# --- texts -----------------------------------------------------------------------------------------------------------

_USAGE = lazy(
    "I understand `/scrum actions`, `done 2`, `drop 2`, `reopen 2`, `move 2 Friday`, `give 2 "
    "Anna`, and `markdown`, `csv` or `calendar` for a file."
)
_EXPORTED = lazy("Here are the actions of this room.")
_CHANGED = {
    "done": lazy("Action {number} is done: {what}"),
    "drop": lazy("Action {number} is dropped: {what}"),
    "open": lazy("Action {number} is open again: {what}"),
}
_UNCHANGED = {
    "done": lazy("Action {number} is done already."),
    "drop": lazy("Action {number} is dropped already."),
    "open": lazy("Action {number} is open already."),
}


def changed(number: int, what: str, status: str) -> str:
    return t(_CHANGED[status], number=number, what=what)


def moved(number: int, what: str, due: str) -> str:
    return t("Action {number} is now due by {day}: {what}", number=number, day=shown(due), what=what)


def given(number: int, what: str, owner: str) -> str:
    return t("{owner} now takes care of action {number}: {what}", owner=owner, number=number, what=what)


def which(numbers: Sequence[int]) -> str:
    if not numbers:
        return str(NONE)
    return t("Which action? Give its number: {numbers}.", numbers=listing([str(each) for each in numbers], "or"))


def _already(number: int, status: str) -> str:
    return t(_UNCHANGED[status], number=number)


def _which_day(words: str) -> str:
    return t("I don’t know the day “{words}”. Try Friday, 12 Dec, or in two weeks.", words=short(words))


_DAY_MISSING = lazy("To which day? For example `/scrum actions move 2 Friday`.")
_PERSON_MISSING = lazy("To whom? For example `/scrum actions give 2 Anna`.")


def _unknown_person(word: str, names: Sequence[str]) -> str:
    unknown = t(
        "“{word}” hasn’t been at a retrospective in this room, so I can’t give them an action.", word=short(word)
    )
    return f"{unknown} {one_stop(t('I know {names}.', names=listing(names)))}" if names else unknown


def _several_people(word: str, names: Sequence[str]) -> str:
    return one_stop(t("“{word}” could be {names}.", word=short(word), names=listing(names, "or")))


# --- actions ---------------------------------------------------------------------------------------------------------

_SETTLING: dict[str, Status] = {"done": "done", "drop": "drop", "reopen": "open"}


async def _asked(context: Context, call: Call) -> Form | None:
    """The form that completes `actions move 2` or `actions give 2`."""
    word, name = [*call.argument("what").split(), "", ""][:2]
    known = await context.part(Meetings).actions_in(call.request.room)
    action = next((each for each in known.listed if name in {str(each.shown), each.word}), None)
    if action is None:
        return None
    return keep_form(known, action) if word == "move" else give_form(known, action) if word == "give" else None


@feature.action(
    "actions",
    lazy("Show this room’s open actions; settle one, move it, give it to somebody, or get a file"),
    Parameter(
        "what",
        lazy("done 2, drop 2, reopen 2, move 2 Friday, give 2 Anna, markdown, csv or calendar"),
        required=False,
        rest=True,
    ),
    form=TITLE,
    asks=_asked,
)
async def actions(context: Context, call: Call) -> Response:
    """Handle `actions`, `actions done 2`, `actions move 2 Friday`, `actions csv`."""
    word, _, rest = call.argument("what").partition(" ")
    known = await context.part(Meetings).actions_in(call.request.room)
    today = day_in(call.zone, context.clock.now())
    if not word:
        return answered(listed(known, today, call.person.id, call.live))
    if word.lower() in FORMS:
        if not known.everything:
            raise Refused(NONE)
        file = await asyncio.to_thread(as_file, known, word.lower())
        return answered(Reply(str(_EXPORTED), private=True, files=(file,)))
    request = await RoomRequest.of(call, context.clock.now())
    if await context.store.part(MeetingStore).knows(request):
        return answered(Reply(str(DONE_BEFORE), private=True))
    number, _, more = rest.strip().partition(" ")
    more = call.argument(DAY) or call.argument(OWNER) or more.strip()
    if word.lower() not in {*_SETTLING, "move", "give"}:
        raise Refused(_USAGE)
    action = _find(known, number)
    match word.lower():
        case "move":
            after, said = _moved(action, more, today)
        case "give":
            after, said = _given(action, *_person(known, call, more))
        case settling:
            after, said = _settled(action, _SETTLING[settling])
    if not await _store(context, call, request, action, after):
        return answered(Reply(str(DONE_BEFORE), private=True))
    with aloud(call):
        await context.show(call, Reply(said()))
    if not isinstance(call.request.said, Pressed | Filled):
        return answered()
    known = await context.part(Meetings).actions_in(call.request.room)  # they see the list that they pressed on
    return answered(listed(known, today, call.person.id, call.live))


# --- changing one --------------------------------------------------------------------------------------------------


def _find(known: RoomActions, word: str) -> RoomAction:
    digits = word.strip("#.,")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else 0
    for action in known.listed:
        if action.shown == number or action.word == word:
            return action
    raise Refused(which([action.shown for action in known.open]))


_Say = Callable[[], str]  # the sentence for the room, in the language of whoever reads it


def _moved(action: RoomAction, words: str, today: date) -> tuple[RoomAction, _Say]:
    """The changed action, and what the room is told."""
    day = _day(words, today).isoformat()
    return replace(action, due=day, status="open"), partial(moved, action.shown, action.what, day)


def _given(action: RoomAction, owner: str, name: str) -> tuple[RoomAction, _Say]:
    return replace(action, owner=owner), partial(given, action.shown, action.what, name)


def _settled(action: RoomAction, status: Status) -> tuple[RoomAction, _Say]:
    if action.status == status:
        raise Refused(_already(action.shown, status))
    return replace(action, status=status), partial(changed, action.shown, action.what, status)


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
    seats = last_seats(known)
    for seat, owner in seats.values():
        if word == seat:  # chosen in a form
            return seat, owner.said
    named = word.casefold().removeprefix("@")
    found = {person: seat for person, seat in seats.items() if person == sought}
    found = found or {who: seat for who, seat in seats.items() if seat[1].name.casefold() == named}
    found = found or {who: seat for who, seat in seats.items() if seat[1].name.casefold().startswith(named)}
    if len(found) != 1:
        names = [owner.said for _, owner in (found or seats).values()]
        raise Refused(_several_people(word, names) if found else _unknown_person(word, names))
    (seat, owner), *_ = found.values()
    return seat, owner.said


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


@feature.adds_to_data
async def owned(context: Context, person: str, tables: tuple[Attendance, ...]) -> Mapping[str, object]:
    """The actions that this person takes care of, in the rooms of their tables."""
    found = []
    for room in dict.fromkeys(room for table in tables for room in table.rooms):
        known = await context.part(Meetings).actions_in(room)
        mine = [action for action in known.everything if known.owner_of(action).person == person]
        found += [{"room": room, "what": each.what, "due": each.due, "status": each.status} for each in mine]
    return {"actions": found}
