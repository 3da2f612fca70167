"""Narration of events to people, in paragraphs."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.kernel.table import meeting_words
from bot.kernel.table import model as tables
from bot.kernel.table.rules import changed_options
from bot.kernel.table.texts import counted, length
from games.contract import AnyGame, is_meeting
from games.text import listing, pictured, spell, who

# --- narration -------------------------------------------------------------------------------------------------------


def opened(game: AnyGame) -> str:
    return f"A table is open: {game.about.title}. {game.about.summary}."


def options_chosen(changed: Sequence[str]) -> str:
    return f"The options are now {listing(changed)}." if changed else "All options are back at their defaults."


def _took_seat(seat: int) -> str:
    return f"{who(seat)} takes a seat."


def bot_seated(seat: int) -> str:
    return f"{who(seat)}, an automatic player, takes a seat."


def _left_seat() -> str:
    return "A seat is free again."


def _handed_over(seat: int) -> str:
    return f"A player has left; an automatic player carries on as {who(seat)} and keeps the seat warm."


def end_agreed(seat: int) -> str:
    return f"{who(seat)} would like to stop here. If you agree, use `/scrum end`; we stop once everyone has."


def view_chosen(*, pictures: bool) -> str:
    return f"From now on, boards are shown as {'pictures' if pictures else 'text'}."


def theme_chosen(*, dark: bool) -> str:
    return f"From now on, boards come in {'dark' if dark else 'light'} colours."


def closed(why: str) -> str:
    return {
        "result": "Thank you, everyone!",
        "host": "The host has closed the table.",
        "moderator": "A moderator of this channel has closed the table.",
        "agreed": "Everyone agreed to stop here.",
        "trainer": "The trainer has closed the table.",
    }[why]


_STARTED = "Here we go!"
_PUT_TO_SLEEP = "Nobody has used this table for a while, so I’ve put it away. Nothing is lost."
_PAUSED = "Time out! The clocks stand still."
_CONTINUED = "▶ On we go! The clocks run again."
_ROOM_LINKED = "Another room has joined this table. From now on, everyone sees the same."


def pace_chosen(seconds: float, opens: int, closes: int, zone: str) -> str:
    if not seconds:
        return "I won’t send reminders from now on."
    hours = f", on weekdays between {opens}:00 and {closes}:00 ({zone})" if (opens, closes) != (0, 24) else ""
    slow = hours or seconds >= 3600
    clocks = f" Votes and timeboxes stay open for {length(2 * seconds)} now." if slow else ""
    return f"I’ll send a reminder after {length(seconds)} of waiting{hours}.{clocks}"


def reminded(seats: Sequence[int], count: int) -> str:
    """A kind reminder, shorter each time."""
    people = listing([who(seat) for seat in seats])
    if count <= 1:  # 0: somebody asked for it before the table did
        return f"A gentle reminder: we’re waiting for {people}."
    if count == 2:
        return f"Still waiting for {people}. The others can let an automatic player stand in."
    return f"Waiting for {people}."


def time_given(seat: int | None, minutes: int) -> str:
    return f"{who(seat) if seat is not None else 'The host'} adds {counted(minutes, 'minute')}."


def covered(seat: int) -> str:
    return f"An automatic player stands in as {who(seat)} until they’re back."


def resumed(seat: int | None) -> str:
    return f"{who(seat) if seat is not None else 'The host'} resumes the table."


def host_changed(seat: int) -> str:
    return f"{who(seat)} is now the host."


def undo_asked(seat: int) -> str:
    return f"{who(seat)} would like to take back their last move. All the others need to agree."


def undo_agreed(seat: int) -> str:
    return f"{who(seat)} agrees."


def undone(seat: int) -> str:
    return f"{who(seat)} takes back their last move, and we’re back where we were before it."


# --- narration -------------------------------------------------------------------------------------------------------

_SENTENCES: dict[type, Callable[[Any], str]] = {
    tables.SeatTaken: lambda event: _took_seat(event.seat),
    tables.BotSeated: lambda event: bot_seated(event.seat),
    tables.SeatLeft: lambda _: _left_seat(),
    tables.SeatHandedOver: lambda event: (covered if event.absent else _handed_over)(event.seat),
    tables.EndAgreed: lambda event: end_agreed(event.seat),
    tables.ViewChosen: lambda event: view_chosen(pictures=event.pictures),
    tables.ThemeChosen: lambda event: theme_chosen(dark=event.dark),
    tables.PaceChosen: lambda event: pace_chosen(event.seconds, event.opens, event.closes, event.zone),
    tables.Reminded: lambda event: reminded(event.seats, event.count),
    tables.TimeGiven: lambda event: time_given(event.seat, event.minutes),
    tables.PutToSleep: lambda _: _PUT_TO_SLEEP,
    tables.PickedUp: lambda event: resumed(event.seat),
    tables.HostChanged: lambda event: host_changed(event.seat),
    tables.RoomLinked: lambda _: _ROOM_LINKED,
    tables.UndoAsked: lambda event: undo_asked(event.seat),
    tables.UndoAgreed: lambda event: undo_agreed(event.seat),
    tables.Undone: lambda event: undone(event.seat),
    tables.Paused: lambda _: _PAUSED,
    tables.Continued: lambda _: _CONTINUED,
    tables.TableClosed: lambda event: closed(event.why),
    tables.GameStarted: lambda _: _STARTED,
}
_SHORT = re.compile(r"[^.:;!?“”]+\.")  # a plain sentence that the next one can be joined to


def sentence(event: Any, game: AnyGame, viewer: int | None) -> str | None:
    """One event in a sentence; None if there is nothing to say; empty to begin a new paragraph."""
    if is_meeting(game) and (of_meeting := meeting_words.SENTENCES.get(type(event))):
        return of_meeting(event, game)
    if isinstance(event, tables.TableOpened):
        return opened(game)
    if isinstance(event, tables.OptionsChosen):
        return options_chosen(changed_options(game, event.options))
    if isinstance(event, tables.NotesBrought):
        return None  # the board shows them
    if isinstance(event, tables.ClockSet):
        return None  # everybody sees how long it runs
    if narrate := _SENTENCES.get(type(event)):
        return narrate(event)
    brought = tables.brought_with(event.kind)
    return brought.narrate(event) if brought else game.narrate(event, viewer)


_NO_REMARKS: Mapping[int, str] = {}
_Sentence = tuple[str, str]  # the marks of its small pictures, and its words


def paragraphs(
    events: Iterable[Any],
    game: AnyGame,
    viewer: int | None = None,
    remarks: Mapping[int, str] = _NO_REMARKS,
    *,
    badges: bool = False,
) -> list[str]:
    """Paragraphs: consecutive sentences of a game share one until it starts a new one; the table's own stand alone."""
    return [text for _, text in numbered_paragraphs(events, game, viewer, remarks, badges=badges)]


def numbered_paragraphs(
    events: Iterable[Any],
    game: AnyGame,
    viewer: int | None = None,
    remarks: Mapping[int, str] = _NO_REMARKS,
    *,
    badges: bool = False,
) -> list[tuple[int, str]]:
    """Paragraphs, each with the index of the last event that it narrates. `remarks`: by index, below their events.

    `badges`: with marks for the small pictures of what happened.
    """
    done: list[tuple[int, str]] = []
    current: list[_Sentence] = []
    last = 0
    for index, event in enumerate(events):
        text = sentence(event, game, viewer)
        alone = event.kind.startswith(tables.PREFIX)
        if text == "" or alone:
            done.append((last, _joined(current)))
            current = []
        if text:
            last = index
            if alone:
                done.append((index, text))
            else:
                marks = map(pictured, game.shows.pictured(event)) if badges else ()
                current.append(("".join(marks), text))
        if index in remarks:
            done += [(last, _joined(current)), (index, remarks[index])]
            current = []
    return [(index, text) for index, text in [*done, (last, _joined(current))] if text]


def _joined(sentences: Sequence[_Sentence]) -> str:
    """One paragraph; short sentences about one player are merged: `ben rolls 4, moves to S3 and takes …`."""
    runs: list[list[str]] = []
    pictures: list[str] = []  # of each run
    for marks, text in sentences:
        if runs and (rest := _continued(runs[-1], text)):
            runs[-1].append(rest)
            pictures[-1] += marks
        else:
            runs.append([text])
            pictures.append(marks)
    merged = (listing([*(part.removesuffix(".") for part in run[:-1]), run[-1]]) for run in runs)
    return " ".join(marks + text for marks, text in zip(pictures, merged, strict=True))


def _continued(run: Sequence[str], following: str) -> str:
    """The next sentence without its subject; empty if it has a different subject or can't be merged."""
    subject, _, _ = run[0].partition(" ")
    same, _, rest = following.partition(" ")
    if same != subject or not rest[:1].islower() or not _SHORT.fullmatch(run[-1]):
        return ""
    is_a_seat = not spell(subject, lambda _: "")
    return rest if is_a_seat else ""
