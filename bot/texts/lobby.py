"""A table before its game starts."""

from collections.abc import Sequence

from games.api import AnyGame
from games.text import listing

WAITING = "Waiting for players."
ENDED_EARLY = "Ended early."


def seats_of(game: AnyGame) -> str:
    """How many seats there are: 2 to 4, or 2."""
    least, most = game.seats.start, game.seats.stop - 1
    return str(least) if least == most else f"{least} to {most}"


def seat_list(
    game: AnyGame, seats: Sequence[str], changed: Sequence[str], fingerprint: str = "", *, team: str = ""
) -> str:
    """Who sits where, and what it takes to start. `team`: its name at a workshop."""
    least, most = game.seats.start, game.seats.stop - 1
    rows = [f"{number}. {seat}" for number, seat in enumerate(seats, start=1)] or ["Nobody has joined yet."]
    with_options = f" ({listing(changed)})" if changed else ""
    missing = least - len(seats)
    if team:
        needed = f"{team}; the trainer starts the {game.noun} for all teams"
    elif missing > 0:
        needed = f"{missing} more needed" if seats else f"{seats_of(game)} seats"
    elif len(seats) < most:
        needed = f"up to {most} can join; start when you’re ready"
    else:
        needed = "every seat is taken; start when you’re ready"
    proof = [f"Fingerprint: `{fingerprint}` (`/scrum verify` explains it)."] if fingerprint else []
    return "\n".join([f"{game.title}{with_options}: {needed}.", *rows, *proof])
