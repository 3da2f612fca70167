"""What happens at a table because it belongs to a workshop."""

from typing import Any, Literal

from bot.features.workshop import texts
from bot.features.workshop.feature import feature
from bot.kernel.table.journal import Standing
from bot.kernel.table.model import Table, TableEvents
from games.values import replace, value


@value
class WorkshopJoined:
    """Right after the table was opened: it is a team's table in a workshop."""

    workshop: str  # its id, which opens nothing
    team: str
    dice: str = ""  # tables with the same word draw the same; empty: this one has its own dice
    kind: Literal["table.workshop_joined"] = "table.workshop_joined"


@value
class TeamNamed:
    team: str
    kind: Literal["table.team_named"] = "table.team_named"
    calls_nobody = True


@value
class TrainerSpoke:
    """To everybody at the table; what was asked counts as answered, unless it was said to all teams."""

    text: str
    to_all: bool = False
    kind: Literal["table.trainer_spoke"] = "table.trainer_spoke"
    begins_turn = calls_nobody = True


@value
class QuestionAsked:
    """Somebody asks the trainer."""

    seat: int
    text: str
    kind: Literal["table.question_asked"] = "table.question_asked"
    unseen = True


@value
class ExerciseTimed:
    """The clock that all teams of a workshop share."""

    until: float | None  # None: it no longer runs
    minutes: int = 0  # from now
    kind: Literal["table.exercise_timed"] = "table.exercise_timed"
    begins_turn = calls_nobody = True


@value
class ExerciseEnded:
    """That clock has run out."""

    kind: Literal["table.exercise_ended"] = "table.exercise_ended"
    begins_turn = calls_nobody = True


# --- what they mean --------------------------------------------------------------------------------------------------


@value
class TeamTable:
    """What is kept of a table that only its workshop needs."""

    workshop: str  # its id
    questions: tuple[QuestionAsked, ...] = ()  # that the trainer hasn't answered


def team_table(table: Table) -> TeamTable | None:
    """None: the table belongs to no workshop."""
    return table.parts.get(feature.name)


def workshop_of(table: Table) -> str:
    """The id of its workshop; empty if it belongs to none."""
    kept = team_table(table)
    return kept.workshop if kept else ""


def fold(table: Table, event: Any) -> Table:
    match event:
        case WorkshopJoined(workshop=workshop, team=team, dice=dice):
            return _keep(replace(table, led=True, team=team, seed_group=dice), TeamTable(workshop))
        case TeamNamed(team=team):
            return replace(table, team=team) if table.led else table
        case ExerciseTimed(until=until):
            return replace(table, exercise=until)
    kept = team_table(table)
    if kept is not None and isinstance(event, QuestionAsked):
        return _keep(table, replace(kept, questions=(*kept.questions, event)))
    if kept is not None and isinstance(event, TrainerSpoke) and not event.to_all:
        return _keep(table, replace(kept, questions=()))
    return table


def _keep(table: Table, kept: TeamTable) -> Table:
    return replace(table, parts={**table.parts, feature.name: kept})


def narrate(event: Any) -> str | None:
    match event:
        case TeamNamed(team=team):
            return texts.team_named(team)
        case TrainerSpoke(text=text, to_all=to_all):
            return texts.trainer_spoke(text, to_all=to_all)
        case QuestionAsked(seat=seat, text=text):
            return texts.question_asked(seat, text)
        case ExerciseTimed(minutes=minutes):
            return texts.clock_set(minutes)
        case ExerciseEnded():
            return texts.TIME_IS_UP
    return None  # the lobby names the team


def fault(standing: Standing, event: Any) -> str:
    """The key of the draws depends on the workshop, so it must be known before anybody adds luck."""
    if not isinstance(event, WorkshopJoined):
        return ""
    if standing.sequence != 1:
        return "A table joins a workshop when it is opened, or never."
    shares = standing.game.proof.luck and bool(standing.table.commitment)
    return "" if shares or not event.dice else "Without a fingerprint there are no dice to share."


feature.events = TableEvents(
    (WorkshopJoined, TeamNamed, TrainerSpoke, QuestionAsked, ExerciseTimed, ExerciseEnded), fold, narrate, fault
)
