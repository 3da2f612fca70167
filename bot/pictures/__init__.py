"""Drawings as PNG files, with the fonts installed on this machine."""
