"""The entry: `python -m bot` and `scrum-table`."""

import sys

from bot.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
