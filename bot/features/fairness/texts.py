"""Sentences about fair dice and cards, and everyone's luck."""

from collections.abc import Sequence

from bot.kernel.table.texts import counted

NO_LUCK = (
    "No dice or cards decide anything here, so there’s no luck to prove. Once it’s over, `/scrum verify` checks that "
    "nobody changed what happened."
)


def verify_lobby(commitment: str, luck: Sequence[str]) -> str:
    """The proof so far. `luck`: the fingerprints of what players have added."""
    added = f"Luck so far: {', '.join(f'`{each}`' for each in luck)}. " if luck else ""
    return (
        f"All dice and cards come from a secret number, the seed, and from your luck. The seed is already chosen; its "
        f"fingerprint (SHA-256) is `{commitment}`. Everyone who joins, and whoever starts, adds luck that nobody could "
        f"know before. {added}Add a word of your own with `/scrum join luck banana` or `/scrum start banana`, and not "
        "even the operator can choose your dice. At the end I show the seed, so anyone can recompute everything."
    )


def luck_added(fingerprint: str) -> str:
    return (
        "Your word is in: dice and cards depend on it now, and nobody gets to see it. In the finished game you’ll find "
        f"its fingerprint (SHA-256), `{fingerprint}`…"
    )


def verify_running(commitment: str, drawn: int, luck: int, beacons: Sequence[str], pin: str) -> str:
    """The proof while a game is running. `beacons`: the rounds that count. `pin`: of this moment."""
    have = "have" if luck else "has"
    so_far = f"{have} determined {counted(drawn, 'draw')}" if drawn else f"{have}n’t been needed yet"
    source = f"it and {counted(luck, 'piece')} of luck that players added" if luck else "it"
    counts = "".join(f" Round {beacon} of the public beacon counts too." for beacon in beacons)
    return (
        f"Fingerprint of the seed: `{commitment}`. I kept it with the first message, before any draw; {source} "
        f"{so_far}.{counts} I’ll show the seed at the end, because now it would give away what comes next. Then "
        f"`/scrum verify` re-runs the whole game.\nPin of this moment: `{pin}`. It stands for everything up to here. "
        f"Note it down, and compare it whenever you like: `/scrum verify {pin}`."
    )


def chain_holds(events: int, last_hash: str) -> str:
    return (
        f"Everything checks out. No dice or cards decide anything here, so there’s no luck to prove: {events} events "
        f"form an unbroken chain up to `{last_hash}`."
    )


def draws_follow(events: int, draws: int, commitment: str, last_hash: str) -> str:
    many = f"all {draws} draws follow from it"
    follow = {0: "nothing was drawn from it", 1: "the one draw follows from it"}.get(draws, many)
    return (
        f"Everything checks out. The seed matches the fingerprint `{commitment}` of the start, {follow}, and "
        f"{events} events form an unbroken chain up to `{last_hash}`. This game stores no moves, so I can’t re-run "
        "its rules."
    )


def rules_hold(events: int, last_hash: str) -> str:
    return (
        f"Everything checks out. I re-ran the rules from every move: all {events} events follow, nothing was added and "
        f"nothing left out, up to `{last_hash}`."
    )


def luck_holds(draws: int, commitment: str, luck: int, beacon: str | None, *, shared: bool = False) -> str:
    """The verdict. `luck`: how often players added some. `beacon`: as of `beacon_round`. `shared`: with others."""
    drawn = {0: "Nothing was drawn", 1: "The one draw comes"}.get(draws, f"All {draws} draws come")
    source = f"the seed with the fingerprint `{commitment}`, chosen when the table opened"
    if shared:
        source = f"the seed of all teams with the fingerprint `{commitment}`, chosen when their tables opened"
    if luck and shared:
        source += ", and from everyone’s luck, put together at the start"
    elif luck:
        source += f", and from luck that players added {_times(luck)} after that"
    if beacon:
        source += f", and from round {beacon} of the public beacon"
    silent = " The beacon didn’t answer at the start." if beacon is None else ""
    return f"{drawn} from {source}.{silent}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


ENDED_EARLY = "It was ended before its result."


def pin_found(pin: str, event: int) -> str:
    return f"Pin {pin}: it stands for everything up to event {event}."


def pin_missing(pin: str) -> str:
    return f"Pin {pin} isn’t from this game: what you saw was a different past."


def verify_failed(event: int, fault: str) -> str:
    return f"Something doesn’t add up: event {event} is wrong. {fault}"


def fingerprint_found(fingerprint: str) -> str:
    return f"`{fingerprint}` is how this table’s fingerprint begins: the seed was chosen before anybody joined."


def revealed(seed: str) -> str:
    return f"Seed: `{seed}`. To check it yourself, `/scrum export` gives you the game as a file."


EVERYONE = "All together"
_LUCK_WORDS = ((2.0, "very lucky"), (1.0, "lucky"), (-1.0, "as expected"), (-2.0, "unlucky"))


def luck_line(name: str, count: int, shown: float, expected: float, off: float) -> str:
    word = next((word for least, word in _LUCK_WORDS if off >= least), "very unlucky")
    dice = "1 die" if count == 1 else f"{count} dice"
    return f"{name}: {dice}, average {shown:.2f}, expected {expected:.2f} ({word})."


def luck(lines: Sequence[str]) -> str:
    return "\n".join(["Luck:", *lines])
