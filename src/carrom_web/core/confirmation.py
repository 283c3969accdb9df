"""A question before what cannot be undone: nobody who holds a link or a phone for a moment deletes anything by one tap.

Template `core/confirmation.html` gets:
    title, says  what is about to happen, in words
    button       what the button does, in words
    back         the address of "Cancel"
    sent         list of (name, value) that the form sends again
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def confirmation(request: HttpRequest, *, title: str, says: str, button: str, back: str) -> HttpResponse | None:
    """Return the page that asks; None if it was asked and answered."""
    if request.POST.get("sure") == "yes":
        return None
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "sure")
        for value in values
    ]
    context = {"title": title, "says": says, "button": button, "back": back, "sent": sent, "nav": "events"}
    return render(request, "core/confirmation.html", context)
