"""The Scrum Game in sentences: what happened, what comes next, what the spaces are called."""

from collections.abc import Sequence
from typing import Literal, assert_never

from games.contract import IllegalMove
from games.parts import ShownCard
from games.sprint.board import REVIEW, Deck, Space, card
from games.sprint.board import cards as cards_by_key
from games.sprint.model import (
    SCRUM,
    Ballot,
    CardDrawn,
    CardEvent,
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
    MoveEvent,
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
    VoteEvent,
    WorkEvent,
)
from games.text import listing, who

# --- narration -------------------------------------------------------------------------------------------------------

_DECK_NAMES = {"tools": "tool", "impediments": "impediment", "opportunities": "opportunity"}


def quoted(key: str) -> str:
    return f"“{_inner_quotes(card(key).title)}”"


def _inner_quotes(text: str) -> str:
    return text.replace("“", "‘").replace("”", "’")


def hours(count: int) -> str:
    return "1 hour" if count == 1 else f"{count} hours"


def _faces(dice: Sequence[int]) -> str:
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


_HINTS = {
    "die": "the team gets one more progress die",
    "day": "landing here ends a day",
    "tool": "pick up a tool against impediments",
    "impediment": "you’re stuck until you roll a scrum",
    "opportunity": "a question for the team, or a surprise",
}


def space_hint(space: Space) -> str:
    """The effect of this space on a piece that lands on it."""
    match space.kind:
        case "hours":
            what = f"the plan gets {abs(space.amount)} hours {'longer' if space.amount > 0 else 'shorter'}"
        case "report" if space.amount < 0:
            what = "new work turns up: roll the progress dice and add the hours"
        case "report":
            what = f"roll the progress dice{' and double the sum' if space.amount == 2 else ''}: that much work is done"
        case _:
            what = _HINTS.get(space.kind, "")
    return f"{space.id}, {space_name(space)}: {what}" if what else space_name(space)


def verdict(*, won: bool, reason: Literal["review", "unfinished", "days"], hours_left: int, day: int) -> str:
    if won:
        return f"The sprint is won! All the work is done and reviewed, on day {day + 1}."
    if reason == "unfinished":
        return f"The sprint is lost: everybody is in Sprint Review with {hours(hours_left)} of work left."
    if hours_left:
        return f"The sprint is lost: the last day is over with {hours(hours_left)} of work left."
    return "The sprint is lost by a whisker: the work was done, but the last day ended before everybody reached review."


# --- what happened ---------------------------------------------------------------------------------------------------


def narrate(event: Event, viewer: int | None) -> str | None:
    del viewer  # every sentence is public, and no sentence says how a player voted
    if isinstance(event, MoveEvent):
        return _move(event)
    if isinstance(event, WorkEvent):
        return _work(event)
    if isinstance(event, CardEvent):
        return _card(event)
    if isinstance(event, VoteEvent):
        return _vote(event)
    if isinstance(event, Started):
        return _started(event)
    if isinstance(event, Finished):
        return verdict(won=event.won, reason=event.reason, hours_left=event.hours, day=event.day)
    assert_never(event)


def _started(event: Started) -> str:
    costly = " Every impeded player costs 5 hours a day." if event.costly else ""
    helpful = " Every tool that you accept burns 10 hours." if event.helpful else ""
    return f"Sprint Planning begins: {hours(event.hours)} of work, {event.days} days.{costly}{helpful}"


def _move(event: MoveEvent) -> str | None:
    match event:
        case TurnBegan():
            return ""
        case ForkReached():
            return None
        case Rolled():
            return _rolled(event)
        case Stayed():
            return f"{who(event.seat)} stays."
        case Moved(space=space):
            return f"{who(event.seat)} {'enters Sprint Review' if space == REVIEW else f'moves to {space}'}."
        case TurnPassed():
            return f"{who(event.seat)} passes."
        case _:
            assert_never(event)


def _rolled(event: Rolled) -> str:
    roll = f"{who(event.seat)} rolls {_faces(event.dice)}"
    if event.impeded and SCRUM not in event.dice:
        return f"{roll}: no scrum, still impeded."
    if all(face == SCRUM for face in event.dice) and not event.impeded:
        return f"{roll} and stays put."
    return f"{roll}."


def _work(event: WorkEvent) -> str:
    match event:
        case Reported():
            return _reported(event)
        case DayEnded():
            cost = f" Impediments cost {hours(event.added)}." if event.added else ""
            return f"Day {event.day} of {event.of} is over.{cost} {hours(event.hours)} left."
        case DieTaken():
            return f"One more progress die: that makes {event.dice}."
        case PlanChanged():
            change = "more" if event.amount > 0 else "fewer"
            return f"The team commits to {abs(event.amount)} {change} hours: {event.hours} left."
        case _:
            assert_never(event)


def _reported(event: Reported) -> str:
    if event.times < 0:
        return f"New work turns up ({_faces(event.dice)}): {hours(event.amount)} added, {event.hours} left."
    doubled = ", doubled" if event.times == 2 else ""
    return f"Progress ({_faces(event.dice)}{doubled}): {hours(event.amount)} burned, {event.hours} left."


def _card(event: CardEvent) -> str:
    match event:
        case CardDrawn():
            return _card_drawn(event)
        case Freed():
            return _freed(event)
        case DeckRenewed():
            return f"The {_DECK_NAMES[event.deck]} deck is reshuffled."
        case DeckWasEmpty():
            return f"The {_DECK_NAMES[event.deck]} deck is empty, so nothing happens."
        case _:
            assert_never(event)


def _card_drawn(event: CardDrawn) -> str:
    drawn = card(event.card)
    if event.deck == "tools":
        return f"{who(event.seat)} picks up the tool {quoted(event.card)}: {drawn.text}"
    if event.deck == "impediments":
        return f"{who(event.seat)} is impeded by {quoted(event.card)}: {drawn.text}"
    return f"Opportunity {quoted(event.card)}: {drawn.text}"


def _freed(event: Freed) -> str:
    if event.by == "scrum":
        return f"The scrum removes {quoted(event.card)}."
    if event.by == "tool":
        return f"{who(event.seat)} is free of {quoted(event.card)}."
    return f"{quoted(event.card)} no longer matters: {who(event.seat)} is free."


def _vote(event: VoteEvent) -> str:
    match event:
        case Voted():
            return f"{who(event.seat)} has voted."
        case ToolOffered():
            return _tool_offered(event)
        case ToolAccepted():
            return f"Everybody agrees{f', and it saves {hours(event.burned)} of work' if event.burned else ''}."
        case ToolRefused():
            keeps = f"{who(event.seat)} keeps {quoted(event.card)}"
            return f"Not everybody agrees ({event.yes} yes, {event.no} no): {keeps}."
        case DiscussionOpened():
            return "Talk it over; the clock is running."
        case DiscussionClosed():
            return _discussion_closed(event)
        case _:
            assert_never(event)


def _tool_offered(event: ToolOffered) -> str:
    whose = "their own" if event.seat == event.target else f"{who(event.target)}’s"
    offer = f"{who(event.seat)} offers {quoted(event.card)} against {whose} {quoted(event.impediment)}"
    return f"{offer}: “{_inner_quotes(event.reason)}”"


def _discussion_closed(event: DiscussionClosed) -> str:
    if not event.no and not event.missing:
        return "The whole team agrees: that’s dealt with."
    missing = f", {event.missing} not cast" if event.missing else ""
    return f"Not everybody agrees ({event.yes} yes, {event.no} no{missing}): no extra die this time."


# --- what comes next -------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    match state.phase:
        case Turn():
            return _turn(state)
        case Fork():
            return f"{who(state.turn)}, choose where to go."
        case Ballot() as ballot:
            waiting = _waiting(state, ballot, but=state.turn)
            return f"Does {quoted(ballot.card)} solve it? {waiting}, vote yes or no."
        case Discussion() as discussion:
            return _discussion(state, discussion)
        case Over(won=won, reason=reason):
            return verdict(won=won, reason=reason, hours_left=state.hours, day=state.day)


def gist(view: View) -> str:
    state = view.state
    if not all(player.turns for player in state.players):
        return f"Sprint Planning, {state.hours} h"
    return f"day {min(state.day + 1, state.days)}, {state.hours} h left"


def _turn(state: State) -> str:
    seat = state.turn
    player = state.players[seat]
    if player.space == REVIEW:
        return f"{who(seat)}, you’re in Sprint Review: play a tool for a teammate, or pass."
    if player.impediment is not None:
        tool = ", or play a tool" if player.tools else ""
        return f"{who(seat)}, you’re impeded by {quoted(player.impediment)}: roll for a scrum{tool}."
    if not player.turns:
        return f"{who(seat)}, roll one die to plan the sprint."
    return f"{who(seat)}, it’s your turn to roll."


def _discussion(state: State, discussion: Discussion) -> str:
    waiting = _waiting(state, discussion, but=None)
    if waiting:
        return f"Has the team dealt with {quoted(discussion.card)}? {waiting}, vote yes or no."
    closing = f"{who(state.turn)}, close the discussion, or keep talking until the time is up."
    return f"Everybody has voted. {closing}"


def _waiting(state: State, phase: Ballot | Discussion, *, but: int | None) -> str:
    seats = [seat for seat in range(len(state.players)) if seat not in phase.votes and seat != but]
    return listing([who(seat) for seat in seats])


# --- refusals --------------------------------------------------------------------------------------------------------

REASON_LIMIT = 300  # characters


def game_is_over() -> IllegalMove:
    return IllegalMove("This game is over. Start a new one with `/scrum new`.", "end")


def no_seat() -> IllegalMove:
    return IllegalMove("You don’t have a seat in this game.", "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"It isn’t your turn yet, it’s {who(turn)}’s.", "turns")


def in_discussion() -> IllegalMove:
    return IllegalMove("The team is in a discussion: vote, then close it with `/scrum done`.", "discussion")


def in_vote() -> IllegalMove:
    return IllegalMove("The team is voting on a tool; the turn continues once everybody has voted.", "votes")


def choose_first() -> IllegalMove:
    return IllegalMove("You’ve already rolled: choose where to land with `/scrum go <space>`.", "forks")


def stays_in_review() -> IllegalMove:
    return IllegalMove("You’re in Sprint Review to stay: play a tool, or say `/scrum done`.", "review")


def no_fork() -> IllegalMove:
    return IllegalMove("There’s nothing to choose yet: roll first with `/scrum roll`.", "forks")


def not_your_fork(turn: int) -> IllegalMove:
    return IllegalMove(f"This choice is {who(turn)}’s, not yours.", "forks")


def out_of_reach(reachable: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"You can’t get there with this roll; choose {listing(reachable, 'or')}.", "forks")


def first_turn_rolls() -> IllegalMove:
    return IllegalMove("On your first turn you can only roll.", "tools")


def tool_not_held() -> IllegalMove:
    return IllegalMove("You don’t hold that tool; `/scrum board` shows who holds what.", "tools")


def which_tool(titles: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"Which one do you mean: {listing(titles, 'or')}? You can use its number.", "tools")


def not_impeded() -> IllegalMove:
    return IllegalMove("That player isn’t impeded; a tool needs an impediment to remove.", "tools")


def just_refused() -> IllegalMove:
    return IllegalMove("The team just said no to this tool for this impediment; try another, or roll.", "tools")


def reason_missing() -> IllegalMove:
    return IllegalMove("Say in one sentence why the tool removes the impediment.", "tools")


def reason_too_long() -> IllegalMove:
    return IllegalMove(f"Keep the reason to one sentence: at most {REASON_LIMIT} characters.", "tools")


def nothing_to_vote_on() -> IllegalMove:
    return IllegalMove("There’s nothing to vote on right now.", "votes")


def others_decide() -> IllegalMove:
    return IllegalMove("It’s your tool, so the others decide.", "votes")


def already_voted() -> IllegalMove:
    return IllegalMove("You’ve already voted, and votes are final.", "votes")


def yes_or_no() -> IllegalMove:
    return IllegalMove("Vote with `/scrum vote yes` or `/scrum vote no`.", "votes")


def votes_missing(seats: Sequence[int]) -> IllegalMove:
    waiting = listing([who(seat) for seat in seats])
    return IllegalMove(f"Everybody has to vote first; still to vote: {waiting}.", "discussion")


def nothing_to_close() -> IllegalMove:
    return IllegalMove("There’s no discussion to close; it’s your turn to `/scrum roll`.", "turns")


def only_the_clock() -> IllegalMove:
    return IllegalMove("Until everybody has voted, only the clock can end a discussion.", "discussion")


def discussion_over() -> IllegalMove:
    return IllegalMove("That discussion is over.", "discussion")


# --- shown cards -----------------------------------------------------------------------------------------------------

_KINDS: dict[Deck, str] = {"tools": "Tool", "impediments": "Impediment", "opportunities": "Opportunity"}


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.state
    match state.phase:
        case Ballot() as ballot:
            return _ballot(state, ballot)
        case Discussion(card=key):
            return (_shown("opportunities", key, "All yes: one more die for the team.", decides=True),)
        case _:
            drawn = (event for event in state.latest if isinstance(event, CardDrawn))
            return tuple(_shown(event.deck, event.card, f"Drawn by {who(event.seat)}.") for event in drawn)


def _ballot(state: State, ballot: Ballot) -> tuple[ShownCard, ...]:
    """The cards of a vote: the tool, and what it is offered against."""
    tool = _shown("tools", ballot.card, f"All yes: {who(ballot.target)} is free.", decides=True)
    impediment = state.players[ballot.target].impediment
    if impediment is None:
        return (tool,)
    return tool, _shown("impediments", impediment, f"It holds up {who(ballot.target)}.", decides=True)


def every_card(view: View) -> tuple[ShownCard, ...]:
    """All cards of this board's decks. A team's own cards appear once they have been drawn."""
    state = view.state
    held = {
        "tools": tuple(tool for player in state.players for tool in player.tools),
        "impediments": tuple(player.impediment for player in state.players if player.impediment is not None),
        "opportunities": (),
    }
    found: dict[str, ShownCard] = {}
    for deck, left in state.decks.items():
        for key in (*held[deck], *state.discards[deck], *(key for key in left if key in cards_by_key())):
            found[card(key).title] = _shown(deck, key)
    return tuple(found.values())


def _shown(deck: Deck, key: str, note: str = "", *, decides: bool = False) -> ShownCard:
    found = card(key)
    return ShownCard(found.title, found.text, _KINDS[deck], note, decides)
