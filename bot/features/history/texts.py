"""What was played in a room, its statistics and exports."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.kernel.table.texts import counted
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
    ratings: Sequence[tuple[str, int, int]],
) -> str:
    lines = [f"{title}: {counted(tables, 'table')}, {finished} finished."]
    if wins:
        lines.append(f"Most wins: {', '.join(f'{name} {count}' for name, count in wins)}.")
    lines += [f"{name}: {text}." for name, text in records]
    return "\n".join([*lines, *([moved] if (moved := ratings_line(ratings)) else [])])


def ratings_line(found: Sequence[tuple[str, int, int]]) -> str:
    """Names, ratings and how the last game moved each; empty if there are none."""
    return (
        f"Ratings: {', '.join(f'{name} {rating:,} ({change:+d})' for name, rating, change in found)}." if found else ""
    )


def own_rating(title: str, rating: int, games: int, moves: Sequence[tuple[float, str, int]]) -> str:
    """`moves`: when a game was opened, against whom, and what it changed."""
    lines = [f"{day(opened)} against {opponent}: {change:+d}" for opened, opponent, change in moves]
    return "\n".join([f"{title}: {rating:,} after {counted(games, 'game')} in this room.", *lines])


def no_rating(titles: Sequence[str]) -> str:
    return (
        f"You have no rating in this room yet. Finish a game of {listing(titles, 'or')}, with somebody or with an "
        "automatic player: everybody starts at 1,000."
    )


def day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def stats_page(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) or NOTHING_PLAYED
