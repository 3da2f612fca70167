"""Replies as Adaptive Cards: what everybody sees, what one person sees, and what a message shrinks to."""

from collections.abc import Iterator, Sequence

from adapters.layout import MORE as MORE_LABEL
from adapters.layout import Control, Layout, in_its_language, laid_out
from adapters.mentions import mentions_by_seat
from adapters.panels import Panel, panel_of
from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import Payload, user_of
from adapters.teams.outgoing.controls import LIMITS, Pen, Where, link_button, rows
from adapters.teams.outgoing.sheets import hand, leading, own_sheet, room_sheet
from adapters.teams.outgoing.words import (
    DEFAULT,
    MEDIUM,
    SMALL,
    Called,
    Element,
    Words,
    block,
    clock,
    heading,
    monospaced,
    run,
    small,
)
from adapters.wording import PREFIX, quotes, without_cards
from bot.kernel.messages import Link, Person, Reply
from games.language import speaking
from games.parts import ShownCard
from games.text import shortened
from games.values import replace, value

VERSION = "1.4"  # the first with Action.Execute
CARD_TYPE = "application/vnd.microsoft.card.adaptive"
IN_ROOM = 4  # buttons of a room's message besides things and lists, **More…** included
_AT_HAND = 5  # things that are buttons
_MAX_CARDS = 3
_CARD_LIMIT = 500
_SUMMARY_LIMIT = 200
ALT_LIMIT = 1000
FILES = "/teams/files/"  # in the address of a file to download


@value
class Board:
    """The board of a message: a picture at an address, or in words."""

    url: str = ""
    alt: str = ""
    text: str = ""
    below: bool = False  # it came after the buttons, which stay where they are

    @property
    def element(self) -> Element:
        if not self.url:
            return monospaced(self.text)
        return {
            "type": "Image",
            "url": self.url,
            "altText": self.alt or " ",
            "size": "Stretch",
            "msTeams": {"allowExpand": True},
        }


@value
class Style:
    """How a place writes: what people type before a command, where a card is shown, and what its buttons carry."""

    command: str = PREFIX
    where: Where = "room"
    carried: tuple[tuple[str, str], ...] = ()
    returns: bool = False  # it stands in place of everybody's card, to which there is a way back

    def pen(self, reply: Reply, mentions: dict[int, Called] | None = None) -> Pen:
        return Pen(Words(reply.names, mentions, command=self.command), reply.game, self.where, self.carried)


def card_of(body: Sequence[Element], entities: Sequence[Payload] = (), fallback: str = "") -> Payload:
    return {
        "type": "AdaptiveCard",
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "version": VERSION,
        "fallbackText": shortened(fallback, _SUMMARY_LIMIT) or " ",
        "body": list(body),
        "msteams": {"width": "Full", **({"entities": list(entities)} if entities else {})},
    }


# --- everybody's card ------------------------------------------------------------------------------------------------


@in_its_language
def room_card(reply: Reply, style: Style, now: float, board: Board | None = None) -> Payload:
    """The message of a room. Whoever it calls is mentioned once, inside its sentences."""
    pen = style.pen(reply, mentions_by_seat(reply, _called))
    pen.words.calls_in_lines = not reply.situation
    body = [*_room_body(reply, pen, now, board)]
    return card_of(body, pen.words.entities, pen.words.plain(reply.text))


def _called(person: Person) -> Called | None:
    user = user_of(person)
    return (user, person.name) if user else None


def _room_body(reply: Reply, pen: Pen, now: float, board: Board | None) -> Iterator[Element]:
    overview = reply.overview
    if reply.sheet is None:
        yield from heading(reply.heading or (overview.title if overview else ""))
    yield from pen.words.prose(without_cards(reply.story, [card.text for card in reply.cards[:_MAX_CARDS]]))
    for card in reply.cards[:_MAX_CARDS]:
        yield _shown_card(card, reply, pen)
    if board is not None and not board.below:
        yield board.element
    if reply.sheet is not None:
        yield from room_sheet(reply.sheet, reply, pen, now)
    # as people join, the list in a lobby gets longer: it is below the buttons, which stay where they are
    grows = overview is not None and overview.phase == "lobby" and reply.sheet is None
    situation = pen.words.calling(reply.situation) if reply.situation else pen.words.others()
    yield from () if grows else situation
    yield from _clocks(reply, now)
    yield from _room_rows(reply, pen)
    yield from situation if grows else ()
    if board is not None and board.below:
        yield board.element
    yield from small(pen.words.plain(reply.note))
    if reply.sheet is not None:
        yield from small(pen.words.plain(reply.sheet.note))


def _shown_card(card: ShownCard, reply: Reply, pen: Pen) -> Element:
    """A card that people talk about now, in a box of its own."""
    named = quotes(reply.story, card.title)
    title = [] if named else block([run(card.title, bold=True), run(f" · {card.kind}", quiet=True)])
    text = [
        each for line in shortened(card.text, _CARD_LIMIT).split("\n") for each in block(pen.words.runs(line), SMALL)
    ]
    note = small(pen.words.plain(card.note)) if card.note and (card.decides or not named) else []
    return {"type": "Container", "style": "emphasis", "items": [*title, *text, *note], "spacing": DEFAULT}


def _clocks(reply: Reply, now: float) -> Iterator[Element]:
    if reply.until is not None and reply.sheet is None and reply.lead is None:
        yield clock(ui_texts.CLOCK, reply.until, now)
    if reply.exercise is not None:
        yield clock(ui_texts.ALL_TEAMS, reply.exercise, now)


def _room_rows(reply: Reply, pen: Pen) -> Iterator[Element]:
    """Acts on things, unless something is to be done that stands alone, and the row with **More…** at its end."""
    layout = laid_out(reply.acts, LIMITS, sheet=reply.sheet)
    things = _things(layout, pen)
    row = _row(layout, reply, pen)
    hidden = bool(layout.more) or len(layout.buttons) >= IN_ROOM
    has_main = bool(layout.buttons) and layout.buttons[0].first.role == "main"
    if has_main and reply.sheet is not None:
        things, hidden = [], True  # what most should do stands alone
    if reply.table and (hidden or (reply.acts and (reply.more or reply.sheet is not None))):
        row.append(pen.more(reply.table, 0, str(MORE_LABEL)))
    yield from rows([*row, *things] if has_main else [*things, *row])
    meets = reply.sheet is not None and bool(reply.acts)  # then the way to the board is in the row, or behind **More…**
    yield from _lines(reply, pen, [link for link in reply.links if link.url and (not meets or is_download(link))])


def _row(layout: Layout, reply: Reply, pen: Pen) -> list[Element]:
    """The main act, at most two others, and a way to the board where a place is left."""
    row = [pen.button(each) for each in layout.buttons[: IN_ROOM - 1]]
    pages = [link for link in reply.links if link.url and not is_download(link)]
    if reply.sheet is not None and reply.acts and len(row) < IN_ROOM - 1:
        row += [link_button(link) for link in pages[:1]]
    if reply.cards and reply.cards[0].rule and reply.acts and len(row) < IN_ROOM - 1:
        row.append(pen.rules(reply.cards[0].rule))
    return row


def _things(layout: Layout, pen: Pen) -> list[Element]:
    """A button for each thing while they are few, else a menu for each command."""
    menus = [pen.menu(menu, f"{at}") for at, menu in enumerate(layout.menus)]
    if len(layout.things) <= _AT_HAND:
        return [*menus, *(pen.button(each) for each in layout.things)]
    groups: dict[str, list[Control]] = {}
    for each in layout.things:
        groups.setdefault(each.first.command.partition(" ")[0], []).append(each)
    found = []
    for at, group in enumerate(groups.values(), start=len(menus)):
        acts = tuple(act for each in group for act in each.acts)
        found += [pen.button(group[0])] if len(group) == 1 else [pen.menu(Control(acts), f"{at}")]
    return [*menus, *found]


def _lines(reply: Reply, pen: Pen, links: Sequence[Link]) -> Iterator[Element]:
    """Buttons that type a command where no table offers acts, links, what else there is to read, and the proof."""
    lines = [] if reply.acts else [pen.say(line, main=len(reply.lines) == 1) for line in reply.lines[:10]]
    pages = [link_button(link) for link in links]
    menu = [pen.reading(reply.menu, "read")] if reply.menu is not None else []
    proof = [pen.button(Control((reply.proof,)))] if reply.proof is not None else []
    yield from rows([*lines, *pages, *menu, *proof], SMALL)


# --- one person's card -----------------------------------------------------------------------------------------------


def own_card(replies: Sequence[Reply], style: Style, now: float, *, page: int | None = None) -> Payload:
    """What one person alone reads. `page`: of the panel that **More…** opens; None: an answer."""
    body: list[Element] = []
    for at, reply in enumerate(replies):
        if at:
            body.append({"type": "Container", "items": [], "separator": True, "spacing": MEDIUM})
        with speaking(reply.language):
            body += _own_body(reply, style.pen(reply), now, page)
    table = next((reply.table for reply in replies if reply.table), "")
    first = replies[0] if replies else Reply()
    if style.where == "dialog" or (style.where == "own" and style.returns):
        with speaking(first.language):
            body += rows([style.pen(first).back(table)])
    return card_of(body, (), style.pen(first).words.plain(first.text))


def _own_body(reply: Reply, pen: Pen, now: float, page: int | None) -> Iterator[Element]:
    yield from heading(pen.words.plain(reply.heading))
    if not reply.hand:  # else it says the same as the cards
        yield from pen.words.prose(reply.story)
    if reply.sheet is not None:
        yield from own_sheet(reply.sheet, reply, pen)
    if reply.hand:
        yield from hand(reply.hand, pen)
    elif reply.drawing is not None:
        yield monospaced(reply.drawing.text)
    yield from pen.words.prose(reply.situation)
    yield from () if reply.lead else _clocks(reply, now)
    panel = panel_of(reply.acts, LIMITS, reply.sheet, things=page is not None or reply.sheet is not None)
    yield from rows(_own_acts(panel, reply, pen, page))
    yield from _lines(reply, pen, [link for link in reply.links if link.url])
    yield from _lead(panel, reply, pen, now)
    if panel.other:
        yield from rows([pen.others(panel.other, "else")])
    yield from small(pen.words.plain(reply.note))


def _own_acts(panel: Panel, reply: Reply, pen: Pen, page: int | None) -> list[Element]:
    """The main act first, or else menus of what somebody holds."""
    first = [pen.button(each) for each in panel.own.buttons if each.first.role == "main"]
    buttons = [pen.button(each) for each in panel.own.buttons if each.first.role != "main"]
    menus = [pen.menu(menu, f"own{at}") for at, menu in enumerate(panel.own.menus)]
    things = [pen.button(each) for each in panel.own.things]
    further = reply.table and (panel.more or (reply.more and reply.acts and page is None))
    more = [pen.more(reply.table, 0 if page is None else page + 1, str(MORE_LABEL))] if further else []
    return [*first, *menus, *things, *buttons, *more]


def _lead(panel: Panel, reply: Reply, pen: Pen, now: float) -> Iterator[Element]:
    """Below a line, what whoever leads reads and can do."""
    if not panel.lead and reply.lead is None:
        return
    sheet = [] if reply.lead is None else [*leading(reply.lead, reply, pen, now)]
    title = sheet or block([run(str(ui_texts.YOU_FACILITATE), bold=True)])
    yield {"type": "Container", "items": title, "separator": True, "spacing": MEDIUM}
    yield from rows([pen.button(each) for each in panel.lead])


def is_brief(replies: Sequence[Reply]) -> bool:
    """True if a line below the card says it all: a refusal, say."""
    if len(replies) != 1:
        return False
    reply = replies[0]
    more = reply.acts or reply.sheet or reply.lead or reply.hand or reply.drawing or reply.lines or reply.menu
    return not (more or reply.links or reply.files or reply.media) and len(reply.text) <= _SUMMARY_LIMIT


# --- what a message shrinks to, and what surrounds a card ------------------------------------------------------------


@in_its_language
def past_card(reply: Reply, style: Style) -> Payload:
    """The story to which the message before shrinks. A pin stays with it, where nobody reads it."""
    words = Words(reply.names, command=style.command)
    pin = [{"type": "TextBlock", "text": reply.past_pin, "isVisible": False}] if reply.past_pin else []
    return card_of([*words.prose(reply.past or ""), *pin], (), words.plain(reply.past or ""))


def without_controls(card: Payload) -> Payload:
    """A card of which only the words and the board are left: its table has moved on."""
    return {**card, "body": [each for each in card["body"] if each["type"] != "ActionSet"]}


@in_its_language
def with_downloads(reply: Reply, address: dict[str, str]) -> Reply:
    """The reply with a link for each of its files; without an address, a sentence."""
    links = tuple(Link(ui_texts.download(name), address[name]) for name, _ in reply.attached if name in address)
    missing = [ui_texts.no_download(name) for name, _ in reply.attached if name not in address]
    note = "\n".join(filter(None, (reply.note, *missing)))
    return replace(reply, links=(*reply.links, *links), note=note, files=(), media=None)


def is_download(link: Link) -> bool:
    return FILES in link.url


def message_of(card: Payload, summary: str = "") -> Payload:
    """The activity that shows a card. `summary`: what a phone's lock screen says."""
    attachment = {"contentType": CARD_TYPE, "content": card}
    shown = {"summary": shortened(summary, _SUMMARY_LIMIT)} if summary else {}
    return {"type": "message", "attachments": [attachment], **shown}


@in_its_language
def summary_of(reply: Reply, style: Style) -> str:
    words = Words(reply.names, command=style.command)
    return " ".join(words.plain(reply.call or reply.situation or reply.text).replace("`", "").split())
