"""Identity: protected accounts for who sees persons or money, devices, letters, limits that lock no owner out."""

import re
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from carrom_web.accounts import known_browsers, privacy
from carrom_web.accounts.models import Account, Guest, SignIn
from carrom_web.accounts.protection import lack_of
from carrom_web.accounts.tasks import delete_ended_sessions
from carrom_web.clubs import selectors, services
from carrom_web.clubs.labels import role_change_label
from carrom_web.clubs.models import Club, Member
from carrom_web.clubs.pages.clubs.page import NEW_CLUBS
from carrom_web.clubs.rights import SENSITIVE, Action, Role, needs_account
from carrom_web.core.links import LinkExpiredError, LinkRevokedError, LinkUsedError
from carrom_web.core.permissions import Lack, ProtectionNeededError
from carrom_web.core.tasks import SCHEDULE
from tests.support.web.clients import as_guest

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
OWNER = "owner@example.org"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture(autouse=True)
def quick(settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    NEW_CLUBS.forget_all()


@pytest.fixture
def letters(settings: Any):
    """A site that sends emails."""
    settings.LETTERS_ARRIVE = True
    settings.SITE_URL = "https://carrom.example"


def account_of(email: str = OWNER, *, confirmed: bool = True, factor: bool = False) -> Account:
    account = Account.objects.create_user(email, PASSWORD)
    Guest.objects.filter(pk=account.guest_id).update(name="Asha")
    EmailAddress.objects.create(user=account, email=email, verified=confirmed, primary=True)
    if factor:
        Authenticator.objects.create(user=account, type=Authenticator.Type.TOTP, data={})
    return account


def club_of(guest_id: UUID, role: Role = Role.OWNER, slug: str = "pune") -> Club:
    club = Club.objects.get_or_create(slug=slug, defaults={"name": "Pune"})[0]
    Member.objects.create(club=club, guest_id=guest_id, role=role)
    return club


def sign_in(client: Client, email: str = OWNER, password: str = PASSWORD, address: str = "203.0.113.7"):
    sent = {"login": email, "password": password}
    return client.post("/accounts/login/", sent, REMOTE_ADDR=address, HTTP_USER_AGENT=FIREFOX)


def is_in(client: Client) -> bool:
    return client.get("/accounts/devices/").status_code == 200


def subjects() -> list[str]:
    return [letter.subject for letter in mail.outbox]


@pytest.mark.usefixtures("letters")
@pytest.mark.parametrize("role", [role for role in Role if needs_account(role)])
def test_who_sees_persons_or_money_needs_an_account_with_a_confirmed_address_and_a_second_factor(role: Role):
    guest = Guest.objects.create(name="Guest")
    account = account_of(confirmed=False)
    club = club_of(guest.pk, role)
    Member.objects.filter(club=club).update(guest=guest)
    sensitive = selectors.actions_of([role]) & SENSITIVE
    assert sensitive

    def sees() -> set[bool]:
        return {selectors.may(club.pk, guest_id, action) for action in sensitive}

    guest_id = guest.pk
    assert sees() == {False} and lack_of(guest_id) is Lack.ACCOUNT
    guest_id = account.guest_id
    Member.objects.filter(club=club).update(guest=account.guest)
    assert sees() == {False} and lack_of(guest_id) is Lack.ADDRESS
    EmailAddress.objects.update(verified=True)
    assert sees() == {False} and lack_of(guest_id) is Lack.FACTOR
    codes = Authenticator.objects.create(user=account, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert sees() == {False}  # recovery codes alone are no second factor
    codes.delete()
    passkey = Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data={})
    assert sees() == {True} and lack_of(guest_id) is None
    passkey.delete()
    assert sees() == {False}
    assert selectors.may(club.pk, guest_id, Action.REGISTER)  # names and check-in go on


@pytest.mark.usefixtures("letters")
def test_pages_lead_an_official_to_what_the_account_lacks_and_open_once_it_is_there():
    account = account_of()
    club_of(account.guest_id)
    client = Client()
    client.force_login(account)

    for path in ("players/", "players/merge/", "payments/"):
        answer = client.get(f"/clubs/pune/{path}")
        assert answer.status_code == 403 and b"/accounts/protect/" in answer.content, path
    page = client.get("/clubs/pune/").content.decode()
    assert "hidden until your account is protected" in page and "/clubs/pune/players/" not in page
    assert "Protect your account: your role" in client.get("/accounts/").content.decode()
    steps = client.get("/accounts/protect/").content.decode()
    assert steps.count(">\n            done") + steps.count("done\n") >= 2 and "missing" in steps
    assert "/accounts/2fa/totp/activate/" in steps  # browsers have no passkeys over plain http
    assert "/accounts/2fa/webauthn/add/" in client.get("/accounts/protect/", HTTP_HOST="localhost").content.decode()

    Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data={})

    assert [client.get(f"/clubs/pune/{path}").status_code for path in ("players/", "payments/")] == [200, 200]
    assert "hidden until" not in client.get("/clubs/pune/").content.decode()


@pytest.mark.usefixtures("letters")
def test_who_is_not_protected_gives_nobody_a_role_that_sees_persons_and_hands_no_club_over():
    account, friend = account_of(), account_of("friend@example.org", factor=True)
    club = club_of(account.guest_id)
    club_of(friend.guest_id, Role.PLAYER)

    for refused in (
        lambda: services.invite(club, account.guest_id, role=Role.REGISTRAR, days=7),
        lambda: services.give_role(club, account.guest_id, member_id=friend.guest_id, role=Role.ORGANISER),
        lambda: services.hand_over(club, account.guest_id, member_id=friend.guest_id),
    ):
        with pytest.raises(ProtectionNeededError):
            refused()
    assert services.invite(club, account.guest_id, role=Role.UMPIRE, days=7)
    rogue = account_of("rogue@example.org")
    club_of(rogue.guest_id, Role.REGISTRAR)
    services.end_role(club, account.guest_id, member_id=rogue.guest_id, role=Role.REGISTRAR)  # they may always end one
    with pytest.raises(ProtectionNeededError):
        services.undo(club, account.guest_id, selectors.role_changes(club)[0].pk)
    assert selectors.roles_in(club.pk, rogue.guest_id) == frozenset()
    Authenticator.objects.create(user=account, type=Authenticator.Type.TOTP, data={})
    services.hand_over(club, account.guest_id, member_id=friend.guest_id)
    assert selectors.roles_in(club.pk, friend.guest_id) == {Role.OWNER, Role.PLAYER}


def test_on_a_lan_a_club_does_without_and_its_log_says_so_and_the_owner_can_ask_for_it(settings: Any):
    guest = Guest.objects.create(name="Asha")
    club = services.found_club(guest.pk, name="Pune")

    def log() -> list[str]:
        changes = selectors.role_changes(club)
        return [role_change_label(one, selectors.names_of(changes)) for one in changes]

    assert selectors.may(club.pk, guest.pk, Action.SEE_PERSONS)  # a volunteer with a phone, as before
    assert log() == ["Asha: who sees addresses and payments needs no protected account on this network"]
    with pytest.raises(ProtectionNeededError):  # nobody locks themself out
        services.ask_protection(club, guest.pk, asks=True)
    account = account_of(confirmed=False, factor=True)
    Member.objects.update(guest=account.guest)
    client = Client()
    client.force_login(account)
    stranger = as_guest(guest)
    assert stranger.post("/clubs/pune/", {"do": "protection", "asks": "on"}).status_code == 403
    assert "Protection of people's data" in client.get("/clubs/pune/").content.decode().replace("&#x27;", "'")

    client.post("/clubs/pune/", {"do": "protection", "asks": "on"})

    club.refresh_from_db()
    assert log()[0] == "Asha: who sees addresses and payments needs a protected account"
    assert selectors.may(club.pk, account.guest_id, Action.SEE_PERSONS)  # no address is confirmed without letters
    Authenticator.objects.all().delete()
    assert not selectors.may(club.pk, account.guest_id, Action.SEE_PERSONS)
    client.post("/clubs/pune/", {"do": "protection", "asks": ""})
    assert selectors.may(club.pk, account.guest_id, Action.SEE_PERSONS) and len(log()) == 3
    settings.LETTERS_ARRIVE = True  # the site goes public: what was waived on the LAN counts no more
    assert not selectors.may(club.pk, account.guest_id, Action.SEE_PERSONS)
    assert client.post("/clubs/pune/", {"do": "protection", "asks": ""}).status_code == 403


def test_an_operator_needs_a_protected_account_where_letters_arrive(settings: Any):
    account = account_of()
    Account.objects.update(is_staff=True)
    client = Client()
    client.force_login(account)
    assert client.get("/moderation/").status_code == 200  # on a LAN

    settings.LETTERS_ARRIVE = True

    assert client.get("/moderation/")["Location"] == client.get("/admin/")["Location"] == "/accounts/protect/"
    Authenticator.objects.create(user=account, type=Authenticator.Type.TOTP, data={})
    assert client.get("/moderation/").status_code == 200


def test_an_invitation_is_for_one_person_expires_and_is_revoked():
    owner = Guest.objects.create(name="Asha")
    club = club_of(owner.pk)
    people = [account_of(f"{number}@example.org").guest for number in range(2)]
    invitation = services.invite(club, owner.pk, role=Role.REGISTRAR, days=7, places=50)
    assert invitation.places == 1 and invitation.expires_at - timezone.now() < timedelta(days=7)

    services.join(invitation, people[0].pk)

    with pytest.raises(LinkUsedError):
        services.join(invitation, people[1].pk)
    invitation = services.invite(club, owner.pk, role=Role.UMPIRE, days=1)
    invitation.expires_at = timezone.now()
    with pytest.raises(LinkExpiredError):
        services.join(invitation, people[1].pk)
    invitation = services.invite(club, owner.pk, role=Role.UMPIRE, days=1)
    services.withdraw_invitation(invitation, owner.pk)
    invitation.refresh_from_db()
    with pytest.raises(LinkRevokedError):
        services.join(invitation, people[1].pk)
    assert selectors.roles_in(club.pk, people[1].pk) == frozenset()


def test_the_owner_sees_where_they_are_signed_in_and_signs_devices_out():
    account = account_of()
    phone, laptop, tablet = Client(), Client(), Client()
    for client in (phone, laptop, tablet):
        sign_in(client)
    page = phone.get("/accounts/devices/").content.decode()
    assert page.count("Firefox, Android</b>") == 3 and page.count("this device") == 1
    assert privacy.export(account.guest)["account"]["devices"][0]["browser"] == "Firefox, Android"
    row = SignIn.objects.order_by("pk")[1]
    stranger = account_of("stranger@example.org")
    other = Client()
    other.force_login(stranger)
    other.post("/accounts/devices/", {"do": "end", "device": row.pk})
    assert is_in(laptop)

    phone.post("/accounts/devices/", {"do": "end", "device": row.pk})

    assert not is_in(laptop) and is_in(tablet)
    phone.post("/accounts/devices/", {"do": "end_others"})
    assert is_in(phone) and not is_in(tablet) and is_in(other)
    sign_in(tablet)
    sent = {"oldpassword": PASSWORD, "password1": "another horse battery", "password2": "another horse battery"}
    assert phone.post("/accounts/password/change/", sent).status_code == 302
    assert is_in(phone) and not is_in(tablet)  # its session has another key since
    phone.post("/accounts/devices/", {"do": "end_others"})
    assert is_in(phone) and len(account.sign_ins.all()) == 1
    Session.objects.filter(session_key__in=account.sign_ins.values("session_key")).delete()
    sign_in(phone, password="another horse battery")
    assert phone.get("/accounts/devices/").content.decode().count("Firefox, Android</b>") == 1  # what expired is gone
    privacy.erase(account.guest)
    assert not is_in(phone) and set(SignIn.objects.values_list("account", flat=True)) == {stranger.pk}


def test_sessions_that_have_expired_are_deleted_with_their_devices_every_day():
    account = account_of()
    phone, laptop = Client(), Client()
    for client in (phone, laptop):
        sign_in(client)
    Session.objects.filter(pk=laptop.session.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))

    assert SCHEDULE["carrom_web.accounts.tasks.delete_ended_sessions"].every == timedelta(days=1)
    delete_ended_sessions.call()

    assert [one.pk for one in Session.objects.all()] == [phone.session.session_key]
    assert [row.session_key for row in account.sign_ins.all()] == [phone.session.session_key]


def test_a_first_passkey_or_app_signs_out_who_came_by_the_password_alone(rf: Any):
    account = account_of()
    owner, thief = Client(), Client()
    sign_in(owner)
    sign_in(thief)
    request = rf.post("/")
    request.session, request.user = owner.session, account
    passkey = Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data={})

    authenticator_added.send(Authenticator, request=request, user=account, authenticator=passkey)

    assert is_in(owner) and not is_in(thief)
    assert subjects()[-1] == "Your account was changed" and "passkey was added" in mail.outbox[-1].body


def test_the_owner_gets_one_letter_about_a_sign_in_on_an_unknown_browser():
    account_of()
    client = Client()

    sign_in(client)

    assert subjects() == ["A new sign-in to your account"]
    body = mail.outbox[0].body
    assert "Firefox, Android" in body and "/accounts/devices/" in body and "203.0.113.7" not in body
    client.post("/accounts/logout/")
    sign_in(client)
    assert len(mail.outbox) == 1  # a known browser
    sign_in(Client())
    assert len(mail.outbox) == 2
    Client().post("/accounts/signup/", {"email": "new@example.org", "password1": PASSWORD, "name": "Ravi"})
    assert len(mail.outbox) == 2  # who signs up knows


def test_the_owner_gets_letters_about_changed_credentials_and_about_a_new_address_at_the_old_one():
    account = account_of()
    client = Client()
    sign_in(client)
    sent = {"oldpassword": PASSWORD, "password1": "another horse battery", "password2": "another horse battery"}

    client.post("/accounts/password/change/", sent)

    assert subjects()[-1] == "Your account was changed"
    assert "The password of your account was changed." in mail.outbox[-1].body and mail.outbox[-1].to == [OWNER]
    EmailAddress.objects.create(user=account, email="new@example.org", verified=True)
    client.post("/accounts/email/", {"action_primary": "", "email": "new@example.org"})
    letter = next(one for one in mail.outbox if "is now new@example.org" in one.body)
    assert letter.to == [OWNER]


def test_strangers_with_wrong_passwords_do_not_stop_the_owner_on_a_known_browser_and_a_letter_leads_through():
    account_of()
    known, fresh = Client(), Client()
    sign_in(known)
    known.post("/accounts/logout/")
    mail.outbox.clear()

    for number in range(12):  # from many networks
        answer = sign_in(Client(), password="wrong", address=f"198.51.100.{number}")

    assert b"Too many" in answer.content
    assert sign_in(known).status_code == 302
    assert b"Too many" in sign_in(fresh, address="192.0.2.1").content  # even with the right password
    assert subjects() == ["If you cannot sign in now"]  # once an hour
    link = re.search(r"https?://\S*(/accounts/way-through/\S+)", mail.outbox[0].body)
    assert link is not None and mail.outbox[0].to == [OWNER]
    assert fresh.get(link[1])["Location"] == "/accounts/login/"
    assert sign_in(fresh, address="192.0.2.1").status_code == 302
    fresh.post("/accounts/logout/")
    for _ in range(6):
        answer = sign_in(fresh, password="wrong")
    assert b"Too many" in answer.content  # a known browser has a limit, too
    assert sign_in(known).status_code == 302 and Client().get(link[1]).status_code == 302
    assert Client().get("/accounts/way-through/forged/").status_code == 404
    account = Account.objects.get()
    account.set_password("another horse battery")
    account.save()
    assert Client().get(link[1]).status_code == 404  # with a new password


def test_wrong_passwords_from_one_network_wait_whatever_the_account():
    for number in range(11):
        answer = sign_in(Client(), email=f"{number}@example.org", password="wrong")

    assert b"Too many" in answer.content
    assert b"Too many" not in sign_in(Client(), email="0@example.org", password="wrong", address="192.0.2.1").content
    assert mail.outbox == []


def test_who_asks_for_codes_again_and_again_neither_floods_the_owner_nor_stops_them(settings: Any):
    account = account_of()
    client = Client()

    for number in range(9):
        client.post("/accounts/password/reset/", {"email": OWNER}, REMOTE_ADDR=f"198.51.100.{number}")

    assert len(mail.outbox) == 6 and subjects()[-1] == "If you cannot sign in now"
    own = Client()
    own.get(f"/accounts/way-through/{known_browsers.way_through(account)}/")
    own.post("/accounts/password/reset/", {"email": OWNER})
    assert len(mail.outbox) == 7 and "code" in mail.outbox[-1].body.lower()


def test_a_forged_or_strange_mark_of_a_browser_makes_nothing_known(rf: Any):
    account, other = account_of(), account_of("other@example.org")
    client = Client()
    sign_in(client)
    request = rf.get("/")
    request.COOKIES = {known_browsers.COOKIE: client.cookies[known_browsers.COOKIE].value}
    assert known_browsers.mark_of(request, account) and not known_browsers.mark_of(request, other)
    for value in ("", "x", request.COOKIES[known_browsers.COOKIE][:-2] + "xx"):
        request.COOKIES = {known_browsers.COOKIE: value}
        assert known_browsers.mark_of(request, account) == ""
