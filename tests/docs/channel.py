"""Recorded messages as a page that resembles a Discord channel, for the film in README. Discord itself decides."""

import base64
import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.docs.pages import ROOT

Json = dict[str, Any]
SIZE = {"width": 720, "height": 764}
_ICON = ROOT / "adapters" / "web" / "static" / "icon.svg"


class Kind(IntEnum):
    """Of a part of a message, as Discord numbers it."""

    ROW = 1
    BUTTON = 2
    SECTION = 9
    WORDS = 10
    GALLERY = 12
    SEPARATOR = 14
    CONTAINER = 17


_STYLE = """
@font-face { font-family: Chat; src: url(%(regular)s) }
@font-face { font-family: Chat; font-weight: 600; src: url(%(medium)s) }
* { box-sizing: border-box }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: #313338; color: #dbdee1;
  font: 16px/1.35 Chat, sans-serif }
header, footer { flex: none; padding: 11px 16px; background: #313338; z-index: 1 }
header { border-bottom: 1px solid #232428; color: #f2f3f5; font-weight: 600 }
header i { color: #949ba4; font-style: normal; margin-right: 6px }
main { flex: 1; overflow: hidden; display: flex; flex-direction: column; justify-content: flex-end }
footer p { margin: 0; padding: 9px 14px; border-radius: 8px; background: #383a40; color: #949ba4 }
footer p.typed { color: #f2f3f5 }
.message { position: relative; padding: 2px 16px 2px 68px; margin-top: 12px }
.message > img { position: absolute; left: 16px; width: 38px; height: 38px; border-radius: 50%% }
.who { color: #f2f3f5; font-weight: 600 }
.who span { margin-left: 5px; padding: 1px 5px; border-radius: 4px; background: #5865f2; font-size: 10px }
.who small { margin-left: 6px; color: #949ba4; font-size: 12px; font-weight: 400 }
.frame { max-width: 580px; margin-top: 3px; padding: 10px 14px; background: #2b2d31; border: 1px solid #3f4147;
  border-left: 4px solid; border-radius: 8px }
.frame > * + * { margin-top: 7px }
.section { display: flex; justify-content: space-between }
.words { overflow-wrap: anywhere; white-space: pre-line }
.words b, .words h3 { color: #f2f3f5; font-weight: 600 }
.words h3 { margin: 0; font-size: 16px }
.words .quote { display: block; padding-left: 10px; border-left: 4px solid #4e5058 }
.words small { color: #949ba4 }
.words .person { padding: 0 2px; border-radius: 3px; background: #5865f24d; color: #c9cdfb }
.words .spoiler { border-radius: 4px; background: #1e1f22; color: transparent }
.emoji { width: 21px; height: 21px; vertical-align: -5px }
.board { display: block; width: 100%%; border-radius: 8px }
.row { display: flex; flex-wrap: wrap; gap: 8px }
.button { position: relative; padding: 5px 13px; border-radius: 8px; background: #4e5058; color: #fff; font-size: 14px;
  font-weight: 600 }
.button .emoji { width: 18px; height: 18px; margin-right: 5px }
.main { background: #5865f2 }
.red { background: #da373c }
.off { opacity: 0.5 }
.pressed { outline: 3px solid #f0b232 }
.pressed::after { content: attr(data-by); position: absolute; left: 60%%; top: 100%%; margin-top: 4px; padding: 1px 9px;
  border-radius: 0 9px 9px 9px; background: #f0b232; color: #1e1f22; z-index: 1 }
hr { width: 100%%; border: 0; border-top: 1px solid #3f4147 }
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """The messages of a channel as they are, what somebody types, and who presses which button of the newest."""

    messages: Sequence[Json]
    typed: str = ""
    by: str = ""
    label: str = ""


class ChannelPage:
    """Draws moments of one recording: `folder` has its pictures, named by their ids."""

    def __init__(self, folder: Path, names: Mapping[str, str]) -> None:
        self._folder = folder
        self._names = names
        faces = {name: files("font_roboto") / "files" / f"Roboto-{name.title()}.ttf" for name in ("regular", "medium")}
        self._style = _STYLE % {name: _data(Path(str(file)), "font/ttf") for name, file in faces.items()}

    def html(self, moment: Moment) -> str:
        shown = [self._message(message, Moment(())) for message in moment.messages[:-1]]
        shown += [self._message(message, moment) for message in moment.messages[-1:]]  # only it has buttons
        typed = f'<p class="typed">{html.escape(moment.typed)}</p>' if moment.typed else "<p>Message #team-games</p>"
        return (
            f'<!doctype html><meta charset="utf-8"><style>{self._style}</style><header><i>#</i>team-games</header>'
            f"<main>{''.join(shown)}</main><footer>{typed}</footer>"
        )

    def _message(self, message: Json, moment: Moment) -> str:
        parts = "".join(self._part(part, moment) for part in message["components"])
        words = f'<div class="words">{self._words(message["content"])}</div>' if message["content"] else ""
        who = f'<div class="who">Scrum Table<span>APP</span><small>{message["minute"]}</small></div>'
        return f'<div class="message"><img src="{_data(_ICON, "image/svg+xml")}">{who}{words}{parts}</div>'

    def _part(self, part: Json, moment: Moment) -> str:
        inner = "".join(self._part(each, moment) for each in part.get("components", ()))
        match part["type"]:
            case Kind.CONTAINER:
                colour = f"#{part['accent_color']:06x}"
                return f'<div class="frame" style="border-left-color: {colour}">{inner}</div>'
            case Kind.SECTION:
                return f'<div class="section">{inner}{self._part(part["accessory"], moment)}</div>'
            case Kind.ROW:
                return f'<div class="row">{inner}</div>'
            case Kind.BUTTON:
                return self._button(part, moment)
            case Kind.WORDS:
                return f'<div class="words">{self._words(part["content"])}</div>'
            case Kind.GALLERY:
                names = [item["media"]["attachment_id"] for item in part["items"]]
                return "".join(f'<img class="board" src="{_data(self._folder / name)}">' for name in names)
            case Kind.SEPARATOR:
                return "<hr>"
            case kind:
                raise ValueError(f"A part of the kind {kind} has no picture yet.")

    def _button(self, part: Json, moment: Moment) -> str:
        kind = {1: " main", 4: " red"}.get(part["style"], "") + (" off" if part["disabled"] else "")
        emoji = self._emoji(str(part["emoji"]["id"])) if part.get("emoji", {}).get("id") else ""
        pressed = f' pressed" data-by="{html.escape(moment.by)}' if part["label"] == moment.label else ""
        return f'<div class="button{kind}{pressed}">{emoji}{html.escape(part["label"])}</div>'

    def _emoji(self, number: str) -> str:
        return f'<img class="emoji" src="{_data(self._folder / f"emoji-{number}.png")}">'

    def _words(self, text: str) -> str:
        """Discord's markup, as much of it as these messages have."""
        escaped: list[str] = []

        def literal(found: re.Match[str]) -> str:
            escaped.append(html.escape(found[1]))
            return f"\x01{len(escaped) - 1}\x02"

        text = re.sub(r"\\([^\w\s])", literal, text)
        parts = re.split(r"<:\w+:(\d+)>|<@(\d+)>", text)
        shown = html.escape(parts[0], quote=False)
        for emoji, person, after in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            name = self._names.get(person or "", "")
            shown += self._emoji(emoji) if emoji else f'<span class="person">@{html.escape(name)}</span>'
            shown += html.escape(after, quote=False)
        shown = re.sub(r"(?m)^### (.*)$", r"<h3>\1</h3>", shown)
        shown = re.sub(r"(?m)^-# (.*)$", r"<small>\1</small>", shown)
        shown = re.sub(r"(?m)^&gt; (.*)$", r'<span class="quote">\1</span>', shown)
        shown = re.sub(r"\|\|(.+?)\|\|", r'<span class="spoiler">\1</span>', shown)
        shown = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", shown)
        return re.sub("\x01(\\d+)\x02", lambda found: escaped[int(found[1])], shown)


def _data(file: Path, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
