"""The messages of each catalogue: what `make messages` finds in the code and its data, and merges into `locale/*.po`.

python -m tests.languages.messages          update every catalogue, and say what is missing in each language
python -m tests.languages.messages de nl    the same for these; a language that is new gets empty catalogues
"""

import ast
import gc
import io
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from babel.messages import pofile
from babel.messages.catalog import Catalog

from adapters.web.assets import VENDOR
from games import GAMES
from games.language import Lazy
from games.rulebook import read_lessons, read_rules
from games.sprint.board import cards
from games.values import value
from tests.languages.extraction import in_html, in_javascript

ROOT = Path(__file__).parents[2]
LANGUAGES = {"de": "Deutsch", "fr": "Français", "es": "Español", "pt_BR": "Português (Brasil)"}
PAGE = "docs/translating.md"
_TABLE = "| language | translated | of |\n|---|---|---|\n"
# each package with the folders whose messages are in its `locale`; a message belongs to the first that has it
PACKAGES = {
    "games": ["games/*.py", "games/graphics/*.py"],
    "games/sprint": ["games/sprint/**/*"],
    "games/scrumkin": ["games/scrumkin/**/*"],
    "games/rugby": ["games/rugby/**/*"],
    "games/retro": ["games/retro/**/*"],
    "bot": ["bot/kernel/**/*.py", "bot/features/**/*.py", "bot/pictures/*.py"],
    "adapters": [
        f"adapters/{each}" for each in ("*.py", "discord/**/*.py", "slack/**/*.py", "teams/**/*.py", "console/*.py")
    ],
    "adapters/web": ["adapters/web/**/*"],
}
# a game that isn't translated yet has no catalogue
TRANSLATED = [key for key in GAMES if f"games/{key}" in PACKAGES]


@value
class Message:
    text: str
    plural: str = ""
    context: str = ""

    @property
    def id(self) -> str | tuple[str, str]:
        return (self.text, self.plural) if self.plural else self.text


Found = dict[Message, list[tuple[str, int]]]


def in_python(path: Path) -> Iterator[tuple[int, Message]]:
    """What is said in a module, also inside f-strings, where Babel's own reader doesn't look before Python 3.12."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="t" | "lazy"), args=[ast.Constant(value=str() as text), *_]) if text:
                yield node.lineno, Message(text)
            case ast.Call(
                func=ast.Name(id="n"), args=[ast.Constant(value=str() as one), ast.Constant(value=str() as other), *_]
            ):
                yield node.lineno, Message(one, other)
            case ast.Call(
                func=ast.Name(id="p" | "lazy_p"),
                args=[ast.Constant(value=str() as context), ast.Constant(value=str() as text), *_],
            ):
                yield node.lineno, Message(text, context=context)


def declared() -> frozenset[str]:
    """The texts that are said later, those of data files among them."""
    for patterns in PACKAGES.values():  # whatever is imported besides, by a test, must make no difference
        for pattern in patterns:
            for path in ROOT.glob(pattern):
                if path.suffix == ".py" and path.stem not in {"doctor", "__main__"}:
                    import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    kits = [GAMES[key].debrief.kit() for key in TRANSLATED]
    decks = [cards()]
    assert all((*kits, *decks)), "they are read when they are first needed"
    return frozenset(each.text for each in gc.get_objects() if isinstance(each, Lazy))


def in_toml(path: Path, said: frozenset[str]) -> Iterator[tuple[int, Message]]:
    """The strings of a data file that are said: those that were declared, and whatever a deck has on its cards."""
    text = path.read_text("utf-8")
    on_cards = (
        {row[name] for row in _cards(tomllib.loads(text)) for name in ("title", "text")} if _is_deck(path) else ()
    )
    for found in _strings(tomllib.loads(text)):
        if found in said or found in on_cards:
            head = found.strip().partition("\n")[0][:40]
            yield text[: max(0, text.find(head))].count("\n") + 1, Message(found)


def _is_deck(path: Path) -> bool:
    """True for the cards of Scrumkin, which tables keep as they were opened with: they are said from there."""
    return path.parts[-3:-1] == ("scrumkin", "data") and path.name != "debrief.toml"


def _cards(deck: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for rows in deck.values():
        yield from rows if isinstance(rows, list) else ()


def _strings(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
            yield data.strip()
        case dict():
            for each in data.values():
                yield from _strings(each)
        case list():
            for each in data:
                yield from _strings(each)


def in_markdown(path: Path) -> Iterator[tuple[int, Message]]:
    """The sections of a game's rules, or the lessons of its tutorial."""
    package = ".".join(path.relative_to(ROOT).parts[:-2])
    if path.name == "rules.md":
        texts = [text for topic in read_rules(package) for text in (topic.title, topic.text)]
    else:
        texts = [text for lesson in read_lessons(package) for text in (lesson.text, lesson.on_page)]
    whole = path.read_text("utf-8")
    for text in texts:
        if isinstance(text, Lazy) and text.text:
            yield whole[: whole.find(text.text)].count("\n") + 1, Message(text.text)


def in_file(path: Path, said: frozenset[str]) -> Iterable[tuple[int, Message]]:
    match path.suffix:
        case ".py":
            return in_python(path)
        case ".toml":
            return in_toml(path, said)
        case ".md" if path.name in {"rules.md", "lessons.md"}:
            return in_markdown(path)
        case ".js" if path.parent.name != VENDOR:
            return ((line, Message(one, other, context)) for line, context, one, other in in_javascript(path))
        case ".html":
            return ((line, Message(one, other, context)) for line, context, one, other in in_html(path))
    return ()


def messages() -> dict[str, Found]:
    """The messages of each package, each in the first that has it, with the places where they are."""
    said = declared()
    everywhere: dict[str, Found] = {}
    known: set[Message] = set()
    for package, patterns in PACKAGES.items():
        found: Found = {}
        for pattern in patterns:
            for path in sorted(ROOT.glob(pattern)):
                for line, message in in_file(path, said) if path.is_file() else ():
                    if message not in known:
                        found.setdefault(message, []).append((path.relative_to(ROOT).as_posix(), line))
        known |= found.keys()
        everywhere[package] = found
    return everywhere


def catalogue_file(package: str, language: str) -> Path:
    return ROOT / package / "locale" / f"{language}.po"


def read(package: str, language: str) -> Catalog:
    file = catalogue_file(package, language)
    if not file.exists():
        return Catalog(locale=language, domain=package)
    with file.open("rb") as content:
        return pofile.read_po(content, locale=language, domain=package)


def updated(package: str, language: str, found: Found) -> Catalog:
    """A language's catalogue with the messages of now. What was translated stays; what is gone goes."""
    before = read(package, language)
    after = Catalog(
        locale=language, domain=package, header_comment=f"# {package} in {LANGUAGES.get(language, language)}."
    )
    for message, places in found.items():
        old = before.get(message.text, context=message.context or None)
        plural = bool(message.plural)
        string: Any = old.string if old is not None and isinstance(old.id, tuple) is plural else ""
        files = [(file, 0) for file in dict.fromkeys(file for file, _ in places)]
        after.add(message.id, string=string, context=message.context or None, locations=files)
    return after


def write(package: str, language: str, catalogue: Catalog) -> None:
    """Write a catalogue without dates and people, so that only what changed is a difference."""
    written = io.BytesIO()
    pofile.write_po(written, catalogue, width=0, include_lineno=False, omit_header=True, sort_by_file=False)
    plural = catalogue.plural_forms
    head = [
        f"# {package}: {LANGUAGES.get(language, language)}",
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        f'"X-Language-Name: {LANGUAGES.get(language, language)}\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        '"MIME-Version: 1.0\\n"',
        f'"Plural-Forms: {plural}\\n"',
    ]
    file = catalogue_file(package, language)
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(head) + "\n\n" + written.getvalue().decode("utf-8").strip("\n") + "\n", "utf-8")


def missing(catalogue: Catalog) -> int:
    """The number of messages without a translation."""
    return sum(1 for each in catalogue if each.id and not all(_forms(each.string)))


def _forms(string: Any) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (string,)


def counts() -> dict[str, tuple[int, int]]:
    """For each language, how many of its messages are translated, and how many there are."""
    found: dict[str, tuple[int, int]] = {}
    for language in LANGUAGES:
        catalogues = [read(package, language) for package in PACKAGES]
        total = sum(len(each) for each in catalogues)
        found[language] = total - sum(map(missing, catalogues)), total
    return found


def page() -> str:
    """The page for translators, with the counts of now."""
    rows = [f"| {LANGUAGES[language]} | {done} | {of} |" for language, (done, of) in counts().items()]
    before, head, after = (ROOT / PAGE).read_text("utf-8").partition(_TABLE)
    rest = after.split("\n\n", 1)[1]
    return f"{before}{head}{chr(10).join(rows)}\n\n{rest}"


def main() -> None:
    languages = sys.argv[1:] or list(LANGUAGES)
    for package, found in messages().items():
        for language in languages:
            write(package, language, updated(package, language, found))
    (ROOT / PAGE).write_text(page(), "utf-8")
    for language, (done, of) in counts().items():
        print(f"{language}: {done} of {of} messages, {of - done} missing")


if __name__ == "__main__":
    main()
