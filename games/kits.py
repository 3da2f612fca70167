"""The page of a game that trainers read: `data/debrief.toml`, checked against the facts that the game finds."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from games.debriefing import STAGES, Hint, Kit, Question, Timing

_STAGES = dict(zip(("happened", "so_what", "now_what"), STAGES, strict=True))  # by their names in the file


@cache
def read_kit(package: str, facts: frozenset[str]) -> Kit:
    """The kit of a game's package; ValueError if it doesn't describe just these facts, or asks for others."""
    return kit_from((files(package) / "data" / "debrief.toml").read_text("utf-8"), facts)


def kit_from(text: str, facts: Collection[str]) -> Kit:
    page = tomllib.loads(text)
    for stage in _STAGES:
        page.setdefault(stage, [])
    kit = Kit(
        goals=tuple(page.pop("goals")),
        timing=Timing(**page.pop("timing")),
        before=page.pop("before").strip(),
        during=page.pop("during").strip(),
        after=page.pop("after").strip(),
        watch=tuple(page.pop("watch")),
        hints=tuple(_hint(key, given) for key, given in page.pop("hints").items()),
        questions=tuple(_question(stage, given) for stage in _STAGES for given in page.pop(stage)),
        facts=page.pop("facts"),
    )
    for problem in (*(f"{word!r} means nothing there" for word in page), *_problems(kit, set(facts))):
        raise ValueError(f"debrief.toml: {problem}.")
    return kit


def _hint(key: str, given: Mapping[str, Any]) -> Hint:
    return Hint(key, **_with_facts(given))


def _question(stage: str, given: Mapping[str, Any]) -> Question:
    return Question(_STAGES[stage], **_with_facts(given))


def _with_facts(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: frozenset(found) if isinstance(found, list) else found for name, found in given.items()}


def _problems(kit: Kit, facts: set[str]) -> Iterator[str]:
    for fact in sorted(kit.facts.keys() ^ facts):
        yield f"the fact {fact!r} is described there but never found, or the other way round"
    needed = {f"the hint {hint.key!r}": hint.when | hint.unless for hint in kit.hints}
    needed |= {f"the question {question.text!r}": question.when for question in kit.questions}
    for what, named in needed.items():
        for fact in sorted(named - facts):
            yield f"{what} needs the fact {fact!r}, which the game doesn’t find"
