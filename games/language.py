"""The language in which something is said.

English is written where it is said; catalogues have it in other languages (`locale/de.po` of a package, in gettext's
format). Who reads decides: whoever composes words does so `with speaking(…)`, and everything called from there says
them in that language.

    t("{who} rolls {faces}.", who=…, faces=…)          a whole sentence with named holes
    n("{count} day", "{count} days", days)             a sentence that counts something
    p("weekday", "Fri")                                a word that needs its context
    WAITING = lazy("Waiting for players.")             said later: by `str(WAITING)`, or in a hole

What a catalogue doesn't have is said in English, sentence by sentence.
"""

import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache, lru_cache
from gettext import c2py  # reads the Plural-Forms of a catalogue
from importlib.resources import files

from games.values import value

ENGLISH = "en"

_CONTEXT = "\x04"  # between a context and its text, as gettext has it


@value
class Catalogue:
    """The sentences of one language, by their English."""

    tag: str  # as browsers and platforms write it: `pt-BR`
    name: str  # of the language, in the language itself
    texts: Mapping[str, str]
    counted: Mapping[str, tuple[str, ...]]  # by the English singular: a form for each result of `form`
    form: Callable[[int], int]


def _english_form(count: int) -> int:
    return int(count != 1)


_IN_ENGLISH = Catalogue(ENGLISH, "English", {}, {}, _english_form)  # not prose
_spoken: ContextVar[Catalogue] = ContextVar("spoken", default=_IN_ENGLISH)


# --- saying ----------------------------------------------------------------------------------------------------------


class Lazy:
    """A text that is declared once and said later, in the language of that moment: as `str(…)`, or in a hole."""

    __slots__ = ("context", "text")

    def __init__(self, text: str, context: str = "") -> None:
        self.text = text
        self.context = context

    def __str__(self) -> str:
        return _found(self.context, self.text)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"lazy({self.text!r})"

    def __bool__(self) -> bool:
        return bool(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lazy) and (self.text, self.context) == (other.text, other.context)

    def __hash__(self) -> int:
        return hash((self.text, self.context))


Text = str | Lazy  # what is declared once and read by people: a `str` is said as it is


def lazy(text: str) -> Lazy:
    return Lazy(text)


def lazy_p(context: str, text: str) -> Lazy:
    return Lazy(text, context)


def source(text: Text) -> str:
    """The English of a declared text, whichever language is spoken: a key that can be stored and compared."""
    return text.text if isinstance(text, Lazy) else text


def t(text: Text, /, **holes: object) -> str:
    """Say a text. Its holes are filled with what is passed by their names."""
    if isinstance(text, Lazy):
        return _filled(_found(text.context, text.text), text.text, holes)
    spoken = _spoken.get()
    if spoken is _IN_ENGLISH:
        return text.format_map(holes) if holes else text
    said = spoken.texts.get(text, text)
    return _filled(said, text, holes) if holes else said


def n(one: str, other: str, count: int, /, **holes: object) -> str:
    """Say a text that counts something; `{count}` is the number."""
    spoken, english = _spoken.get(), one if count == 1 else other
    if spoken is _IN_ENGLISH:
        return english.format_map({"count": count, **holes})
    forms = spoken.counted.get(one)
    said = spoken.texts.get(english, english) if forms is None else forms[spoken.form(count)]
    return _filled(said, english, {"count": count, **holes})


def p(context: str, text: str, /, **holes: object) -> str:
    """Say a text that is translated differently in other places."""
    return _filled(_found(context, text), text, holes)


def _found(context: str, text: str) -> str:
    spoken = _spoken.get()
    if spoken is _IN_ENGLISH:
        return text
    texts = spoken.texts
    return texts.get(f"{context}{_CONTEXT}{text}", text) if context else texts.get(text, text)


def _filled(said: str, english: str, holes: Mapping[str, object]) -> str:
    if not holes:
        return said
    try:
        return said.format_map(holes)
    except (KeyError, IndexError, ValueError, AttributeError):  # a fault of the catalogue, which nobody should notice
        return english.format_map(holes)


# --- choosing --------------------------------------------------------------------------------------------------------


def spoken() -> str:
    """The tag of the language in which things are said now."""
    return _spoken.get().tag


class speaking:  # noqa: N801  used like a function; a class, because a generator takes three times as long
    """Say everything in this language, or one close to it: `de-AT` is `de`. English if there is none."""

    __slots__ = ("_before", "_catalogue")

    def __init__(self, tag: str) -> None:
        self._catalogue = _closest(tag)

    def __enter__(self) -> None:
        self._before = _spoken.set(self._catalogue)

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._before)


@lru_cache(maxsize=1024)  # browsers may ask for anything
def _closest(tag: str) -> Catalogue:
    return catalogue(known(tag) or ENGLISH)


@lru_cache(maxsize=1000)  # browsers may ask for anything
def known(tag: str) -> str:
    """The language that comes closest to a tag of a platform, `pt_PT` or `de-CH`; empty if there is none."""
    wanted = tag.replace("_", "-").casefold()
    by_tag = {each.casefold(): each for each in languages()}
    if wanted in by_tag:
        return by_tag[wanted]
    family, _, _ = wanted.partition("-")
    return next((each for each in languages() if family and each.casefold().partition("-")[0] == family), "")


# --- catalogues ------------------------------------------------------------------------------------------------------

_packages: dict[str, None] = {"games": None}  # that have catalogues, in the order in which they were added
_made: dict[
    str, Catalogue
] = {}  # by tag: languages that no file has, such as one that only shows what isn't translated

_HEADER = re.compile(r"^(?P<name>[\w-]+): (?P<value>.*)$", re.MULTILINE)
_ENTRY = re.compile(r'^(?P<part>msgctxt|msgid|msgid_plural|msgstr(?:\[(?P<form>\d)\])?)? ?"(?P<text>.*)"$')
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}


def add_catalogues(package: str) -> None:
    """Use the catalogues in the folder `locale` of a package."""
    if package and package not in _packages:
        _packages[package] = None
        _forget()


def add_language(made: Catalogue) -> None:
    """Use a language that is made by a program."""
    _made[made.tag] = made
    _forget()


def _forget() -> None:
    catalogue.cache_clear()
    languages.cache_clear()
    known.cache_clear()
    _closest.cache_clear()


@cache
def languages() -> dict[str, str]:
    """The languages that there are, English first: by tag, what people who speak them call them."""
    found = {ENGLISH: _IN_ENGLISH.name}
    for package in _packages:
        for tag in sorted(_tags(package)):
            if tag not in found:
                head, _, _ = _read(package, tag).partition("\n\n")
                found[tag] = _headers(_entries(head).get("", "")).get("X-Language-Name", tag)
    return found | {tag: made.name for tag, made in _made.items()}


@cache
def catalogue(tag: str) -> Catalogue:
    """Everything that all packages have in this language."""
    if tag in _made:
        return _made[tag]
    if tag == ENGLISH or tag not in languages():
        return _IN_ENGLISH
    texts: dict[str, str] = {}
    counted: dict[str, tuple[str, ...]] = {}
    form: Callable[[int], int] = _english_form
    for package in reversed(_packages):  # what comes first has the last word: a plugin rewords nothing of ours
        entries = _entries(_read(package, tag))
        if rule := re.search(r"plural=([^;]+)", _headers(entries.pop("", "")).get("Plural-Forms", "")):
            form = c2py(rule[1])
        texts |= {key: said for key, said in entries.items() if isinstance(said, str)}
        counted |= {key: said for key, said in entries.items() if not isinstance(said, str)}
    return Catalogue(tag, languages()[tag], texts, counted, form)


def _tags(package: str) -> list[str]:
    folder = files(package) / "locale"
    if not folder.is_dir():
        return []
    names = (each.name for each in folder.iterdir())
    return [name.removesuffix(".po").replace("_", "-") for name in names if name.endswith(".po")]


def _read(package: str, tag: str) -> str:
    file = files(package) / "locale" / f"{tag.replace('-', '_')}.po"
    return file.read_text("utf-8") if file.is_file() else ""


def _headers(header: object) -> dict[str, str]:
    return {found["name"]: found["value"] for found in _HEADER.finditer(str(header))}


def _entries(po: str) -> dict[str, str | tuple[str, ...]]:
    """The translated entries of a catalogue by their English; what is missing or marked as fuzzy is left out."""
    found: dict[str, str | tuple[str, ...]] = {}
    for block in re.split(r"\n\s*\n", po):
        parts: dict[str, str] = {}
        last = ""
        lines = block.splitlines()
        if any(line.startswith("#,") and "fuzzy" in line for line in lines):
            continue
        for line in lines:
            if entry := _ENTRY.match(line):
                last = entry["part"] or last
                parts[last] = parts.get(last, "") + _unescaped(entry["text"])
        said = [text for part, text in parts.items() if part.startswith("msgstr")]
        if "msgid" in parts and all(said):
            context = f"{parts['msgctxt']}{_CONTEXT}" if "msgctxt" in parts else ""
            found[context + parts["msgid"]] = tuple(said) if "msgid_plural" in parts else said[0]
    return found


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text) if "\\" in text else text
