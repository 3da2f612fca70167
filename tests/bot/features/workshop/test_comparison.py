"""Several teams side by side: results, figures, notes, and questions about what really happened."""

from functools import cache
from typing import Any

import pytest

from bot.features.workshop.comparison import TeamFacts, TeamTable, compare, questions, weigh
from games import GAMES
from games.contract import defaults
from games.debrief import STAGES, Kit, Weighed, kit_from
from games.testing.play import play
from tests.games.test_kits import PAGE

NAMES = ("Anna", "Ben", "Cem")
SPRINT = GAMES["sprint"]


@cache
def events_of(key: str, number: int) -> tuple[Any, ...]:
    game = GAMES[key]
    seats = min(3, game.seats[-1])
    return tuple(play(game, number, seats, defaults(game), sense=0.0 if game.bots.thinks else 0.9).events)


def table(number: int, **changes: Any) -> TeamTable:
    given: dict[str, Any] = {"events": events_of("sprint", number), "names": NAMES, "over": True, **changes}
    return TeamTable(given.pop("name", f"Team {number}"), **given)


def cut(number: int, **changes: Any) -> TeamTable:
    """A table in the middle of its game."""
    events = events_of("sprint", number)
    return table(number, events=events[: len(events) // 2], **changes)


def test_results() -> None:
    """Finished, still playing, ended early or not started: the report says which, and a note warns."""
    tables = [table(1), cut(2, over=False), cut(3), TeamTable("Team 4", (), ())]
    found = compare("Friday", SPRINT, tables)
    ended = "made it" if _won(tables[0]) else "didn’t make it"
    assert [team.result for team in found.teams] == [ended, "still playing", "ended early", "not started"]
    assert found.notes[:3] == (
        "Team 4 hasn’t started: compare with care.",
        "Team 2 is still playing: compare with care.",
        "Team 3 ended early: compare with care.",
    )
    assert found.teams[3].figures == ()
    assert "Hours left" in found.columns


def _won(team: TeamTable) -> bool:
    return any(event.kind == "finished" and event.won for event in team.events)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_compared(key: str) -> None:
    """With figures in columns, questions in stages and, where the game has a course, a chart."""
    game = GAMES[key]
    tables = [TeamTable(f"Team {number}", events_of(key, number), NAMES, over=True) for number in (1, 2, 3)]
    found = compare("", game, tables)
    assert all(tuple(dict(team.figures)) == found.columns for team in found.teams)
    assert len(found.charts) == (game.debrief.course(tables[0].events) is not None)
    if game.debrief.kit() is not None:
        assert [*dict.fromkeys(question.stage for question in found.questions)] == list(STAGES)
        assert len(found.questions) <= 8
    text = " ".join(sentence for team in found.teams for sentence in (*team.highlights, team.result))
    assert "\ue000" not in text, "seats are named"


def test_a_winner_is_named_as_the_table_does() -> None:
    """In a game of two sides, with the name that the table shows."""
    tables = [TeamTable("Court 1", events_of("rugby", number), ("<Anna>", "Ben"), over=True) for number in range(1, 6)]
    results = {compare("", GAMES["rugby"], [each]).teams[0].result for each in tables}
    assert results <= {"won by <Anna>", "won by Ben", "a draw"}
    assert len(results) > 1


def test_luck_is_shown_with_its_error() -> None:
    """Nothing decisive within it: then it's about even."""
    clear, vague = Weighed(0.6, 0.2, 0.02, -0.1, 0.01, 5), Weighed(0.6, 0.05, 0.04, 0.001, 0.0001, 5)
    found = compare("", SPRINT, [table(1, weighed=clear), table(2, weighed=vague)])
    assert [dict(team.figures)["Luck"] for team in found.teams] == ["+20 ± 4", "about even"]
    assert [dict(team.figures)["Choices"] for team in found.teams] == ["−10 ± 2", "about even"]
    assert len(found.charts) == 2
    half = compare("", SPRINT, [table(2), table(1, weighed=clear)])
    assert half.columns[-2:] == ("Luck", "Choices"), "one team that isn't weighed yet hides nothing of the others"
    assert any("simulated" in note for note in found.notes)


def test_weighing_is_found_by_the_games_key() -> None:
    """It runs in another process, which gets a key and events; a game without dice has nothing to weigh."""
    assert weigh("rugby", events_of("rugby", 1)) is None


def test_same_dice_are_mentioned() -> None:
    """Then differences began with a choice."""
    assert any("same dice" in note for note in compare("", SPRINT, [table(1), table(2)], same_dice=True).notes)


def test_no_table_has_started() -> None:
    """There is nothing to ask about yet, and nothing breaks."""
    found = compare("", SPRINT, [TeamTable("Team 1", (), ())])
    assert (found.columns, found.charts, found.questions) == ((), (), ())
    assert compare("", SPRINT, []).teams == ()


# --- questions -----------------------------------------------------------------------------------------------------

MORE = """
[[happened]]
text = "Who won?"
when = ["won"]
[[so_what]]
text = "How was it to win?"
when = ["won"]
"""


@pytest.fixture
def kit() -> Kit:
    return kit_from(PAGE.replace("[[so_what]]", f"{MORE}[[so_what]]", 1), ("bored", "won"))


def teams(*facts: str) -> list[TeamFacts]:
    """Teams by number; each fact is a word of letters, one a team: `bored` or empty."""
    return [TeamFacts(f"Team {number}", frozenset(each.split())) for number, each in enumerate(facts, start=1)]


def asked(kit: Kit, *facts: str) -> dict[str, str]:
    return {question.text: question.why for question in questions(kit, teams(*facts))}


def test_questions_say_why(kit: Kit) -> None:
    """By name, or by number when there are many; general ones need no reason."""
    assert asked(kit, "bored", "", "bored", "")["What is dull at work?"] == "Team 1 and Team 3 got bored."
    assert asked(kit, *["bored"] * 4, "", "")["What is dull at work?"] == "4 of 6 teams got bored."
    assert asked(kit, "bored", "bored")["What is dull at work?"] == "Both teams got bored."
    assert asked(kit, "bored")["What is dull at work?"] == "Team 1 got bored."
    assert asked(kit, "")["What now?"] == ""


def test_questions_fit_what_happened(kit: Kit) -> None:
    """What happened nowhere isn't asked about."""
    assert asked(kit, "", "") == {"What was that?": "", "What now?": ""}


def test_differences_between_teams_come_first(kit: Kit) -> None:
    """What some did and others didn't is worth more than what all did."""
    found = [question.text for question in questions(kit, teams("bored won", "won", "won")) if question.why]
    assert found.index("What is dull at work?") < found.index("How was it to win?")
