"""The page that recomputes a finished game in the browser agrees with `verify`, whose code it doesn't share."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.async_api import FilePayload, Page, expect

from bot.features.fairness.export import export, read, write
from bot.features.fairness.verify import Verdict, verify
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import luck_from
from games import GAMES
from games.chance import commitment
from games.contract import defaults, suggested
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit
from tests.bot.features.fairness import test_forgeries as forgeries
from tests.bot.features.fairness import test_shared_dice as shared
from tests.bot.features.fairness.shared_tables import erratic, finished_file
from tests.bot.features.fairness.test_forgeries import SCRUMKIN, SEED, SPRINT, Data, payload_of, rehashed, rows_of
from tests.fixtures.test_games import GAMES_OF_RELEASES

AGREES = "Everything agrees"


async def verdict_of(page: Page, text: str) -> str:
    """What the page says about a file."""
    await page.locator("#verdict, #problem").evaluate_all("(all) => all.forEach((each) => (each.textContent = ''))")
    await page.set_input_files(
        "#file", FilePayload(name="game.json", mimeType="application/json", buffer=text.encode())
    )
    await expect(page.locator("#verdict strong, #problem:not(:empty)")).to_be_visible()
    return await page.locator("#verdict").inner_text() or await page.locator("#problem").inner_text()


async def agrees(page: Page, text: str) -> Verdict:
    """Both accept the file, with the same figures."""
    own = verify(read(text))
    assert own.wrong is None, own.fault
    assert (await verdict_of(page, text)).startswith(AGREES)
    await expect(page.locator("#last-hash")).to_have_text(own.last_hash)
    await expect(page.locator("#level")).to_contain_text(re.compile(rf"^Level of proof: (up to )?{own.level} of 2\."))
    drawn = {0: "Nothing was drawn", 1: "The one draw follows"}.get(own.draws, f"All {own.draws} draws follow")
    await expect(page.locator("#findings")).to_contain_text(drawn)
    return own


# --- honest games --------------------------------------------------------------------------------------------------


def with_moves_taken_back() -> str:
    """A game with automatic players, in which the person takes back every move they can, and repeats it."""
    game, draft = GAMES["sprint"], Draft("table1", None, SEED, 1_700_000_000.5)
    draft.record([tables.TableOpened("sprint", defaults(game), {}, commitment(SEED))])
    draft.record([tables.SeatTaken(0, luck_from("apple")), tables.BotSeated(1), tables.BotSeated(2)])
    draft.begin(tables.GameStarted(commitment(SEED), beacon=f"5928395:{'ab' * 32}"))
    while draft.standing.playing:
        state = draft.standing.state
        seat = game.awaits(state)[0]
        move = suggested(game, state, seat, draft.chance.apart(f"{draft.standing.sequence}"))
        draft.play(seat, move)
        own = [point.sequence for point in draft.standing.undo_points if point.seat == seat == 0]
        if own and draft.standing.playing:
            draft.record([tables.Undone(0, own[-1])])
            draft.play(seat, move)
    rows = draft.written(None)
    return write(export(draft.table, SEED, draft.finished(rows), rows))


def with_a_toolbox() -> str:
    """A release in which people vote for the improvement that deals them tools."""
    game, draft = GAMES["sprint"], Draft("table1", None, SEED, 1_700_000_000.5)
    draft.record([tables.TableOpened("sprint", defaults(game) | {"sprints": "3"}, {}, commitment(SEED))])
    draft.record([tables.SeatTaken(0, luck_from("apple")), tables.SeatTaken(1, luck_from("plum"))])
    draft.begin(tables.GameStarted(commitment(SEED)))
    while draft.standing.playing:
        state = draft.standing.state
        seat = game.awaits(state)[0]
        wanted = [move for move in game.moves(state, seat) if "toolbox" in str(move)]
        usual = suggested(game, state, seat, draft.chance.apart(f"{draft.standing.sequence}"))
        draft.play(seat, wanted[0] if wanted else usual)
    rows = draft.written(None)
    return write(export(draft.table, SEED, draft.finished(rows), rows))


async def test_honest_games_of_every_kind(harness: WebHarness, visit: Visit) -> None:
    """The page and `verify` accept new games and those of old releases, and find the same pins."""
    page = (await visit()).page
    await page.goto(f"{harness.url}/verify")
    for file in sorted(GAMES_OF_RELEASES.glob("*/*.json")):
        await agrees(page, file.read_text("utf-8"))
    text = with_a_toolbox()
    assert '"improvement": "toolbox"' in text
    await agrees(page, text)
    text = with_moves_taken_back()
    assert "table.undone" in text
    await agrees(page, text)
    for game in (shared.SPRINT, finished_file("scrumkin", "two", erratic)):
        await agrees(page, json.dumps(game))
        await expect(page.locator("#findings")).to_contain_text("by everyone in the workshop and a public beacon")
        await page.get_by_label("A pin, a fingerprint or your word of luck").fill("plum")
        await expect(page.locator("#found")).to_contain_text("Your word is in the game")
    for game in (SPRINT, SCRUMKIN):
        own = await agrees(page, json.dumps(game))
        for sought, found in (
            (own.pins[40], "everything up to event 41"),
            (own.commitment[:12], "the fingerprint of this game’s seed"),
            ("pear", "Your word is in the game: it was added at event 4."),
            ("cherry", "Nothing in this game matches that."),
        ):
            await page.get_by_label("A pin, a fingerprint or your word of luck").fill(sought)
            await expect(page.locator("#found")).to_contain_text(found)
    await expect(page.locator("#drawn li").first).to_contain_text("leads first")


async def test_texts_and_numbers_that_javascript_writes_differently(harness: WebHarness, visit: Visit) -> None:
    """Hashes cover Python's way to write them, however the file is laid out."""
    page = (await visit()).page
    await page.goto(f"{harness.url}/verify")
    game = copy.deepcopy(SPRINT)
    offer = rows_of(game, "tool_offered")[0]
    offer["payload"]["reason"] = offer["move"]["reason"] = 'Zoë’s 😀 "\\ /\u2028\x7f\x01\t{[,:]} : , 600.0'
    for row, at in zip(game["events"], (12.0, 1e16, 1e-7, 0.1 + 0.2, 1e22, 123456789.123456789), strict=False):
        row["at"] = at
    paced = {"seconds": 600.0, "opens": 0, "closes": 24, "zone": "UTC", "kind": "table.pace_chosen"}
    game["events"].insert(2, {**game["events"][1], "payload": paced})
    rehashed(game)
    for text in (json.dumps(game), json.dumps(game, ensure_ascii=False, indent=3)):
        await agrees(page, text)


# --- forgeries -----------------------------------------------------------------------------------------------------


def change_dice(game: Data) -> None:
    row = rows_of(game, "rolled")[7]
    face = row["payload"]["dice"][0] = row["payload"]["dice"][0] % 6 + 1
    row["draws"][0][1] = face - 1


def draw_another_card(game: Data) -> None:
    first, second = rows_of(game, "card_drawn")[:2]
    decks = payload_of(game, "started")["decks"]
    first["payload"]["card"] = decks[first["payload"]["deck"]][0]
    first["draws"] = [[len(decks[first["payload"]["deck"]]), 0]]
    assert second["payload"]["card"] != first["payload"]["card"]


def deal_otherwise(game: Data) -> None:
    row = rows_of(game, "hands_filled")[1]
    hand = next(cards for cards in row["payload"]["cards"] if len(cards) > 1)
    hand[0], hand[1] = hand[1], hand[0]
    del row["draws"]


def print_another_card(game: Data) -> None:
    rows_of(game, "hands_filled")[1]["payload"]["cards"][0][0]["effect"] = "+3∞"


def lead_first(game: Data) -> None:
    row = rows_of(game, "started")[0]
    leader = row["payload"]["leader"] = (row["payload"]["leader"] + 1) % 3
    row["draws"] = [[3, leader]]


def turn_another_action(game: Data) -> None:
    first, second = rows_of(game, "action_turned")[:2]
    first["payload"]["card"] = second["payload"]["card"]
    del first["draws"]


def drop_a_roll(game: Data) -> None:
    game["events"].remove(rows_of(game, "rolled")[7])


def drop_the_end(game: Data) -> None:
    game["events"].pop()


def change_a_hash(game: Data) -> None:
    game["events"][20]["hash"] = "0" * 64


def change_the_time(game: Data) -> None:
    game["events"][20]["at"] += 1


def change_a_move(game: Data) -> None:
    game["events"][forgeries.moves(game)[5]]["seat"] += 1


def change_the_seed(game: Data) -> None:
    game["seed"] = "0" * 63 + "1"


def change_the_header(game: Data) -> None:
    game["seats"] += 1


Forge = Callable[[Data], None]
OF_SPRINT: tuple[Forge, ...] = (change_dice, draw_another_card, forgeries.add_luck_later, forgeries.change_luck)
OF_SCRUMKIN: tuple[Forge, ...] = (
    deal_otherwise,
    print_another_card,
    lead_first,
    turn_another_action,
    forgeries.change_luck,
    forgeries.drop_luck,
    forgeries.show_no_fingerprint_first,
    forgeries.another_seed,
    forgeries.never_start,
    forgeries.other_draws_beside,
    change_the_seed,
    change_the_header,
    drop_the_end,
)
WITH_OLD_HASHES: tuple[Forge, ...] = (
    change_dice,
    change_a_hash,
    change_the_time,
    change_a_move,
    drop_a_roll,
    forgeries.change_luck,
)


def changed(honest: Data, forge: Forge) -> Data:
    game = copy.deepcopy(honest)
    forge(game)
    return game


async def test_forgeries_that_hashes_and_draws_show(harness: WebHarness, visit: Visit) -> None:
    """The page names the same wrong event as `verify`."""
    page = (await visit()).page
    await page.goto(f"{harness.url}/verify")
    forged = {f"sprint, {forge.__name__}": rehashed(changed(SPRINT, forge)) for forge in OF_SPRINT}
    forged |= {f"scrumkin, {forge.__name__}": rehashed(changed(SCRUMKIN, forge)) for forge in OF_SCRUMKIN}
    forged |= {f"old hashes, {forge.__name__}": changed(SPRINT, forge) for forge in WITH_OLD_HASHES}
    forged |= {f"shared dice, {forge.__name__}": shared.forged(forge)[0] for forge in shared.FORGERIES}
    found, expected = {}, {}
    for name, game in forged.items():
        text = json.dumps(game)
        expected[name] = f"Event {verify(read(text)).wrong} is wrong"
        found[name] = (await verdict_of(page, text)).partition("\n")[0].strip()
    assert found == expected
    dropped = json.dumps(rehashed(changed(SPRINT, drop_a_roll)))  # the draws show it later than the rules
    assert (await verdict_of(page, dropped)).startswith("Event ")


async def test_files_that_are_no_finished_games(harness: WebHarness, visit: Visit) -> None:
    """The page says what is wrong with them."""
    page = (await visit()).page
    await page.goto(f"{harness.url}/verify")
    twice = json.dumps(SPRINT).replace('"seats": 3', '"seats": 3, "seats": 3', 1)
    for text, answer in (
        ("What a game!", "it isn’t JSON"),
        ("[]", "format"),
        (json.dumps({**SPRINT, "format": "scrum-table game 9"}), "format"),
        (json.dumps({**SPRINT, "events": [7]}), "Line 1 of the events isn’t an event"),
        (json.dumps({**SPRINT, "seed": None}), "Export it again once it’s over"),
        (json.dumps({**shared.SPRINT, "seed": None}), "Export it again when the last team is done"),
        (twice, "the same name twice"),
    ):
        assert answer in await verdict_of(page, text)
    await expect(page.locator("#report")).to_be_hidden()


# --- at a table ----------------------------------------------------------------------------------------------------


async def test_from_a_finished_table(tmp_path: Path, visit: Visit) -> None:
    """Its page leads to the recomputed game, in which this browser finds the luck it sent."""
    anna, ben = await visit(), await visit()
    anna.expected = ("409",)
    page = anna.page
    harness = WebHarness(tmp_path, seed=None)
    async with harness.open():
        link = await anna.open_table(harness, "sprint", bots=1)
        address = f"{harness.url}/verify?game=/t/{link.rpartition('/')[2]}"
        await page.goto(address)
        await expect(page.locator("#problem")).to_contain_text("The game isn’t over yet.")
        await page.goto(link)
        await anna.start()
        await anna.say("end sure")
        await page.get_by_role("link", name="Recompute it in this browser").click()
        await expect(page.locator("#verdict")).to_contain_text(f"{AGREES} I recomputed")
        await expect(page.locator("#verdict")).to_contain_text("The game was ended before its result.")
        await expect(page.locator("#findings")).to_contain_text("What this browser sent is in the game, at event")
        await ben.page.goto(address)
        await expect(ben.page.locator("#findings")).to_contain_text("This browser sent none to this table.")


async def test_other_addresses_and_insecure_pages(harness: WebHarness, visit: Visit) -> None:
    """The page asks no other server, and says so where the browser computes no hashes."""
    page = (await visit()).page
    for address in ("//example.org/t/x", "/t/../games", "https://example.org/t/x"):
        await page.goto(f"{harness.url}/verify?game={address}")
        await expect(page.locator("#problem")).to_have_text("That isn’t the address of a table on this server.")
    await page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined });")
    await page.goto(f"{harness.url}/verify")
    await expect(page.locator("#problem")).to_contain_text("HTTPS")
    await expect(page.get_by_role("button", name="Game file")).to_be_disabled()
