"""Narrating events in paragraphs."""

from bot.kernel.table.narration import paragraphs
from games import GAMES
from games.sprint.model import CardDrawn, Moved, Rolled
from games.text import pictured, spell, who, without_badges
from tests.bot.harness import Bench


def told(*events: object) -> list[str]:
    return [spell(each, ("anna", "ben").__getitem__) for each in paragraphs(events, GAMES["sprint"])]


def test_what_one_player_does_is_one_sentence() -> None:
    """The name is said once; a new sentence starts after a card's text, or for another player."""
    events = (Rolled(0, (1, 4)), Moved(0, "S3", ()), CardDrawn(0, "tools", "patient-duck"))
    (paragraph,) = told(*events)
    assert paragraph.startswith("anna rolls 1 and 4, moves to S3 and picks up the tool “")
    assert paragraph.count("anna") == 1
    (paragraph,) = told(*events, Moved(0, "S4", ()), Moved(1, "S5", ()))
    assert paragraph.endswith(" anna moves to S4. ben moves to S5.")


def test_small_pictures_stand_before_a_sentence() -> None:
    """Those of what is merged into one sentence stand before it together, the dice as the words name them."""
    events = (Rolled(0, (4, 1)), Moved(0, "S3", ()), CardDrawn(0, "tools", "patient-duck"), Moved(1, "S5", ()))
    (paragraph,) = paragraphs(events, GAMES["sprint"], badges=True)
    marks = "".join(map(pictured, ("die1", "die4", "tool")))
    assert paragraph.startswith(f"{marks}{who(0)} rolls 1 and 4, moves")
    assert [without_badges(paragraph)] == paragraphs(events, GAMES["sprint"])


async def test_a_turn_in_the_room(bench: Bench) -> None:
    """The room reads such a sentence."""
    await bench.begin()
    await bench.play_until(lambda _: any(" and moves to P" in text for text in bench.chat.texts()))


async def test_a_remark_stands_below_its_event_once(bench: Bench) -> None:
    """The room and the page read it as a paragraph of its own; a restart finds it, and the next game leaves it out."""
    await bench.begin(options="days=3")
    (sequence, line), *_ = (await bench.play_until_remark()).remarks
    assert line == "An impediment is the team’s now. Who can help before the day ends?"
    told = [text for text in bench.chat.texts() if line in text]
    assert f"\n{line}" in told[0]
    assert (await bench.events())[sequence - 1].kind == "card_drawn"
    page = await bench.another_process().service.page_of((await bench.live()).id)
    assert page is not None
    assert [at for at, text in page.feed if text == line] == [sequence]
    await bench.play_to_the_end()
    lines = [each for _, each in (await bench.standing()).remarks]
    assert len(lines) == len(set(lines))
    await bench.say("anna", "again")
    await bench.say("anna", "start")
    assert line not in [each for _, each in (await bench.play_to_the_end()).remarks]
