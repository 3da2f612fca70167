"""What a table says about itself, in the words of a meeting: nobody plays there, and there is no table."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.kernel.table import model as tables
from bot.kernel.table import texts
from games.contract import AnyGame, is_meeting
from games.text import listing, who

# sentences of the table, each with what a meeting says instead; features add theirs
SAID: dict[str, str] = {
    texts.WAITING: "Waiting for people.",
    texts.TABLE_OVER: "This {noun} is over. Open a new one with `/scrum new {key}`.",
    texts.JOINED_TWICE: "You’re here already.",
    texts.BOT_ONLY_IN_LOBBY: "Automatic people rehearse with you only from the start.",
    texts.NO_BOT_TO_REMOVE: "Nobody automatic is here.",
    texts.NOT_A_BOT: "Only automatic people can be removed. Everybody else leaves with `/scrum leave`.",
    texts.OPTIONS_ONLY_IN_LOBBY: "Settings can only change before the start. `/scrum end` this one first.",
    texts.SAME_OPTIONS: "Those are the settings already.",
    texts.LEFT_ALREADY: "You’ve already left. `/scrum join` brings you back.",
    texts.STARTED_ALREADY: "This {noun} has already started.",
    texts.NO_PEOPLE: "At least one person has to be here: `/scrum join`.",
    texts.ONLY_HOST_ENDS: "Only the facilitator, or everybody together, can end this {noun}.",
    texts.NOT_SEATED: "You’re not in this {noun} yet. `/scrum join` brings you in.",
    texts.NOT_STARTED: "This {noun} hasn’t started yet. Whoever facilitates starts it.",
    texts.SEAT_IS_AUTOMATIC: "We’ve carried on without you. `/scrum join` brings you back.",
    texts.NOT_OVER: "You can export this {noun} once it’s over.",
    texts.PUT_AWAY: "This {noun} has been put away. `/scrum resume` picks up where you left off.",
    texts.NOT_PUT_AWAY: "This {noun} is open; just carry on.",
    texts.COVERED_ALREADY: "We carry on without them already.",
    texts.ONLY_YOUR_FORM: "On your own you can choose `text` or `picture`; light or dark is for everybody.",
    texts.ALREADY_DONE: "I got that twice and counted it once. Here’s where we are:",
    texts.TOO_BUSY: "Others got in first, so nothing has changed. Please try again.",
}


def in_words_of(game: AnyGame, sentence: str) -> str:
    """A sentence of the table as people read it here."""
    if not is_meeting(game) or sentence not in SAID:
        return sentence
    return SAID[sentence].format(noun=game.about.noun, key=game.key)


# --- narration -------------------------------------------------------------------------------------------------------


def _subject(seat: int | None) -> str:
    return who(seat) if seat is not None else "The host"


def _closed(event: tables.TableClosed, game: AnyGame) -> str:
    return {
        "result": "Thank you, everyone!",
        "host": f"The host has ended this {game.about.noun}.",
        "moderator": f"A moderator of this channel has ended this {game.about.noun}.",
        "agreed": "Everyone agreed to stop here.",
        "trainer": f"The trainer has ended this {game.about.noun}.",
    }[event.why]


def _handed_over(event: tables.SeatHandedOver, _: AnyGame) -> str:
    return (
        f"We carry on without {who(event.seat)} until they’re back." if event.absent else f"{who(event.seat)} has left."
    )


SENTENCES: Mapping[type, Callable[[Any, AnyGame], str | None]] = {
    tables.TableOpened: lambda _, game: f"{game.about.title}. {game.about.summary}.",
    # people come and go, and nobody is announced where seats are open
    tables.SeatTaken: lambda event, game: None if game.seating.open else f"{who(event.seat)} is here.",
    tables.BotSeated: lambda event, _: f"{who(event.seat)} is here.",
    tables.SeatLeft: lambda _, __: None,
    tables.SeatHandedOver: _handed_over,
    tables.Reminded: lambda event, _: f"{listing([who(seat) for seat in event.seats])}, we’re waiting for you.",
    tables.PutToSleep: lambda _, game: f"Nobody has used this {game.about.noun} for a while, so I’ve put it away.",
    tables.PickedUp: lambda event, game: f"{_subject(event.seat)} resumes this {game.about.noun}.",
    tables.HostChanged: lambda event, _: f"{who(event.seat)} facilitates now.",
    tables.RoomLinked: lambda _, game: f"Another room has joined this {game.about.noun}.",
    tables.TableClosed: _closed,
}
