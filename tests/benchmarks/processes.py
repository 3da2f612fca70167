"""What other processes have cost so far, where the system says."""

import os
import re
from pathlib import Path


def peak_memory(process: int) -> float:
    """In megabytes; 0 where the system doesn't say."""
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def resident(process: int) -> float:
    """Memory in kilobytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e3


def spent_by(process: int) -> float:
    """Seconds of processor time; 0 where the system doesn't say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
