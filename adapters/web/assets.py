"""Pages and static files as browsers get them: read once, compressed, and with a hash in their address.

An address with the file's hash can be cached forever. A page loads its modules as one file (`bundling.py`).
"""

import gzip
import hashlib
import re
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

from aiohttp import web

from adapters.web.bundling import bundle

PAGES = Path(__file__).parent / "pages"
STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
# explicit, because the machine's own list of types may differ
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_COMPRESSED = {".css", ".html", ".js", ".svg", ".wav", ".webmanifest"}  # the others are compressed already
_ADDRESS = re.compile(r"/static/([A-Za-z0-9_./-]+)")
_HASHED = re.compile(r"([0-9a-f]{12})/(.+)")


class Asset:
    def __init__(self, name: str, content: bytes) -> None:
        self.content = content
        self.hash = hashlib.sha256(content).hexdigest()[:12]
        self.address = f"/static/{self.hash}/{name}"
        self._suffix = Path(name).suffix

    @cached_property
    def _gzipped(self) -> bytes:
        return gzip.compress(self.content, mtime=0)

    def response(self, request: web.Request, cache_control: str, status: int = 200) -> web.Response:
        headers = {"Cache-Control": cache_control, "ETag": f'"{self.hash}"', "Vary": "Accept-Encoding"}
        if status == 200 and request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        body, headers["Content-Type"] = self.content, CONTENT_TYPES[self._suffix]
        if self._suffix in _COMPRESSED and "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = self._gzipped, "gzip"
        return web.Response(body=body, status=status, headers=headers)


class Assets:
    """The files of the two folders; each refers to the others by their hashed addresses."""

    def __init__(self, static: Path = STATIC, pages: Path = PAGES) -> None:
        self._static: dict[str, Asset] = {}
        files = {path.relative_to(static).as_posix(): path for path in sorted(static.rglob("*"))}
        texts = {path.name: path.read_text("utf-8") for path in pages.glob("*.html")}
        # files refer to earlier ones only
        for name, path in files.items():
            if path.suffix in CONTENT_TYPES.keys() - {".css", ".js"}:
                self._static[name] = Asset(name, path.read_bytes())
        for name, path in files.items():
            if path.suffix == ".css":
                self._static[name] = Asset(name, self._linked(path.read_text("utf-8")))
        for name in _modules(texts.values()):
            self._static[name] = Asset(name, self._linked(bundle(files[name])))
        self.pages = {name: Asset(name, self._linked(text)) for name, text in texts.items()}

    def _linked(self, text: str) -> bytes:
        def link(found: re.Match[str]) -> str:
            return self._static[found[1]].address if found[1] in self._static else found[0]

        return _ADDRESS.sub(link, text).encode()

    def static(self, path: str) -> tuple[Asset, str] | None:
        """A file by its name, with or without a hash, and how long it may be cached; None if there is none."""
        hashed = _HASHED.fullmatch(path)
        asset = self._static.get(hashed[2] if hashed else path)
        if asset is None:
            return None
        # another hash: a page of another version, while the server is being updated
        return asset, FOREVER if hashed and hashed[1] == asset.hash else REVALIDATED


def _modules(pages: Iterable[str]) -> set[str]:
    """The modules that pages load."""
    return {name for text in pages for name in _ADDRESS.findall(text) if name.endswith(".js")}


@cache
def assets() -> Assets:
    return Assets()
