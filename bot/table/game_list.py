"""The available games as data, for places that show them in a form."""

from games import GAMES
from games.api import Option
from games.values import value

GOOD_TABLE = 3  # seats when somebody opens a table to play at once


@value
class ListedGame:
    key: str
    title: str
    summary: str
    minimum: int  # seats
    maximum: int
    options: tuple[Option, ...]
    levels: tuple[str, ...]
    topics: tuple[tuple[str, str], ...]  # sections of the rules: key and title
    luck: bool  # dice or cards decide

    @property
    def good_seats(self) -> int:
        """A good number of seats for one person playing with automatic players."""
        return min(max(GOOD_TABLE, self.minimum), self.maximum)


def listed_games() -> tuple[ListedGame, ...]:
    return tuple(
        ListedGame(
            key=game.key,
            title=game.title,
            summary=game.summary,
            minimum=game.seats.start,
            maximum=game.seats.stop - 1,
            options=game.options,
            levels=game.levels,
            topics=tuple((topic.key, topic.title) for topic in game.rules),
            luck=game.luck,
        )
        for game in GAMES.values()
    )
