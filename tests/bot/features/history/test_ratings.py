"""Ratings: worked out from a room's finished games, shown when a game is over and on request."""

from bot.features.history.games import AUTOMATIC, FIRST, STEP, Played, latest, own_page, rated
from bot.kernel.store import FORGOTTEN, Store
from games import GAMES
from tests.bot.harness import ROOM, Bench, spelled


def game(winners: tuple[int, ...], people: dict[int, str], levels: tuple[str, str] = ("", "")) -> Played:
    names = tuple(people.get(seat, "Ada (bot)") for seat in (0, 1))
    return Played("rugby", 0.0, ended=True, finished=True, names=names, people=people, winners=winners, levels=levels)


def test_the_winner_gains_what_the_loser_loses() -> None:
    """Half a step at first, less against somebody weaker, nothing for a draw between equals."""
    both = {0: "anna", 1: "ben"}
    first = game((0,), both)
    assert [each.shown for each in latest([first])] == [("anna", 1016, 16), ("ben", 984, -16)]
    again = {each.name: each for each in latest([first, first])}
    assert 0 < again["anna"].change < 16
    assert again["anna"].after + again["ben"].after == 2 * FIRST
    assert {each.change for each in latest([game((), both)])} == {0}


def test_automatic_players_stay_where_they_are() -> None:
    """Beating an expert counts for more than beating a beginner; without a level it is the usual one."""
    gains = {}
    for level in (*AUTOMATIC, ""):
        (one,) = rated([game((0,), {0: "anna"}, ("", level))])
        gains[level] = one.after - one.before
    assert gains["beginner"] < gains["club"] < gains["expert"] < STEP
    assert gains[""] == gains[GAMES["rugby"].bots.levels[0]]
    assert set(AUTOMATIC) == set(GAMES["rugby"].bots.levels)


def test_games_that_do_not_count() -> None:
    """Those that were not finished, and those between automatic players."""
    unfinished = Played("rugby", 0.0, ended=True, finished=False, names=("a", "b"), people={0: "a", 1: "b"})
    assert list(rated([unfinished, game((0,), {}, ("club", "club"))])) == []


def test_a_forgotten_person_has_no_rating() -> None:
    """The opponent keeps what they gained."""
    forgotten = game((0,), {0: "anna", 1: "x9"})
    names = (forgotten.names[0], f"{FORGOTTEN} 2")
    one = Played("rugby", 0.0, ended=True, finished=True, names=names, people=forgotten.people, winners=(0,))
    assert [each.person for each in rated([one])] == ["anna"]


async def resigned(bench: Bench, names: tuple[str, str], room: str = ROOM) -> None:
    bench.clock.advance(1)  # games count in the order in which they were opened
    await bench.say(names[0], "new rugby", room=room)
    await bench.say(names[1], "join", room=room)
    await bench.say(names[0], "start", room=room)
    await bench.say(names[0], "resign sure", room=room)


async def ratings(bench: Bench) -> str:
    """What the room is told after a game; it may be there already."""
    while not bench.chat.last.note:
        await bench.chat.until(len(bench.chat.posts) + 1)
    return bench.chat.last.note


async def test_a_room_sees_ratings_move(sqlite_store: Store) -> None:
    """After each game, those of the people who played it; `rating` lists one's own games, in this room alone."""
    bench = Bench(sqlite_store, answers_due_queries=True)
    await resigned(bench, ("anna", "ben"))
    assert await ratings(bench) == "Ratings: ben 1,016 (+16), anna 984 (-16)."
    await resigned(bench, ("ben", "cleo"))
    assert await ratings(bench) == "Ratings: cleo 1,017 (+17), ben 999 (-17)."
    [own] = await bench.say("ben", "rating")
    assert own.private
    assert spelled(own).splitlines() == [
        "Scrum Rugby: 999 after 2 games in this room.",
        "2023-11-14 against cleo: -17",
        "2023-11-14 against anna: +16",
    ]
    [elsewhere] = await bench.say("ben", "rating", room="test:elsewhere")
    assert "no rating in this room yet" in elsewhere.text
    await bench.say("ben", "forget me")
    tables = [await bench.store.table(record.id) for record in await bench.store.tables_in(ROOM)]
    assert own_page("rugby", [table for table in tables if table], "test:ben") == ""
    await bench.service.close()


async def test_a_hint_is_one_press_and_playing_it_another(bench: Bench) -> None:
    """Every message of a running game has the button; the private answer has one for the first step."""
    await bench.say("anna", "new rugby")
    await bench.say("ben", "join")
    await bench.say("anna", "start")
    assert bench.choice("Hint").role == "usual"
    [hint] = await bench.press("anna", bench.choice("Hint"))
    assert hint.private
    (step,) = hint.acts
    assert step.label.replace(" → ", "-") in hint.text
    await bench.press("anna", step)
    assert (await bench.standing()).state.turns == 1
