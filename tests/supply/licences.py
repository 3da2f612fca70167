"""What a package's own metadata says about its licence, as an SPDX expression."""

import re
from importlib.metadata import PackageNotFoundError, metadata

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
