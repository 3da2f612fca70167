"""The Scrum Game in sentences: what happened, what comes next, what the spaces are called."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.language import Lazy, lazy, lazy_p, n, p, t
from games.parts import Holding, ShownCard
from games.sprint.board import IT_FITS, REVIEW, START, Deck, Space, card
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
from games.values import value

# --- narration -------------------------------------------------------------------------------------------------------


def quoted(key: str) -> str:
    """The title of a card in quotation marks."""
    return _in_quotes(str(card(key).title))


def _in_quotes(title: str) -> str:
    return t("“{title}”", title=_inner_quotes(title))


def _inner_quotes(text: str) -> str:
    marks = p("quotation marks, and those inside of them", "“”‘’")
    return text.translate(dict(zip(map(ord, marks[:2]), marks[2:], strict=False)))


def hours(count: int) -> str:
    return n("{count} hour", "{count} hours", count)


def _faces(dice: Sequence[int]) -> str:
    """Dice in words: `3, 5 and a scrum`."""
    scrums = sum(face == SCRUM for face in dice)
    words = [str(face) for face in sorted(dice) if face != SCRUM]
    if scrums:
        words.append(n("a scrum", "{count} scrums", scrums))
    return listing(words)


_SPACE_NAMES = {
    "start": lazy_p("space", "Start"),
    "die": lazy("Take a die"),
    "day": lazy("End of Day"),
    "impediment": lazy("Impediment"),
    "opportunity": lazy("Opportunity"),
    "tool": lazy("Tool"),
    "review": lazy("Sprint Review"),
}


SHORT_NAMES = {START: lazy_p("space", "Start"), REVIEW: lazy_p("short for Sprint Review", "Review")}
UP = lazy_p("on a space that adds hours", "UP")


def space_name(space: Space) -> str:
    match space.kind:
        case "hours":
            return n("{change} hour", "{change} hours", abs(space.amount), change=f"{space.amount:+d}")
        case "report":
            return t("Burn up") if space.amount < 0 else t("Report ×{times}", times=space.amount)
        case kind:
            return str(_SPACE_NAMES[kind])


_HINTS = {
    "die": lazy("the team gets one more progress die"),
    "day": lazy("landing here ends a day"),
    "tool": lazy("pick up a tool against impediments"),
    "impediment": lazy("you’re stuck until you roll a scrum"),
    "opportunity": lazy("a question for the team, or a surprise"),
}


def space_hint(space: Space) -> str:
    """The effect of this space on a piece that lands on it."""
    what = _effect(space)
    return (
        t("{space}, {name}: {what}", space=space.id, name=space_name(space), what=what) if what else space_name(space)
    )


def _effect(space: Space) -> str:
    match space.kind:
        case "hours" if space.amount > 0:
            return n("the plan gets {count} hour longer", "the plan gets {count} hours longer", space.amount)
        case "hours":
            return n("the plan gets {count} hour shorter", "the plan gets {count} hours shorter", -space.amount)
        case "report" if space.amount < 0:
            return t("new work turns up: roll the progress dice and add the hours")
        case "report" if space.amount == 2:
            return t("roll the progress dice and double the sum: that much work is done")
        case "report":
            return t("roll the progress dice: that much work is done")
        case kind:
            return str(_HINTS.get(kind, ""))


@value
class _Improved:
    """An improvement in words."""

    title: Lazy
    gist: Lazy
    effect: Lazy


_IMPROVEMENTS: Mapping[Improvement, _Improved] = {
    "die": _Improved(
        lazy("Room to learn"),
        lazy("one more die"),
        lazy("From now on, every sprint begins with one more progress die."),
    ),
    "topics": _Improved(
        lazy("From obstacle to topic"),
        lazy("Impediments become Opportunities"),
        lazy("From now on, Impediment spaces are Opportunities."),
    ),
    "done": _Improved(
        lazy("Stricter “Done”"),
        lazy("UP burns down"),
        lazy("From now on, UP spaces burn hours down."),
    ),
    "toolbox": _Improved(
        lazy("A toolbox for all"),
        lazy("a tool for everybody"),
        lazy("From now on, everybody begins a sprint with a tool."),
    ),
}


def improvement_title(improvement: Improvement) -> Lazy:
    return _IMPROVEMENTS[improvement].title


def improvement_effect(improvement: Improvement) -> Lazy:
    return _IMPROVEMENTS[improvement].effect


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
        return n(
            "A release begins: deliver {hours} in three sprints of {count} day. Every impeded player "
            "costs 5 hours a day, and every tool that you accept burns 10.",
            "A release begins: deliver {hours} in three sprints of {count} days. Every impeded player "
            "costs 5 hours a day, and every tool that you accept burns 10.",
            event.days,
            hours=hours(event.hours),
        )
    sentences = [
        n(
            "Sprint Planning begins: {hours} of work, {count} day.",
            "Sprint Planning begins: {hours} of work, {count} days.",
            event.days,
            hours=hours(event.hours),
        )
    ]
    if event.costly:
        sentences.append(t("Every impeded player costs 5 hours a day."))
    if event.helpful:
        sentences.append(t("Every tool that you accept burns 10 hours."))
    if event.late:
        sentences.append(t("Sprint Review opens when 50 hours or fewer are left."))
    return " ".join(sentences)


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
        case Moved(space=space) if space == REVIEW:
            return t("{who} enters Sprint Review.", who=who(event.seat))
        case Moved(space=space):
            return t("{who} moves to {space}.", who=who(event.seat), space=space)
        case TurnPassed():
            return t("{who} passes.", who=who(event.seat))
        case _:
            assert_never(event)


def _rolled(event: Rolled) -> str:
    seat, dice = who(event.seat), _faces(event.dice)
    if event.impeded and SCRUM not in event.dice:
        return t("{who} rolls {dice}: no scrum, still impeded.", who=seat, dice=dice)
    if all(face == SCRUM for face in event.dice) and not event.impeded:
        return t("{who} rolls {dice} and stays put.", who=seat, dice=dice)
    return t("{who} rolls {dice}.", who=seat, dice=dice)


def _work(event: WorkEvent) -> str:
    match event:
        case Reported():
            return _reported(event)
        case DayEnded():
            return _day_ended(event)
        case DieTaken():
            return t("One more progress die: that makes {dice}.", dice=event.dice)
        case PlanChanged(amount=amount) if amount > 0:
            return n(
                "The team commits to {count} more hour: {left} left.",
                "The team commits to {count} more hours: {left} left.",
                amount,
                left=event.hours,
            )
        case PlanChanged():
            return n(
                "The team commits to {count} fewer hour: {left} left.",
                "The team commits to {count} fewer hours: {left} left.",
                -event.amount,
                left=event.hours,
            )
        case _:
            assert_never(event)


def _day_ended(event: DayEnded) -> str:
    if event.added:
        return t(
            "Day {day} of {days} is over. Impediments cost {added}. {hours} left.",
            day=event.day,
            days=event.of,
            added=hours(event.added),
            hours=hours(event.hours),
        )
    return t("Day {day} of {days} is over. {hours} left.", day=event.day, days=event.of, hours=hours(event.hours))


def _reported(event: Reported) -> str:
    dice, amount = _faces(event.dice), hours(event.amount)
    if event.times < 0:
        return t("New work turns up ({dice}): {hours} added, {left} left.", dice=dice, hours=amount, left=event.hours)
    doubled = event.times == 2
    if not event.hours:  # the dice may be worth more than was left
        if doubled:
            return t("Progress ({dice}, doubled): the rest of the work is done.", dice=dice)
        return t("Progress ({dice}): the rest of the work is done.", dice=dice)
    if doubled:
        return t("Progress ({dice}, doubled): {hours} burned, {left} left.", dice=dice, hours=amount, left=event.hours)
    return t("Progress ({dice}): {hours} burned, {left} left.", dice=dice, hours=amount, left=event.hours)


_RESHUFFLED: Mapping[Deck, Lazy] = {
    "tools": lazy("The tool deck is reshuffled."),
    "impediments": lazy("The impediment deck is reshuffled."),
    "opportunities": lazy("The opportunity deck is reshuffled."),
}
_EMPTY: Mapping[Deck, Lazy] = {
    "tools": lazy("The tool deck is empty, so nothing happens."),
    "impediments": lazy("The impediment deck is empty, so nothing happens."),
    "opportunities": lazy("The opportunity deck is empty, so nothing happens."),
}


def _card(event: CardEvent) -> str:
    match event:
        case CardDrawn():
            return _card_drawn(event)
        case Freed():
            return _freed(event)
        case DeckRenewed():
            return str(_RESHUFFLED[event.deck])
        case DeckWasEmpty():
            return str(_EMPTY[event.deck])
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
        case ToolAccepted(burned=0):
            return t("Everybody agrees.")
        case ToolAccepted():
            return t("Everybody agrees, and it saves {hours} of work.", hours=hours(event.burned))
        case ToolRefused():
            return _tool_refused(event)
        case DiscussionOpened():
            return t("Talk it over; the clock is running.")
        case DiscussionClosed():
            return _discussion_closed(event)
        case _:
            assert_never(event)


def _tool_offered(event: ToolOffered) -> str:
    reason = _inner_quotes(_reason(event))
    if event.seat == event.target:
        return t(
            "{who} offers {card} against their own {impediment}: “{reason}”",
            who=who(event.seat),
            card=quoted(event.card),
            impediment=quoted(event.impediment),
            reason=reason,
        )
    return t(
        "{who} offers {card} against {impeded}’s {impediment}: “{reason}”",
        who=who(event.seat),
        card=quoted(event.card),
        impeded=who(event.target),
        impediment=quoted(event.impediment),
        reason=reason,
    )


def _reason(event: ToolOffered) -> str:
    """What somebody wrote; what automatic players write is in English, and said in the language of whoever reads."""
    theirs = (card(event.card).because, IT_FITS)
    return next((str(each) for each in theirs if each.text == event.reason), event.reason)


def _tool_refused(event: ToolRefused) -> str:
    refused = t(
        "Not everybody agrees ({yes} yes, {no} no): {who} keeps {card}.",
        yes=event.yes,
        no=event.no,
        who=who(event.seat),
        card=quoted(event.card),
    )
    # an automatic player's
    return f"{refused} {t('A reason: {reason}', reason=t(event.reasons[0]))}" if event.reasons else refused


def _discussion_closed(event: DiscussionClosed) -> str:
    if not event.no and not event.missing:
        return t("The whole team agrees: that’s dealt with.")
    if not event.missing:
        return t("Not everybody agrees ({yes} yes, {no} no): no extra die this time.", yes=event.yes, no=event.no)
    return t(
        "Not everybody agrees ({yes} yes, {no} no, {missing} not cast): no extra die this time.",
        yes=event.yes,
        no=event.no,
        missing=event.missing,
    )


# --- a release -------------------------------------------------------------------------------------------------------


def _release(event: ReleaseEvent) -> str:
    match event:
        case VotedFor():
            return t("{who} has voted.", who=who(event.seat))
        case SprintPlanned():
            planned = _sprint_planned(event)
            return f"{planned} {t('Everybody takes a tool along.')}" if event.tools else planned
        case SprintClosed():
            delivered = t("{delivered} of {goal} hours are delivered so far.", delivered=event.total, goal=GOAL)
            return f"{_sprint_closed(event)} {delivered}"
        case ImprovementChosen():
            return _improvement_chosen(event)
        case _:
            assert_never(event)


def _sprint_planned(event: SprintPlanned) -> str:
    sprint, forecast = event.sprint, hours(event.forecast)
    if not event.votes:
        return t("Sprint {sprint} takes on the last {hours}.", sprint=sprint, hours=forecast)
    if not any(event.votes.values()):
        return t("Sprint {sprint} begins with a forecast of {hours} (nobody voted).", sprint=sprint, hours=forecast)
    if votes := _counts(event.votes, {choice: hours(int(choice)) for choice in event.votes}):
        return t(
            "Sprint {sprint} begins with a forecast of {hours} ({votes}).", sprint=sprint, hours=forecast, votes=votes
        )
    return t("Sprint {sprint} begins with a forecast of {hours}.", sprint=sprint, hours=forecast)


def _counts(votes: Mapping[str, int], names: Mapping[str, str]) -> str:
    """The votes, unless all were for the same: `3 for 100 hours and 1 for 150 hours`."""
    cast = [(names[choice], count) for choice, count in sorted(votes.items(), key=lambda vote: -vote[1]) if count]
    if len(cast) < 2:
        return ""
    return listing([t("{votes} for {choice}", votes=count, choice=name) for name, count in cast])


def _sprint_closed(event: SprintClosed) -> str:
    if event.delivered:
        return t(
            "The Sprint Review of sprint {sprint} is held at once: the whole forecast of {hours} is delivered.",
            sprint=event.sprint,
            hours=hours(event.forecast),
        )
    return t(
        "Sprint {sprint} is over with {hours} left of the forecast of {forecast}: nothing is "
        "delivered, and the work returns to the backlog.",
        sprint=event.sprint,
        hours=hours(event.left),
        forecast=event.forecast,
    )


def _improvement_chosen(event: ImprovementChosen) -> str:
    if event.improvement is None:
        return t("Nobody voted, so nothing changes.")
    titles: dict[str, str] = {each: _in_quotes(str(improved.title)) for each, improved in _IMPROVEMENTS.items()}
    title = _inner_quotes(str(improvement_title(event.improvement)))
    if not any(event.votes.values()):
        chosen = t("The team chooses “{title}” (nobody voted).", title=title)
    elif votes := _counts(event.votes, titles):
        chosen = t("The team chooses “{title}” ({votes}).", title=title, votes=votes)
    else:
        chosen = t("The team chooses “{title}”.", title=title)
    return f"{chosen} {improvement_effect(event.improvement)}"


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
            voters = _waiting(state, ballot, asked, but=state.turn)
            return n(
                "Does {card} solve it? {people}, vote yes or no.",
                "Does {card} solve it? {people}, vote yes or no.",
                len(voters),
                card=quoted(ballot.card),
                people=listing(voters),
            )
        case Discussion() as discussion:
            return _discussion(state, discussion, asked)
        case Planning() | Reflecting() as phase:
            return _release_vote(state, phase, asked)
        case Over(won=won, reason=reason):
            left = state.release.left if state.release else state.hours
            return verdict(won=won, reason=reason, hours_left=left, day=state.day)


def _release_vote(state: State, phase: Planning | Reflecting, asked: Sequence[int] | None) -> str:
    release, voters = state.release, _waiting(state, phase, asked)
    assert release is not None
    if isinstance(phase, Planning):
        return n(
            "How much will you deliver in sprint {sprint}? {hours} are left, and all of your "
            "forecast counts, or nothing. {people}, vote for a forecast.",
            "How much will you deliver in sprint {sprint}? {hours} are left, and all of your "
            "forecast counts, or nothing. {people}, vote for a forecast.",
            len(voters),
            sprint=release.sprint,
            hours=hours(release.left),
            people=listing(voters),
        )
    offered = [f"{each.title} ({each.gist})" for each in map(_IMPROVEMENTS.__getitem__, release.open_improvements)]
    return n(
        "What will you do differently in the next sprint? Talk about it, then choose one thing that stays: "
        "{improvements}. {people}, vote for an improvement.",
        "What will you do differently in the next sprint? Talk about it, then choose one thing that stays: "
        "{improvements}. {people}, vote for an improvement.",
        len(voters),
        improvements=listing(offered, "or"),
        people=listing(voters),
    )


def days_left(state: State) -> str:
    return n("{count} day left", "{count} days left", state.days - state.day)


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
        impediment = quoted(player.impediment)
        if player.tools:
            return t(
                "{who}, you’re impeded by {impediment}: roll for a scrum, or play a tool.",
                who=who(seat),
                impediment=impediment,
            )
        return t("{who}, you’re impeded by {impediment}: roll for a scrum.", who=who(seat), impediment=impediment)
    if not player.turns and state.release:
        return t("{who}, roll one die to get going.", who=who(seat))
    if not player.turns:
        return t("{who}, roll one die to plan the sprint.", who=who(seat))
    if not state.hours:
        return t("{who}, roll on to Sprint Review: {days_left}.", who=who(seat), days_left=days_left(state))
    return t("{who}, it’s your turn to roll.", who=who(seat))


def _discussion(state: State, discussion: Discussion, asked: Sequence[int] | None) -> str:
    voters = _waiting(state, discussion, asked)
    if voters:
        return n(
            "Has the team dealt with {card}? {people}, vote yes or no.",
            "Has the team dealt with {card}? {people}, vote yes or no.",
            len(voters),
            card=quoted(discussion.card),
            people=listing(voters),
        )
    return t(
        "Everybody has voted. {who}, close the discussion, or keep talking until the time is up.", who=who(state.turn)
    )


def _waiting(
    state: State,
    phase: Ballot | Discussion | Planning | Reflecting,
    asked: Sequence[int] | None,
    *,
    but: int | None = None,
) -> list[str]:
    """Those who have to vote."""
    voters = range(len(state.players)) if asked is None else asked
    return [who(seat) for seat in voters if seat not in phase.votes and seat != but]


# --- shown cards -----------------------------------------------------------------------------------------------------

_KINDS: Mapping[Deck, Lazy] = {
    "tools": lazy("Tool"),
    "impediments": lazy("Impediment"),
    "opportunities": lazy("Opportunity"),
}
BADGES: dict[Deck, str] = {"tools": "tool", "impediments": "impediment", "opportunities": "opportunity"}


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
            *(_holding("impediments", key, f"seat:{seat}") for key in stuck),
            *(_holding("tools", key, f"tool:{key}") for key in player.tools),
        )

    return tuple(of(seat, player) for seat, player in enumerate(view.state.players))


def _holding(deck: Deck, key: str, spot: str) -> Holding:
    return Holding(str(card(key).title), str(_KINDS[deck]), spot, BADGES[deck])


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
            shown = _shown(deck, key)
            found[shown.title] = shown
    return tuple(found.values())


def _shown(deck: Deck, key: str, note: str = "", *, decides: bool = False) -> ShownCard:
    found = card(key)
    return ShownCard(str(found.title), str(found.text), str(_KINDS[deck]), note, decides, BADGES[deck], deck)
