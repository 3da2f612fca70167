"""What makes a game's luck fair: the seed's fingerprint, the players' luck, the key of all draws, and pins.

The fingerprint (SHA-256 of the seed) is shown when the table opens. After that everybody who takes a seat and whoever
starts the game adds luck. The draws come from the seed and all of it, so nobody can know or choose them.
"""

import hashlib
from functools import lru_cache

from games.chance import keyed

LUCK_LABEL = "scrum-table luck 1"
SHORT = 12  # hex digits of a fingerprint in a message
PIN = 8  # hex digits
UNREACHABLE = "unreachable"  # in place of a beacon round


def beacon_round(beacon: str) -> str | None:
    """The round of a beacon, as a number; empty if none was asked, None if there was no answer."""
    return None if beacon == UNREACHABLE else beacon.partition(":")[0]


def luck_from(word: str) -> str:
    """What is stored of a word: nobody can read it from that, and whoever knows it can find it."""
    return hashlib.sha256(word.encode()).hexdigest()


@lru_cache(maxsize=1024)  # the same at every request of a game
def key(seed: bytes, table: str, luck: tuple[str, ...]) -> bytes:
    """What all draws of a game come from; without anybody's luck, the seed itself.

    `table` is its id, or the name of the dice that it shares with other tables.
    """
    if not luck:
        return seed
    return keyed(seed, "\n".join([LUCK_LABEL, table, *luck]).encode())


def pin(seed: bytes, last_hash: str) -> str:
    """A few digits that pin everything up to an event, while the game is running.

    The hash alone would let people find a small secret, such as a vote, by trying; for this they need the seed.
    """
    return keyed(seed, last_hash.encode()).hex()[:PIN]
