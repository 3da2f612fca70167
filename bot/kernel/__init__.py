"""The kernel: a table that records events exactly once and tells rooms. Everything else builds on it."""

from games.language import add_catalogues

add_catalogues("bot")
