"""The optional parts of an installation, and the error for a missing one.

`pip install carrom` brings the library; `events`, `prints`, `rl`, `openspiel`, `gpu`, `ray`, `site` and `scale` are
extras of pyproject.toml.
"""

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from urllib.parse import unquote, urlsplit

from carrom.errors import CarromError

PARTS: Mapping[str, tuple[str, ...]] = {
    "events": ("rustworkx", "segno", "stdnum", "yaml"),
    "prints": ("typst", "segno", "PIL", "fontpkg_noto_sans", "noto_cjk_sans_otc"),
    "rl": ("gymnasium", "pettingzoo"),
    "openspiel": ("gymnasium", "pettingzoo", "pyspiel"),
    "gpu": ("cuda.bindings",),
    "ray": ("ray",),
    "site": ("django", "channels", "allauth", "uvicorn"),
    "scale": ("psycopg", "channels_redis"),
}
"""The modules by which a part is recognised, by its name."""


class MissingPartError(CarromError):
    """A part of carrom is not installed."""

    code = "missing-part"


def need(part: str) -> None:
    """Make sure that a part is installed. Raises MissingPartError."""
    if not installed(part):
        raise MissingPartError(part, command=install_command(part))


def installed(part: str) -> bool:
    """Whether everything that a part is recognised by can be imported."""
    return all(find_spec(module.split(".")[0]) and find_spec(module) for module in PARTS[part])


def install_command(part: str) -> str:
    """Return the command that installs a part from the source of carrom itself: a folder, a file, or an index."""
    try:
        origin = distribution("carrom").read_text("direct_url.json")
    except PackageNotFoundError:
        origin = None
    known = json.loads(origin) if origin else {}
    source, wanted = known.get("url", ""), f"carrom[{part}]"
    if known.get("dir_info", {}).get("editable"):  # a checkout stays what is run
        return f"pip install --editable '{unquote(urlsplit(source).path)}[{part}]'"
    return f"pip install '{wanted} @ {source}'" if source else f"pip install '{wanted}'"
