"""Reads templates without their indentation: it serves those who read the template, and would weigh on every page."""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """The templates of this site, as they are but for the spaces before each line; line numbers stay."""

    def get_contents(self, origin: Origin) -> str:
        """The template's text; `TemplateDoesNotExist` where there is none."""
        return _INDENTATION.sub("", super().get_contents(origin))
