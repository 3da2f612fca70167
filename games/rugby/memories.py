"""The records that a finished game may set."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.debrief import Figure, Happened, Kit, facts_of, read_kit
from games.language import n, t
from games.parts import Record
from games.rugby.field import COLUMNS, NAMES, ROWS, SIDES, row_of
from games.rugby.model import DrawOffered, Event, Finished, Stepped, TurnBegan, View, read_turn
from games.text import who
from games.values import value

# --- records ---------------------------------------------------------------------------------------------------------


def records(events: Sequence[Event]) -> tuple[Record, ...]:
    found: list[Record] = []
    for event in events:
        if isinstance(event, Finished):
            if event.reason == "goal":
                found.append(Record(t("Quickest goal"), -event.turns, t("on turn {turn}", turn=event.turns)))
            found.append(Record(t("Longest game"), event.turns, n("{count} turn", "{count} turns", event.turns)))
    scrums = sum(isinstance(event, TurnBegan) and event.bound for event in events)
    if scrums:
        found.append(Record(t("Most scrums"), scrums, t("{number} in one game", number=scrums)))
    return tuple(found)


# --- highlights ------------------------------------------------------------------------------------------------------


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(_found(events))


def _found(events: Sequence[Event]) -> Iterator[str]:
    pushes: Counter[int] = Counter()
    longest, kicked = 0, ""
    for event in events:
        if not isinstance(event, Stepped):
            continue
        (step,) = read_turn(event.step)
        if step.ball is None:
            continue
        pushes[event.seat] += 1
        rows = abs(step.ball // COLUMNS - step.target // COLUMNS)
        if rows > longest:
            longest = rows
            kicked = t(
                "Longest kick: {who} sent the ball from {origin} to {target}.",
                who=who(event.seat),
                origin=NAMES[step.target],
                target=NAMES[step.ball],
            )
    if pushes:
        seat, most = pushes.most_common(1)[0]
        yield n(
            "Most often on the ball: {who} ({side}), who pushed it once.",
            "Most often on the ball: {who} ({side}), who pushed it {count} times.",
            most,
            who=who(seat),
            side=SIDES[seat],
        )
    if longest > 1:
        yield kicked
    scrums = sum(isinstance(event, TurnBegan) and event.bound for event in events)
    if scrums:
        yield n("There was {count} scrum.", "There were {count} scrums.", scrums)


# --- figures ---------------------------------------------------------------------------------------------------------

_ENDED = "ended by "  # not prose
_WON = ("blue", "red")


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Stepped(step=step):
                counts["pushes" if ">" in step else "steps"] += 1
            case TurnBegan(exit=str()):
                counts["scrums"] += 1
            case Finished(winner=winner, reason=reason, turns=turns):
                counts["turns"] += turns
                counts["draws" if winner is None else _WON[winner]] += 1
                counts[_ENDED + reason] += 1
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    return {
        **{name: total[name] for name in (*_WON, "draws")},
        "turns_mean": round(total["turns"] / games, 2),
        "pushes_mean": round(total["pushes"] / games, 2),
        "scrums_mean": round(total["scrums"] / games, 2),
        "ended_by": {name.removeprefix(_ENDED): count for name, count in total.items() if name.startswith(_ENDED)},
    }


# --- for trainers ----------------------------------------------------------------------------------------------------

_QUICK, _LONG = 12, 40  # turns
_ONE_SIDED = 3  # times as many pushes as the other side


def glance(view: View) -> tuple[tuple[str, str], ...]:
    state = view.state
    row = row_of(state.position.ball) + 1
    if state.over is not None:
        winner = t("draw") if state.over.winner is None else t("{side} won", side=SIDES[state.over.winner])
        return (t("Turn"), str(state.turns)), (t("Ended"), winner)
    return (
        (t("Turn"), str(state.turns + 1)),
        (t("To move"), str(SIDES[state.position.side])),
        (t("Ball"), t("row {row} of {rows}", row=row, rows=ROWS)),
    )


@value
class Push:
    """A step onto the ball: the rows from which and to which it went."""

    seat: int
    old: int
    new: int


def _push(event: Stepped) -> Push | None:
    (step,) = read_turn(event.step)
    return None if step.ball is None else Push(event.seat, row_of(step.target), row_of(step.ball))


class _Story:
    """A game so far."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self.pushes = [push for event in events if isinstance(event, Stepped) if (push := _push(event)) is not None]

    @cached_property
    def finished(self) -> Finished | None:
        return next((event for event in self.events if isinstance(event, Finished)), None)

    @property
    def turns(self) -> int:
        """The number of completed turns; the running one has begun, too."""
        began = sum(isinstance(event, TurnBegan) for event in self.events)
        return self.finished.turns if self.finished else max(0, began - 1)

    @property
    def scrums(self) -> int:
        return sum(isinstance(event, TurnBegan) and event.bound for event in self.events)

    @property
    def crossings(self) -> int:
        """The number of times the ball crossed into the other half."""
        return sum((push.old < ROWS // 2) != (push.new < ROWS // 2) for push in self.pushes)

    @property
    def longest(self) -> int:
        return max((abs(push.new - push.old) for push in self.pushes), default=0)

    @property
    def by_side(self) -> Counter[int]:
        return Counter(push.seat for push in self.pushes)

    @property
    def backward(self) -> int:
        """The number of pushes away from the goal."""
        return sum(push.new > push.old if push.seat else push.new < push.old for push in self.pushes)

    @property
    def in_red_half(self) -> float:
        return sum(push.new >= ROWS // 2 for push in self.pushes) / max(1, len(self.pushes))

    def ended_by(self, *reasons: str) -> bool:
        return self.finished is not None and self.finished.reason in reasons


def _one_sided(story: _Story) -> bool:
    pushes = story.by_side
    return max(pushes[0], pushes[1]) >= max(_ONE_SIDED, _ONE_SIDED * min(pushes[0], pushes[1]))


_FACTS: Mapping[str, Callable[[_Story], bool]] = {
    "goal": lambda story: story.ended_by("goal"),
    "own_goal": lambda story: story.ended_by("own_goal"),
    "resigned": lambda story: story.ended_by("resigned"),
    "out_of_time": lambda story: story.ended_by("time"),
    "drawn": lambda story: story.finished is not None and story.finished.winner is None,
    "quick": lambda story: story.finished is not None and story.turns <= _QUICK,
    "long": lambda story: story.turns >= _LONG,
    "scrum": lambda story: story.scrums > 0,
    "no_scrum": lambda story: story.finished is not None and not story.scrums,
    "back_and_forth": lambda story: story.crossings >= 3,
    "one_sided": _one_sided,
    "passed_back": lambda story: story.backward > 0,
    "draw_offered": lambda story: any(isinstance(event, DrawOffered) for event in story.events),
}
FACTS = frozenset(_FACTS)


def kit() -> Kit:
    return read_kit("games.rugby", FACTS)


def happened(events: Sequence[Event]) -> Happened:
    story = _Story(events)
    return Happened(facts_of(story, _FACTS), _figures(story)) if events else Happened()


def _figures(story: _Story) -> tuple[Figure, ...]:
    pushes, rows = story.by_side, story.longest
    return (
        Figure(t("Turns"), str(story.turns), story.turns),
        Figure(t("Pushes by Blue"), str(pushes[0]), pushes[0]),
        Figure(t("Pushes by Red"), str(pushes[1]), pushes[1]),
        Figure(t("Pushes back"), str(story.backward), story.backward),
        Figure(t("Longest kick"), n("{count} row", "{count} rows", rows), rows),
        Figure(t("Ball in Red’s half"), t("{number}%", number=f"{100 * story.in_red_half:.0f}"), story.in_red_half),
        Figure(t("Scrums"), str(story.scrums), story.scrums),
    )
