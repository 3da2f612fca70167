"""The games at the table: one line each."""

from games.api import AnyGame
from games.retro import Retro
from games.rugby import Rugby
from games.scrumkin import Scrumkin
from games.sprint import Sprint

GAMES: dict[str, AnyGame] = {
    "sprint": Sprint(),
    "scrumkin": Scrumkin(),
    "rugby": Rugby(),
    "retro": Retro(),
}
