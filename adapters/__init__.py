"""Scrum Table's places: a package for each platform."""

from games.language import add_catalogues

add_catalogues("adapters")
