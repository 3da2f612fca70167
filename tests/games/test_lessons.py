"""The tutorials: what each game explains to a newcomer, and when."""

import re
from itertools import pairwise

import pytest

from games import GAMES
from games.chance import Chance
from games.contract import AnyGame, defaults, suggested
from games.parts import Lesson
from games.rulebook import lessons_for
from games.testing.play import seed_of

KEYS = ("sprint", "scrumkin", "rugby")
MODES = ("competitive", "collaborative")
SEATS = 3
MAX_MOVES = 1_000
SENTENCE = re.compile(r"[.!?](?:\s|$)")


def kinds_in_order(game: AnyGame, number: int) -> list[str]:
    """The kinds of events of a game between automatic players, in the order of their first occurrence."""
    seats = min(SEATS, game.seats[-1])
    chance = Chance(seed_of(number))
    state = None
    events = game.start(seats, defaults(game), chance)
    kinds: dict[str, None] = {}
    for move in range(MAX_MOVES):
        for event in events:
            state = game.evolve(state, event)
            kinds[event.kind] = None
        if game.result(state) is not None:
            break
        seat = game.awaits(state)[0]
        level = "beginner" if "beginner" in game.bots.levels else ""
        whim = chance.apart(f"seat {seat} {move}")
        events = game.decide(state, seat, suggested(game, state, seat, whim, level), chance)
    return list(kinds)


def lessons(key: str) -> tuple[Lesson, ...]:
    """The lessons of a game with its usual options."""
    return lessons_for(GAMES[key].lessons, defaults(GAMES[key]))


@pytest.mark.parametrize("key", KEYS)
def test_a_tutorial_is_short(key: str) -> None:
    """Five to eight lessons, the first before the game starts, each a paragraph of at most three sentences."""
    found = lessons(key)
    assert 5 <= len(found) <= 8
    assert [lesson.after for lesson in found].index("") == 0
    assert len({lesson.after for lesson in found}) == len(found)
    assert len({(lesson.after, lesson.only) for lesson in GAMES[key].lessons}) == len(GAMES[key].lessons)
    for lesson in found:
        assert str(lesson.text).isprintable()
        assert 1 <= len(SENTENCE.findall(str(lesson.text))) <= 3, lesson.text
        assert len(str(lesson.text)) <= 300


@pytest.mark.parametrize("key", KEYS)
def test_lessons_follow_events_that_exist(key: str) -> None:
    """Each lesson waits for a kind of event that the game has."""
    kinds = set(GAMES[key].events.json_schema()["discriminator"]["mapping"])
    assert {lesson.after for lesson in lessons(key)} - {""} <= kinds


@pytest.mark.parametrize("key", KEYS)
def test_commands_in_lessons_exist(key: str) -> None:
    """What a lesson tells people to type is a command of the game or of every table."""
    known = {command.name for command in GAMES[key].commands} | {"tutorial", "rules", "bot", "new"}
    words = [text for lesson in GAMES[key].lessons for text in (lesson.text, lesson.on_page)]
    named = {word for text in words for word in re.findall(r"(?:/scrum |\{)(\w+)", str(text))}
    assert named
    assert named <= known


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("number", range(3))
def test_most_lessons_come_up_in_one_game(key: str, number: int) -> None:
    """At most a third of them is missing."""
    happened = kinds_in_order(GAMES[key], number)
    due = [lesson.after for lesson in lessons(key) if lesson.after]
    missed = [kind for kind in due if kind not in happened]
    assert len(missed) <= len(due) // 3, missed


@pytest.mark.parametrize("key", KEYS)
def test_lessons_are_in_the_order_of_a_game(key: str) -> None:
    """Over five games, no lesson usually comes up before the one above it."""
    due = [lesson.after for lesson in lessons(key) if lesson.after]
    games = [kinds_in_order(GAMES[key], number) for number in range(5)]
    for earlier, later in pairwise(due):
        both = [kinds for kinds in games if earlier in kinds and later in kinds]
        in_order = sum(kinds.index(earlier) < kinds.index(later) for kinds in both)
        assert 2 * in_order >= len(both), f"{later} comes before {earlier}"


@pytest.mark.parametrize("key", KEYS)
def test_a_page_asks_nobody_to_type(key: str) -> None:
    """Where everything is a button, lessons say what to press, and they are true for every seat."""
    words = re.compile(r"\btype\b|“My hand”|/scrum|\{|[Yy]ou play Blue|that’s you")
    assert not [lesson for lesson in GAMES[key].lessons if words.search(str(lesson.on_page or lesson.text))]


def test_lessons_are_about_options_that_exist() -> None:
    """And say something else than the usual ones, about a kind of event that those have a lesson for."""
    for game in GAMES.values():
        for lesson in (each for each in game.lessons if each.only):
            name, _, choice = lesson.only.partition("=")
            assert choice in next(option.choices for option in game.options if option.name == name)
            usual = next(each for each in game.lessons if each.after == lesson.after and not each.only)
            assert usual.text != lesson.text


def test_a_release_has_no_sprint_planning() -> None:
    """Nobody who plays three sprints reads about the first roll, or about going into Sprint Review too early."""
    told = [lesson.on_page or lesson.text for lesson in lessons_for(GAMES["sprint"].lessons, {"sprints": "3"})]
    assert not [text for text in told if re.search("for planning|Nobody comes back|the last of you", str(text))]


def test_lessons_are_true_for_the_mode() -> None:
    """Whoever plays Scrumkin together isn't told to give the bad cards away."""
    apart, together = (lessons_for(GAMES["scrumkin"].lessons, {"mode": mode}) for mode in MODES)
    assert [lesson.after for lesson in apart] == [lesson.after for lesson in together]
    assert "give away the bad ones" in str(apart[0].on_page)
    assert not [
        lesson
        for lesson in together
        if re.search("give away|highest velocity wins|dropped under", str(lesson.on_page or lesson.text))
    ]
