"""Sentences about workshops: at a table, at the entrance, on the desk."""

from games.text import who

# --- at a table ----------------------------------------------------------------------------------------------------


def trainer_spoke(text: str, *, to_all: bool) -> str:
    return f"📣 The trainer{' to all teams' if to_all else ''}: {text}"


def question_asked(seat: int, text: str) -> str:
    return f"✋ {who(seat)} asks the trainer: {text}"


def team_named(team: str) -> str:
    return f"This team is now called {team}."


NOW_PAUSED = "⏸ The trainer has paused all teams."
PAUSED = "⏸ The trainer has paused all teams. The clocks stand still."
CONTINUED = "▶ On we go! The clocks run again."
UP_TO_THE_TRAINER = "This table belongs to a workshop: its trainer decides that."


def clock_set(minutes: int) -> str:
    if not minutes:
        return "The trainer has taken the shared clock away."
    return f"⏱ The trainer has set a clock for all teams: {minutes} {'minute' if minutes == 1 else 'minutes'}."
