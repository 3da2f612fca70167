"""Records of a finished game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any

from games.debrief import Course, Figure, Happened, Kit, facts_of, read_kit
from games.language import n, t
from games.memories import write_asked, write_prompts
from games.parts import Record
from games.scrumkin.deck import SprintCard, effect_of
from games.scrumkin.folding import evolve, outcome
from games.scrumkin.model import (
    BACKLOG,
    SPRINTS,
    WORST,
    ActionTurned,
    BugFixed,
    Countered,
    Dropped,
    Event,
    Finished,
    Played,
    PutAway,
    SprintEnded,
    Started,
    State,
    TookOver,
    View,
    card_value,
)
from games.scrumkin.remarks import read_in
from games.scrumkin.words import quoted, signed
from games.text import number, who
from games.values import replace

# --- records ---------------------------------------------------------------------------------------------------------


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    found: list[Record] = []
    for event in events:
        if isinstance(event, SprintEnded):
            fastest = max(event.velocities)
            found.append(
                Record(
                    t("Highest velocity"),
                    fastest,
                    t("{velocity} in sprint {sprint}", velocity=fastest, sprint=event.number),
                )
            )
        if isinstance(event, Finished) and event.winners and not event.unfinished:
            found.append(Record(t("Quickest win"), -event.sprint, t("in sprint {sprint}", sprint=event.sprint)))
    best = {record.name: record for record in sorted(found, key=lambda record: record.score)}
    state, effects = _card_effects(events)
    return (*best.values(), *(_cards(state, effects) if state is not None else ()))


def _card_effects(events: Sequence[Event]) -> tuple[State | None, Counter[int]]:
    """The end of a game, and each card's total effect on velocities."""
    state: State | None = None
    effects: Counter[int] = Counter()
    for event in events:
        if state is not None and isinstance(event, SprintEnded):
            for seat, player in enumerate(state.players):
                effects.update({laid.card: card_value(state, seat, laid) for laid in player.game})
        state = evolve(state, event)
    return state, effects


def _cards(state: State, effects: Counter[int]) -> list[Record]:
    """The card that cost most in the game and the one that helped most."""
    best = max(effects, key=effects.__getitem__, default=None)
    worst = min(effects, key=effects.__getitem__, default=None)
    found: list[Record] = []
    if worst is not None and effects[worst] < 0:
        cost = -effects[worst]
        found.append(
            Record(
                t("Costliest card"),
                cost,
                t("{card} cost {velocity} velocity in one game", card=quoted(state.card(worst)), velocity=cost),
            )
        )
    if best is not None and effects[best] > 0:
        gain = effects[best]
        found.append(
            Record(
                t("Most useful card"),
                gain,
                t("{card} added {velocity} velocity in one game", card=quoted(state.card(best)), velocity=gain),
            )
        )
    return found


# --- inheritance -----------------------------------------------------------------------------------------------------


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """The remarks that were read, and the prompts; none of those from a game that was abandoned."""
    known = {"known": write_asked(read_in(events))}
    if not any(isinstance(event, Finished) for event in events):
        return known
    return {"prompts": write_prompts([*_most_costly(events), *_shield(events)]), **known}


def _most_costly(events: Sequence[Event]) -> Iterator[str]:
    """A prompt about the card that cost each team most; a card that cost several teams is asked about once."""
    state: State | None = None
    cost: dict[int, Counter[int]] = {}
    for event in events:
        if isinstance(event, SprintEnded) and state is not None:
            for seat, player in enumerate(state.players):
                lost = {laid.card: -card_value(state, seat, laid) for laid in player.game}
                cost.setdefault(seat, Counter()).update({card: less for card, less in lost.items() if less > 0})
        state = evolve(state, event)
    assert state is not None
    worst = {card: less for counted in cost.values() for card, less in counted.most_common(1)}
    for card, less in worst.items():
        yield t(
            "{card} cost a team {velocity} velocity in total. What does that look like in your work, and "
            "what does it cost you?",
            card=quoted(state.card(card)),
            velocity=less,
        )


def _shield(events: Sequence[Event]) -> Iterator[str]:
    """The first shield that kept something bad away from a team."""
    for event in events:
        if isinstance(event, Countered) and sum(effect_of(event.card.effect).values) < 0:
            yield t(
                "{shield} kept {card} away in time. What protects your team from things like that, and "
                "where would you like more protection?",
                shield=quoted(event.shield),
                card=quoted(event.card),
            )
            return


# --- figures ---------------------------------------------------------------------------------------------------------

_WON = "won by seat "  # not prose: a key
_SPRINTS = "sprints "  # and how many: games of this length


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    emptied = 0  # backlogs, in the latest sprint
    for event in events:
        match event:
            case Started():
                counts.update({f"{_WON}{seat + 1}": 0 for seat in range(event.seats)})
            case Countered():
                counts["shields"] += 1
            case TookOver():
                counts["taken over"] += event.count
            case BugFixed():
                counts["bugs fixed"] += 1
            case PutAway():
                counts["put away"] += 1
            case SprintEnded():
                counts["velocities"] += len(event.velocities)
                counts["nothing done"] += sum(speed <= 0 for speed in event.velocities)
                emptied = event.backlogs.count(0)
            case Finished():
                counts[f"{_SPRINTS}{event.sprint}"] += 1
                counts["unfinished"] += event.unfinished
                counts["wins"] += bool(event.winners)
                counts["several finished"] += event.mode == "competitive" and emptied > 1
                counts["kingmaking"] += event.mode == "competitive" and emptied > 0 and _is_kingmaking(events)
                counts.update(f"{_WON}{seat + 1}" for seat in event.winners)
            case _:
                pass
    return counts


def _is_kingmaking(events: Sequence[Event]) -> bool:
    """True if somebody who wins neither way decided the game with a card in its last sprint."""
    last = max(at for at, event in enumerate(events) if isinstance(event, SprintEnded))
    state = reduce(evolve, events[1:last], evolve(None, events[0]))
    _, finished = outcome(state)
    assert finished is not None
    laid = {card.card for player in state.players for card in player.game if not card.age}
    attacks = [event for event in events[:last] if isinstance(event, Played) and event.seat != event.target]
    for attack in (each for each in attacks if each.card.number in laid and each.seat not in finished.winners):
        target = state.players[attack.target]
        spared = replace(target, game=tuple(each for each in target.game if each.card != attack.card.number))
        players = (*state.players[: attack.target], spared, *state.players[attack.target + 1 :])
        _, otherwise = outcome(replace(state, players=players))
        if otherwise is None or (otherwise.winners != finished.winners and attack.seat not in otherwise.winners):
            return True
    return False


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    """The figures of simulated games: `wins` matters in collaborative mode, `wins_by_seat` in competitive mode."""
    lengths = {int(name.removeprefix(_SPRINTS)): n for name, n in total.items() if name.startswith(_SPRINTS)}
    return {
        "wins": total["wins"],
        "wins_by_seat": {
            name.removeprefix(_WON): number for name, number in sorted(total.items()) if name.startswith(_WON)
        },
        "sprints_mean": round(sum(length * number for length, number in lengths.items()) / games, 2),
        "sprints_longest": max(lengths, default=0),
        "won_by_the_smallest_backlog": total["unfinished"],
        "shields_mean": round(total["shields"] / games, 2),
        "bugs_fixed_mean": round(total["bugs fixed"] / games, 2),
        "taken_over_mean": round(total["taken over"] / games, 2),
        "put_away_mean": round(total["put away"] / games, 2),
        "nothing_done": round(total["nothing done"] / max(1, total["velocities"]), 3),
        "several_finished": total["several finished"],
        "kingmaking": total["kingmaking"],
    }


# --- for trainers ----------------------------------------------------------------------------------------------------

_MANY_BUGS = 8  # turned up in a game
_GAP = 5  # items between the largest backlog and the smallest


def glance(view: View) -> tuple[tuple[str, str], ...]:
    state = view.state
    backlogs = [player.backlog for player in state.players]
    last = [player.velocities[-1] for player in state.players if player.velocities]
    return (
        (t("Sprint"), _of_limit(max(1, state.sprint), state.limit)),
        (t("Items left"), str(sum(backlogs)) if state.collaborative else " / ".join(map(str, backlogs))),
        *(((t("Last velocity"), " / ".join(map(str, last))),) if last else ()),
    )


def _of_limit(sprints: int, limit: int) -> str:
    return t("{sprint} of {limit}", sprint=sprints, limit=limit) if limit else str(sprints)


class _Story:
    """A game so far, as everybody could see it."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.events = events

    @cached_property
    def sprints(self) -> list[SprintEnded]:
        return [event for event in self.events if isinstance(event, SprintEnded)]

    @cached_property
    def finished(self) -> Finished | None:
        return next((event for event in self.events if isinstance(event, Finished)), None)

    @cached_property
    def played(self) -> list[Played]:
        return [event for event in self.events if isinstance(event, Played)]

    @cached_property
    def shields(self) -> list[Countered]:
        return [event for event in self.events if isinstance(event, Countered)]

    @property
    def backlogs(self) -> tuple[int, ...]:
        return tuple(player.backlog for player in self.state.players)

    @property
    def velocities(self) -> list[int]:
        """The velocity of all players together, sprint by sprint."""
        return [sum(event.velocities) for event in self.sprints]

    @property
    def done(self) -> int:
        return sum(sum(event.done) for event in self.sprints)

    @property
    def bugs(self) -> int:
        turned = sum(event.card.bugs for event in self.events if isinstance(event, ActionTurned))
        return turned + sum(sum(event.bugs) for event in self.sprints)

    @property
    def taken_over(self) -> int:
        return sum(event.count for event in self.events if isinstance(event, TookOver))

    @property
    def aimed(self) -> Counter[int]:
        """Cards played on others, by the player they hit."""
        return Counter(event.target for event in self.played if event.target != event.seat)

    @property
    def own(self) -> list[SprintCard]:
        return [event.card for event in self.played if event.target == event.seat]

    @property
    def ended(self) -> bool:
        return self.finished is not None

    @property
    def together(self) -> bool:
        return self.state.collaborative


def _first_and_last(card: SprintCard) -> tuple[int, int]:
    effect = effect_of(card.effect)
    return (0, 0) if effect.scrum else (effect.values[0], effect.values[-1])


def _invests(card: SprintCard) -> bool:
    first, last = _first_and_last(card)
    return first < 0 < last


def _borrows(card: SprintCard) -> bool:
    """True if a card helps at once and costs later, as technical debt does."""
    first, last = _first_and_last(card)
    return last < 0 < first


def _ganged_up(story: _Story) -> bool:
    hits = story.aimed
    return not story.together and len(story.state.players) > 2 and 2 * max(hits.values(), default=0) > hits.total() > 5


def _late(story: _Story) -> bool:
    done = [sum(event.done) for event in story.sprints]
    return story.ended and len(done) >= 4 and 2 * sum(done[-(len(done) // 4) :]) >= sum(done) > 0


def _won(story: _Story) -> bool:
    return story.finished is not None and bool(story.finished.winners)


def _gap(story: _Story) -> int:
    return max(story.backlogs) - min(story.backlogs)


_FACTS: Mapping[str, Callable[[_Story], bool]] = {
    "won_together": lambda story: story.together and _won(story),
    "lost_together": lambda story: story.together and story.ended and not _won(story),
    "race": lambda story: not story.together,
    "close_race": lambda story: not story.together and _won(story) and sorted(story.backlogs)[1] <= 2,
    "limit_reached": lambda story: story.finished is not None and story.finished.unfinished,
    "standstill": lambda story: any(velocity <= 0 for velocity in story.velocities),
    "new_bugs": lambda story: story.together and any(min(event.velocities) < WORST for event in story.sprints),
    "many_bugs": lambda story: story.bugs >= _MANY_BUGS,
    "no_shield": lambda story: len(story.sprints) >= 3 and not story.shields,
    "shield_for_other": lambda story: any(each.seat != each.target for each in story.shields),
    "invested": lambda story: any(map(_invests, story.own)),
    "borrowed": lambda story: any(map(_borrows, story.own)),
    "took_over": lambda story: story.taken_over > 0,
    "nobody_took_over": lambda story: story.together and len(story.sprints) >= 3 and not story.taken_over,
    "ganged_up": _ganged_up,
    "late_take_off": _late,
    "uneven": lambda story: story.together and not story.ended and _gap(story) >= _GAP,
    "stalled": lambda story: not story.ended and story.velocities[-1:] != [] and story.velocities[-1] <= 0,
}
FACTS = frozenset(_FACTS)


def kit() -> Kit:
    return read_kit("games.scrumkin", FACTS)


def happened(events: Sequence[Event]) -> Happened:
    state = _state(events)
    if state is None:
        return Happened()
    story = _Story(state, events)
    return Happened(facts_of(story, _FACTS), _figures(story))


def _state(events: Sequence[Event]) -> State | None:
    start: State | None = None
    return reduce(evolve, events, start)


def course(events: Sequence[Event]) -> Course | None:
    """The items left per player, so that teams of two and of four can be compared."""
    state = _state(events)
    if state is None:
        return None
    seats, ended = len(state.players), [event for event in events if isinstance(event, SprintEnded)]
    points = [(float(event.number), sum(event.backlogs) / seats) for event in ended]
    return Course(
        title=t("Items left for each player"),
        across=t("Sprint"),
        up=t("Items"),
        points=((0.0, float(BACKLOG)), *points),
        span=float(state.limit or max(SPRINTS, len(ended))),
        lower_is_better=True,
        ideal=((0.0, float(BACKLOG)), (float(state.limit), 0.0)) if state.limit else (),
    )


def _figures(story: _Story) -> tuple[Figure, ...]:
    played, velocities = len(story.sprints), story.velocities
    best = max((max(event.velocities) for event in story.sprints), default=0)
    mean = sum(velocities) / max(1, played * len(story.state.players))
    stopped, aimed = sum(velocity <= 0 for velocity in velocities), story.aimed.total()
    dropped = sum(isinstance(event, Dropped) for event in story.events)
    return (
        Figure(t("Sprints"), _of_limit(played, story.state.limit), played),
        Figure(t("Items left"), str(sum(story.backlogs)), sum(story.backlogs)),
        Figure(t("Items done"), str(story.done), story.done),
        Figure(t("Mean velocity"), number(mean, 1), mean),
        Figure(t("Best velocity"), str(best), best),
        Figure(t("Sprints at a standstill"), str(stopped), stopped),
        Figure(t("Bugs"), str(story.bugs), story.bugs),
        Figure(t("Shields raised"), str(len(story.shields)), len(story.shields)),
        Figure(t("Cards on others"), str(aimed), aimed),
        Figure(t("Cards dropped"), str(dropped), dropped),
        Figure(t("Items taken over"), str(story.taken_over), story.taken_over),
    )


# --- highlights ------------------------------------------------------------------------------------------------------


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    return (*_fastest(events), *_best_and_worst_card(events), *_shields(events), *_taken_over(events))


def _fastest(events: Sequence[Event]) -> Iterator[str]:
    ended = [event for event in events if isinstance(event, SprintEnded)]
    if not ended:
        return
    best = max(ended, key=lambda event: max(event.velocities))
    fastest = max(best.velocities)
    seat = best.velocities.index(fastest)
    yield t(
        "Fastest sprint: {who} with velocity {velocity} in sprint {sprint}.",
        who=who(seat),
        velocity=signed(fastest),
        sprint=best.number,
    )


def _best_and_worst_card(events: Sequence[Event]) -> Iterator[str]:
    state, effects = _card_effects(events)
    if state is None or not effects:
        return
    best, worst = max(effects, key=effects.__getitem__), min(effects, key=effects.__getitem__)
    if effects[best] > 0:
        yield t(
            "Most useful card: {card}, {velocity} velocity in all.",
            card=quoted(state.card(best)),
            velocity=signed(effects[best]),
        )
    if effects[worst] < 0:
        yield t(
            "Costliest card: {card}, {velocity} velocity in all.",
            card=quoted(state.card(worst)),
            velocity=signed(effects[worst]),
        )


def _shields(events: Sequence[Event]) -> Iterator[str]:
    raised = Counter(event.seat for event in events if isinstance(event, Countered))
    if raised:
        seat, most = raised.most_common(1)[0]
        yield n(
            "Most shields: {who}, who raised {count} shield.",
            "Most shields: {who}, who raised {count} shields.",
            most,
            who=who(seat),
        )


def _taken_over(events: Sequence[Event]) -> Iterator[str]:
    taken: Counter[tuple[int, int]] = Counter()
    for event in events:
        if isinstance(event, TookOver):
            taken[event.seat, event.target] += event.count
    for (seat, target), items in taken.items():
        yield n(
            "{who} took over {count} item from {other}.",
            "{who} took over {count} items from {other}.",
            items,
            who=who(seat),
            other=who(target),
        )
