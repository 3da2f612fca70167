"""Drawings as PNG files, with the fonts installed on this machine.

HarfBuzz turns texts into outlines, ThorVG renders them, Pillow and isal write the PNG: a seventh of the processor time
of resvg, and half the bytes. Worker processes do it, because a renderer holds the interpreter's lock.
"""
