"""The page “What if”: any situation put in by hand, any stroke on it, ruled at once. All of it stands in the address.

GET with the keys of `carrom.notation.question`, and those of the form (`what_if.asking`): where these came, or keys
that need not be said, the answer leads to the plain link. What cannot be read is left out and named, with status 400.
`Accept: application/json` gets `query`, `shape`, `spoken` and `parts`: the same markup by the id of where it stands;
with the controls of the question as well, if `X-Carrom-Shape` names others than these.

POST takes a club's own TOML ruleset (`own_laws`) and leads to the same situation and stroke under it: the link says
what it is called and which values differ from its base; citations of its own are not carried. Nothing is stored.

Template gets: laws, asked, fell (`what_if.controls`), answer, others (`what_if.telling`), faults, link (absolute),
situation_link (the same situation without a stroke), shape, nav, query, own_laws_fault, warnings (what of changed laws
is implausible).
"""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from carrom.laws.plausibility import warnings_of
from carrom.laws.ruleset_file import GREATEST_FILE, RulesetFileError, ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.notation.question import Question, question_of_laws, write_question
from carrom_web.config.what_if import controls, rendering
from carrom_web.config.what_if.parsing import parse_question
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized

ROUTE = Route("laws/what-if/", name="laws-what-if", audience=ANYONE)
FOLDER = "config/pages/laws_what_if/"
SHAPE = "X-Carrom-Shape"
PRESSED = ("add", "add_off", "undo")


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("Accept")
def page(request: HttpRequest) -> HttpResponse:
    """Show the question and what the laws say to it; with POST, go on with the laws of a file."""
    if request.method == "POST":
        return _by_own_laws(request)
    return _shown(request)


def _by_own_laws(request: HttpRequest) -> HttpResponse:
    """The same situation and stroke under a club's own laws, or why the file holds none. Nothing of it is stored."""
    held = request.FILES.get("own_laws")
    try:
        text = b"" if held is None else held.read(GREATEST_FILE + 1)
        if len(text) > GREATEST_FILE:
            return _shown(request, own_laws_fault=_("This file is too long for a ruleset."))
        laws = question_of_laws(ruleset_from_text(text.decode("utf-8")))
    except UnicodeDecodeError:
        return _shown(request, own_laws_fault=_("This is not a text file."))
    except RulesetFileError as error:
        return _shown(request, own_laws_fault=localized(error))
    question, _faults = parse_question(dict(request.GET.lists()))
    if RULESETS[laws.ruleset].side_count != question.laws.side_count:
        question = replace(question, given={}, stroke={})
    query = write_question(replace(laws, given=question.given, stroke=question.stroke))
    return HttpResponse(status=303, headers={"Location": f"{request.path}?{query}"})


def _shown(request: HttpRequest, *, own_laws_fault: str = "") -> HttpResponse:
    question, faults = parse_question(dict(request.GET.lists()))
    query = write_question(question)
    if request.headers.get("Accept", "") == "application/json":
        return JsonResponse(_parts(request, question, query, faults))
    if not faults and not own_laws_fault and request.GET and request.GET.urlencode(safe=",:") != query:
        there = "stroke" if any(key in request.GET for key in PRESSED) else "ruling"
        return HttpResponseRedirect(f"{request.path}?{query}#{there}")
    context = _context(request, question, query, faults) | {
        "laws": controls.laws_json(question),
        "asked": controls.question_json(question),
        "query": query,
        "own_laws_fault": own_laws_fault,
    }
    status = 422 if own_laws_fault else 400 if faults else 200
    return render(request, FOLDER + "page.html", context, status=status)


def _context(request: HttpRequest, question: Question, query: str, faults: list[str]) -> dict[str, Any]:
    return {
        "nav": "laws",
        "answer": rendering.answer_json(question),
        "others": rendering.others(question),
        "fell": controls.fell_json(question),
        "faults": faults,
        "warnings": [str(warning) for warning in warnings_of(question.laws)],
        "link": request.build_absolute_uri(f"{request.path}?{query}"),
        "situation_link": rendering.address(replace(question, stroke={})),
        "shape": controls.shape(question),
    }


def _parts(request: HttpRequest, question: Question, query: str, faults: list[str]) -> dict[str, Any]:
    context = _context(request, question, query, faults)
    parts = ["ruling", "fell", "verdict", "warnings"]
    if request.headers.get(SHAPE, "") != context["shape"]:
        context["asked"] = controls.question_json(question)
        parts.append("question")
    return {
        "query": query,
        "shape": context["shape"],
        "spoken": context["answer"]["said"],
        "parts": {part: render_to_string(f"{FOLDER}{part}.html", context, request) for part in parts},
    }
