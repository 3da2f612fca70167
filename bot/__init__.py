"""Scrum Table's service: a kernel, features, what operators need, and the command line."""

# The only place that has it: the wheel, the image, `--version` and traces take it from here, and
# tests/deploy/test_release.py compares whatever else names it.
__version__ = "1.0.0"
