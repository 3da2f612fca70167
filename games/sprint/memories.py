"""Records of a finished sprint."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.language import n, p, t
from games.memories import write_asked, write_counts, write_prompts
from games.parts import Die, Record
from games.sprint.model import (
    SCRUM,
    CardDrawn,
    DayEnded,
    DieTaken,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    Freed,
    ImprovementChosen,
    Moved,
    PlanChanged,
    Reported,
    Rolled,
    SprintClosed,
    SprintPlanned,
    Started,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    TurnPassed,
    VoteRecord,
)
from games.sprint.remarks import read_in
from games.sprint.words.terms import hours, quoted
from games.text import listing, number, who

# --- records ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Spell:
    """The time one player was impeded, from drawing the card until it was removed or the game ended."""

    seat: int
    card: str
    turns: int = 0  # rolls without a scrum
    days: int = 0
    by_scrum: bool = False  # how it ended


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    impeded = spells(events)
    found = (_best_sprint(events), _best_report(events), _most_stubborn(impeded), _quickest_scrum(impeded))
    return tuple(record for record in found if record is not None)


def _best_sprint(events: Sequence[Event]) -> Record | None:
    """The win with the most days to spare or, until a room has won a sprint, the closest loss; of a release, the most
    hours delivered."""
    sprints = [event for event in events if isinstance(event, SprintClosed)]
    if sprints:
        return Record(t("Best release"), sprints[-1].total, _release_record(sprints))
    days = next((event.days for event in events if isinstance(event, Started)), 0)
    for event in events:
        if isinstance(event, Finished):
            score = days - event.day - 1 if event.won else -1 - event.hours
            return Record(t("Best sprint"), score, _sprint_record(event, days))
    return None


def _sprint_record(event: Finished, days: int) -> str:
    if not event.won and event.hours:
        return t("lost with {hours} of work left", hours=hours(event.hours))
    if not event.won:
        return t("lost on the way to Sprint Review")
    day, spare = event.day + 1, days - event.day - 1
    if not spare:
        return t("won on day {day} of {days}, in the nick of time", day=day, days=days)
    return n(
        "won on day {day} of {days}, with {count} day to spare",
        "won on day {day} of {days}, with {count} days to spare",
        spare,
        day=day,
        days=days,
    )


def _release_record(sprints: Sequence[SprintClosed]) -> str:
    kept = sum(each.delivered > 0 for each in sprints)
    return t(
        "{hours} delivered, with {kept} of {sprints} forecasts kept",
        hours=hours(sprints[-1].total),
        kept=kept,
        sprints=len(sprints),
    )


def burned(events: Sequence[Event]) -> Iterator[tuple[Event, int]]:
    """Each event with the hours that it got done: no more than were left, whatever the dice were worth."""
    left = 0
    for event in events:
        done = 0
        match event:
            case Started() | PlanChanged() | DayEnded():
                left = event.hours
            case SprintPlanned():
                left = event.forecast
            case ToolAccepted():
                left -= event.burned
            case Reported():
                done, left = max(0, left - event.hours), event.hours
            case _:
                pass
        yield event, done


def _best_report(events: Sequence[Event]) -> Record | None:
    best = max((done for _, done in burned(events)), default=0)
    return Record(t("Best report"), best, t("{hours} of work done in one go", hours=hours(best))) if best else None


def _most_stubborn(impeded: Sequence[Spell]) -> Record | None:
    worst = max(impeded, key=lambda spell: (spell.turns, spell.days), default=None)
    if worst is None or not worst.turns:
        return None
    return Record(t("Most stubborn impediment"), worst.turns + worst.days / 100, _held_up(worst))


def _held_up(spell: Spell) -> str:
    card, turns = quoted(spell.card), _turns(spell.turns)
    if not spell.days:
        return t("{card} held somebody up for {turns}", card=card, turns=turns)
    return n(
        "{card} held somebody up for {turns} while {count} day went by",
        "{card} held somebody up for {turns} while {count} days went by",
        spell.days,
        card=card,
        turns=turns,
    )


def _turns(count: int) -> str:
    return n("{count} turn", "{count} turns", count)


def _quickest_scrum(impeded: Sequence[Spell]) -> Record | None:
    solved = [spell for spell in impeded if spell.by_scrum]
    if not solved:
        return None
    quickest = min(solved, key=lambda spell: spell.turns)
    card = quoted(quickest.card)
    if not quickest.turns:
        return Record(t("Quickest scrum"), 0, t("{card} was gone on the first roll", card=card))
    text = n(
        "{card} was gone after {count} failed roll",
        "{card} was gone after {count} failed rolls",
        quickest.turns,
        card=card,
    )
    return Record(t("Quickest scrum"), -quickest.turns, text)


def spells(events: Sequence[Event]) -> list[Spell]:
    """Every time a player was impeded, in order."""
    stuck: dict[int, Spell] = {}
    found: list[Spell] = []
    for event in events:
        match event:
            case CardDrawn(seat=seat, deck="impediments", card=card):
                stuck[seat] = Spell(seat, card)
                found.append(stuck[seat])
            case Rolled(seat=seat, dice=dice, impeded=True) if SCRUM not in dice:
                stuck[seat].turns += 1
            case DayEnded():
                for spell in stuck.values():
                    spell.days += 1
            case Freed(seat=seat, by=by):
                stuck.pop(seat).by_scrum = by == "scrum"
            case SprintPlanned():
                stuck.clear()
            case _:
                pass
    return found


# --- figures ---------------------------------------------------------------------------------------------------------

_LANDING, _CHOSEN = "landing on ", "chosen "  # not prose


def dice(event: Event) -> tuple[Die, ...]:
    """Movement dice and progress dice; a scrum counts as the highest side."""
    if isinstance(event, Rolled | Reported):
        signs = {SCRUM: p("die face", "scrum")} if SCRUM in event.dice else {}
        return tuple(Die(event.seat, SCRUM, face, signs.get(face, "")) for face in event.dice)
    return ()


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter(final_dice=3)
    for event in events:
        match event:
            case Rolled() | ToolAccepted() | TurnPassed():
                counts["turns"] += 1
            case Moved():
                counts[_LANDING + event.space] += 1
            case DieTaken():
                counts["final_dice"] += 1
            case Finished(won=True):
                counts["wins"] += 1
            case SprintClosed():
                counts["sprints"] += 1
                counts["delivered"] += event.delivered
                counts["kept"] += event.delivered > 0
            case ImprovementChosen() if event.improvement:
                counts[_CHOSEN + event.improvement] += 1
            case SprintPlanned():
                counts["final_dice"] = 3
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    landings = {name.removeprefix(_LANDING): count for name, count in total.items() if name.startswith(_LANDING)}
    return {
        "wins": total["wins"],
        "turns_mean": round(total["turns"] / games, 2),
        "final_dice_mean": round(total["final_dice"] / games, 2),
        **(_of_releases(total, games) if total["sprints"] else {}),
        "landings": dict(sorted(landings.items(), key=lambda item: -item[1])),
    }


def _of_releases(total: Counter[str], games: int) -> dict[str, Any]:
    chosen = {name.removeprefix(_CHOSEN): count for name, count in total.items() if name.startswith(_CHOSEN)}
    return {
        "delivered_mean": round(total["delivered"] / games, 2),
        "sprints_mean": round(total["sprints"] / games, 2),
        "forecasts_kept": round(total["kept"] / total["sprints"], 3),
        "improvements": dict(sorted(chosen.items(), key=lambda item: -item[1])),
    }


# --- inheritance -----------------------------------------------------------------------------------------------------

_MIN_TURNS = 2  # turns that a player must be stuck to be worth a question
_MAX_VOTES = 40  # of each kind that are remembered: about six games


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """The prompts, except from a game that was abandoned, and what was discussed, so that it isn't asked again soon."""
    earlier = [key for event in events if isinstance(event, Started) for key in event.asked]
    now = [event.card for event in events if isinstance(event, DiscussionOpened)]
    known = {
        "asked": write_asked([*earlier, *now]),
        "votes": _votes(events),
        "known": write_asked(read_in(events)),
    }
    if not any(isinstance(event, Finished) for event in events):
        return known
    prompts = [*_longest(events), *_came_back(events), *_voted_down(events), *_unresolved(events), *_new_work(events)]
    return {"prompts": write_prompts(prompts), **known}


def _votes(events: Sequence[Event]) -> str:
    """The record of votes, with the games before; the older, the less weight it has."""
    before = next((event.votes for event in events if isinstance(event, Started)), VoteRecord())
    closed = [event for event in events if isinstance(event, DiscussionClosed)]
    agreed = sum(not event.no and not event.missing for event in closed)
    accepted = sum(isinstance(event, ToolAccepted) for event in events)
    refused = sum(isinstance(event, ToolRefused) for event in events)
    discussions = _remembered(before.discussions + len(closed), before.agreed + agreed)
    return write_counts(*discussions, *_remembered(before.tools + accepted + refused, before.accepted + accepted))


def _remembered(votes: int, agreed: int) -> tuple[int, int]:
    kept = min(votes, _MAX_VOTES)
    return kept, round(agreed * kept / votes) if votes else 0


def _longest(events: Sequence[Event]) -> Iterator[str]:
    """The impediment that held a player up for the most turns."""
    held: dict[int, str] = {}
    turns: Counter[tuple[int, str]] = Counter()
    longest: Counter[str] = Counter()
    for event in events:
        match event:
            case CardDrawn(seat=seat, deck="impediments", card=card):
                held[seat] = card
                turns[seat, card] = 0
            case Rolled(seat=seat, impeded=True):
                turns[seat, held[seat]] += 1
                longest[held[seat]] = max(longest[held[seat]], turns[seat, held[seat]])
            case _:
                pass
    for card, most in longest.most_common(1):
        if most >= _MIN_TURNS:
            yield n(
                "In the game, {card} held somebody up for {count} turn. What keeps you waiting longest "
                "in your real work, and what would get you moving again?",
                "In the game, {card} held somebody up for {count} turns. What keeps you waiting longest "
                "in your real work, and what would get you moving again?",
                most,
                card=quoted(card),
            )


def _came_back(events: Sequence[Event]) -> Iterator[str]:
    drawn = Counter(event.card for event in events if isinstance(event, CardDrawn) and event.deck == "impediments")
    for card, times in drawn.most_common(1):
        if times > 1:
            yield t(
                "{card} was removed and came back. Which of your problems keeps coming back, and why?",
                card=quoted(card),
            )


def _voted_down(events: Sequence[Event]) -> Iterator[str]:
    """The first tool that was voted down."""
    offered: ToolOffered | None = None
    for event in events:
        if isinstance(event, ToolOffered):
            offered = event
        if isinstance(event, ToolRefused) and offered is not None:
            yield t(
                "{card} was offered against {impediment} and didn’t convince everybody. Which of your "
                "ideas hasn’t had a fair try yet?",
                card=quoted(event.card),
                impediment=quoted(offered.impediment),
            )
            return


def _unresolved(events: Sequence[Event]) -> Iterator[str]:
    """The first discussion that ended without agreement."""
    for event in events:
        if isinstance(event, DiscussionClosed) and (event.no or event.missing):
            yield t(
                "You talked about {card} and didn’t all agree that you’d dealt with it. Which "
                "conversation do you still owe each other?",
                card=quoted(event.card),
            )
            return


def _new_work(events: Sequence[Event]) -> Iterator[str]:
    """The first day that ended with more work left than the day before."""
    days = [event for event in events if isinstance(event, DayEnded)]
    for before, after in pairwise(days):
        if after.day > before.day and after.hours > before.hours:  # else it is another sprint
            yield t(
                "On day {day} the burndown went up instead of down. How does new work reach you in the "
                "middle of a sprint, and who says yes to it?",
                day=after.day,
            )
            return


# --- highlights ------------------------------------------------------------------------------------------------------

_FEW_DICE = 6  # with fewer, an average says nothing
_LUCKY = 0.1  # above the expected average


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    found = (_best_day(events), _stubborn_impediment(events), *_helpers(events), _luckiest(events))
    return tuple(sentence for sentence in found if sentence)


def _best_day(events: Sequence[Event]) -> str:
    day, sprint, by_day = 1, 0, Counter[tuple[int, int]]()
    for event, done in burned(events):
        if isinstance(event, DayEnded):
            day = event.day + 1
        elif isinstance(event, SprintPlanned):
            day, sprint = 1, event.sprint
        by_day[sprint, day] += done
    (sprint, day), amount = by_day.most_common(1)[0] if by_day else ((0, 0), 0)
    if not amount:
        return ""
    if sprint:
        return t(
            "Best day: day {day} of sprint {sprint}, with {hours} of work done.",
            day=day,
            sprint=sprint,
            hours=hours(amount),
        )
    return t("Best day: day {day}, with {hours} of work done.", day=day, hours=hours(amount))


def _stubborn_impediment(events: Sequence[Event]) -> str:
    worst = max(spells(events), key=lambda spell: (spell.turns, spell.days), default=None)
    if worst is None or not worst.turns:
        return ""
    return t(
        "Most stubborn impediment: {card} held {who} up for {turns}.",
        card=quoted(worst.card),
        who=who(worst.seat),
        turns=_turns(worst.turns),
    )


def _helpers(events: Sequence[Event]) -> Iterator[str]:
    """The players who solved others' problems, and with which tools."""
    given: dict[tuple[int, int], list[str]] = {}
    for event in events:
        if isinstance(event, ToolAccepted) and event.seat != event.target:
            given.setdefault((event.seat, event.target), []).append(quoted(event.card))
    for (seat, target), tools in given.items():
        yield t("{who} helped {whom} with {tools}.", who=who(seat), whom=who(target), tools=listing(tools))


def _luckiest(events: Sequence[Event]) -> str:
    rolled: dict[int, list[int]] = {}
    for event in events:
        for die in dice(event):
            rolled.setdefault(die.seat, []).append(die.shown)
    averages = {seat: sum(shown) / len(shown) for seat, shown in rolled.items() if len(shown) >= _FEW_DICE}
    luckiest = max(averages, key=averages.__getitem__, default=0)
    average, expected = averages.get(luckiest, 0.0), (SCRUM + 1) / 2
    if average < expected + _LUCKY:
        return ""
    return t(
        "Kindest dice: {who}’s, {average} on average where {expected} is expected.",
        who=who(luckiest),
        average=number(average, 1),
        expected=number(expected, 1),
    )
