"""What every process that works for the program has to know about its end."""

import multiprocessing
import os
import signal
import threading


def live_as_long_as_the_program() -> None:
    """For the initializer of a pool.

    Ctrl-C at a terminal reaches every process, and only the program knows how to stop. And if it is killed it cannot
    tell anybody: then whoever works for it sees for themselves, or they would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_it, daemon=True).start()


def _end_with_it() -> None:
    program = multiprocessing.parent_process()
    assert program is not None
    program.join()
    os._exit(1)
