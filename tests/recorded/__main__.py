"""Compare all recorded sessions with today's code, or record them again after a change that was meant.

`python -m tests.recorded` compares; `--write` records; `--show sprint 5` prints what one session shows, for `diff`.
"""

import argparse
import asyncio
import sys

from bot.features import installed
from games import BUILT_IN
from tests.recorded.digests import SESSIONS, on_file, recorded_now, write
from tests.recorded.session import recorded

assert installed.FEATURES, "their commands are among what sessions show"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.recorded", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", nargs=2, metavar=("GAME", "NUMBER"))
    arguments = parser.parse_args()
    if arguments.show:
        key, number = arguments.show
        sys.stdout.write(asyncio.run(recorded(key, int(number))).text)
        return 0
    return sum(_game(key, write_them=arguments.write) for key in BUILT_IN) and 1


def _game(key: str, *, write_them: bool) -> int:
    """How many of its sessions differ."""
    now = [recorded_now(key, number) for number in range(SESSIONS)]
    if write_them:
        write(key, now)
    known = on_file(key)
    different = [number for number, digest in enumerate(now) if known.get(number) != digest]
    requests = sum(digest.requests for digest in now)
    print(f"{key:10} {SESSIONS} sessions, {requests} requests, different: {different or 'none'}", flush=True)  # noqa: T201
    return len(different)


if __name__ == "__main__":
    sys.exit(main())
