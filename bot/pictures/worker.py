"""The process that makes pictures: SVGs come in through a pipe, PNGs go out.

It imports no more than it needs: half the memory of a copy of the program, and it's ready sooner.
"""

import contextlib
import os
import sys
from html import escape
from typing import BinaryIO

from bot.pictures import fonts
from bot.pictures.painter import rasterise
from bot.pictures.workers import ANSWER, LENGTH
from bot.signals import leave_stopping_to_the_program

_LETTERS = "".join(map(chr, range(ord("0"), ord("z"))))
# as large as a board, and with the letters that most boards have
_FIRST = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="630" height="420"><rect width="630" height="420" fill="#ffffff"/>'
    f'<text y="20">{escape(_LETTERS)}</text><text y="40" font-weight="bold">{escape(_LETTERS)}</text></svg>'
)


def main() -> None:
    leave_stopping_to_the_program()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is not an answer
    fonts.others()
    rasterise(_FIRST)
    with contextlib.suppress(OSError):  # the program is gone; Windows has several errors for that
        _serve(sys.stdin.buffer, answers)


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Serve requests until the other end is closed."""
    while head := requests.read(LENGTH.size):
        svg = requests.read(LENGTH.unpack(head)[0]).decode()
        try:
            made, answer = True, rasterise(svg)
        except Exception as error:  # noqa: BLE001  # reported, and the next picture is made
            made, answer = False, f"{type(error).__name__}: {error}".encode()
        answers.write(ANSWER.pack(made, len(answer)) + answer)
        answers.flush()
