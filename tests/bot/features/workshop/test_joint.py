"""One retrospective of all teams at one board."""

from bot.features.workshop import texts
from tests.bot.harness import Bench, WebTable
from tests.bot.workshop_harness import Trainer, opened, said, told

PEOPLE = ("anna", "ben", "cleo", "dora")


async def _done(bench: Bench, trainer: Trainer) -> None:
    """Every team's table is over."""
    for card in (await trainer.desk()).teams:
        for chair in card.page.chairs:
            await bench.say(chair.name, "end sure", room=card.room)


async def test_all_teams_at_one_board(store: object) -> None:
    """Everybody has a seat, in the room of their team; an order to all reaches them once; then teams go apart again."""
    bench = Bench(store, web=WebTable())
    trainer = await opened(bench, teams=2)
    await trainer.come(*PEOPLE)
    await trainer.order(said("start"))
    assert texts.still_playing(["Team 1", "Team 2"]) == await trainer.refusal(said("together"))
    await _done(bench, trainer)
    for process in (bench, bench.another_process(), bench):
        assert not await Trainer(process, trainer.opened).order(said("together"), "once")
    desk = await trainer.desk()
    assert len({card.page.table for card in desk.teams}) == 1
    assert [(card.page.game, card.page.phase) for card in desk.teams] == [("retro", "playing")] * 2
    assert sorted(chair.name for chair in desk.teams[0].page.chairs) == list(PEOPLE)
    rooms = [card.room for card in desk.teams]
    assert set(rooms) <= set(desk.teams[0].page.rooms)
    await bench.say("anna", "say sunny", room=rooms[0])
    await bench.say("ben", "say cloudy", room=rooms[1])
    meeting = (await trainer.desk()).teams[0].page.meeting
    assert meeting is not None
    assert sorted(meeting.answers.values()) == ["cloudy", "sunny"]
    await trainer.order(said("tell", text="Ten more minutes"))
    assert [told(bench, room, "Ten more minutes") for room in rooms] == [1, 1]
    assert texts.still_playing(["Team 1", "Team 2"]) == await trainer.refusal(said("again"))
    await _done(bench, trainer)
    assert not await trainer.order(said("again"))
    desk = await trainer.desk()
    assert [(card.page.game, card.page.phase, len(card.page.chairs)) for card in desk.teams] == [
        ("sprint", "lobby", 2)
    ] * 2
    assert [card.room in card.page.rooms for card in desk.teams] == [True, True]
    assert len({card.page.table for card in desk.teams}) == 2


async def test_too_many_for_one_board(store: object) -> None:
    """Said plainly, and nothing happens."""
    bench = Bench(store, web=WebTable())
    trainer = await opened(bench, teams=6, size=4)
    await trainer.come(*(f"person {number}" for number in range(22)))
    await trainer.order(said("start"))
    await _done(bench, trainer)
    assert texts.too_many_to_talk(22, 20) == await trainer.refusal(said("together"))
    assert {card.page.game for card in (await trainer.desk()).teams} == {"sprint"}
