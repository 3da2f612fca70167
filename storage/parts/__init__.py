"""The parts of our own features."""

from collections.abc import Sequence

from storage.part import Part
from storage.parts.languages import LanguagePart
from storage.parts.meetings import MeetingPart
from storage.parts.personal_links import PersonalLinkPart
from storage.parts.presence import PresencePart
from storage.parts.workshops import WorkshopPart

Parts = Sequence[type[Part]]

PARTS: Parts = (MeetingPart, WorkshopPart, PersonalLinkPart, PresencePart, LanguagePart)
