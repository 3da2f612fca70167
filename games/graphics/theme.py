"""One look for all pictures, light and dark.

The colours are Okabe and Ito's, which colour-blind people can distinguish. Colour never carries meaning alone: a
letter, a shape or an icon always comes with it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

FONT = "Roboto"

ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, VERMILION, PURPLE, GREY = "#0072b2", "#d55e00", "#cc79a7", "#8a8f98"
SEATS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY, YELLOW)


Has = Callable[[str], bool]
Shape = Literal["landscape", "portrait"]  # about 3:2 for chat and shared screens; tall for phones and the web table


def everything(_character: str) -> bool:
    """A browser finds a font for every character."""
    return True


@dataclass(frozen=True, slots=True)
class Tint:
    """A palette colour as a surface, and as lines and text on that surface."""

    fill: str
    line: str


@dataclass(frozen=True)
class Theme:
    paper: str
    panel: str  # boxes and cards on the paper
    ink: str
    faint: str  # less important text
    line: str
    road: str
    dark: bool
    has: Has = everything  # which characters can be drawn besides those of FONT
    shape: Shape = "landscape"

    def tint(self, colour: str) -> Tint:
        return self._tints[colour]

    @cached_property
    def _tints(self) -> dict[str, Tint]:
        surface, ink, share = (self.paper, "#ffffff", 0.36) if self.dark else ("#ffffff", "#000000", 0.52)
        return {
            colour: Tint(mix(surface, colour, 0.26 if self.dark else 0.24), mix(colour, ink, share))
            for colour in (*SEATS, GREY)
        }

    @property
    def alarm(self) -> str:
        return "#ff8a3d" if self.dark else "#b84700"

    @property
    def accent(self) -> str:
        """For what matters now: the last move, the choices."""
        return "#ffb84d" if self.dark else "#a63c00"


LIGHT = Theme("#fbfaf6", "#ffffff", "#1d222b", "#5c6470", "#cfccc2", "#e7e4da", dark=False)
DARK = Theme("#181b21", "#22262e", "#f1f2f4", "#a9b0bb", "#454b57", "#2d323c", dark=True)


@cache
def theme(*, dark: bool, has: Has = everything, shape: Shape = "landscape") -> Theme:
    return replace(DARK if dark else LIGHT, has=has, shape=shape)


def mix(one: str, other: str, share: float) -> str:
    """Blend a share of the other colour into the first."""
    pairs = zip(_rgb(one), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Black or white, whichever has more contrast."""
    red, green, blue = (channel / 255 for channel in _rgb(colour))
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#ffffff" if bright < 0.18 else "#14171c"


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
