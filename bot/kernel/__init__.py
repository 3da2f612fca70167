"""The kernel: a table that records events exactly once and tells rooms. Everything else builds on it."""
