"""Buttons carry a table, a moment and a number: they survive a restart, and one that is out of date does no harm."""

from dataclasses import replace

import pytest

from bot.kernel.messages import Act, Pressed, Reply, Request
from bot.kernel.table import refusals
from bot.kernel.table import texts as notices
from games import GAMES
from games.sprint import Sprint
from games.sprint.model import Event, Voted
from games.sprint.words.narration import narrate
from tests.bot.harness import Bench, can_play_tool, in_discussion, person, spelled


async def refused(bench: Bench, name: str, button: Act | str, answer: str = "") -> Reply:
    """The one private reply to a press that must change nothing."""
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    [reply] = await bench.press(name, button, answer)
    assert reply.private
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)
    return reply


async def tool_on_offer(bench: Bench) -> tuple[str, Act]:
    """The name of a player who can play a tool now, and the button for it."""
    await bench.begin()
    standing = await bench.play_until(can_play_tool)
    return await bench.name_at(standing.state.turn), next(choice for choice in bench.chat.last.acts if choice.asks)


async def test_a_button_does_what_typing_does(bench: Bench) -> None:
    """And names the command to type instead."""
    await bench.begin()
    roll = bench.choice("Roll the dice")
    assert roll.command == "roll"
    assert len(roll.button) <= 100
    assert await bench.press("anna", roll) == []
    assert [rolled["seat"] for rolled in await bench.payloads("rolled")] == [0]


async def test_a_whole_lobby_by_buttons(bench: Bench) -> None:
    """Join, add an automatic player, start: also on messages that are not the latest any more."""
    await bench.say("anna", "new sprint")
    join, bot = bench.choice("Join"), bench.choice("Add an automatic player")
    assert await bench.press("ben", join) == []
    assert await bench.press("cleo", join) == []
    assert await bench.press("anna", bot) == []
    assert await bench.press("anna", bench.choice("Start")) == []
    assert (await bench.standing()).table.seats == ("person",) * 3 + ("automatic",)


def mains(bench: Bench) -> dict[str, str]:
    return {choice.label: choice.role for choice in bench.chat.last.acts if choice.role == "main"}


async def test_one_act_is_the_main_one(bench: Bench) -> None:
    """Joining while players are missing, then starting, then whatever the turn is about; votes weigh the same."""
    await bench.say("anna", "new sprint")
    assert mains(bench) == {"Join": "main"}
    await bench.say("ben", "join")
    assert mains(bench) == {"Start": "main"}
    await bench.say("anna", "start")
    assert mains(bench) == {"Roll the dice": "main"}
    await bench.play_until(in_discussion)
    assert mains(bench) == {}


async def test_resigning_is_grave(bench: Bench) -> None:
    """It shouldn't be done by mistake; among pieces none is the main act."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    assert mains(bench) == {}
    assert [(act.label, act.role) for act in bench.chat.last.acts if act.grave] == [("Resign", "rare")]


async def test_the_hand_is_the_primary_button_in_scrumkin(bench: Bench) -> None:
    """The room has nothing else to play with; the hand itself doesn't offer the hand again."""
    await bench.seat("anna", "ben", game="scrumkin")
    await bench.say("anna", "start")
    assert mains(bench) == {"My hand": "main"}
    leader = await bench.name_at((await bench.standing()).state.leader)
    [hand] = await bench.press(leader, bench.choice("My hand"))
    assert {choice.command.split()[0] for choice in hand.acts} == {"play", "drop", "hint"}


async def test_a_button_works_after_a_restart(bench: Bench) -> None:
    """It carries everything needed; no process has to remember it."""
    await bench.begin()
    roll = bench.choice("Roll the dice")
    assert await bench.another_process().press("anna", roll) == []


async def test_a_stale_button_is_answered_with_current_choices(bench: Bench) -> None:
    """Politely, to the person who pressed it, with what they can do."""
    await bench.begin()
    roll = bench.choice("Roll the dice")
    await bench.press("anna", roll)
    reply = await refused(bench, "anna", roll)
    assert spelled(reply) == f"{notices.OUT_OF_DATE}\nben, roll one die to plan the sprint."
    assert reply.acts == ()
    reply = await refused(bench.another_process(), "anna", roll)
    assert str(notices.OUT_OF_DATE) in reply.text
    await bench.play_until(in_discussion)
    reply = await refused(bench, "cleo", roll)
    assert str(notices.STALE_BUTTON) in reply.text
    assert [choice.label for choice in reply.acts] == ["Yes", "No", "Add time"]
    assert await bench.press("cleo", reply.acts[0]) == []


async def test_a_vote_on_an_older_message_still_counts(bench: Bench) -> None:
    """Everyone presses at once; nobody is asked to press again."""
    await bench.begin()
    await bench.play_until(in_discussion)
    yes, no = bench.choice("Yes"), bench.choice("No")
    assert await bench.press("anna", yes) == []
    assert await bench.press("ben", no) == []
    assert await bench.another_process().press("cleo", yes) == []
    assert [vote["yes"] for vote in (await bench.payloads("voted"))[-3:]] == [True, False, True]


async def test_pressing_twice_does_not_roll_twice(bench: Bench) -> None:
    """When the turn comes straight back to the same person, the second press of a double click is out of date."""
    await bench.begin("anna", "ben")
    live = await bench.live()
    first, second = live.standing.state.players
    players = (replace(first, turns=1), replace(second, space="review"))
    live.standing = replace(live.standing, state=replace(live.standing.state, players=players))
    roll = bench.chat.last.acts[0]
    assert await bench.press("anna", roll) == []
    assert (await bench.standing()).game.awaits((await bench.standing()).state) == (0,)
    rolled = (await bench.standing()).sequence
    (answer,) = await bench.press("anna", roll)
    assert str(notices.STALE_BUTTON) in answer.text
    assert (await bench.standing()).sequence == rolled


async def test_a_vote_for_an_earlier_discussion_does_not_count(bench: Bench) -> None:
    """The same label, but a different question."""
    await bench.begin()
    await bench.play_until(in_discussion)
    yes = bench.choice("Yes")
    bench.clock.advance(300)
    await bench.service.fire_due_timers()
    await bench.play_until(in_discussion)
    assert str(notices.STALE_BUTTON) in (await refused(bench, "anna", yes)).text


async def test_the_choices_at_a_fork_lead_where_they_say(bench: Bench) -> None:
    """Each names a space that the roll reaches."""
    await bench.begin()
    standing = await bench.play_until(lambda state: hasattr(state.phase, "landings"))
    landings = [landing.space for landing in standing.state.phase.landings]
    assert [choice.command for choice in bench.chat.last.acts] == [f"go {space}" for space in landings]
    name = await bench.name_at(standing.state.turn)
    assert await bench.press(name, bench.chat.last.acts[-1].confirmed) == []
    moved = [event["space"] for event in await bench.payloads("moved")]
    assert landings[-1] in moved


async def test_a_form_asks_for_the_reason_for_a_tool(bench: Bench) -> None:
    """The room reads what was typed into it."""
    name, choice = await tool_on_offer(bench)
    assert choice.asks is not None
    assert choice.asks.name == "reason"
    assert await bench.press(name, choice, "Because  it\nhelps.") == []
    assert "“Because it helps.”" in bench.chat.texts()[-1]
    assert (await bench.payloads("tool_offered"))[-1]["reason"] == "Because it helps."


@pytest.mark.parametrize("answer", ["", "   ", "\x00\x1b", "\ue000", "\u200d"])
async def test_an_empty_form(bench: Bench, answer: str) -> None:
    """An empty reason isn't a reason, even if it only looks empty."""
    name, choice = await tool_on_offer(bench)
    assert "Something’s missing" in (await refused(bench, name, choice, answer)).text


async def test_a_form_with_too_much_text(bench: Bench) -> None:
    """One sentence will do."""
    name, choice = await tool_on_offer(bench)
    assert "Keep the reason to one sentence" in (await refused(bench, name, choice, "why " * 2000)).text


async def test_a_button_pressed_by_the_wrong_person(bench: Bench) -> None:
    """They read whose turn it is; a watcher isn't offered the players' buttons again."""
    await bench.begin()
    roll = bench.choice("Roll the dice")
    assert "It isn’t your turn yet, it’s anna’s." in spelled(await refused(bench, "ben", roll))
    watching = await refused(bench, "dora", roll)
    assert (watching.text, watching.acts) == (str(refusals.WATCHING), ())


async def test_pressing_without_a_seat_while_one_is_free(bench: Bench) -> None:
    """They are told how to get it."""
    await bench.say("anna", "new sprint")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    assert str(refusals.NOT_SEATED) in (await refused(bench, "dora", bench.choice("Roll the dice"))).text


async def test_somebody_else_s_private_button(bench: Bench) -> None:
    """A private button is for one seat: anyone who copies it gets their own choices instead."""
    await bench.begin()
    [status] = await bench.say("anna", "status")
    [roll] = status.acts
    assert str(notices.OUT_OF_DATE) in (await refused(bench, "ben", roll)).text
    assert str(notices.OUT_OF_DATE) in (await refused(bench, "dora", roll)).text
    assert await bench.press("anna", roll) == []


@pytest.mark.parametrize(
    "button",
    [
        "",
        ":",
        "::",
        "roll",
        "TABLE",
        "TABLE:1",
        "TABLE:1:2:3",
        "TABLE:-1:0",
        "TABLE:1:-1",
        "TABLE:x:0",
        "TABLE:1:x",
        "TABLE:1:.",
        "TABLE:1:0.",
        "TABLE:1:.0",
        "TABLE:²:0",
        "TABLE:1:٣",
        "nowhere:1:0",
        "\x00:1:0",
        "\ud800:1:0",
        "'; DROP TABLE events; --:1:0",
        f"TABLE:{'9' * 200}:0",
    ],
)
async def test_a_forged_button(bench: Bench, button: str) -> None:
    """Forged or garbled: one sentence, and nothing happens."""
    await bench.begin()
    forged = button.replace("TABLE", (await bench.live()).id)
    assert (await refused(bench, "anna", forged)).text == str(notices.UNKNOWN_BUTTON)


async def test_a_button_in_a_room_that_does_not_show_the_table(bench: Bench) -> None:
    """A person without a seat can't reach a table from elsewhere, such as another workspace."""
    await bench.say("anna", "new sprint")
    join = bench.choice("Join").button
    request = Request("from elsewhere", "test:elsewhere", person("dora"), Pressed(join))
    response = await bench.service.handle(request)
    assert response.outcome == "refused"
    assert response.replies[0].text == str(notices.UNKNOWN_BUTTON)
    assert (await bench.standing()).table.seats == ("person",)


@pytest.mark.parametrize("rest", ["0:0", "1:99", "999:0", f"{'9' * 80}:0", "6:0.99", "6:99.0", "6:1.0"])
async def test_a_button_that_was_never_shown(bench: Bench, rest: str) -> None:
    """A real table, but no such moment, choice or seat: answered like one that is out of date."""
    await bench.begin()
    assert str(notices.STALE_BUTTON) in (await refused(bench, "anna", f"{(await bench.live()).id}:{rest}")).text


class Whispering(Sprint):
    """A game that tells each voter how they voted, and the room only that they did."""

    key = "whispering"

    @staticmethod
    def narrate(event: Event, viewer: int | None) -> str | None:
        if isinstance(event, Voted) and viewer == event.seat:
            return f"You voted {'yes' if event.yes else 'no'}."
        return narrate(event, viewer)


async def test_secrets_of_the_mover_are_told_in_private(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room gets its message, the voter a private one with what differs."""
    monkeypatch.setitem(GAMES, "whispering", Whispering())
    await bench.say("anna", "new whispering")
    await bench.say("ben", "join")
    await bench.say("anna", "start")
    await bench.play_until(in_discussion)
    [aside] = await bench.say("anna", "vote no")
    assert (aside.private, aside.text) == (True, "You voted no.")
    assert "anna has voted." in bench.chat.texts()[-1]
    assert "voted no" not in "".join(bench.chat.texts())
