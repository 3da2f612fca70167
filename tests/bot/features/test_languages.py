"""Languages: a room reads its table's, each person their own, and nothing that is stored depends on either."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.kernel.messages import Person, Reply, Request, Typed
from games.language import speaking
from storage import open_store
from tests.bot.harness import ROOM, Bench, new_id, spelled
from tests.languages.pseudo import TAG, install, remove

OTHER = "test:kitchen"


@pytest.fixture(autouse=True)
def _pseudo() -> Iterator[None]:
    install()
    yield
    remove()


async def says(bench: Bench, name: str, line: str, *, locale: str, room: str = ROOM) -> list[Reply]:
    who = Person(f"test:{name}", name, locale=locale)
    return list((await bench.service.handle(Request(new_id(), room, who, Typed(line)))).replies)


def is_pseudo(text: str) -> bool:
    return "~~" in text


CHOSEN = "de"  # one of those that can be chosen


async def test_a_room_reads_its_tables_language_and_each_person_their_own(bench: Bench) -> None:
    """The room is English; one player's refusal is in the pseudo-language, another one's in English."""
    await bench.begin("anna", "ben")
    assert not is_pseudo(bench.chat.texts()[-1])
    (mine,) = await says(bench, "ben", "roll", locale=TAG)
    (yours,) = await says(bench, "ben", "roll", locale="en-GB")
    assert is_pseudo(spelled(mine))
    assert mine.language == TAG
    assert not is_pseudo(spelled(yours))
    await says(bench, "anna", "roll", locale=TAG)
    assert not is_pseudo(bench.chat.texts()[-1]), "who presses doesn't decide what the room reads"


@pytest.mark.parametrize("command", ["language de table", "table language de", "language de"])
async def test_a_table_changes_its_language(bench: Bench, command: str) -> None:
    await bench.begin("anna", "ben")
    await bench.say("anna", command)
    assert bench.chat.last.language == CHOSEN
    assert (await bench.live()).language == CHOSEN
    assert await bench.payloads("table.language_chosen") == [{"kind": "table.language_chosen", "language": CHOSEN}]
    (refusal,) = await bench.say("ben", "roll")
    assert refusal.language == CHOSEN, "whose app doesn't say is answered as the room speaks"
    assert "Deutsch" in await bench.refusal("anna", command), "it does already"


async def test_a_stranger_does_not_change_it(bench: Bench) -> None:
    await bench.begin("anna", "ben")
    assert "not seated" in await bench.refusal("zoe", "language de")


async def test_somebody_chooses_their_own_language(two_benches: tuple[Bench, Bench]) -> None:
    """In every process, soon; whatever their app says."""
    bench, other = two_benches
    await bench.begin("anna", "ben")
    assert (await other.say("ben", "roll"))[0].language == "en"
    (told,) = await bench.say("ben", "me language de")
    assert told.language == CHOSEN
    assert bench.chat.last.language == "en"
    assert (await says(bench, "ben", "roll", locale="en"))[0].language == CHOSEN
    bench.clock.advance(60)
    assert (await other.say("ben", "roll"))[0].language == CHOSEN
    (told,) = await bench.say("ben", "language any me")
    assert told.language == "en"
    assert (await says(bench, "ben", "roll", locale=TAG))[0].language == TAG


async def test_a_choice_is_shown_and_forgotten(bench: Bench) -> None:
    await bench.say("ben", "language de me")
    (reply,) = await bench.say("ben", "data")
    assert json.loads(reply.files[0][1])["language"] == CHOSEN
    await bench.say("ben", "forget me")
    (reply,) = await bench.another_process().say("ben", "data")
    assert "language" not in json.loads(reply.files[0][1])


async def test_an_unknown_language_is_refused(bench: Bench) -> None:
    await bench.begin("anna", "ben")
    assert "pt-br" in await bench.refusal("anna", "language klingon")
    assert "Choose one" in await bench.refusal("anna", "language any table")


async def test_languages_are_offered_as_buttons(bench: Bench) -> None:
    await bench.begin("anna", "ben")
    (table,) = await bench.say("anna", "language")
    (own,) = await bench.say("anna", "me language")
    assert f"language {TAG} table" in [line.value for line in table.lines]
    assert own.lines[0].value == "language en me"
    assert "language any me" in [line.value for line in own.lines]


async def test_a_new_table_speaks_as_its_room(bench: Bench) -> None:
    """As the server does, then as the room's last table, else as whoever opens it."""
    who = Person("test:anna", "anna", locale="en")
    await bench.service.handle(Request(new_id(), ROOM, who, Typed("new sprint"), locale=TAG))
    assert (await bench.live()).language == TAG
    await bench.say("anna", "end sure")
    await says(bench, "anna", "new rugby", locale="en")
    assert (await bench.live()).language == TAG
    await says(bench, "ben", "new rugby", locale=TAG, room=OTHER)
    assert (await bench.live(OTHER)).language == TAG


async def test_what_is_stored_depends_on_nobodys_language(tmp_path: Path) -> None:
    """The same game in two languages is the same game, automatic players included."""
    stored = []
    for language in ("", TAG):
        store = await open_store(f"sqlite:///{tmp_path / language}.sqlite3")
        bench = Bench(store)
        with speaking(language):
            for name, line in (("anna", "new sprint"), ("ben", "join"), ("anna", "bot"), ("anna", "start")):
                await says(bench, name, line, locale=language)
            for _ in range(60):
                standing = await bench.standing()
                if not standing.playing:
                    break
                await bench.step()
        stored.append([(row.kind, row.payload) for row in await bench.events() if "language" not in row.kind])
        await bench.service.close()
        await store.close()
    assert stored[0] == stored[1]


async def test_an_old_game_is_retold_in_another_language(bench: Bench) -> None:
    await bench.begin("anna", "ben")
    await bench.say("anna", "roll")
    (english,) = await says(bench, "anna", "log", locale="en")
    (other,) = await says(bench, "anna", "log", locale=TAG)
    assert not is_pseudo(spelled(english))
    assert is_pseudo(spelled(other))
