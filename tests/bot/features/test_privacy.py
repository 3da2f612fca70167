"""`/scrum me data`: everything stored about a person, for that person alone."""

import json
from typing import Any

import pytest

from bot.features.personal_links import PersonalLinks
from bot.features.privacy import REMOVE, for_the_service
from bot.kernel.store import Store, personal_record
from bot.operations.doctor import retention_check
from bot.settings import Settings
from tests.bot.features.meetings.test_actions import agree
from tests.bot.harness import Bench, WebTable
from tests.bot.workshop_harness import opened, said


async def data(bench: Bench, name: str, room: str = "test:elsewhere") -> dict[str, Any]:
    """The file, asked for in a room without a table."""
    posts = len(bench.chat.posts)
    (reply,) = await bench.say(name, "me data", room=room)
    assert reply.private
    assert len(bench.chat.posts) == posts
    ((file, text),) = reply.files
    assert file == "my-data.json"
    found: dict[str, Any] = json.loads(text)
    return found


async def test_a_stranger_has_no_data(bench: Bench) -> None:
    """Every heading is there, and nothing below it."""
    await bench.begin()
    found = await data(bench, "zoe")
    assert found["id"] == "test:zoe"
    headings = ("tables", "requests", "chosen on the platform", "workshops", "actions", "personal links")
    assert not any(found[heading] for heading in headings)


async def test_everything_about_a_person(bench: Bench) -> None:
    """Seats with names and settings, the platform's record, and nothing about anybody else."""
    await bench.begin()
    await bench.say("anna", "remind 30m")
    await bench.store.put_installation(*personal_record("test:anna"), b'{"name": "Anna B."}')
    found = await data(bench, "anna")
    (seat,) = found["tables"]
    live = await bench.live()
    assert (seat["table"], seat["game"], seat["rooms"]) == (live.id, "sprint", ["test:lounge"])
    assert (seat["name"], seat["seat"], seat["host"], seat["remind"]) == ("anna", 0, True, 1800)
    assert found["chosen on the platform"] == {"name": "Anna B."}
    assert not any(name in json.dumps(found) for name in ("ben", "cleo"))


async def test_seats_that_were_carried(bench: Bench) -> None:
    """That there is a link, without what opens it."""
    links: PersonalLinks = bench.service.feature(PersonalLinks)
    secret = await links.make("test:lounge", "test:anna")
    await links.use("test:lounge", secret, "test:phone")
    (link,) = (await data(bench, "anna"))["personal links"]
    assert (link["room"], link["used"]) == ("test:lounge", True)
    assert len((await data(bench, "phone"))["personal links"]) == 1
    assert secret not in json.dumps(link)


async def test_actions_that_somebody_takes_care_of(bench: Bench) -> None:
    """Ben's action is in his file, not in Anna's; once he is forgotten, it is in nobody's."""
    await agree(bench, "ben mend the build by Friday")
    (action,) = (await data(bench, "ben"))["actions"]
    assert (action["room"], action["what"], action["status"]) == ("test:lounge", "mend the build", "open")
    assert (await data(bench, "anna"))["actions"] == []
    await bench.say("ben", "forget me")
    assert (await data(bench, "ben"))["actions"] == []


async def test_workshops_that_somebody_came_to(sqlite_store: Store) -> None:
    """With the team and, if there is an attendance sheet, the name and the time."""
    bench = Bench(sqlite_store, web=WebTable())
    for attendance, name in ((False, ""), (True, "dora")):
        trainer = await opened(bench, attendance=attendance)
        await trainer.comes("dora")
        places = {place["workshop"]: place for place in (await data(bench, "dora"))["workshops"]}
        place = places[trainer.opened.id]
        assert (place["team"], place["name"], bool(place["arrived"])) == (1, name, attendance)
    await bench.service.close()


async def test_a_team_whose_table_an_operator_removed(sqlite_store: Store) -> None:
    """The desk still opens, the other teams play, and everybody is started who can be."""
    bench = Bench(sqlite_store, web=WebTable())
    trainer = await opened(bench)
    await trainer.come(*"abcdef")
    table = (await trainer.stored()).teams[0].table
    job = for_the_service(str(REMOVE), table)
    await sqlite_store.put_job(job)
    await bench.service.fire_due_timers()
    assert await sqlite_store.table(table) is None
    assert await sqlite_store.jobs_in("") == ()
    assert len((await trainer.desk()).teams) >= 2
    await trainer.order(said("start"))
    standings = [await bench.service.page_of(team.table) for team in (await trainer.stored()).teams]
    assert [page is not None and page.phase for page in standings][1:] == ["playing", "playing"]
    await bench.service.close()


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        ("", "Tables that nobody has used for 365 days are deleted."),
        ("30", "Tables that nobody has used for 30 days are deleted."),
        ("0", "Tables are kept until somebody removes them (RETENTION_DAYS=0)."),
    ],
)
async def test_the_doctor_says_how_long_tables_are_kept(
    monkeypatch: pytest.MonkeyPatch, days: str, sentence: str
) -> None:
    """A year unless the operator chose something else."""
    monkeypatch.delenv("RETENTION_DAYS", raising=False)
    if days:
        monkeypatch.setenv("RETENTION_DAYS", days)
    (finding,) = await retention_check(Settings())
    assert finding.ok
    assert finding.what == sentence
