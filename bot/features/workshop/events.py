"""What happens at a table because it belongs to a workshop."""

from typing import Literal

from games.values import value


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


@value
class TrainerSpoke:
    """To everybody at the table; what was asked counts as answered, unless it was said to all teams."""

    text: str
    to_all: bool = False
    kind: Literal["table.trainer_spoke"] = "table.trainer_spoke"


@value
class QuestionAsked:
    """Somebody asks the trainer."""

    seat: int
    text: str
    kind: Literal["table.question_asked"] = "table.question_asked"


@value
class Paused:
    """By the trainer, until it goes on."""

    left: float | None = None  # seconds on the game's clock
    kind: Literal["table.paused"] = "table.paused"


@value
class Continued:
    kind: Literal["table.continued"] = "table.continued"


@value
class ExerciseTimed:
    """The clock that all teams of a workshop share."""

    until: float | None  # None: it no longer runs
    minutes: int = 0  # from now
    kind: Literal["table.exercise_timed"] = "table.exercise_timed"


@value
class ExerciseEnded:
    """That clock has run out."""

    kind: Literal["table.exercise_ended"] = "table.exercise_ended"


ClockEvent = ExerciseTimed | ExerciseEnded
WorkshopEvent = WorkshopJoined | TeamNamed | TrainerSpoke | QuestionAsked | Paused | Continued | ClockEvent
