"""Choices that people make several at a time: a note for every column, dots on topics, an action and its owner.

The service has no request for several choices. They are handled one after the other, each as a request of its own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from bot.messages import Called, Choice, Pressed, Request, Response, TableForm
from bot.ports import Requests
from bot.table.catalogue import everything
from games.api import Command, Parameter
from games.text import shortened
from games.values import replace

FEW = 3  # choices that stay single buttons, unless each asks for something
PLAYER = "player"  # the kind of parameter for which a form has one field and a menu


def command_name(choice: Choice) -> str:
    return choice.command.partition(" ")[0]


@cache
def command_of(name: str, game: str) -> Command | None:
    """The command of this name, preferably this game's."""
    found = [(owner.key if owner else "", command) for owner, command in everything() if command.name == name]
    return next((command for key, command in sorted(found, key=lambda each: each[0] != game)), None)


def allows_several(choice: Choice, game: str) -> bool:
    command = command_of(command_name(choice), game)
    return command is not None and command.several


def in_one_form(choice: Choice, game: str) -> bool:
    """Whether a form can ask for it together with others of its command."""
    return choice.asks is not None and allows_several(choice, game)


def collapsed(choices: Sequence[Choice], game: str) -> list[Choice]:
    """One choice for those that a form can ask for together: a note for every column."""
    several = Counter(command_name(choice) for choice in choices if in_one_form(choice, game))
    seen: set[str] = set()
    found = []
    for choice in choices:
        name = command_name(choice)
        if several[name] > 1 and in_one_form(choice, game):
            if name in seen:
                continue
            seen.add(name)
        found.append(choice)
    return found


def differs_by(name: str, asks: str, game: str) -> Parameter | None:
    """What distinguishes the choices of a command: the column of a note, the owner of an action."""
    command = command_of(name, game)
    return next((each for each in command.parameters if each.name != asks), None) if command else None


def has_field_each(choices: Sequence[Choice], game: str, most: int) -> bool:
    """Whether a form has a field for every choice; otherwise it has a menu and one field."""
    asks = choices[0].asks
    parameter = differs_by(command_name(choices[0]), asks.name, game) if asks else None
    return len(choices) <= most and not (parameter and parameter.kind == PLAYER)


def brief(command: Command, limit: int) -> str:
    """What a command does, in a few words."""
    return shortened(re.split(r"[;,(]", command.description)[0].strip(), limit)


def numbered(request: Request, number: int, said: Called | Pressed | TableForm) -> Request:
    """One of several requests that arrived as one; numbers start at 1."""
    return replace(request, id=f"{request.id}:{number}" if number > 1 else request.id, said=said)


async def handle_rest(
    requests: Requests, request: Request, more: Iterable[Called | Pressed | TableForm], response: Response
) -> Response:
    """Handle what was chosen together with a request that has this response, until something is refused."""
    for number, said in enumerate(more, start=2):
        if response.outcome == "done":
            response = await requests.handle(numbered(request, number, said))
    return response
