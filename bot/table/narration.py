"""Events as paragraphs for people."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bot import texts
from bot.table import model as tables
from games.api import AnyGame
from games.text import listing, spell

_SENTENCES: dict[type, Callable[[Any], str]] = {
    tables.SeatTaken: lambda event: texts.took_seat(event.seat),
    tables.BotSeated: lambda event: texts.bot_seated(event.seat),
    tables.SeatLeft: lambda _: texts.left_seat(),
    tables.SeatHandedOver: lambda event: (texts.covered if event.absent else texts.handed_over)(event.seat),
    tables.GameStarted: lambda event: texts.game_started(event.commitment),
    tables.EndAgreed: lambda event: texts.end_agreed(event.seat),
    tables.ViewChosen: lambda event: texts.view_chosen(pictures=event.pictures),
    tables.PaceChosen: lambda event: texts.pace_chosen(event.seconds, event.opens, event.closes, event.zone),
    tables.Reminded: lambda event: texts.reminded(event.seats, event.count),
    tables.TimeGiven: lambda event: texts.time_given(event.seat, event.minutes),
    tables.PutToSleep: lambda _: texts.PUT_TO_SLEEP,
    tables.PickedUp: lambda event: texts.picked_up(event.seat),
    tables.HostChanged: lambda event: texts.host_changed(event.seat),
    tables.RoomLinked: lambda _: texts.ROOM_LINKED,
    tables.UndoAsked: lambda event: texts.undo_asked(event.seat),
    tables.UndoAgreed: lambda event: texts.undo_agreed(event.seat),
    tables.Undone: lambda event: texts.undone(event.seat),
    tables.TableClosed: lambda event: texts.closed(event.why),
}
_SHORT = re.compile(r"[^.:;!?“”]+\.")  # a sentence that another can go on with


def sentence(event: Any, game: AnyGame, viewer: int | None) -> str | None:
    """One event in words; None: nothing to tell, empty: a new paragraph begins."""
    if isinstance(event, tables.TableOpened):
        return texts.opened(game)
    told = _SENTENCES.get(type(event))
    return told(event) if told else game.narrate(event, viewer)


def paragraphs(events: Iterable[Any], game: AnyGame, viewer: int | None = None) -> list[str]:
    """Sentences run on until a game says that a new paragraph begins; the table's own stand alone."""
    done: list[str] = []
    running: list[str] = []
    for event in events:
        told = sentence(event, game, viewer)
        alone = event.kind.startswith(tables.PREFIX)
        if told == "" or alone:
            done.append(_told(running))
            running = []
        if told:
            (done if alone else running).append(told)
    return [paragraph for paragraph in [*done, _told(running)] if paragraph]


def _told(sentences: Sequence[str]) -> str:
    """Sentences in a row; short ones about the same player become one: `ben rolls 4, moves to S3 and takes …`."""
    runs: list[list[str]] = []
    for each in sentences:
        if runs and (rest := _continued(runs[-1], each)):
            runs[-1].append(rest)
        else:
            runs.append([each])
    return " ".join(listing([*(part.removesuffix(".") for part in run[:-1]), run[-1]]) for run in runs)


def _continued(run: Sequence[str], following: str) -> str:
    """What the next sentence says, without its subject; empty if it does not go on with the same one."""
    subject, _, _ = run[0].partition(" ")
    same, _, rest = following.partition(" ")
    is_a_seat = not spell(subject, lambda _: "")
    return rest if is_a_seat and same == subject and rest[:1].islower() and _SHORT.fullmatch(run[-1]) else ""
