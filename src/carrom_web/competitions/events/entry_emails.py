"""The emails about registrations that go to another person, and about those that a club makes together."""

from uuid import UUID

from django.core import signing
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament.event import Method
from carrom_web.competitions.events import labels, link_tokens, repository, selectors
from carrom_web.competitions.events.bank_transfers import how_to_transfer
from carrom_web.competitions.events.email_parts import address_of, footer_of, form_of, money, own_link, send
from carrom_web.competitions.events.models import Group, Handover, Member
from carrom_web.core import mail

HANDOVER_SALT = "carrom.event.handover"


def handover_token(handover: Handover) -> str:
    """The part of an address by which somebody takes a registration."""
    key = [handover.form_id.hex, handover.email, handover.form.holder]
    return signing.dumps(key, salt=HANDOVER_SALT)


def handover_offered(form_id: UUID) -> None:
    """Ask somebody whether they take a registration over."""
    form, terms = form_of(form_id)
    handover = Handover.objects.select_related("form").filter(form=form).first()
    if handover is None:
        return  # taken back meanwhile
    with translation.override(form.language):
        titles = [terms.category(one.category.key).title for one in selectors.entries_in(form) if one.takes_a_place]
        lines = [
            _("%(name)s offers you their registration: %(categories)s.")
            % {"name": form.name, "categories": ", ".join(titles) or terms.title},
            _("Take it here, with your own name:"),
            address_of(form, reverse("event-take", args=[handover_token(handover)])),
            _("If you do nothing, it stays with %(name)s.") % {"name": form.name},
        ]
        mail.send(
            subject=f"{terms.title}: {_('A registration for you')}",
            paragraphs=[_("Hello %(name)s,") % {"name": handover.name}, *lines],
            footer=footer_of(terms),
            to=handover.email,
        )


def handed_over(form_id: UUID, was: str, former: str) -> None:
    """Tell both that a registration belongs to somebody else now; the link of the former owner opens it no more."""
    form, terms = form_of(form_id)
    with translation.override(form.language):
        if was:
            mail.send(
                subject=f"{terms.title}: {_('Registration handed over')}",
                paragraphs=[
                    _("Hello %(name)s,") % {"name": former},
                    _("%(name)s has taken your registration %(number)s over. Your link does not open it any more.")
                    % {"name": form.name, "number": form.number},
                    _("Did you not agree to this? Contact the organiser."),
                ],
                footer=footer_of(terms),
                to=was,
            )
        says = _("The registration is yours now. Its number is %(number)s.") % {"number": form.number}
        send(form, _("Registration handed over"), [says, *own_link(form)])


def asked_about_photo(member_id: int) -> None:
    """Ask somebody on a photo of winners whether it may be shown, with the link to their own page."""
    member = Member.objects.select_related("entry__form__event", "person__root").filter(pk=member_id).first()
    if member is None or not member.name or member.photo_consents:
        return  # gone, or they have answered meanwhile
    form = member.entry.form
    name, token = (
        ("event-partner", link_tokens.partner_token(member))
        if member.position
        else ("event-registration", link_tokens.token_of(form))
    )
    with translation.override(form.language):
        lines = [
            _("The organiser would like to show a photo of winners with you on it. Nobody sees it unless you agree."),
            _("Look at it and answer here; this link is only for you:"),
            f"{address_of(form, reverse(name, args=[token]))}#photos",
        ]
        send(form, _("A photo with you"), lines, to=member)


def group_registered(group_id: UUID) -> None:
    """Send who registered others the link to their page, with what is to be paid and how."""
    group = Group.objects.select_related("event").get(pk=group_id)
    terms = repository.terms_of(group.event)
    with translation.override(group.language):
        forms = list(group.forms.order_by("number"))
        count = ngettext("You have registered %(n)d player:", "You have registered %(n)d players:", len(forms))
        lines = [count % {"n": len(forms)}, *(f"- {form.number}: {form.name}" for form in forms)]
        owed = sum(max(one.balance, 0) for one in selectors.accounts_of_group(group).values())
        if owed:
            lines.append(
                _("Together to pay: %(owed)s, by %(method)s.")
                % {"owed": money(owed, terms.currency), "method": labels.method_label(Method(group.method))}
            )
            how = how_to_transfer(forms[0], terms, owed) if group.method == Method.TRANSFER else None
            lines += [f"- {label}: {value}" for label, value in how.lines] if how is not None else []
        lines += [
            _("See, pay and change all of them here; this link is only for you:"),
            address_of(forms[0], reverse("event-group", args=[link_tokens.group_token(group)])),
        ]
        mail.send(
            subject=f"{terms.title}: {_('Registered')}",
            paragraphs=[_("Hello %(name)s,") % {"name": group.name}, *lines],
            footer=footer_of(terms),
            to=group.email,
        )
