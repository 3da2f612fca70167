"""Thousands of requests, recorded as digests: work that was saved must not change a word, an event or a hash."""
