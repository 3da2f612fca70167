"""Changes that meet at two services, one interrupted at every call to the store: nothing lost, nothing doubled."""

import pytest

from bot.kernel.store import Store
from tests.bot.kernel.interleaving import Race, Races, Said, TimeIsUp

LOBBY = (Said("anna", "new sprint"), Said("ben", "join"))
PLAYING = (*LOBBY, Said("anna", "start"), Said("anna", "roll"))
CHECK_IN = (Said("anna", "new retro"), Said("ben", "join"), Said("anna", "start"))
REFLECTING = (*CHECK_IN, Said("anna", "next sure"))
COVERED = (*PLAYING, Said("anna", "cover ben"))
LINKED = (*LOBBY, Said("cleo", "join CODE", room=2))

RACES = {
    "joining and a reminder": Race(LOBBY, Said("ben", "remind me 5"), Said("cleo", "join")),
    "two joining": Race(LOBBY, Said("cleo", "join"), Said("dora", "join")),
    "leaving and a view": Race((*LOBBY, Said("cleo", "join")), Said("ben", "leave"), Said("cleo", "view text me")),
    "being forgotten and a reminder": Race(LOBBY, Said("ben", "forget me"), Said("anna", "remind me 5")),
    "being forgotten and joining": Race(LOBBY, Said("ben", "forget me"), Said("cleo", "join")),
    "being forgotten and a move": Race(PLAYING, Said("anna", "forget me"), Said("ben", "roll")),
    "being forgotten and one's own view": Race(LOBBY, Said("ben", "forget me"), Said("ben", "view text me")),
    "a clock that starts and a reminder": Race(CHECK_IN, Said("anna", "next sure"), Said("ben", "remind me 5")),
    "a clock that runs out and a move": Race(REFLECTING, TimeIsUp(), Said("ben", "note start more cake")),
    "a clock that runs out and its host moving on": Race(REFLECTING, TimeIsUp(), Said("anna", "next sure")),
    "a clock that runs out and a reminder": Race(REFLECTING, TimeIsUp(), Said("ben", "remind me 5")),
    "linking a room and leaving": Race(LOBBY, Said("anna", "join CODE", room=2), Said("ben", "leave")),
    "two rooms that stop showing it": Race(LINKED, Said("anna", "link off"), Said("cleo", "link off", room=2)),
    "covering and a move": Race(PLAYING, Said("anna", "cover ben"), Said("ben", "roll")),
    "returning and a move": Race(COVERED, Said("ben", "join"), Said("anna", "roll")),
}


@pytest.fixture
async def races(store: Store, monkeypatch: pytest.MonkeyPatch) -> Races:
    monkeypatch.setattr("bot.kernel.live.rooms.ANNOUNCE_SECONDS", 0.0)  # the paused service announces nothing meanwhile
    return Races(store)


@pytest.mark.parametrize("name", RACES)
async def test_an_interrupted_request(races: Races, name: str) -> None:
    """Wherever the second request gets in, both end as if one had come after the other."""
    race = RACES[name]
    for attempt in (race, Race(race.setup, race.second, race.first)):
        expected = [await races.in_order(attempt, swapped=swapped) for swapped in (False, True)]
        at = 1
        while (outcome := await races.interrupted(attempt, at)) is not None:
            assert outcome in expected, f"interrupted at call {at}"
            at += 1
        assert at > 1
