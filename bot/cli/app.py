"""The command line's entry point."""

import os
from collections.abc import Sequence

from bot.cli.parser import parser


def main(argv: Sequence[str] | None = None) -> int:
    args = parser().parse_args(argv)
    # else pydantic looks through every installed package for plugins of its own, which takes a twentieth of a start
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # not before: `--help` and wrong arguments are answered without the libraries that the commands need
    from bot.cli.dispatch import carry_out  # noqa: PLC0415

    return carry_out(args)
