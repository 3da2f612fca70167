"""Preparing a game in its lobby: other options, fewer automatic players, another name."""

import json

import pytest

from bot.features.fairness.export import export, read, write
from bot.features.fairness.verify import Verdict, verify
from bot.kernel.table import narration, refusals
from bot.kernel.table.journal import chain, first_hash
from games.retro.formats import own_columns
from tests.bot.harness import Bench, spelled

# --- options -------------------------------------------------------------------------------------------------------


async def verdict(bench: Bench, **changed: object) -> Verdict:
    """What `verify` says about the finished game; `changed`: options that a forger writes into the lobby's event."""
    live = await bench.live()
    file = json.loads(write(export(live.id, live.seed, live.standing, await bench.events())))
    for event in file["events"]:
        if event["payload"]["kind"] == "table.options_chosen":
            event["payload"]["options"] |= changed
    forged = read(json.dumps(file | {"options": file["options"] | changed}))
    before = first_hash(forged.table)
    for row in forged.events:
        before = row.hash = chain(before, row.sequence, row.text, row.at, row.drawn, seat=row.seat, move=row.move_text)
    return verify(forged)


async def test_options_change_in_the_lobby(bench: Bench) -> None:
    """Only those that are named; the lobby's message shows them, the game uses them, and the game verifies."""
    await bench.seat("anna", "ben", options="hours=250 board=long")
    assert await bench.say("anna", "options hours=100 days=3") == []
    assert bench.chat.last.amends
    assert "The Scrum Game (hours: 100, days: 3 and board: The long sprint): up to" in bench.chat.texts()[-1]
    log = spelled((await bench.say("ben", "log"))[0])
    assert narration.options_chosen(["hours: 100", "days: 3", "board: The long sprint"]) in log
    await bench.say("anna", "start")
    state = (await bench.another_process().standing()).state
    assert (state.hours, state.days, state.board) == (100, 3, "long")
    await bench.play_to_the_end()
    assert (await verdict(bench)).wrong is None


@pytest.mark.parametrize("words", ['columns="Keep, Try next"', "columns=“Keep,Try next”", "columns=Keep,Try_next"])
async def test_a_value_with_spaces_stands_in_quotes(bench: Bench, words: str) -> None:
    """Straight or as a phone types them; other options may follow."""
    await bench.say("anna", f"new retro {words} dots=5")
    options = (await bench.standing()).table.options
    assert [column.title for column in own_columns(str(options["columns"]))] == ["Keep", "Try next"]
    assert options["dots"] == 5


async def test_back_to_the_defaults(bench: Bench) -> None:
    """The last change counts."""
    await bench.seat("anna", "ben", options="hours=250")
    await bench.say("anna", "options hours=0")
    assert "The Scrum Game: up to" in bench.chat.texts()[-1]
    assert narration.options_chosen([]) in spelled((await bench.say("anna", "log"))[0])


async def test_options_that_are_refused(bench: Bench) -> None:
    """Impossible ones, the same ones, by anybody but the host, and after the start."""
    await bench.seat("anna", "ben", options="hours=250")
    assert "or 0: as the difficulty says. I haven’t changed anything." in await bench.refusal("anna", "options hours=1")
    assert "has no option “colour" in await bench.refusal("anna", "options colour=red")
    assert str(refusals.SAME_OPTIONS) in await bench.refusal("anna", "options hours=250")
    for other in ("ben", "zoe"):
        assert str(refusals.ONLY_HOST_CHOOSES) in await bench.refusal(other, "options hours=100")
    await bench.say("anna", "start")
    assert str(refusals.OPTIONS_ONLY_IN_LOBBY) in await bench.refusal("anna", "options hours=100")


async def test_impossible_options_in_a_file_are_found(bench: Bench) -> None:
    """A forger who recomputes every hash still can't play with options that the game doesn't have."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "options hours=100 days=3")
    await bench.say("anna", "start")
    await bench.play_to_the_end()
    assert (await verdict(bench, hours=5)).fault == "The option hours can’t have this value."


# --- automatic players ---------------------------------------------------------------------------------------------


async def test_an_automatic_player_is_removed(bench: Bench) -> None:
    """By name, or the last one; people move up, and keep their seats."""
    await bench.seat("anna")
    for line in ("bot", "bot"):
        await bench.say("anna", line)
    await bench.say("ben", "join")
    await bench.say("anna", "bot off Grace")
    assert (await bench.standing()).table.seats == ("person", "automatic", "person")
    assert [(each.name, each.seat) for each in (await bench.live()).people] == [("anna", 0), ("ben", 2)]
    await bench.say("ben", "bot off")
    assert (await bench.standing()).table.seats == ("person", "person")
    live = await bench.another_process().live()
    assert [(each.name, each.seat, each.host) for each in live.people] == [("anna", 0, True), ("ben", 1, False)]


async def test_automatic_players_that_cannot_be_removed(bench: Bench) -> None:
    """None is there, it is a person, somebody else's table, or the game has started."""
    await bench.seat("anna", "ben")
    assert str(refusals.NO_BOT_TO_REMOVE) in await bench.refusal("anna", "bot off")
    await bench.say("anna", "bot")
    assert str(refusals.NOT_A_BOT) in await bench.refusal("anna", "bot off ben")
    assert str(refusals.NOT_SEATED) in await bench.refusal("zoe", "bot off")
    await bench.say("anna", "start")
    assert str(refusals.BOT_STAYS) in await bench.refusal("anna", "bot off")


# --- names ---------------------------------------------------------------------------------------------------------


async def test_a_new_name_at_any_time(bench: Bench) -> None:
    """Nothing is recorded, because events name seats; everybody reads the new name, also after a restart."""
    await bench.begin("anna", "ben")
    before = await bench.events()
    [reply] = await bench.say("anna", "name Anna-Maria  von\nTrapp")
    assert (reply.private, reply.text) == (True, "At this table, you’re now called Anna-Maria von Trapp.")
    assert await bench.events() == before
    assert (await bench.another_process().live()).names == ("Anna-Maria von Trapp", "ben")
    [reply] = await bench.say("ben", "name anna-maria von trapp")
    assert reply.text.endswith("anna-maria von trapp 2.")
    assert str(refusals.NOT_SEATED) in await bench.refusal("zoe", "name Zoë")


async def test_your_own_name_again(bench: Bench) -> None:
    """It isn't taken: you have it."""
    await bench.begin("anna", "ben")
    [reply] = await bench.say("anna", "name Anna")
    assert reply.text.endswith("called Anna.")
