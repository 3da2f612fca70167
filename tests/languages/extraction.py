"""The messages in our files, for the catalogues: line, context, singular and plural of each."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from babel.messages.extract import extract_javascript

from adapters.web import wording

Message = tuple[int, str, str, str]

_SAYING = {"t": None, "n": None, "p": None}  # Babel passes on all of their arguments


def in_javascript(path: Path) -> Iterator[Message]:
    """What a module says with `t(text)`, `n(one, other, count)` and `p(context, text)`."""
    with path.open("rb") as file:
        found = extract_javascript(file, _SAYING, (), {"encoding": "utf-8", "parse_template_string": True})
        for line, how, texts, _ in found:
            given = cast("str | Sequence[str | None]", texts)  # None: what isn't a plain string
            match how, [given] if isinstance(given, str) else [text for text in given if text]:
                case "t", [text, *_]:
                    yield line, "", text, ""
                case "n", [one, other, *_]:
                    yield line, "", one, other
                case "p", [context, text, *_]:
                    yield line, context, text, ""
                case _:
                    pass  # a parameter of the same name


def in_html(path: Path) -> Iterator[Message]:
    """What a page says, in texts and in attributes; a sentence keeps its tags, without their attributes."""
    page = path.read_text("utf-8")
    for place in wording.places(page):
        yield page.count("\n", 0, place.begins) + 1, "", place.text, ""
