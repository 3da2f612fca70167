"""Sentences about fair dice and cards, and everyone's luck."""

from collections.abc import Sequence

from bot.kernel.table.texts import counted
from games.language import lazy, t

NO_LUCK = lazy(
    "No dice or cards decide anything here, so there’s no luck to prove. Once it’s over, "
    "`/scrum verify` checks that nobody changed what happened."
)


def verify_lobby(commitment: str, luck: Sequence[str]) -> str:
    """The proof so far. `luck`: the fingerprints of what players have added."""
    added = f"Luck so far: {', '.join(f'`{each}`' for each in luck)}. " if luck else ""
    return t(
        "All dice and cards come from a secret number, the seed, and from your luck. The seed is "
        "already chosen; its fingerprint (SHA-256) is `{commitment}`. Everyone who joins, and "
        "whoever starts, adds luck that nobody could know before. {added}Add a word of your own "
        "with `/scrum join luck banana` or `/scrum start banana`, and not even the operator can "
        "choose your dice. At the end I show the seed, so anyone can recompute everything.",
        commitment=commitment,
        added=added,
    )


def luck_added(fingerprint: str) -> str:
    return t(
        "Your word is in: dice and cards depend on it now, and nobody gets to see it. In the "
        "finished game you’ll find its fingerprint (SHA-256), `{fingerprint}`…",
        fingerprint=fingerprint,
    )


def verify_running(commitment: str, drawn: int, luck: int, beacons: Sequence[str], pin: str) -> str:
    """The proof while a game is running. `beacons`: the rounds that count. `pin`: of this moment."""
    have = "have" if luck else "has"
    so_far = f"{have} determined {counted(drawn, 'draw')}" if drawn else t("{have}n’t been needed yet", have=have)
    source = f"it and {counted(luck, 'piece')} of luck that players added" if luck else "it"
    counts = "".join(t(" Round {beacon} of the public beacon counts too.", beacon=beacon) for beacon in beacons)
    return t(
        "Fingerprint of the seed: `{commitment}`. I kept it with the first message, before any "
        "draw; {source} {so_far}.{counts} I’ll show the seed at the end, because now it would "
        "give away what comes next. Then `/scrum verify` re-runs the whole game.\nPin of this "
        "moment: `{pin}`. It stands for everything up to here. Note it down, and compare it "
        "whenever you like: `/scrum verify {pin}`.",
        commitment=commitment,
        source=source,
        so_far=so_far,
        counts=counts,
        pin=pin,
    )


def chain_holds(events: int, last_hash: str) -> str:
    return t(
        "Everything checks out. No dice or cards decide anything here, so there’s no luck to "
        "prove: {events} events form an unbroken chain up to `{last_hash}`.",
        events=events,
        last_hash=last_hash,
    )


def draws_follow(events: int, draws: int, commitment: str, last_hash: str) -> str:
    many = t("all {draws} draws follow from it", draws=draws)
    follow = {0: "nothing was drawn from it", 1: "the one draw follows from it"}.get(draws, many)
    return t(
        "Everything checks out. The seed matches the fingerprint `{commitment}` of the start, "
        "{follow}, and {events} events form an unbroken chain up to `{last_hash}`. This game "
        "stores no moves, so I can’t re-run its rules.",
        commitment=commitment,
        follow=follow,
        events=events,
        last_hash=last_hash,
    )


def rules_hold(events: int, last_hash: str) -> str:
    return t(
        "Everything checks out. I re-ran the rules from every move: all {events} events follow, "
        "nothing was added and nothing left out, up to `{last_hash}`.",
        events=events,
        last_hash=last_hash,
    )


def luck_holds(draws: int, commitment: str, luck: int, beacon: str | None, *, shared: bool = False) -> str:
    """The verdict. `luck`: how often players added some. `beacon`: as of `beacon_round`. `shared`: with others."""
    drawn = {0: "Nothing was drawn", 1: "The one draw comes"}.get(draws, f"All {draws} draws come")
    source = t("the seed with the fingerprint `{commitment}`, chosen when the table opened", commitment=commitment)
    if shared:
        source = t(
            "the seed of all teams with the fingerprint `{commitment}`, chosen when their tables opened",
            commitment=commitment,
        )
    if luck and shared:
        source += t(", and from everyone’s luck, put together at the start")
    elif luck:
        source += t(", and from luck that players added {luck} after that", luck=_times(luck))
    if beacon:
        source += t(", and from round {beacon} of the public beacon", beacon=beacon)
    silent = t(" The beacon didn’t answer at the start.") if beacon is None else ""
    return t("{drawn} from {source}.{silent}", drawn=drawn, source=source, silent=silent)


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


ENDED_EARLY = lazy("It was ended before its result.")


def pin_found(pin: str, event: int) -> str:
    return t("Pin {pin}: it stands for everything up to event {event}.", pin=pin, event=event)


def pin_missing(pin: str) -> str:
    return t("Pin {pin} isn’t from this game: what you saw was a different past.", pin=pin)


def verify_failed(event: int, fault: str) -> str:
    return t("Something doesn’t add up: event {event} is wrong. {fault}", event=event, fault=fault)


def fingerprint_found(fingerprint: str) -> str:
    return t(
        "`{fingerprint}` is how this table’s fingerprint begins: the seed was chosen before anybody joined.",
        fingerprint=fingerprint,
    )


def revealed(seed: str) -> str:
    return t("Seed: `{seed}`. To check it yourself, `/scrum export` gives you the game as a file.", seed=seed)


EVERYONE = lazy("All together")
_LUCK_WORDS = ((2.0, lazy("very lucky")), (1.0, "lucky"), (-1.0, lazy("as expected")), (-2.0, "unlucky"))


def luck_line(name: str, count: int, shown: float, expected: float, off: float) -> str:
    word = next((word for least, word in _LUCK_WORDS if off >= least), t("very unlucky"))
    dice = t("1 die") if count == 1 else t("{count} dice", count=count)
    return t(
        "{name}: {dice}, average {shown:.2f}, expected {expected:.2f} ({word}).",
        name=name,
        dice=dice,
        shown=shown,
        expected=expected,
        word=word,
    )


def luck(lines: Sequence[str]) -> str:
    return "\n".join(["Luck:", *lines])
