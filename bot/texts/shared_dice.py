"""The proof that the dice which several tables share were fair, and the same for all of them."""

from collections.abc import Sequence

from bot.texts.wording import counted
from games.text import listing


def lobby(commitment: str) -> str:
    return (
        "All teams of this workshop get the same rolls and cards in the same order. They come from one secret number, "
        f"the seed, which is already chosen; its fingerprint (SHA-256) is `{commitment}` at every table. When the "
        "round starts, everyone’s luck goes into it, so nobody can know or choose the dice. I show the seed when the "
        "last team is done, so that anyone can recompute everything."
    )


def running(commitment: str, drawn: int) -> str:
    return (
        f"Fingerprint of the seed: `{commitment}`, the same for all teams of this workshop. I showed it before the "
        f"first draw; it and everyone’s luck decide all dice and cards ({counted(drawn, 'draw')} here so far). Each "
        "kind of roll and each deck is counted by itself, so every team gets the same third roll of a kind and the "
        "same fourth card of a deck. So a team that is ahead knows what others will roll; please keep it secret. "
        "I’ll show the seed when the last team is done. Then `/scrum verify` re-runs the whole game, and `scrum-table "
        "verify FILE FILE` compares teams. The pin in a message stands for everything up to there: compare it with "
        "`--pin PIN`."
    )


def not_revealed(last_hash: str) -> str:
    """At the end of a game."""
    return (
        f"Last hash: `{last_hash}`\nAll teams have the same dice, so I show the seed when the last team is done. Then "
        "`/scrum verify` checks that everything was fair."
    )


def follows(commitment: str) -> str:
    return (
        "This team is done, but others still play with the same dice, and the seed would tell them what comes next. "
        f"I’ll show it when the last team is done; its fingerprint is `{commitment}`. Then `/scrum verify` re-runs the "
        "whole game."
    )


def revealed(seed: str) -> str:
    return f"All teams are done. Their seed: `{seed}`"


EXPORTED_EARLY = (
    "Here’s the file. Other teams still play with the same dice, so it contains neither the seed nor anything hidden: "
    "export it again when the last team is done."
)

# --- several games compared -----------------------------------------------------------------------------------------

OTHER_ROUND = "they aren’t tables of one round that shared their dice"
OTHER_SEED = "they have different fingerprints"
OTHER_LUCK = "they started with different luck"


def another_draw(name: str, one: str, other: str) -> str:
    return f"{name} is {one} in one and {other} in the other"


def differ(one: str, other: str, difference: str) -> str:
    return f"Tables {one} and {other} didn’t have the same dice: {difference}."


def same(throws: Sequence[tuple[str, int]]) -> str:
    drawn = listing([f"{counted(count, 'throw')} for {purpose}" for purpose, count in throws if count])
    compared = f" At least two of them made these throws, and drew the same: {drawn}." if drawn else ""
    return f"These tables had the same dice: one seed, and the same luck.{compared}"
