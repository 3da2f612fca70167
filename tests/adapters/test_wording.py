"""Texts that a place takes out of a story because it shows them elsewhere."""

import pytest

from adapters.wording import without_cards


@pytest.mark.parametrize(
    ("story", "left"),
    [
        ("Anna draws “The cat”: It walks.", "Anna draws “The cat”."),
        ("Anna pioche « Le chat\u00a0»\u00a0: It walks.", "Anna pioche « Le chat\u00a0»."),  # spaces that don't break
        ("“The cat”. It walks.\nBen rolls 4.", "“The cat”.\nBen rolls 4."),
        ("Anna draws “The dog”: It barks.", "Anna draws “The dog”: It barks."),
    ],
)
def test_a_story_without_the_text_of_a_card(story: str, left: str) -> None:
    assert without_cards(story, ["It walks."]) == left
