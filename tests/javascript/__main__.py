"""Check the types of all JavaScript: `python -m tests.javascript`."""

import sys

from tests.javascript.tools import IN_CI, Unavailable, type_errors


def main() -> int:
    try:
        errors = type_errors()
    except Unavailable as why:
        print(f"The types of the JavaScript weren't checked. {why}", file=sys.stderr)
        return 1 if IN_CI else 0
    print(errors, end="")
    return 1 if errors else 0


sys.exit(main())
