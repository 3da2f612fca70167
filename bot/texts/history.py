"""What was played in a room, its statistics and exports."""

from collections.abc import Sequence

from bot.texts.wording import counted
from games.text import listing

OUTCOMES = {
    "running": "still running",
    "ended": "ended early",
    "together": "made it together",
    "nobody": "finished without a winner",
}
NOTHING_PLAYED = "This room hasn’t had a table yet. Open one with `/scrum new`."
EXPORTED = "Here’s the file."


def won(names: Sequence[str]) -> str:
    return f"{listing(names)} won"


def line(day: str, title: str, names: Sequence[str], outcome: str) -> str:
    return f"{day} {title}: {listing(names) or 'nobody'}; {outcome}."


def page(lines: Sequence[str]) -> str:
    return "\n".join(["Tables in this room, newest first:", *lines]) if lines else NOTHING_PLAYED


def played_by(began: str, names: Sequence[str]) -> str:
    return f"Played on {began} UTC by {listing(names)}."


def game_stats(
    title: str,
    tables: int,
    finished: int,
    *,
    wins: Sequence[tuple[str, int]],
    records: Sequence[tuple[str, str]],
    ratings: Sequence[tuple[str, int]],
) -> str:
    lines = [f"{title}: {counted(tables, 'table')}, {finished} finished."]
    if wins:
        lines.append(f"Most wins: {', '.join(f'{name} {count}' for name, count in wins)}.")
    lines += [f"{name}: {text}." for name, text in records]
    if ratings:
        lines.append(f"Ratings: {', '.join(f'{name} {rating}' for name, rating in ratings)}.")
    return "\n".join(lines)


def stats_page(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) or NOTHING_PLAYED
