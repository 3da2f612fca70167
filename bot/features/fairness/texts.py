"""Sentences about fair dice and cards, and everyone's luck."""

from collections.abc import Iterator, Sequence
from functools import reduce

from games.language import lazy, n, p, t
from games.text import number

NO_LUCK = lazy(
    "No dice or cards decide anything here, so there’s no luck to prove. Once it’s over, "
    "`/scrum verify` checks that nobody changed what happened."
)


def verify_lobby(commitment: str, luck: Sequence[str]) -> str:
    """The proof so far. `luck`: the fingerprints of what players have added."""
    chosen = t(
        "All dice and cards come from a secret number, the seed, and from your luck. The seed is already chosen; its "
        "fingerprint (SHA-256) is `{commitment}`. Everyone who joins, and whoever starts, adds luck that nobody could "
        "know before.",
        commitment=commitment,
    )
    added = [t("Luck so far: {fingerprints}.", fingerprints=", ".join(f"`{each}`" for each in luck))] if luck else []
    more = t(
        "Add a word of your own with `/scrum join luck banana` or `/scrum start banana`, and not even the operator can "
        "choose your dice. At the end I show the seed, so anyone can recompute everything."
    )
    return " ".join([chosen, *added, more])


def luck_added(fingerprint: str) -> str:
    return t(
        "Your word is in: dice and cards depend on it now, and nobody gets to see it. In the "
        "finished game you’ll find its fingerprint (SHA-256), `{fingerprint}`…",
        fingerprint=fingerprint,
    )


def verify_running(commitment: str, drawn: int, luck: int, beacons: Sequence[str], pin: str) -> str:
    """The proof while a game is running. `beacons`: the rounds that count. `pin`: of this moment."""
    now = [
        t("Fingerprint of the seed: `{commitment}`.", commitment=commitment),
        _determined(drawn, luck),
        *(t("Round {round} of the public beacon counts too.", round=each) for each in beacons),
        t(
            "I’ll show the seed at the end, because now it would give away what comes next. Then `/scrum verify` "
            "re-runs the whole game."
        ),
    ]
    pinned = t(
        "Pin of this moment: `{pin}`. It stands for everything up to here. Note it down, and compare it whenever you "
        "like: `/scrum verify {pin}`.",
        pin=pin,
    )
    return f"{' '.join(now)}\n{pinned}"


def _determined(drawn: int, luck: int) -> str:
    """What has been drawn from the seed so far."""
    if luck and drawn:
        return n(
            "I kept it with the first message, before any draw; it and {count} piece of luck that players added have "
            "determined {draws}.",
            "I kept it with the first message, before any draw; it and {count} pieces of luck that players added have "
            "determined {draws}.",
            luck,
            draws=n("{count} draw", "{count} draws", drawn),
        )
    if luck:
        return n(
            "I kept it with the first message, before any draw; it and {count} piece of luck that players added "
            "haven’t been needed yet.",
            "I kept it with the first message, before any draw; it and {count} pieces of luck that players added "
            "haven’t been needed yet.",
            luck,
        )
    if drawn:
        return n(
            "I kept it with the first message, before any draw; it has determined {count} draw.",
            "I kept it with the first message, before any draw; it has determined {count} draws.",
            drawn,
        )
    return t("I kept it with the first message, before any draw; it hasn’t been needed yet.")


def chain_holds(events: int, last_hash: str) -> str:
    return t(
        "Everything checks out. No dice or cards decide anything here, so there’s no luck to "
        "prove: {events} events form an unbroken chain up to `{last_hash}`.",
        events=events,
        last_hash=last_hash,
    )


def draws_follow(events: int, draws: int, commitment: str, last_hash: str) -> str:
    if not draws:
        matches = t(
            "Everything checks out. The seed matches the fingerprint `{commitment}` of the start, nothing was drawn "
            "from it, and {events} events form an unbroken chain up to `{last_hash}`.",
            commitment=commitment,
            events=events,
            last_hash=last_hash,
        )
    else:
        matches = n(
            "Everything checks out. The seed matches the fingerprint `{commitment}` of the start, the one draw follows "
            "from it, and {events} events form an unbroken chain up to `{last_hash}`.",
            "Everything checks out. The seed matches the fingerprint `{commitment}` of the start, all {count} draws "
            "follow from it, and {events} events form an unbroken chain up to `{last_hash}`.",
            draws,
            commitment=commitment,
            events=events,
            last_hash=last_hash,
        )
    return f"{matches} {t('This game stores no moves, so I can’t re-run its rules.')}"


def rules_hold(events: int, last_hash: str) -> str:
    return t(
        "Everything checks out. I re-ran the rules from every move: all {events} events follow, "
        "nothing was added and nothing left out, up to `{last_hash}`.",
        events=events,
        last_hash=last_hash,
    )


def luck_holds(draws: int, commitment: str, luck: int, beacon: str | None, *, shared: bool = False) -> str:
    """The verdict. `luck`: how often players added some. `beacon`: as of `beacon_round`. `shared`: with others."""
    first, *others = _sources(commitment, luck, beacon, shared=shared)
    sources = reduce(
        lambda all_before, each: p("sources", "{first}, and {next}", first=all_before, next=each), others, first
    )
    if not draws:
        drawn = t("Nothing was drawn {sources}.", sources=sources)
    else:
        drawn = n("The one draw comes {sources}.", "All {count} draws come {sources}.", draws, sources=sources)
    return f"{drawn} {t('The beacon didn’t answer at the start.')}" if beacon is None else drawn


def _sources(commitment: str, luck: int, beacon: str | None, *, shared: bool) -> Iterator[str]:
    """What the draws come from: each with its “from”, as the end of a sentence."""
    if shared:
        yield p(
            "sources",
            "from the seed of all teams with the fingerprint `{commitment}`, chosen when their tables opened",
            commitment=commitment,
        )
    else:
        yield p(
            "sources",
            "from the seed with the fingerprint `{commitment}`, chosen when the table opened",
            commitment=commitment,
        )
    if luck and shared:
        yield p("sources", "from everyone’s luck, put together at the start")
    elif luck == 1:
        yield p("sources", "from luck that players added once after that")
    elif luck == 2:
        yield p("sources", "from luck that players added twice after that")
    elif luck:
        yield n(
            "from luck that players added {count} time after that",
            "from luck that players added {count} times after that",
            luck,
        )
    if beacon:
        yield p("sources", "from round {round} of the public beacon", round=beacon)


ENDED_EARLY = lazy("It was ended before its result.")


def pin_found(pin: str, event: int) -> str:
    return t("Pin {pin}: it stands for everything up to event {event}.", pin=pin, event=event)


def pin_missing(pin: str) -> str:
    return t("Pin {pin} isn’t from this game: what you saw was a different past.", pin=pin)


def verify_failed(event: int, fault: str) -> str:
    return f"{t('Something doesn’t add up: event {event} is wrong.', event=event)} {fault}"


def fingerprint_found(fingerprint: str) -> str:
    return t(
        "`{fingerprint}` is how this table’s fingerprint begins: the seed was chosen before anybody joined.",
        fingerprint=fingerprint,
    )


def revealed(seed: str) -> str:
    return t("Seed: `{seed}`. To check it yourself, `/scrum export` gives you the game as a file.", seed=seed)


EVERYONE = lazy("All together")
_LUCK = (
    (2.0, lazy("{name}: {dice}, average {shown}, expected {expected} (very lucky).")),
    (1.0, lazy("{name}: {dice}, average {shown}, expected {expected} (lucky).")),
    (-1.0, lazy("{name}: {dice}, average {shown}, expected {expected} (as expected).")),
    (-2.0, lazy("{name}: {dice}, average {shown}, expected {expected} (unlucky).")),
)
_VERY_UNLUCKY = lazy("{name}: {dice}, average {shown}, expected {expected} (very unlucky).")


def luck_line(name: str, count: int, shown: float, expected: float, off: float) -> str:
    line = next((line for least, line in _LUCK if off >= least), _VERY_UNLUCKY)
    dice = n("{count} die", "{count} dice", count)
    return t(line, name=name, dice=dice, shown=number(shown, 2), expected=number(expected, 2))


def luck(lines: Sequence[str]) -> str:
    return "\n".join([t("Luck:"), *lines])
