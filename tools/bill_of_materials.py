"""The bill of materials of carrom: what its locks name, as CycloneDX 1.5.

    tools/bill_of_materials.py             what the site itself needs (requirements.lock)
    tools/bill_of_materials.py FILE...     of these lock files

Prints JSON with the name, version, package URL and SHA-256 hashes of each package. Uses the standard library alone.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_ENTRY = re.compile(r"^([a-z0-9][a-z0-9.-]*)(?:\[[^]]*\])?==([^ ;\\]+)((?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(locks: Sequence[Path]) -> dict[str, Any]:
    """Return the bill of all packages that these lock files name, each once."""
    found: dict[tuple[str, str], set[str]] = {}
    for lock in locks:
        for name, version, rest in _ENTRY.findall(lock.read_text(encoding="utf-8")):
            found.setdefault((name, version), set()).update(_HASH.findall(rest))
    parts = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "hashes": [{"alg": "SHA-256", "content": one} for one in sorted(hashes)],
        }
        for (name, version), hashes in sorted(found.items())
    ]
    about = {"component": {"type": "application", "name": "carrom", "bom-ref": "carrom"}}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": about, "components": parts}


def main(words: Sequence[str]) -> int:
    """Print it."""
    print(json.dumps(bill([Path(word) for word in words] or [ROOT / "requirements.lock"]), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
