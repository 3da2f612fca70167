"""Rate limits for each visitor."""

from collections import OrderedDict

MAX_KNOWN = 10_000  # visitors with a bucket; the least recently active are dropped


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
    """A token bucket for each visitor."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, visitor: str, now: float) -> bool:
        bucket = self._buckets.setdefault(visitor, TokenBucket(self._burst, self._rate, now))
        self._buckets.move_to_end(visitor)
        if len(self._buckets) > MAX_KNOWN:
            self._buckets.popitem(last=False)
        return bucket.take(now)
