"""Replies on a terminal, in any script."""

from adapters.console.screen import Screen
from bot.messages import Reply
from games.graphics.drawing import Drawing, columns, fit
from games.text import who

CODER = "👩\u200d💻"


def test_lines_are_as_wide_as_the_terminal_in_any_script() -> None:
    """Chinese takes two columns a sign and a woman at a computer two in all; that is what a line is filled by."""
    screen = Screen(colour=True, wide=lambda: 18)
    reply = Reply(f"{who(0)} and {who(1)} wait for somebody", names=("安娜安娜安娜", CODER))
    shown = Screen(colour=False, wide=lambda: 18).reply(reply, None, 0).splitlines()
    assert shown == ["安娜安娜安娜 and", f"{CODER} wait for", "somebody"]
    assert all(columns(line) <= 18 for line in shown)
    assert screen.reply(reply, None, 0).count("\n") == 3  # what paints takes no room


def test_what_writing_needs_reaches_the_terminal() -> None:
    """A person of several signs stays one, and figures stay behind a Hebrew name; nothing steers the terminal."""
    row = fit("דנה", 8) + " 12"
    reply = Reply(f"{who(0)} rolls.", names=(f"{CODER}\x1b[2J\x07",), drawing=Drawing(lambda: row, lambda: ""))
    shown = Screen(colour=False).reply(reply, None, 0)
    assert shown == f"{CODER}[2J rolls.\n  {row}\n"
