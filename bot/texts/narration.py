"""Sentences about what happened at a table; the games narrate their own events."""

from collections.abc import Sequence

from games.api import AnyGame
from games.text import listing, who


def opened(game: AnyGame) -> str:
    return f"A table is open: {game.title}. {game.summary}."


def options_chosen(changed: Sequence[str]) -> str:
    return f"The options are now {listing(changed)}." if changed else "All options are back at their defaults."


def took_seat(seat: int) -> str:
    return f"{who(seat)} takes a seat."


def bot_seated(seat: int) -> str:
    return f"{who(seat)}, an automatic player, takes a seat."


def left_seat() -> str:
    return "A seat is free again."


def handed_over(seat: int) -> str:
    return f"{who(seat)} has left; an automatic player takes over and keeps the seat warm."


def game_started(fingerprint: str, beacon: str | None) -> str:
    """`fingerprint`: empty where no luck decides. `beacon`: its round; empty if none was asked, None without answer."""
    if not fingerprint:
        return "Here we go!"
    asked = " The public beacon didn’t answer, so we start without it."
    if beacon is not None:
        asked = f" Public beacon: round {beacon}." if beacon else ""
    return f"Here we go! Fingerprint: `{fingerprint}` (`/scrum verify` explains it).{asked}"


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
        "agreed": "Everyone agreed to stop here.",
        "trainer": "The trainer has closed the table.",
    }[why]


ROOM_LINKED = "Another room has joined this table. From now on, everyone sees the same."
