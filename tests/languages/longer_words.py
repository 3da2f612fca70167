"""A language that shows what isn't translated: every English message with accents, and longer by two fifths."""

import re
from collections.abc import Iterator, Mapping

from games import language
from games.language import Catalogue

_KEPT = re.compile(r"(\{\w+\}|</?[a-z]+>|`[^`]*`|/scrum \w+|%)")  # holes, tags, code
_ACCENTS = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
_VOWEL = re.compile(r"([aeiouyAEIOUY])")


def said(text: str) -> str:
    """`Join` becomes `Jóóííñ`: a vowel more for every vowel."""
    parts = _KEPT.split(text)
    longer = [part if at % 2 else _VOWEL.sub(_twice, part).translate(_ACCENTS) for at, part in enumerate(parts)]
    return "".join(longer)


def _twice(vowel: re.Match[str]) -> str:
    return vowel[1] + vowel[1].lower()


class _Texts(Mapping[str, str]):
    def __getitem__(self, key: str) -> str:
        text = key.rpartition("\x04")[2]
        return text if text in {", ", ",", "."} else said(text)  # between words, and in numbers

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _Counted(Mapping[str, tuple[str, ...]]):
    def __getitem__(self, one: str) -> tuple[str, ...]:
        return (said(one),)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def add(tag: str) -> None:
    """Let the language be spoken under this tag."""
    language.add_language(Catalogue(tag, said("Pseudo"), _Texts(), _Counted(), lambda _: 0))


def remove(tag: str) -> None:
    language._made.pop(tag, None)  # programs never take a language away
    language._forget()
