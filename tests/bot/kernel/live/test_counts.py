"""Counts change when a window of fifteen seconds ends, whoever acts and whenever; everything else at once."""

import asyncio

from bot.kernel.live.counts import WINDOW_SECONDS
from bot.kernel.messages import Page
from bot.kernel.table.model import PREFIX
from games.values import replace
from tests.bot.harness import ROOM, Bench, person, spelled
from tests.bot.retro_harness import THREE_PEOPLE, done, gather_round


async def page_of(bench: Bench, name: str | None) -> Page:
    page = await bench.service.page(ROOM, person(name) if name else None)
    assert page is not None
    return replace(page, board=None)


def face_down(page: Page) -> int:
    assert page.meeting is not None
    return page.meeting.face_down


async def test_the_room_and_the_others_learn_counts_later(bench: Bench) -> None:
    """Three acts, one edit; whoever wrote sees their own note at once, and nobody else anything."""
    await gather_round(bench, THREE_PEOPLE)
    await bench.show_counts()
    before = {name: await page_of(bench, name) for name in (None, "anna", "cleo")}
    posts, woken = len(bench.chat.posts), 0

    def wake() -> None:
        nonlocal woken
        woken += 1

    unfollow = bench.service.follow((await bench.live()).id, wake)
    (told,) = await bench.say("ben", "note start ask sooner")
    await bench.say("ben", "note stop long meetings")
    await bench.say("fay", "join")
    assert told.sheet is not None
    mine = await page_of(bench, "ben")
    assert mine.reply.sheet is not None
    assert len(mine.reply.sheet.things) == 2
    assert {name: await page_of(bench, name) for name in before} == before
    assert (len(bench.chat.posts), woken) == (posts, 0)
    for line in ("status", "log"):
        (answer,) = await bench.say("cleo", line)
        assert "fay" not in spelled(answer)
        assert answer.sequence in {0, before["cleo"].sequence}
    await bench.show_counts()
    assert (len(bench.chat.posts), woken) == (posts + 1, 1)
    assert bench.chat.last.amends
    assert [face_down(await page_of(bench, name)) for name in before] == [2, 2, 2]
    assert len((await page_of(bench, None)).chairs) == 4
    unfollow()


async def test_windows_do_not_depend_on_who_acts_or_when(bench: Bench) -> None:
    """However people act in a window, the room's message changes at its end."""
    await gather_round(bench, THREE_PEOPLE)
    await bench.show_counts()
    counts = (await bench.live()).counts
    await bench.say("ben", "note start the first one")
    assert counts.due is not None
    bench.clock.advance(counts.due - bench.clock.now() + 1)
    ends = set()
    for wait in (0.0, 0.7, 2.0):
        bench.clock.advance(wait)
        await bench.say("ben", "note start something")
        ends.add(counts.due)
    assert len(ends) == 1
    await bench.show_counts()
    await bench.say("cleo", "note start something else")
    (first,) = ends
    assert first is not None
    assert counts.due is not None
    assert (counts.due - first) % WINDOW_SECONDS == 0


async def test_a_phase_goes_on_at_once_with_all_that_was_held_back(bench: Bench) -> None:
    await gather_round(bench, THREE_PEOPLE)
    await bench.say("ben", "note start ask sooner")
    posts = len(bench.chat.posts)
    await done(bench, "anna", "next")
    assert len(bench.chat.posts) == posts + 1
    assert "ask sooner" in spelled(bench.chat.last)
    await bench.show_counts()
    assert len(bench.chat.posts) == posts + 1


async def test_another_process_shows_what_a_lost_one_held_back(bench: Bench) -> None:
    """It was stored, so the room catches up; and the next phase doesn't wait for a process that holds something."""
    await gather_round(bench, THREE_PEOPLE)
    await bench.show_counts()
    posts = len(bench.chat.posts)
    await bench.say("ben", "note start ask sooner")
    await bench.service.close()
    early = bench.another_process()
    assert face_down(await page_of(early, None)) == 0  # nor does a process that has just started give it away
    await early.service.close()
    bench.clock.advance(WINDOW_SECONDS)
    other = bench.another_process()
    await other.service.rooms.catch_up(other.service.tables.find_current)
    assert len(bench.chat.posts) == posts + 1
    third = bench.another_process()
    await third.say("cleo", "note stop long meetings")
    await asyncio.wait_for(done(other, "anna", "next"), 5)  # it would wait for ten seconds
    assert "long meetings" in spelled(bench.chat.last)
    for process in (other, third):
        await process.service.close()


async def test_other_games_show_everything_at_once(bench: Bench) -> None:
    """Nothing stays secret in them."""
    await bench.begin()
    while not (await bench.standing()).state or (await bench.kinds())[-1].startswith(PREFIX):
        await bench.step()
    for _ in range(12):
        await bench.step()
        live = await bench.live()
        assert live.public is live.standing
