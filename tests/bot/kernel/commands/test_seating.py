"""During the game: leaving, coming back, taking over, and ending the table."""

from bot.kernel.table import refusals
from tests.bot.harness import Bench, spelled


async def test_leaving_hands_the_seat_to_an_automatic_player(bench: Bench) -> None:
    """The game continues, and the others read who plays now."""
    await bench.begin()
    assert await bench.say("anna", "leave") == []
    text = bench.chat.texts()[-1]
    assert "A player has left; an automatic player carries on as anna (bot) and keeps the seat warm." in text
    assert "anna (bot) rolls" in text  # it was anna's turn
    assert text.endswith("ben, roll one die to plan the sprint.")


async def test_a_person_who_left_can_come_back(bench: Bench) -> None:
    """The seat was kept, with its piece and its tools, and the automatic player gives it back."""
    await bench.begin()
    await bench.say("anna", "roll")
    before = (await bench.standing()).state.players[0]
    await bench.say("anna", "leave")
    assert await bench.say("anna", "join") == []
    assert (await bench.standing()).table.seats == ("person",) * 3
    assert (await bench.standing()).state.players[0] == before
    assert "anna takes a seat." in bench.chat.texts()[-1]
    for name in ("ben", "cleo", "anna"):
        assert await bench.say(name, "roll") == []


async def test_a_person_who_left_is_told_how_to_come_back(bench: Bench) -> None:
    """Moving or leaving again is refused."""
    await bench.begin()
    await bench.say("anna", "leave")
    assert "An automatic player has your seat. Take it back with `/scrum join`" in await bench.refusal("anna", "roll")
    assert "You’ve already left. `/scrum join`" in await bench.refusal("anna", "leave")


async def test_a_latecomer_takes_over_an_unclaimed_automatic_seat(bench: Bench) -> None:
    """They get the seat with its piece and its turn."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    assert await bench.say("dora", "join") == []
    assert (await bench.live()).names == ("anna", "ben", "dora")
    await bench.say("anna", "roll")
    await bench.say("ben", "roll")
    assert await bench.say("dora", "roll") == []


async def test_a_seat_somebody_left_is_not_given_away(bench: Bench) -> None:
    """A latecomer may watch; the seat is kept for its person."""
    await bench.begin()
    await bench.say("cleo", "leave")
    assert "You’re welcome to watch" in await bench.refusal("dora", "join")
    assert await bench.say("cleo", "join") == []


async def test_players_are_counted_from_one(bench: Bench) -> None:
    """The last one has the number of seats; there is nobody beyond."""
    await bench.begin("anna", "ben")
    assert await bench.say("anna", "host 2") == []
    assert (await bench.live()).host == "ben"
    assert "“3”" in await bench.refusal("ben", "host 3")


async def test_an_automatic_player_of_a_level(bench: Bench) -> None:
    """One that the game has."""
    await bench.seat("anna", game="rugby")
    assert "isn’t a level" in await bench.refusal("anna", "bot master")
    assert await bench.say("anna", "bot expert") == []
    assert (await bench.standing()).table.levels[1] == "expert"


async def test_the_host_ends_the_table(bench: Bench) -> None:
    """Seed and last hash are a press away, and the next table can be opened."""
    await bench.begin()
    assert await bench.say("anna", "table end sure") == []
    text = bench.chat.texts()[-1]
    live = await bench.live()
    assert "The host has closed the table." in text
    assert live.seed.hex() not in text
    assert bench.chat.last.proof is not None
    [proof] = await bench.press("dora", bench.chat.last.proof)
    assert live.seed.hex() in proof.text
    assert (await bench.events())[-1].hash in proof.text
    assert [choice.label for choice in bench.chat.last.acts] == ["Play again", "Talk about it"]
    assert [await bench.refusal(name, "join") for name in ("anna", "dora")] == [str(refusals.TABLE_OVER)] * 2


async def test_a_moderator_of_the_room_can_end_the_table(bench: Bench) -> None:
    """The platform vouches for them; they need no seat."""
    await bench.begin()
    assert "Only the host, or all the players together" in await bench.refusal("dora", "end")
    assert await bench.say("dora", "end sure", manages=True) == []
    assert (await bench.payloads("table.closed"))[0]["why"] == "moderator"


async def test_players_end_the_table_when_everyone_agrees(bench: Bench) -> None:
    """People who left needn't be asked; one who agreed is told to wait for the rest."""
    await bench.begin()
    await bench.say("anna", "leave")
    assert await bench.say("ben", "end sure") == []
    assert "ben would like to stop here." in bench.chat.texts()[-1]
    assert "now the others need to agree" in await bench.refusal("ben", "end")
    assert await bench.say("cleo", "end sure") == []
    assert "Everyone agreed to stop here." in bench.chat.texts()[-1]
    assert (await bench.payloads("table.closed"))[0]["why"] == "agreed"


async def test_a_player_who_leaves_no_longer_has_to_agree(bench: Bench) -> None:
    """Nobody is stuck at a table because the person they waited for went home."""
    await bench.begin()
    await bench.say("ben", "end sure")
    await bench.say("cleo", "end sure")
    await bench.say("anna", "leave")
    assert await bench.say("ben", "end sure") == []
    assert (await bench.payloads("table.closed"))[0]["why"] == "agreed"


async def test_a_lobby_can_be_ended(bench: Bench) -> None:
    """There are no dice to prove, but the room is free for the next table."""
    await bench.seat("anna", "ben")
    assert await bench.say("anna", "end sure") == []
    assert "The host has closed the table." in bench.chat.texts()[-1]
    assert await bench.say("ben", "new sprint") == []


async def test_after_the_end_commands_are_refused(bench: Bench) -> None:
    """One sentence with the way on."""
    await bench.begin()
    await bench.say("anna", "end sure")
    for line in ("roll", "join", "leave", "start", "end", "vote yes"):
        assert str(refusals.TABLE_OVER) in await bench.refusal("anna", line)
    assert str(refusals.BOT_ONLY_IN_LOBBY) in await bench.refusal("anna", "bot")


async def test_status_names_the_players_and_the_host(bench: Bench) -> None:
    """A latecomer reads it in one private line."""
    await bench.begin()
    [reply] = await bench.say("dora", "status")
    assert reply.private
    assert spelled(reply).endswith("At the table: anna, ben and cleo. Host: anna.\nSettings: as usual.")
