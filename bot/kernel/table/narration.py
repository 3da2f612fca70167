"""Narration of events to people, in paragraphs."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.kernel.table import meeting_words
from bot.kernel.table import model as tables
from bot.kernel.table.rules import changed_options
from bot.kernel.table.texts import length
from games.contract import AnyGame, is_meeting
from games.language import languages, lazy, n, t
from games.text import listing, pictured, spell, who

# --- narration -------------------------------------------------------------------------------------------------------


def opened(game: AnyGame) -> str:
    return t("A table is open: {title}. {summary}.", title=game.about.title, summary=game.about.summary)


def options_chosen(changed: Sequence[str]) -> str:
    return (
        t("The options are now {options}.", options=listing(changed))
        if changed
        else t("All options are back at their defaults.")
    )


def _took_seat(seat: int) -> str:
    return t("{who} takes a seat.", who=who(seat))


def bot_seated(seat: int) -> str:
    return t("{who}, an automatic player, takes a seat.", who=who(seat))


def _left_seat() -> str:
    return t("A seat is free again.")


def _handed_over(seat: int) -> str:
    return t("A player has left; an automatic player carries on as {who} and keeps the seat warm.", who=who(seat))


def end_agreed(seat: int) -> str:
    return t("{who} would like to stop here. If you agree, use `/scrum end`; we stop once everyone has.", who=who(seat))


def view_chosen(*, pictures: bool) -> str:
    if pictures:
        return t("From now on, boards are shown as pictures.")
    return t("From now on, boards are shown as text.")


def theme_chosen(*, dark: bool) -> str:
    if dark:
        return t("From now on, boards come in dark colours.")
    return t("From now on, boards come in light colours.")


_CLOSED = {
    "result": lazy("Thank you, everyone!"),
    "host": lazy("The host has closed the table."),
    "moderator": lazy("A moderator of this channel has closed the table."),
    "agreed": lazy("Everyone agreed to stop here."),
    "trainer": lazy("The trainer has closed the table."),
}


def language_chosen(language: str) -> str:
    return t("From now on, we speak {language} here.", language=languages().get(language, language))


def closed(why: str) -> str:
    return str(_CLOSED[why])


_STARTED = lazy("Here we go!")
_PUT_TO_SLEEP = lazy("Nobody has used this table for a while, so I’ve put it away. Nothing is lost.")
_PAUSED = lazy("Time out! The clocks stand still.")
_CONTINUED = lazy("▶ On we go! The clocks run again.")
_ROOM_LINKED = lazy("Another room has joined this table. From now on, everyone sees the same.")


def pace_chosen(seconds: float, opens: int, closes: int, zone: str) -> str:
    if not seconds:
        return t("I won’t send reminders from now on.")
    around_the_clock = (opens, closes) == (0, 24)
    if around_the_clock:
        reminder = t("I’ll send a reminder after {duration} of waiting.", duration=length(seconds))
    else:
        reminder = t(
            "I’ll send a reminder after {duration} of waiting, on weekdays between {opens}:00 and {closes}:00 "
            "({zone}).",
            duration=length(seconds),
            opens=opens,
            closes=closes,
            zone=zone,
        )
    if around_the_clock and seconds < 3600:
        return reminder
    clocks = t("Votes and timeboxes stay open for {duration} now.", duration=length(2 * seconds))
    return f"{reminder} {clocks}"


def reminded(seats: Sequence[int], count: int) -> str:
    """A kind reminder, shorter each time."""
    people = listing([who(seat) for seat in seats])
    if count <= 1:  # 0: somebody asked for it before the table did
        return t("A gentle reminder: we’re waiting for {people}.", people=people)
    if count == 2:
        return t("Still waiting for {people}. The others can let an automatic player stand in.", people=people)
    return t("Waiting for {people}.", people=people)


def time_given(seat: int | None, minutes: int) -> str:
    if seat is None:
        return n("The host adds {count} minute.", "The host adds {count} minutes.", minutes)
    return n("{who} adds {count} minute.", "{who} adds {count} minutes.", minutes, who=who(seat))


def covered(seat: int) -> str:
    return t("An automatic player stands in as {who} until they’re back.", who=who(seat))


def resumed(seat: int | None) -> str:
    return t("{who} resumes the table.", who=who(seat)) if seat is not None else t("The host resumes the table.")


def host_changed(seat: int) -> str:
    return t("{who} is now the host.", who=who(seat))


def undo_asked(seat: int) -> str:
    return t("{who} would like to take back their last move. All the others need to agree.", who=who(seat))


def undo_agreed(seat: int) -> str:
    return t("{who} agrees.", who=who(seat))


def undone(seat: int) -> str:
    return t("{who} takes back their last move, and we’re back where we were before it.", who=who(seat))


# --- narration -------------------------------------------------------------------------------------------------------

_SENTENCES: dict[type, Callable[[Any], str]] = {
    tables.SeatTaken: lambda event: _took_seat(event.seat),
    tables.BotSeated: lambda event: bot_seated(event.seat),
    tables.SeatLeft: lambda _: _left_seat(),
    tables.SeatHandedOver: lambda event: (covered if event.absent else _handed_over)(event.seat),
    tables.EndAgreed: lambda event: end_agreed(event.seat),
    tables.ViewChosen: lambda event: view_chosen(pictures=event.pictures),
    tables.ThemeChosen: lambda event: theme_chosen(dark=event.dark),
    tables.LanguageChosen: lambda event: language_chosen(event.language),
    tables.PaceChosen: lambda event: pace_chosen(event.seconds, event.opens, event.closes, event.zone),
    tables.Reminded: lambda event: reminded(event.seats, event.count),
    tables.TimeGiven: lambda event: time_given(event.seat, event.minutes),
    tables.PutToSleep: lambda _: str(_PUT_TO_SLEEP),
    tables.PickedUp: lambda event: resumed(event.seat),
    tables.HostChanged: lambda event: host_changed(event.seat),
    tables.RoomLinked: lambda _: str(_ROOM_LINKED),
    tables.UndoAsked: lambda event: undo_asked(event.seat),
    tables.UndoAgreed: lambda event: undo_agreed(event.seat),
    tables.Undone: lambda event: undone(event.seat),
    tables.Paused: lambda _: str(_PAUSED),
    tables.Continued: lambda _: str(_CONTINUED),
    tables.TableClosed: lambda event: closed(event.why),
    tables.GameStarted: lambda _: str(_STARTED),
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
    """One paragraph; short sentences about one player are merged: `ben rolls 4, moves to S3 and takes …`.

    In any language: those that don't begin with the player stay as they are.
    """
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
