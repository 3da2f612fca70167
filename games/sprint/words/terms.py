"""The words that sentences of The Scrum Game share: hours, cards, spaces, improvements, and how it ended."""

from collections.abc import Mapping

from games.language import Lazy, lazy, lazy_p, n, p, t
from games.sprint.board import REVIEW, START, Space, card
from games.sprint.model import State
from games.sprint.release import GOAL, Improvement
from games.values import value


def quoted(key: str) -> str:
    """The title of a card in quotation marks."""
    return in_quotes(str(card(key).title))


def in_quotes(title: str) -> str:
    return t("“{title}”", title=inner_quotes(title))


def inner_quotes(text: str) -> str:
    marks = p("quotation marks, and those inside of them", "“”‘’")
    return text.translate(dict(zip(map(ord, marks[:2]), marks[2:], strict=False)))


def hours(count: int) -> str:
    return n("{count} hour", "{count} hours", count)


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


def improvement_gist(improvement: Improvement) -> Lazy:
    return _IMPROVEMENTS[improvement].gist


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


def days_left(state: State) -> str:
    return n("{count} day left", "{count} days left", state.days - state.day)
