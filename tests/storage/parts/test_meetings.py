"""What a room keeps between its tables: changes to actions, saved notes and jobs, on both databases."""

import asyncio
from dataclasses import replace
from itertools import count

import pytest

from bot.features.meetings.records import KNOWN_SECONDS, ActionChange, MeetingStore, NotesUsed, RoomRequest, SavedNote
from bot.kernel.store import CLOCK_TOLERANCE, JOB_LEASE, TIMER, Append, Conflict, Job, Store, Timer
from tests.storage.examples import NOW, events, opening, record

DONE = ActionChange("t", 1, "done", "2026-12-01", "t:0", NOW)
JOB = Job("retro:room", "room", "retro", NOW, '{"weeks":2}')


_requests = count(1)


def new_request(day: float = NOW) -> RoomRequest:
    return RoomRequest(f"request {next(_requests)}", day)


async def test_a_request_counts_once(store: Store, other_store: Store) -> None:
    """Whatever it asks for, and in every process; after a few days it is no longer known."""
    request, later = new_request(), replace(new_request(), day=NOW + KNOWN_SECONDS + 1)
    meetings, others = store.part(MeetingStore), other_store.part(MeetingStore)
    assert not await meetings.knows(request)
    assert await meetings.save_notes(request, "room", [SavedNote("a", "text")])
    assert not await others.save_notes(request, "room", [SavedNote("b", "text")])
    assert not await others.plan(request, JOB.id, JOB)
    assert not await others.put_action_change(request, DONE, [JOB])
    assert (await others.saved_notes("room"), await store.jobs_in("room")) == ((SavedNote("a", "text"),), ())
    assert await others.knows(request)
    assert await meetings.plan(later, JOB.id, JOB)
    assert not await meetings.knows(request)
    assert await others.plan(new_request(), JOB.id, None)
    assert await store.jobs_in("room") == ()


async def test_what_became_of_an_action(store: Store) -> None:
    """The latest change of each action counts, in every room that has shown its table; other rooms don't see it."""
    await store.append(opening("t", room="room"))
    for change in (replace(DONE, status="open"), DONE, replace(DONE, number=2), DONE):
        await store.part(MeetingStore).put_action_change(new_request(), change)
    await store.append(Append("t", (), room="other"))
    assert await store.part(MeetingStore).action_changes("room") == (DONE, replace(DONE, number=2))
    assert await store.part(MeetingStore).action_changes("other") == await store.part(MeetingStore).action_changes(
        "room"
    )
    assert await store.part(MeetingStore).action_changes("elsewhere") == ()
    await store.part(MeetingStore).put_action_change(new_request(), replace(DONE, status="open"), [JOB])
    assert await store.jobs_in("room") == (JOB,)


async def test_changes_go_with_their_table(store: Store) -> None:
    """A removed table takes them along, and an unknown one gets none."""
    await store.append(opening("t", room="room"))
    await store.part(MeetingStore).put_action_change(new_request(), DONE)
    await store.part(MeetingStore).put_action_change(new_request(), replace(DONE, table="unknown"))
    await store.remove_tables(NOW + 1000)
    assert await store.part(MeetingStore).action_changes("room") == ()


async def test_saved_notes(store: Store) -> None:
    """Each id once, sorted by it, and only in its room; old ones are removed like old tables."""
    for room, note in (("room", "b"), ("room", "a"), ("other", "c"), ("room", "b")):
        request = new_request(NOW if note != "a" else NOW - 10)
        await store.part(MeetingStore).save_notes(request, room, [SavedNote(note, f"text {note}")])
    assert await store.part(MeetingStore).saved_notes("room") == (SavedNote("a", "text a"), SavedNote("b", "text b"))
    await store.remove_tables(NOW - 5)
    assert await store.part(MeetingStore).saved_notes("room") == (SavedNote("b", "text b"),)


async def test_notes_are_used_with_the_change_that_uses_them(store: Store) -> None:
    """They go in the same transaction: a refused change uses none."""
    await store.append(opening("t"))
    for note in ("a", "b"):
        await store.part(MeetingStore).save_notes(new_request(), "room", [SavedNote(note, note)])
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
    assert await store.next_due(NOW, ["retro"]) is None
    await store.append(Append("t", (), jobs=(JOB, replace(JOB, id="other", due=NOW + 5))))
    await store.put_job(replace(JOB, due=NOW + 9))
    assert [(job.id, job.due) for job in await store.jobs_in("room")] == [("other", NOW + 5), (JOB.id, NOW + 9)]
    assert await store.jobs_in("elsewhere") == ()
    assert await store.next_due(NOW, ["retro"]) == NOW + 5
    await store.drop_job("other")
    assert await store.jobs_in("room") == (replace(JOB, due=NOW + 9),)


async def test_a_leased_job_is_nobody_else_s(store: Store) -> None:
    """Until the lease ends; not before it is due, and again at once if the clock was set back."""
    await store.put_job(JOB)
    assert await store.lease(NOW - 1, ["retro"], 20) == ()
    assert await store.lease(NOW, ["retro"], 20) == (JOB,)
    assert await store.lease(NOW + JOB_LEASE - 1, ["retro"], 20) == ()
    assert await store.next_due(NOW, ["retro"]) == NOW + JOB_LEASE
    assert await store.lease(NOW + JOB_LEASE, ["retro"], 20) == (JOB,)
    assert await store.lease(NOW - JOB_LEASE - CLOCK_TOLERANCE, ["retro"], 20) == ()
    assert await store.next_due(NOW - CLOCK_TOLERANCE - 1, ["retro"]) == NOW
    assert await store.lease(NOW, ["retro"], 20) == ()
    await store.put_job(replace(JOB, due=NOW - 1000))
    assert len(await store.lease(NOW + 1000, ["retro"], 20)) == len(await store.lease(NOW, ["retro"], 20)) == 1


async def test_only_what_is_asked_for(store: Store) -> None:
    """A kind that this process doesn't know, or has no slot for, stays for others; timers come before jobs."""
    await store.append(Append("t", events(1, 1), record("t"), timers=(Timer("t", "vote", NOW),)))
    for number in range(3):
        await store.put_job(replace(JOB, id=f"{number}", kind="new", due=NOW - number))
    await store.put_job(JOB)
    assert await store.next_due(NOW, ["old"]) is None
    assert await store.lease(NOW, ["old"], 20) == ()
    assert await store.next_due(NOW, ["new"]) == NOW - 2
    assert [due.due for due in await store.lease(NOW, ["new"], 2)] == [NOW - 2, NOW - 1]
    assert [due.kind for due in await store.lease(NOW, ["new", TIMER, "retro"], 2)] == [TIMER, "new"]
    assert await store.lease(NOW, [TIMER, "retro"], 20) == (JOB,)


async def test_one_of_many_gets_a_job(store: Store) -> None:
    """Ten ask at the same time: each job goes to one of them."""
    for number in range(5):
        await store.put_job(replace(JOB, id=f"job {number}"))
    got = await asyncio.gather(*(store.lease(NOW, ["retro"], 20) for _ in range(10)))
    assert sorted(job.id for jobs in got for job in jobs if isinstance(job, Job)) == [
        f"job {number}" for number in range(5)
    ]


async def test_finishing_a_job(store: Store) -> None:
    """The next one takes its place; if it was changed meanwhile, the change stays."""
    later = replace(JOB, due=NOW + 100, payload="{}")
    await store.put_job(JOB)
    await store.finish_job(JOB, later)
    await store.finish_job(JOB)
    assert await store.jobs_in("room") == (later,)
    assert await store.lease(later.due, ["retro"], 20) == (later,)
    await store.finish_job(later)
    assert await store.jobs_in("room") == ()
