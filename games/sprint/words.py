"""The Scrum Game in sentences: what happened, what comes next, what the spaces are called."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.parts import Holding, ShownCard
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
    ImprovementChosen,
    Moved,
    MoveEvent,
    Over,
    PlanChanged,
    Planning,
    Player,
    Reflecting,
    ReleaseEvent,
    Reported,
    Rolled,
    SprintClosed,
    SprintPlanned,
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
    VotedFor,
    VoteEvent,
    WorkEvent,
)
from games.sprint.release import GOAL, Improvement
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


_IMPROVEMENTS: dict[Improvement, tuple[str, str, str]] = {
    "die": ("Room to learn", "one more die", "From now on, every sprint begins with one more progress die."),
    "topics": (
        "From obstacle to topic",
        "Impediments become Opportunities",
        "From now on, Impediment spaces are Opportunities.",
    ),
    "done": ("Stricter “Done”", "UP burns down", "From now on, UP spaces burn hours down."),
    "toolbox": ("A toolbox for all", "a tool for everybody", "From now on, everybody begins a sprint with a tool."),
}


def improvement_title(improvement: Improvement) -> str:
    return _IMPROVEMENTS[improvement][0]


def improvement_effect(improvement: Improvement) -> str:
    return _IMPROVEMENTS[improvement][2]


def verdict(*, won: bool, reason: str, hours_left: int, day: int) -> str:
    if reason == "release":
        delivered = GOAL - hours_left
        if won:
            return f"The release is out! You’ve delivered all {GOAL} hours."
        return f"The release is late: after three sprints, {delivered} of {GOAL} hours are delivered."
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
    if isinstance(event, ReleaseEvent):
        return _release(event)
    if isinstance(event, Started):
        return _started(event)
    if isinstance(event, Finished):
        return verdict(won=event.won, reason=event.reason, hours_left=event.hours, day=event.day)
    assert_never(event)


def _started(event: Started) -> str:
    if event.release:
        return (
            f"A release begins: deliver {hours(event.hours)} in three sprints of {event.days} days. Every impeded "
            "player costs 5 hours a day, and every tool that you accept burns 10."
        )
    costly = " Every impeded player costs 5 hours a day." if event.costly else ""
    helpful = " Every tool that you accept burns 10 hours." if event.helpful else ""
    late = " Sprint Review opens when 50 hours or fewer are left." if event.late else ""
    return f"Sprint Planning begins: {hours(event.hours)} of work, {event.days} days.{costly}{helpful}{late}"


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
    if not event.hours:  # the dice may be worth more than was left
        return f"Progress ({_faces(event.dice)}{doubled}): the rest of the work is done."
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
            reason = f" A reason: {event.reasons[0]}" if event.reasons else ""
            return f"Not everybody agrees ({event.yes} yes, {event.no} no): {keeps}.{reason}"
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


# --- a release -------------------------------------------------------------------------------------------------------


def _release(event: ReleaseEvent) -> str:
    match event:
        case VotedFor():
            return f"{who(event.seat)} has voted."
        case SprintPlanned():
            return _sprint_planned(event)
        case SprintClosed():
            return _sprint_closed(event)
        case ImprovementChosen():
            return _improvement_chosen(event)
        case _:
            assert_never(event)


def _sprint_planned(event: SprintPlanned) -> str:
    tools = " Everybody takes a tool along." if event.tools else ""
    if not event.votes:
        return f"Sprint {event.sprint} takes on the last {hours(event.forecast)}.{tools}"
    counts = _counts(event.votes, {choice: hours(int(choice)) for choice in event.votes})
    return f"Sprint {event.sprint} begins with a forecast of {hours(event.forecast)}{counts}.{tools}"


def _counts(votes: Mapping[str, int], names: Mapping[str, str]) -> str:
    """The votes in brackets, unless all were for the same: ` (3 for 100 hours and 1 for 150 hours)`."""
    cast = [(names[choice], count) for choice, count in sorted(votes.items(), key=lambda vote: -vote[1]) if count]
    if not cast:
        return " (nobody voted)"
    parts = [f"{count} for {name}" for name, count in cast]
    return f" ({listing(parts)})" if len(parts) > 1 else ""


def _sprint_closed(event: SprintClosed) -> str:
    total = f"{event.total} of {GOAL} hours are delivered so far."
    if event.delivered:
        return (
            f"The Sprint Review of sprint {event.sprint} is held at once: the whole forecast of "
            f"{hours(event.forecast)} is delivered. {total}"
        )
    return (
        f"Sprint {event.sprint} is over with {hours(event.left)} left of the forecast of {event.forecast}: nothing is "
        f"delivered, and the work returns to the backlog. {total}"
    )


def _improvement_chosen(event: ImprovementChosen) -> str:
    if event.improvement is None:
        return "Nobody voted, so nothing changes."
    counts = _counts(event.votes, {each: f"“{_inner_quotes(title)}”" for each, (title, *_) in _IMPROVEMENTS.items()})
    title = _inner_quotes(improvement_title(event.improvement))
    return f"The team chooses “{title}”{counts}. {improvement_effect(event.improvement)}"


# --- what comes next -------------------------------------------------------------------------------------------------


def prompt(view: View, asked: Sequence[int] | None = None) -> str:
    """The next thing to do. `asked`: the seats that are asked to vote; None: all that haven't."""
    state = view.state
    match state.phase:
        case Turn():
            return _turn(state)
        case Fork():
            return f"{who(state.turn)}, choose where to go."
        case Ballot() as ballot:
            waiting = _waiting(state, ballot, asked, but=state.turn)
            return f"Does {quoted(ballot.card)} solve it? {waiting}, vote yes or no."
        case Discussion() as discussion:
            return _discussion(state, discussion, asked)
        case Planning() | Reflecting() as phase:
            return _release_vote(state, phase, asked)
        case Over(won=won, reason=reason):
            left = state.release.left if state.release else state.hours
            return verdict(won=won, reason=reason, hours_left=left, day=state.day)


def _release_vote(state: State, phase: Planning | Reflecting, asked: Sequence[int] | None) -> str:
    release, waiting = state.release, _waiting(state, phase, asked)
    assert release is not None
    if isinstance(phase, Planning):
        return (
            f"How much will you deliver in sprint {release.sprint}? {hours(release.left)} are left, and all of your "
            f"forecast counts, or nothing. {waiting}, vote for a forecast."
        )
    offered = [f"{title} ({effect})" for title, effect, _ in map(_IMPROVEMENTS.__getitem__, release.open_improvements)]
    return (
        "What will you do differently in the next sprint? Talk about it, then choose one thing that stays: "
        f"{listing(offered, 'or')}. {waiting}, vote for an improvement."
    )


def days_left(state: State) -> str:
    left = state.days - state.day
    return "1 day left" if left == 1 else f"{left} days left"


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
        return f"{who(seat)}, roll one die to {'get going' if state.release else 'plan the sprint'}."
    if not state.hours:
        return f"{who(seat)}, roll on to Sprint Review: {days_left(state)}."
    return f"{who(seat)}, it’s your turn to roll."


def _discussion(state: State, discussion: Discussion, asked: Sequence[int] | None) -> str:
    waiting = _waiting(state, discussion, asked)
    if waiting:
        return f"Has the team dealt with {quoted(discussion.card)}? {waiting}, vote yes or no."
    closing = f"{who(state.turn)}, close the discussion, or keep talking until the time is up."
    return f"Everybody has voted. {closing}"


def _waiting(
    state: State,
    phase: Ballot | Discussion | Planning | Reflecting,
    asked: Sequence[int] | None,
    *,
    but: int | None = None,
) -> str:
    voters = range(len(state.players)) if asked is None else asked
    return listing([who(seat) for seat in voters if seat not in phase.votes and seat != but])


# --- shown cards -----------------------------------------------------------------------------------------------------

_KINDS: dict[Deck, str] = {"tools": "Tool", "impediments": "Impediment", "opportunities": "Opportunity"}
BADGES: dict[Deck, str] = {"tools": "tool", "impediments": "impediment", "opportunities": "opportunity"}


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


def holdings(view: View) -> tuple[tuple[Holding, ...], ...]:
    """The tools of each player, and what impedes them."""

    def of(seat: int, player: Player) -> tuple[Holding, ...]:
        stuck = () if player.impediment is None else (player.impediment,)
        return (
            *(Holding(card(key).title, _KINDS["impediments"], f"seat:{seat}") for key in stuck),
            *(Holding(card(key).title, _KINDS["tools"], f"tool:{key}") for key in player.tools),
        )

    return tuple(of(seat, player) for seat, player in enumerate(view.state.players))


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
    return ShownCard(found.title, found.text, _KINDS[deck], note, decides, BADGES[deck])
