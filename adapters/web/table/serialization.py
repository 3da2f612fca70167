"""Pages and replies as JSON for the browser. Typed text stays text, and names are separate from it."""

import json
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from adapters.layout import Control, Limits, command_name, laid_out
from adapters.web.access.links import PLATFORM
from bot.kernel.messages import Act, Chair, Guide, Link, Page, Reply, Step, Suggestion
from bot.kernel.store import FORGOTTEN
from bot.kernel.table.names import own_name
from games.graphics.drawing import Drawing
from games.graphics.theme import Shape
from games.language import Lazy
from games.parts import Form, Holding, ShownCard
from games.sheets import Line, Sheet
from games.text import spell
from games.values import replace

log = logging.getLogger(__name__)

Data = dict[str, Any]
PICTURES = {"board", "chart", "held"}  # the large parts of a page
_SETTINGS = "options"  # the command for them
LIMITS = Limits(buttons=9, menus=24, entries=400)  # a group with a heading is easier to read than more buttons
_MAX_UNFOLDED = 6  # larger groups are folded if they can be clicked on a picture too


def text_parts(text: str, names: Sequence[str]) -> list[str | Data]:
    """A sentence as a list of texts and seats."""
    found: list[str | Data] = []

    def seat(number: int) -> str:
        # in the lobby seats move up, so an older line may refer to a seat that no longer exists
        found.append({"seat": number, "name": names[number] if number < len(names) else FORGOTTEN})
        return ""

    def plain(text: str) -> str:
        if text:
            found.append(text)
        return ""

    spell(text, seat, plain)
    return found


def said(text: str, names: Sequence[str]) -> str | list[str | Data]:
    """A text as it is, or with its seats apart."""
    found = text_parts(text, names)
    plain = [each for each in found if isinstance(each, str)]
    return "".join(plain) if len(plain) == len(found) else found


def sheet(each: Sheet, names: Sequence[str]) -> Data:
    """A sheet in its parts, and as plain text to copy."""

    def line(words: Line) -> list[Data]:
        return [
            {"text": said(run.text, names)}
            | ({"bold": True} if run.bold else {})
            | ({"quiet": True} if run.quiet else {})
            for run in words
        ]

    return {
        "title": said(each.title, names),
        "passages": [
            {"title": said(passage.title, names), "style": passage.style, "lines": [line(one) for one in passage.lines]}
            for passage in each.passages
        ],
        "things": [{"name": thing.name, "text": line(thing.text)} for thing in each.things],
        "progress": line(each.progress),
        "note": said(each.note, names),
        "plain": spell(each.text, lambda seat: names[seat] if seat < len(names) else ""),
    }


def picture(drawing: Drawing | None, shape: Shape = "portrait") -> Data | None:
    """All forms of a drawing; None if there is none or it failed, so that the rest of the page still works."""
    if drawing is None:
        return None
    try:
        return {
            "svg": drawing.in_both_colours(shape=shape),  # the page takes the light or the dark ones
            "alt": drawing.alt,
            "text": drawing.text,
        }
    except Exception:  # a broken drawing must not break the page
        log.exception("a drawing failed")
        return None


# --- acts ------------------------------------------------------------------------------------------------------------


def layout(acts: Sequence[Act]) -> Data:
    """Where the page draws each act, given by its position: here, in the bar of those who lead, or behind **More…**."""
    shown = laid_out(acts, LIMITS)
    lead = [each for each in shown.more if each.role == "lead"]
    rest = [each for each in shown.more if each.role != "lead"]
    at = {each.button: position for position, each in enumerate(acts)}
    return {
        "now": [_control(each, at) for each in shown.ranked],
        "lead": _private_part(lead, at),
        "more": _private_part(rest, at),
    }


def _private_part(acts: Sequence[Act], at: Mapping[str, int]) -> list[Data]:
    if not acts:
        return []
    shown = laid_out(acts, LIMITS, private=True)
    return [_control(each, at) for each in (*shown.ranked, *(Control((each,)) for each in shown.more))]


def _control(control: Control, at: Mapping[str, int]) -> Data:
    clickable = all(each.spots and each.asks is None for each in control.acts)
    return {
        "acts": [at[each.button] for each in control.acts],
        "title": command_name(control.first).capitalize(),
        "folded": clickable and len(control.acts) > _MAX_UNFOLDED,
    }


def act(each: Act, names: Sequence[str]) -> Data:
    asks = None
    if each.asks is not None:
        asks = {"name": each.asks.name, "description": each.asks.description}
    return {
        "button": each.button,
        "label": text_parts(each.label, names),
        "command": each.command,
        "spots": each.spots,
        "asks": asks,
        "role": each.role,
        "thing": each.thing,
        "grave": each.grave,
        "note": text_parts(each.note, names),
        "cards": each.cards,
    }


# --- replies and pages -----------------------------------------------------------------------------------------------


def card(each: ShownCard, names: Sequence[str]) -> Data:
    note = text_parts(each.note, names)
    said = {"title": each.title, "text": each.text, "kind": each.kind, "note": note, "decides": each.decides}
    return said | ({"sort": each.badge} if each.badge else {})


def holdings(found: Sequence[Sequence[Holding]]) -> list[list[Data]]:
    return [[_holding(one) for one in each] for each in found]


def _holding(one: Holding) -> Data:
    return {"title": one.title, "kind": one.kind, "spot": one.spot} | ({"sort": one.badge} if one.badge else {})


def held(each: Reply) -> Data:
    """What somebody holds; a hand without cards of its own is a picture."""
    names = each.names
    return {
        "text": text_parts(each.text, names),
        "picture": None if each.hand else picture(each.drawing),
        "cards": [
            {
                "name": one.name,
                "text": one.text,
                "worth": one.worth,
                "good": one.good,
                "effects": [[names[seat], words] for seat, words in one.effects],
                "spot": one.spot,
            }
            for one in each.hand
        ],
    }


def guide(each: Guide) -> Data:
    return {
        "goal": each.goal,
        "rules": [{"key": topic.key, "title": topic.title, "text": topic.text} for topic in each.rules],
        "lessons": [{"after": lesson.after, "text": lesson.on_page or lesson.text} for lesson in each.lessons],
        "cards": [card(shown, ()) for shown in each.cards],
    }


def _besides_settings(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The acts without the form for settings: the page has its own fields for these."""
    return tuple(act for act in acts if act.opens != _SETTINGS)


def reply(each: Reply) -> Data:
    acts = laid_out(_besides_settings(each.acts), LIMITS, private=True).in_order
    return {
        "spots": each.spots,
        "heading": each.heading,
        "text": text_parts("\n".join([replace(each, heading="").text, *map(_written, each.links)]), each.names),
        "picture": picture(each.drawing),
        "acts": [act(one, each.names) for one in acts],
        "lines": [_line(line) for line in each.lines],
        "menu": {"title": each.menu.title, "lines": [_line(line) for line in each.menu.lines]} if each.menu else None,
        "files": [{"name": name, "text": text} for name, text in each.files],
        "sheet": sheet(each.sheet, each.names) if each.sheet else None,
    }


def _line(each: Suggestion) -> Data:
    return {"value": each.value, "label": each.label, "note": each.note}


def form(each: Form) -> Data:
    return {
        "title": each.title,
        "note": each.note,
        "fields": [
            {
                "name": field.name,
                "label": field.label,
                "hint": field.hint,
                "options": field.options,
                "most": field.most,
                "filled": field.filled,
                "required": field.required,
                "limit": field.limit,
                "kind": field.kind,
                "text": field.text,
            }
            for field in each.fields
        ],
    }


def _written(link: Link) -> str:
    return f"{link.label}: {link.url}"


def standing(page: Page, address: str, watch: str) -> Data:
    """The page without feed, time and pictures."""
    names, acts = page.reply.names, _besides_settings(page.reply.acts)
    return {
        "table": page.table,
        "sequence": page.sequence,
        "game": page.game,
        "title": page.title,
        "phase": page.phase,
        "meets": page.meets,
        "chairs": [_chair(chair) for chair in page.chairs],
        "seat": page.seat,
        "host": page.host,
        "awaited": page.awaited,
        "joins": page.joins,
        "situation": text_parts(page.reply.situation, names),
        "until": page.reply.until,
        "acts": [] if page.meets else [act(each, names) for each in acts],
        "layout": {} if page.meets else layout(acts),
        "options": dict(page.options),
        "cards": [card(each, names) for each in page.cards],
        "figures": page.figures,
        "holdings": holdings(page.holdings),
        "advice": page.advice,
        "goal": page.goal,
        "fair": page.pin != "",  # luck decides, and can be checked
        "team": page.team,
        "paused": page.paused,
        "exercise": page.exercise,
        "elsewhere": f"/t/{page.elsewhere.removeprefix(f'{PLATFORM}:')}" if page.elsewhere else "",
        "address": address,
        "watch": watch,
    }


def _chair(chair: Chair) -> Data:
    found = {"name": chair.name, "automatic": chair.automatic, "host": chair.host, "awaited": chair.awaited}
    own = own_name(chair.name)
    return found | ({"own": own} if own != chair.name else {})


def feed(page: Page) -> list[Data]:
    return [{"sequence": sequence, "text": text_parts(text, page.reply.names)} for sequence, text in page.feed]


def to_json(data: object) -> str:
    """As JSON; declared texts are said in the language of this moment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=_said)


def _said(text: object) -> str:
    if isinstance(text, Lazy):
        return str(text)
    raise TypeError(f"{text!r} is no JSON")


# --- steps -----------------------------------------------------------------------------------------------------------

_TAG = "<"

_Patch = tuple[int | str, ...]  # a text is new; two numbers are the first element to copy, and how many


def steps(page: Page, shape: Shape) -> list[Data]:
    """The steps to play out; a meeting's page plays nothing."""
    if page.meets:
        return []
    found: list[Data] = []
    between = any(step.board is not None for step in page.steps)
    following = _svg(page.board, shape) if between else ""
    for step in reversed(page.steps):
        data = _step(step, page.reply.names)
        board = _svg(step.board, shape)
        if board and following:
            data["board"] = patch(following, board)
            data |= {"figures": step.figures, "holdings": holdings(step.holdings)}
            following = board
        found.append(data)
    return found[::-1]


def _step(step: Step, names: Sequence[str]) -> Data:
    return {
        "sequence": step.sequence,
        "kind": step.kind,
        "text": text_parts(step.text, names),
        "turn": step.turn,
        "dice": [{"seat": die.seat, "sides": die.sides, "shown": die.shown, "sign": die.sign} for die in step.dice],
        "cards": [card(each, names) for each in step.cards],
        "motions": [[motion.piece, *motion.path] for motion in step.motions],
    }


def _svg(drawing: Drawing | None, shape: Shape) -> str:
    try:
        return (drawing.in_both_colours(shape=shape) if drawing else None) or ""
    except Exception:  # a broken drawing must not break the page
        log.exception("a drawing failed")
        return ""


@lru_cache(maxsize=64)
def patch(known: str, wanted: str) -> _Patch:
    """The changes from a known picture to another one, element by element: see `patched` in board/playback.js."""
    before = known.split(_TAG)
    rare = _rare(before)
    found: list[int | str] = []
    end, new = 0, list[str]()  # where the last copied elements ended, and what is new since
    for token in wanted.split(_TAG):
        here = _place(before, token, (end, end + len(new)), rare)
        if here is None:
            new.append(token)
        elif here == end and not new and found:
            found[-1] = int(found[-1]) + 1
            end += 1
        else:
            found += [_TAG.join(new), here, 1] if new else [here, 1]
            end, new = here + 1, []
    return (*found, _TAG.join(new)) if new else tuple(found)


def _place(before: Sequence[str], token: str, expected: Sequence[int], rare: Mapping[str, int]) -> int | None:
    """The place to copy an element from: next to the last one, or wherever there is just one like it."""
    for place in expected:
        if place < len(before) and before[place] == token:
            return place
    return rare.get(token)


def _rare(tokens: Sequence[str]) -> dict[str, int]:
    """The elements of which there is only one, with their places."""
    counts = Counter(tokens)
    return {token: place for place, token in enumerate(tokens) if counts[token] == 1}


def patched(known: str, changes: _Patch) -> str:
    """The other picture, from the known one and its changes; board/playback.js does the same."""
    before, tokens, at = known.split(_TAG), list[str](), 0
    while at < len(changes):
        change = changes[at]
        if isinstance(change, str):
            tokens.append(change)
            at += 1
        else:
            tokens += before[change : change + int(changes[at + 1])]
            at += 2
    return _TAG.join(tokens)
