"""The Scrum Game in sentences: what happened, what comes next, what the spaces are called."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from games.sprint.board import REVIEW, Space
from games.sprint.cards import card
from games.sprint.model import (
    SCRUM,
    Ballot,
    CardDrawn,
    DayEnded,
    DeckRenewed,
    DeckWasEmpty,
    DieTaken,
    Discussion,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    Fork,
    ForkReached,
    Freed,
    Moved,
    Over,
    PlanChanged,
    Reported,
    Rolled,
    Started,
    State,
    Stayed,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    Turn,
    TurnBegan,
    TurnPassed,
    View,
    Voted,
)
from games.text import listing, who

_DECK_NAMES = {"tools": "tool", "impediments": "impediment", "opportunities": "opportunity"}


def quoted(key: str) -> str:
    return f"“{_inner_quotes(card(key).title)}”"


def _inner_quotes(text: str) -> str:
    return text.replace("“", "‘").replace("”", "’")


def hours(count: int) -> str:
    return "1 hour" if count == 1 else f"{count} hours"


def thrown(dice: Sequence[int]) -> str:
    """Dice in words: `3, 5 and a scrum`."""
    scrums = sum(face == SCRUM for face in dice)
    words = [str(face) for face in sorted(dice) if face != SCRUM]
    if scrums:
        words.append("a scrum" if scrums == 1 else f"{scrums} scrums")
    return listing(words)


def space_name(space: Space) -> str:
    match space.kind:
        case "start":
            return "Start"
        case "hours":
            return f"{space.amount:+d} hours"
        case "die":
            return "Take a die"
        case "day":
            return "End of Day"
        case "report":
            return "Burn up" if space.amount < 0 else f"Report ×{space.amount}"
        case "review":
            return "Sprint Review"
        case _:
            return space.kind.capitalize()


def verdict(*, won: bool, reason: Literal["review", "unfinished", "days"], hours_left: int, day: int) -> str:
    if won:
        return f"The sprint is won! All work is done and reviewed, on day {day + 1}."
    if reason == "unfinished":
        return f"The sprint is lost: everybody sits in Sprint Review with {hours(hours_left)} of work left."
    if hours_left:
        return f"The sprint is lost: the last day is over, with {hours(hours_left)} of work to do."
    return "The sprint is lost by a whisker: the work was done, but the last day ended before everybody was in review."


# --- events --------------------------------------------------------------------------------------------------------


def narrate(event: Event, viewer: int | None) -> str | None:
    del viewer  # everything that is told is told to everybody; how somebody voted is told to nobody
    return _SENTENCES[type(event)](event)


def _started(event: Started) -> str:
    costly = " Every impeded player costs 5 hours a day." if event.costly else ""
    return f"Sprint planning begins: {hours(event.hours)} of work, {event.days} days.{costly}"


def _turn_began(_: TurnBegan) -> str:
    return ""


def _fork_reached(_: ForkReached) -> None:
    return None


def _rolled(event: Rolled) -> str:
    roll = f"{who(event.seat)} rolls {thrown(event.dice)}"
    if event.impeded and SCRUM not in event.dice:
        return f"{roll}: no scrum, still impeded."
    if all(face == SCRUM for face in event.dice) and not event.impeded:
        return f"{roll} and stays put."
    return f"{roll}."


def _freed(event: Freed) -> str:
    if event.by == "scrum":
        return f"The scrum removes {quoted(event.card)}."
    if event.by == "tool":
        return f"{who(event.seat)} is free of {quoted(event.card)}."
    return f"{quoted(event.card)} no longer matters: {who(event.seat)} is free."


def _stayed(event: Stayed) -> str:
    return f"{who(event.seat)} stays."


def _moved(event: Moved) -> str:
    if event.space == REVIEW:
        return f"{who(event.seat)} enters Sprint Review."
    return f"{who(event.seat)} moves to {event.space}."


def _plan_changed(event: PlanChanged) -> str:
    change = "more" if event.amount > 0 else "fewer"
    return f"The team commits to {abs(event.amount)} hours {change}: {event.hours} now."


def _die_taken(event: DieTaken) -> str:
    return f"One more progress die: {event.dice} now."


def _card_drawn(event: CardDrawn) -> str:
    drawn = card(event.card)
    if event.deck == "tools":
        return f"{who(event.seat)} takes the tool {quoted(event.card)}: {drawn.text}"
    if event.deck == "impediments":
        return f"{who(event.seat)} is impeded by {quoted(event.card)}: {drawn.text}"
    return f"Opportunity, {quoted(event.card)}: {drawn.text}"


def _deck_renewed(event: DeckRenewed) -> str:
    return f"The {_DECK_NAMES[event.deck]} deck is shuffled again."


def _deck_was_empty(event: DeckWasEmpty) -> str:
    return f"The {_DECK_NAMES[event.deck]} deck is empty, so nothing happens."


def _day_ended(event: DayEnded) -> str:
    cost = f" Impediments cost {hours(event.added)}." if event.added else ""
    return f"Day {event.day} of {event.of} is over.{cost} {hours(event.hours)} left."


def _reported(event: Reported) -> str:
    twice = ", doubled" if event.times == 2 else ""
    if event.times < 0:
        return f"New work turns up ({thrown(event.dice)}): {event.amount} hours more, {event.hours} left."
    return f"Progress ({thrown(event.dice)}{twice}): {hours(event.amount)} burned, {event.hours} left."


def _tool_offered(event: ToolOffered) -> str:
    whose = "their own" if event.seat == event.target else f"{who(event.target)}’s"
    offer = f"{who(event.seat)} offers {quoted(event.card)} against {whose} {quoted(event.impediment)}"
    return f"{offer}: “{_inner_quotes(event.reason)}”"


def _voted(event: Voted) -> str:
    return f"{who(event.seat)} has voted."


def _tool_accepted(_: ToolAccepted) -> str:
    return "Everybody agrees."


def _tool_refused(event: ToolRefused) -> str:
    return f"Not everybody agrees ({event.yes} yes, {event.no} no): {who(event.seat)} keeps {quoted(event.card)}."


def _discussion_opened(event: DiscussionOpened) -> str:
    minutes = "1 minute" if event.minutes == 1 else f"{event.minutes} minutes"
    return f"Talk it over: {minutes} on the clock."


def _discussion_closed(event: DiscussionClosed) -> str:
    if not event.no and not event.missing:
        return "The whole team agrees that it has dealt with it."
    missing = f", {event.missing} not cast" if event.missing else ""
    return f"Not everybody agrees ({event.yes} yes, {event.no} no{missing}): no extra die this time."


def _turn_passed(event: TurnPassed) -> str:
    return f"{who(event.seat)} lets the turn pass."


def _finished(event: Finished) -> str:
    return verdict(won=event.won, reason=event.reason, hours_left=event.hours, day=event.day)


_SENTENCES: dict[type, Callable[[Any], str | None]] = {
    Started: _started,
    TurnBegan: _turn_began,
    Rolled: _rolled,
    Freed: _freed,
    ForkReached: _fork_reached,
    Stayed: _stayed,
    Moved: _moved,
    PlanChanged: _plan_changed,
    DieTaken: _die_taken,
    CardDrawn: _card_drawn,
    DeckRenewed: _deck_renewed,
    DeckWasEmpty: _deck_was_empty,
    DayEnded: _day_ended,
    Reported: _reported,
    ToolOffered: _tool_offered,
    Voted: _voted,
    ToolAccepted: _tool_accepted,
    ToolRefused: _tool_refused,
    DiscussionOpened: _discussion_opened,
    DiscussionClosed: _discussion_closed,
    TurnPassed: _turn_passed,
    Finished: _finished,
}

# --- what comes next -----------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.table
    match state.phase:
        case Turn():
            return _turn(state)
        case Fork():
            return f"{who(state.turn)}, choose where to go."
        case Ballot() as ballot:
            waiting = _waiting(state, ballot, but=state.turn)
            return f"Does {quoted(ballot.card)} solve it? {waiting}, vote yes or no."
        case Discussion() as discussion:
            waiting = _waiting(state, discussion, but=None)
            if not waiting:
                closing = f"{who(state.turn)}, close the discussion with “done”, or talk on until the time is up"
                return f"Everybody has voted. {closing}."
            return f"Has the team dealt with {quoted(discussion.card)}? {waiting}, vote yes or no."
        case Over(won=won, reason=reason):
            return verdict(won=won, reason=reason, hours_left=state.hours, day=state.day)


def _turn(state: State) -> str:
    seat = state.turn
    player = state.players[seat]
    if player.space == REVIEW:
        return f"{who(seat)}, you are in Sprint Review: play a tool for somebody, or say “done”."
    if player.impediment is not None:
        tool = ", or play a tool" if player.tools else ""
        return f"{who(seat)}, you are impeded by {quoted(player.impediment)}: roll for a scrum{tool}."
    if not player.turns:
        return f"{who(seat)}, roll one die to plan the sprint."
    return f"{who(seat)}, it is your turn to roll."


def _waiting(state: State, phase: Ballot | Discussion, *, but: int | None) -> str:
    seats = [seat for seat in range(len(state.players)) if seat not in phase.votes and seat != but]
    return listing([who(seat) for seat in seats])
