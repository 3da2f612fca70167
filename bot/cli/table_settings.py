"""The operator's settings for every table, wherever it is played."""

from typing import TypedDict

from bot.settings import Settings
from bot.table.options import Loader
from bot.table.pace import DAY, MINUTE, Pace
from games.scrumkin import deck_files


class TableSettings(TypedDict):
    load: Loader
    pace: Pace
    put_away: float | None
    retention: float | None
    retention_gap: float


def table_settings(settings: Settings) -> TableSettings:
    """The operator's settings for every table."""
    return {
        "load": deck_files.DeckFolder(settings.decks_folder).load,
        "pace": Pace(MINUTE * settings.remind_minutes),
        "put_away": DAY * settings.put_away_days or None,
        "retention": DAY * settings.retention_days or None,
        "retention_gap": DAY * settings.retention_gap_days,
    }
