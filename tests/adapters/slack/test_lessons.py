"""A tutorial on Slack: for one person alone, with the board as text, whatever goes on in the channel."""

import pytest

from bot.ports import Store
from games import GAMES
from tests.adapters.slack.filling import Filling
from tests.adapters.slack.parts import Desk, labels, sitting, some_picture, texts
from tests.peers.slack import Payload, Slack

FIRST = {"sprint": "Roll the dice", "rugby": "c4 → c5", "retro": "Ready"}


def board_of(heard: Payload) -> str:
    return texts([block for block in heard["blocks"] if block["block_id"] == "board"])


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_learnt_is_for_one_person(desk: Desk, game: str) -> None:
    """Nothing of it reaches the channel, and no picture of it is uploaded."""
    nora = desk.person("nora")
    await nora.types(f"tutorial {game}")
    told = nora.heard()[-1]
    assert told["response_type"] == "ephemeral"
    assert "💡" in texts(told["blocks"])
    assert board_of(told)
    assert (desk.slack.messages, desk.slack.files) == ([], {})


@pytest.mark.parametrize(("game", "label"), FIRST.items())
async def test_its_buttons_answer_privately(slack: Slack, sqlite_store: Store, game: str, label: str) -> None:
    """A press is answered with what happened then; also after a restart, and beside the channel's table."""
    async with sitting(slack, sqlite_store, paint=some_picture) as desk:
        nora = desk.person("nora")
        for line in ("new scrumkin", "bot", "start"):
            await nora.types(line)
        posted, kinds = len(slack.messages), await desk.kinds()
        await nora.types(f"tutorial {game}")
        before = len(nora.heard())
    async with sitting(slack, sqlite_store, paint=some_picture) as desk:
        nora = desk.person("nora")
        await nora.presses_privately(label)
        replaced, *more = nora.heard()[before:]
        assert replaced["replace_original"]
        last = [replaced, *more][-1]
        assert last["response_type"] == "ephemeral"
        assert board_of(last)
        assert labels(last["blocks"])
        assert (len(slack.messages), await desk.kinds()) == (posted, kinds)


async def test_a_question_in_a_lesson(desk: Desk) -> None:
    """The form closes, and what happened is told in place of the message with the button: it is no refusal."""
    nora = desk.person("nora")
    await nora.types("tutorial retro")
    before = len(nora.heard())
    await nora.presses_privately("Check in")
    assert "One word" in texts(desk.slack.forms[-1]["blocks"])
    assert await nora.submits("sunny") == {}
    told = nora.heard()[before:]
    assert "“sunny”" in "".join(texts(heard["blocks"]) for heard in told)
    assert told[0]["replace_original"]
    assert desk.slack.messages == []


async def test_a_refusal_in_a_lesson(desk: Desk) -> None:
    """It stands beside the field, as everywhere."""
    nora = desk.person("nora")
    await nora.types("tutorial retro")
    await nora.presses_privately("Check in")
    form = desk.slack.forms[-1]
    assert await nora.submits("sunny", form) == {}
    assert (await nora.submits("rainy", form))["response_action"] == "errors"


@pytest.mark.parametrize("other", ["", "new sprint"])
async def test_a_guide_in_a_lesson(desk: Desk, other: str) -> None:
    """It leads to the moves of the lesson, not to those of the channel's table; nothing reaches the channel."""
    nora = desk.person("nora")
    if other:
        await nora.types(other)
    posted = len(desk.slack.messages)
    await nora.types("tutorial scrumkin")
    await nora.presses_privately("Choose a move …")
    form = Filling(nora)
    assert form.headings() == ["play", "drop"]
    before = len(nora.heard())
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    assert await form.sends() == {}
    assert "under the stack" in "".join(texts(heard["blocks"]) for heard in nora.heard()[before:])
    assert len(desk.slack.messages) == posted
