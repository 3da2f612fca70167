"""A message in the language in which it was made, and each person answered in that of their Discord."""

from collections.abc import Iterator

import pytest

from adapters.discord.outgoing.message import NOT_ATTACHED, messages_for
from adapters.discord.texts import NOTHING_NOW, SELF_CHALLENGE
from adapters.layout import MORE
from bot.kernel.messages import Reply
from games import GAMES, language
from games.language import speaking
from games.sheets import Sheet, line
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.discord.outgoing.test_sheets import ACTS, labels, parts_of, room, texts
from tests.languages.pseudo import TAG, accented, install
from tests.peers.discord_state import guild


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    install()
    yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


def test_a_message_is_drawn_in_its_language_whenever_that_is() -> None:
    """The words around a reply are said when it is sent, perhaps by a request of somebody who speaks another one."""
    progress = line("2 of 3 people are done.")
    english, other = (room(Sheet("Write", progress=progress), *ACTS, until=4e9, language=tag) for tag in ("en", TAG))
    assert str(MORE) in labels(parts_of(english))
    assert accented(str(MORE)) in labels(parts_of(other))
    with speaking(TAG):
        assert texts(parts_of(english))[-1].startswith("2 of 3 people are done. Until <t:")
    assert accented("Until {time}.").partition("{")[0] in texts(parts_of(other))[-1]


def test_a_channel_without_files() -> None:
    """Why there is none is said in the language of the message, too."""
    (message,) = messages_for(Reply("Here you are.", files=(("game.json", "{}"),), language=TAG), {})
    assert message.without_attachments("").parts.situation == accented(str(NOT_ATTACHED))


async def test_a_panel_is_in_the_language_of_whoever_opens_it(harness: DiscordHarness) -> None:
    """Of two people who press the same button of an English message."""
    await harness.begin("anna", "ben", game="rugby")
    dora, eli = harness.user("dora"), harness.user("eli")
    dora.locale = TAG
    assert str(MORE) in harness.channel.last.labels
    answers = [(await user.press(harness.channel.last, str(MORE))).private_text for user in (dora, eli)]
    assert accented(str(NOTHING_NOW)) in answers[0].replace("\\", "")
    assert str(NOTHING_NOW) in answers[1]


async def test_what_the_adapter_refuses_itself(harness: DiscordHarness) -> None:
    anna = harness.user("anna")
    anna.locale = TAG
    target = {"id": str(anna.number), "username": "anna", "global_name": "anna"}
    refused = await anna.use_menu("Challenge to rugby", "users", target)
    assert refused.private_text.replace("\\", "") == accented(str(SELF_CHALLENGE))


@pytest.mark.parametrize(("features", "spoken"), [(["COMMUNITY"], "fr"), ([], TAG)])
async def test_a_table_speaks_as_its_server_if_that_can_choose(
    harness: DiscordHarness, features: list[str], spoken: str
) -> None:
    """Discord names a language for every server, but only a Community has chosen it."""
    server = guild([harness.channel], "2020-01-01T00:00:00+00:00", features=features)
    await harness.peer.gateway.dispatch("GUILD_CREATE", server)
    harness.peer.locale = "fr"
    anna = harness.user("anna")
    anna.locale = TAG
    await anna.command("new", game="sprint")
    with speaking(spoken):
        assert str(GAMES["sprint"].about.join) in harness.channel.last.labels
