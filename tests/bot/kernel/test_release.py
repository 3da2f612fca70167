"""A release of The Scrum Game at a table: its votes, clocks and hints."""

from games.sprint.model import Fork, Planning, Reflecting
from tests.bot.harness import Bench, spelled


async def test_votes_are_buttons_of_equal_look(bench: Bench) -> None:
    """All choices of a vote have the same role; the room sees who has voted, and only later for what."""
    await bench.begin("anna", "ben", options="sprints=3")
    assert [(act.label, act.role) for act in bench.chat.last.acts][:3] == [
        ("100 hours", "usual"),
        ("150 hours", "usual"),
        ("200 hours", "usual"),
    ]
    await bench.press("anna", bench.choice("200 hours"))
    assert "anna has voted." in bench.chat.texts()[-1]
    assert [person.name for person in bench.chat.last.awaited] == ["ben"]
    await bench.say("ben", "plan 150")
    assert "a forecast of 150 hours (1 for 150 hours and 1 for 200 hours)." in bench.chat.texts()[-1]
    await bench.play_until(lambda state: isinstance(state.phase, Reflecting))
    offered = [act for act in bench.chat.last.acts if act.command.startswith("improve ")]
    assert [act.label for act in offered] == [
        "Room to learn",
        "From obstacle to topic",
        "Stricter “Done”",
        "A toolbox for all",
    ]
    assert {act.role for act in offered} == {"thing"}


async def test_clocks_end_its_votes(bench: Bench) -> None:
    """A minute for the plan, two for the reflection; then what was voted for counts."""
    await bench.begin("anna", "ben", options="sprints=3")
    await bench.say("ben", "plan 200")
    await bench.wait(61)
    [planned] = await bench.payloads("sprint_planned")
    assert planned["forecast"] == 200
    await bench.play_until(lambda state: isinstance(state.phase, Reflecting))
    await bench.wait(119)
    assert isinstance((await bench.standing()).state.phase, Reflecting)
    await bench.wait(2)
    [chosen] = await bench.payloads("improvement_chosen")
    assert chosen["improvement"] is None
    assert isinstance((await bench.standing()).state.phase, Planning)


async def test_a_hint_is_private_and_begins_with_its_move(bench: Bench) -> None:
    """Only the player reads it, and may press what it suggests."""
    await bench.begin("anna", "ben", options="sprints=3")
    fork = await bench.play_until(lambda state: isinstance(state.phase, Fork) and len(state.phase.landings) > 1)
    name = await bench.name_at(fork.state.turn)
    [hint] = await bench.say(name, "hint")
    assert hint.private
    assert " looks best: it " in spelled(hint)
    best, _ = spelled(hint).split(" looks best")
    assert [act.command for act in hint.acts] == [f"go {best}"]


async def test_a_whole_release(bench: Bench) -> None:
    """It comes to its end, and the room reads how much was delivered."""
    await bench.begin("anna", "ben", options="sprints=3")
    await bench.play_to_the_end()
    closed = await bench.payloads("sprint_closed")
    assert 2 <= len(closed) <= 3
    assert f"{closed[-1]['total']} of 300 hours are delivered so far." in "\n".join(bench.chat.texts())
    assert "The release is " in bench.chat.texts()[-1]
