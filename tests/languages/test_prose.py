"""Everything that people read can be translated."""

import pytest

from tests.languages.prose import ROOT, modules, prose_in


def test_no_prose_outside_the_catalogues() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules()
        for line, text in prose_in(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        '{"text": "Container", "type": "Container"}',
        'say("Press the button")',
        'say(f"{who} rolls")',
        'LABEL = "Settings"',
        't("Hello {x}", x=f"{y} hours")',
    ],
)
def test_prose_is_found(source: str) -> None:
    assert len(prose_in(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        't("Press the button")',
        'lazy("Settings")',
        'log.info("the store is away")',
        '"""A docstring."""',
        'kind == "public query"',
        'shown = {"type": "Container", "spacing": "Small" if small else "Default"}',
        'TITLE = "SELECT a FROM b"  # not prose',
    ],
)
def test_what_nobody_reads_is_no_prose(source: str) -> None:
    assert not prose_in(source)
