"""The command line's entry point."""

import os
import sys
from collections.abc import Sequence

from bot.cli.packages import foreign_package
from bot.cli.streams import prepare_streams


def main(argv: Sequence[str] | None = None) -> int:
    prepare_streams()
    if foreign := foreign_package():
        print(f"scrum-table: {foreign}", file=sys.stderr)
        return 2
    # not before: a package of another project may not have what we import
    from bot.cli.parser import parser  # noqa: PLC0415

    args = parser().parse_args(argv)
    # else pydantic looks through every installed package for plugins of its own, which takes a twentieth of a start
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # not before: `--help` and wrong arguments are answered without the libraries that the commands need
    from bot.cli.dispatch import carry_out  # noqa: PLC0415

    return carry_out(args)
