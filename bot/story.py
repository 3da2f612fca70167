"""Events as paragraphs for people."""

from collections.abc import Iterable
from typing import Any

from bot import table as tables
from bot import texts
from games.api import AnyGame


def sentence(event: Any, game: AnyGame, viewer: int | None) -> str | None:
    """One event in words; None: nothing to tell, empty: a new paragraph begins."""
    match event:
        case tables.TableOpened():
            return texts.opened(game)
        case tables.SeatTaken(seat=seat):
            return texts.took_seat(seat)
        case tables.BotSeated(seat=seat):
            return texts.bot_seated(seat)
        case tables.SeatLeft():
            return texts.left_seat()
        case tables.SeatHandedOver(seat=seat):
            return texts.handed_over(seat)
        case tables.GameStarted(commitment=commitment):
            return texts.game_started(commitment)
        case tables.EndAgreed(seat=seat):
            return texts.end_agreed(seat)
        case tables.ViewChosen(pictures=pictures):
            return texts.view_chosen(pictures=pictures)
        case tables.TableClosed(why=why):
            return texts.closed(why)
        case _:
            return game.narrate(event, viewer)


def paragraphs(events: Iterable[Any], game: AnyGame, viewer: int | None = None) -> list[str]:
    """Sentences run on until a game says that a new paragraph begins; the table's own stand alone."""
    done: list[str] = []
    running: list[str] = []
    for event in events:
        told = sentence(event, game, viewer)
        alone = event.kind.startswith(tables.PREFIX)
        if told == "" or alone:
            done.append(" ".join(running))
            running = []
        if told:
            (done if alone else running).append(told)
    return [paragraph for paragraph in [*done, " ".join(running)] if paragraph]
