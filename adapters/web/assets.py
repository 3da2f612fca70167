"""The pages and static files: a page's modules in one file, hashed addresses, languages."""

import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path

from aiohttp import web

from adapters.web import wording
from adapters.web.languages import VARIES
from adapters.web.middleware import NO_STORE
from games.language import ENGLISH, Catalogue, catalogue, languages, spoken

# --- bundling --------------------------------------------------------------------------------------------------------

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The module at this path with all that it imports."""
    order: list[Path] = []
    _visit(entry.resolve(), order, ())
    names = {path: f"$module{number}" for number, path in enumerate(order)}
    *imported, last = order
    return "".join([*(_wrapped(path, names) for path in imported), _plain(last, names)])


def _visit(path: Path, order: list[Path], importers: tuple[Path, ...]) -> None:
    """Add the module after those that it imports."""
    if path in importers:
        raise ValueError(f"{path.name} imports itself, by way of {importers[-1].name}")
    if path in order:
        return
    for found in _IMPORT.finditer(path.read_text("utf-8")):
        _visit((path.parent / found[2]).resolve(), order, (*importers, path))
    order.append(path)


def _plain(path: Path, names: dict[Path, str]) -> str:
    """The module with its imports taken from the functions of the others."""

    def imported(found: re.Match[str]) -> str:
        wanted = (found[1] or "").replace(" as ", ": ")
        return f"const {{{wanted}}} = {names[(path.parent / found[2]).resolve()]};"  # not prose

    source = _EXPORT.sub(r"\1", _IMPORT.sub(imported, path.read_text("utf-8")))
    if other := _OTHER.search(source):
        raise ValueError(f"{path.name}: can't bundle “{other[0]}”")
    return f"// {path.name}\n{source}\n"


def _wrapped(path: Path, names: dict[Path, str]) -> str:
    exported = ", ".join(found[2] for found in _EXPORT.finditer(path.read_text("utf-8")))
    return f"const {names[path]} = (() => {{\n{_plain(path, names)}return {{ {exported} }};\n}})();\n"  # not prose


# --- assets ----------------------------------------------------------------------------------------------------------

PAGES = Path(__file__).parent / "pages"
STATIC = Path(__file__).parent / "static"
VENDOR = "vendor"  # the folder of scripts that others wrote
FOREVER = "public, max-age=31536000, immutable"  # not prose
REVALIDATED = "no-cache"
# explicit, because the machine's own list of types may differ
_CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",  # not prose
    ".html": "text/html; charset=utf-8",  # not prose
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",  # not prose
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",  # not prose
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_COMPRESSED = {".css", ".html", ".js", ".svg", ".wav", ".webmanifest"}  # the others are compressed already
_ADDRESS = re.compile(r"/static/([A-Za-z0-9_./-]+)")
_PART = re.compile(r"^ *<!-- (parts/[a-z_]+\.html) -->\n", re.MULTILINE)
_HEAD_ENDS = b"\n  </head>"
_FAST = 5  # of compression
_HASHED = re.compile(r"([0-9a-f]{12})/(.+)")
_WORDS = "words-{}.js"  # what JavaScript says, in another language
_WORDS_OF = re.compile(r"words-([A-Za-z0-9-]{2,40})\.js")


def whole(page: Path) -> str:
    """The page at this path with the parts that it shares with others."""
    return _PART.sub(lambda found: (page.parent / found[1]).read_text("utf-8"), page.read_text("utf-8"))


class _Asset:
    def __init__(self, name: str, content: bytes) -> None:
        self.content = content
        self.hash = hashlib.sha256(content).hexdigest()[:12]
        self.address = f"/static/{self.hash}/{name}"
        self._suffix = Path(name).suffix
        self._vary = f"Accept-Encoding, {VARIES}" if self._suffix == ".html" else "Accept-Encoding"  # not prose

    @cached_property
    def _gzipped(self) -> bytes:
        return gzip.compress(self.content, mtime=0)

    def with_head(self, request: web.Request, head: str) -> web.Response:
        """A page with more in its head, for this request."""
        content = self.content.replace(_HEAD_ENDS, head.encode() + _HEAD_ENDS, 1)
        headers = {"Vary": self._vary, "Cache-Control": NO_STORE, "Content-Type": _CONTENT_TYPES[self._suffix]}
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            content, headers["Content-Encoding"] = gzip.compress(content, _FAST, mtime=0), "gzip"
        return web.Response(body=content, headers=headers)

    def response(self, request: web.Request, cache_control: str, status: int = 200) -> web.Response:
        headers = {"Cache-Control": cache_control, "ETag": f'"{self.hash}"', "Vary": self._vary}
        if status == 200 and request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        body, headers["Content-Type"] = self.content, _CONTENT_TYPES[self._suffix]
        if self._suffix in _COMPRESSED and "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = self._gzipped, "gzip"
        return web.Response(body=body, status=status, headers=headers)


class _Translated:
    """The pages in another language, and what their JavaScript says in it; each is made when it is first asked for."""

    def __init__(self, language: Catalogue, pages: Mapping[str, str], modules: Iterable[Path]) -> None:
        self.language = language
        self._english = pages
        self._pages: dict[str, _Asset] = {}
        self.words = _Asset(_WORDS.format(language.tag), wording.words(language, wording.messages_of(modules)).encode())

    def page(self, name: str) -> _Asset:
        if name not in self._pages:
            text = wording.said_in(self._english[name], self.language, self.words.address)
            self._pages[name] = _Asset(name, text.encode())
        return self._pages[name]


class Assets:
    """The files of the two folders; each refers to the others by their hashed addresses."""

    def __init__(self, static: Path = STATIC, pages: Path = PAGES) -> None:
        self._static: dict[str, _Asset] = {}
        files = {path.relative_to(static).as_posix(): path for path in sorted(static.rglob("*"))}
        texts = {path.name: whole(path) for path in pages.glob("*.html")}
        # files refer to earlier ones only
        for name, path in files.items():
            if path.suffix in _CONTENT_TYPES.keys() - {".css", ".js"}:
                self._static[name] = _Asset(name, path.read_bytes())
        for name, path in files.items():
            if path.suffix == ".css":
                self._static[name] = _Asset(name, self._linked(path.read_text("utf-8")))
        for name in _modules(texts.values()):
            path = files[name]
            others = path.parent.name == VENDOR  # served as they were published
            self._static[name] = _Asset(name, path.read_bytes() if others else self._linked(bundle(path)))
        self.pages = {name: _Asset(name, self._linked(text)) for name, text in texts.items()}
        self._scripts = [path for path in files.values() if path.suffix == ".js" and path.parent.name != VENDOR]
        self._translated: dict[str, _Translated] = {}  # by language

    def page(self, name: str) -> _Asset:
        """The page in the language of whoever reads it."""
        return self.pages[name] if spoken() == ENGLISH else self._in(spoken()).page(name)

    def _in(self, language: str) -> _Translated:
        kept = self._translated.get(language)
        if kept is None or kept.language is not catalogue(language):
            pages = {name: page.content.decode() for name, page in self.pages.items()}
            kept = self._translated[language] = _Translated(catalogue(language), pages, self._scripts)
        return kept

    def _linked(self, text: str) -> bytes:
        def link(found: re.Match[str]) -> str:
            return self._static[found[1]].address if found[1] in self._static else found[0]

        return _ADDRESS.sub(link, text).encode()

    def address(self, path: str) -> str:
        """The hashed address of a static file; the same if it isn't one."""
        return self._linked(path).decode()

    def static(self, path: str) -> tuple[_Asset, str] | None:
        """A file by its name, with or without a hash, and how long it may be cached; None if there is none."""
        hashed = _HASHED.fullmatch(path)
        name = hashed[2] if hashed else path
        words = _WORDS_OF.fullmatch(name)
        asset = self._in(words[1]).words if words and words[1] in languages() else self._static.get(name)
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
