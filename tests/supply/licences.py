"""What packages say about their licences: as an SPDX expression in their metadata, and in full in their files."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution, metadata
from pathlib import Path

from tests.supply.locks import ROOT, Pin, listed_licences, pins

# Permissive licences, and two that ask for the source of changes to the library itself, which we don't change.
ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "LGPL-2.1",
    "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Zlib",
}  # fmt: skip
_TROVE = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
# by how the field begins, where there is no expression
_WORDS = {
    "3-Clause BSD": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache-2.0": "Apache-2.0",
    "BSD 2-Clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 2.1": "LGPL-2.1",
    "MIT": "MIT",
    "MPL-2.0": "MPL-2.0",
    "PSF-2.0": "PSF-2.0",
    "The MIT License": "MIT",
}
# nothing in their metadata; from the licence files in their wheels
_UNDECLARED = {"axe-playwright-python": "MIT", "resvg-py": "MPL-2.0"}
_TEXT = re.compile(r"(?i)(licen[cs]e|copying|notice)[^/]*(?<!\.py)(?<!\.pyc)$")
_OURS = ("LICENSE", "NOTICE", "adapters/web/static/vendor/LICENCES.txt")


def licence_of(package: str) -> str | None:
    """None if the package isn't installed here; "" if nobody knows."""
    try:
        found = metadata(package)
    except PackageNotFoundError:
        return None
    if "License-Expression" in found:
        return found["License-Expression"]
    text = found["License"].strip() if "License" in found else ""
    for begin, licence in _WORDS.items():
        if text.startswith(begin):
            return licence
    names = [line.rpartition(" :: ")[2] for line in found.get_all("Classifier") or [] if line.startswith("License ::")]
    return next((_TROVE[name] for name in names if name in _TROVE), _UNDECLARED.get(package, ""))


def is_allowed(expression: str) -> bool:
    """All parts of an AND, one part of an OR."""
    parts = re.split(r" AND ", expression)
    return all(any(one in ALLOWED for one in part.strip("() ").split(" OR ")) for part in parts)


def texts_of(lock: Path) -> str:
    """Our licence, and those of everything in a lock, in full."""
    listed = listed_licences()
    parts = ["Scrum Table\n", *((ROOT / name).read_text("utf-8") for name in _OURS)]
    for pin in pins(lock):
        texts = "\n".join(_texts(pin)) or f"Only used where {pin.marker}; its own files have the text.\n"
        parts.append(f"{pin.name} {pin.version}: {listed[pin.name]}\n\n{texts}")
    return f"\n{'=' * 80}\n\n".join(parts)


def _texts(pin: Pin) -> list[str]:
    """The licence files of a package; none if it isn't used on this machine."""
    try:
        found: Distribution = distribution(pin.name)
    except PackageNotFoundError:
        return []
    assert found.version == pin.version, f"{pin.name} {found.version} is installed: run make setup"
    files = [file for file in found.files or () if _TEXT.search(file.as_posix())]
    assert files, f"{pin.name} comes without the text of its licence"
    return [file.read_text("utf-8") for file in files]
