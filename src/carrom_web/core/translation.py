"""gettext for what people read: Django's where there is Django, else the standard library's.

What tells a sheet also runs in the Python of its own page, where there is no Django. There `speak` chooses the language
from the same catalogues; on the server Django has chosen it already.
"""

try:
    from django.utils.translation import get_language, gettext, ngettext
except ModuleNotFoundError:
    from carrom_web.core.page_catalogue import get_language, gettext, ngettext

__all__ = ["get_language", "gettext", "ngettext"]
