"""Every command of every game, as it comes up in play: carried out, its answer lost, and sent again with the same id.

A game is played by what its automatic players would do. What doesn't come up is typed, with what `lines` has for it, at
each step until it is possible.
"""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.kernel.messages import Called, Request, Typed
from bot.kernel.table.buttons import as_command
from bot.kernel.table.journal import Standing
from games import GAMES
from games.contract import Command
from games.values import replace
from storage import open_store
from tests.bot.features.meetings.test_actions import agree
from tests.bot.harness import ROOM, Bench, WebTable, person
from tests.lost_answers.harness import Scene, asked, lose_the_answer, scene_of
from tests.lost_answers.lines import NoArguments, lines_of

SEATS = {"rugby": ("anna", "ben")}
THREE = ("anna", "ben", "cleo")
MOST_STEPS = 120
# the options of tables at which, between them, everything comes up
TABLES = {
    "sprint": ("", "sprints=3"),
    "scrumkin": ("", "mode=collaborative"),
    "retro": ("", "anonymous=no safety=yes", "format=team-health"),
}
KEEP = Request("keep", ROOM, person("anna"), Typed("keep 1 in two weeks"))  # what was agreed on last time


@pytest.mark.parametrize("key", GAMES)
async def test_a_move_is_sent_again(key: str, tmp_path: Path) -> None:
    left = {command.name for command in GAMES[key].commands}
    for number, options in enumerate(TABLES.get(key, ("",))):
        if left:
            await _play(key, options, left, tmp_path / f"{number}.db")
    assert not left, f"{key}: never possible in a whole game; add what can be typed to lines.py: {sorted(left)}"
    print(f"{key}: {len(GAMES[key].commands)} commands were sent again")  # noqa: T201  shown with -s


async def _play(key: str, options: str, left: set[str], file: Path) -> None:
    url = f"sqlite:///{file}"
    store = await open_store(url)
    bench = Bench(store, web=WebTable(), seed=file.stem)
    if key == "retro":
        await agree(bench, "ben mend the build by Friday")
    await bench.seat(*SEATS.get(key, THREE), game=key, options=options)
    await bench.say("anna", "start")
    if key == "retro":
        await _try(scene_of(bench, url, file.with_suffix(".kept")), [KEEP], left)
        await bench.say("anna", "say 1 done")
    for step in range(MOST_STEPS):
        standing = await bench.standing()
        if not left or not standing.playing:
            break
        await _try(scene_of(bench, url, file.with_suffix(f".{step}")), await _possible(bench, standing, left), left)
        await bench.step()
    await bench.service.close()
    await store.close()


async def _try(scene: Scene, requests: list[Request], left: set[str]) -> None:
    """Each of them on a copy that nothing has been changed in."""
    async with AsyncExitStack() as copies:
        copy: tuple[Bench, str] | None = None
        for request in requests:
            if _name(request) not in left:
                continue
            if copy is None:
                copy = await copies.enter_async_context(scene.copied())
            bench, url = copy
            said = await _with_code(bench, request)
            found = await lose_the_answer(bench, url, asked(said), str(said.said))
            if found.outcome != "refused":
                left.discard(_name(request))
                copy = None


def _name(request: Request) -> str:
    said = request.said
    return said.command if isinstance(said, Called) else str(getattr(said, "line", "")).split(" ", 1)[0]


async def _with_code(bench: Bench, request: Request) -> Request:
    """With the code of a note that was just written, where one is needed."""
    if not isinstance(request.said, Typed) or "{code}" not in request.said.line or request.person is None:
        return request
    told = await bench.say(request.person.name, "note 1 just now")
    codes = [act.opens.split()[1] for reply in told for act in reply.acts if act.opens.startswith("change ")]
    return replace(request, said=Typed(request.said.line.replace("{code}", codes[-1] if codes else "none")))


async def _possible(bench: Bench, standing: Standing, left: set[str]) -> list[Request]:
    """What could be said now, of each kind that is left."""
    game, state = standing.game, standing.state
    commands = {each.name: each for each in game.commands}
    found: dict[str, Request] = {}
    for seat in range(len(standing.table.seats)):
        who = person(await bench.name_at(seat))
        for move in game.moves(state, seat):
            said = as_command(game, game.phrase(state, seat, move))
            if said.command in left and said.command not in found:
                sure = Typed(f"{' '.join((said.command, *said.arguments.values()))} sure")
                meant = sure if commands[said.command].grave else Called(said.command, dict(said.arguments))
                found[said.command] = Request(f"{said.command}-{standing.sequence}", ROOM, who, meant)
    typed = (each for each in game.commands if each.name in left)
    lines = [(line, name) for command in typed for line in _typed(command, game.key) for name in THREE[:2]]
    return [
        *found.values(),
        *(Request(f"{line}-{standing.sequence}-{name}", ROOM, person(name), Typed(line)) for line, name in lines),
    ]


def _typed(command: Command, game: str) -> list[str]:
    """Nothing if only the game itself can say what is possible."""
    try:
        return [f"{line} sure" if command.grave else line for line in lines_of(command, game)]
    except NoArguments:
        return []
