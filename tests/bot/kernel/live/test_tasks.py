"""What goes on in the background: nobody waits for it, so its errors are logged."""

import asyncio

import pytest

from bot.kernel.live.work import Tasks


async def fail() -> None:
    raise KeyError("an unexpected bug")


async def fail_later(door: asyncio.Event) -> None:
    await door.wait()
    await fail()


async def test_a_task_that_dies_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """With its name and its traceback; one that is cancelled is not."""
    tasks = Tasks()
    dying = tasks.start(fail(), "old tables")
    tasks.start(asyncio.sleep(3600), "timers and jobs")
    await asyncio.wait({dying})
    await tasks.close()
    (record,) = caplog.records
    assert record.getMessage() == "a background task died: old tables"
    assert record.exc_info is not None
    assert record.exc_info[0] is KeyError


async def test_whoever_waits_gets_the_error(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged only if nobody waits any more."""
    tasks, door = Tasks(), asyncio.Event()
    with pytest.raises(KeyError):
        await tasks.wait_for(fail(), "threads", 10)
    assert not caplog.records
    await tasks.wait_for(fail_later(door), "threads", 0)
    assert tasks.count("threads") == 1
    door.set()
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    assert [record.getMessage() for record in caplog.records] == ["a background task died: threads"]
