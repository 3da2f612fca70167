"""Worker processes for pictures, each with a thread here that waits for its answers.

A pool of the standard library would import the whole program in each process, and it can't end one that hangs.
"""

import asyncio
import contextlib
import os
import struct
import subprocess
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import IO

LENGTH = struct.Struct(">L")
ANSWER = struct.Struct(">?L")  # True for a picture, False for the reason why there is none; and its length
_MAX_WORKERS = 2
_MAX_SECONDS = 20.0  # for one picture, the start of a process included
_PROGRAM = "import sys; sys.path[:] = {path!r}; from bot.pictures.worker import main; main()"  # not prose


class WorkerDied(Exception):
    """The process ended before it answered."""


class _NotMade(Exception):
    """The process can't make this picture."""


def _worker_count() -> int:
    """The number of processes: never more than there are cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(_MAX_WORKERS, cores))


class _Worker:
    """One process."""

    def __init__(self) -> None:
        program = _PROGRAM.format(path=sys.path)
        self._process = subprocess.Popen(  # noqa: S603  ourselves  # nosec B603
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def rasterise(self, svg: str) -> bytes:
        data = svg.encode()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(LENGTH.pack(len(data)) + data)
            self._process.stdin.flush()
            made, length = ANSWER.unpack(_exactly(self._process.stdout, ANSWER.size))
            answer = _exactly(self._process.stdout, length)
        except (OSError, EOFError, ValueError) as error:  # ValueError: the pipe was closed meanwhile
            raise WorkerDied(f"worker {self.pid} for pictures died") from error
        if not made:
            raise _NotMade(answer.decode())
        return answer

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was not written yet has nobody to read it
                assert pipe is not None
                pipe.close()


class Workers:
    """The worker processes, started at `warm`, or when there is work for one more."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or _worker_count()
        self._threads = ThreadPoolExecutor(self.count, "picture")
        self._idle: deque[_Worker] = deque()
        self._busy: set[_Worker] = set()

    def warm(self) -> None:
        """Start all processes; each warms up on its own."""
        while len(self._idle) + len(self._busy) < self.count:
            self._idle.append(_Worker())

    async def rasterise(self, svg: str) -> bytes:
        """The PNG. WorkerDied and NotMade say why there is none; the next picture has a process all the same."""
        loop = asyncio.get_running_loop()
        worker = self._idle.popleft() if self._idle else _Worker()
        self._busy.add(worker)
        hanging = loop.call_later(_MAX_SECONDS, worker.kill)
        try:
            made = await loop.run_in_executor(self._threads, worker.rasterise, svg)
        except _NotMade:
            self._idle.append(worker)
            raise
        except BaseException:
            worker.close()
            raise
        else:
            self._idle.append(worker)
            return made
        finally:
            hanging.cancel()
            self._busy.discard(worker)

    @property
    def processes(self) -> list[int]:
        return [worker.pid for worker in (*self._idle, *self._busy)]

    def close(self) -> None:
        for worker in self._busy:
            worker.kill()  # its thread closes it
        while self._idle:
            self._idle.pop().close()
        self._threads.shutdown(wait=False)


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    found = pipe.read(length)
    if len(found) < length:
        raise EOFError("no answer")
    return found
