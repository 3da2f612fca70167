"""The service: what runs games at tables, and everything around them."""

# The only place that has it: the wheel, the image, `--version` and traces take it from here, and
# tests/deploy/test_release.py compares whatever else names it.
__version__ = "1.0.0"
