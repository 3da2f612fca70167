"""The acts of messages by their role, in all games and phases: one thing to do, a few others, the rest in menus."""

from collections.abc import AsyncIterator

import pytest

from adapters.layout import MORE
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing.message import private, public
from adapters.slack.outgoing.rows import BUTTONS, SHORT_LABEL
from bot.kernel.messages import SURE, Act, Reply
from bot.kernel.store import Store
from bot.kernel.table.buttons import as_command
from games import GAMES
from games.contract import is_meeting
from games.text import who
from games.values import replace
from tests.bot.harness import Bench
from tests.peers.slack import Payload
from tests.peers.slack_checks import elements, message_violations

ROOM = SlackRoom("T1", "C1")
PEOPLE = ("anna", "Bartholomew Maximilian Featherstone", "cleo")
PLAYED = [key for key, game in GAMES.items() if not is_meeting(game)]
MOVES = 60


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store)
    yield bench
    await bench.service.close()


async def step(bench: Bench) -> None:
    """A move, however foolish, if a good one takes long to find."""
    standing = await bench.standing()
    game, state = standing.game, standing.state
    if not game.bots.thinks:
        await bench.step()
        return
    seat = game.awaits(state)[0]
    moves = [move for move in game.moves(state, seat) if game.phrase(state, seat, move).role == "thing"]
    said = as_command(game, game.phrase(state, seat, moves[standing.sequence * 7 % len(moves)]))
    await bench.call(await bench.name_at(seat), said.command, dict(said.arguments))


async def offered(bench: Bench, names: tuple[str, ...]) -> AsyncIterator[Reply]:
    """What the room and its people are offered now."""
    live = await bench.live()
    yield live.reply("Something happened.", live.situation())
    for seat, name in enumerate(names):
        yield live.reply("No.", seat=seat, private=True)
        for command in live.standing.game.commands:
            if command.button and not command.slow:
                for reply in await bench.say(name, command.name):
                    yield reply


def check(reply: Reply) -> None:
    """One coloured button at most, which is the first; four beside each other at most; nothing cut, raw or red."""
    shown = private(reply, 0.0) if reply.private else public(reply, ROOM, 0.0)
    assert [*message_violations(shown.content)] == []
    rows = [block for block in shown.content["blocks"] if block["type"] == "actions"]  # Fair dice is beside the title
    buttons = [each for block in rows for each in elements(block) if each["type"] == "button"]
    labels = [each["text"]["text"] for each in buttons]
    assert len(buttons) <= BUTTONS + 1, labels
    coloured = [at for at, each in enumerate(buttons) if "style" in each]
    assert coloured in ([], [0]), labels
    assert not any(each.get("style") == "danger" for each in buttons), labels
    assert [label for label in labels if len(label) > SHORT_LABEL or (label.endswith("…") and label != str(MORE))] == []
    assert [label for label in labels if _is_raw(label, reply.game)] == []
    assert [words for words in placeholders(shown.content["blocks"]) if len(words) > SHORT_LABEL] == []


def _is_raw(label: str, game: str) -> bool:
    """True if it is what one would type."""
    first = label.partition(" ")[0]
    return any(command.name == first for command in GAMES[game].commands) if game else False


def placeholders(blocks: list[Payload]) -> list[str]:
    found = [each for block in blocks for each in elements(block)]
    return [each["placeholder"]["text"] for each in found if "placeholder" in each]


def test_a_long_label_is_in_a_menu() -> None:
    """Nothing is cut on a phone: it is behind **More…** in a room, and in private in the menu of everything else."""
    acts = (Act("t:1:0", "Roll", "roll", "main"), Act("t:1:1", f"Carry on without {who(0)}", "cover"))
    reply = Reply("x", acts=acts, names=(PEOPLE[1],), table="t", game="sprint")
    check(reply)
    check(replace(reply, private=True))


def test_the_answer_to_a_question_is_a_button_however_long() -> None:
    """It is what the question says that one presses, in every language."""
    act = Act(f"t1:3:0{SURE}", "Sprint Review " * 3, "go", "thing", thing="review", grave=True)
    shown = private(Reply("Are you sure?", acts=(act,), private=True, table="t1", game="sprint"), 0.0).buttons
    assert [element["type"] for block in shown for element in elements(block)] == ["button"]


@pytest.mark.parametrize("table", [*PLAYED, "scrumkin mode=collaborative"])
async def test_every_message_has_one_thing_to_do(bench: Bench, table: str) -> None:
    """From the lobby to the end: the room's message, what each seat is offered, and hands."""
    key, _, options = table.partition(" ")
    names = PEOPLE[: max(2, min(3, GAMES[key].seats.stop - 1))]
    await bench.seat(*names, game=key, options=options)
    async for reply in offered(bench, names):
        check(reply)
    await bench.say("anna", "start")
    for _ in range(MOVES):
        async for reply in offered(bench, names):
            check(reply)
        if not (await bench.standing()).playing:
            break
        await step(bench)
    await bench.say("anna", "end sure")
    async for reply in offered(bench, ()):
        check(reply)
