"""Django's makemessages over both packages.

It also finds the sentences of errors, whose plurals `plural` marks, and the texts of the laws.
"""

import contextlib
import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from carrom.laws import translatable

PACKAGES = ("carrom", "carrom_web")


class _BuildFile(makemessages.BuildFile):
    def postprocess_messages(self, msgs: str) -> str:
        """Name a template in place of the Python that xgettext read. Django looks at each line: half the time."""
        return msgs.replace(f"{self.work_path[2:]}:", f"{self.path[2:]}:") if self.is_templatized else msgs


class Command(makemessages.Command):
    """Collects what is to be translated from the library and the site, wherever it is run."""

    build_file_class = _BuildFile
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=plural:1,2"]  # noqa: RUF012  # a list, as Django's own

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect them from where the packages are; their places in the catalogue are relative to that folder."""
        with contextlib.chdir(settings.PACKAGE.parent):
            super().handle(*args, **options)

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Return the files of both packages, and of no neighbour of theirs in an installation."""
        found: list[makemessages.TranslatableFile] = []
        for package in PACKAGES:
            found += super().find_files(str(Path(root, package)))
        return sorted(found)

    def process_files(self, file_list: list[makemessages.TranslatableFile]) -> None:
        """Add to what is marked in files what stands in the data and declarations of the laws."""
        super().process_files(file_list)
        entries = [
            f'#. {place}\nmsgid {json.dumps(text, ensure_ascii=False)}\nmsgstr ""\n'
            for place, text in translatable.texts()
        ]
        for folder in self.locale_paths:
            makemessages.write_pot_file(str(Path(folder, f"{self.domain}.pot")), "\n" + "\n".join(entries))
