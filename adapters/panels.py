"""The private panel: a person's own acts, those of whoever leads, and the menu with everything else."""

from collections.abc import Sequence

from adapters.layout import Control, Layout, Limits, besides, command_name, laid_out
from bot.kernel.messages import Act, Page, Reply
from games.sheets import Sheet
from games.values import replace, value

IN_ROW = 5  # buttons
_LEADING = 8  # buttons of whoever leads, in two rows
_UNGROUPED = Limits(buttons=10_000, menus=0, entries=1)


@value
class Panel:
    own: Layout
    lead: tuple[Control, ...] = ()  # a row of buttons
    other: tuple[Control, ...] = ()  # entries of the menu “Something else…”
    more: tuple[Act, ...] = ()  # for the next page


def panel_of(acts: Sequence[Act], limits: Limits, sheet: Sheet | None = None, *, things: bool = False) -> Panel:
    """The panel. Alone, rare acts are buttons: the question whether somebody is sure, say.

    `things`: what can be done to several things is in a menu for each command, however few they are.
    """
    own = [act for act in acts if act.role not in {"lead", "rare"}]
    rare = _controls([act for act in acts if act.role == "rare"])
    lead = _controls([act for act in acts if act.role == "lead"])
    if lead and not any(act.role == "main" for act in own):  # nothing else is left to do, but to lead
        lead[0] = Control((replace(lead[0].first, role="main"), *lead[0].acts[1:]))
    if not own and not lead and len(rare) <= IN_ROW:
        return Panel(laid_out(acts, limits, private=True, sheet=sheet))
    at_once = [each for each in lead if not (each.form or each.first.asks or each.first.thing)][:_LEADING]
    layout = laid_out(own, limits, private=True, sheet=sheet)
    if things:
        layout = _with_menus(layout, limits)
    other = [*(control for control in lead if control not in at_once), *rare]
    left = tuple(act for control in other[limits.entries :] for act in control.acts)
    return Panel(layout, tuple(at_once), tuple(other[: limits.entries]), (*layout.more, *left))


def _with_menus(layout: Layout, limits: Limits) -> Layout:
    """The layout with menus in place of several buttons for acts on things."""
    acts = [act for control in layout.things for act in control.acts if not control.form]
    names = {command_name(act) for act in acts}
    menus = laid_out(acts, replace(limits, buttons=len(names)), private=True)
    free = limits.menus - len(layout.menus)
    if not menus.menus or len(menus.menus) > free:
        return layout
    forms = tuple(control for control in layout.things if control.form)
    return replace(layout, menus=(*layout.menus, *menus.menus), things=(*forms, *menus.things))


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


def own_panel(page: Page, leads: str) -> Reply:
    """What somebody can do; at a meeting without the prompt, which the room has read already.

    `leads`: the title above what only whoever leads can do.
    """
    reply = page.reply
    if not page.meets or not reply.acts:
        return reply
    untitled = reply.lead is None and any(act.role == "lead" for act in reply.acts)
    lead = Sheet(leads) if untitled else reply.lead
    return replace(reply, situation="", acts=besides(reply.acts, page.sheet), lead=lead)


def answering(panel: Reply, replies: Sequence[Reply]) -> Reply:
    """The panel with the answer to what somebody did above it."""
    story = "\n".join(filter(None, (reply.story for reply in replies)))
    return replace(panel, story=story, situation="" if story else panel.situation)
