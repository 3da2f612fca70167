"""Whose language it is: what somebody has chosen in the page, else what their browser asks for."""

import re
from collections.abc import Iterator

from aiohttp import web

from games.language import ENGLISH, known, languages

COOKIE = "scrum_language"  # set by the page: people/language_menu.js
QUERY = "language"  # of a socket's address, and of a page's where the browser keeps no cookies
VARIES = "Accept-Language, Cookie"  # what a page's language depends on  # not prose

_MAX_HEADER = 500  # characters; browsers send less than a hundred
_RANGE = re.compile(r"(?P<tag>[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4})(?:\s*;\s*q=(?P<weight>[01](?:\.\d{0,3})?))?")
_RIGHT_TO_LEFT = {"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"}


def language_of(request: web.Request) -> str:
    """The tag of the language in which a request is answered."""
    chosen = (request.query.get(QUERY, ""), request.cookies.get(COOKIE, ""))
    for tag in (*chosen, *preferred(request.headers.get("Accept-Language", ""))):
        if _RANGE.fullmatch(tag) and (found := known(tag)):
            return found
    return ENGLISH


def preferred(header: str) -> Iterator[str]:
    """The tags of an `Accept-Language`, the most wanted first; what is malformed or unwanted (`q=0`) is left out."""
    found = [_RANGE.fullmatch(part.strip()) for part in header[:_MAX_HEADER].split(",")]
    weighed = [(float(each["weight"] or 1), each["tag"]) for each in found if each]
    for weight, tag in sorted(weighed, key=lambda each: -each[0]):  # equal ones stay in order
        if 0 < weight <= 1:
            yield tag


def direction(tag: str) -> str:
    """In which direction it is written, as HTML has it."""
    return "rtl" if tag.partition("-")[0].casefold() in _RIGHT_TO_LEFT else "ltr"


def offered() -> list[dict[str, str]]:
    """The languages to choose from, by the names that people who speak them have for them."""
    return [{"tag": tag, "name": name} for tag, name in languages().items()]
