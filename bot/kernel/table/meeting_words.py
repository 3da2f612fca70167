"""What a table says about itself, in the words of a meeting: nobody plays there, and there is no table."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.kernel.table import model as tables
from bot.kernel.table import refusals, texts
from games.contract import AnyGame, is_meeting
from games.language import Lazy, Text, lazy, n, t
from games.text import listing, who

# sentences of the table, each with what a meeting says instead; features add theirs
SAID: dict[Lazy, Lazy] = {
    texts.WAITING: lazy("Waiting for people."),
    refusals.TABLE_OVER: lazy("This {noun} is over. Open a new one with `/scrum new {key}`."),
    refusals.JOINED_TWICE: lazy("You’re here already."),
    refusals.BOT_ONLY_IN_LOBBY: lazy("Automatic people rehearse with you only from the start."),
    refusals.BOT_STAYS: lazy("Automatic people can only be removed before the start."),
    refusals.NO_BOT_TO_REMOVE: lazy("Nobody automatic is here."),
    refusals.NOT_A_BOT: lazy("Only automatic people can be removed. Everybody else leaves with `/scrum leave`."),
    refusals.OPTIONS_ONLY_IN_LOBBY: lazy("Settings can only change before the start. `/scrum end` this one first."),
    refusals.SAME_OPTIONS: lazy("Those are the settings already."),
    refusals.LEFT_ALREADY: lazy("You’ve already left. `/scrum join` brings you back."),
    refusals.STARTED_ALREADY: lazy("This {noun} has already started."),
    refusals.NO_PEOPLE: lazy("At least one person has to be here: `/scrum join`."),
    refusals.ONLY_HOST_ENDS: lazy("Only the facilitator, or everybody together, can end this {noun}."),
    texts.ENDS_FOR_ALL: lazy(
        "This ends the {noun} for everybody. What is on the board goes into a summary; notes that are still face down "
        "don’t."
    ),
    refusals.NOT_SEATED: lazy("You’re not in this {noun} yet. `/scrum join` brings you in."),
    refusals.NOT_STARTED: lazy("This {noun} hasn’t started yet. Whoever facilitates starts it."),
    refusals.SEAT_IS_AUTOMATIC: lazy("We’ve carried on without you. `/scrum join` brings you back."),
    refusals.NOT_OVER: lazy("You can export this {noun} once it’s over."),
    texts.PUT_AWAY: lazy("This {noun} has been put away. `/scrum resume` picks up where you left off."),
    refusals.NOT_PUT_AWAY: lazy("This {noun} is open; just carry on."),
    refusals.COVERED_ALREADY: lazy("We carry on without them already."),
    refusals.ONLY_YOUR_FORM: lazy("On your own you can choose `text` or `picture`; light or dark is for everybody."),
    texts.ALREADY_DONE: lazy("I got that twice and counted it once. Here’s where we are:"),
    texts.TOO_BUSY: lazy("Others got in first, so nothing has changed. Please try again."),
}


def in_words_of(game: AnyGame, text: Text) -> str:
    """A text of the table as people read it here."""
    if isinstance(text, Lazy) and is_meeting(game) and text in SAID:
        return t(SAID[text], noun=game.about.noun, key=game.key)
    return str(text)


# --- narration -------------------------------------------------------------------------------------------------------

_CLOSED = {
    "result": lazy("Thank you, everyone!"),
    "host": lazy("The host has ended this {noun}."),
    "moderator": lazy("A moderator of this channel has ended this {noun}."),
    "agreed": lazy("Everyone agreed to stop here."),
    "trainer": lazy("The trainer has ended this {noun}."),
}


def _closed(event: tables.TableClosed, game: AnyGame) -> str:
    return t(_CLOSED[event.why], noun=game.about.noun)


def _picked_up(event: tables.PickedUp, game: AnyGame) -> str:
    if event.seat is None:
        return t("The host resumes this {noun}.", noun=game.about.noun)
    return t("{who} resumes this {noun}.", who=who(event.seat), noun=game.about.noun)


def _handed_over(event: tables.SeatHandedOver, _: AnyGame) -> str:
    return (
        t("We carry on without {who} until they’re back.", who=who(event.seat))
        if event.absent
        else t("{who} has left.", who=who(event.seat))
    )


SENTENCES: Mapping[type, Callable[[Any, AnyGame], str | None]] = {
    tables.TableOpened: lambda _, game: f"{game.about.title}. {game.about.summary}.",
    # people come and go, and nobody is announced where seats are open
    tables.SeatTaken: lambda event, game: None if game.seating.open else t("{who} is here.", who=who(event.seat)),
    tables.BotSeated: lambda event, _: t("{who} is here.", who=who(event.seat)),
    tables.SeatLeft: lambda _, __: None,
    tables.SeatHandedOver: _handed_over,
    tables.Reminded: lambda event, _: n(
        "{people}, we’re waiting for you.",
        "{people}, we’re waiting for you.",
        len(event.seats),
        people=listing([who(seat) for seat in event.seats]),
    ),
    tables.PutToSleep: lambda _, game: t(
        "Nobody has used this {noun} for a while, so I’ve put it away.", noun=game.about.noun
    ),
    tables.PickedUp: _picked_up,
    tables.HostChanged: lambda event, _: t("{who} facilitates now.", who=who(event.seat)),
    tables.RoomLinked: lambda _, game: t("Another room has joined this {noun}.", noun=game.about.noun),
    tables.TableClosed: _closed,
}
