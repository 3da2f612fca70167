"""Before the game: opening a table, joining, leaving, starting."""

import pytest

from bot.kernel.live.rooms import IN_SIGHT_SECONDS
from bot.kernel.table import narration, refusals
from tests.bot.harness import ROOM, THREE, Bench, spelled


async def test_opening_a_table_lists_its_seats(bench: Bench) -> None:
    """Whoever opens it is the host on the first seat, and the room reads what it takes to start."""
    assert await bench.say("anna", "/scrum new sprint") == []
    [text] = bench.chat.texts()
    assert text.startswith("A table is open: The Scrum Game. ")
    assert ".\n\nThe Scrum Game: 1 more needed.\n1. anna (host)" in text
    assert [choice.label for choice in bench.chat.last.acts] == ["Join", "Add an automatic player", "Settings"]
    assert await bench.kinds() == ["table.opened", "table.seat_taken"]


async def test_options_are_set_when_the_table_is_opened(bench: Bench) -> None:
    """The lobby shows those that differ from the defaults, and the game uses them."""
    await bench.begin("anna", "ben", options="hours=250 Days=5 BOARD=long impediments=costly minutes=3")
    chosen = "hours: 250, days: 5, minutes: 3, board: The long sprint and impediments: Costly"
    lobby = f"The Scrum Game ({chosen}): 1 more needed."
    assert lobby in bench.chat.texts()[0]
    state = (await bench.standing()).state
    assert (state.hours, state.days, state.minutes, state.board, state.costly) == (250, 5, 3, "long", True)


async def test_everyone_who_joins_is_listed(bench: Bench) -> None:
    """The lobby message is updated with each seat, automatic players included."""
    await bench.seat(*THREE)
    await bench.say("anna", "bot")
    listed = "up to 12 can join; start when you’re ready.\n1. anna (host)\n2. ben\n3. cleo\n4. Barbara (bot)"
    assert listed in bench.chat.texts()[-1]
    offered = [(act.label, act.role) for act in bench.chat.last.acts]
    usual = [("Add an automatic player", "usual"), ("Join", "usual")]
    assert offered == [("Start", "main"), *usual, ("Settings", "lead")]  # the host's, so behind More…


async def test_joining_and_leaving_amend_the_lobby_message(bench: Bench) -> None:
    """One message shows the seats; opening the table and starting the game are separate messages."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "bot")
    await bench.say("ben", "leave")
    await bench.say("anna", "start")
    assert [reply.amends for _, reply in bench.chat.posts] == [False, True, True, True, False]
    assert not any("takes a seat" in text for text in bench.chat.texts())  # the list of seats shows it
    await bench.say("anna", "leave")
    await bench.say("anna", "join")
    assert (bench.chat.last.amends, "anna takes a seat." in bench.chat.texts()[-1]) == (True, True)


async def test_an_old_lobby_message_is_not_amended(bench: Bench) -> None:
    """After ten minutes of talk, the next player to join gets a new message, which later ones amend."""
    await bench.seat("anna")
    bench.clock.advance(IN_SIGHT_SECONDS)
    await bench.say("ben", "join")
    await bench.say("cleo", "join")
    assert [reply.amends for _, reply in bench.chat.posts] == [False, False, True]
    assert "1. anna (host)\n2. ben\n3. cleo" in bench.chat.texts()[-1]


async def test_other_events_in_the_lobby_are_narrated(bench: Bench) -> None:
    """A room that missed a join and a choice of the host gets the list of seats and a sentence."""
    await bench.seat("anna")
    bench.chat.away = {ROOM}
    await bench.say("ben", "join")
    await bench.say("anna", "view text")
    bench.chat.away = set()
    await bench.service.rooms.catch_up(bench.service.tables.find)
    told, _, listed = bench.chat.texts()[-1].partition("\n\n")
    assert told.endswith(narration.view_chosen(pictures=False))
    assert "1. anna (host)\n2. ben" in listed


async def test_leaving_the_lobby_moves_the_others_up(bench: Bench) -> None:
    """The seat is removed, and all play on their new seats."""
    await bench.seat(*THREE)
    assert await bench.say("ben", "leave") == []
    assert "1. anna (host)\n2. cleo" in bench.chat.texts()[-1]
    await bench.say("anna", "start")
    await bench.say("anna", "roll")
    assert await bench.say("cleo", "roll") == []
    assert [rolled["seat"] for rolled in await bench.payloads("rolled")] == [0, 1]


async def test_a_host_without_a_seat_is_still_the_host(bench: Bench) -> None:
    """Somebody may set up the table for others, start it and end it."""
    await bench.seat(*THREE)
    await bench.say("anna", "leave")
    assert "(host)" not in bench.chat.texts()[-1]
    assert await bench.say("anna", "start") == []
    assert "host" in spelled((await bench.say("anna", "status"))[0]).lower()
    assert await bench.say("anna", "end sure") == []
    assert (await bench.payloads("table.closed"))[0]["why"] == "host"


async def test_a_host_who_comes_back_gets_a_new_seat(bench: Bench) -> None:
    """Leaving doesn't hand the table to somebody else."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "leave")
    await bench.say("anna", "join")
    assert "1. ben\n2. anna (host)" in bench.chat.texts()[-1]


async def test_starting_says_whose_turn_it_is(bench: Bench) -> None:
    """The commitment to the dice comes before the first roll, and before anybody adds luck; nobody has to read it."""
    await bench.begin()
    text = bench.chat.texts()[-1]
    fingerprint = (await bench.standing()).table.commitment[:12]
    opened, started = bench.chat.posts[0][1], bench.chat.last
    assert opened.proof is not None
    assert opened.proof.command.endswith(fingerprint)
    assert started.proof is None
    assert started.pin
    assert not any(word in each for each in bench.chat.texts() for word in (fingerprint, started.pin))
    assert text.startswith("Here we go!\n")
    assert "Sprint Planning begins: 300 hours of work, 10 days." in text
    assert text.endswith("anna, roll one die to plan the sprint.")
    assert bench.chat.last.drawing is not None


async def test_two_people_with_the_same_name_can_be_distinguished(bench: Bench) -> None:
    """The second Sam gets a number."""
    await bench.say("Sam", "new sprint")
    await bench.say("sam", "join")
    assert (await bench.live()).names == ("Sam", "sam 2")


async def test_an_automatic_player_never_has_a_person_s_name(bench: Bench) -> None:
    """A person called Grace doesn't meet a Grace (bot)."""
    await bench.say("grace", "new sprint")
    await bench.say("grace", "bot")
    await bench.say("grace", "bot")
    assert len({name.removesuffix(" (bot)").casefold() for name in (await bench.live()).names}) == 3


@pytest.mark.parametrize("room", ["test:other", "elsewhere:room"])
async def test_each_room_has_its_own_table(bench: Bench, room: str) -> None:
    """What is said in one room doesn't reach the table of another, whatever the platform."""
    await bench.seat(*THREE)
    await bench.say("dora", "new sprint hours=100", room=room)
    assert (await bench.live(room)).names == ("dora",)
    assert (await bench.live(ROOM)).names == THREE


async def test_a_new_table_after_the_old_one_is_over(bench: Bench) -> None:
    """A room shows one table at a time; `new` works again as soon as the last one has ended."""
    await bench.begin()
    first = (await bench.live()).id
    await bench.say("anna", "end sure")
    assert await bench.say("ben", "new sprint") == []
    second = await bench.live()
    assert second.id != first
    assert second.names == ("ben",)
    assert len(await bench.store.events(first)) > 0


async def test_a_lobby_where_every_seat_is_taken(bench: Bench) -> None:
    """It says so, instead of how many more could join."""
    await bench.seat("anna", "ben", game="rugby")
    assert "every seat is taken; start when you’re ready" in bench.chat.texts()[-1]


async def test_again(bench: Bench) -> None:
    """The same game with the same options and seats; whoever pressed the button is the host."""
    await bench.seat(*THREE, options="hours=250 days=8")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    await bench.say("cleo", "leave")
    await bench.say("anna", "end sure")
    assert await bench.press("ben", bench.choice("Play again")) == []
    live = await bench.live()
    assert live.names[:2] == ("anna", "ben")
    assert live.standing.table.seats == ("person", "person", "automatic", "automatic")
    assert (live.standing.table.options["hours"], live.standing.table.options["days"]) == (250, 8)
    assert live.host == "ben"
    assert await bench.say("cleo", "again")  # refused: a table is already open
    assert await bench.say("ben", "start") == []
    assert "anna, roll one die" in bench.chat.texts()[-1]


async def test_again_by_somebody_who_watched(bench: Bench) -> None:
    """They get a seat as well, if there is one."""
    await bench.begin()
    await bench.say("anna", "end sure")
    assert await bench.press("dora", bench.choice("Play again")) == []
    live = await bench.live()
    assert live.names == (*THREE, "dora")
    assert live.host == "dora"


async def test_again_without_a_free_seat(bench: Bench) -> None:
    """A watcher of a game for two opens the next one for the players, and watches again."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "end sure")
    assert await bench.press("dora", bench.choice("Play again")) == []
    live = await bench.live()
    assert (live.names, live.host) == (("ben", "anna"), "dora")


async def test_again_with_the_other_colour(bench: Bench) -> None:
    """In a game that rotates, everybody moves on by a seat: an automatic player with its level, too."""
    await bench.seat("anna", game="rugby")
    await bench.say("anna", "bot beginner")
    for seats, levels in ((("automatic", "person"), ("beginner", "")), (("person", "automatic"), ("", "beginner"))):
        await bench.say("anna", "start")
        await bench.say("anna", "end sure")
        assert await bench.say("anna", "again") == []
        table = (await bench.live()).standing.table
        assert (table.seats, table.levels) == (seats, levels)
    assert (await bench.live()).host == "anna"


async def test_the_automatic_player_begins_when_it_has_the_first_seat(bench: Bench) -> None:
    """It makes its first step when the game starts, and then it is the person's turn."""
    await bench.seat("anna", game="rugby")
    await bench.say("anna", "bot beginner")
    await bench.say("anna", "start")
    await bench.say("anna", "resign sure")
    await bench.say("anna", "again")
    await bench.say("anna", "start")
    assert "anna (Red), make two steps" in bench.chat.texts()[-1]


async def test_again_in_all_rooms(bench: Bench) -> None:
    """A table that was shown in two rooms continues in both."""
    await bench.begin()
    code = await bench.link()
    await bench.say("anna", f"join {code}", room="test:cellar")
    await bench.say("anna", "end sure")
    assert await bench.say("ben", "again") == []
    assert (await bench.live("test:cellar")).id == (await bench.live()).id
    assert "\n1. anna\n2. ben (host)\n3. cleo" in bench.chat.texts("test:cellar")[-1]


async def test_again_without_a_finished_game(bench: Bench) -> None:
    """The sentence says what to do."""
    assert await bench.refusal("anna", "again") == str(refusals.NOTHING_AGAIN)


async def test_play_again_pressed_by_two_people_opens_one_table(bench: Bench) -> None:
    """The second person is asked to join: the old button must not replace the table that is there now."""
    await bench.begin()
    await bench.say("anna", "end sure")
    again = bench.choice("Play again")
    assert await bench.press("ben", again) == []
    opened = (await bench.live()).id
    [reply] = await bench.press("cleo", again)
    assert reply.private
    assert "Join it with `/scrum join`" in reply.text
    assert (await bench.live()).id == opened
    assert len(await bench.store.find_tables()) == 2
