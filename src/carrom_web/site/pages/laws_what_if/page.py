"""What if: any situation put in by hand, any stroke on it, ruled at once. All of it stands in the address.

GET with the keys of `carrom.notation.question`, and those of the form (`what_if.asking`): where these came, or keys
that need not be said, the answer leads to the plain link. What cannot be read stays out and is told, with status 400.
`Accept: application/json` gets `query`, `shape`, `spoken` and `parts`: the same markup by the id of where it stands;
with the controls of the question as well, if `X-Carrom-Shape` names others than these.

Template gets: laws, asked, fell (`what_if.controls`), answer, others (`what_if.telling`), faults, link (absolute),
situation_link (the same situation without a stroke), shape, nav.
"""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from carrom.notation.question import Question, write_question
from carrom_web.common.pages import Route
from carrom_web.site.what_if import controls, telling
from carrom_web.site.what_if.asking import asked

ROUTE = Route("laws/what-if/", name="laws-what-if")
FOLDER = "site/pages/laws_what_if/"
SHAPE = "X-Carrom-Shape"
PRESSED = ("add", "add_off", "undo")


@require_safe
@vary_on_headers("Accept")
def page(request: HttpRequest) -> HttpResponse:
    """Show the question and what the laws say to it."""
    question, faults = asked(dict(request.GET.lists()))
    query = write_question(question)
    if request.headers.get("Accept", "") == "application/json":
        return JsonResponse(_parts(request, question, query, faults))
    if not faults and request.GET and request.GET.urlencode(safe=",:") != query:
        there = "stroke" if any(key in request.GET for key in PRESSED) else "ruling"
        return HttpResponseRedirect(f"{request.path}?{query}#{there}")
    context = _context(request, question, query, faults) | {
        "laws": controls.laws_json(question),
        "asked": controls.question_json(question),
    }
    return render(request, FOLDER + "page.html", context, status=400 if faults else 200)


def _context(request: HttpRequest, question: Question, query: str, faults: list[str]) -> dict[str, Any]:
    return {
        "nav": "laws",
        "answer": telling.answer_json(question),
        "others": telling.others(question),
        "fell": controls.fell_json(question),
        "faults": faults,
        "link": request.build_absolute_uri(f"{request.path}?{query}"),
        "situation_link": telling.address(replace(question, stroke={})),
        "shape": controls.shape(question),
    }


def _parts(request: HttpRequest, question: Question, query: str, faults: list[str]) -> dict[str, Any]:
    context = _context(request, question, query, faults)
    parts = ["ruling", "fell", "verdict"]
    if request.headers.get(SHAPE, "") != context["shape"]:
        context["asked"] = controls.question_json(question)
        parts.append("question")
    return {
        "query": query,
        "shape": context["shape"],
        "spoken": context["answer"]["said"],
        "parts": {part: render_to_string(f"{FOLDER}{part}.html", context, request) for part in parts},
    }
