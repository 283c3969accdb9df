"""The documentation site as `./carrom docs` builds it, made once for all steps of a run."""

from pathlib import Path

from tests.support.one_run import once_a_run
from tools.docs_site import build


def site() -> Path:
    """The folder with its pages. The build is strict: a link that leads nowhere fails it."""
    return once_a_run("docs-site", _make) / "site"


def _make(folder: Path) -> None:
    build.stage(folder)
    assert build.generate(folder), "the site was not built: see standard error"
