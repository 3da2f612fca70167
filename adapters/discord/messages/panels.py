"""The private panel: a person's own acts, those of whoever leads, and the menu with everything else."""

from collections.abc import Sequence

from adapters.layout import Control, Layout, Limits, laid_out
from bot.kernel.messages import Act
from games.sheets import Sheet
from games.values import value

IN_ROW = 5
_UNGROUPED = Limits(buttons=10_000, menus=0, entries=1)


@value
class Panel:
    own: Layout
    lead: tuple[Control, ...] = ()  # a row of buttons
    other: tuple[Control, ...] = ()  # entries of the menu “Something else…”
    more: tuple[Act, ...] = ()  # for the next page


def panel_of(acts: Sequence[Act], limits: Limits, sheet: Sheet | None = None) -> Panel:
    """The panel. Alone, rare acts are buttons: the question whether somebody is sure, say."""
    own = [act for act in acts if act.role not in {"lead", "rare"}]
    rare = _controls([act for act in acts if act.role == "rare"])
    lead = _controls([act for act in acts if act.role == "lead"])
    if not own and not lead and len(rare) <= IN_ROW:
        return Panel(laid_out(acts, limits, private=True, sheet=sheet))
    at_once = [control for control in lead if not (control.form or control.first.asks)][:IN_ROW]
    layout = laid_out(own, limits, private=True, sheet=sheet)
    other = [*(control for control in lead if control not in at_once), *rare]
    left = tuple(act for control in other[limits.entries :] for act in control.acts)
    return Panel(layout, tuple(at_once), tuple(other[: limits.entries]), (*layout.more, *left))


def page_of(acts: Sequence[Act], limits: Limits, page: int, sheet: Sheet | None = None) -> tuple[Act, ...]:
    """The acts on a page of the panel: what the pages before it have no room for."""
    left = tuple(acts)
    for _ in range(page):
        left = panel_of(left, limits, sheet).more
    return left


def _controls(acts: Sequence[Act]) -> list[Control]:
    """Each act, or the form that stands for several, in the order in which they are offered."""
    layout = laid_out(acts, _UNGROUPED, private=True)
    order = {act.button: at for at, act in enumerate(acts)}
    return sorted(layout.controls, key=lambda control: order[control.first.button])
