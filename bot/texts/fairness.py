"""The proof that dice and cards were fair, and everyone's luck."""

from collections.abc import Sequence

from bot.texts.wording import counted

VERIFY_LOBBY = (
    "At the start I show the fingerprint (SHA-256) of a secret number, the seed, which determines every die and card. "
    "At the end I show the seed itself, so anyone can recompute them."
)


def verify_running(commitment: str, drawn: int) -> str:
    so_far = f"the seed has determined {counted(drawn, 'draw')}" if drawn else "nothing has been drawn"
    return (
        f"Fingerprint of the seed: `{commitment}`. I showed it before the first draw; so far {so_far}. I’ll show the "
        "seed at the end, because now it would give away what comes next. Then `/scrum verify` recomputes every draw."
    )


def verify_passed(events: int, draws: int, commitment: str, last_hash: str) -> str:
    many = f"all {draws} draws follow from it"
    follow = {0: "nothing was drawn from it", 1: "the one draw follows from it"}.get(draws, many)
    return (
        f"Everything checks out. The seed matches the fingerprint `{commitment}` shown at the start, "
        f"{follow}, and {events} events form an unbroken chain up to `{last_hash}`."
    )


def verify_failed(event: int, fault: str) -> str:
    return f"Something doesn’t add up: event {event} is wrong. {fault}"


def revealed(seed: str, last_hash: str) -> str:
    return f"Seed: `{seed}`\nLast hash: `{last_hash}`\n`/scrum verify` checks that everything was fair."


EVERYONE = "All together"
LUCK_WORDS = ((2.0, "very lucky"), (1.0, "lucky"), (-1.0, "as expected"), (-2.0, "unlucky"))


def luck_line(name: str, count: int, shown: float, expected: float, off: float) -> str:
    word = next((word for least, word in LUCK_WORDS if off >= least), "very unlucky")
    dice = "1 die" if count == 1 else f"{count} dice"
    return f"{name}: {dice}, average {shown:.2f}, expected {expected:.2f} ({word})."


def luck(lines: Sequence[str]) -> str:
    return "\n".join(["Luck:", *lines])
