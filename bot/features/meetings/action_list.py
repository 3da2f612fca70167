"""A room's open actions as people see them: a list with acts on each, and the forms of those acts."""

from collections.abc import Sequence
from datetime import date

from bot.features.meetings.records import Owner, RoomAction, RoomActions
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Act, Reply
from bot.kernel.store import FORGOTTEN
from bot.kernel.table.buttons import line_act
from games.dates import in_brief
from games.language import lazy, lazy_p, n, p, t
from games.memories import AgreedAction
from games.parts import Field, Form
from games.sheets import Line, Passage, Run, Sheet, Thing, bold, line
from games.text import who

# --- texts -----------------------------------------------------------------------------------------------------------

TITLE = lazy("Open actions")
NONE = lazy("This room has no open actions. A retrospective agrees on them: `/scrum new retro`.")
ALL_DONE = lazy("No open actions: everything this room agreed on is done or dropped.")
_AGREED_NOW = lazy("Agreed in the retrospective that’s running")
_DONE, _DROP = lazy_p("an action", "Done"), lazy_p("an action", "Drop")
_KEEP, _GIVE = lazy("Keep until…"), lazy("Give to…")
KEEP_FORM, GIVE_FORM = lazy("Keep until"), lazy("Give to")
_UNTIL_WHEN, _TO_WHOM = lazy("Until when?"), lazy("Who takes care of it?")
_NOBODY_KNOWN = lazy("Nobody else has been at a retrospective here yet.")
DAY, OWNER = "day", "owner"  # fields
_OWNER = "\ue002"  # where the owner stands in a sentence; nobody can type it


def rate(done: int, settled: int) -> str:
    """The share of actions done; empty before anything was settled."""
    if not settled:
        return ""
    return n("Done so far: {done} of {count} action.", "Done so far: {done} of {count} actions.", settled, done=done)


def described(what: str, owner: str, due: str, *, overdue: bool = False) -> str:
    """An action, who takes care of it, and by when."""
    if not due:
        return f"{what} ({owner})"
    if overdue:
        return t("{what} ({owner}, was due {day})", what=what, owner=owner, day=in_brief(due))
    return t("{what} ({owner}, {day})", what=what, owner=owner, day=in_brief(due))


# --- the list --------------------------------------------------------------------------------------------------------


def listed(known: RoomActions, today: date, person: str, live: LiveTable | None) -> Reply:
    """The list as this person reads it, in private; with what a retrospective has agreed on so far."""
    agreed = _agreed_now(live)
    if not known.open and not agreed:
        return Reply(str(ALL_DONE if known.everything else NONE), private=True)
    ordered = by_day(known.open, today)
    running = Passage(tuple(_agreed(each) for each in agreed), "bullets", str(_AGREED_NOW))
    sheet = Sheet(
        title=str(TITLE),
        passages=(running,) if agreed else (),
        things=tuple(thing(known, action, today, person) for action in ordered),
        note=_done_rate(known.everything),
    )
    acts = tuple(act for action in ordered for act in acts_on(action))
    return Reply(sheet=sheet, private=True, acts=acts, names=live.names if live else ())


def by_day(actions: Sequence[RoomAction], today: date) -> list[RoomAction]:
    """What is overdue first, what has no date last."""
    return sorted(actions, key=lambda action: (not action.overdue(today), action.day or date.max))


def thing(known: RoomActions, action: RoomAction, today: date, person: str) -> Thing:
    owner = known.owner_of(action)
    name: Run | str = bold(p("owner", "you")) if person and owner.person == person else owner.said
    told = described(f"{action.shown}. {action.what}", _OWNER, action.due, overdue=action.overdue(today))
    before, _, after = told.partition(_OWNER)
    return Thing(f"action:{action.shown}", line(before, name, after))


def acts_on(action: RoomAction) -> tuple[Act, ...]:
    """What anybody in the room may do with an action. A button names it by the meeting that agreed on it: numbers
    change with every meeting."""
    name, what = action.word, f"action:{action.shown}"
    return (
        line_act(f"actions done {name}", str(_DONE), role="thing", thing=what),  # not prose
        line_act(f"actions move {name}", str(_KEEP), role="thing", thing=what, form=str(KEEP_FORM)),  # not prose
        line_act(f"actions give {name}", str(_GIVE), role="thing", thing=what, form=str(GIVE_FORM)),  # not prose
        line_act(f"actions drop {name}", str(_DROP), role="thing", thing=what),  # not prose
    )


def _agreed_now(live: LiveTable | None) -> tuple[AgreedAction, ...]:
    """The actions of a meeting that isn't over: they are on the list once it is."""
    if live is None or live.standing.state is None or live.standing.table.phase == "over":
        return ()
    return live.standing.game.meeting.agreements(live.standing.state).actions


def _agreed(action: AgreedAction) -> Line:
    if not action.due:
        return line(f"{who(action.owner)}: {action.what}")
    return line(t("{who}: {what}, by {day}", who=who(action.owner), what=action.what, day=in_brief(action.due)))


def _done_rate(actions: Sequence[RoomAction]) -> str:
    """The number of actions done rather than dropped, of those no longer open."""
    settled = [action for action in actions if action.status != "open"]
    return rate(sum(action.status == "done" for action in settled), len(settled))


# --- forms -----------------------------------------------------------------------------------------------------------


def keep_form(known: RoomActions, action: RoomAction) -> Form:
    until = Field(DAY, str(_UNTIL_WHEN), kind="date", required=True)
    return Form(str(KEEP_FORM), (until,), _about(known, action))


def give_form(known: RoomActions, action: RoomAction) -> Form | None:
    """Everybody who has been at a retrospective of this room; None if it is nobody but the owner."""
    owner = known.owner_of(action)
    options = tuple((seat, each.said) for seat, each in last_seats(known).values() if each.person != owner.person)
    if not options:
        return None
    return Form(str(GIVE_FORM), (Field(OWNER, str(_TO_WHOM), options=options, required=True),), _about(known, action))


def _about(known: RoomActions, action: RoomAction) -> str:
    return described(action.what, known.owner_of(action).said, action.due)


def last_seats(known: RoomActions) -> dict[str, tuple[str, Owner]]:
    """The last seat of each person, as `table:seat`, and who they are."""
    return {
        owner.person: (f"{meeting.table}:{seat}", owner)
        for meeting in known.meetings
        for seat, owner in enumerate(meeting.owners)
        if owner.person and owner.name != FORGOTTEN
    }
