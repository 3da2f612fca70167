"""What was played in a room, its statistics, exports, and forgetting a person."""

import csv
import io
import json

from bot.features.history import games as texts
from bot.features.history.games import played, stats_page
from bot.features.workshop.model import Member, Team, Workshop, WorkshopStore, followed_as
from bot.kernel.store import FORGOTTEN
from bot.kernel.table import refusals
from bot.kernel.table import texts as personal
from tests.bot.harness import ROOM, Bench, spelled


async def test_the_history_of_a_room(bench: Bench) -> None:
    """One line per table, newest first, with its outcome; other rooms have their own."""
    await bench.say("anna", "history")
    assert spelled(bench.chat.last) == str(texts.NOTHING_PLAYED)
    await bench.begin("anna", "ben")
    await bench.play_to_the_end()
    bench.clock.advance(60)
    await bench.begin("cleo", "ben")
    await bench.say("cleo", "end sure")
    await bench.say("anna", "history")
    lines = spelled(bench.chat.last).splitlines()
    assert "cleo and ben; ended early." in lines[1]
    assert "The Scrum Game: anna and ben; " in lines[2]
    await bench.say("anna", "history", room="test:elsewhere")
    assert spelled(bench.chat.last) == str(texts.NOTHING_PLAYED)


async def test_the_statistics_of_a_room(bench: Bench) -> None:
    """How many tables, how they ended, and records."""
    await bench.begin("anna", "ben")
    await bench.play_to_the_end()
    await bench.say("ben", "stats")
    told = spelled(bench.chat.last)
    assert "The Scrum Game: 1 table, 1 finished." in told
    assert "impediment" in told.lower()


async def test_ratings_of_a_game_for_two(bench: Bench) -> None:
    """The winner gains what the loser loses."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    await bench.say("anna", "resign sure")
    stored = await bench.store.table((await bench.live()).id)
    assert stored is not None
    assert played(stored).winners == (1,)
    assert "Ratings: ben 1,016 (+16), anna 984 (-16)." in stats_page([stored])


async def test_exporting_a_finished_game(bench: Bench) -> None:
    """JSON to verify, CSV to calculate with, Markdown to read; none of it before the end."""
    await bench.begin("anna", "=1+1|*b*")
    assert str(refusals.NOT_OVER) in await bench.refusal("anna", "export")
    await bench.say("anna", "end sure")
    for form, ending in (("json", "json"), ("csv", "csv"), ("markdown", "md")):
        assert await bench.say("anna", f"export {form}") == []
        ((name, text),) = bench.chat.last.files
        assert name.endswith(f".{ending}")
        if form == "json":
            assert json.loads(text)["seed"]
        elif form == "csv":
            rows = list(csv.reader(io.StringIO(text)))
            assert rows[0] == ["event", "time", "kind", "text"]
            assert all(not cell.startswith("=") for row in rows for cell in row)
        else:
            assert r"=1\+1\|\*b\*" in text


async def test_forgetting_asks_first(bench: Bench) -> None:
    """Because it can't be undone."""
    await bench.begin()
    assert str(personal.SURE_TO_FORGET) in await bench.refusal("anna", "forget")


async def test_a_forgotten_person_is_removed_everywhere(bench: Bench) -> None:
    """Name and id are gone from the store, from what is shown and from the seat; the others play on."""
    await bench.begin()
    assert "removed you from 1 table" in spelled((await bench.say("anna", "forget me"))[0])
    live = await bench.live()
    assert live.names[0].startswith(str(FORGOTTEN))
    await bench.say("ben", "status")
    stored = await bench.store.table(live.id)
    assert stored is not None
    assert all("anna" not in seating.person + seating.name for seating in stored.people)
    assert await bench.store.tables_of("test:anna") == ()
    assert "not seated" in await bench.refusal("anna", "roll")
    (board,) = await bench.say("ben", "board")
    assert board.drawing is not None
    assert "anna" not in spelled(board) + board.drawing.text
    assert ROOM in live.rooms


async def test_a_forgotten_member_of_a_workshop(bench: Bench) -> None:
    """They leave it too, and its desk shows that at once."""
    heard: list[str] = []
    await bench.begin()
    bench.service.tables.follow(followed_as("w"), lambda: heard.append("changed"))
    workshop = Workshop("w", "entrance", "desk", 0, "sprint", {}, (Team("Otters", ROOM, ""),), 6)
    await bench.store.part(WorkshopStore).put_workshop(workshop, joined=(Member("test:anna", 0),))
    assert "removed you from 1 table and 1 workshop." in spelled((await bench.say("anna", "forget me"))[0])
    assert heard == ["changed"]
    assert "There was nothing to remove." in spelled((await bench.say("anna", "forget me"))[0])


async def test_verify_shows_everyone_s_luck(bench: Bench) -> None:
    """Expected and actual dice, per person and for all together."""
    await bench.begin("anna", "ben")
    await bench.play_to_the_end()
    [proof] = await bench.say("anna", "verify")
    told = spelled(proof)
    assert "All together:" in told
    assert "expected 3.50" in told
