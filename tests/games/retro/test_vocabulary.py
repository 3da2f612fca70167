"""A meeting's words: note, topic, dot, action, facilitator. It isn't a game with moves, players, turns and a table."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import games.retro
from games.retro.formats import check_ins, formats, plausible_notes
from tests.games.retro.build import GAME

FOREIGN = re.compile(r"\b(moves?|players?|tables?|games?|turns?)\b", re.IGNORECASE)
# to move on isn't a move; game cards are for the games that the room plays besides
ALLOWED = re.compile(r"\bmoves? (?:us )?on\b|\bgame cards?\b|\bthe scrum games?\b", re.IGNORECASE)
PACKAGE = Path(games.retro.__file__).parent
# told to trainers, who run games with several teams
TRAINING = PACKAGE / "debrief.py"


def foreign(text: str) -> bool:
    return FOREIGN.search(ALLOWED.sub("", text)) is not None


def sentences(file: Path) -> Iterator[str]:
    """The texts in a module, without those that only programmers read: docstrings, names, and what ValueError says."""
    tree = ast.parse(file.read_text("utf-8"))
    for_programmers = {
        part
        for node in ast.walk(tree)
        if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ValueError")
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and node not in for_programmers else None
        if isinstance(text, str) and " " in text:
            yield text


def texts() -> Iterator[str]:
    for file in PACKAGE.rglob("*.py"):
        if file != TRAINING:
            yield from sentences(file)
    yield from (f"{topic.title}. {topic.text}" for topic in GAME.rules)
    yield from (f"{lesson.text} {lesson.on_page}" for lesson in GAME.lessons)
    yield from (str(text) for option in GAME.options for text in (option.description, *option.notes))
    yield from (f"{each.description} {each.form} {each.button}" for each in GAME.commands)
    yield from (str(each.description) for command in GAME.commands for each in command.parameters)
    yield from map(str, check_ins().values())
    for chosen in formats().values():
        yield from (str(chosen.title), str(chosen.when))
        yield from (str(text) for each in chosen.columns for text in (each.title, each.hint))
        yield from (text for each in chosen.columns for text in plausible_notes(str(each.title)))
        yield from (str(text) for each in chosen.topics for text in (each.title, each.good, each.bad))


def test_no_text_of_a_meeting_speaks_of_a_game() -> None:
    """Messages, forms, refusals, labels, narration, rules, lessons, formats."""
    found = list(texts())
    assert len(found) > 500
    assert [text for text in found if foreign(text)] == []
    assert foreign("It’s your move")
    assert not foreign("Anna moves us on.")
