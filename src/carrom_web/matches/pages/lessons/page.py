"""All lessons, with what is done of each: progress is stored in the browser, which fills it in.

Template `matches/pages/lessons/page.html` gets:
    parts  list of {key, title, lessons}: the parts of the course; a lesson is {key, title, says, url, steps, count},
           `steps` the keys of its steps as JSON
    nav    "learn"
"""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.play.course.every import LESSONS
from carrom.play.lessons import Lesson, Part
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("learn/", name="lessons", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what can be learnt, and how far one is."""
    titles = {
        Part.START: _("Start here"),
        Part.FINER: _("Finer points"),
        Part.RULES: _("Special features of each ruleset"),
    }
    parts = [
        {"key": part, "title": title, "lessons": [_card(lesson) for lesson in LESSONS.values() if lesson.part is part]}
        for part, title in titles.items()
    ]
    return opens_offline(
        render(request, "matches/pages/lessons/page.html", {"nav": "learn", "parts": parts}), private=False
    )


def _card(lesson: Lesson) -> dict[str, Any]:
    return {
        "key": lesson.key,
        "title": _(lesson.title),
        "says": _(lesson.says),
        "url": reverse("lesson", args=[lesson.key]),
        "steps": json.dumps([step.key for step in lesson.steps]),
        "count": len(lesson.steps),
    }
