"""A language that nobody speaks: English with accents, 40% longer, so that what is left in English stands out."""

import re
from collections.abc import Iterator, Mapping

from games import language
from games.language import Catalogue, add_language

TAG = "en-XA"

_ACCENTS = str.maketrans("aceginosuyACEGINOSUY", "áčéģíñóšúýÁČÉĢÍÑÓŠÚÝ")
# holes, commands and markup stay as they are
_KEPT = re.compile(r"(\{[^{}]*\}|`[^`]*`|<[^<>]*>|\*\*|\{\{|\}\})")


def accented(text: str) -> str:
    """The text in the pseudo-language."""
    parts = _KEPT.split(text)
    said = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    letters = sum(len(part) for index, part in enumerate(parts) if not index % 2)
    return f"{said}{'~' * round(0.4 * letters)}" if text.strip() else text


class _Accented(Mapping[str, str]):
    def __getitem__(self, key: str) -> str:
        context, _, text = key.rpartition("\x04")
        return text if context in {"list", "number"} else accented(text)

    def get(self, key: str, default: object = None) -> str:
        return self[key]

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _Counted(Mapping[str, tuple[str, ...]]):
    """The one form that a sentence which counts something has here."""

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return (accented(key),)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def install() -> None:
    """Add the pseudo-language to those that there are."""
    add_language(Catalogue(TAG, "Pseudo", _Accented(), _Counted(), lambda _: 0))


def remove(tag: str = TAG) -> None:
    """Take a language away that a test has made; programs never do."""
    language._made.pop(tag, None)
    language._forget()
