"""What a room reads about its meetings is in the room's language, whoever asked for it."""

import pytest

from bot.kernel.messages import Person, Request, Typed
from tests.bot.harness import ROOM, Bench, new_id
from tests.languages.pseudo import TAG, install


@pytest.fixture(autouse=True)
def _pseudo() -> None:
    install()


async def test_the_plan_of_a_room(bench: Bench) -> None:
    """It is set, shown to everybody, left out once and ended by somebody whose own language is another."""
    await bench.seat("anna", "ben")
    who = Person("test:ben", "ben", locale=TAG)
    for line, told in (
        ("every 2 weeks on Friday 15:00", "A retrospective opens here every 2 weeks on Friday at 15:00."),
        ("skip", "The next retrospective is left out."),
        ("every off", "no longer opens by itself"),
    ):
        await bench.service.handle(Request(new_id(), ROOM, who, Typed(line)))
        assert told in bench.chat.texts()[-1]
    (private,) = (await bench.service.handle(Request(new_id(), ROOM, who, Typed("every")))).replies
    assert private.language == TAG
