"""The page for trainers: read, checked against the facts of its game, and listed as text."""

import pytest

from games.debrief import STAGES, kit_from

PAGE = """
goals = ["Patience"]
timing = { introduction = 5, game = 20, debrief = 10 }
before = "Sit down."
during = "Wait."
after = "Talk."
watch = ["Faces"]
[facts]
bored = "got bored"
won = "won"
[hints.wait]
text = "Wait a little."
when = ["bored"]
unless = ["won"]
[hints.smile]
text = "Smile."
[[happened]]
text = "What was that?"
[[so_what]]
text = "What is dull at work?"
when = ["bored"]
[[now_what]]
text = "What now?"
"""
FACTS = ("bored", "won")


def test_a_kit_is_read() -> None:
    """Stages, facts and minutes are where they belong."""
    kit = kit_from(PAGE, FACTS)
    assert [question.stage for question in kit.questions] == list(STAGES)
    assert kit.questions[1].when == {"bored"}
    assert kit.timing.total == 35


@pytest.mark.parametrize(
    ("old", "new", "about"),
    [
        ('bored = "got bored"', 'boring = "got bored"', "'bored'"),
        ('unless = ["won"]', 'unless = ["wins"]', "'wins'"),
        ('work?"\nwhen = ["bored"]', 'work?"\nwhen = ["broed"]', "'broed'"),
        ("[[now_what]]", "[[now_waht]]", "'now_waht'"),
    ],
)
def test_a_typing_error_is_found(old: str, new: str, about: str) -> None:
    """Whether it is in the facts, in a hint, in a question or in the name of a stage."""
    assert old in PAGE
    with pytest.raises(ValueError, match=about):
        kit_from(PAGE.replace(old, new), FACTS)


def test_a_fact_without_a_description_is_found() -> None:
    """A game may not find more than its kit can say."""
    with pytest.raises(ValueError, match="'lost'"):
        kit_from(PAGE, (*FACTS, "lost"))


def test_hints_fit_the_situation() -> None:
    """Those for just this come first; those that have become pointless are gone."""
    kit = kit_from(PAGE, FACTS)
    assert [hint.key for hint in kit.fitting(frozenset({"bored"}))] == ["wait", "smile"]
    assert [hint.key for hint in kit.fitting(frozenset({"bored", "won"}))] == ["smile"]
