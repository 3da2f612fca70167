"""A game for trainers: how far a table is, what happened there, and what to talk about afterwards.

Everything here is public at the moment it is asked for: no hand, no vote in flight, no writer of an anonymous note.
"""

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeVar, get_args

from games.language import Lazy, Text, lazy
from games.values import value

# --- what happened at a table ----------------------------------------------------------------------------------------

Stage = Literal["What happened?", "So what?", "Now what?"]  # by their English titles
STAGES: tuple[Stage, ...] = get_args(Stage)
STAGE_TITLES: Mapping[Stage, Lazy] = {
    "What happened?": lazy("What happened?"),
    "So what?": lazy("So what?"),
    "Now what?": lazy("Now what?"),
}


Story = TypeVar("Story")


@value
class Course:
    """A table's progress, as a line that can be compared with the lines of other tables."""

    title: str  # of a chart with all lines: "Hours left"
    across: str  # what is counted on the axes: "Day", "Sprint"
    up: str
    points: tuple[tuple[float, float], ...]  # so far, from the start on
    span: float  # end of the axis across: 10 days
    lower_is_better: bool = False
    ideal: tuple[tuple[float, float], ...] = ()  # the line of a game that goes by plan; empty: there is no such line


@value
class Figure:
    """Something to compare between tables. Every table has the same figures in the same order, from the start on."""

    name: str  # "Tools used"
    text: str  # as people read it: "3 of 5"
    number: float | None = None  # None: it can't be put in order


@value
class Happened:
    """The course of a table so far: facts by key (see `Kit.facts`), and figures."""

    facts: frozenset[str] = frozenset()
    figures: tuple[Figure, ...] = ()


def facts_of(story: Story, tests: Mapping[str, Callable[[Story], bool]]) -> frozenset[str]:
    """The facts that hold."""
    return frozenset(fact for fact, holds in tests.items() if holds(story))


@value
class Weighed:
    """The parts of the chance of winning that came from luck and from the team's own choices.

    Both are shares of 1: 0.1 is ten points in a hundred. The errors are standard errors of the simulation.
    """

    start: float  # the chance of winning when the game began
    luck: float
    luck_error: float
    choice: float  # against the choices of a sensible automatic player
    choice_error: float
    choices: int  # number of choices compared


# --- the kit ---------------------------------------------------------------------------------------------------------


@value
class Timing:
    """Minutes for each part of a session."""

    introduction: int
    game: int
    debrief: int

    @property
    def total(self) -> int:
        return self.introduction + self.game + self.debrief


@value
class Hint:
    """A hint that a trainer may give a table during play."""

    key: str
    text: Text
    when: frozenset[str] = frozenset()  # facts, all of which make it fit; none: it always does
    unless: frozenset[str] = frozenset()  # facts, any of which makes it pointless


@value
class Question:
    """Something to ask afterwards."""

    stage: Stage  # `STAGE_TITLES` says it
    text: Text
    when: frozenset[str] = frozenset()  # facts, any of which makes it worth asking; none: it always is


@value
class Kit:
    """All that a trainer needs to run a game and to debrief it."""

    goals: tuple[Text, ...]  # what people can learn
    timing: Timing
    before: Text  # the facilitator's guide: a paragraph each
    during: Text
    after: Text
    watch: tuple[Text, ...]  # what to watch for during play
    hints: tuple[Hint, ...]
    questions: tuple[Question, ...]
    # every fact that `happened` can find, as the end of a sentence about one or more teams: "voted a tool down"
    facts: Mapping[str, Text] = field(default_factory=dict)
    outcomes: tuple[Text, ...] = ()  # what people can do afterwards, so that a trainer can see whether they can
    lengths: Mapping[str, int] = field(default_factory=dict)  # settings, and about how many minutes a game takes then

    def fitting(self, facts: frozenset[str]) -> tuple[Hint, ...]:
        """The hints that fit what has happened, those for this very situation first."""
        fit = [hint for hint in self.hints if hint.when <= facts and not hint.unless & facts]
        return tuple(sorted(fit, key=lambda hint: not hint.when))


# --- reading a kit ---------------------------------------------------------------------------------------------------

_STAGES = dict(zip(("happened", "so_what", "now_what"), STAGES, strict=True))  # by their names in the file


@cache
def read_kit(package: str, facts: frozenset[str]) -> Kit:
    """The kit of a game's package; ValueError if it doesn't describe just these facts, or asks for others."""
    return kit_from((files(package) / "data" / "debrief.toml").read_text("utf-8"), facts)


def kit_from(text: str, facts: Collection[str]) -> Kit:
    page = tomllib.loads(text)
    for stage in _STAGES:
        page.setdefault(stage, [])
    kit = Kit(
        goals=_said(page.pop("goals")),
        timing=Timing(**page.pop("timing")),
        before=lazy(page.pop("before").strip()),
        during=lazy(page.pop("during").strip()),
        after=lazy(page.pop("after").strip()),
        watch=_said(page.pop("watch")),
        hints=tuple(_hint(key, given) for key, given in page.pop("hints").items()),
        questions=tuple(_question(stage, given) for stage in _STAGES for given in page.pop(stage)),
        facts={fact: lazy(text) for fact, text in page.pop("facts").items()},
        outcomes=_said(page.pop("outcomes", ())),
        lengths=page.pop("lengths", {}),
    )
    unknown = (f"{word!r} means nothing there" for word in page)  # not prose
    for problem in (*unknown, *_problems(kit, set(facts))):
        raise ValueError(f"debrief.toml: {problem}.")
    return kit


def _said(texts: Iterable[str]) -> tuple[Lazy, ...]:
    return tuple(map(lazy, texts))


def _hint(key: str, given: Mapping[str, Any]) -> Hint:
    return Hint(key, **_read(given))


def _question(stage: str, given: Mapping[str, Any]) -> Question:
    return Question(_STAGES[stage], **_read(given))


def _read(given: Mapping[str, Any]) -> dict[str, Any]:
    """The text of a hint or a question, and its facts."""
    return {name: frozenset(found) if isinstance(found, list) else lazy(found) for name, found in given.items()}


def _problems(kit: Kit, facts: set[str]) -> Iterator[str]:
    for fact in sorted(kit.facts.keys() ^ facts):
        yield f"the fact {fact!r} is described there but never found, or the other way round"  # not prose
    needed = {f"the hint {hint.key!r}": hint.when | hint.unless for hint in kit.hints}  # not prose
    needed |= {f"the question {str(question.text)!r}": question.when for question in kit.questions}  # not prose
    for what, named in needed.items():
        for fact in sorted(named - facts):
            yield f"{what} needs the fact {fact!r}, which the game doesn’t find"  # not prose
