"""Generates the guides in docs/workshop.md from the games' kits: `python -m tests.bot.workshop_page`."""

from collections.abc import Sequence
from pathlib import Path

from games import GAMES
from games.contract import AnyGame
from games.debrief import STAGES, Kit, Timing
from games.language import Text

PAGE = Path(__file__).parents[2] / "docs" / "workshop.md"
MARK = "<!-- Written by `python -m tests.bot.workshop_page` from games/*/data/debrief.toml. -->"


def guides() -> str:
    kits = ((game, game.debrief.kit()) for game in GAMES.values())
    return "\n\n".join(_guide(game, kit) for game, kit in kits if kit is not None)


def _guide(game: AnyGame, kit: Kit) -> str:
    parts = [
        f"### {game.about.title}",
        _minutes(kit.timing),
        *(["Other lengths of the game:\n\n" + _listed(_lengths(kit))] if kit.lengths else []),
        "What people can learn:\n\n" + _listed(kit.goals),
        *(["Afterwards, they can:\n\n" + _listed(kit.outcomes)] if kit.outcomes else []),
        *(f"**{name}.** {text.strip()}" for name, text in _stages(kit)),
        "Watch for:\n\n" + _listed(kit.watch),
        *(f"*{stage}*\n\n{_listed(_always_asked(kit, stage))}" for stage in STAGES if _always_asked(kit, stage)),
    ]
    return "\n\n".join(parts)


def _minutes(timing: Timing) -> str:
    parts = f"introduction {timing.introduction}, game {timing.game}, debrief {timing.debrief}"
    return f"About {timing.total} minutes: {parts}."


def _lengths(kit: Kit) -> list[str]:
    return [f"`{settings}`: about {minutes} minutes" for settings, minutes in kit.lengths.items()]


def _stages(kit: Kit) -> tuple[tuple[str, str], ...]:
    return ("Before", str(kit.before)), ("During", str(kit.during)), ("After", str(kit.after))


def _always_asked(kit: Kit, stage: str) -> list[str]:
    """The desk adds those that fit what happened."""
    return [str(question.text) for question in kit.questions if question.stage == stage and not question.when]


def _listed(lines: Sequence[Text]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def documented() -> str:
    return PAGE.read_text("utf-8").partition(MARK)[2].strip()


if __name__ == "__main__":
    PAGE.write_text(f"{PAGE.read_text('utf-8').partition(MARK)[0]}{MARK}\n\n{guides()}\n", "utf-8")
