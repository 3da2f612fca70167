"""What happens between retrospectives: actions, reminders, saved notes, trends, and meetings that recur."""

from bot.kernel.feature import Feature

feature = Feature("meetings", package=__package__)
