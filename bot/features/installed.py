"""The features of this product, in the order in which their commands are listed."""

from bot.features import facilitation, languages, linked_rooms, personal_links, presence, privacy, tutorial
from bot.features import help as help_pages
from bot.features.fairness.commands import feature as fairness
from bot.features.history.games import feature as history
from bot.features.meetings.past import feature as meetings
from bot.features.workshop.team_tables import feature as workshop
from bot.kernel.feature import install, table_feature

FEATURES = (
    help_pages.feature,
    tutorial.feature,
    facilitation.feature,
    languages.feature,
    workshop,  # before linked rooms: its codes are looked up first
    linked_rooms.feature,
    personal_links.feature,
    presence.feature,
    fairness,
    meetings,
    history,
    privacy.feature,
)
install(table_feature, *FEATURES)
