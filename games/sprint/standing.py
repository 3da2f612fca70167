"""How far a sprint is: at a glance, and as a line beside those of other teams."""

from games.debriefing import Course
from games.sprint.model import Over, State, View


def glance(view: View) -> tuple[tuple[str, str], ...]:
    state = view.table
    stuck = sum(player.impediment is not None for player in state.players)
    return (
        ("Day", f"{min(state.day + 1, state.days)} of {state.days}"),
        ("Hours left", str(state.hours)),
        ("Impeded", str(stuck)) if stuck else ("Progress dice", str(state.dice)),
    )


def course_of(state: State) -> Course:
    ended = [(float(day), float(hours)) for day, hours in enumerate((state.planned, *state.burndown))]
    # the day that isn't over, as in the burndown chart
    running = state.day < state.days and (not isinstance(state.phase, Over) or state.hours != ended[-1][1])
    today = [(state.day + 0.5, float(state.hours))] if running else []
    return Course(
        title="Hours left at each End of Day",
        across="Day",
        up="Hours",
        points=(*ended, *today),
        span=float(state.days),
        lower_is_better=True,
        ideal=((0.0, float(state.opening)), (float(state.days), 0.0)),
    )
