"""The lobby: options, automatic players, the code to scan; and being told when it's your turn."""

import re

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor

# counts notifications instead of showing them, and answers the browser's question as the test wants
_NOTIFICATIONS = """
    window.notified = [];
    window.Notification = class extends EventTarget {
        static requestPermission = async () => "%s";
        constructor(title, options) { super(); window.notified.push([title, options.body, options.tag]); }
    };
    document.hasFocus = () => false;
"""


async def test_options_change_in_the_lobby(harness: WebHarness, visit: Visit) -> None:
    """Everybody sees the new ones, and a refused one is explained; visitors can read but not change them."""
    anna, ben = await visit(), await visit()
    link = await anna.open_table(harness, "sprint", bots=1)
    await ben.page.goto(link)
    for visitor in (anna, ben):
        await visitor.page.get_by_text("Options: as usual").click()
    await expect(ben.page.get_by_label("Hours")).to_be_disabled()
    await anna.page.get_by_label("Hours").fill("250")
    await anna.page.locator("#option-board").select_option("long")
    await expect(anna.page.locator("#option-board-hint")).to_contain_text("a longer and harder sprint")
    await anna.page.get_by_role("button", name="Change the options").click()
    for visitor in (anna, ben):
        await expect(visitor.page.locator("#options-summary")).to_have_text("hours: 250, board: The long sprint")
        await expect(visitor.page.get_by_label("Hours")).to_have_value("250")
    await expect(ben.page.get_by_role("button", name="Change the options")).to_be_hidden()
    await anna.start()
    await expect(anna.page.locator("#options-section")).to_be_hidden()
    await expect(anna.page.locator("#board-text")).to_contain_text("250")


async def test_an_automatic_player_is_removed(harness: WebHarness, visit: Visit) -> None:
    """By a button beside its name, which visitors don't have."""
    anna, ben = await visit(), await visit()
    link = await anna.open_table(harness, "sprint", bots=2)
    await ben.page.goto(link)
    await expect(ben.page.locator("#players li")).to_have_count(3)
    await expect(ben.page.locator("#players button")).to_have_count(0)
    await (
        anna.page.get_by_role("button", name="Remove Ada")
        .first.or_(anna.page.locator("#players button").first)
        .first.click()
    )
    for visitor in (anna, ben):
        await expect(visitor.page.locator("#players li")).to_have_count(2)


async def test_the_code_to_join(harness: WebHarness, visit: Visit) -> None:
    """In the lobby, when inviting, and large on a shared screen; not on a page that only watches."""
    anna, screen = await visit(), await visit(viewport={"width": 1920, "height": 1080})
    link = await anna.open_table(harness, "sprint", bots=1)
    await anna.page.get_by_role("button", name="QR code").click()
    await _drawn(anna)
    await anna.page.get_by_role("button", name="Close").click()
    await anna.page.get_by_role("button", name="Invite").click()
    await _drawn(anna)
    watch = await anna.page.locator("#invite-watch").input_value()
    await anna.page.get_by_role("button", name="Close").click()
    await screen.page.goto(f"{link}?watch")
    await expect(screen.page.locator("#scan")).to_contain_text("Scan to join")
    await _drawn(screen)
    await anna.start()
    await expect(screen.page.locator("#scan")).to_be_hidden()
    await screen.page.goto(watch)
    await screen.page.locator("#board svg").wait_for()
    await expect(screen.page.locator("#scan")).to_be_hidden()


async def _drawn(visitor: Visitor) -> None:
    code = visitor.page.get_by_alt_text("QR code of the link to play").locator("visible=true")
    await expect(code).to_have_js_property("complete", True)  # noqa: FBT003  playwright's signature
    assert await code.evaluate("(code) => code.naturalWidth > 0")


async def test_a_notification_when_it_is_your_turn(harness: WebHarness, visit: Visit) -> None:
    """Off until asked for; then once a turn for a person who looks elsewhere, also after a reminder."""
    anna, ben = await visit(), await visit()
    await anna.page.add_init_script(_NOTIFICATIONS % "granted")
    link = await anna.open_table(harness, "sprint")
    await ben.join(link, "Ben")
    await anna.start()
    await harness.play_on(link, lambda seen: seen.sequence > 12 and seen.chairs[1].awaited)
    await harness.play_on(link, lambda seen: seen.chairs[0].awaited)
    await anna.page.locator(".now.awaited").wait_for()
    assert await anna.page.evaluate("notified") == []
    await anna.page.get_by_role("button", name="Notify me").click()
    await anna.page.get_by_label("Show a notification").check()
    await anna.page.get_by_label("Play a short sound").check()
    await anna.page.get_by_role("button", name="Close").click()
    await harness.play_on(link, lambda seen: not seen.chairs[0].awaited)
    await anna.page.locator(".now:not(.awaited)").wait_for()
    await anna.page.evaluate("notified.length = 0")
    await harness.play_on(link, lambda seen: seen.chairs[0].awaited)
    await anna.page.wait_for_function("() => notified.length === 1")
    assert (await anna.page.evaluate("notified"))[0][:2] == ["It’s your turn", "The Scrum Game"]
    assert await anna.page.evaluate("localStorage.getItem('last sound for a turn')")


async def test_notifications_that_the_browser_refuses(harness: WebHarness, visit: Visit) -> None:
    """The page says where to allow them, and doesn't pretend that they are on."""
    anna = await visit()
    await anna.page.add_init_script(_NOTIFICATIONS % "denied")
    await anna.play_now(harness, "rugby")
    await anna.page.get_by_role("button", name="Notify me").click()
    box = anna.page.get_by_label("Show a notification")
    await box.click()
    await expect(anna.page.get_by_role("dialog")).to_contain_text(re.compile("blocks notifications"))
    await expect(box).not_to_be_checked()
    await anna.page.evaluate("delete window.Notification")
    await box.click()
    await expect(anna.page.get_by_role("dialog")).to_contain_text("doesn’t let a page notify you")
    await expect(box).not_to_be_checked()
