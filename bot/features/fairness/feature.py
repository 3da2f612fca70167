"""How dice and cards are kept fair, and how anybody can check that."""

from bot.kernel.feature import Feature

feature = Feature("fairness", package=__package__)
