"""A retrospective in a room: from checking in to the summary, and what it passes on."""

import asyncio
import csv
import io
from dataclasses import replace

import pytest

from bot.features.fairness.export import read
from bot.features.fairness.verify import verify
from bot.kernel.messages import Page, Reply
from bot.kernel.store import Store
from bot.kernel.table import texts as personal
from games.memories import read_prompts
from games.retro.words.terms import ROTI
from tests.bot.harness import ROOM, Bench, WebTable, person, spelled
from tests.bot.retro_harness import FIVE, NOTES, close_it, done, everyone, gather_round, offered, phase, write_notes

ELSEWHERE = "test:elsewhere"


async def press(bench: Bench, name: str, label: str, answer: str = "") -> list[Reply]:
    """Press a button of the room's last message; it has to change something."""
    before = (await bench.standing()).sequence
    replies = await bench.press(name, offered(bench.chat.last, label), answer)
    assert (await bench.standing()).sequence > before, [spelled(reply) for reply in replies]
    return replies


# --- from start to end ---------------------------------------------------------------------------------------------


async def test_a_whole_retrospective_with_buttons_and_commands(bench: Bench) -> None:
    """Five people, all phases; the summary has what was written, chosen and agreed on."""
    await bench.seat(*FIVE, game="retro", options="dots=2")
    await press(bench, "anna", "Start the retrospective")
    await press(bench, "ben", "Answer", "sleepy")
    await press(bench, "emil", "Pass")
    await everyone(bench, ("anna", "cleo", "dora"), "say fine")
    await press(bench, "anna", "Next: Write")

    for name, (column, text) in zip(FIVE, NOTES[:4], strict=False):
        (told,) = await press(bench, name, f"Note: {column.capitalize()}", text)
        assert told.private
    await bench.show_counts()
    assert bench.chat.last.amends
    assert "4 notes so far" in spelled(bench.chat.last)
    await done(bench, "emil", f"note {NOTES[4][0]} {NOTES[4][1]}")
    await press(bench, "emil", "Card: tool", "Two Screens: sit together and look at it")
    for name in FIVE:
        await press(bench, name, "I’m done")
    assert await phase(bench) == "reflect"
    await press(bench, "anna", "Next: Group")

    assert await phase(bench) == "group"
    meetings = next(choice.label for choice in bench.chat.last.acts if "meetings" in choice.label)
    await press(bench, "anna", meetings)
    await done(bench, "anna", "next sure")

    labels = [choice.label for choice in bench.chat.last.acts]
    merged, alone = (next(label for label in labels if text in label) for text in ("meeting", "pairing"))
    for name in FIVE:
        await press(bench, name, merged)
        await press(bench, name, merged if name == "anna" else alone)
    await bench.show_counts()
    assert "10 of 10 dots" in spelled(bench.chat.last)
    assert (await bench.standing()).state.ready == (0, 1, 2, 3, 4)  # all dots are placed
    await press(bench, "anna", "Next: Discuss")

    told_now = spelled(bench.chat.last)
    assert "(6 dots)" in told_now
    assert "meeting" in told_now.split("Topic 1 of 2")[1]
    await bench.wait(300)
    assert "Time’s up" in spelled(bench.chat.last)
    for name in ("ben", "cleo", "dora"):
        await done(bench, name, "longer")
    assert "Time’s up" not in spelled(bench.chat.last)
    await press(bench, "dora", "Action for emil", "one question a meeting by Friday")
    await press(bench, "anna", "Next topic")
    await press(bench, "anna", "Next: Actions")
    for name in FIVE:
        await press(bench, name, "Looks right")
    await press(bench, "anna", "Next: Close")
    for name, value in zip(FIVE, (5, 4, 4, 3, 4), strict=True):
        await press(bench, name, f"{value}: {ROTI[value]}")
    await press(bench, "anna", "Finish")

    summary = spelled(bench.chat.last)
    assert "4.0" in summary
    assert "One question a meeting" in summary


DONE = {"reflect": "I’m done", "group": "I’m done", "vote": "I’m done", "actions": "Looks right"}


async def test_a_restart_in_each_phase_loses_nothing(bench: Bench) -> None:
    """Everyone's page is the same afterwards but for the list of their own notes, which no store has.

    Buttons from before still work, and it continues to the summary.
    """
    await bench.seat(*FIVE, game="retro")
    await bench.say("anna", "start")
    halves = {
        "stage": ("say fine", "say fine"),
        "reflect": ("note stop three meetings on {name}'s Monday", "done"),
        "group": ("done", "done"),
        "vote": ("vote 2", "done"),
        "discuss": ("done", "done"),
        "actions": ("action {name} mend it by Friday", "done"),
        "close": ("say 4", "say 4"),
    }
    for name, (before, after) in halves.items():
        assert await phase(bench) == name
        early: tuple[str, ...] = FIVE[:3] if name != "reflect" else FIVE
        for who in early:
            await done(bench, who, before.format(name=who))
        await bench.show_counts()
        pages = await everything(bench)
        shown = bench.chat.last
        bench = bench.another_process()
        assert await everything(bench) == pages
        if before != after:  # a button that was there before the restart
            assert await bench.press("anna", offered(shown, DONE[name])) == []
            early = ("anna",)
        for who in FIVE:
            if who not in early:
                await done(bench, who, after)
        while await phase(bench) == name:  # more than one topic
            await done(bench, "anna", "next sure")
    assert await phase(bench) == "over"
    assert "Mend it" in spelled(bench.chat.last)
    [proof] = await bench.say("anna", "verify")
    assert "Everything checks out" in proof.text


async def everything(bench: Bench) -> list[object]:
    """How it looks to everyone; drawings are compared by their text."""
    pages = [await bench.service.page(ROOM, eyes) for eyes in (None, *map(person, FIVE))]
    return [plain(page) for page in pages if page]


def plain(page: Page) -> object:
    drawings = [drawing.text for drawing in (page.board, page.chart) if drawing]
    acts = tuple(act for act in page.reply.acts if not act.thing.startswith("note:"))
    reply = replace(page.reply, acts=acts, sheet=None)
    return (page.sequence, page.chairs, page.seat, page.awaited, reply, page.feed, drawings)


async def test_twelve_people_write_at_once(bench: Bench) -> None:
    """Every note counts, once, whoever was first."""
    names = [f"person{number}" for number in range(12)]
    await gather_round(bench, names)
    lines = [(name, f"note {1 + number % 3} thought {number} of {name}") for name in names for number in range(3)]
    answers = await asyncio.gather(*(bench.say(name, line) for name, line in lines))
    assert all("is in" in spelled(reply) for (reply,) in answers)
    assert len((await bench.standing()).state.waiting) == 36
    await asyncio.gather(*(bench.say(name, "done") for name in names))
    await done(bench, names[0], "next")
    ((shown),) = await bench.payloads("notes_shown")
    assert {note["text"] for note in shown["notes"]} == {line.split(" ", 2)[2] for _, line in lines}
    assert await phase(bench) == "group"


# --- what games and retrospectives pass on -------------------------------------------------------------------------


async def test_a_finished_game_leads_to_questions(bench: Bench) -> None:
    """A Scrum Game finished in this room gives the next retrospective questions, once and nowhere else."""
    await bench.begin("anna", "ben", options="hours=100")
    await bench.play_to_the_end()
    bench.clock.advance(60)
    await bench.seat("anna", "ben", game="retro")
    assert "prompts" not in spelled(bench.chat.last)
    await bench.say("anna", "start")
    await bench.say("anna", "next sure")
    (began,) = [event for event in await bench.payloads("phase_began") if event["phase"] == "reflect"]
    assert began["questions"]
    assert all(question in spelled(bench.chat.last) for question in began["questions"])
    assert not any(name in question for question in began["questions"] for name in ("anna", "ben"))
    await bench.say("anna", "end sure")
    await bench.say("anna", "new retro", room=ELSEWHERE)
    opened = (await bench.live(ELSEWHERE)).standing.table
    assert "prompts" not in opened.options
    assert read_prompts("") == ()


async def test_open_actions_come_up_in_the_room_s_next_retrospective(bench: Bench) -> None:
    """Until somebody reports that they are done; another room doesn't see them."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "anna", "next sure")
    await close_it(bench)
    bench.clock.advance(60)
    await bench.seat(*FIVE, game="retro")
    await bench.say("anna", "start")
    await done(bench, "anna", "next sure")
    assert "What became of these?" in spelled(bench.chat.last)
    assert "mend the build" in spelled(bench.chat.last)
    assert ("action:1", "Done") in [(choice.thing, choice.label) for choice in bench.chat.last.acts]
    assert "1 action has no answer yet" in await bench.refusal("anna", "next")
    await done(bench, "cleo", "say 1 keep")
    await done(bench, "anna", "next")
    assert await phase(bench) == "reflect"
    await bench.say("anna", "end sure")

    await bench.say("anna", "new retro", room=ELSEWHERE)
    await bench.say("ben", "join", room=ELSEWHERE)
    await bench.say("anna", "start", room=ELSEWHERE)
    assert "action" not in spelled(bench.chat.last)

    bench.clock.advance(60)
    await bench.seat("anna", "ben", game="retro")
    await bench.say("anna", "start")
    await done(bench, "anna", "next sure")
    await done(bench, "ben", "say 1 done")
    await bench.say("anna", "end sure")
    bench.clock.advance(60)
    await bench.seat("anna", "ben", game="retro")
    await bench.say("anna", "start")
    assert "action" not in spelled(bench.chat.last)


@pytest.mark.parametrize(("game", "options"), [("sprint", "hours=100"), ("scrumkin", "mode=collaborative")])
async def test_the_team_s_cards_are_in_the_next_game(bench: Bench, game: str, options: str) -> None:
    """Cards written during the retrospective are in the decks of this room's next game, whatever its options become,
    and of no other room's.
    """
    await gather_round(bench)
    await done(bench, "cleo", "card impediment The Long Build: it takes an hour, and then it is red")
    await done(bench, "ben", "card tool Two Screens: sit together and look at it")
    await write_notes(bench)
    await done(bench, "anna", "next sure")
    await close_it(bench)
    bench.clock.advance(60)
    await bench.seat("anna", "ben", game=game)
    await bench.say("anna", f"options {options}")
    await bench.say("anna", "start")
    (started,) = await bench.payloads("started")
    assert "The Long Build" in str(started)
    assert "Two Screens" in str(started)
    await bench.say("anna", f"new {game}", room=ELSEWHERE)
    await bench.say("ben", "join", room=ELSEWHERE)
    await bench.say("anna", "start", room=ELSEWHERE)
    assert not any("The Long Build" in row.payload for row in await bench.events(ELSEWHERE))


async def test_exporting_the_summary(bench: Bench) -> None:
    """As Markdown and CSV in the retrospective's own form, and as a whole game that verifies."""
    await gather_round(bench)
    await write_notes(bench)
    assert "once it’s over" in await bench.refusal("ben", "export markdown")
    await done(bench, "anna", "next sure")
    await close_it(bench)
    files = {}
    for form in ("markdown", "csv", "json"):
        await bench.say("ben", f"export {form}")
        ((_, files[form]),) = bench.chat.last.files
    assert "# Retrospective: Start, Stop, Continue" in files["markdown"]
    assert "- [ ] mend the build (ben, by Fri 17 Nov 2023)" in files["markdown"]
    rows = list(csv.DictReader(io.StringIO(files["csv"])))
    assert {row["text"] for row in rows if row["what"] == "note"} == {text for _, text in NOTES}
    assert [row["person"] for row in rows if row["what"] == "action"] == ["ben"]
    assert verify(read(files["json"])).wrong is None


# --- the tutorial --------------------------------------------------------------------------------------------------


async def test_a_newcomer_presses_through_the_tutorial(bench: Bench) -> None:
    """Forms for texts, notes and actions, buttons for the rest; what the others write isn't shown."""
    (told,) = await bench.say("nora", "tutorial retro")
    pressed = [("Answer", "sunny"), ("Next: Write", ""), ("Note: Stop", "long meetings")]
    pressed += [("Card: tool", "Two Screens: sit together")]
    pressed += [("Next: Group", ""), ("Next: Vote", "")]
    for label, answer in pressed:
        (told,) = await bench.press("nora", offered(told, label), answer)
        assert told.private
        assert told.drawing is not None
        own = {"Note: Stop": 1, "Card: tool": 1}.get(label, 0)
        assert spelled(told).count(", without a name") == own, label
    mine = next(choice for choice in told.acts if choice.label.endswith("long meetings"))
    (told,) = await bench.press("nora", mine)
    assert "2 dots left" in spelled(told)
    (told,) = await bench.press("nora", offered(told, "Next: Discuss"))
    (told,) = await bench.press("nora", offered(told, "Action for nora"), "meet less by Friday")
    assert "Action 1 for nora, by Fri 17 Nov 2023: “meet less”." in spelled(told)
    while told.acts and str(personal.LESSON_OVER) not in spelled(told):
        onward = {"To the actions", "4: more than worth it", "Next: Close", "Finish"}
        label = next(each.label for each in told.acts if each.label in onward)
        (told,) = await bench.press("nora", offered(told, label))
    assert "The retrospective is over" in spelled(told)
    assert bench.chat.posts == []


# --- facilitating --------------------------------------------------------------------------------------------------


async def test_the_facilitator_can_move_on_without_everybody(bench: Bench) -> None:
    """Everyone waits for one person who is late: only the facilitator reads who, and is asked once more."""
    await gather_round(bench)
    await everyone(bench, FIVE[:4], "done")
    told = await bench.refusal("ben", "next")
    assert "anna facilitates and moves us on. Press I’m done, and anna will see it." in told
    assert "Nobody has written a note yet." in await bench.refusal("anna", "next")
    await done(bench, "anna", "note stop long meetings")
    assert "emil isn’t done. Show all notes anyway?" in await bench.refusal("anna", "next")
    assert await phase(bench) == "reflect"
    await done(bench, "anna", "next sure")
    assert await phase(bench) != "reflect"


async def test_the_way_to_the_board(sqlite_store: Store) -> None:
    """The room’s message leads to the page with the board until the meeting is over; not where there are no pages."""
    bench = Bench(sqlite_store, web=WebTable())
    await gather_round(bench)
    [link] = bench.chat.last.links
    assert (link.label, link.url) == ("Open the board", f"https://example.org/w/{(await bench.live()).id}")
    await bench.say("anna", "end sure")
    assert bench.chat.last.links == ()
    without = Bench(sqlite_store)
    await gather_round(without)
    assert without.chat.last.links == ()


async def test_there_is_one_way_to_more_time(bench: Bench) -> None:
    """The retrospective’s own; the table’s would let anyone do what the facilitator decides or a vote does."""
    await gather_round(bench)
    assert not {"More time", "Add time"} & {act.label for act in bench.chat.last.acts if act.role != "rare"}
    page = await bench.service.page(ROOM, person("anna"))
    assert page is not None
    assert {"+1 min", "−1 min", "Pause"} <= {act.label for act in page.reply.acts if act.role == "lead"}
