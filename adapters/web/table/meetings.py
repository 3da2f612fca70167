"""A meeting's board as JSON: in parts, so that a page gets only what changed."""

from collections.abc import Sequence
from typing import Any

from adapters.web.table.serialization import Data, act, said, sheet
from bot.kernel.messages import Act, Page
from games.boards import ActionOnBoard, MeetingBoard, QuestionOnBoard, TopicOnBoard

# what a page draws by itself on notes, topics and actions, which may be hundreds, isn't sent as acts
_ON_THINGS = "thing"


def parts(page: Page) -> dict[str, Any]:
    """The parts of a meeting's page; the acts are those that don't belong to a thing on the board."""
    board, names = page.meeting, page.reply.names
    found: dict[str, Any] = {
        "acts": [_act(each, names) for each in _beside(page.reply.acts)],
        "left": page.reply.left,
        "sheet": sheet(page.sheet, names) if page.sheet else None,
        # what somebody owns, such as notes that nobody else sees yet
        "own": sheet(page.reply.sheet, names)["things"] if page.seat is not None and page.reply.sheet else [],
    }
    if board is None:
        return {**found, "meeting": None, "meeting_notes": [], "meeting_topics": []}
    return {
        **found,
        "meeting": _board(board, page.seat, names),
        "meeting_notes": [
            {"number": each.number, "text": said(each.text, names), "column": each.column}
            | ({"hidden": True} if each.hidden else {})
            | ({"by": each.by} if each.by is not None else {})
            for each in board.notes
        ],
        "meeting_topics": [_topic(each, names) for each in board.topics],
    }


def _beside(acts: Sequence[Act]) -> list[Act]:
    """The acts that belong to no thing; of a command with a form, one stands for all."""
    found: dict[str, Act] = {}
    for each in acts:
        if not each.thing and (each.role != _ON_THINGS or each.form):
            found.setdefault(each.form or each.button, each)
    return list(found.values())


def _act(each: Act, names: Sequence[str]) -> Data:
    return act(each, names) | {"form": each.form, "confirmed": each.confirmed}


def _board(board: MeetingBoard, seat: int | None, names: Sequence[str]) -> Data:
    return {
        "title": board.title,
        "phase": board.phase,
        "question": said(board.question, names),
        "steps": [{"key": each.key, "title": each.title, "state": each.state} for each in board.steps],
        "facilitator": board.facilitator,
        "people": board.people,
        "face_down": board.face_down,
        "done": board.finished,
        # only the facilitator reads who is missing
        "missing": [each for each in range(board.people) if each not in board.done] if _leads(board, seat) else [],
        "finished": seat in board.done,
        "anonymous": board.anonymous,
        "check_in": said(board.check_in, names),
        "note": said(board.note, names),
        "answers": [{"seat": each, "text": said(text, names)} for each, text in sorted(board.answers.items())],
        "columns": [{"title": each.title, "question": each.question, "open": each.open} for each in board.columns],
        "alike": board.alike,
        "dots": board.dots,
        "left": board.left,
        "agenda": board.agenda,
        "current": board.current,
        "time_is_up": board.time_is_up,
        "longer": board.longer,
        "earlier": [_action(each, names) for each in board.earlier],
        "actions": [_action(each, names) for each in board.actions],
        "room_for": board.room_for,
        "health": [_question(each) for each in board.health],
        "safety": _question(board.safety) if board.safety else None,
        "agreement": [said(each, names) for each in board.agreement],
        "thanks": [said(each, names) for each in board.thanks],
        "ratings": board.ratings,
        "rated": board.rated,
        "my_rating": board.my_rating,
        "poll": board.poll,
    }


def _leads(board: MeetingBoard, seat: int | None) -> bool:
    return seat is not None and seat == board.facilitator


def _topic(each: TopicOnBoard, names: Sequence[str]) -> Data:
    return (
        {"key": each.key, "notes": each.notes, "name": each.name, "votes": each.votes}
        | ({"mine": each.mine} if each.mine else {})
        | ({"insights": [said(text, names) for text in each.insights]} if each.insights else {})
    )


def _action(each: ActionOnBoard, names: Sequence[str]) -> Data:
    owner = names[each.owner] if each.owner is not None and each.owner < len(names) else each.owner_name
    return {
        "number": each.number,
        "what": said(each.what, names),
        "owner": each.owner,
        "owner_name": owner,
        "due": each.due,
        "mark": each.mark,
    }


def _question(each: QuestionOnBoard) -> Data:
    return {
        "key": each.key,
        "title": each.title,
        "good": each.good,
        "bad": each.bad,
        "mine": each.mine,
        "counts": each.counts,
        "trend": each.trend,
    }
