"""What is typed for each command. A command that isn't here gets arguments made of its parameters."""

from collections.abc import Mapping, Sequence

from games.contract import Command

# by command, with the game's name before it where it is a game's own; empty: without arguments
_LINES: Mapping[str, Sequence[str]] = {
    "new": ("sprint",),
    "tutorial": ("", "sprint"),
    "join": ("", "{code}"),
    "remind": ("off", "2h"),
    "prepare": ("roll",),
    "more": ("", "5"),
    "name": ("Anni",),
    "workshop": ("new sprint teams=2", "guide sprint"),
    "ask": ("How long do we play?",),
    "actions": ("", "done 1", "drop 1", "move 1 in two weeks", "give 1 ben", "csv"),
    "every": ("", "2 weeks on Friday 15:00", "off"),
    "save": ("the build is slow",),
    "forget": ("", "sure"),
    "options": ("hours=250",),
    "nudge": ("anna", "ben", ""),
    "clock": ("+1", "-1", "pause", "resume"),
    "pace": ("async", "live"),
    "rugby piece": ("a1", "e1", "e2"),
    "retro note": ("1 the build is slow",),
    "retro card": ("tool tests first",),
    "retro rate": ("1 4", "1 green"),
    "retro scale": ("1",),
    "retro keep": ("1 in two weeks", "1"),
    "retro vote": ("1",),
    "retro lead": ("ben",),
    "retro safety": ("4", "show"),
    "retro next": ("", "skip"),
    "retro say": ("good", "1 done", "4"),
    "retro change": ("{code} another text",),
    "retro withdraw": ("{code}",),
    "retro group": ("2 1",),
    "retro title": ("1 Builds",),
    "retro hide": ("1 tone",),
    "retro insight": ("we start late",),
    "retro action": ("ben mend the build by Friday",),
    "retro agree": ("be kind",),
    "retro thanks": ("ben for the help",),
}
_PLAYER = "ben"


class NoArguments(Exception):
    """Whoever adds a command says what can be typed for it."""


def lines_of(command: Command, game: str = "") -> list[str]:
    """The command with each of its arguments."""
    known = _LINES.get(f"{game} {command.name}".strip())
    if known is None:
        known = _made(command, game)
    group = f"{command.group} " if command.group and not game else ""
    return [f"{group}{command.name} {arguments}".strip() for arguments in known]


def _made(command: Command, game: str) -> list[str]:
    needed = [each for each in command.parameters if each.required]
    if not needed:
        choices = [one for each in command.parameters[:1] for one in each.choices]
        return ["", *choices]
    first, *more = needed
    if more or not (first.choices or first.kind == "player"):
        names = ", ".join(each.name for each in needed)
        raise NoArguments(f"add what can be typed for {game} “{command.name}” ({names}) to {__name__}")
    return list(first.choices) or [_PLAYER]
