"""The outcome of moves about actions, insights, thanks, cards and the rating."""

from datetime import date
from typing import assert_never

from games.dates import NotADay, read_day, split_day
from games.language import lazy_p
from games.memories import ACTION_LIMIT, CARD_KINDS, DUE_LIMIT, MAX_CARDS, TEXT_LIMIT, TITLE_LIMIT, TeamCard
from games.retro.acts import refusals
from games.retro.events import ActionAdded, ActionChanged, ActionMarked, CardWritten, InsightAdded, Rated, Thanked
from games.retro.model import INSIGHT_LIMIT, MARKS, MAX_INSIGHTS, MAX_RATING, MAX_THANKS, THANKS_LIMIT, Action
from games.retro.moves import AddAction, AddInsight, EditAction, MarkAction, OutcomeMove, Rate, Thank, WriteCard
from games.retro.phases import Recorder, only_facilitator, only_in
from games.text import clean


def decide_outcome(recorder: Recorder, seat: int, move: OutcomeMove) -> None:
    """Record an outcome. Nothing but thanks and a rating is tied to a seat."""
    match move:
        case MarkAction():
            _mark_action(recorder, seat, move)
        case AddAction():
            _add_action(recorder, move)
        case EditAction():
            _edit_action(recorder, seat, move)
        case WriteCard():
            _write_card(recorder, move)
        case AddInsight():
            _add_insight(recorder, move)
        case Thank():
            _thank(recorder, seat, move)
        case Rate():
            _rate(recorder, seat, move)
        case _:
            assert_never(move)


def _mark_action(recorder: Recorder, seat: int, move: MarkAction) -> None:
    only_in(recorder, "review", "discuss", "actions", what=lazy_p("not now", "Marking an action"), rule="actions")
    if recorder.state.phase == "review":
        _mark_earlier(recorder, move)
    else:
        _drop(recorder, seat, move)


def _mark_earlier(recorder: Recorder, move: MarkAction) -> None:
    earlier = recorder.state.earlier
    if not 1 <= move.number <= len(earlier) or move.mark not in MARKS:
        raise refusals.no_such_action()
    action = earlier[move.number - 1]
    if move.due and move.mark != "keep":
        raise refusals.only_kept_get_a_date()
    due = _day(move.due, move.today) if move.due else ""
    if action.mark == move.mark and due in {"", action.due}:
        raise refusals.marked_already()
    recorder.record(ActionMarked(move.number, action.what, move.mark, due))


def _drop(recorder: Recorder, seat: int, move: MarkAction) -> None:
    only_facilitator(recorder, seat)
    action = _todays(recorder, move.number)
    if move.mark != "drop":
        raise refusals.only_drop()
    recorder.record(ActionMarked(move.number, action.what, move.mark))


def _todays(recorder: Recorder, number: int) -> Action:
    if not 1 <= number <= len(recorder.state.actions):
        raise refusals.no_such_action()
    return recorder.state.actions[number - 1]


def _day(words: str, today: str) -> str:
    try:
        day = read_day(words, date.fromisoformat(today)) if today else None
    except NotADay as fault:
        raise refusals.not_a_day(str(fault)) from fault
    if day is None:
        raise refusals.which_day(clean(words, DUE_LIMIT))
    return day.isoformat()


def _add_action(recorder: Recorder, move: AddAction) -> None:
    state = recorder.state
    only_in(recorder, "discuss", "actions", what=lazy_p("not now", "Agreeing on an action"), rule="actions")
    if move.owner not in range(state.seats):
        raise refusals.who_does_it()
    if len(state.actions) >= state.limit:
        raise refusals.enough_actions(state.limit)
    what, due = _dated(move)
    if not what:
        raise refusals.action_missing()
    recorder.record(ActionAdded(len(state.actions) + 1, what, move.owner, due))


def _edit_action(recorder: Recorder, seat: int, move: EditAction) -> None:
    only_in(recorder, "discuss", "actions", what=lazy_p("not now", "Changing an action"), rule="actions")
    only_facilitator(recorder, seat)
    before = _todays(recorder, move.number)
    owner = before.owner if move.owner is None else move.owner
    if owner not in range(recorder.state.seats):
        raise refusals.who_does_it()
    what, due = _dated(move)
    after = Action(what or before.what, owner, due or before.due)
    if after == before:
        raise refusals.the_same_action()
    recorder.record(ActionChanged(move.number, after.what, after.owner, after.due))


def _dated(move: AddAction | EditAction) -> tuple[str, str]:
    """A task, and by when: given apart, or at its end. Without a calendar, a day is only words."""
    text = clean(move.what, ACTION_LIMIT + DUE_LIMIT)
    if move.due:
        return clean(text, ACTION_LIMIT), _day(move.due, move.today)
    if not move.today:
        return clean(text, ACTION_LIMIT), ""
    try:
        what, due = split_day(text, date.fromisoformat(move.today))
    except NotADay as fault:
        raise refusals.not_a_day(str(fault)) from fault
    return clean(what, ACTION_LIMIT), due


def _write_card(recorder: Recorder, move: WriteCard) -> None:
    state = recorder.state
    only_in(recorder, "reflect", "actions", what=lazy_p("not now", "Writing a card"), rule="cards")
    if move.card not in CARD_KINDS:
        raise refusals.impediment_or_tool()
    if len(state.cards) >= MAX_CARDS:
        raise refusals.enough_cards(MAX_CARDS)
    title, _, text = move.text.partition(":")
    card = TeamCard(move.card, clean(title, TITLE_LIMIT), clean(text, TEXT_LIMIT))
    if not card.title:
        raise refusals.card_missing()
    recorder.record(CardWritten(len(state.cards) + 1, card))


def _rate(recorder: Recorder, seat: int, move: Rate) -> None:
    """Rate the meeting, and thank somebody in the same breath: both, or neither."""
    only_in(recorder, "close", what=lazy_p("not now", "Rating the meeting"), rule="close")
    if seat in recorder.state.ratings:
        raise refusals.rated_already()
    if not 0 <= move.value <= MAX_RATING:
        raise refusals.zero_to_five()
    thanks = None
    if move.to is not None or move.thanks:
        thanks = _thanked(recorder, seat, Thank(-1 if move.to is None else move.to, move.thanks))
    recorder.record(Rated(seat, move.value))
    if thanks:
        recorder.record(thanks)


def _add_insight(recorder: Recorder, move: AddInsight) -> None:
    only_in(recorder, "discuss", what=lazy_p("not now", "Writing down an insight"), rule="insights")
    topic, text = recorder.state.current_topic, clean(move.text, INSIGHT_LIMIT)
    assert topic is not None
    if not text:
        raise refusals.insight_missing()
    if len(recorder.state.insights_of(topic)) >= MAX_INSIGHTS:
        raise refusals.enough_insights(MAX_INSIGHTS)
    recorder.record(InsightAdded(topic.key, text))


def _thank(recorder: Recorder, seat: int, move: Thank) -> None:
    only_in(recorder, "close", what=lazy_p("not now", "Thanking somebody"), rule="thanks")
    recorder.record(_thanked(recorder, seat, move))


def _thanked(recorder: Recorder, seat: int, move: Thank) -> Thanked:
    text = clean(move.text, THANKS_LIMIT)
    if move.seat not in range(recorder.state.seats):
        raise refusals.thank_whom()
    if move.seat == seat:
        raise refusals.thank_somebody_else()
    if not text:
        raise refusals.thanks_missing()
    if len(recorder.state.thanks) >= MAX_THANKS:
        raise refusals.enough_thanks(MAX_THANKS)
    return Thanked(seat, move.seat, text)
