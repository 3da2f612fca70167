"""Write a software bill of materials (CycloneDX 1.5) of a lock: `python -m tests.supply.sbom LOCK OUT.json`."""

import json
import sys
import tomllib
import uuid
from pathlib import Path
from typing import Any

from bot import __version__
from tests.supply.locks import ROOT, Pin, listed_licences, pins

FORMAT, VERSION = "CycloneDX", "1.5"


def bill(lock: Path) -> dict[str, Any]:
    """The same for the same lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    licences = listed_licences()
    serial = uuid.uuid5(uuid.NAMESPACE_URL, f"{project['name']} {__version__} {lock.read_text('utf-8')}")
    return {
        "bomFormat": FORMAT,
        "specVersion": VERSION,
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": project["name"],
                "name": project["name"],
                "version": __version__,
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": [_component(pin, licences[pin.name]) for pin in pins(lock)],
    }


def _component(pin: Pin, licence: str) -> dict[str, Any]:
    name = f"pkg:pypi/{pin.name}@{pin.version}"
    return {
        "type": "library",
        "bom-ref": name,
        "name": pin.name,
        "version": pin.version,
        "purl": name,
        "licenses": [{"expression": licence}],
        # a release has several files; each is a distribution of the component
        "externalReferences": [
            {"type": "distribution", "url": name, "hashes": [{"alg": "SHA-256", "content": digest}]}
            for digest in pin.hashes
        ],
    }


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(json.dumps(bill(Path(sys.argv[1])), indent=1) + "\n", "utf-8")
