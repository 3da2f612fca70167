"""How much one visitor may ask for."""

from collections import OrderedDict

MAX_KNOWN = 10_000  # visitors that are counted at a time; the ones that were quiet longest are forgotten


class Bucket:
    """So many at once, and then so many a second."""

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


class Buckets:
    """One for each visitor."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str, now: float) -> bool:
        bucket = self._buckets.setdefault(visitor, Bucket(self._burst, self._rate, now))
        self._buckets.move_to_end(visitor)
        if len(self._buckets) > MAX_KNOWN:
            self._buckets.popitem(last=False)
        return bucket.take(now)
