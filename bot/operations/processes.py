"""What the program does for its process as a whole."""

import gc


def spare_what_is_loaded() -> None:
    """Let the collector skip what exists by now, which stays until the program ends.

    A full collection walks through every object, and most of them belong to modules. With fifty tables in Slack that
    took a tenth of a second, in which no room got its words; without them it takes 30 ms.

    Requests by themselves leave no cycles: looking after every 700 new objects took 3% of a request and found none.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 5)  # both kinds of short collections stay below ten milliseconds
