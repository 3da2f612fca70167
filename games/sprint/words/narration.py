"""The Scrum Game in sentences: what happened."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.language import Lazy, lazy, n, t
from games.sprint.board import IT_FITS, REVIEW, Deck, card
from games.sprint.model import (
    SCRUM,
    CardDrawn,
    CardEvent,
    DayEnded,
    DeckRenewed,
    DeckWasEmpty,
    DieTaken,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    ForkReached,
    Freed,
    ImprovementChosen,
    Moved,
    MoveEvent,
    PlanChanged,
    ReleaseEvent,
    Reported,
    Rolled,
    SprintClosed,
    SprintPlanned,
    Started,
    Stayed,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    TurnBegan,
    TurnPassed,
    Voted,
    VotedFor,
    VoteEvent,
    WorkEvent,
)
from games.sprint.release import GOAL, IMPROVEMENTS
from games.sprint.words.terms import (
    hours,
    improvement_effect,
    improvement_title,
    in_quotes,
    inner_quotes,
    quoted,
    verdict,
)
from games.text import listing, who


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


def _faces(dice: Sequence[int]) -> str:
    """Dice in words: `3, 5 and a scrum`."""
    scrums = sum(face == SCRUM for face in dice)
    words = [str(face) for face in sorted(dice) if face != SCRUM]
    if scrums:
        words.append(n("a scrum", "{count} scrums", scrums))
    return listing(words)


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
    reason = inner_quotes(_reason(event))
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
    titles: dict[str, str] = {each: in_quotes(str(improvement_title(each))) for each in IMPROVEMENTS}
    title = inner_quotes(str(improvement_title(event.improvement)))
    if not any(event.votes.values()):
        chosen = t("The team chooses “{title}” (nobody voted).", title=title)
    elif votes := _counts(event.votes, titles):
        chosen = t("The team chooses “{title}” ({votes}).", title=title, votes=votes)
    else:
        chosen = t("The team chooses “{title}”.", title=title)
    return f"{chosen} {improvement_effect(event.improvement)}"
