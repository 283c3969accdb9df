"""The operator's view of the database at `/admin/`: every model, nothing to change, and only the texts listed here.

What is not listed stays hidden, so that a new field has to be looked at before an operator sees it: texts may hold what
people wrote, dates when they were born, JSON whole emails or the secret of a second factor.
"""

from functools import update_wrapper
from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Field, Model
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

ALWAYS_SHOWN = (models.BooleanField, models.IntegerField, models.FloatField, models.DateTimeField, models.SlugField)
SHOWN_TEXTS = frozenset(
    "by club_name code day first_day fixture group key kind last_day last_error level name of phase place recipient"
    " role ruleset source team title to type what".split()
)
EMAIL_OWNERS = ("accounts.Account", "account.EmailAddress")  # the operator finds an account by its address
LIST_COLUMNS = 7
UNUSED_URLS = {"password_change", "password_change_done", "autocomplete", "view_on_site"}

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Model]
    _Field = Field[Any, Any]
else:
    _ModelAdmin, _Field = admin.ModelAdmin, Field


def is_shown(field: _Field) -> bool:
    """Whether an operator sees a field: numbers, moments, choices and relations always, others if they are listed."""
    if field.primary_key or field.is_relation or field.choices or isinstance(field, ALWAYS_SHOWN):
        return True
    if field.name == "email":
        return field.model._meta.label in EMAIL_OWNERS
    return field.name in SHOWN_TEXTS and not isinstance(field, models.TextField | models.JSONField | models.BinaryField)


class OperatorSite(admin.AdminSite):
    """Django's admin for accounts that are operators, who sign in as everybody does; it answers no request to write."""

    site_header = _("Carrom: the operator's view")
    site_title = _("Operator's view")
    index_title = _("Stored data")
    empty_value_display = "–"

    def __init__(self, name: str = "admin") -> None:
        """With lists of models that are made when they are first shown."""
        super().__init__(name)
        self._lists: dict[tuple[str | None, bool, int], list[Any]] = {}

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the account is an operator's."""
        return request.user.is_active and getattr(request.user, "is_staff", False)

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send guests to the site's own sign-in, with its limits and second factor, and refuse other accounts."""
        return super().login(request, extra_context)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Refuse whatever is not a request to read, in every view."""

        def read_only(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in ("GET", "HEAD"):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return super().admin_view(update_wrapper(read_only, view), cacheable)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The models, which stand beside every page: made once for each language, as all operators see the same."""
        if app_label is not None:
            return super().get_app_list(request, app_label)
        key = (get_language(), self.has_permission(request), len(self._registry))
        if key not in self._lists:
            self._lists[key] = super().get_app_list(request)
        return self._lists[key]

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """The admin's pages without its own passwords: accounts are changed at `/accounts/` alone."""
        return [url for url in super().get_urls() if getattr(url, "name", None) not in UNUSED_URLS]


class ReadOnlyAdmin(_ModelAdmin):
    """A model's list and rows, made from its fields."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """All fields that are shown."""
        return tuple(field.name for field in self._shown())

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """One list, which says what it leaves out."""
        hidden = [field.name for field in self.model._meta.concrete_fields if not is_shown(field)]
        note = _("Not shown: %(fields)s.") % {"fields": ", ".join(hidden)} if hidden else ""
        return [(None, {"fields": self.get_readonly_fields(request, obj), "description": note})]

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """The first fields that are shown."""
        return self.get_readonly_fields(request)[:LIST_COLUMNS]

    def get_list_select_related(self, request: HttpRequest) -> tuple[str, ...]:
        """The rows that a list names: one query for all of them."""
        columns = self.get_list_display(request)
        return tuple(field.name for field in self._shown() if field.is_relation and field.name in columns)

    def get_list_filter(self, request: HttpRequest) -> tuple[str, ...]:
        """Choices, yes or no, and the first moment."""
        few = [field.name for field in self._shown() if field.choices or isinstance(field, models.BooleanField)]
        return (*few, *self._moments()[:1])

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """The texts that are shown."""
        texts = (field for field in self._shown() if isinstance(field, models.CharField))
        return tuple(field.name for field in texts if not field.choices)

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        """The newest first."""
        moments = self._moments()
        by_number = isinstance(self.model._meta.pk, models.IntegerField) or not moments
        return ("-pk",) if by_number else (f"-{moments[0]}", "pk")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only the filters that the list offers: others would answer questions about hidden fields."""
        return lookup.partition("__")[0] in self.get_list_filter(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Operators see everything that is registered."""
        return self.admin_site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As for its rows."""
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def _shown(self) -> list[_Field]:
        return [field for field in self.model._meta.concrete_fields if is_shown(field)]

    def _moments(self) -> list[str]:
        return [field.name for field in self._shown() if isinstance(field, models.DateTimeField)]


def operators_models() -> list[type[Model]]:
    """All models of the site, and django-allauth's that say how somebody signs in."""
    own = [model for model in apps.get_models() if model.__module__.startswith("carrom_web.")]
    return [*own, EmailAddress, Authenticator]


operator_site = OperatorSite(name="admin")
operator_site.register(operators_models(), ReadOnlyAdmin)
