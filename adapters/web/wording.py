"""What our pages and their JavaScript say, in another language.

English is in the pages themselves: in texts, and in the attributes that people read. A sentence with markup inside is
one message with its tags, without their attributes: `Press <b>Join</b>.` A translation is text, not markup: all of it
is escaped but the tags that the English message has too. One whose tags are others, or aren't closed in order, isn't
used.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

from adapters.web.languages import direction
from games.language import Catalogue

Message = tuple[int, str, str, str]  # line, context, singular, plural; both may be empty but the singular

BRAND = "Scrum Table"  # not prose

# --- pages -----------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"<!--.*?-->|<!doctype[^>]*>|<(?P<end>/?)(?P<tag>[a-z][a-z0-9]*)(?P<attributes>[^>]*)>", re.DOTALL)
_ATTRIBUTE = re.compile(r'(?P<name>[a-z-]+)="(?P<value>[^"]*)"')
_SAID_TAG = re.compile(r"(<(?P<end>/?)(?P<tag>[a-z][a-z0-9]*)>)")
_LETTER = re.compile(r"[^\W\d_]")
_VOID = {"img", "input", "link", "meta"}
_INLINE = {"a", "b", "code", "i", "kbd", "label", "span"}
_READ = {"alt", "aria-label", "placeholder", "title"}  # attributes
_HTML = '<html lang="en">'
_SCRIPT = '    <script type="module"'


@dataclass(slots=True)
class _Element:
    tag: str
    starts: int  # before its first tag
    begins: int  # after that
    ends: int = 0  # before its last tag
    stops: int = 0  # after that
    children: list["_Element"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page says something: from `begins` to `ends`."""

    begins: int
    ends: int
    text: str  # the English message
    attributes: tuple[tuple[str, str], ...] | None = ()  # of each tag inside, in order; None: it is an attribute itself

    def saying(self, said: str) -> str | None:
        """The translation as markup; None if it isn't one of this message."""
        if self.attributes is None:
            return escape(said)
        tags = _tags(said)
        if tags is None or Counter(tags) != Counter(tag for tag, _ in self.attributes):
            return None
        left = {tag: [each for name, each in self.attributes if name == tag] for tag, _ in self.attributes}
        parts = []
        for part in re.split(r"(</?[a-z][a-z0-9]*>)", said):
            tag = _SAID_TAG.fullmatch(part)
            if tag is None:
                parts.append(escape(part, quote=False))
            else:
                parts.append(part if tag["end"] else f"<{tag['tag']}{left[tag['tag']].pop(0)}>")
        return "".join(parts)


def _tags(text: str) -> list[str] | None:
    """The tags that begin in a text; None if they don't end in order."""
    found, is_open = list[str](), list[str]()
    for tag in _SAID_TAG.finditer(text):
        if not tag["end"]:
            found.append(tag["tag"])
            is_open.append(tag["tag"])
        elif not is_open or is_open.pop() != tag["tag"]:
            return None
    return None if is_open else found


def places(page: str) -> list[Place]:
    """Everything that a page says, in order."""
    found = [*_texts(page, _parsed(page)), *_attributes(page)]
    return sorted(found, key=lambda each: each.begins)


def _parsed(page: str) -> _Element:
    inside = [_Element("", 0, 0, len(page), len(page))]
    for token in _TOKEN.finditer(page):
        if not token["tag"]:
            continue
        if not token["end"]:
            element = _Element(token["tag"], token.start(), token.end(), token.end(), token.end())
            inside[-1].children.append(element)
            if token["tag"] not in _VOID:
                inside.append(element)
        else:
            closed = inside.pop()
            if closed.tag != token["tag"]:
                raise ValueError(f"<{closed.tag}> is closed by </{token['tag']}>")
            closed.ends, closed.stops = token.start(), token.end()
    return inside[0]


def _texts(page: str, element: _Element) -> Iterator[Place]:
    if _says(page, element):
        yield _place(page, element)
        return
    for child in element.children:
        yield from _texts(page, child)


def _says(page: str, element: _Element) -> bool:
    """Whether there are words in the element itself, not only in what it contains."""
    own, done = "", element.begins
    for child in element.children:
        own, done = own + page[done : child.starts], child.stops
    own = _TOKEN.sub("", own + page[done : element.ends]).strip()
    if not _is_read(own):
        return False
    if any(each.tag not in _INLINE for each in _all(element)):
        raise ValueError(f"“{own[:40]}” has other elements around it: put it into one of its own")
    return True


def _all(element: _Element) -> Iterator[_Element]:
    for child in element.children:
        yield child
        yield from _all(child)


def _is_read(text: str) -> bool:
    """Whether it is words for people: not a command, a sign, or our name."""
    return bool(_LETTER.search(text)) and not text.startswith("/") and text != BRAND


def _place(page: str, element: _Element) -> Place:
    inner = page[element.begins : element.ends]
    text = inner.strip()
    begins = element.begins + inner.index(text)
    tags = [(each["tag"], each["attributes"]) for each in _TOKEN.finditer(text) if not each["end"]]
    bare = re.sub(r"<([a-z0-9]+)[^>]*>", r"<\1>", text)
    return Place(begins, begins + len(text), unescape(bare), tuple(tags))


def _attributes(page: str) -> Iterator[Place]:
    for token in _TOKEN.finditer(page):
        within = token["attributes"] or ""
        described = token["tag"] == "meta" and 'name="description"' in within
        for each in _ATTRIBUTE.finditer(within):
            named = each["name"] in _READ or (described and each["name"] == "content")
            value = unescape(each["value"])
            if named and _is_read(value) and (value[0].isupper() or " " in value):
                begins = token.start("attributes") + each.start("value")
                yield Place(begins, begins + len(each["value"]), value, None)


def said_in(page: str, catalogue: Catalogue, words: str) -> str:
    """The page in another language; `words` is the address of what its JavaScript says."""
    parts, done = [], 0
    for place in places(page):
        said = catalogue.texts.get(place.text)
        markup = place.saying(said) if said else None
        if markup is not None and place.begins >= done:
            parts += [page[done : place.begins], markup]
            done = place.ends
    whole = "".join([*parts, page[done:]])
    turned = ' dir="rtl"' if direction(catalogue.tag) == "rtl" else ""
    whole = whole.replace(_HTML, f'<html lang="{escape(catalogue.tag)}"{turned}>', 1)
    script = f'{_SCRIPT} src="{words}" blocking="render"></script>\n'  # not prose
    return whole.replace(_SCRIPT, script + _SCRIPT, 1)


# --- JavaScript ------------------------------------------------------------------------------------------------------

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_CALL = re.compile(rf"(?<![\w.$#])(?P<how>[tnp])\(\s*(?P<first>{_STRING})(?:\s*,\s*(?P<second>{_STRING}))?")
_CONTEXT = "\x04"  # between a context and its text, as gettext has it
_COUNTS = 200  # that the page is told the form of; higher ones repeat those from 100


def messages(source: str) -> Iterator[Message]:
    """What a module says with `t`, `n` and `p`."""
    for call in _CALL.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        first, second = json.loads(call["first"]), json.loads(call["second"] or '""')
        match call["how"]:
            case "t":
                yield line, "", first, ""
            case "n":
                yield line, "", first, second
            case _:
                yield line, first, second, ""


def messages_of(modules: Iterable[Path]) -> frozenset[tuple[str, str, str]]:
    return frozenset(each[1:] for path in modules for each in messages(path.read_text("utf-8")))


def words(catalogue: Catalogue, wanted: Iterable[tuple[str, str, str]]) -> str:
    """A module with what JavaScript says, in this language. It is data: nothing in it is carried out."""
    texts: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    for context, singular, plural in sorted(wanted):
        key = f"{context}{_CONTEXT}{singular}" if context else singular
        if plural and (forms := catalogue.counted.get(singular)):
            counted[singular] = forms
        elif not plural and (said := catalogue.texts.get(key)):
            texts[key] = said
    taken = "".join(str(catalogue.form(count)) for count in range(_COUNTS))
    data = {"texts": texts, "counted": counted, "forms": taken}
    return f"globalThis.scrumTableWords = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"  # not prose
