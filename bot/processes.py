"""What worker processes do when the program ends."""

import multiprocessing
import os
import signal
import threading


def exit_with_the_program() -> None:
    """The initializer of a process pool.

    Ctrl-C at a terminal reaches every process, but only the program knows how to stop, so workers ignore it. And a
    killed program can't stop its workers, so each watches its parent; otherwise it would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    program = multiprocessing.parent_process()
    assert program is not None
    program.join()
    os._exit(1)
