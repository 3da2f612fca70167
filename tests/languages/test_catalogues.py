"""The catalogues: every translation has the holes, forms and markup of its English."""

import re
from collections import Counter
from typing import Any

import pytest

from tests.languages.messages import LANGUAGES, PACKAGES, PAGE, ROOT, catalogue_file, messages, page, read, updated

_HOLE = re.compile(r"(?<!\{)\{(\w+)(?:[^{}]*)\}")
_COMMAND = re.compile(r"`/[^`]*`")
_TAG = re.compile(r"</?\w+")
INFLECTED = {"noun"}  # holes that a language may leave out, because it would have to inflect what is in them

CATALOGUES = [(package, language) for package in PACKAGES for language in LANGUAGES]


def _faults(english: str, said: str, *, counted: bool) -> list[str]:
    faults = []
    holes, wanted = set(_HOLE.findall(said)), set(_HOLE.findall(english))
    optional = INFLECTED | ({"count"} if counted else set())
    if not holes <= wanted or not wanted - optional <= holes:
        faults.append(f"holes {sorted(holes)} instead of {sorted(wanted)}")
    for what, pattern in (("commands", _COMMAND), ("markup", _TAG)):
        if Counter(pattern.findall(english)) != Counter(pattern.findall(said)):
            faults.append(f"other {what}")
    if said.count("**") != english.count("**") or said.count("`") != english.count("`"):
        faults.append("other marks")
    if english[:1].isspace() != said[:1].isspace() or english[-1:].isspace() != said[-1:].isspace():
        faults.append("other spaces at its ends")
    return faults


@pytest.mark.parametrize(("package", "language"), CATALOGUES)
def test_translations_fit_their_english(package: str, language: str) -> None:
    faults = []
    for message in read(package, language):
        if not message.id or message.context == "number":  # a separator may be a space
            continue
        ids: Any = message.id if isinstance(message.id, tuple) else (message.id,)
        strings: Any = message.string if isinstance(message.string, tuple) else (message.string,)
        for number, said in enumerate(filter(None, strings)):
            english = ids[min(number, len(ids) - 1)]
            faults += [f"{english!r}: {fault}" for fault in _faults(english, said, counted=len(ids) > 1)]
    assert not faults, f"{catalogue_file(package, language)}:\n" + "\n".join(faults)


def test_catalogues_have_the_messages_of_the_code() -> None:
    """`make messages` has been run: what is missing is counted there, and is no fault."""
    behind = [
        str(catalogue_file(package, language))
        for package, found in messages().items()
        for language in LANGUAGES
        if {each.id for each in updated(package, language, found)} != {each.id for each in read(package, language)}
    ]
    assert not behind, f"Run `make messages`; out of date: {', '.join(behind)}"


def test_the_page_says_how_much_is_translated() -> None:
    """Only a release asks for nearly everything (docs/releasing.md)."""
    assert page() == (ROOT / PAGE).read_text("utf-8"), "run `make messages`"


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("{who} rolls", "{wer} würfelt"),
        ("{who} rolls", "würfelt"),
        ("use `/scrum roll`", "nutze `/scrum würfeln`"),
        ("press <b>Join</b>", "drück Join"),
    ],
)
def test_a_fault_is_found(english: str, said: str) -> None:
    assert _faults(english, said, counted=False)
