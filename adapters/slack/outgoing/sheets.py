"""Sheets as blocks: a title, the steps of a meeting, passages, lines with their own acts, how far people are."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from adapters.layout import Listed, laid_out
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.acts import (
    LABEL_LIMIT,
    LIMITS,
    MAX_OPTIONS,
    MENU,
    TEXT_LIMIT,
    THING,
    Block,
    button,
    escape,
    heading,
    menu,
    option,
    plain,
    plain_text,
    section,
)
from adapters.wording import and_more
from bot.kernel.messages import Reply
from bot.kernel.table.texts import TODAY
from games.dates import in_year
from games.parts import HandCard
from games.sheets import Line, Passage, Run, Sheet, Step, Thing
from games.sheets import plain as plain_line
from games.text import name_of, shortened, spell
from games.values import replace

TITLE, STEPS, TOLD, NEXT, NOTE = "title", "steps", "told", "next", "note"  # block_ids
_HEADER_LIMIT = 150
_IN_ALL = 12_000  # characters of a sheet's passages together
_ROOM_LINES, _OWN_LINES = 15, 20  # with a menu each; the others share one
_MAX_OVERFLOW = 5  # options
_MAX_PASSAGES = 20
_TIME = "\0"  # stands for a time, which is a block of its own, in a sentence


@dataclass(slots=True)
class _Words:
    """The words of a sheet as rich text: names for marks, and whoever is called mentioned once."""

    names: Sequence[str]
    mentions: dict[int, str] = field(default_factory=dict)  # users by seat, who aren't mentioned yet

    def of(self, line: Line, *, bold: bool = False) -> list[Block]:
        return [part for run in line for part in self._run(run, bold=bold or run.bold)]

    def _run(self, run: Run, *, bold: bool) -> list[Block]:
        found: list[Block] = []

        def name(seat: int) -> str:
            if seat in self.mentions:
                found.append({"type": "user", "user_id": self.mentions.pop(seat)})
            else:
                found.append(_text(name_of(self.names, seat), bold=bold))
            return ""

        def words(part: str) -> str:
            if part:
                found.append(_text(part, bold=bold))
            return ""

        spell(run.text, name, words)
        return found

    def left(self) -> list[Block]:
        """Those who are called without being named."""
        users, self.mentions = [*self.mentions.values()], {}
        return [part for user in users for part in (_text(" "), {"type": "user", "user_id": user})]


def _text(text: str, *, bold: bool = False) -> Block:
    return {"type": "text", "text": text, **({"style": {"bold": True}} if bold else {})}


# --- a room's message ------------------------------------------------------------------------------------------------


def told(sheet: Sheet, reply: Reply, mentions: Mapping[int, str]) -> tuple[list[Block], list[Block]]:
    """What a room reads above its buttons: title, steps, passages and lists, and then how far people are."""
    words = _Words(reply.names, dict(mentions))
    shown = [*_title(sheet, reply), *steps(sheet.steps), *_passages(sheet, words, has_board=_has_board(reply))]
    shown += listed(sheet, reply, _ROOM_LINES)
    follows = [*_progress(sheet, reply, words), *_note(sheet, reply)]
    return shown, follows


def _has_board(reply: Reply) -> bool:
    return any(link.url for link in reply.links)


def summary_line(sheet: Sheet) -> str:
    """The two lines that a phone shows."""
    return "\n".join(filter(None, [sheet.title, plain_line(sheet.progress)])) or sheet.text


def _title(sheet: Sheet, reply: Reply) -> list[Block]:
    if not sheet.title:
        return []
    title = plain(plain_text(sheet.title, reply.names), _HEADER_LIMIT)
    return [{"type": "header", "block_id": TITLE, "text": title}]


def steps(every: Sequence[Step]) -> list[Block]:
    """How far the meeting is, in a line."""
    if not every:
        return []
    marks = {"done": "✓ {}", "now": "*{}*", "next": "{}"}
    words = "  ›  ".join(marks[step.state].format(escape(step.title)) for step in every)
    return [{"type": "context", "block_id": STEPS, "elements": [{"type": "mrkdwn", "text": words}]}]


def _passages(sheet: Sheet, words: _Words, *, has_board: bool) -> Iterator[Block]:
    """A block for each passage, with as many lines as fit."""
    limit = min(TEXT_LIMIT, _IN_ALL // max(1, len(sheet.passages)))
    for at, passage in enumerate(sheet.passages[:_MAX_PASSAGES]):
        parts = _passage(passage, words, limit, has_board=has_board)
        if parts:
            yield {"type": "rich_text", "block_id": f"{TOLD}:{at}", "elements": parts}


def _passage(passage: Passage, words: _Words, limit: int, *, has_board: bool) -> list[Block]:
    lines = _fitting(passage.lines, limit)
    rest = and_more(len(passage.lines) - len(lines), on_board=has_board)
    title = [words.of((Run(passage.title),), bold=True)] if passage.title else []
    if passage.style == "text":
        written = [*title, *(words.of(line) for line in lines), *([[_text(rest)]] if rest else [])]
        return [_section(written)] if any(written) else []
    style = "ordered" if passage.style == "numbers" else "bullet"
    items = [{"type": "rich_text_section", "elements": words.of(line)} for line in lines if plain_line(line)]
    return [
        *([_section(title)] if title else []),
        *([{"type": "rich_text_list", "style": style, "elements": items}] if items else []),
        *([_section([[_text(rest)]])] if rest else []),
    ]


def _fitting(lines: Sequence[Line], limit: int) -> list[Line]:
    kept: list[Line] = []
    for line in lines:
        limit -= len(plain_line(line)) + 1
        if limit < 0:
            break
        kept.append(line)
    return kept


def _section(lines: Sequence[list[Block]]) -> Block:
    """Lines one below the other."""
    parts = [part for line in lines if line for part in (_text("\n"), *line)][1:]
    return {"type": "rich_text_section", "elements": parts}


def _progress(sheet: Sheet, reply: Reply, words: _Words) -> list[Block]:
    spoken = words.of(sheet.progress)
    if reply.until is not None:
        spoken += _until(reply.until, " " if spoken else "")
    return section([*spoken, *words.left()], NEXT)


def until(due: float, now: float | None = None) -> Block:
    """A time as each reader's clock shows it, with the day if that isn't today."""
    at, left = math.ceil(due), due - (datetime.now(UTC).timestamp() if now is None else now)
    shown, written = time_formats(at, left)
    return {"type": "date", "timestamp": at, "format": shown, "fallback": written, "style": {"bold": True}}


def time_formats(due: int, left: float) -> tuple[str, str]:
    """A time in Slack's format, which shows it in each reader's zone, and for places without that in words."""
    at, time = datetime.fromtimestamp(due, UTC), "{time}"
    written = f"{at:%H:%M} UTC"  # not prose
    if left < TODAY:
        return time, written
    return ui_texts.day_and_time("{date_short_pretty}", time), ui_texts.day_and_time(in_year(at), written)


def _note(sheet: Sheet, reply: Reply) -> list[Block]:
    if not sheet.note:
        return []
    return [{"type": "context", "block_id": NOTE, "elements": [plain(plain_text(sheet.note, reply.names))]}]


# --- lines with acts -------------------------------------------------------------------------------------------------


def listed(sheet: Sheet, reply: Reply, most: int, prefix: str = THING) -> list[Block]:
    """A line for each thing, with its acts; beyond `most`, the others share a menu."""
    lines = laid_out(reply.acts, LIMITS, private=reply.private, sheet=sheet).lists
    if not lines:  # nobody can do anything with them now
        lines = tuple(Listed(thing, ()) for thing in sheet.things)
    rest = [each for each in lines[most:] if each.acts]
    shown = [_line(each, reply, f"{prefix}:{at}") for at, each in enumerate(lines[:most])]
    return [*shown, *([_others(rest, reply, f"{prefix}:more")] if rest else [])]


def _line(each: Listed, reply: Reply, block_id: str) -> Block:
    words = plain_text(plain_line(each.thing.text), reply.names)
    block = {"type": "section", "block_id": block_id, "text": plain(words, TEXT_LIMIT)}
    if not each.acts:
        return block
    if len(each.acts) == 1 and not each.acts[0].form and not each.acts[0].asks:
        return {**block, "accessory": button(each.acts[0], reply, 0)}
    options = [option(act, reply, of_thing=True) for act in each.acts[:_MAX_OVERFLOW]]
    return {**block, "accessory": {"type": "overflow", "action_id": f"{THING}:0", "options": options}}


def held(reply: Reply, prefix: str) -> list[Block]:
    """A line for each thing that somebody holds, with a menu of its acts, which are what it is there for."""
    things = tuple(map(_card, reply.hand))
    lines = laid_out(reply.acts, LIMITS, private=True, sheet=Sheet(things=things)).lists
    lines = lines or tuple(Listed(thing, ()) for thing in things)
    return [block for at, each in enumerate(lines[:_OWN_LINES]) for block in _held(each, reply, f"{prefix}:{at}")]


def _card(card: HandCard) -> Thing:
    return Thing(card.spot, (Run(card.name, bold=True), Run(f"\n{card.told}\n{card.text}")))


def _held(each: Listed, reply: Reply, block_id: str) -> list[Block]:
    """A thing with its menu, and its last line in small print."""
    words, _, details = plain_text(plain_line(each.thing.text), reply.names).rpartition("\n")
    title: Block = {"type": "section", "block_id": block_id, "text": plain(words or details, TEXT_LIMIT)}
    if each.acts:
        acts = [replace(act, label=act.beside or act.label) for act in each.acts]
        title["accessory"] = menu(acts, reply, 0, heading(acts[0], reply))
    about = [{"type": "context", "block_id": f"{block_id}:about", "elements": [plain(details)]}] if words else []
    return [title, *about]


def _others(rest: Sequence[Listed], reply: Reply, block_id: str) -> Block:
    """One menu for the lines that have none of their own, grouped by line."""
    groups = [
        {
            "label": plain(shortened(plain_text(plain_line(each.thing.text), reply.names), LABEL_LIMIT), LABEL_LIMIT),
            "options": [option(act, reply, of_thing=True) for act in each.acts[:MAX_OPTIONS]],
        }
        for each in rest[:MAX_OPTIONS]
    ]
    placeholder = plain(ui_texts.others(len(rest)), LABEL_LIMIT)
    select = {"type": "static_select", "action_id": f"{MENU}:more", "placeholder": placeholder, "option_groups": groups}
    return {"type": "actions", "block_id": block_id, "elements": [select]}


# --- in private ------------------------------------------------------------------------------------------------------


def own(sheet: Sheet, reply: Reply, prefix: str = "own") -> list[Block]:
    """What only one person reads, smaller: the title is the beginning of the first sentence."""
    words = _Words(reply.names)
    passages = list(sheet.passages)
    first = passages.pop(0).lines[0] if passages and _is_sentence(passages[0]) else ()
    title = f"{sheet.title}." if sheet.title and first and sheet.title[-1].isalnum() else sheet.title
    between = [_text(" ")] if title and first else []
    below = _passages(Sheet(passages=tuple(passages)), words, has_board=False)
    return [
        *section([*words.of((Run(title),), bold=True), *between, *words.of(first)], f"{prefix}:title"),
        *({**block, "block_id": f"{prefix}:{at}"} for at, block in enumerate(below)),
        *listed(sheet, reply, _OWN_LINES, f"{prefix}:thing"),
        *section(words.of(sheet.progress), f"{prefix}:progress"),
        *({**block, "block_id": f"{prefix}:note"} for block in _note(sheet, reply)),
    ]


def leading(sheet: Sheet, reply: Reply, title: str) -> list[Block]:
    """What only whoever leads reads: a title with the time, and below it who is done."""
    words, time = _Words(reply.names), [] if reply.until is None else _until(reply.until, "  ")
    heading = [*words.of((Run(sheet.title or title),), bold=True), *time]
    below = _passages(sheet, words, has_board=False)
    return [
        *section(heading, "lead:title"),
        *({**block, "block_id": f"lead:{at}"} for at, block in enumerate(below)),
        *section(words.of(sheet.progress), "lead:progress"),
        *({**block, "block_id": "lead:note"} for block in _note(sheet, reply)),
    ]


def _until(due: float, before: str) -> list[Block]:
    first, _, rest = ui_texts.until(_TIME).partition(_TIME)
    return [_text(f"{before}{first}"), until(due), _text(rest)]


def _is_sentence(passage: Passage) -> bool:
    return passage.style == "text" and not passage.title and len(passage.lines) == 1
