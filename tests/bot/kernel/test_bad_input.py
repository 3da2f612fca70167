"""Bad input gets one helpful private sentence, and nothing in the store changes."""

import pytest

from bot.kernel.messages import DONE, Person, Request, Typed
from games.sprint.model import Fork
from tests.bot.harness import Bench, can_play_tool, in_discussion, spelled


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new chess", "I don’t know a game called “chess”. Try `sprint` (The Scrum Game)"),
        ("new", "Which game? `/scrum new sprint` (The Scrum Game)"),
        ("new sprint coffee=5", "The Scrum Game has no option “coffee=5”. Options and their defaults:"),
        ("new sprint hours", "has no option “hours”"),
        ("new sprint hours=12", "or 0: as the difficulty says. I haven’t opened a table."),
        ("new sprint hours=many", "hours is a number from 50 to 1000, or 0"),
        ("new sprint hours=1_00", "hours is a number from 50 to 1000, or 0"),
        ("new sprint hours=٣٠٠", "hours is a number from 50 to 1000, or 0"),
        ("new sprint hours=", "hours is a number from 50 to 1000, or 0"),
        ("new sprint hours=-100", "hours is a number from 50 to 1000, or 0"),
        ("new sprint hours=99999999999999999999", "hours is a number from 50 to 1000, or 0"),
        ("new sprint board=round", "board is one of standard, long."),
        ("new sprint hours=250 hours=nope", "hours is a number from 50 to 1000, or 0"),
        ("rol", "I don’t know “rol”."),
        ("roll", "There’s no table in this room. Open one with `/scrum new`."),
        ("join", "There’s no table in this room."),
        ("board", "There’s no table in this room."),
        ("leave now", "I don’t know what to do with “now”. Try `/scrum leave`."),
        ("hlep", "I don’t know “hlep”. Did you mean `help`? `/scrum help` shows what you can do now."),
        ("qwertz", "I don’t know “qwertz”. `/scrum help` shows what you can do now."),
    ],
)
async def test_without_a_table(bench: Bench, line: str, said: str) -> None:
    """Unknown games, commands and options, and everything that needs a table first."""
    assert said in await bench.refusal("anna", line)
    assert await bench.store.find_tables() == ()


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("anna", "start", "The Scrum Game needs at least 2 players, and only 1 player has joined so far."),
        ("anna", "join", "You’re already seated."),
        ("anna", "new sprint", "This room already has a table: The Scrum Game."),
        ("anna", "roll", "This table hasn’t started yet."),
        ("ben", "roll", "You’re not seated at this table."),
        ("ben", "leave", "You’re not seated at this table."),
        ("ben", "start", "You’re not seated at this table."),
        ("ben", "end", "Only the host, or all the players together, can end this table."),
    ],
)
async def test_in_the_lobby(bench: Bench, name: str, line: str, said: str) -> None:
    """Too few players, joining twice, not at this table."""
    await bench.seat("anna")
    assert said in await bench.refusal(name, line)


async def test_too_many_players(bench: Bench) -> None:
    """There are twelve seats, for people and automatic players together."""
    await bench.seat(*(f"p{number}" for number in range(12)))
    assert "The table is full: The Scrum Game has at most 12 seats." in await bench.refusal("late", "join")
    assert "The table is full" in await bench.refusal("p0", "bot")
    assert await bench.say("p0", "start") == []


async def test_automatic_players_cannot_start_alone(bench: Bench) -> None:
    """At least one person has to play."""
    await bench.seat("anna")
    await bench.say("anna", "leave")
    assert "and nobody has joined so far" in await bench.refusal("anna", "start")
    await bench.say("anna", "bot")
    await bench.say("anna", "bot")
    assert "There are only automatic players here." in await bench.refusal("anna", "start")


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("ben", "roll", "It isn’t your turn yet, it’s anna’s. (`/scrum rules turns`: Your turn)"),
        ("dora", "roll", "You’re not seated at this table, and the game has begun."),
        ("dora", "join", "This game has already begun"),
        ("anna", "join", "You’re already seated."),
        ("anna", "start", "This table has already started."),
        ("anna", "bot", "Automatic players can only join before the start"),
        ("anna", "vote yes", "There’s nothing to vote on right now."),
        ("anna", "vote", "Something’s missing: `/scrum vote <answer>`. answer: yes or no."),
        ("anna", "vote maybe", "answer can be `yes` or `no`, not “maybe”."),
        ("anna", "go", "Something’s missing: `/scrum go <space>`."),
        ("anna", "go S4", "There’s nothing to choose yet: roll first"),
        ("ben", "go S4", "It isn’t your turn yet"),
        ("anna", "done", "There’s no discussion to close"),
        ("anna", "tool 1 me it helps", "You don’t hold that tool"),
        ("anna", "tool 1 nobody it helps", "There’s nobody called “nobody” at this table, only anna, ben and cleo."),
        ("anna", "tool", "Something’s missing: `/scrum tool <card> <player> <reason>`. card:"),
        ("anna", "tool 1", "Something’s missing: `/scrum tool <card> <player> <reason>`. player:"),
        ("anna", "tool 1 ben", "Something’s missing: `/scrum tool <card> <player> <reason>`. reason:"),
        ("anna", 'tool 1 ben ""', "reason: Why it helps, in one sentence."),
        ("anna", "tool ² ben it helps", "You don’t hold that tool"),
        ("anna", "roll twice", "I don’t know what to do with “twice”"),
    ],
)
async def test_at_the_first_turn(bench: Bench, name: str, line: str, said: str) -> None:
    """Not your turn, not your seat, not at this table, or arguments that make no sense."""
    await bench.begin()
    assert said in await bench.refusal(name, line)


async def test_at_a_fork(bench: Bench) -> None:
    """A space that the roll can't reach, rolling instead of choosing, choosing for somebody else."""
    await bench.begin()
    state = (await bench.play_until(lambda state: isinstance(state.phase, Fork))).state
    mover, other = await bench.name_at(state.turn), await bench.name_at((state.turn + 1) % 3)
    reached = [landing.space for landing in state.phase.landings]
    for space in ("P1", "S99", "nowhere", "S" + "9" * 400):
        assert (
            f"You can’t get there with this roll; choose {', '.join(reached[:-1])} or {reached[-1]}"
            in await bench.refusal(mover, f"go {space}")
        )
    assert "You’ve already rolled: choose where to land" in await bench.refusal(mover, "roll")
    assert f"This choice is {mover}’s, not yours." in await bench.refusal(other, f"go {reached[0]}")
    assert await bench.say(mover, f"go {reached[0].lower()}") == []


async def test_in_a_discussion(bench: Bench) -> None:
    """Voting twice, closing before everyone has voted, rolling on."""
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("anna", "vote yes")
    for answer in ("yes", "no"):
        assert "You’ve already voted, and votes are final." in await bench.refusal("anna", f"vote {answer}")
    assert "Everybody has to vote first; still to vote: ben and cleo." in await bench.refusal("anna", "done")
    assert "The team is in a discussion" in await bench.refusal("ben", "roll")
    assert "You’re not seated at this table" in await bench.refusal("dora", "vote yes")


async def test_with_a_tool(bench: Bench) -> None:
    """One that isn't held, for somebody who isn't impeded, without a reason, or voted on by whoever offers it."""
    await bench.begin()
    state = (await bench.play_until(can_play_tool)).state
    name = await bench.name_at(state.turn)
    impeded = next(seat for seat, player in enumerate(state.players) if player.impediment)
    free = next(seat for seat, player in enumerate(state.players) if not player.impediment)
    helped, well = await bench.name_at(impeded), await bench.name_at(free)
    assert "You don’t hold that tool" in await bench.refusal(name, f"tool 9 {helped} it helps")
    assert "You don’t hold that tool" in await bench.refusal(name, f"tool Golden Hammer {helped} it helps")
    assert "That player isn’t impeded" in await bench.refusal(name, f"tool 1 {well} it helps")
    assert "Something’s missing" in await bench.refusal(name, f"tool 1 {helped}")
    assert "at most 300 characters" in await bench.refusal(name, f"tool 1 {helped} {'because ' * 50}")
    assert await bench.say(name, f"tool 1 {helped} it helps") == []
    assert "It’s your tool, so the others decide." in await bench.refusal(name, "vote yes")
    assert "The team is voting on a tool" in await bench.refusal(name, "roll")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("", "Somebody"),
        ("   ", "Somebody"),
        ("\u200d \u200d", "Somebody"),
        ("\x00\x1b[31m\x07", "[31m"),
        ("an\nna\t\tlee", "an na lee"),
        ("**anna** _x_ `y` <@42> @everyone", "**anna** _x_ `y` <@42> @everyone"),
        ("\ue0000\ue001", "0"),
        ("a" * 5000, "a" * 39 + "…"),
        ("x\u202eanna\u2066", "x anna"),
        ("\ud800anna", "anna"),
        ("👩‍👧 Zoë Ünal 李", "👩‍👧 Zoë Ünal 李"),
    ],
)
async def test_names_are_data(bench: Bench, name: str, shown: str) -> None:
    """Control characters, seat marks and direction overrides are removed; the rest is shown as it is."""
    request = Request("d1", "test:lounge", Person("test:1", name), Typed("new sprint"))
    assert await bench.service.handle(request) == DONE
    assert (await bench.live()).names == (shown,)
    assert f"1. {shown} (host)" in bench.chat.texts()[-1]
    await bench.say("ben", "join")
    await bench.say("ben", "start")
    [status] = await bench.say("ben", "status")
    assert spelled(status).startswith(f"{shown}, roll one die")
    drawing = bench.chat.last.drawing
    assert drawing is not None
    assert all(len(line) <= 40 for line in drawing.text.splitlines())


async def test_a_seat_mark_in_a_reason_names_nobody(bench: Bench) -> None:
    """Nobody can put words into a teammate's mouth by typing a seat mark."""
    await bench.begin()
    state = (await bench.play_until(can_play_tool)).state
    impeded = next(seat for seat, player in enumerate(state.players) if player.impediment)
    await bench.say(
        await bench.name_at(state.turn), f"tool 1 {await bench.name_at(impeded)} \ue0001\ue001 said\nso \x1b[2J"
    )
    assert (await bench.payloads("tool_offered"))[-1]["reason"] == "1 said so [2J"


async def test_an_ambiguous_name(bench: Bench) -> None:
    """The table asks back instead of guessing."""
    await bench.begin("anna", "anton", "ben")
    said = await bench.refusal("anna", "tool 1 an because")
    assert "“an” could be anna or anton. Please type a bit more of the name." in said
