"""The place of each act: on a button, in a menu, in a form, or behind **More…**.

Every platform passes its limits and draws the layout that it gets. Main and usual acts are buttons. Acts on things are
buttons while they are few, else a menu for each command. What only some people should see (lead), what is seldom done
(rare) and what doesn't fit is in the private panel that **More…** opens.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from bot.kernel.messages import Act, Reply
from bot.kernel.table.catalogue import everything
from games.contract import Command
from games.language import lazy, lazy_p, speaking
from games.sheets import Sheet, Thing
from games.text import shortened
from games.values import replace, value

MORE = lazy("More…")  # the label of the button that opens the panel
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

    @property
    def first(self) -> Act:
        return self.acts[0]

    @property
    def form(self) -> str:
        """The title of the form that stands for all of them: a note for every column."""
        return self.first.form


@value
class Listed:
    """A line of a message's sheet, with its own acts."""

    thing: Thing
    acts: tuple[Act, ...]


@value
class Layout:
    lists: tuple[Listed, ...] = ()
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


def laid_out(acts: Sequence[Act], limits: Limits, *, private: bool = False, sheet: Sheet | None = None) -> Layout:
    """Lines with their own acts, rows of buttons, a menu per kind of thing, and the rest behind **More…**.

    `private`: this is the panel. `sheet`: the words of the message, whose things have acts beside them.
    """
    things = {each.name: each for each in sheet.things} if sheet else {}
    beside = [act for act in acts if act.thing in things]
    if beside:
        rest = laid_out([act for act in acts if act.thing not in things], limits, private=private)
        lists = (Listed(thing, tuple(act for act in beside if act.thing == name)) for name, thing in things.items())
        return replace(rest, lists=tuple(lists))
    shown = [act for act in acts if private or act.role not in _IN_PANEL]
    groups = _grouped(shown)
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


def besides(acts: Sequence[Act], shown: Sheet | None) -> tuple[Act, ...]:
    """The acts for a panel: without those that the room's message has beside its lines."""
    lines = {thing.name for thing in shown.things} if shown else set()
    return tuple(act for act in acts if act.thing not in lines)


def panel(acts: Sequence[Act], limits: Limits, page: int) -> tuple[Act, ...]:
    """The acts on a page of the panel: what the pages before it have no room for."""
    left = tuple(acts)
    for _ in range(page):
        left = laid_out(left, limits, private=True).more
    return left


def _grouped(acts: Sequence[Act]) -> list[Control]:
    """Acts of one command that look alike, in the order in which they are offered."""
    groups: dict[tuple[str, bool, bool, str], list[Act]] = {}
    for act in acts:
        key = (command_name(act), act.asks is not None, act.role == "thing", "")
        groups.setdefault((key[0], False, False, act.form) if act.form else key, []).append(act)
    return [Control(tuple(group)) for group in groups.values()]


def _is_menu(group: Control, groups: Sequence[Control], limits: Limits, *, private: bool) -> bool:
    if group.form or not (private and limits.hand_in_menus and group.first.role == "thing" and group.first.spots):
        return False
    return sum(bool(other.first.role == "thing" and other.first.spots) for other in groups) > 1


def _too_many(groups: Sequence[Control], listed: set[int], limits: Limits) -> set[int]:
    """The groups that have to become menus, the largest first and as few as possible."""
    sizes = {at: 1 if group.form else len(group.acts) for at, group in enumerate(groups) if at not in listed}
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
        yield Control(group.acts[start : start + most])


def _alone(group: Control) -> Iterator[Control]:
    return iter([group]) if group.form else (Control((act,)) for act in group.acts)


# --- the words of an adapter -----------------------------------------------------------------------------------------

P = ParamSpec("P")
T = TypeVar("T")

# the names of parameters that people are asked for, above the field
_ASKED = {
    "answer": lazy_p("field", "Answer"),
    "due": lazy("Due"),
    "name": lazy("Name"),
    "reason": lazy("Reason"),
    "text": lazy("Text"),
    "what": lazy("What"),
}


def in_its_language(draw: Callable[Concatenate[Reply, P], T]) -> Callable[Concatenate[Reply, P], T]:
    """Draw a reply in the language in which it was made, with everything that the adapter says around it."""

    @wraps(draw)
    def drawn(reply: Reply, /, *arguments: P.args, **named: P.kwargs) -> T:
        with speaking(reply.language):
            return draw(reply, *arguments, **named)

    return drawn


def asked_for(parameter: str) -> str:
    """The name of a parameter as the label of its field."""
    return str(_ASKED[parameter]) if parameter in _ASKED else parameter.capitalize()


# --- what belongs together -------------------------------------------------------------------------------------------


def command_name(act: Act) -> str:
    return act.command.partition(" ")[0]


def is_query(act: Act) -> bool:
    """True if the act only shows something to the person who does it, such as a hand."""
    return command_name(act) in _queries()


@cache
def _queries() -> frozenset[str]:
    return frozenset(command.name for _, command in everything() if command.is_query and not command.is_public)


@cache
def command_of(name: str, game: str) -> Command | None:
    """The command of this name, preferably this game's."""
    found = [(owner.key if owner else "", command) for owner, command in everything() if command.name == name]
    return next((command for key, command in sorted(found, key=lambda each: each[0] != game)), None)


def brief(command: Command, limit: int) -> str:
    """The purpose of a command, in a few words."""
    return shortened(re.split(r"[;,(:]", str(command.description))[0].strip(), limit)
