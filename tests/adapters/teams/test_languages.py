"""A room in its table's language, and each person in that of their Teams: what the adapter says of its own, too."""

from collections.abc import Iterator

import pytest

from adapters.layout import MORE
from adapters.teams import texts as ui_texts
from adapters.teams.incoming import activities
from bot.kernel.messages import Request
from games import language
from games.language import speaking
from tests.adapters.teams.harness import TeamsHarness
from tests.languages.pseudo import TAG, accented, install
from tests.peers.teams import BOT
from tests.peers.teams_user import fields, labels, texts


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    install()
    yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


def is_accented(text: str) -> bool:
    return "~" in text


async def test_two_people_at_one_table(harness: TeamsHarness) -> None:
    """Anna opens it in English, so the room's card is English; what Ben alone sees is in his language."""
    anna, ben = harness.person("anna"), harness.person("ben", locale=TAG)
    await anna.types("new sprint")
    await harness.settle()
    await ben.presses("Join")
    await harness.settle()
    everybody = harness.chat.last.card
    assert not is_accented(texts(everybody) + "".join(labels(everybody)))
    await anna.presses(str(MORE))
    await ben.presses(str(MORE))
    assert str(ui_texts.BACK) in labels(anna.sees())
    assert accented(str(ui_texts.BACK)) in labels(ben.sees())
    assert not is_accented(texts(anna.sees()) + "".join(labels(anna.sees())))
    assert all(map(is_accented, labels(ben.sees())))
    await harness.settle()
    assert harness.chat.last.card == everybody
    await anna.presses(str(ui_texts.BACK))
    await anna.presses("Start")
    await harness.settle()
    await ben.presses("Roll the dice")  # it isn't his turn
    assert is_accented(ben.line)
    assert not is_accented(texts(harness.chat.last.card) + "".join(labels(harness.chat.last.card)))
    await ben.types("nonsense")
    await harness.settle()
    assert is_accented(texts(ben.chat.last.card))


async def test_the_other_way_round(harness: TeamsHarness) -> None:
    """A table whose first person speaks another language: the same card for both, and an English refusal."""
    anna, ben = harness.person("anna", locale=TAG), harness.person("ben")
    await anna.types("new sprint")
    await harness.settle()
    shown = harness.chat.last.card
    assert all(map(is_accented, labels(shown)))
    assert is_accented(shown["fallbackText"])
    await ben.types("roll")
    await harness.settle()
    assert not is_accented(texts(ben.chat.last.card))


async def test_a_form_is_in_the_language_of_whoever_opens_it(harness: TeamsHarness) -> None:
    """Its labels, its button, and what is said if nothing was typed."""
    anna, ben = harness.person("anna"), harness.person("ben", locale=TAG)
    await anna.types("new retro")
    await harness.settle()
    await ben.presses("I’m here")
    await harness.settle()
    await anna.presses(str(MORE))
    await anna.presses("Start the retrospective")
    await harness.settle()
    for person, said in ((anna, str), (ben, lambda text: accented(str(text)))):
        await person.presses("Answer")
        assert person.dialog is not None
        assert {is_accented(label) for label in fields(person.dialog)} == {person is ben}
        assert said(ui_texts.SEND) in labels(person.dialog)
        await person.fills_in({})
        assert said(ui_texts.EMPTY_FORM) in texts(person.dialog)


async def test_what_the_adapter_says_by_itself(harness: TeamsHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button that isn't one, an answer that takes long, and the greeting."""
    ben = harness.person("ben", locale=TAG)
    await ben.types("new sprint")
    await harness.settle()
    value = {"action": {"type": "Action.Execute", "data": {"do": "what"}}}
    with speaking(TAG):
        unknown, working, greeting = str(ui_texts.UNKNOWN_BUTTON), str(ui_texts.WORKING), str(ui_texts.GREETING)
    answer = await ben.deliver(ben.activity("invoke", name="adaptiveCard/action", value=value))
    assert answer["value"] == unknown
    monkeypatch.setattr(activities, "ANSWER_SECONDS", 0.0)
    await ben.presses(accented("Add an automatic player"))
    assert ben.line == working
    await harness.settle()
    alone = harness.alone("nora")
    alone.locale = TAG
    await alone.deliver(alone.activity("conversationUpdate", membersAdded=[{"id": BOT}]))
    await harness.settle()
    assert greeting.partition(",")[0] in texts(alone.where.last.card)


async def test_rooms_have_no_language_of_their_own(harness: TeamsHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Teams names only the person's, with each delivery: lines, presses, and forms."""
    seen: list[Request] = []
    handle = harness.service.handle

    async def handled(request: Request) -> object:
        seen.append(request)
        return await handle(request)

    monkeypatch.setattr(harness.service, "handle", handled)
    anna = harness.person("anna", locale="de-AT")
    await anna.types("new sprint")
    await harness.settle()
    anna.locale = "fr-CA"
    await anna.presses(labels(anna.sees())[0])
    await harness.settle()
    assert [(each.person.locale if each.person else None, each.locale) for each in seen] == [
        ("de-AT", ""),
        ("fr-CA", ""),
    ]
