"""Standard input and output. In files and pipes they are UTF-8, as all our files: Windows would take its code page."""

import codecs
import io
import sys


def prepare_streams() -> None:
    """Let every character through, whatever the system's encoding is."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # there may be none (pythonw.exe)
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            if stream.isatty():
                stream.reconfigure(errors="replace")  # it can't show any others
            else:
                stream.reconfigure(encoding="utf-8", errors=stream.errors)
    _interpret_colours()


def _interpret_colours() -> None:
    """Tell a console of Windows to interpret escape sequences; some show them otherwise."""
    if sys.platform == "win32" and sys.stdout is not None and sys.stdout.isatty():
        import ctypes  # noqa: PLC0415  only there

        kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
        output = kernel.GetStdHandle(-11)
        if kernel.GetConsoleMode(output, ctypes.byref(mode)):
            kernel.SetConsoleMode(output, mode.value | 4)
