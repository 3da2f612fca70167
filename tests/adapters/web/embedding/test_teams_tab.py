"""The way in from a tab in Microsoft Teams."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

pytest.importorskip("jwt", reason="PyJWT is not installed; `pip install '.[teams]'`.")

from adapters.guests import Guest, NotAdmitted, Roster, Unreachable
from adapters.web import texts
from adapters.web.embedding.teams_tab import TabDoor
from tests.peers.microsoft import ANNA, APP, OTHER_TENANT, TENANT, SignIn, new_key

CHAT, THREAD = "19:meeting_abc-123@thread.v2", "19:channel@thread.tacv2;messageid=1700000000000"
PERSON = f"teams:{TENANT}:{ANNA}"


@dataclass
class TestRoster:
    """Who is in which conversation, as the bot would find out."""

    application: str = APP
    tenants: tuple[str, ...] = (TENANT,)
    names: dict[tuple[str, str], str] = field(default_factory=dict)

    __test__ = False

    async def member(self, room: str, person: str) -> str | None:
        return self.names.get((room, person))


@pytest.fixture
async def sign_in() -> AsyncIterator[SignIn]:
    async with SignIn().running() as found:
        yield found


@pytest.fixture
def roster() -> TestRoster:
    return TestRoster(names={(f"teams:{each}", PERSON): "Anna Berg" for each in (CHAT, THREAD)})


@pytest.fixture
def door(sign_in: SignIn, roster: TestRoster) -> TabDoor:
    assert isinstance(roster, Roster)
    return TabDoor(roster, "table.example", sign_in.url)


@pytest.mark.parametrize("conversation", [CHAT, THREAD])
@pytest.mark.parametrize("audience", [APP, f"api://table.example/botid-{APP}", f"api://table.example/{APP}"])
async def test_the_same_person_and_room_as_in_the_chat(
    sign_in: SignIn, door: TabDoor, conversation: str, audience: str
) -> None:
    """Whatever way the app's address is registered, and with either version of Microsoft's tokens."""
    for issuer in (f"https://login.microsoftonline.com/{TENANT}/v2.0", f"https://sts.windows.net/{TENANT}/"):
        token = sign_in.token(aud=audience, iss=issuer, oid=ANNA.upper())
        found = await door.admit({"token": token, "conversation": conversation})
        assert found == Guest(PERSON, "Anna Berg", f"teams:{conversation}")


async def test_refused_tokens(sign_in: SignIn, door: TabDoor) -> None:
    """Forged, for another app or site, of another organisation, an app's own instead of a person's."""
    elsewhere = f"https://login.microsoftonline.com/{OTHER_TENANT}/v2.0"
    for token in (
        "",
        sign_in.token(key=new_key()),
        sign_in.token(aud="44444444-4444-4444-8444-444444444444"),
        sign_in.token(aud=f"api://evil.example/botid-{APP}"),
        sign_in.token(tid=OTHER_TENANT),
        sign_in.token(iss=elsewhere),
        sign_in.token(tid=OTHER_TENANT, iss=f"https://login.microsoftonline.com/{TENANT}/v2.0"),
        sign_in.token(scp="User.Read"),
        sign_in.token(scp=None),
        sign_in.token(oid="anna"),
    ):
        with pytest.raises(NotAdmitted, match=str(texts.TAB_NOT_CONFIRMED)):
            await door.admit({"token": token, "conversation": CHAT})


async def test_a_conversation_that_they_are_not_in(sign_in: SignIn, door: TabDoor, roster: TestRoster) -> None:
    """The page's word for it doesn't count: the roster's does."""
    with pytest.raises(NotAdmitted, match=str(texts.TAB_NOT_A_MEMBER)):
        await door.admit({"token": sign_in.token(), "conversation": "19:another@thread.v2"})
    roster.names.clear()
    with pytest.raises(NotAdmitted, match=str(texts.TAB_NOT_A_MEMBER)):
        await door.admit({"token": sign_in.token(), "conversation": CHAT})


@pytest.mark.parametrize("conversation", ["", "29:somebody", "19:a/../b", f"{CHAT}\n", f"{CHAT};messageid=x", "19:é"])
async def test_no_conversation(sign_in: SignIn, door: TabDoor, conversation: str) -> None:
    with pytest.raises(NotAdmitted, match=str(texts.TAB_ELSEWHERE)):
        await door.admit({"token": sign_in.token(), "conversation": conversation})


async def test_microsoft_is_down(sign_in: SignIn, door: TabDoor) -> None:
    sign_in.down = True
    with pytest.raises(Unreachable):
        await door.admit({"token": sign_in.token(), "conversation": CHAT})
