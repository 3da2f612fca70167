"""A room in its table's language, and each person in that of their Slack: what the adapter says of its own, too."""

from collections.abc import Iterator

import pytest

from adapters.layout import MORE
from adapters.slack import texts as ui_texts
from games import language
from games.language import speaking
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.languages.pseudo import TAG, accented, install


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    install()
    yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


def speaker(harness: SlackHarness, name: str, locale: str) -> SlackUser:
    person = harness.person(name)
    harness.slack.profiles[f"U{name.upper()}"]["locale"] = locale
    return person


async def test_a_message_is_drawn_in_the_language_of_its_table(harness: SlackHarness) -> None:
    """The first person's: everybody reads the same message, and its buttons say the same to all."""
    anna, ben = speaker(harness, "anna", TAG), speaker(harness, "ben", "en-US")
    await anna.types("new sprint")
    await ben.types("join")
    shown = labels(harness.slack.in_channel("C1")[0].blocks)
    assert accented(str(MORE)) in shown
    assert str(MORE) not in shown


async def test_a_form_is_in_the_language_of_whoever_opens_it(harness: SlackHarness) -> None:
    anna, ben = speaker(harness, "anna", "en-US"), speaker(harness, "ben", TAG)
    await anna.types("new sprint")
    await ben.types("join")
    await ben.presses(str(MORE))
    assert harness.slack.forms[-1]["title"]["text"].startswith(accented(str(ui_texts.WIZARD_TITLE))[:15])
    await anna.presses(str(MORE))
    assert harness.slack.forms[-1]["title"]["text"] == str(ui_texts.WIZARD_TITLE)


async def test_home_is_in_the_language_of_its_reader(harness: SlackHarness) -> None:
    anna, ben = speaker(harness, "anna", "en-US"), speaker(harness, "ben", TAG)
    english, other = texts((await anna.opens_home())["blocks"]), texts((await ben.opens_home())["blocks"])
    assert str(ui_texts.HOME_EMPTY) in english
    with speaking(TAG):
        assert str(ui_texts.HOME_EMPTY) in other
        assert str(ui_texts.TURNS_OFF) in other
    assert str(ui_texts.TURNS_OFF) not in other


async def test_what_slack_itself_refuses_is_said_to_the_person(harness: SlackHarness) -> None:
    """Without the service: how to open a table in a thread."""
    anna = speaker(harness, "anna", TAG)
    await anna.types("thread")
    with speaking(TAG):
        assert str(ui_texts.THREAD_USAGE).replace("`", "") in texts(anna.private_replies()[-1]["blocks"]).replace(
            "`", ""
        )
