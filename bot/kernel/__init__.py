"""A table that records events exactly once and tells rooms. Everything else stands on it."""
