"""The games at the table: one line each."""

from games.api import AnyGame
from games.sprint import Sprint

GAMES: dict[str, AnyGame] = {
    "sprint": Sprint(),
}
