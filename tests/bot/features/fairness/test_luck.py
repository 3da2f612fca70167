"""Luck that players add after the fingerprint was shown: nobody knows or chooses the dice, the operator included."""

from collections.abc import AsyncIterator, Sequence
from hashlib import sha256

import pytest

from bot.features.fairness.export import export
from bot.features.fairness.verify import verify
from bot.kernel.live.rooms import IN_SIGHT_SECONDS
from bot.kernel.store import Store
from bot.kernel.table import refusals
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import luck_from
from games.chance import commitment
from tests.bot.harness import Bench, spelled

BANANA = sha256(b"banana").hexdigest()


@pytest.fixture
async def fair_bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    """With real seeds, and luck from everybody's requests."""
    bench = Bench(sqlite_store, seed=None)
    yield bench
    await bench.service.close()


async def luck_of(bench: Bench) -> Sequence[str]:
    return (await bench.standing()).table.luck


async def test_the_fingerprint_comes_first_and_luck_after_it(fair_bench: Bench) -> None:
    """The table opens with the fingerprint of its seed; joining and starting bring what the platform sent."""
    await fair_bench.say("anna", "new sprint", delivery="opening")
    assert (await fair_bench.payloads("table.opened"))[0]["commitment"] == commitment((await fair_bench.live()).seed)
    await fair_bench.say("ben", "join", delivery="joining")
    await fair_bench.say("anna", "start", delivery="starting")
    assert [taken["luck"] for taken in await fair_bench.payloads("table.seat_taken")] == ["", luck_from("joining")]
    assert await luck_of(fair_bench) == (luck_from("joining"), luck_from("starting"))


async def test_the_same_seed_gives_other_dice_with_other_luck(sqlite_store: Store) -> None:
    """So trying seeds before the others sit down is useless."""
    seeds, dice = set(), set()
    for word in ("apple", "banana", "cherry"):
        bench, room = Bench(sqlite_store, seed="chosen"), f"test:{word}"
        for name, line in (("anna", "new sprint"), ("ben", f"join luck {word}"), ("anna", "start")):
            await bench.say(name, line, room=room)
        live = await bench.live(room)
        seeds.add(live.seed)
        dice.add(Draft(live.id, live.standing, live.seed, 0.0).chance.dice(30))
    assert (len(seeds), len(dice)) == (1, 3)


async def test_a_word_is_hashed_and_never_shown(fair_bench: Bench) -> None:
    """Only its SHA-256 is stored; the player is told it, so that they can find it in the finished game."""
    await fair_bench.say("anna", "new sprint")
    (told,) = await fair_bench.say("ben", "join luck banana")
    assert (told.private, BANANA[:12] in told.text) == (True, True)
    (told,) = await fair_bench.say("anna", "start banana")
    assert BANANA[:12] in told.text
    assert await luck_of(fair_bench) == (BANANA, BANANA)
    stored = [event.payload for event in await fair_bench.events()]
    assert not any("banana" in text for text in [*stored, *fair_bench.chat.texts()])


async def test_a_seated_player_adds_a_word_before_the_start(fair_bench: Bench) -> None:
    """Whoever pressed a button, or plays again, has had no chance to give one; after the start it is too late."""
    await fair_bench.seat("anna", "ben")
    before = await luck_of(fair_bench)
    await fair_bench.say("anna", "join luck banana")
    assert await luck_of(fair_bench) == (*before, BANANA)
    assert len((await fair_bench.standing()).table.seats) == 2
    assert await fair_bench.refusal("anna", "join") == str(refusals.JOINED_TWICE)
    await fair_bench.say("anna", "start")
    assert await fair_bench.refusal("anna", "join luck banana") == str(refusals.JOINED_TWICE)


async def test_luck_stays_when_a_player_leaves(fair_bench: Bench) -> None:
    """Taking it out again would be a way to choose."""
    await fair_bench.seat("anna", "ben")
    await fair_bench.say("ben", "leave")
    assert len(await luck_of(fair_bench)) == 1


async def test_a_seat_taken_back_during_the_game_brings_no_luck(fair_bench: Bench) -> None:
    """The draws would change in the middle of the game."""
    await fair_bench.begin()
    before = await luck_of(fair_bench)
    await fair_bench.say("ben", "leave")
    await fair_bench.say("ben", "join luck banana")
    assert await luck_of(fair_bench) == before


@pytest.mark.parametrize("game", ["rugby", "retro"])
async def test_no_luck_where_none_decides(fair_bench: Bench, game: str) -> None:
    """A word is ignored quietly, and nobody reads about fingerprints, seeds and pins."""
    await fair_bench.say("anna", f"new {game}")
    assert await fair_bench.say("ben", "join luck banana") == []
    await fair_bench.say("anna", "start banana")
    await fair_bench.say("anna", "end sure")
    assert await luck_of(fair_bench) == ()
    assert not any(word in text for text in fair_bench.chat.texts() for word in ("ingerprint", "eed:", "hash"))


async def test_a_fair_game_verifies(fair_bench: Bench) -> None:
    """Played by people with words, from a seed that nobody chose: the rules are re-run, and everything follows."""
    await fair_bench.seat("anna", "ben")
    await fair_bench.say("anna", "start banana")
    await fair_bench.play_to_the_end()
    live = await fair_bench.live()
    verdict = verify(export(live.id, live.seed, live.standing, await fair_bench.events()))
    assert (verdict.wrong, verdict.level, verdict.luck, verdict.whole) == (None, 2, 2, True)
    [proof] = await fair_bench.say("ben", "verify")
    assert "luck that players added twice after that" in spelled(proof)


async def test_a_lesson_has_no_luck(fair_bench: Bench) -> None:
    """The same lessons come up for everybody."""
    await fair_bench.say("anna", "tutorial sprint")
    (table,) = await fair_bench.store.find_tables()
    live = await fair_bench.service.tables.find(table.id)
    assert live is not None
    assert live.standing.playing
    assert live.standing.table.luck == ()


async def test_games_that_were_ended_are_counted(fair_bench: Bench) -> None:
    """An operator could end games whose luck displeases; a lobby, a retro and a running game don't count."""
    for lines in (("start", "roll", "end sure"), ("end sure",), ("start",)):
        await fair_bench.seat("anna", "ben")
        for line in lines:
            await fair_bench.say("anna", line)
    said = "Games with dice or cards played in this room: 1; 1 of them was ended before the result."
    [proof] = await fair_bench.say("ben", "verify")
    await fair_bench.say("ben", "history")
    for reply in (proof, fair_bench.chat.last):
        assert spelled(reply).endswith(said)


async def test_every_message_of_a_game_has_a_pin(fair_bench: Bench) -> None:
    """`verify` finds each of them at the event that the message showed, and none of another game."""
    await fair_bench.begin()
    for _ in range(5):
        await fair_bench.step()
    fair_bench.clock.advance(IN_SIGHT_SECONDS)
    await fair_bench.say("anna", "board")
    await fair_bench.say("anna", "end sure")
    live = await fair_bench.live()
    pins = verify(export(live.id, live.seed, live.standing, await fair_bench.events())).pins
    playing = [reply for _, reply in fair_bench.chat.posts if reply.pin]
    assert [pins[reply.sequence - 1] for reply in playing] == [reply.pin for reply in playing]
    assert [bool(reply.pin) for _, reply in fair_bench.chat.posts] == [False] * 3 + [True] * 8
    for line in (f"verify {playing[2].pin}", f"verify {playing[2].pin.upper()}"):
        (found,) = await fair_bench.say("ben", line)
        assert f"everything up to event {playing[2].sequence}." in found.text
    (unknown,) = await fair_bench.say("ben", "verify 00000000")
    assert "isn’t from this game" in unknown.text
    (private,) = await fair_bench.say("anna", "status")
    assert private.pin == ""
