"""Commands: how a move is typed, and what its button says."""

from collections.abc import Mapping

from bot.cli.skeleton.mygame.model import Move, State, Take
from games.contract import Command, IllegalMove, Parameter, Phrase

COMMANDS: tuple[Command, ...] = (
    Command("take", "Take stones from the heap", (Parameter("stones", "How many: 1 to 3", kind="number"),)),
)


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    """The move that a command means. Whatever people type ends here: be strict, and refuse with a sentence."""
    del state, seat, command  # there is only one command
    word = arguments["stones"]
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise IllegalMove("Say how many stones you take, such as `/scrum take 2`.", "stones")
    return Take(int(word))


def phrase(state: State, seat: int, move: Move) -> Phrase:
    """The same the other way round. Clicking on the second stone takes two."""
    del state, seat
    return Phrase("take", f"Take {move.count}", {"stones": str(move.count)}, spots=(f"stone:{move.count}",))
