"""A learner who does everything that a tutorial names: types each command, presses each button."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.kernel.messages import Act, Reply, Request, Response, Typed
from bot.kernel.table.buttons import acts
from tests.bot.harness import ROOM, Bench, new_id, person, spelled

LEARNER = "nora"
STEPS = {"sprint": 16, "scrumkin": 12, "rugby": 9, "retro": 18}
OF_ANY_GAME = 12  # steps
_COMMAND = re.compile(r"`/scrum ([^`]+)`")
_BUTTON = re.compile(r"“([^”]+)”")
# nobody does these to go on
_ASIDE = frozenset({"undo", "resign", "draw", "lead", "hide", "back", "more", "clock", "hand", "hint", "done undo"})


class Learned(NamedTuple):
    lines: list[str]  # what was typed, in this order
    refused: list[str]
    kinds: list[str]  # of the events at the lesson's table
    named: set[str]  # commands that lessons named
    unseen: set[str]  # buttons that lessons named and that no message had


async def learn(bench: Bench, game: str) -> Learned:
    """Play the tutorial of a game by typing: first what the lessons name, else something that could be done."""
    response = await _say(bench, f"tutorial {game}")
    lines, refused, named = [f"tutorial {game}"], [], set[str]()
    buttons, offered = set[str](), set[str]()
    due: list[str] = []  # moves that a lesson named, not made yet
    table = response.replies[-1].table
    for step in range(STEPS.get(game, OF_ANY_GAME)):
        reply = response.replies[-1]
        taught, available = _taught(reply), await _available(bench, table)
        offered |= {act.label for act in reply.acts}
        buttons |= {label for text in taught for label in _BUTTON.findall(text)}
        shown = [line for text in taught for line in _COMMAND.findall(text)]
        moves = [line for line in shown if any(_is_of(line, act) for act in available)]
        asked = [line for line in shown if line not in moves and line.split()[0] not in {"new", "bot"}]
        due += [line for line in moves if line.split()[0] not in named | {each.split()[0] for each in due}]
        due = [line for line in due if any(_is_of(line, act) for act in available)]
        named |= {line.split()[0] for line in shown}
        doing, due = due[:1] or [_something(available, step)], due[1:]
        for line in [*asked, *doing]:
            lines.append(line)
            response = await _say(bench, line)
            if response.outcome == "refused":
                refused.append(line)
        if response.replies[-1].situation.startswith("That’s it!"):
            break
        if not response.replies[-1].situation:  # the answer to a question
            response = await _say(bench, "tutorial")
    events = await bench.store.events(table)
    unseen = {label for label in buttons if not any(each.startswith(label) for each in offered)}
    return Learned(lines, refused, [event.kind for event in events], named, unseen)


async def _say(bench: Bench, line: str) -> Response:
    return await bench.service.handle(Request(new_id(), ROOM, person(LEARNER), Typed(line)))


def _taught(reply: Reply) -> list[str]:
    return [part for part in spelled(reply).split("\n\n") if part.startswith("💡")]


async def _available(bench: Bench, table: str) -> tuple[Act, ...]:
    live = await bench.service.tables.find(table)
    assert live is not None
    return acts(table, live.standing, live.names, 0)


def _is_of(line: str, act: Act) -> bool:
    """True if the line is this act, with something in place of what it asks for."""
    return line.startswith(act.command.partition("<")[0]) if act.asks else line == act.command


def _something(available: Sequence[Act], step: int) -> str:
    """A move that brings the lesson on: the main one, or any."""
    asides = [act for act in available if _ASIDE & {act.command, act.command.split()[0]}]
    found = [act for act in available if act.asks is None and not act.grave and act not in asides]
    main = [act for act in found if act.role == "main" or act.command == "next"]
    return (main or found)[0 if main else step % len(found)].command
