"""Trends of a room's retrospectives: figures of whole meetings, nothing about anybody."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.features.meetings.past import Meetings, feature
from bot.features.meetings.records import Meeting, RoomActions
from bot.kernel.calls import Call, Context
from bot.kernel.messages import Reply
from bot.kernel.table.model import Refused
from games.dates import on_calendar
from games.graphics.trends import Row, Trends
from games.graphics.trends import trends as drawn
from games.language import lazy, n, t

# --- trends ----------------------------------------------------------------------------------------------------------

_TITLE = lazy("Retrospectives in this room")
WORTH, PEOPLE, DONE = lazy("Worth the time"), lazy("Took part"), lazy("Actions done")


def _too_few(held: int) -> str:
    if not held:
        return t("There hasn’t been a retrospective in this room yet. Trends need at least two: `/scrum new retro`.")
    return t("There has been only one so far. Trends need at least two: `/scrum new retro`.")


def summary(held: int, done: int, agreed: int) -> str:
    last = t("The last {held} retrospectives.", held=held)
    return f"{last} {_done_of(done, agreed)}" if agreed else last


def _done_of(done: int, agreed: int) -> str:
    if done == 1:
        return n("Of {count} action, {done} is done.", "Of {count} actions, {done} is done.", agreed, done=done)
    return n("Of {count} action, {done} are done.", "Of {count} actions, {done} are done.", agreed, done=done)


def _recurring(words: list[tuple[str, int]]) -> str:
    named = ", ".join(f"{word} ({times})" for word, times in words)
    return t("Topics that come back: {topics}.", topics=named) if words else ""


# --- trends ----------------------------------------------------------------------------------------------------------

_LEAST = 2  # meetings; one is no trend
_MAX_SHOWN = 12
_MAX_SUBJECTS = 3


@feature.query("trends", lazy("Show how this room’s retrospectives have been going"), group="room", public=True)
async def trends(context: Context, call: Call) -> Reply:
    context.spend(call)
    known = await context.part(Meetings).actions_in(call.request.room)
    held = [meeting for meeting in known.meetings if meeting.closed][-_MAX_SHOWN:]
    if len(held) < _LEAST:
        raise Refused(_too_few(len(held)))
    series = _trends_of(known, held)
    agreed = [action for action in known.everything if action.table in {meeting.table for meeting in held}]
    done = sum(action.status == "done" for action in agreed)
    text = " ".join(filter(None, [summary(len(held), done, len(agreed)), series.note]))
    live = call.live
    return Reply(
        text,
        drawing=drawn(series),
        pictures=live.standing.table.pictures if live else True,
        dark=live.standing.table.dark if live else None,
    )


def _trends_of(known: RoomActions, held: Sequence[Meeting]) -> Trends:
    return Trends(
        title=str(_TITLE),
        days=tuple(on_calendar(datetime.fromtimestamp(meeting.at, UTC).date().isoformat()) for meeting in held),
        rows=(
            Row(str(WORTH), tuple(meeting.review.worth for meeting in held), 5),
            Row(str(PEOPLE), tuple(_share(meeting.review.people, meeting.review.seats) for meeting in held), 100, "%"),
            Row(str(DONE), tuple(_done(known, meeting) for meeting in held), 100, "%"),
        ),
        note=_recurring(_coming_back(held)),
    )


def _share(part: int, of: int) -> float | None:
    return 100 * part / of if of else None


def _done(known: RoomActions, meeting: Meeting) -> float | None:
    """The share of a meeting's actions that are done; of the latest meeting, only once all are settled."""
    agreed = [action for action in known.everything if action.table == meeting.table]
    if meeting is known.meetings[-1] and any(action.status == "open" for action in agreed):
        return None
    return _share(sum(action.status == "done" for action in agreed), len(agreed))


def _coming_back(held: Sequence[Meeting]) -> list[tuple[str, int]]:
    """The topics that several meetings voted to talk about, the most frequent first."""
    times = Counter(stem for meeting in held for stem in meeting.review.subjects)
    written = {stem: word for meeting in held for stem, word in meeting.review.subjects.items()}
    often = sorted((-count, written[stem]) for stem, count in times.items() if count > 1)
    return [(word, -count) for count, word in often[:_MAX_SUBJECTS]]
