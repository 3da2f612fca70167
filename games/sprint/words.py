"""The Scrum Game in sentences: what happened, what comes next, what the spaces are called."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.language import lazy, t
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
    return t("1 hour") if count == 1 else t("{count} hours", count=count)


def _faces(dice: Sequence[int]) -> str:
    """Dice in words: `3, 5 and a scrum`."""
    scrums = sum(face == SCRUM for face in dice)
    words = [str(face) for face in sorted(dice) if face != SCRUM]
    if scrums:
        words.append(t("a scrum") if scrums == 1 else t("{scrums} scrums", scrums=scrums))
    return listing(words)


def space_name(space: Space) -> str:
    match space.kind:
        case "start":
            return t("Start")
        case "hours":
            return t("{amount:+d} hours", amount=space.amount)
        case "die":
            return t("Take a die")
        case "day":
            return t("End of Day")
        case "report":
            return t("Burn up") if space.amount < 0 else t("Report ×{amount}", amount=space.amount)
        case "review":
            return t("Sprint Review")
        case _:
            return space.kind.capitalize()


_HINTS = {
    "die": lazy("the team gets one more progress die"),
    "day": lazy("landing here ends a day"),
    "tool": lazy("pick up a tool against impediments"),
    "impediment": lazy("you’re stuck until you roll a scrum"),
    "opportunity": lazy("a question for the team, or a surprise"),
}


def space_hint(space: Space) -> str:
    """The effect of this space on a piece that lands on it."""
    match space.kind:
        case "hours":
            what = f"the plan gets {abs(space.amount)} hours {'longer' if space.amount > 0 else 'shorter'}"
        case "report" if space.amount < 0:
            what = t("new work turns up: roll the progress dice and add the hours")
        case "report":
            what = f"roll the progress dice{' and double the sum' if space.amount == 2 else ''}: that much work is done"
        case _:
            what = _HINTS.get(space.kind, "")
    return f"{space.id}, {space_name(space)}: {what}" if what else space_name(space)


_IMPROVEMENTS: dict[Improvement, tuple[str, str, str]] = {
    "die": (
        lazy("Room to learn"),
        lazy("one more die"),
        lazy("From now on, every sprint begins with one more progress die."),
    ),
    "topics": (
        lazy("From obstacle to topic"),
        lazy("Impediments become Opportunities"),
        lazy("From now on, Impediment spaces are Opportunities."),
    ),
    "done": (lazy("Stricter “Done”"), lazy("UP burns down"), lazy("From now on, UP spaces burn hours down.")),
    "toolbox": (
        lazy("A toolbox for all"),
        lazy("a tool for everybody"),
        lazy("From now on, everybody begins a sprint with a tool."),
    ),
}


def improvement_title(improvement: Improvement) -> str:
    return _IMPROVEMENTS[improvement][0]


def improvement_effect(improvement: Improvement) -> str:
    return _IMPROVEMENTS[improvement][2]


def verdict(*, won: bool, reason: str, hours_left: int, day: int) -> str:
    if reason == "release":
        delivered = GOAL - hours_left
        if won:
            return t("The release is out! You’ve delivered all {goal} hours.", goal=GOAL)
        return t(
            "The release is late: after three sprints, {delivered} of {goal} hours are delivered.",
            delivered=delivered,
            goal=GOAL,
        )
    if won:
        return t("The sprint is won! All the work is done and reviewed, on day {day}.", day=day + 1)
    if reason == "unfinished":
        return t(
            "The sprint is lost: everybody is in Sprint Review with {hours} of work left.", hours=hours(hours_left)
        )
    if hours_left:
        return t("The sprint is lost: the last day is over with {hours} of work left.", hours=hours(hours_left))
    return t(
        "The sprint is lost by a whisker: the work was done, but the last day ended before everybody reached review."
    )


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
        return t(
            "A release begins: deliver {hours} in three sprints of {days} days. Every impeded player "
            "costs 5 hours a day, and every tool that you accept burns 10.",
            hours=hours(event.hours),
            days=event.days,
        )
    costly = t(" Every impeded player costs 5 hours a day.") if event.costly else ""
    helpful = t(" Every tool that you accept burns 10 hours.") if event.helpful else ""
    late = t(" Sprint Review opens when 50 hours or fewer are left.") if event.late else ""
    return t(
        "Sprint Planning begins: {hours} of work, {days} days.{costly}{helpful}{late}",
        hours=hours(event.hours),
        days=event.days,
        costly=costly,
        helpful=helpful,
        late=late,
    )


def _move(event: MoveEvent) -> str | None:
    match event:
        case TurnBegan():
            return ""
        case ForkReached():
            return None
        case Rolled():
            return _rolled(event)
        case Stayed():
            return t("{who} stays.", who=who(event.seat))
        case Moved(space=space):
            return f"{who(event.seat)} {'enters Sprint Review' if space == REVIEW else f'moves to {space}'}."
        case TurnPassed():
            return t("{who} passes.", who=who(event.seat))
        case _:
            assert_never(event)


def _rolled(event: Rolled) -> str:
    roll = t("{who} rolls {dice}", who=who(event.seat), dice=_faces(event.dice))
    if event.impeded and SCRUM not in event.dice:
        return t("{roll}: no scrum, still impeded.", roll=roll)
    if all(face == SCRUM for face in event.dice) and not event.impeded:
        return t("{roll} and stays put.", roll=roll)
    return f"{roll}."


def _work(event: WorkEvent) -> str:
    match event:
        case Reported():
            return _reported(event)
        case DayEnded():
            cost = t(" Impediments cost {hours}.", hours=hours(event.added)) if event.added else ""
            return t(
                "Day {day} of {of} is over.{cost} {hours} left.",
                day=event.day,
                of=event.of,
                cost=cost,
                hours=hours(event.hours),
            )
        case DieTaken():
            return t("One more progress die: that makes {dice}.", dice=event.dice)
        case PlanChanged():
            change = "more" if event.amount > 0 else "fewer"
            return t(
                "The team commits to {amount} {change} hours: {hours} left.",
                amount=abs(event.amount),
                change=change,
                hours=event.hours,
            )
        case _:
            assert_never(event)


def _reported(event: Reported) -> str:
    if event.times < 0:
        return t(
            "New work turns up ({dice}): {hours} added, {hours2} left.",
            dice=_faces(event.dice),
            hours=hours(event.amount),
            hours2=event.hours,
        )
    doubled = t(", doubled") if event.times == 2 else ""
    if not event.hours:  # the dice may be worth more than was left
        return t("Progress ({dice}{doubled}): the rest of the work is done.", dice=_faces(event.dice), doubled=doubled)
    return t(
        "Progress ({dice}{doubled}): {hours} burned, {hours2} left.",
        dice=_faces(event.dice),
        doubled=doubled,
        hours=hours(event.amount),
        hours2=event.hours,
    )


def _card(event: CardEvent) -> str:
    match event:
        case CardDrawn():
            return _card_drawn(event)
        case Freed():
            return _freed(event)
        case DeckRenewed():
            return t("The {deck_names} deck is reshuffled.", deck_names=_DECK_NAMES[event.deck])
        case DeckWasEmpty():
            return t("The {deck_names} deck is empty, so nothing happens.", deck_names=_DECK_NAMES[event.deck])
        case _:
            assert_never(event)


def _card_drawn(event: CardDrawn) -> str:
    drawn = card(event.card)
    if event.deck == "tools":
        return t(
            "{who} picks up the tool {card}: {text}", who=who(event.seat), card=quoted(event.card), text=drawn.text
        )
    if event.deck == "impediments":
        return t("{who} is impeded by {card}: {text}", who=who(event.seat), card=quoted(event.card), text=drawn.text)
    return t("Opportunity {card}: {text}", card=quoted(event.card), text=drawn.text)


def _freed(event: Freed) -> str:
    if event.by == "scrum":
        return t("The scrum removes {card}.", card=quoted(event.card))
    if event.by == "tool":
        return t("{who} is free of {card}.", who=who(event.seat), card=quoted(event.card))
    return t("{card} no longer matters: {who} is free.", card=quoted(event.card), who=who(event.seat))


def _vote(event: VoteEvent) -> str:
    match event:
        case Voted():
            return t("{who} has voted.", who=who(event.seat))
        case ToolOffered():
            return _tool_offered(event)
        case ToolAccepted():
            return f"Everybody agrees{f', and it saves {hours(event.burned)} of work' if event.burned else ''}."
        case ToolRefused():
            keeps = t("{who} keeps {card}", who=who(event.seat), card=quoted(event.card))
            reason = t(" A reason: {reasons}", reasons=event.reasons[0]) if event.reasons else ""
            return t(
                "Not everybody agrees ({yes} yes, {no} no): {keeps}.{reason}",
                yes=event.yes,
                no=event.no,
                keeps=keeps,
                reason=reason,
            )
        case DiscussionOpened():
            return t("Talk it over; the clock is running.")
        case DiscussionClosed():
            return _discussion_closed(event)
        case _:
            assert_never(event)


def _tool_offered(event: ToolOffered) -> str:
    whose = t("their own") if event.seat == event.target else f"{who(event.target)}’s"
    offer = t(
        "{who} offers {card} against {whose} {impediment}",
        who=who(event.seat),
        card=quoted(event.card),
        whose=whose,
        impediment=quoted(event.impediment),
    )
    return f"{offer}: “{_inner_quotes(event.reason)}”"


def _discussion_closed(event: DiscussionClosed) -> str:
    if not event.no and not event.missing:
        return t("The whole team agrees: that’s dealt with.")
    missing = t(", {missing} not cast", missing=event.missing) if event.missing else ""
    return t(
        "Not everybody agrees ({yes} yes, {no} no{missing}): no extra die this time.",
        yes=event.yes,
        no=event.no,
        missing=missing,
    )


# --- a release -------------------------------------------------------------------------------------------------------


def _release(event: ReleaseEvent) -> str:
    match event:
        case VotedFor():
            return t("{who} has voted.", who=who(event.seat))
        case SprintPlanned():
            return _sprint_planned(event)
        case SprintClosed():
            return _sprint_closed(event)
        case ImprovementChosen():
            return _improvement_chosen(event)
        case _:
            assert_never(event)


def _sprint_planned(event: SprintPlanned) -> str:
    tools = t(" Everybody takes a tool along.") if event.tools else ""
    if not event.votes:
        return t(
            "Sprint {sprint} takes on the last {hours}.{tools}",
            sprint=event.sprint,
            hours=hours(event.forecast),
            tools=tools,
        )
    counts = _counts(event.votes, {choice: hours(int(choice)) for choice in event.votes})
    return t(
        "Sprint {sprint} begins with a forecast of {hours}{counts}.{tools}",
        sprint=event.sprint,
        hours=hours(event.forecast),
        counts=counts,
        tools=tools,
    )


def _counts(votes: Mapping[str, int], names: Mapping[str, str]) -> str:
    """The votes in brackets, unless all were for the same: ` (3 for 100 hours and 1 for 150 hours)`."""
    cast = [(names[choice], count) for choice, count in sorted(votes.items(), key=lambda vote: -vote[1]) if count]
    if not cast:
        return t(" (nobody voted)")
    parts = [t("{count} for {name}", count=count, name=name) for name, count in cast]
    return f" ({listing(parts)})" if len(parts) > 1 else ""


def _sprint_closed(event: SprintClosed) -> str:
    total = t("{total} of {goal} hours are delivered so far.", total=event.total, goal=GOAL)
    if event.delivered:
        return t(
            "The Sprint Review of sprint {sprint} is held at once: the whole forecast of {hours} is delivered. {total}",
            sprint=event.sprint,
            hours=hours(event.forecast),
            total=total,
        )
    return t(
        "Sprint {sprint} is over with {hours} left of the forecast of {forecast}: nothing is "
        "delivered, and the work returns to the backlog. {total}",
        sprint=event.sprint,
        hours=hours(event.left),
        forecast=event.forecast,
        total=total,
    )


def _improvement_chosen(event: ImprovementChosen) -> str:
    if event.improvement is None:
        return t("Nobody voted, so nothing changes.")
    counts = _counts(event.votes, {each: f"“{_inner_quotes(title)}”" for each, (title, *_) in _IMPROVEMENTS.items()})
    title = _inner_quotes(improvement_title(event.improvement))
    return t(
        "The team chooses “{title}”{counts}. {improvement}",
        title=title,
        counts=counts,
        improvement=improvement_effect(event.improvement),
    )


# --- what comes next -------------------------------------------------------------------------------------------------


def prompt(view: View, asked: Sequence[int] | None = None) -> str:
    """The next thing to do. `asked`: the seats that are asked to vote; None: all that haven't."""
    state = view.state
    match state.phase:
        case Turn():
            return _turn(state)
        case Fork():
            return t("{who}, choose where to go.", who=who(state.turn))
        case Ballot() as ballot:
            waiting = _waiting(state, ballot, asked, but=state.turn)
            return t("Does {card} solve it? {waiting}, vote yes or no.", card=quoted(ballot.card), waiting=waiting)
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
        return t(
            "How much will you deliver in sprint {sprint}? {hours} are left, and all of your "
            "forecast counts, or nothing. {waiting}, vote for a forecast.",
            sprint=release.sprint,
            hours=hours(release.left),
            waiting=waiting,
        )
    offered = [f"{title} ({effect})" for title, effect, _ in map(_IMPROVEMENTS.__getitem__, release.open_improvements)]
    return (
        "What will you do differently in the next sprint? Talk about it, then choose one thing that stays: "
        f"{listing(offered, 'or')}. {waiting}, vote for an improvement."
    )


def days_left(state: State) -> str:
    left = state.days - state.day
    return t("1 day left") if left == 1 else t("{left} days left", left=left)


def gist(view: View) -> str:
    state = view.state
    if not all(player.turns for player in state.players):
        return t("Sprint Planning, {hours} h", hours=state.hours)
    return t("day {day}, {hours} h left", day=min(state.day + 1, state.days), hours=state.hours)


def _turn(state: State) -> str:
    seat = state.turn
    player = state.players[seat]
    if player.space == REVIEW:
        return t("{who}, you’re in Sprint Review: play a tool for a teammate, or pass.", who=who(seat))
    if player.impediment is not None:
        tool = t(", or play a tool") if player.tools else ""
        return t(
            "{who}, you’re impeded by {impediment}: roll for a scrum{tool}.",
            who=who(seat),
            impediment=quoted(player.impediment),
            tool=tool,
        )
    if not player.turns:
        return f"{who(seat)}, roll one die to {'get going' if state.release else 'plan the sprint'}."
    if not state.hours:
        return t("{who}, roll on to Sprint Review: {state}.", who=who(seat), state=days_left(state))
    return t("{who}, it’s your turn to roll.", who=who(seat))


def _discussion(state: State, discussion: Discussion, asked: Sequence[int] | None) -> str:
    waiting = _waiting(state, discussion, asked)
    if waiting:
        return t(
            "Has the team dealt with {card}? {waiting}, vote yes or no.", card=quoted(discussion.card), waiting=waiting
        )
    closing = t("{who}, close the discussion, or keep talking until the time is up.", who=who(state.turn))
    return t("Everybody has voted. {closing}", closing=closing)


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

_KINDS: dict[Deck, str] = {
    "tools": lazy("Tool"),
    "impediments": lazy("Impediment"),
    "opportunities": lazy("Opportunity"),
}


def cards(view: View) -> tuple[ShownCard, ...]:
    state = view.state
    match state.phase:
        case Ballot() as ballot:
            return _ballot(state, ballot)
        case Discussion(card=key):
            return (_shown("opportunities", key, t("All yes: one more die for the team."), decides=True),)
        case _:
            drawn = (event for event in state.latest if isinstance(event, CardDrawn))
            return tuple(_shown(event.deck, event.card, t("Drawn by {who}.", who=who(event.seat))) for event in drawn)


def _ballot(state: State, ballot: Ballot) -> tuple[ShownCard, ...]:
    """The cards of a vote: the tool, and what it is offered against."""
    tool = _shown("tools", ballot.card, t("All yes: {who} is free.", who=who(ballot.target)), decides=True)
    impediment = state.players[ballot.target].impediment
    if impediment is None:
        return (tool,)
    return tool, _shown("impediments", impediment, t("It holds up {who}.", who=who(ballot.target)), decides=True)


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
    return ShownCard(found.title, found.text, _KINDS[deck], note, decides)
