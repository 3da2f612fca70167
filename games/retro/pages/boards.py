"""The board of a meeting for a page: what a seat may see of it."""

from games.boards import ActionOnBoard, ColumnOnBoard, MeetingBoard, NoteOnBoard, QuestionOnBoard, TopicOnBoard
from games.language import t
from games.retro.health import trends
from games.retro.model import DiscussionTopic, EarlierAction, State, View
from games.retro.pages.sheets import missing, question, steps
from games.retro.player import likely_pairs
from games.retro.words.terms import ROTI, SAFETY, note_text
from games.text import absent, who

_MAX_ALIKE = 8  # pairs that are suggested at a time


def board(view: View) -> MeetingBoard:
    state, seat = view.state, view.seat
    mine = [] if seat is None else [key for key in state.placed.get(seat, ()) if key is not None]
    current = state.current_topic
    return MeetingBoard(
        title=str(state.title),
        phase=state.phase,
        question=question(state),
        steps=steps(state),
        facilitator=state.facilitator,
        done=tuple(done for done in state.ready if seat in {done, state.facilitator}),
        finished=len(state.ready),
        people=state.seats,
        anonymous=state.anonymous,
        check_in=str(state.check_in),
        note=missing(state),
        answers=state.words,
        columns=_columns(state),
        face_down=len(state.waiting),
        notes=_notes(state),
        topics=tuple(_topic(state, topic, mine) for topic in state.topics),
        alike=likely_pairs(state)[:_MAX_ALIKE] if state.phase == "group" else (),
        dots=state.dots,
        left=state.dots - len(mine),
        agenda=state.agenda,
        current=None if current is None else current.key,
        time_is_up=state.time_is_up,
        longer=len(state.asked),
        earlier=tuple(
            ActionOnBoard(number, each.what, owner_name=_owner(state, each), due=each.due, mark=each.mark)
            for number, each in enumerate(state.earlier, start=1)
        ),
        actions=tuple(
            ActionOnBoard(number, each.what, each.owner, due=each.due)
            for number, each in enumerate(state.actions, start=1)
        ),
        room_for=max(0, state.limit - len(state.actions)),
        health=_health(state, seat),
        safety=_safety(state, seat),
        agreement=state.agreement,
        thanks=tuple(
            t("{who} to {other}: {text}", who=who(each.by), other=who(each.to), text=each.text) for each in state.thanks
        ),
        ratings=tuple(map(str, ROTI)),
        rated=sum(state.poll) or len(state.ratings),
        my_rating=None if seat is None else state.ratings.get(seat),
        poll=state.poll,
    )


def _columns(state: State) -> tuple[ColumnOnBoard, ...]:
    written = len(state.columns) - bool(state.health)  # the last one of a health check fills itself
    return tuple(
        ColumnOnBoard(str(each.title), str(each.hint), open=state.phase == "reflect" and index < written)
        for index, each in enumerate(state.columns)
    )


def _notes(state: State) -> tuple[NoteOnBoard, ...]:
    return tuple(
        NoteOnBoard(number, note_text(state, note), note.column or 0, hidden=bool(note.hidden), by=note.by)
        for number, note in enumerate(state.board, start=1)
    )


def _topic(state: State, topic: DiscussionTopic, mine: list[int]) -> TopicOnBoard:
    return TopicOnBoard(
        topic.key,
        topic.notes,
        topic.name,
        votes=topic.votes if state.votes_shown else None,
        mine=mine.count(topic.key),
        insights=state.insights_of(topic),
    )


def _health(state: State, seat: int | None) -> tuple[QuestionOnBoard, ...]:
    given = {} if seat is None else state.answers.get(seat, {})
    changes = trends(state)
    return tuple(
        QuestionOnBoard(
            str(number),
            str(topic.title),
            str(topic.good),
            str(topic.bad),
            mine=given.get(number),
            counts=state.profile[number - 1] if state.profile else (),
            trend=changes[number - 1] if changes else "",
        )
        for number, topic in enumerate(state.health, start=1)
    )


def _safety(state: State, seat: int | None) -> QuestionOnBoard | None:
    if not state.safety_check:
        return None
    mine = None if seat is None else state.safety.get(seat)
    return QuestionOnBoard(
        "safety", str(SAFETY), t("I can say anything"), t("I keep quiet"), mine=mine, counts=state.safety_poll
    )


def _owner(state: State, action: EarlierAction) -> str:
    """A mark for the owner while earlier actions are looked at: later, nobody looks up who they are."""
    return absent(action.origin) if action.origin and state.phase == "review" else ""
