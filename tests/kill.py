"""Kills a process with SIGKILL while it is working."""

import asyncio
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


async def output_before_kill(module: str, url: str, enough: int) -> list[str]:
    """Run `python -m module url`, kill -9 it after `enough` lines, and return every complete line it printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        lines = [await process.stdout.readline() for _ in range(enough)]
    finally:
        os.kill(process.pid, signal.SIGKILL)
    lines += [line async for line in process.stdout]
    assert await process.wait() == -signal.SIGKILL
    return [line.decode().strip() for line in lines if line.endswith(b"\n")]
