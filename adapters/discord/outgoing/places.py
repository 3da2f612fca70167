"""The places of controls: in a message that is edited, what people may be about to press stays where it is.

A control that is still there keeps its place. Whatever is gone and has one that stays to its right, or below it, is
still shown, and can't be pressed: another one in its place would be wider or narrower. New ones follow the last one.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any

import discord
from discord import ui

from adapters.panels import IN_ROW

Row = ui.ActionRow[Any]
_Control = ui.Item[Any]
Places = tuple[tuple[str, ...], ...]  # names by row: of a button its label, of a menu a mark and its hint

_MENU, _NUMBER = "▾ ", "\0"
_GONE = "scrum-gone:"  # custom_id of a control that can't be pressed


def in_rows(buttons: Sequence[_Control]) -> Iterator[Row]:
    for start in range(0, len(buttons), IN_ROW):
        yield Row(*buttons[start : start + IN_ROW])


def places_of(rows: Sequence[Row]) -> Places:
    names = iter(_named(rows))
    return tuple(tuple(next(names) for _ in row.children) for row in rows)


def settled(rows: Sequence[Row], shown: Places) -> list[Row]:
    """The rows with every control in the place where it is shown already."""
    now = _named(rows)
    there = {name for row in shown for name in row}
    if there.isdisjoint(now):
        return list(rows)
    menus: list[_Control] = [item for name, item in now.items() if name not in there and isinstance(item, ui.Select)]
    buttons: list[_Control] = [item for name, item in now.items() if name not in there and isinstance(item, ui.Button)]
    grid = [_kept(row, now) for row in shown]
    while all(isinstance(each, str) for each in grid[-1]):
        grid.pop()
    if not isinstance(grid[-1][0], ui.Select):
        free = IN_ROW - len(grid[-1])
        grid[-1] += buttons[:free]
        del buttons[:free]
    gone = count()
    kept = [[_not_now(each, next(gone)) if isinstance(each, str) else each for each in row] for row in grid]
    return [*(Row(*row) for row in kept), *in_rows(buttons), *(Row(menu) for menu in menus)]


def _kept(row: Sequence[str], now: Mapping[str, _Control]) -> list[_Control | str]:
    """A row of controls; the name of one that is gone, unless nothing follows it."""
    found: list[_Control | str] = [now.get(name) or name for name in row]
    last = max((at for at, each in enumerate(found) if not isinstance(each, str)), default=0)
    return found[: last + 1]


def _named(rows: Sequence[Row]) -> dict[str, _Control]:
    """The controls by their names, which a number makes different where they would be the same."""
    found: dict[str, _Control] = {}
    for item in (item for row in rows for item in row.children):
        name = _name(item)
        names = chain([name], (f"{name}{_NUMBER}{number}" for number in count(2)))
        found[next(each for each in names if each not in found)] = item
    return found


def _name(item: ui.Item[Any]) -> str:
    if isinstance(item, ui.Select):
        return f"{_MENU}{item.placeholder}"
    return (isinstance(item, ui.Button) and item.label) or ""


def _not_now(name: str, number: int) -> _Control:
    """A control that is gone, and keeps its place."""
    custom_id, (name, _, _) = f"{_GONE}{number}", name.partition(_NUMBER)
    if name.startswith(_MENU):
        hint = name.removeprefix(_MENU)
        option = discord.SelectOption(label=hint[:100])
        return ui.Select(custom_id=custom_id, placeholder=hint, options=[option], disabled=True)
    return ui.Button(label=name, custom_id=custom_id, disabled=True)
