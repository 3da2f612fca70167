"""The entry point of `python -m bot`."""

import sys

from bot.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
