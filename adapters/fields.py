"""What fields of forms hold, however a platform draws them."""

from datetime import date


def is_day(text: str) -> bool:
    """Whether it is a day as pickers write it: `2026-11-20`."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2026-11-20")
