"""Drawings as PNG files, in the fonts this machine has."""
