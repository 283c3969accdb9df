"""Emails with the same paragraphs as plain text and as HTML, queued and delivered by the outbox.

A paragraph that begins with "- " is an item of a list; a line that is an address is a link in the HTML. Nothing else
of a text becomes one, so that no name leads anybody astray.
"""

from collections.abc import Sequence
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from carrom_web.core import languages

HEADERS = {"Auto-Submitted": "auto-generated"}  # so that nobody's holiday notice answers it


def send(
    *, subject: str, paragraphs: Sequence[str], footer: str, to: str, pictures: Sequence[tuple[str, bytes]] = ()
) -> None:
    """Send it, in the language that is in force; `pictures` are attached, each a name and a PNG."""
    subject = " ".join(subject.split())
    letter = EmailMultiAlternatives(subject=subject, body=as_text([*paragraphs, footer]), to=[to], headers=HEADERS)
    context = {"subject": subject, "blocks": blocks_of(paragraphs), "footer": footer.splitlines()}
    context["language"] = translation.get_language() or languages.ENGLISH
    context["direction"] = languages.direction(str(context["language"]))
    letter.attach_alternative(render_to_string("core/letter.html", context), "text/html")
    for name, png in pictures:
        letter.attach(name, png, "image/png")
    letter.send()


def as_text(paragraphs: Sequence[str]) -> str:
    """The plain text: a blank line between paragraphs, none between items of a list."""
    text = ""
    for before, one in zip(("", *paragraphs), paragraphs, strict=False):
        text += ("\n" if _is_item(before) and _is_item(one) else "\n\n" if text else "") + one
    return text + "\n"


def blocks_of(paragraphs: Sequence[str]) -> list[dict[str, Any]]:
    """The paragraphs as the HTML shows them: {items} a list, or {lines: [{text, is_link}]}."""
    blocks: list[dict[str, Any]] = []
    for one in paragraphs:
        if _is_item(one):
            if not blocks or "items" not in blocks[-1]:
                blocks.append({"items": []})
            blocks[-1]["items"] = [*blocks[-1]["items"], one[2:]]
        else:
            lines = [{"text": line, "is_link": _is_address(line)} for line in one.splitlines()]
            blocks.append({"lines": lines})
    return blocks


def _is_item(paragraph: str) -> bool:
    return paragraph.startswith("- ")


def _is_address(line: str) -> bool:
    return line.startswith(("http://", "https://")) and " " not in line
