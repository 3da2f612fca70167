"""Which questions to ask after a workshop: those that fit what really happened at its tables."""

from collections.abc import Sequence

from bot.texts.comparison import teams_named
from bot.workshop_messages import DebriefQuestion
from games.debriefing import STAGES, Kit, Question, Stage
from games.values import value

MOST = {"What happened?": 3, "So what?": 3, "Now what?": 2}  # questions by stage
_USED = 0.4  # what a fact that another question is about already counts less


@value
class TeamFacts:
    name: str
    facts: frozenset[str]


@value
class _Fitting:
    """A question, and the fact that makes it worth asking."""

    question: Question
    fact: str
    teams: tuple[str, ...]
    contrast: float  # between the teams: 1 if half of them have done it, 0 if all have


def questions(kit: Kit, teams: Sequence[TeamFacts]) -> tuple[DebriefQuestion, ...]:
    """At most eight, stage by stage. In every stage at least one is for everybody, whatever happened."""
    used: set[str] = set()
    return tuple(asked for stage in STAGES for asked in _of_stage(kit, stage, teams, used))


def _of_stage(kit: Kit, stage: Stage, teams: Sequence[TeamFacts], used: set[str]) -> list[DebriefQuestion]:
    candidates = [question for question in kit.questions if question.stage == stage]
    general = [DebriefQuestion(stage, question.text) for question in candidates if not question.when]
    fitting: list[DebriefQuestion] = []
    left = [question for question in candidates if question.when]
    while left and len(fitting) < MOST[stage] - 1:
        best = max((_best(question, teams, used) for question in left), key=lambda found: found.contrast)
        left.remove(best.question)
        if not best.teams:
            break
        used.add(best.fact)
        why = f"{teams_named(best.teams, len(teams))} {kit.facts[best.fact]}."
        fitting.append(DebriefQuestion(stage, best.question.text, why))
    general = general[: MOST[stage] - len(fitting)]
    # the first stage opens with a question for everybody, the others end with one
    return [*general, *fitting] if stage == STAGES[0] else [*fitting, *general]


def _best(question: Question, teams: Sequence[TeamFacts], used: set[str]) -> _Fitting:
    """The fact that tells these teams apart best, among those that the question is about."""
    return max(
        (_fitting(question, fact, teams, used) for fact in sorted(question.when)), key=lambda found: found.contrast
    )


def _fitting(question: Question, fact: str, teams: Sequence[TeamFacts], used: set[str]) -> _Fitting:
    names = tuple(team.name for team in teams if fact in team.facts)
    if not names:
        return _Fitting(question, fact, (), -1.0)
    contrast = 1 - abs(2 * len(names) / len(teams) - 1)
    return _Fitting(question, fact, names, contrast - _USED * (fact in used))
