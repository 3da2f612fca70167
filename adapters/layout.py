"""The place of each act: on a button, in a menu, in a form, or behind **More…**.

Every platform passes its limits and draws the layout that it gets. Main and usual acts are buttons. Acts on things are
buttons while they are few, else a menu for each command. What only some people should see (lead), what is seldom done
(rare) and what doesn't fit is in the private panel that **More…** opens.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from bot.kernel.messages import Act
from bot.kernel.table.catalogue import everything
from games.contract import Command, Parameter
from games.text import shortened
from games.values import value

MORE = "More…"  # the label of the button that opens the panel
_FEW = 3  # acts that stay single buttons, though several may be chosen at a time
_PLAYER = "player"  # the kind of parameter for which a form has one field and a menu
_ORDER = ("main", "usual", "thing", "lead", "rare")
_IN_PANEL = frozenset({"lead", "rare"})


@value
class Limits:
    buttons: int  # beyond that, the acts of a command become a menu
    menus: int
    entries: int  # of a menu
    # in private, the acts on things are menus however few they are, if they belong to several commands: how many there
    # are depends on what a person holds, and everybody should have the same controls
    hand_in_menus: bool = False


@value
class Control:
    """A button, a form or a menu; one command."""

    acts: tuple[Act, ...]
    several: bool = False  # one or more of them may be chosen at a time

    @property
    def first(self) -> Act:
        return self.acts[0]

    @property
    def is_form(self) -> bool:
        """True if a form asks for all of them together: a note for every column."""
        return self.several and self.first.asks is not None


@value
class Layout:
    menus: tuple[Control, ...] = ()
    things: tuple[Control, ...] = ()  # buttons and forms
    buttons: tuple[Control, ...] = ()  # the main act first
    more: tuple[Act, ...] = ()
    ranked: tuple[Control, ...] = ()  # all controls by role, as they are offered: the main act first, rare ones last

    @property
    def controls(self) -> tuple[Control, ...]:
        return (*self.menus, *self.things, *self.buttons)

    @property
    def in_order(self) -> tuple[Act, ...]:
        """All acts, as a place without buttons or menus lists them."""
        return (*(act for control in self.ranked for act in control.acts), *self.more)


def laid_out(acts: Sequence[Act], game: str, limits: Limits, *, private: bool = False) -> Layout:
    """Rows of buttons, a menu per kind of thing, and the rest behind **More…**. `private`: this is the panel."""
    shown = [act for act in acts if private or act.role not in _IN_PANEL]
    groups = _grouped(shown, game)
    listed = {at for at, group in enumerate(groups) if _is_menu(group, groups, limits, private=private)}
    listed |= _too_many(groups, listed, limits)
    ranked = sorted(range(len(groups)), key=lambda at: _rank(groups[at].first))
    menus = [menu for at in ranked if at in listed for menu in _split(groups[at], limits.entries)]
    alone = (button for at in ranked if at not in listed for button in _alone(groups[at]))
    buttons = sorted(alone, key=lambda button: _rank(button.first))
    kept = (*menus[: limits.menus], *buttons[: limits.buttons])
    places = {act.button for control in kept for act in control.acts}
    offered = {act.button: at for at, act in enumerate(acts)}
    return Layout(
        menus=tuple(menus[: limits.menus]),
        things=tuple(each for each in buttons[: limits.buttons] if each.first.role == "thing"),
        buttons=tuple(each for each in buttons[: limits.buttons] if each.first.role != "thing"),
        more=tuple(act for act in acts if act.button not in places),
        ranked=tuple(sorted(kept, key=lambda each: (_rank(each.first), offered[each.first.button]))),
    )


def panel(acts: Sequence[Act], game: str, limits: Limits, page: int) -> tuple[Act, ...]:
    """The acts on a page of the panel: what the pages before it have no room for."""
    left = tuple(acts)
    for _ in range(page):
        left = laid_out(left, game, limits, private=True).more
    return left


def _grouped(acts: Sequence[Act], game: str) -> list[Control]:
    """Acts of one command that look alike, in the order in which they are offered."""
    groups: dict[tuple[str, bool, bool], list[Act]] = {}
    for act in acts:
        groups.setdefault((command_name(act), act.asks is not None, act.role == "thing"), []).append(act)
    return [Control(tuple(group), len(group) > 1 and allows_several(group[0], game)) for group in groups.values()]


def _is_menu(group: Control, groups: Sequence[Control], limits: Limits, *, private: bool) -> bool:
    if group.several and group.first.asks is None and len(group.acts) > _FEW:
        return True
    if not (private and limits.hand_in_menus and group.first.role == "thing" and group.first.spots):
        return False
    return sum(bool(other.first.role == "thing" and other.first.spots) for other in groups) > 1


def _too_many(groups: Sequence[Control], listed: set[int], limits: Limits) -> set[int]:
    """The groups that have to become menus, the largest first and as few as possible."""
    sizes = {at: 1 if group.is_form else len(group.acts) for at, group in enumerate(groups) if at not in listed}
    found: set[int] = set()
    while sum(sizes.values()) > limits.buttons and max(sizes.values()) > 1:
        largest = max(sizes, key=lambda at: sizes[at])
        found.add(largest)
        del sizes[largest]
    return found


def _rank(act: Act) -> int:
    return _ORDER.index(act.role)


def _split(group: Control, most: int) -> Iterator[Control]:
    for start in range(0, len(group.acts), most):
        yield Control(group.acts[start : start + most], group.several)


def _alone(group: Control) -> Iterator[Control]:
    return iter([group]) if group.is_form else (Control((act,)) for act in group.acts)


# --- what belongs together -------------------------------------------------------------------------------------------


def command_name(act: Act) -> str:
    return act.command.partition(" ")[0]


@cache
def command_of(name: str, game: str) -> Command | None:
    """The command of this name, preferably this game's."""
    found = [(owner.key if owner else "", command) for owner, command in everything() if command.name == name]
    return next((command for key, command in sorted(found, key=lambda each: each[0] != game)), None)


def allows_several(act: Act, game: str) -> bool:
    command = command_of(command_name(act), game)
    return command is not None and command.several


def differs_by(name: str, asks: str, game: str) -> Parameter | None:
    """The parameter in which the acts of a command differ: the column of a note, the owner of an action."""
    command = command_of(name, game)
    return next((each for each in command.parameters if each.name != asks), None) if command else None


def has_field_each(acts: Sequence[Act], game: str, most: int) -> bool:
    """True if a form has one field per act; otherwise it has a menu and one field."""
    asks = acts[0].asks
    parameter = differs_by(command_name(acts[0]), asks.name, game) if asks else None
    return len(acts) <= most and not (parameter and parameter.kind == _PLAYER)


def brief(command: Command, limit: int) -> str:
    """The purpose of a command, in a few words."""
    return shortened(re.split(r"[;,(]", command.description)[0].strip(), limit)
