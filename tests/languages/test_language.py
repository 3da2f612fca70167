"""The mechanism: what is said, in which language, and what happens where a catalogue has a gap or a fault."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import language
from games.language import (
    Catalogue,
    add_catalogues,
    add_language,
    known,
    languages,
    lazy,
    lazy_p,
    n,
    p,
    speaking,
    spoken,
    t,
)
from tests.languages.pseudo import remove

GERMAN = Catalogue(
    "tl-DE",
    "Testsprache",
    {
        "{who} rolls {faces}.": "{who} würfelt {faces}.",
        "Waiting for players.": "Warten auf Mitspieler.",
        "die\x04face": "Seite",
        "broken {hole}": "kaputt {other}",
        "open {hole}": "offen {",
    },
    {"{count} day": ("{count} Tag", "{count} Tage")},
    lambda count: int(count != 1),
)


@pytest.fixture(autouse=True)
def _test_language() -> Iterator[None]:
    add_language(GERMAN)
    yield
    remove(GERMAN.tag)


def test_english_is_said_as_it_is_written() -> None:
    assert t("{who} rolls {faces}.", who="Ben", faces="3") == "Ben rolls 3."
    assert [n("{count} day", "{count} days", count) for count in (0, 1, 2)] == ["0 days", "1 day", "2 days"]
    assert p("die", "face") == "face"


def test_another_language_is_said_from_its_catalogue() -> None:
    with speaking("tl-DE"):
        assert t("{who} rolls {faces}.", who="Ben", faces="3") == "Ben würfelt 3."
        assert [n("{count} day", "{count} days", count) for count in (0, 1, 2)] == ["0 Tage", "1 Tag", "2 Tage"]
        assert p("die", "face") == "Seite"
        assert t("face") == "face", "without its context it is another word"
    assert spoken() == "en"


def test_what_is_missing_is_said_in_english() -> None:
    with speaking("tl-DE"):
        assert t("{who} stays.", who="Ben") == "Ben stays."
        assert n("{count} hour", "{count} hours", 2) == "2 hours"


@pytest.mark.parametrize("text", ["broken {hole}", "open {hole}"])
def test_a_fault_of_a_catalogue_is_said_in_english(text: str) -> None:
    with speaking("tl-DE"):
        assert t(text, hole="x") == text.format(hole="x")


def test_what_is_declared_once_is_said_in_the_language_of_the_moment() -> None:
    waiting, face = lazy("Waiting for players."), lazy_p("die", "face")
    assert (str(waiting), f"{face}") == ("Waiting for players.", "face")
    with speaking("tl-DE"):
        assert (str(waiting), f"{face:>6}") == ("Warten auf Mitspieler.", " Seite")
        assert t("{what}!", what=waiting) == "Warten auf Mitspieler.!"
    assert lazy("a") == lazy("a") != lazy_p("b", "a")
    assert not lazy("")


def test_braces_that_people_type_are_no_holes() -> None:
    assert t("{text}", text="{who} {0} {") == "{who} {0} {"
    assert t("type {this}") == "type {this}"


async def test_tasks_speak_their_own_language() -> None:
    """Two people are answered at the same time, in one process."""

    async def said(tag: str) -> str:
        with speaking(tag):
            await asyncio.sleep(0)
            return n("{count} day", "{count} days", 2)

    answers = await asyncio.gather(said("tl-DE"), said("en"), said("tl-DE"))
    assert [*answers] == ["2 Tage", "2 days", "2 Tage"]


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("tl-DE", "tl-DE"),
        ("tl_de", "tl-DE"),
        ("TL-at", "tl-DE"),
        ("tl", "tl-DE"),
        ("en-GB", "en"),
        ("xx", ""),
        ("", ""),
    ],
)
def test_the_language_that_comes_closest(tag: str, found: str) -> None:
    assert known(tag) == found


def test_an_unknown_language_is_english() -> None:
    with speaking("xx-YY"):
        assert spoken() == "en"


def test_a_package_brings_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin's own, which can't reword what others say."""
    folder = tmp_path / "with_catalogue" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    head = 'msgid ""\nmsgstr ""\n"X-Language-Name: Testlan\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
    entries = [
        'msgid "Shuffle"\nmsgstr "Mi"\n"schen"',
        '#, fuzzy\nmsgid "Deal"\nmsgstr "Geben?"',
        'msgid "Cut"\nmsgstr ""',
        'msgctxt "card"\nmsgid "Ace \\"high\\"\\n"\nmsgstr "Ass"',
        'msgid "{count} card"\nmsgid_plural "{count} cards"\nmsgstr[0] "{count} Karte"\nmsgstr[1] "{count} Karten"',
    ]
    (folder / "zz_ZZ.po").write_text(head + "\n\n".join(entries) + "\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(language, "_packages", dict(language._packages))
    add_catalogues("with_catalogue")
    try:
        assert languages()["zz-ZZ"] == "Testlan"
        with speaking("zz"):
            assert (t("Shuffle"), t("Deal"), t("Cut")) == ("Mischen", "Deal", "Cut")
            assert p("card", 'Ace "high"\n') == "Ass"
            assert [n("{count} card", "{count} cards", count) for count in (0, 1, 2)] == [
                "0 Karte",
                "1 Karte",
                "2 Karten",
            ]
    finally:
        monkeypatch.undo()
        language._forget()
