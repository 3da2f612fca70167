"""During the game: leaving, coming back, taking over, and ending the table."""

from tests.bot.parts import Bench, spelled


async def test_leaving_hands_the_seat_to_the_automatic_player(bench: Bench) -> None:
    """The game goes on for the others, who read who plays now."""
    await bench.begin()
    assert await bench.say("anna", "leave") == []
    text = bench.chat.texts()[-1]
    assert "anna (bot) has left; an automatic player takes over and keeps the seat warm." in text
    assert "anna (bot) rolls" in text  # it was anna's turn, and nobody has to wait for her
    assert text.endswith("ben, roll one die to plan the sprint.")


async def test_who_left_can_come_back(bench: Bench) -> None:
    """The seat was kept, with its piece and its tools, and the automatic player lets go of it."""
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


async def test_who_left_is_told_how_to_come_back(bench: Bench) -> None:
    """Moves and leaving again are refused with the way back."""
    await bench.begin()
    await bench.say("anna", "leave")
    assert "An automatic player has your seat. Take it back with `/scrum join`" in await bench.refusal("anna", "roll")
    assert "You’ve already left. `/scrum join`" in await bench.refusal("anna", "leave")


async def test_a_newcomer_takes_over_an_automatic_player_that_nobody_left_behind(bench: Bench) -> None:
    """Somebody who is late can still play; the seat, its piece and its turn are theirs then."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    assert await bench.say("dora", "join") == []
    assert (await bench.live()).names == ("anna", "ben", "dora")
    await bench.say("anna", "roll")
    await bench.say("ben", "roll")
    assert await bench.say("dora", "roll") == []


async def test_a_seat_that_somebody_left_is_not_given_away(bench: Bench) -> None:
    """A newcomer may watch; the seat waits for its person."""
    await bench.begin()
    await bench.say("cleo", "leave")
    assert "You’re welcome to watch" in await bench.refusal("dora", "join")
    assert await bench.say("cleo", "join") == []


async def test_the_host_ends_the_table_at_once(bench: Bench) -> None:
    """Seed and last hash are shown, and the next table can be opened."""
    await bench.begin()
    assert await bench.say("anna", "table end") == []
    text = bench.chat.texts()[-1]
    live = await bench.live()
    assert "The host has closed the table." in text
    assert live.seed.hex() in text
    assert (await bench.events())[-1].hash in text
    assert [choice.label for choice in bench.chat.last.choices] == ["Go again"]


async def test_who_manages_the_room_ends_the_table_too(bench: Bench) -> None:
    """The platform vouches for them; they need no seat."""
    await bench.begin()
    assert "Only the host, or all the players together" in await bench.refusal("dora", "end")
    assert await bench.say("dora", "end", manages=True) == []
    assert (await bench.payloads("table.closed"))[0]["why"] == "host"


async def test_the_others_end_the_table_when_everybody_agrees(bench: Bench) -> None:
    """Those who have left need not be asked; one who agreed is told to wait for the rest."""
    await bench.begin()
    await bench.say("anna", "leave")
    assert await bench.say("ben", "end") == []
    assert "ben would like to stop here." in bench.chat.texts()[-1]
    assert "now the others need to agree" in await bench.refusal("ben", "end")
    assert await bench.say("cleo", "end") == []
    assert "Everyone agreed to stop here." in bench.chat.texts()[-1]
    assert (await bench.payloads("table.closed"))[0]["why"] == "agreed"


async def test_agreement_is_complete_when_the_last_one_who_had_not_agreed_leaves(bench: Bench) -> None:
    """Nobody is stuck at a table because the person they waited for went home."""
    await bench.begin()
    await bench.say("ben", "end")
    await bench.say("cleo", "end")
    await bench.say("anna", "leave")
    assert await bench.say("ben", "end") == []
    assert (await bench.payloads("table.closed"))[0]["why"] == "agreed"


async def test_a_table_that_never_began_can_be_ended(bench: Bench) -> None:
    """There are no dice to prove then, but the lobby is out of the way."""
    await bench.seat("anna", "ben")
    assert await bench.say("anna", "end") == []
    assert "The host has closed the table." in bench.chat.texts()[-1]
    assert await bench.say("ben", "new sprint") == []


async def test_after_the_end_every_command_says_so(bench: Bench) -> None:
    """One sentence with the way on, whatever is typed."""
    await bench.begin()
    await bench.say("anna", "end")
    for line in ("roll", "join", "leave", "start", "end", "bot", "vote yes"):
        said = await bench.refusal("anna", line)
        assert "This table is closed." in said or "before the start" in said


async def test_status_names_the_table_and_the_host(bench: Bench) -> None:
    """Whoever comes in late reads it in one private line."""
    await bench.begin()
    [reply] = await bench.say("dora", "status")
    assert reply.private
    assert spelled(reply).endswith("At the table: anna, ben and cleo. Host: anna.")
