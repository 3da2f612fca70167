"""Moves that can't be taken back are asked for twice, on every way in."""

import pytest

from bot.kernel.messages import SURE, Act, Called, Pressed, Request
from games.sprint.board import REVIEW
from games.sprint.model import Fork, State
from tests.bot.harness import ROOM, Bench, new_id, person, spelled


def may_review_early(state: State) -> bool:
    """At a fork with Sprint Review in reach, and work left."""
    fork = state.phase
    return isinstance(fork, Fork) and state.hours > 0 and any(way.space == REVIEW for way in fork.landings)


async def at_the_fork(bench: Bench) -> str:
    """Who could go into Sprint Review too early."""
    await bench.begin("anna", "ben")
    standing = await bench.play_until(may_review_early)
    return await bench.name_at(standing.state.turn)


def review(bench: Bench) -> Act:
    return next(choice for choice in bench.chat.last.acts if choice.command == "go review")


async def entered(bench: Bench) -> bool:
    return any(moved["space"] == REVIEW for moved in await bench.payloads("moved"))


async def test_the_button_is_red_and_says_what_it_costs(bench: Bench) -> None:
    """No way back, and how many hours are left."""
    await at_the_fork(bench)
    choice, hours = review(bench), (await bench.standing()).state.hours
    assert (choice.grave, choice.label) == (True, f"Sprint Review with {hours} h left")
    assert choice.asks_twice


async def test_pressing_it_asks_first(bench: Bench) -> None:
    """The first press changes nothing; the button of the answer does it, once, however often it is delivered."""
    mover = await at_the_fork(bench)
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    (asked,) = await bench.press(mover, review(bench))
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)
    assert asked.private
    assert "There’s no way back from Sprint Review." in spelled(asked)
    (sure,) = asked.acts
    assert not sure.asks_twice
    for _ in range(2):
        await bench.press(mover, sure, delivery="one delivery")
    assert [moved["space"] for moved in await bench.payloads("moved")].count(REVIEW) == 1


async def test_a_platform_that_asks_by_itself_asks_only_once(bench: Bench) -> None:
    """It sends the confirmed button in the first place."""
    mover = await at_the_fork(bench)
    await bench.press(mover, review(bench).confirmed)
    assert await entered(bench)


async def test_typing_it_asks_first(bench: Bench) -> None:
    """The answer says how to type that one is sure; a slash command is asked too."""
    mover = await at_the_fork(bench)
    assert "type `/scrum go review sure`" in await bench.refusal(mover, "go REVIEW")
    response = await bench.service.handle(Request(new_id(), ROOM, person(mover), Called("go", {"space": "review"})))
    assert (response.outcome, len(response.replies[0].acts)) == ("refused", 1)
    assert not await entered(bench)
    await bench.say(mover, "/scrum go review sure")
    assert await entered(bench)


async def test_nobody_else_can_confirm_it(bench: Bench) -> None:
    """The button belongs to the seat that was asked, and to that moment."""
    mover = await at_the_fork(bench)
    (asked,) = await bench.press(mover, review(bench))
    other = "ben" if mover == "anna" else "anna"
    assert (await bench.press(other, asked.acts[0]))[0].private
    assert not await entered(bench)
    elsewhere = next(choice for choice in bench.chat.last.acts if not choice.grave)
    await bench.press(mover, elsewhere)
    await bench.press(mover, asked.acts[0])
    assert not await entered(bench)


async def test_other_moves_are_not_asked_twice(bench: Bench) -> None:
    """Another way at the same fork, also if somebody says that they are sure of it."""
    mover = await at_the_fork(bench)
    other = next(choice for choice in bench.chat.last.acts if not choice.grave)
    before = (await bench.standing()).sequence
    await bench.say(mover, f"{other.command} sure")
    assert (await bench.standing()).sequence > before
    assert not await entered(bench)


@pytest.mark.parametrize("button", [SURE, f"x:1:0{SURE}{SURE}", f"x:1:{SURE}"])
async def test_a_forged_confirmation_is_refused(bench: Bench, button: str) -> None:
    """It isn't a button of ours."""
    await at_the_fork(bench)
    response = await bench.service.handle(Request(new_id(), ROOM, person("anna"), Pressed(button)))
    assert response.outcome == "refused"


async def test_resigning_asks_first(bench: Bench) -> None:
    """The same in every game: the other side doesn't win by a slip."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    assert "The other side wins. Are you sure?" in await bench.refusal("anna", "resign")
    await bench.say("anna", "resign sure")
    assert not (await bench.standing()).playing


@pytest.mark.parametrize("manages", [False, True])
async def test_ending_a_game_for_everybody_asks_first(bench: Bench, *, manages: bool) -> None:
    """The host or a moderator, by a line or a slash command; the button of the answer ends that table, no other."""
    await bench.begin("anna", "ben")
    name = "dora" if manages else "anna"
    assert "type `/scrum end sure`" in spelled(*await bench.say(name, "end", manages=manages))
    asked = Request(new_id(), ROOM, person(name), Called("end"), manages_room=manages)
    (question,) = (await bench.service.handle(asked)).replies
    assert "This ends the game for everybody. Are you sure?" in spelled(question)
    assert (await bench.standing()).playing
    await bench.say("anna", "end sure")
    await bench.begin("anna", "ben")
    (sure,) = question.acts
    pressed = Request(new_id(), ROOM, person(name), Pressed(sure.button), manages_room=manages)
    assert (await bench.service.handle(pressed)).outcome == "refused"
    assert (await bench.standing()).playing


async def test_the_button_ends_it(bench: Bench) -> None:
    """Only for whoever may end it: a copy of its id is worth nothing to others."""
    await bench.begin("anna", "ben")
    (question,) = await bench.say("anna", "end")
    (sure,) = question.acts
    assert sure.label == "End it"
    await bench.press("dora", sure)
    assert (await bench.standing()).playing
    await bench.press("anna", sure)
    assert (await bench.standing()).table.phase == "over"


async def test_ending_what_has_not_begun_is_not_asked_twice(bench: Bench) -> None:
    """Nothing is lost; and whoever only agrees to end a game decides nothing alone."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "end")
    assert (await bench.standing()).table.phase == "over"
    await bench.begin("anna", "ben", "cleo")
    assert await bench.say("ben", "end") == []
