"""Formatting of replies for a terminal, in any script."""

from adapters.console.screen import Screen
from bot.kernel.messages import Reply
from games.graphics.drawing import Drawing, columns, fit
from games.text import who

CODER = "👩\u200d💻"


def test_lines_wrap_at_the_terminals_width() -> None:
    """Wrapping counts columns: two for a Chinese character, two for an emoji sequence, none for colours."""
    screen = Screen(colour=True, width=lambda: 18)
    reply = Reply(f"{who(0)} and {who(1)} wait for somebody", names=("安娜安娜安娜", CODER))
    shown = Screen(colour=False, width=lambda: 18).reply(reply, None, 0).splitlines()
    assert shown == ["安娜安娜安娜 and", f"{CODER} wait for", "somebody"]
    assert all(columns(line) <= 18 for line in shown)
    assert screen.reply(reply, None, 0).count("\n") == 3  # colours take no space


def test_joiners_are_kept_and_escape_codes_removed() -> None:
    """Emoji sequences and text direction are preserved, but no text can control the terminal."""
    row = fit("דנה", 8) + " 12"
    reply = Reply(f"{who(0)} rolls.", names=(f"{CODER}\x1b[2J\x07",), drawing=Drawing(lambda: row, lambda: ""))
    shown = Screen(colour=False).reply(reply, None, 0)
    assert shown == f"{CODER}[2J rolls.\n  {row}\n"
