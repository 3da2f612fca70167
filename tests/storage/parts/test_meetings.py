"""What a room keeps between its tables: changes to actions, saved notes and jobs, on both databases."""

import asyncio
from dataclasses import replace

import pytest

from bot.features.meetings.records import ActionChange, MeetingStore, NotesUsed, SavedNote
from bot.kernel.ports import Append, Conflict, Job, Store
from tests.storage.examples import NOW, events, opening

DONE = ActionChange("t", 1, "done", "2026-12-01", "t:0", NOW)
JOB = Job("retro:room", "room", "retro", NOW, '{"weeks":2}')


async def test_what_became_of_an_action(store: Store) -> None:
    """The latest change of each action counts, in every room that has shown its table; other rooms don't see it."""
    await store.append(opening("t", room="room"))
    for change in (replace(DONE, status="open"), DONE, replace(DONE, number=2), DONE):
        await store.part(MeetingStore).put_action_change(change)
    await store.append(Append("t", (), room="other"))
    assert await store.part(MeetingStore).action_changes("room") == (DONE, replace(DONE, number=2))
    assert await store.part(MeetingStore).action_changes("other") == await store.part(MeetingStore).action_changes(
        "room"
    )
    assert await store.part(MeetingStore).action_changes("elsewhere") == ()
    await store.part(MeetingStore).put_action_change(replace(DONE, status="open"), [JOB])
    assert await store.jobs_in("room") == (JOB,)


async def test_changes_go_with_their_table(store: Store) -> None:
    """A removed table takes them along, and an unknown one gets none."""
    await store.append(opening("t", room="room"))
    await store.part(MeetingStore).put_action_change(DONE)
    await store.part(MeetingStore).put_action_change(replace(DONE, table="unknown"))
    await store.remove_tables(NOW + 1000)
    assert await store.part(MeetingStore).action_changes("room") == ()


async def test_saved_notes(store: Store) -> None:
    """Each id once, sorted by it, and only in its room; old ones are removed like old tables."""
    for room, note in (("room", "b"), ("room", "a"), ("other", "c"), ("room", "b")):
        await store.part(MeetingStore).save_note(
            room, SavedNote(note, f"text {note}"), NOW if note != "a" else NOW - 10
        )
    assert await store.part(MeetingStore).saved_notes("room") == (SavedNote("a", "text a"), SavedNote("b", "text b"))
    await store.remove_tables(NOW - 5)
    assert await store.part(MeetingStore).saved_notes("room") == (SavedNote("b", "text b"),)


async def test_notes_are_used_with_the_change_that_uses_them(store: Store) -> None:
    """They go in the same transaction: a refused change uses none."""
    await store.append(opening("t"))
    for note in ("a", "b"):
        await store.part(MeetingStore).save_note("room", SavedNote(note, note), NOW)
    with pytest.raises(Conflict):
        await store.append(Append("t", events(1, 1), effects=(NotesUsed(("a",)),)))
    assert len(await store.part(MeetingStore).saved_notes("room")) == 2
    await store.append(Append("t", (), effects=(NotesUsed(("a",)),)))
    assert await store.part(MeetingStore).saved_notes("room") == (SavedNote("b", "b"),)


async def test_jobs_of_a_change(store: Store) -> None:
    """They are stored with it or not at all; one with a known id replaces it."""
    await store.append(opening("t"))
    with pytest.raises(Conflict):
        await store.append(Append("t", events(1, 1), jobs=(JOB,)))
    assert await store.next_job() is None
    await store.append(Append("t", (), jobs=(JOB, replace(JOB, id="other", due=NOW + 5))))
    await store.put_job(replace(JOB, due=NOW + 9))
    assert [(job.id, job.due) for job in await store.jobs_in("room")] == [("other", NOW + 5), (JOB.id, NOW + 9)]
    assert await store.jobs_in("elsewhere") == ()
    assert await store.next_job() == NOW + 5
    await store.drop_job("other")
    assert await store.jobs_in("room") == (replace(JOB, due=NOW + 9),)


async def test_a_leased_job_is_nobody_else_s(store: Store) -> None:
    """Until the lease ends; not before it is due, and again at once if the clock was set back."""
    await store.put_job(JOB)
    assert await store.lease_jobs(NOW - 1, 30) == ()
    assert await store.lease_jobs(NOW, 30) == (JOB,)
    assert await store.lease_jobs(NOW + 29, 30) == ()
    assert await store.next_job() == NOW + 30
    assert await store.lease_jobs(NOW + 30, 30) == (JOB,)
    assert await store.lease_jobs(NOW, 30 - 61 - 30) == (JOB,)


async def test_one_of_many_gets_a_job(store: Store) -> None:
    """Ten ask at the same time: each job goes to one of them."""
    for number in range(5):
        await store.put_job(replace(JOB, id=f"job {number}"))
    got = await asyncio.gather(*(store.lease_jobs(NOW, 30) for _ in range(10)))
    assert sorted(job.id for jobs in got for job in jobs) == [f"job {number}" for number in range(5)]


async def test_finishing_a_job(store: Store) -> None:
    """The next one takes its place; if it was changed meanwhile, the change stays."""
    later = replace(JOB, due=NOW + 100, payload="{}")
    await store.put_job(JOB)
    await store.finish_job(JOB, later)
    await store.finish_job(JOB)
    assert await store.jobs_in("room") == (later,)
    assert await store.lease_jobs(later.due, 30) == (later,)
    await store.finish_job(later)
    assert await store.jobs_in("room") == ()
