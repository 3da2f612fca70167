"""Scrumkin's closing window at a table: nobody is called and nothing asks to be pressed, whatever anybody holds."""

from bot.kernel.live.writer import timers_after
from bot.kernel.table.journal import Draft
from games.chance import Chance
from games.scrumkin.model import State, Window
from games.testing.play import seed_of
from games.values import replace
from tests.bot.harness import THREE, Bench

TWINS = 24


def is_open(state: State) -> bool:
    return isinstance(state.phase, Window)


async def in_the_window(bench: Bench, pace: str = "live") -> None:
    await bench.seat(*THREE, game="scrumkin")
    await bench.say("anna", f"pace {pace}")
    await bench.say("anna", "start")
    await bench.play_until(is_open)


async def test_it_passes_by_itself(bench: Bench) -> None:
    """The message counts down, calls nobody and has no button for it; then the next sprint begins."""
    await in_the_window(bench)
    shown = bench.chat.last
    assert shown.until == bench.clock.now() + 20
    assert (shown.amends, shown.pings, shown.awaited) == (True, (), ()), "all were called to their turn in this sprint"
    assert [choice.label for choice in shown.acts] == ["My hand", "Hint", "Add time"]
    await bench.wait(20)
    assert (await bench.standing()).state.sprint == 2
    assert bench.chat.last.pings, "the next player is called"


async def test_whoever_looks_at_their_hand_can_end_it(bench: Bench) -> None:
    """A press for those who don't want to wait, and it ends when all of them have."""
    await in_the_window(bench)
    for name in THREE:
        [hand] = await bench.say(name, "hand")
        await bench.press(name, next(choice for choice in hand.acts if choice.label == "Ready"))
    assert (await bench.standing()).state.sprint == 2


async def test_at_an_async_table_people_are_called(bench: Bench) -> None:
    """There it would take days to pass by itself."""
    await in_the_window(bench, "async")
    assert {person.name for person in bench.chat.last.awaited} == set(THREE)


async def test_it_is_the_same_for_all_hands(bench: Bench) -> None:
    """Message, buttons, calls and clock don't tell whether anybody could counter: hands are dealt again to see."""
    await in_the_window(bench)
    live = await bench.live()
    seen, able = set(), set()
    for number in range(TWINS):
        real = live.standing
        twin = real.game.secrets.imagine(real.state, None, Chance(seed_of(number)))
        able.add(any(twin.card(card).shield for player in twin.players for card in player.hand))
        live.standing = replace(real, state=twin, offered={}, views={})
        reply = live.reply(situation=live.situation())
        draft = Draft(live.id, live.standing, live.seed, bench.clock.now())
        timers = timers_after(live, draft, live.people, None)
        seen.add((reply.text, reply.acts, reply.awaited, reply.until, reply.drawing and reply.drawing.text, timers))
        live.standing = real
    assert able == {True, False}, "some could have countered, and some not"
    assert len(seen) == 1
