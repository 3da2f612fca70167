"""Steps of a retrospective, for the service's tests."""

from collections.abc import Sequence

from bot.kernel.messages import SURE, Act, Reply
from games.text import spell
from tests.bot.harness import Bench, spelled

THREE_PEOPLE = ("anna", "ben", "cleo")
FIVE = ("anna", "ben", "cleo", "dora", "emil")
NOTES = (
    ("start", "ask for help after one hour"),
    ("stop", "three meetings on a Monday"),
    ("stop", "Monday meetings, no question"),
    ("continue", "pairing on what is new"),
    ("start", "a page for newcomers"),
    ("continue", "cake on release day"),
)


async def done(bench: Bench, name: str, line: str) -> list[Reply]:
    """Say it, twice if they are asked whether they are sure, and check that it changed something."""
    before = (await bench.standing()).sequence
    replies = await bench.say(name, line)
    if (await bench.standing()).sequence == before:
        sure = [act for reply in replies for act in reply.acts if act.button.endswith(SURE)]
        replies = await bench.press(name, sure[0]) if sure else replies
    assert (await bench.standing()).sequence > before, [spelled(reply) for reply in replies]
    return replies


async def everyone(bench: Bench, names: Sequence[str], line: str) -> None:
    for name in names:
        await done(bench, name, line)


async def phase(bench: Bench) -> str:
    return str((await bench.standing()).state.phase)


async def gather_round(bench: Bench, names: Sequence[str] = FIVE, options: str = "") -> None:
    """From opening the table to when notes can be written."""
    await bench.seat(*names, game="retro", options=options)
    await bench.say(names[0], "start")
    await everyone(bench, names, "say sunny")
    await done(bench, names[0], "next")
    assert await phase(bench) == "reflect"


async def write_notes(bench: Bench, names: Sequence[str] = FIVE) -> None:
    for number, (column, text) in enumerate(NOTES):
        await done(bench, names[number % len(names)], f"note {column} {text}")


async def close_it(bench: Bench, names: Sequence[str] = FIVE) -> None:
    """The short way from dot voting to the summary."""
    await done(bench, names[0], "next sure")
    await everyone(bench, names, "vote 1")
    await done(bench, names[0], "next sure")
    await done(bench, names[0], "next sure")
    await done(bench, names[0], f"action {names[1]} mend the build by Friday")
    await done(bench, names[0], "next sure")
    await everyone(bench, names, "say 4")
    await done(bench, names[0], "next")
    assert (await bench.standing()).table.phase == "over"


def offered(reply: Reply, label: str) -> Act:
    """The button with this label."""
    found = {spell(choice.label, lambda seat: reply.names[seat]): choice for choice in reply.acts}
    assert label in found, f"no “{label}” among {list(found)}"
    return found[label]
