"""Generates the table of games in docs/workshop.md from the games' kits: `python -m tests.bot.workshop_page`."""

from pathlib import Path

from games import GAMES
from games.contract import AnyGame
from games.debrief import Kit

PAGE = Path(__file__).parents[2] / "docs" / "workshop.md"
MARK = "<!-- Written by `python -m tests.bot.workshop_page` from games/*/data/debrief.toml. -->"


_HEAD = """| game | minutes to introduce, play, debrief | other lengths of the game | what people learn first |
|---|---|---|---|"""
_SHOWN = 2  # of what people can learn


def guides() -> str:
    """A row for each game; `/scrum workshop guide` shows the whole of a kit."""
    kits = ((game, game.debrief.kit()) for game in GAMES.values())
    return "\n".join([_HEAD, *(_row(game, kit) for game, kit in kits if kit is not None)])


def _row(game: AnyGame, kit: Kit) -> str:
    timing = kit.timing
    minutes = f"{timing.introduction} + {timing.game} + {timing.debrief}"
    lengths = ", ".join(f"`{settings}`: {length}" for settings, length in kit.lengths.items())
    learnt = " ".join(f"{goal}." for goal in kit.goals[:_SHOWN])
    return f"| {game.about.title} | {minutes} | {lengths} | {learnt} |"


def documented() -> str:
    return PAGE.read_text("utf-8").partition(MARK)[2].strip()


if __name__ == "__main__":
    PAGE.write_text(f"{PAGE.read_text('utf-8').partition(MARK)[0]}{MARK}\n\n{guides()}\n", "utf-8")
