"""The pages of an event's officials in groups, as the one page has them to which its head leads."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from carrom_web.clubs.rights import Action
from carrom_web.competitions.page_values import Tool, ToolGroup

AT_THE_DESK = (Action.REGISTER, Action.SEE_PERSONS, Action.TAKE_PAYMENTS)
OFFICIALS = (*AT_THE_DESK, Action.ORGANISE, Action.DRAW, Action.UMPIRE)
_ORGANISERS = (Action.ORGANISE,)

MANAGE = (
    ToolGroup(
        _("Entries and money"),
        (
            Tool("event-desk", _("Desk"), _("Registrations, arrivals, payments, files."), AT_THE_DESK),
            Tool(
                "event-statement",
                _("Bank statement"),
                _("Payments that came by transfer, found by their reference."),
                (Action.TAKE_PAYMENTS,),
            ),
            Tool(
                "event-prize-money",
                _("Prize money"),
                _("What each place gets; payouts with their receipts."),
                (Action.TAKE_PAYMENTS,),
            ),
            Tool("event-entries", _("Entries"), _("Who plays, as everybody sees it."), OFFICIALS),
        ),
    ),
    ToolGroup(
        _("On the day"),
        (
            Tool("event-day", _("The day"), _("Boards, results and every mishap on one screen."), (Action.DRAW,)),
            Tool("event-screen", _("Projector"), _("Boards, next matches and tables for a screen."), OFFICIALS),
            Tool("event-prints", _("Prints"), _("Badges, score sheets, draws, certificates."), OFFICIALS),
        ),
    ),
    ToolGroup(
        _("The event"),
        (
            Tool("event-organise", _("Organise"), _("Publish, deadline, notices, cancelling."), _ORGANISERS),
            Tool("event-edit", _("Change the event"), _("Everything that is announced, on one form."), _ORGANISERS),
            Tool("event-sponsors", _("Sponsors"), _("The logo of each sponsor."), _ORGANISERS),
            Tool("event-photos", _("Photos of winners"), _("Shown once everybody on them agrees."), _ORGANISERS),
            Tool("event-short", _("Few entries"), _("Cancel, merge or reinstate categories."), _ORGANISERS),
            Tool("event-rehearsal", _("Rehearsal"), _("Play the event through with made-up results."), _ORGANISERS),
            Tool("event-reminders", _("Reminders"), _("What is open, and the emails about it."), _ORGANISERS),
            Tool("event-log", _("Log"), _("Who changed what and when; undo."), _ORGANISERS),
            Tool(
                "event-new",
                _("Copy the event"),
                _("The same once more, on another day."),
                _ORGANISERS,
                url=lambda event: f"{reverse('event-new')}?copy={event.slug}",
            ),
            Tool(
                "event-export",
                _("Whole event as a file"),
                _("To keep, or to bring to another site."),
                _ORGANISERS,
                url=lambda event: f"{reverse('event-export', args=[event.slug])}?packed",
            ),
        ),
    ),
)
