"""Workshops: one trainer, many tables."""

from bot.kernel.feature import Feature

feature = Feature("workshop", package=__package__)
