"""A workshop through the service: one trainer, several tables, people who come in by a link."""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.fairness.export import GameFiles, read
from bot.features.fairness.shared_dice import compare
from bot.features.fairness.verify import verify
from bot.features.workshop import opening, texts
from bot.features.workshop.model import Placed, WorkshopForm, Workshops, WorkshopStore
from bot.kernel.messages import Called, Person
from bot.kernel.store import Store
from bot.kernel.table import catalogue
from bot.kernel.table.model import Refused
from bot.kernel.table.texts import NOW_PAUSED
from games import GAMES
from games.language import speaking
from tests.bot.harness import ROOM, Bench, WebTable, new_id, person, spelled
from tests.bot.workshop_harness import Trainer, at_desk, opened, said, told


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store, web=WebTable())
    yield bench
    await bench.service.close()


# --- opening and coming in -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"teams": 0}, "1 to 30 teams"),
        ({"teams": 31}, "1 to 30 teams"),
        ({"size": 1}, "2 to 12 people"),
        ({"size": 13}, "2 to 12 people"),
        ({"game": "rugby", "same_dice": True}, "neither dice nor cards"),
        ({"game": "chess"}, "don’t know a game"),
        ({"options": "hours=1"}, "hours is a number"),
    ],
)
async def test_bad_forms_are_explained(bench: Bench, form: dict[str, Any], words: str) -> None:
    """Nothing is opened."""
    with pytest.raises(Refused, match=words):
        await opened(bench, **form)
    assert not await bench.store.find_tables()


async def test_no_workshop_without_pages(sqlite_store: Store) -> None:
    """The desk is a page: without the web table there is none."""
    with pytest.raises(Refused, match="web table"):
        await opened(Bench(sqlite_store))


async def test_people_are_seated_evenly_and_come_back_to_their_place(bench: Bench) -> None:
    """Thirty people in the same second: ten in each team, each with one seat; asking again changes nothing."""
    trainer = await opened(bench, size=10)
    names = [f"p{number}" for number in range(30)]
    placed = await asyncio.gather(*(trainer.comes(name) for name in names))
    assert Counter(each.team for each in placed) == {0: 10, 1: 10, 2: 10}
    assert all(each.seated for each in placed)
    assert await asyncio.gather(*(trainer.comes(name) for name in names)) == placed
    desk = await trainer.desk()
    assert [len(card.page.chairs) for card in desk.teams] == [10, 10, 10]
    assert not any(chair.host for card in desk.teams for chair in card.page.chairs)


async def test_a_full_workshop_lets_people_watch(bench: Bench) -> None:
    """Whoever finds no seat looks on, and gets one when there is one."""
    trainer = await opened(bench, teams=1, size=2)
    assert [each.seated for each in await trainer.come("anna", "ben", "cleo")] == [True, True, False]
    await trainer.order(said("team", what="add"))
    assert (await trainer.comes("cleo")).team == 1


async def test_people_choose_their_team(bench: Bench) -> None:
    """Only where the trainer lets them; a full team says so by a place without a seat."""
    trainer = await opened(bench, size=2, chooses=True)
    assert [(await trainer.comes(name, 2)).team for name in ("anna", "ben")] == [2, 2]
    assert await trainer.comes("cleo", 2) == Placed((await trainer.desk()).teams[2].room, 2, seated=False)
    assert (await trainer.comes("cleo", 7)).seated is False
    even = await opened(bench)
    assert (await even.comes("dora", 2)).team == 0


async def test_two_processes_seat_evenly(two_benches: tuple[Bench, Bench]) -> None:
    """Both read and write one record: nobody gets two places, and no team gets too many."""
    first, second = (Bench(each.store, clock=each.clock, web=WebTable()) for each in two_benches)
    trainer = await opened(first, teams=2, size=6)
    there = Trainer(second, trainer.opened)
    names = [f"p{number}" for number in range(8)]
    placed = await asyncio.gather(*(one.comes(name) for name in names for one in (trainer, there)))
    assert len({(each.team, name) for each, name in zip(placed, [n for n in names for _ in "12"], strict=True)}) == 8
    assert Counter(each.team for each in placed[::2]) == {0: 4, 1: 4}
    await first.service.close()
    await second.service.close()


async def test_a_form_that_is_delivered_again_opens_nothing(bench: Bench) -> None:
    """The key is stored nowhere, so it can't be answered with the same desk."""
    form = WorkshopForm("sprint", teams=2)
    await bench.service.feature(Workshops).open_workshop(form, "delivery")
    with pytest.raises(Refused, match="already opened"):
        await bench.service.feature(Workshops).open_workshop(form, "delivery")
    assert len(await bench.store.find_tables()) == 2


async def test_a_team_is_added_once(bench: Bench) -> None:
    """Even if the process died between its table and the workshop's record: the order finds the table again."""
    trainer = await opened(bench, teams=1)
    await opening.with_team(trainer.context, await trainer.stored(), "Team 2", "order")  # and then it died
    await trainer.order(said("team", what="add"), "order")
    assert len((await trainer.desk()).teams) == 2
    assert len(await bench.store.find_tables()) == 2


async def test_links_open_what_they_should(bench: Bench) -> None:
    """The entrance isn't the desk, what is stored of the desk's key isn't the key, and an old key opens nothing."""
    trainer = await opened(bench)
    workshops, links = bench.service.feature(Workshops), trainer.opened
    stored = await bench.store.part(WorkshopStore).workshop(links.id)
    assert stored is not None
    for wrong in ("", "nothing", links.id, links.entrance, stored.desk):
        assert await workshops.desk(wrong) is None
        if wrong != links.entrance:
            assert await workshops.entrance(wrong, None) is None
    assert links.key not in repr(stored)
    assert links.key not in repr(links)
    new = await workshops.hand_over(links.key, "delivery")
    assert await workshops.desk(links.key) is None
    assert await workshops.hand_over(links.key, "delivery") == new  # the answer got lost
    with pytest.raises(Refused, match="leads nowhere"):
        await workshops.hand_over(links.key, new_id())
    trainer.opened = new
    assert (await trainer.desk()).entrance == links.entrance


async def test_names_and_times_are_kept_only_for_an_attendance_sheet(bench: Bench) -> None:
    """It is off by default; whoever asks to be forgotten is off the sheet, too."""
    quiet, sheet = await opened(bench), await opened(bench, attendance=True)
    for trainer in (quiet, sheet):
        await trainer.come("anna", "ben")
    assert await quiet.workshops.attendance(quiet.opened.key) == ()
    listed = await sheet.workshops.attendance(sheet.opened.key)
    assert [(each.name, each.team, each.arrived) for each in listed] == [
        ("anna", "Team 1", bench.clock.now()),
        ("ben", "Team 2", bench.clock.now()),
    ]
    await bench.store.forget("test:anna")
    assert [each.name for each in await sheet.workshops.attendance(sheet.opened.key)] == ["ben"]


# --- running it ----------------------------------------------------------------------------------------------------


async def test_only_the_trainer_starts_and_small_teams_get_bots(bench: Bench) -> None:
    """A team of one plays with an automatic player, an empty one waits for latecomers."""
    trainer = await opened(bench)
    await trainer.come("anna", "ben")
    assert str(texts.UP_TO_THE_TRAINER) in await trainer.say("anna", "start")
    assert str(texts.UP_TO_THE_TRAINER) in await trainer.say("anna", "bot")
    assert str(texts.UP_TO_THE_TRAINER) in await trainer.say("anna", "options hours=200")
    desk = await trainer.desk()
    assert desk.needs == (
        texts.small_team("Team 1", 1, 1),
        texts.small_team("Team 2", 1, 1),
        texts.empty_team("Team 3"),
    )
    assert not await trainer.order(said("start"))
    assert [card.page.phase for card in (await trainer.desk()).teams] == ["playing", "playing", "lobby"]
    assert (await trainer.comes("cleo")).team == 2
    await trainer.order(said("start"))
    assert [card.page.phase for card in (await trainer.desk()).teams] == ["playing"] * 3
    assert (await trainer.comes("dora")).seated  # in place of an automatic player


async def test_the_same_order_again_does_nothing_twice(bench: Bench) -> None:
    """Its requests have ids made of the order's own."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    for _ in range(2):
        await trainer.order(said("tell", text="Ten more minutes"), "order-1")
    rooms = [card.room for card in (await trainer.desk()).teams]
    assert [told(bench, room, "Ten more minutes") for room in rooms] == [1, 1]


async def test_a_pause_stops_moves_and_clocks(bench: Bench) -> None:
    """Nobody can move, and the five minutes of a discussion go on where they stood."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    for _ in range(200):
        if (await trainer.desk()).teams[0].page.reply.until is not None:
            break
        await trainer.roll()
        card = (await trainer.desk()).teams[0]
        for choice in card.page.reply.acts[:1]:
            for name in ("anna", "ben"):
                await bench.press(name, choice.confirmed)
    before = (await trainer.desk()).teams[0].page.reply.until
    assert before is not None
    await trainer.order(said("pause"))
    paused = (await trainer.desk()).teams[0]
    assert paused.page.paused
    assert paused.page.reply.acts == ()
    assert paused.waiting == 0
    assert str(NOW_PAUSED) in await trainer.say("anna", "roll")
    await bench.wait(3600)
    await trainer.order(said("continue"))
    after = (await trainer.desk()).teams[0].page.reply.until
    assert after == pytest.approx(before + 3600)
    assert not (await trainer.desk()).teams[0].page.paused


async def test_one_clock_for_all(bench: Bench) -> None:
    """Every page counts down, and every table hears when time is up, once; a clock that was taken away is silent."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    await trainer.order(said("clock", minutes=10))
    desk = await trainer.desk()
    assert {desk.until, *(card.page.exercise for card in desk.teams)} == {bench.clock.now() + 600}
    await trainer.order(said("clock", minutes=0))
    await bench.wait(700)
    await trainer.order(said("clock", minutes=5))
    await bench.wait(400)
    assert [told(bench, card.room, str(texts.TIME_IS_UP)) for card in desk.teams] == [1, 1]
    assert "1440 minutes" in await trainer.refusal(said("clock", minutes=-1))


async def test_questions_and_stuck_teams_come_first(bench: Bench) -> None:
    """A question goes to the top until the trainer has answered that team; a call to all is no answer."""
    trainer = await opened(bench)
    await trainer.come(*(f"p{number}" for number in range(6)))
    await trainer.order(said("start"))
    bench.clock.advance(200)
    await trainer.roll(0)
    assert (await trainer.desk()).order == (1, 2, 0)
    assert str(texts.ASKED) in await trainer.say("p2", "ask May we look at the rules?", 2)
    desk = await trainer.desk()
    assert desk.order[0] == 2
    assert (desk.teams[2].question, desk.teams[2].asked_by) == ("May we look at the rules?", "p2")
    await trainer.order(said("tell", text="Good luck"))
    assert (await trainer.desk()).teams[2].question
    await trainer.order(said("tell", text="Of course", team=2))
    assert not (await trainer.desk()).teams[2].question
    assert told(bench, desk.teams[2].room, "Of course") == 1
    assert told(bench, desk.teams[1].room, "Of course") == 0


async def test_hints_go_where_they_fit(bench: Bench) -> None:
    """To one team, or to all teams that it fits; the trainer can't hand out what no longer fits, or nothing at all."""
    trainer = await opened(bench, teams=3)
    await trainer.come("anna", "ben", "cleo", "dora")
    await trainer.order(said("start"))
    desk = await trainer.desk()
    hint = desk.teams[1].hints[0]
    await trainer.order(said("advise", key=hint.key, team=1))
    assert [told(bench, card.room, hint.text) for card in desk.teams] == [0, 1, 0]
    fits = [hint.key in {each.key for each in card.hints} for card in (await trainer.desk()).teams]
    assert not await trainer.order(said("advise", key=hint.key))
    assert [told(bench, card.room, hint.text) for card in desk.teams] == [fits[0], 1 + fits[1], fits[2]]
    assert await trainer.refusal(said("advise", key="nonsense", team=0)) == str(texts.HINT_DOES_NOT_FIT)
    assert await trainer.refusal(said("tell", text="  ")) == str(texts.NOTHING_SAID)


async def test_nobody_asks_where_there_is_no_trainer(bench: Bench) -> None:
    """An ordinary table says so."""
    await bench.say("anna", "new sprint")
    assert [spelled(reply) for reply in await bench.say("anna", "ask Hello?")] == [str(texts.NO_TRAINER)]


async def test_seats_move_between_teams(bench: Bench) -> None:
    """Before the start and during the game; the seat they leave is free for others, and their page knows the way."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben", "cleo", "dora")
    await trainer.order(said("move", team=0, seat=1, to=1))
    desk = await trainer.desk()
    assert [[chair.name for chair in card.page.chairs] for card in desk.teams] == [["anna"], ["ben", "dora", "cleo"]]
    await trainer.order(said("start"))
    await trainer.order(said("move", team=1, seat=0, to=0))  # in place of the automatic player
    desk = await trainer.desk()
    assert [chair.name for chair in desk.teams[0].page.chairs] == ["anna", "ben"]
    assert [chair.automatic for chair in desk.teams[1].page.chairs] == [True, False, False]
    page = await bench.service.page(desk.teams[1].room, person("ben"))
    assert page is not None
    assert page.elsewhere == desk.teams[0].room
    assert (await trainer.comes("ben")).team == 0
    assert (await trainer.comes("emil")).team == 1
    assert texts.team_full("Team 1") == await trainer.refusal(said("move", team=1, seat=1, to=0))
    assert await trainer.refusal(said("move", team=1, seat=9, to=0)) == str(texts.NOBODY_THERE)
    assert await trainer.refusal(said("move", team=1, seat=1, to=1)) == str(texts.SAME_TEAM)
    assert await trainer.refusal(said("move", team=1, seat=1, to=9)) == str(texts.NO_SUCH_TEAM)


async def test_a_missing_player_is_covered_and_comes_back(bench: Bench) -> None:
    """At any time, not only when it is their turn."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    await trainer.order(said("cover", team=0, seat=1))
    assert (await trainer.desk()).teams[0].page.chairs[1].automatic
    await trainer.comes("ben")
    assert not (await trainer.desk()).teams[0].page.chairs[1].automatic
    await bench.service.page((await trainer.desk()).teams[0].room, Person("test:ben", "ben"))


async def test_bots_and_names_of_teams(bench: Bench) -> None:
    """Before the start the trainer seats and removes automatic players; names are data, cut and cleaned."""
    trainer = await opened(bench, teams=1, names=("Blue <b>",))
    await trainer.order(said("bot", team=0))
    await trainer.order(said("bot", team=0))
    await trainer.order(said("bot", level="off", team=0))
    await trainer.order(said("team", what="name", team=0, name="  The *Fast*\nones "))
    card = (await trainer.desk()).teams[0]
    assert len(card.page.chairs) == 1
    assert (card.name, card.page.team) == ("The *Fast* ones", "The *Fast* ones")
    assert await trainer.order(said("start")) == ()
    assert (await trainer.desk()).teams[0].page.phase == "lobby"  # a team without people doesn't play


# --- afterwards ----------------------------------------------------------------------------------------------------


async def test_the_end_closes_tables_and_the_entrance(bench: Bench) -> None:
    """The desk still shows what was; who was in which team is no longer stored beside the tables."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    await trainer.order(said("end"))
    desk = await trainer.desk()
    assert (desk.phase, desk.entrance) == ("ended", "")
    assert [card.page.phase for card in desk.teams] == ["over", "over"]
    assert await trainer.workshops.entrance(trainer.opened.entrance, person("anna")) is None
    with pytest.raises(Refused, match="leads nowhere"):
        await trainer.comes("cleo")
    assert await bench.store.part(WorkshopStore).members(trainer.opened.id) == ()
    assert await trainer.refusal(said("start")) == str(texts.ENDED)


async def test_retros_and_the_next_round(bench: Bench) -> None:
    """After the game the trainer decides what comes: a retrospective in every team, then new tables for the same."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben", "cleo", "dora")
    await trainer.order(said("start"))
    assert texts.still_playing(["Team 1", "Team 2"]) == await trainer.refusal(said("again"))
    rooms = [card.room for card in (await trainer.desk()).teams]
    for room, names in zip(rooms, (("anna", "cleo"), ("ben", "dora")), strict=True):
        for name in names:
            await bench.say(name, "end sure", room=room)
    assert str(texts.UP_TO_THE_TRAINER) in await trainer.say("anna", "again")
    assert str(texts.UP_TO_THE_TRAINER) in await trainer.say("anna", "new rugby")
    assert not await trainer.order(said("talk"))
    desk = await trainer.desk()
    assert [(card.page.game, card.page.phase) for card in desk.teams] == [("retro", "playing")] * 2
    assert [chair.name for chair in desk.teams[0].page.chairs] == ["anna", "cleo"]
    for room, names in zip(rooms, (("anna", "cleo"), ("ben", "dora")), strict=True):
        for name in names:
            await bench.say(name, "end sure", room=room)
    assert not await trainer.order(said("again"))
    desk = await trainer.desk()
    assert (desk.round, desk.phase) == (2, "open")
    assert [(card.page.game, card.page.phase) for card in desk.teams] == [("sprint", "lobby")] * 2
    assert [sorted(chair.name for chair in card.page.chairs) for card in desk.teams] == [
        ["anna", "cleo"],
        ["ben", "dora"],
    ]


async def test_in_chat(bench: Bench) -> None:
    """The room gets the link to the seats, whoever asks the link to the desk; bad settings are explained."""
    replies = await bench.say("anna", "workshop new sprint teams=2 size=3 seats=choose hours=250")
    assert [reply.private for reply in replies] == [True]
    ((_, shown),) = [(room, reply) for room, reply in bench.chat.posts if room == ROOM]
    assert [link.url.rpartition("/")[0] for link in shown.links] == ["https://example.org/workshop"]
    address, _, key = replies[0].links[0].url.rpartition("/")
    assert address == "https://example.org/desk"
    assert key not in repr(replies)
    desk = await bench.service.feature(Workshops).desk(key)
    assert desk is not None
    assert (len(desk.teams), desk.size, desk.chooses, desk.options["hours"]) == (2, 3, True, 250)
    for line in ("workshop new", "workshop new sprint teams=many", "workshop new sprint dice=loaded"):
        [refusal] = await bench.say("anna", line)
        assert refusal.private


# --- the same dice -------------------------------------------------------------------------------------------------


async def played(trainer: Trainer, team: int, rolls: int) -> None:
    """People roll, and decide whatever comes first."""
    for _ in range(rolls):
        card = (await trainer.desk()).teams[team]
        if card.page.phase != "playing":
            return
        for chair in card.page.chairs:
            for choice in card.page.reply.acts[:1]:
                if chair.awaited:
                    await trainer.bench.press(chair.name, choice.confirmed)
        await trainer.roll(team)


async def test_one_seed_for_all_that_nobody_sees_before_the_last_is_done(sqlite_store: Store) -> None:
    """One fingerprint at every table; a team that is done, and its export, don't show the seed; then all get it."""
    bench = Bench(sqlite_store, seed=None, web=WebTable())
    trainer = await opened(bench, teams=3, same_dice=True)
    await trainer.come("anna", "ben", "cleo", "dora")
    await trainer.order(said("start"))
    desk = await trainer.desk()
    stored = await bench.store.part(WorkshopStore).workshop(trainer.opened.id)
    assert stored is not None
    seed = stored.seed.hex()
    tables = [await bench.store.table(card.table) for card in desk.teams]
    assert {table.record.seed for table in tables if table} == {stored.seed}
    assert len(stored.luck.split()) == 4
    for name in ("anna", "dora"):
        await bench.say(name, "end sure", room=desk.teams[0].room)
    await bench.wait(1)
    exported = await bench.service.feature(GameFiles).record(desk.teams[0].table)
    assert exported is not None
    answers = await bench.say("anna", "verify", room=desk.teams[0].room)
    assert seed not in "".join([exported, *map(spelled, answers), *bench.chat.texts(desk.teams[0].room)])
    assert (await trainer.desk()).seed == ""
    await bench.say("ben", "end sure", room=desk.teams[1].room)
    await bench.say("cleo", "end sure", room=desk.teams[2].room)
    await bench.wait(1)
    assert (await trainer.desk()).seed == seed
    assert [told(bench, card.room, seed) for card in desk.teams] == [1, 1, 1]
    for card in desk.teams:
        file = await bench.service.feature(GameFiles).record(card.table)
        assert file is not None
        assert verify(read(file)).wrong is None
    await bench.service.close()


async def test_a_table_that_nobody_used_is_closed_before_the_seed_is_shown(bench: Bench) -> None:
    """Else somebody could start it and know its dice."""
    trainer = await opened(bench, teams=2, same_dice=True)
    await trainer.comes("anna")
    await trainer.order(said("start"))
    rooms = [card.room for card in (await trainer.desk()).teams]
    await bench.say("anna", "end sure", room=rooms[0])
    await bench.wait(1)
    desk = await trainer.desk()
    assert [card.page.phase for card in desk.teams] == ["over", "over"]
    assert desk.seed


async def test_all_teams_roll_the_same(sqlite_store: Store) -> None:
    """Whatever they decide: their exports are compared by what `scrum-table verify` uses."""
    bench = Bench(sqlite_store, seed=None, web=WebTable())
    trainer = await opened(bench, teams=2, same_dice=True)
    await trainer.come("anna", "ben", "cleo", "dora")
    await trainer.order(said("start"))
    await played(trainer, 0, 12)
    await played(trainer, 1, 30)
    await trainer.order(said("end"))
    files = [await bench.service.feature(GameFiles).record(card.table) for card in (await trainer.desk()).teams]
    same = compare([read(file) for file in files if file])
    assert not same.difference
    assert "movement" in same.sentences
    await bench.service.close()


@pytest.mark.parametrize("key", ["sprint", "scrumkin", "rugby", "retro"])
async def test_the_guide_to_a_game(bench: Bench, key: str) -> None:
    """Whoever asks gets the goals, what to do before, during and after, what to watch for, and what always to ask."""
    kit = GAMES[key].debrief.kit()
    assert kit is not None
    [reply] = await bench.say("anna", f"workshop guide {key}")
    assert reply.private
    general = [question.text for question in kit.questions if not question.when]
    parts = [*kit.goals, *kit.outcomes, *kit.lengths, kit.before, kit.during, kit.after, *kit.watch, *general]
    assert general
    assert [part for part in map(str, parts) if part not in spelled(reply)] == []


# --- the desk's key ------------------------------------------------------------------------------------------------


async def test_only_a_desk_gives_orders(bench: Bench) -> None:
    """In a room nobody knows them, and without the key they do nothing."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna", "ben")
    known = catalogue.OWN_COMMANDS.keys()
    assert known.isdisjoint({"pause", "continue", "tell", "advise", "move", "team"})
    assert "I don’t know “pause”" in await trainer.say("anna", "pause")
    for key in ("guessed", (await trainer.stored()).desk):
        with pytest.raises(Refused, match="leads nowhere"):
            await at_desk(bench.service, key, said("start"))
    assert (await trainer.desk()).phase == "open"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (said("dance"), "I don’t know “dance”"),
        (said("clock", minutes="soon"), texts.bad_clock(24 * 60)),
        (said("clock"), "minutes"),
        (said("move", team=0, seat=0, to="x"), str(texts.NO_SUCH_TEAM)),
        (said("cover", team=9, seat=0), str(texts.NO_SUCH_TEAM)),
        (said("cover", team=0, seat=0), str(texts.NOBODY_THERE)),
        (said("team", what="sell"), "sell"),
        (said("bot", team=0, level="grandmaster"), "one kind of automatic player"),
    ],
)
async def test_orders_that_make_no_sense_are_explained(bench: Bench, order: Called, sentence: str) -> None:
    """As commands in a room are."""
    assert sentence in await (await opened(bench, teams=1)).refusal(order)


# --- elsewhere -----------------------------------------------------------------------------------------------------


async def test_the_history_of_a_team_is_read_in_another_process(bench: Bench) -> None:
    """It knows the events that a workshop brings to its tables."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    await trainer.order(said("end"))
    await trainer.say("anna", "history")
    assert "anna and ben; ended early." in bench.chat.texts((await trainer.desk()).teams[0].room)[-1]


async def test_the_command_line_reads_the_file_of_a_team(bench: Bench, tmp_path: Path) -> None:
    """In a process of its own, where nothing else has been imported."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna", "ben")
    await trainer.order(said("start"))
    await trainer.order(said("end"))
    text = await bench.service.feature(GameFiles).record((await trainer.desk()).teams[0].table)
    assert text is not None
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    command = [sys.executable, "-m", "bot", "verify", str(file)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    assert (process.returncode, b"Everything checks out" in told) == (0, True)


async def test_each_team_has_its_language_and_the_desk_its_own(bench: Bench) -> None:
    """Teams begin in the language in which the workshop was opened; each can choose another."""
    with speaking("de"):
        trainer = await opened(bench, teams=2, size=2)
    placed = await trainer.comes("anna", None)
    await bench.say("anna", "language fr", room=placed.room)
    tables = [await bench.live(card.room) for card in (await trainer.desk()).teams]
    assert [live.language for live in tables] == ["fr", "de"]
    assert {card.page.reply.language for card in (await trainer.desk()).teams} == {"en"}
    with speaking("es"):
        assert {card.page.reply.language for card in (await trainer.desk()).teams} == {"es"}
