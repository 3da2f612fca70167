"""Rate limits: how much a visitor, a person or a table may ask for."""

from collections import OrderedDict

from bot.ports import Clock
from bot.table.model import Refused
from bot.texts import notices

MAX_KNOWN = 10_000  # keys with a bucket; the least recently active are dropped
PER_PERSON = 10, 1 / 5  # slow requests at once, and then per second
PER_TABLE = 20, 1 / 3
LONG_TABLE = 500  # events; reading a longer table counts as slow


class TokenBucket:
    """Allows `burst` at once, and then `rate` per second."""

    def __init__(self, burst: int, rate: float, now: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = float(burst)
        self._then = now

    def take(self, now: float) -> bool:
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A token bucket for each key."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        bucket = self._buckets.setdefault(key, TokenBucket(self._burst, self._rate, now))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MAX_KNOWN:
            self._buckets.popitem(last=False)
        return bucket.take(now)


class SlowBudget:
    """For everything that takes long, such as forecasts and statistics: nobody can keep the program busy alone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._persons = RateLimiter(*PER_PERSON)
        self._tables = RateLimiter(*PER_TABLE)

    def spend(self, person: str, table: str) -> None:
        """Refused if one of them has asked for too much; `table`: its id, or the room."""
        now = self._clock.now()
        if not (self._persons.take(person, now) and self._tables.take(table, now)):
            raise Refused(notices.TOO_MANY_SLOW)
