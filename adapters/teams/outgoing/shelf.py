"""What Teams fetches from our HTTP server: boards at signed addresses that never change, and files to download.

The address of a board is known before its picture is made, so that words never wait for it. Without a public address,
pictures are inside the messages, and files can't be handed out.
"""

import base64
import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import quote

from aiohttp import web

from adapters.pictures import Board as Making
from adapters.teams import texts as ui_texts
from adapters.teams.outgoing.cards import FILES
from bot.kernel.messages import Page, Reply
from bot.kernel.ports import Overtaken
from games.graphics.drawing import Drawing
from games.graphics.theme import Has, Shape, everything

BOARDS = "/teams/boards"
MAX_SIDE = 1024  # pixels of a picture that Teams shows
MAX_UNITS = 585.0  # the same in units of a drawing, which is painted with 1.75 pixels a unit
_MAX_BOARDS = 300
_MAX_BYTES = 50_000_000  # of files
_KEPT = 24 * 3600.0  # seconds
_SIZE = re.compile(r'(<svg[^>]*? width=")([0-9.]+)("[^>]*? height=")([0-9.]+)')
_NAME = re.compile(r"([a-z0-9]{1,40})\.(\d{1,12})\.([0-9a-f]{32})\.png")

Redraw = Callable[[Page], Awaitable[bytes | None]]
FindPage = Callable[[str], Awaitable[Page | None]]


class Shelf:
    def __init__(self, url: str, secret: str, now: Callable[[], float] = time.monotonic) -> None:
        """Set up the shelf. `url`: where Teams reaches our HTTP server; empty: nowhere. `secret`: signs addresses."""
        self._url = url.rstrip("/")
        self._key = hashlib.sha256(f"teams boards {secret}".encode()).digest()
        self._now = now
        self._boards: OrderedDict[str, Making[bytes]] = OrderedDict()
        self._files: OrderedDict[str, tuple[float, str, bytes]] = OrderedDict()

    @property
    def is_public(self) -> bool:
        return bool(self._url)

    # --- boards ------------------------------------------------------------------------------------------------------

    def board(self, reply: Reply, making: Making[bytes]) -> str:
        """The address of a reply's board, which is being made."""
        name = f"{reply.table}.{reply.sequence}"
        self._boards[name] = making
        self._boards.move_to_end(name)
        while len(self._boards) > _MAX_BOARDS:
            self._boards.popitem(last=False)
        return f"{self._url}{BOARDS}/{name}.{self._signature(name)}.png"

    def _signature(self, name: str) -> str:
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()[:32]

    async def fetch_board(self, file: str, find: FindPage, redraw: Redraw) -> web.Response:
        """The picture at an address. After a restart, or from another process, the table's board of now is drawn."""
        found = _NAME.fullmatch(file)
        if found is None or not hmac.compare_digest(self._signature(f"{found[1]}.{found[2]}"), found[3]):
            raise web.HTTPNotFound(text=str(ui_texts.PICTURE_GONE))
        making = self._boards.get(f"{found[1]}.{found[2]}")
        try:
            png = await making.shown() if making is not None else None
        except Overtaken:
            png = None
        if png is not None:
            return _png(png, "public, max-age=31536000, immutable")  # not prose
        page = await find(found[1])
        drawn = await redraw(page) if page is not None and page.board is not None else None
        if drawn is None:
            raise web.HTTPNotFound(text=str(ui_texts.PICTURE_GONE))
        return _png(drawn, "no-store")

    # --- files -------------------------------------------------------------------------------------------------------

    def files(self, attached: Sequence[tuple[str, bytes]]) -> dict[str, str]:
        """The address of each file, by its name; empty if there is no public address."""
        return {name: self._keep(name, content) for name, content in attached} if self._url else {}

    def _keep(self, name: str, content: bytes) -> str:
        token = secrets.token_urlsafe(16)
        self._files[token] = (self._now(), name, content)
        while sum(len(kept) for _, _, kept in self._files.values()) > _MAX_BYTES:
            self._files.popitem(last=False)
        return f"{self._url}{FILES}{token}/{quote(name, safe='')}"

    def fetch_file(self, token: str) -> web.Response:
        kept, name, content = self._files.get(token, (float("-inf"), "", b""))
        if self._now() - kept > _KEPT:
            raise web.HTTPNotFound(text=str(ui_texts.FILE_GONE))
        headers = {
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",  # not prose
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "private, no-store",  # not prose
        }
        return web.Response(body=content, content_type="application/octet-stream", headers=headers)


def _png(content: bytes, caching: str) -> web.Response:
    headers = {"Cache-Control": caching, "X-Content-Type-Options": "nosniff"}
    return web.Response(body=content, content_type="image/png", headers=headers)


def data_uri(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


class Fitted(Drawing):
    """A drawing whose picture has the size that Teams takes: the same SVG, with a smaller width and height."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(lambda: drawing.text, lambda: drawing.alt)
        self._drawing = drawing

    def svg(self, *, dark: bool = False, has: Has = everything, shape: Shape = "landscape") -> str | None:
        drawn = self._drawing.svg(dark=dark, has=has, shape=shape)
        return None if drawn is None else _SIZE.sub(_smaller, drawn, count=1)


def _smaller(size: re.Match[str]) -> str:
    width, height = float(size[2]), float(size[4])
    scale = min(1.0, MAX_UNITS / max(width, height))
    return size[0] if scale == 1.0 else f"{size[1]}{width * scale:.2f}{size[3]}{height * scale:.2f}"
