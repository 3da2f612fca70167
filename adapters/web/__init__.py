"""The web table."""

from games.language import add_catalogues

add_catalogues("adapters.web")
