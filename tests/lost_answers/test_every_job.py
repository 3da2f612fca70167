"""Every kind of job: carried out, but that it is done gets lost, so that it is carried out again, also elsewhere.

Kinds are found where they are declared; each has to come about in one of the scenes.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.features.privacy import FORGET, REMOVE, for_the_service
from bot.features.workshop.model import WorkshopForm, Workshops
from bot.kernel.feature import jobs
from bot.kernel.ports import Webhook
from bot.kernel.store import Job
from storage import open_store
from tests.bot.features.meetings.test_actions import agree
from tests.bot.features.workshop.test_threads import ThreadedChat
from tests.bot.harness import ROOM, Bench, ManualClock, WebTable
from tests.bot.workshop_harness import said
from tests.lost_answers.harness import difference, stored
from tests.lost_answers.scenes import workshop
from tests.storage import raw


async def _meeting(bench: Bench) -> None:
    """Reminders and messages to a tracker, and the next retrospective is planned."""
    await agree(bench, "ben mend the build by Friday")
    await bench.say("anna", "every 2 weeks on Friday 15:00")


async def _workshop(bench: Bench) -> None:
    """A clock is running, and the teams have one die each."""
    trainer = await workshop("done", bench)
    await trainer.order(said("again"))
    await trainer.order(said("start"))
    await trainer.order(said("clock", minutes=10))


async def _done(bench: Bench) -> None:
    await workshop("done", bench)


async def _threads(bench: Bench) -> None:
    await bench.service.feature(Workshops).open_workshop(WorkshopForm("sprint", teams=1, channel=ROOM), "form")


async def _operator(bench: Bench) -> None:
    """Somebody is to be forgotten, and a table to be removed."""
    await bench.begin()
    await bench.store.put_job(for_the_service(str(FORGET), "test:ben"))
    await bench.store.put_job(for_the_service(str(REMOVE), (await bench.live()).id))


SCENES: dict[str, Callable[[Bench], Awaitable[None]]] = {
    "meeting": _meeting,
    "workshop": _workshop,
    "done": _done,
    "threads": _threads,
    "operator": _operator,
}


class _Unfinished:
    """A store of a process that dies before it stores that a job is done."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def finish_job(self, *_: object) -> None:
        pass


class _Chat(ThreadedChat):
    """A platform that also has a calendar."""

    async def show_plan(self, *_: object) -> None: ...


async def _accept(*_: object) -> bool:
    return True


def bench_on(store: Any, clock: ManualClock, chat: _Chat) -> Bench:
    return Bench(store, clock=clock, chat=chat, web=WebTable("jobs"), given={Webhook: _accept})


async def test_a_job_is_carried_out_again(tmp_path: Path) -> None:
    """The rows are the same after the second and the third time."""
    covered: set[str] = set()
    for name, prepare in SCENES.items():
        url = f"sqlite:///{tmp_path / f'{name}.db'}"
        store, clock, chat = await open_store(url), ManualClock(), _Chat()
        bench = bench_on(store, clock, chat)
        await prepare(bench)
        for row in await raw.rows(url, "SELECT id, room, kind, due, payload FROM jobs ORDER BY due"):
            job = Job(*row)  # type: ignore[arg-type]
            clock.advance(max(0.0, job.due - clock.now()))
            await _carried_out(url, job, [bench_on(_Unfinished(store), clock, chat) for _ in range(2)])
            covered.add(job.kind)
        await bench.service.close()
        await store.close()
    assert covered == set(jobs()), f"no scene brings about jobs of these kinds: {set(jobs()) - covered}"
    print(f"{len(covered)} kinds of jobs were carried out again")  # noqa: T201  shown with -s


async def _carried_out(url: str, job: Job, benches: list[Bench]) -> None:
    first = None
    for bench in (benches[0], *benches):
        await jobs()[job.kind].carry(bench.service._context, job)
        bench.clock.advance(1)
        now = await stored(url)
        first = first or now
        assert now == first, f"{job.kind}, carried out again:\n{difference(first, now)}"
    for bench in benches:
        await bench.service.close()
