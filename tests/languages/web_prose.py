"""Prose of the web table that no catalogue can have: in JavaScript, what is written outside `t`, `n` and `p`.

`python -m tests.languages.web_prose` lists it. A string that only looks like prose has `// not prose` on its line. In
pages everything that people read is in the catalogue, so there it is only checked that each text can be found.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from adapters.web import wording
from adapters.web.assets import VENDOR
from tests.languages.prose import ROOT, is_prose

STATIC = ROOT / "adapters" / "web" / "static"
PAGES = ROOT / "adapters" / "web" / "pages"
MARKED = "// not prose"

_SAID = re.compile(r'(?<![\w.$#])(?:t\(|n\((?:"(?:[^"\\]|\\.)*",\s*)?|p\((?:"(?:[^"\\]|\\.)*",\s*)?)\s*$')
# what is written directly after these is read by programs: selectors, keys, names of classes, lines for the server
_UNREAD = re.compile(
    r"""(?:
        (?:closest|matches|matchMedia|querySelector(?:All)?|Error|RangeError|supports|say|mark)\(\s*
        | (?:===|!==)\s*
        | \bcase\s
        | \b(?:from|import)\s
        | \b(?:class|className|easing|rotate|translate|transform|scale|autocomplete|id)["']?\s*[:=]\s*
    )$""",
    re.VERBOSE,
)
_REGEX_FOLLOWS = re.compile(r"(?:^|[(,=:\[!&|?{};+\n]|=>|\breturn|\bcase)\s*$")
_REGEX = re.compile(r"/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_STYLE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]*)*|[\d.-]+[a-z%]*|\S*[:#\[\]()_=/,]\S*")
_OF_SENTENCES = re.compile(
    r"\b(?:a|all|and|are|been|by|everybody|for|from|has|have|here|in|is|it|no|nobody|not|now|of|on|only|or|so|that|the|"
    r"their|there|this|to|was|will|with|yet|you|your)\b"
)


def strings(source: str) -> Iterator[tuple[int, str, str]]:
    """The strings of a module: line, text (holes are spaces), and the code before it."""
    yield from _scan(source, 0, len(source), source)


def _scan(source: str, at: int, end: int, whole: str) -> Iterator[tuple[int, str, str]]:
    while at < end:
        here = source[at]
        if source.startswith("//", at):
            at = source.find("\n", at) if "\n" in source[at:end] else end
        elif source.startswith("/*", at):
            at = source.index("*/", at) + 2
        elif here == "/" and _REGEX_FOLLOWS.search(source, 0, at) and (found := _REGEX.match(source, at)):
            at = found.end()
        elif here in "\"'":
            close = re.compile(rf"(?:[^{here}\\\n]|\\.)*").match(source, at + 1)
            assert close is not None
            yield whole.count("\n", 0, at) + 1, close[0], source[max(0, at - 200) : at]
            at = close.end() + 1
        elif here == "`":
            text, holes, after = _template(source, at)
            yield whole.count("\n", 0, at) + 1, text, source[max(0, at - 200) : at]
            for begins, stops in holes:
                yield from _scan(source, begins, stops, whole)
            at = after
        else:
            at += 1


def _template(source: str, at: int) -> tuple[str, list[tuple[int, int]], int]:
    """A template's text without what fills it, where that is, and where the template ends."""
    text, holes = "", []
    at += 1
    while source[at] != "`":
        if source[at] == "\\":
            text, at = text + source[at + 1], at + 2
        elif source.startswith("${", at):
            stops = _closing(source, at + 2)
            holes.append((at + 2, stops))
            text, at = text + " ", stops + 1
        else:
            text, at = text + source[at], at + 1
    return text, holes, at + 1


def _closing(source: str, at: int) -> int:
    """The brace that ends what fills a template."""
    depth = 0
    while depth or source[at] != "}":
        if source[at] == "`":
            at = _template(source, at)[2]
            continue
        if source[at] in "\"'":
            closing = re.compile(rf"(?:[^{source[at]}\\\n]|\\.)*").match(source, at + 1)
            assert closing is not None
            at = closing.end()
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        at += 1
    return at


def in_javascript(source: str) -> list[tuple[int, str]]:
    """The prose of a module outside the catalogue, by line."""
    lines = source.splitlines()
    found = []
    for line, text, before in strings(source):
        if not is_prose(text) or MARKED in lines[line - 1]:
            continue
        if _SAID.search(before) or _UNREAD.search(before) or _is_style(text):
            continue
        found.append((line, text))
    return found


def _is_style(text: str) -> bool:
    """Names of classes, lengths and the like: nothing that begins with a capital letter, no word of a sentence."""
    return all(_STYLE.fullmatch(word) for word in text.split()) and not _OF_SENTENCES.search(text)


def in_html(page: str) -> list[str]:
    """The words of a page that no message has."""
    left = page
    for place in reversed(wording.places(page)):
        left = left[: place.begins] + left[place.ends :]
    text = re.sub(r"<[^>]*>", "\n", left.partition("<body")[2]).replace(wording.BRAND, "")
    return [line.strip() for line in text.splitlines() if is_prose(line)]


def modules() -> list[Path]:
    """Ours, without what others wrote."""
    return sorted(path for path in STATIC.rglob("*.js") if path.parent.name != VENDOR)


def everywhere() -> list[str]:
    found = []
    for path in modules():
        said = in_javascript(path.read_text("utf-8"))
        found += [f"{path.relative_to(ROOT)}:{line}: {text[:110]!r}" for line, text in said]
    for path in sorted(PAGES.rglob("*.html")):
        found += [f"{path.relative_to(ROOT)}: {text[:110]!r}" for text in in_html(path.read_text("utf-8"))]
    return found


if __name__ == "__main__":
    prose = everywhere()
    sys.stdout.write("\n".join([*prose, f"{len(prose)} found\n"]))
