"""What is pressed or sent in a meeting, by people with a seat and without: its answer lost, and sent again."""

from pathlib import Path
from typing import get_args

from bot.kernel.messages import Arrives, Called, Filled, Pressed, Request, Said, TableForm, TimePassed, Typed
from storage import open_store
from tests.bot.harness import ROOM, Bench, person
from tests.bot.retro_harness import THREE_PEOPLE, gather_round
from tests.lost_answers.harness import asked, lose_the_answer, scene_of, stored

ELSEWHERE = {Called, TableForm, TimePassed, Typed}  # other modules send these again
NEWCOMER = "fay"


async def test_a_press_in_a_meeting_is_sent_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'live.db'}"
    store = await open_store(url)
    bench = Bench(store)
    await gather_round(bench, THREE_PEOPLE)
    (told,) = await bench.say("ben", "note start ask sooner")
    edit, remove = (next(act for act in told.acts if act.label == label) for label in ("Edit", "Remove"))
    page = await bench.service.page(ROOM, person(NEWCOMER))
    assert page is not None
    ready = next(act for act in page.reply.acts if act.command == "done")
    table = (await bench.live()).id
    scene = scene_of(bench, url, tmp_path / "scene.db")
    await bench.service.close()
    await store.close()
    presses: list[tuple[str, Said]] = [
        (NEWCOMER, Arrives(table)),
        (NEWCOMER, Pressed(ready.button)),
        ("ben", Filled(table, "note", {"1": "two\nnotes"})),
        ("ben", Filled(table, edit.opens, {"text": "ask at once"})),
        ("ben", Pressed(edit.button, "ask at once")),
        ("ben", Pressed(remove.button)),
    ]
    assert {type(said) for _, said in presses} | ELSEWHERE == set(get_args(Said))
    for number, (name, said) in enumerate(presses):
        async with scene.copied() as (copy, at):
            before = await stored(at)
            request = Request(f"press {number}", ROOM, person(name), said)
            assert (await lose_the_answer(copy, at, asked(request), str(said))).outcome == "done"
            assert await stored(at) != before
