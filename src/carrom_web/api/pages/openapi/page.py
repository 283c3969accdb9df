"""The description of the HTTP API for programs: OpenAPI 3.1 as JSON; no template."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from carrom_web.api.site import PREFIX, description
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route(f"{PREFIX}/openapi.json", name="api-openapi", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Return it."""
    answer = JsonResponse(description(), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
