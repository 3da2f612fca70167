"""People find their own notes again, and nothing that is stored says whose they are."""

import copy
import pickle
from collections.abc import Sequence

import pytest

from bot.kernel.live import owned
from bot.kernel.messages import Filled, Page, Pressed, Reply, Request, Response
from tests.bot.harness import ROOM, Bench, new_id, person
from tests.bot.retro_harness import THREE_PEOPLE, done, gather_round

NOTES = {"1": "ask sooner\nwrite it down", "2": "long meetings"}


async def send(bench: Bench, name: str, said: Filled | Pressed, delivery: str | None = None) -> Response:
    return await bench.service.handle(Request(delivery or new_id(), ROOM, person(name), said))


async def panel(bench: Bench, name: str) -> Reply:
    page: Page | None = await bench.service.page(ROOM, person(name))
    assert page is not None
    return page.reply


def texts(reply: Reply) -> list[str]:
    return [thing.text[0].text for thing in reply.sheet.things] if reply.sheet else []


def buttons(reply: Reply, label: str) -> Sequence[str]:
    return [act.button for act in reply.acts if act.label == label]


async def test_a_writer_sees_edits_and_removes_their_notes(bench: Bench) -> None:
    """The answer to each act is the whole list, and so is the panel; nobody else has one."""
    await gather_round(bench, THREE_PEOPLE)
    table = (await bench.live()).id
    first = await send(bench, "ben", Filled(table, "note", NOTES), "the first")
    (told,) = first.replies
    assert texts(told) == ["ask sooner", "write it down", "long meetings"]
    (again,) = (await send(bench, "ben", Filled(table, "note", NOTES), "the first")).replies
    assert texts(again) == texts(told)  # the answer was lost, and the list isn't
    assert texts(await panel(bench, "ben")) == texts(told)
    assert texts(await panel(bench, "cleo")) == []
    edit = next(act for act in told.acts if act.label == "Edit")
    assert edit.text == "ask sooner"
    form = await bench.service.form(person("ben"), table, edit.opens)
    assert form is not None
    (field,) = form.fields
    assert field.filled == ("ask sooner",)
    (told,) = (await send(bench, "ben", Filled(table, edit.opens, {field.name: "ask at once"}))).replies
    assert texts(told)[0] == "ask at once"
    (told,) = (await send(bench, "ben", Pressed(buttons(told, "Edit")[1], "write it up"))).replies
    (told,) = (await send(bench, "ben", Pressed(buttons(told, "Remove")[2]))).replies
    assert texts(told) == ["ask at once", "write it up"]
    assert {note.text for note in (await bench.standing()).state.waiting} == {"ask at once", "write it up"}


async def test_after_a_restart_the_panel_is_the_key_ring(bench: Bench) -> None:
    """The process knows nothing any more; a button of the old panel gives its note back, and only that one."""
    await gather_round(bench, THREE_PEOPLE)
    table = (await bench.live()).id
    (told,) = (await send(bench, "ben", Filled(table, "note", NOTES))).replies
    after = bench.another_process()
    assert texts(await panel(after, "ben")) == []
    (changed,) = (await send(after, "ben", Pressed(buttons(told, "Edit")[0], "ask at once"))).replies
    assert texts(changed) == ["ask at once"]
    form = await after.service.form(person("ben"), table, told.acts[2].opens)
    assert form is not None
    assert form.fields[0].filled == ("write it down",)
    (told,) = (await send(after, "cleo", Pressed(f"{table}:1:=change nosuch", "not mine"))).replies
    assert texts(told) == []
    await after.service.close()


@pytest.mark.parametrize("line", ["next", "end"])
async def test_nothing_is_remembered_once_notes_are_shown(bench: Bench, line: str) -> None:
    await gather_round(bench, THREE_PEOPLE)
    await bench.say("ben", "note start ask sooner")
    live = await bench.live()
    assert bench.service.tables.own.holds(live.id)
    await done(bench, "anna", line)
    assert not bench.service.tables.own.holds(live.id)
    assert texts(await panel(bench, "ben")) == []


async def test_another_process_shows_notes_and_this_one_forgets(bench: Bench) -> None:
    await gather_round(bench, THREE_PEOPLE)
    await bench.say("ben", "note start ask sooner")
    live = await bench.live()
    other = bench.another_process()
    await done(other, "anna", "next")
    await bench.service.tables.refreshed(live)
    assert not bench.service.tables.own.holds(live.id)
    await other.service.close()


async def test_keys_are_few_and_stay_where_they_are(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """They can't be printed, copied or pickled, and nobody makes a process remember ever more of them."""
    monkeypatch.setattr(owned, "_MAX_KEYS", 2)
    monkeypatch.setattr(owned, "_MAX_PEOPLE", 2)
    await gather_round(bench, THREE_PEOPLE)
    own, live = bench.service.tables.own, await bench.live()
    (told,) = await bench.say("ben", "note start the first one")
    code = told.acts[0].opens.split()[1]
    for number in range(3):
        await bench.say("ben", f"note start number {number}")
    assert len(texts(await panel(bench, "ben"))) == 2
    for name in ("cleo", "anna"):
        await bench.say(name, "note stop long meetings")
    assert texts(await panel(bench, "ben")) == []
    assert code not in repr(own)
    assert "test:ben" not in repr(own)
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            copied(own)
    own.add(live, person("eve"), ("nosuch",) * 1000)
    assert own.of(live, person("eve")) is None
