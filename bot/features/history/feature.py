"""What was played in a room: history, statistics, ratings and files."""

from bot.kernel.feature import Feature

feature = Feature("history", package=__package__)
