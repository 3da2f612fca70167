"""A submitted form through the service: one request, one move, counted once."""

from collections.abc import Mapping

from bot.kernel.messages import Filled, Request, Response
from games.parts import Form
from tests.bot.harness import ROOM, Bench, new_id, person, spelled
from tests.bot.retro_harness import FIVE, gather_round

THREE = {"1": "pairing\nlunch together", "3": "cake"}


async def fill(
    bench: Bench, name: str, command: str, fields: Mapping[str, str], delivery: str | None = None
) -> Response:
    table = (await bench.live()).id
    return await bench.service.handle(Request(delivery or new_id(), ROOM, person(name), Filled(table, command, fields)))


async def form_for(bench: Bench, name: str, command: str) -> Form | None:
    return await bench.service.form(person(name), (await bench.live()).id, command)


async def written(bench: Bench) -> int:
    return (await bench.kinds()).count("note_written")


async def test_a_form_counts_once(bench: Bench) -> None:
    """Delivered again, it writes nothing more, and the answer isn't repeated."""
    await gather_round(bench)
    first = await fill(bench, "ben", "note", THREE, "delivery")
    assert first.outcome == "done"
    assert await written(bench) == 3
    again = await fill(bench, "ben", "note", THREE, "delivery")
    assert again.outcome == "answered"
    assert "Its code" not in spelled(again.replies[0])
    assert await written(bench) == 3


async def test_a_refused_form_stores_nothing_and_names_its_field(bench: Bench) -> None:
    await gather_round(bench)
    refused = await fill(bench, "ben", "note", {**THREE, "2": "x" * 240})
    assert (refused.outcome, refused.field) == ("refused", "2")
    assert await written(bench) == 0


async def test_lines_behind_a_button_are_notes_too(bench: Bench) -> None:
    """As a web page sends what was pasted into the field of a column."""
    await gather_round(bench)
    page = await bench.service.page(ROOM, person("ben"))
    assert page is not None
    stop = next(act for act in page.reply.acts if act.label == "Note: Stop")
    (reply,) = await bench.press("ben", stop, "long meetings\r\n\r\n  no cake\n")
    assert "2 notes are in" in spelled(reply)
    assert {note.text for note in (await bench.live()).standing.state.notes} == {"long meetings", "no cake"}


async def test_only_forms_that_there_are(bench: Bench) -> None:
    """Not of a command without one, not of the table's own, not of another table, and not without a seat."""
    await gather_round(bench)
    for command in ("end", "done", "title", "nonsense", ""):
        assert (await fill(bench, "anna", command, {"note": "1"})).outcome == "refused"
    other = Request(new_id(), ROOM, person("ben"), Filled("nowhere", "note", THREE))
    assert (await bench.service.handle(other)).outcome == "refused"
    assert (await fill(bench, "zoe", "note", THREE)).outcome == "refused"
    assert await form_for(bench, "zoe", "note") is None
    assert await written(bench) == 0


async def test_a_form_has_the_names_of_people(bench: Bench) -> None:
    """What is chosen there means the same seats when it is sent."""
    await gather_round(bench)
    await bench.say("ben", "note stop long meetings")
    while await form_for(bench, "ben", "action") is None:
        await bench.say("anna", "next sure")
    form = await form_for(bench, "ben", "action")
    assert form is not None
    what, owner, due = form.fields
    assert [label for _, label in owner.options] == [*FIVE]
    chosen = {label: value for value, label in owner.options}
    filled = {what.name: "mend the build", owner.name: chosen["dora"], due.name: "2023-11-17"}
    await fill(bench, "ben", "action", filled)
    (action,) = (await bench.live()).standing.state.actions
    assert (action.what, action.owner, action.due) == ("mend the build", FIVE.index("dora"), "2023-11-17")
    missing = await fill(bench, "ben", "action", {**filled, owner.name: ""})
    assert (missing.outcome, missing.field) == ("refused", owner.name)


async def test_a_command_without_its_words_offers_the_form(bench: Bench) -> None:
    """As the rules say: `note` and `group` alone. A form that can't be filled in now isn't offered."""
    await gather_round(bench)
    for line, title in (("note", "Write notes"), ("retro note", "Write notes"), ("group", "Put notes together")):
        while await form_for(bench, "anna", line.split()[-1]) is None:
            await bench.say("anna", "next sure")
        assert "Something’s missing" in await bench.refusal("anna", line)
        (reply,) = await bench.say("anna", line)
        assert {act.form for act in reply.acts} == {title}
        await bench.say("anna", "note stop long meetings")
        await bench.say("anna", "note start a page for newcomers")
    (other,) = await bench.say("anna", "vote")
    assert "Something’s missing" in spelled(other)
    assert other.acts == ()
    assert "next retrospective" in await bench.refusal("anna", "note")
