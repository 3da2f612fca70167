"""Nobody needs a seat first: the press that opens a form takes one, exactly once, and nobody is told."""

import asyncio

from bot.kernel.messages import Filled, Pressed, Request, Response
from games.parts import Form
from tests.bot.harness import ROOM, Bench, new_id, person, spelled
from tests.bot.retro_harness import THREE_PEOPLE, gather_round


async def opened(bench: Bench, name: str, command: str = "note", delivery: str | None = None) -> Form | None:
    """Press a button that opens a form."""
    table = (await bench.live()).id
    opening = Request(delivery or new_id(), ROOM, person(name), Pressed(f"{table}:1:0"))
    return await bench.service.form(person(name), table, command, opening)


async def filled(bench: Bench, name: str, text: str = "less of it") -> Response:
    said = Filled((await bench.live()).id, "note", {"1": text})
    return await bench.service.handle(Request(new_id(), ROOM, person(name), said))


async def seated(bench: Bench) -> list[str]:
    return [each.person.removeprefix("test:") for each in (await bench.live()).people if each.seat is not None]


async def test_the_press_seats_and_the_submission_does_not(bench: Bench) -> None:
    """Somebody without a seat writes a note: the form opens, and what they send is one note without a name."""
    await gather_round(bench, THREE_PEOPLE)
    refused = await filled(bench, "fay")
    assert refused.outcome == "refused"
    assert "Press “Write notes” first" in spelled(refused.replies[0])
    typed = await bench.refusal("fay", "note start ask sooner")
    assert "Press “Write notes” first" in typed
    assert "note start ask sooner" in typed  # what they wrote isn't lost
    assert await seated(bench) == [*THREE_PEOPLE]
    assert await opened(bench, "fay") is not None
    assert await seated(bench) == [*THREE_PEOPLE, "fay"]
    before = len(await bench.events())
    assert (await filled(bench, "fay")).outcome == "done"
    assert [row.kind for row in (await bench.events())[before:]] == ["note_written"]


async def test_a_press_that_comes_again_seats_once(bench: Bench) -> None:
    """Platforms retry, and another process may get it."""
    await gather_round(bench, THREE_PEOPLE)
    other = bench.another_process()
    for process in (bench, other, bench, other):
        assert await opened(process, "fay", delivery="the same") is not None
        assert await process.service.page(ROOM, person("fay")) is not None  # before the others know of them
    assert len((await bench.standing()).table.seats) == 4
    assert (await bench.kinds()).count("arrived") == 1
    await other.service.close()


async def test_twenty_people_come_at_once(bench: Bench) -> None:
    """As many as there are places get one; the others are told that all are taken."""
    await gather_round(bench, THREE_PEOPLE)
    other = bench.another_process()
    names = [f"guest{number}" for number in range(20)]
    forms = await asyncio.gather(
        *(opened(process, name, delivery=name) for name in names for process in (bench, other))
    )
    assert len((await bench.standing()).table.seats) == 20
    assert len([each for each in forms if each is not None]) == 2 * 17
    await bench.service.tables.refreshed(await bench.live())
    here = await seated(bench)
    refused = await filled(bench, next(name for name in names if name not in here))
    assert "All 20 places in this retrospective are taken" in spelled(refused.replies[0])
    await other.service.close()


async def test_a_plain_press_seats_unless_it_is_anonymous(bench: Bench) -> None:
    await gather_round(bench, THREE_PEOPLE)
    page = await bench.service.page(ROOM, person("fay"))
    assert page is not None
    offered = {each.label: each for each in page.reply.acts}
    done = next(each for label, each in offered.items() if each.command == "done")
    assert not any(each.role == "lead" for each in page.reply.acts)
    assert any(each.command == "join" for each in page.reply.acts)
    assert sum(each.role == "main" for each in page.reply.acts) <= 1
    note = next(each for each in page.reply.acts if each.command.startswith("note"))
    (told,) = await bench.press("gus", note, "a note that would be signed")
    assert "Press “Write notes” first" in spelled(told)
    assert await seated(bench) == [*THREE_PEOPLE]
    assert await bench.press("fay", done) == []
    assert await seated(bench) == [*THREE_PEOPLE, "fay"]
    kinds = await bench.kinds()
    assert kinds[-3:] == ["table.seat_taken", "arrived", "said_ready"]


async def test_somebody_who_was_covered_is_back_with_the_form(bench: Bench) -> None:
    """The press that opens it gives them their seat back, so that no automatic player keeps it."""
    await gather_round(bench, THREE_PEOPLE)
    await bench.say("anna", "cover ben")
    assert await opened(bench, "ben") is not None
    assert (await bench.standing()).table.automatic == ()
    await bench.say("ben", "leave")
    assert await opened(bench, "ben") is not None
    assert (await bench.standing()).table.automatic == ()


async def test_a_stranger_in_another_room_gets_no_form(bench: Bench) -> None:
    """Forms show notes; whoever only knows the name of a table sees none and takes no seat."""
    await gather_round(bench, THREE_PEOPLE)
    table = (await bench.live()).id
    opening = Request(new_id(), "test:elsewhere", person("eve"), Pressed(f"{table}:1:0"))
    assert await bench.service.form(person("eve"), table, "note", opening) is None
    assert await bench.service.form(person("eve"), table, "note") is None
    assert await seated(bench) == [*THREE_PEOPLE]


async def test_coming_in_is_not_announced(bench: Bench) -> None:
    await gather_round(bench, THREE_PEOPLE)
    assert await bench.say("fay", "join") == []
    assert not any("seat" in text for text in bench.chat.texts()[-1:])
    page = await bench.service.page(ROOM, None)
    assert page is not None
    assert not any("fay" in paragraph or "seat" in paragraph for _, paragraph in page.feed[-3:])


async def test_a_note_before_the_start_needs_no_seat(bench: Bench) -> None:
    """It is saved for the board without a name, and whoever wrote it isn't here yet."""
    await bench.seat("anna", "ben", game="retro")
    act = next(each for each in bench.chat.last.acts if each.label == "Write a note already")
    table = (await bench.live()).id
    form = await bench.service.form(
        person("fay"), table, act.opens, Request(new_id(), ROOM, person("fay"), Pressed(act.button))
    )
    assert form is not None
    said = Filled(table, act.opens, {form.fields[0].name: "the build is slow"})
    saved = await bench.service.handle(Request(new_id(), ROOM, person("fay"), said))
    assert "Saved without a name" in spelled(saved.replies[0])
    assert await seated(bench) == ["anna", "ben"]
