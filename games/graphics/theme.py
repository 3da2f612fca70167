"""One look for all pictures, light and dark.

The colours are Okabe and Ito's, which colour-blind people can distinguish. Colour never carries meaning alone: a
letter, a shape or an icon always comes with it.

A picture is drawn once for both: where the colours differ, the drawing has a pair of them (`either`), and `coloured`
takes one of each pair.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

from games.values import value

FONT = "Roboto"  # not prose

ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, VERMILION, PURPLE, GREY = "#0072b2", "#d55e00", "#cc79a7", "#8a8f98"
SEATS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY, YELLOW)


BETWEEN = "\ufdd0"  # the colours of a pair; Unicode leaves it to programs, and `svg.legal` removes it from texts
_PAIR = re.compile(f"(#[0-9a-f]{{6}}){BETWEEN}(#[0-9a-f]{{6}})")

Has = Callable[[str], bool]
# "landscape": about 3:2, with everything in it, for chat. On the web table, which shows figures and players itself:
# "wide" beside the panel, "portrait" on a phone
Shape = Literal["landscape", "wide", "portrait"]


def everything(_character: str) -> bool:
    """A browser finds a font for every character."""
    return True


@value
class Tint:
    """A palette colour as a surface, and as lines and text on that surface."""

    fill: str
    line: str


def _both(colour: str) -> tuple[str, str]:
    light, _, dark = colour.partition(BETWEEN)
    return light, dark or light


def either(light: str, dark: str) -> str:
    """A pair of colours: one for light pictures, one for dark ones; of pairs, the half that fits."""
    return f"{_both(light)[0]}{BETWEEN}{_both(dark)[1]}"


def coloured(svg: str, *, dark: bool) -> str:
    """The picture in its light or its dark colours."""
    return _PAIR.sub(r"\2" if dark else r"\1", svg)


@dataclass(frozen=True)
class Theme:
    paper: str = either("#fbfaf6", "#181b21")
    panel: str = either("#ffffff", "#22262e")  # boxes and cards on the paper
    ink: str = either("#1d222b", "#f1f2f4")
    faint: str = either("#5c6470", "#a9b0bb")  # less important text
    line: str = either("#cfccc2", "#454b57")
    road: str = either("#e7e4da", "#2d323c")
    alarm: str = either("#b84700", "#ff8a3d")
    accent: str = either("#a63c00", "#ffb84d")  # for what matters now: the last move, the choices
    has: Has = everything  # which characters can be drawn besides those of FONT
    shape: Shape = "landscape"

    def tint(self, colour: str) -> Tint:
        return self._tints[colour]

    @cached_property
    def _tints(self) -> dict[str, Tint]:
        _, dark_paper = _both(self.paper)
        return {
            colour: Tint(
                either(mix("#ffffff", colour, 0.24), mix(dark_paper, colour, 0.26)),
                either(mix(colour, "#000000", 0.52), mix(colour, "#ffffff", 0.36)),
            )
            for colour in (*SEATS, GREY)
        }


THEME = Theme()


@cache
def theme(*, has: Has = everything, shape: Shape = "landscape") -> Theme:
    return replace(THEME, has=has, shape=shape)


def mix(one: str, other: str, share: float) -> str:
    """Blend a share of the other colour into the first; either may be a pair."""
    return _each(lambda a, b: _mixed(a, b, share), one, other)


def ink_on(colour: str) -> str:
    """Black or white, whichever has more contrast; a pair gets a pair."""
    return _each(lambda a, _: _ink_on(a), colour, colour)


def _each(make: Callable[[str, str], str], one: str, other: str) -> str:
    """Make a colour of two; if one of them is a pair, a pair."""
    if BETWEEN not in one + other:
        return make(one, other)
    (light, dark), (other_light, other_dark) = _both(one), _both(other)
    return either(make(light, other_light), make(dark, other_dark))


def _mixed(one: str, other: str, share: float) -> str:
    pairs = zip(_rgb(one), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _ink_on(colour: str) -> str:
    red, green, blue = (channel / 255 for channel in _rgb(colour))
    bright = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#ffffff" if bright < 0.18 else "#14171c"


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
