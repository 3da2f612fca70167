"""The parts of our own features."""

from storage.part import Part
from storage.parts.meetings import MeetingPart
from storage.parts.workshops import WorkshopPart

Parts = tuple[type[Part], ...]

PARTS: Parts = (MeetingPart, WorkshopPart)
