"""All addresses: the pages of every app, as their folders list them, and those of libraries with their audiences."""

from django.urls import include, path

from carrom_web.accounts import pages as accounts_pages
from carrom_web.api import pages as api_pages
from carrom_web.api.site import api_routes
from carrom_web.clubs import pages as clubs_pages
from carrom_web.competitions import link_pages
from carrom_web.competitions.routes import competition_routes
from carrom_web.competitions.sol_history import pages as sol_history_pages
from carrom_web.config import pages as site_pages
from carrom_web.config.admin import operator_site
from carrom_web.core.pages import Access, guarded_tree, routes
from carrom_web.core.permissions import ANYONE, NOBODY, OPERATOR, SIGNED_IN
from carrom_web.matches import pages as matches_pages
from carrom_web.moderation import pages as moderation_pages
from carrom_web.people import pages as people_pages
from carrom_web.push import pages as push_pages
from carrom_web.puzzles import pages as puzzles_pages
from carrom_web.umpire import pages as umpire_pages

# The addresses of django-allauth that this site has; a new one of the library is not found.
_ANYONE = """
account_login account_logout account_signup account_inactive
account_email_verification_sent account_confirm_email account_confirm_login_code
account_reset_password account_confirm_password_reset_code account_complete_password_reset
account_password_reset_completed
mfa_authenticate mfa_login_webauthn
""".split()  # pages for signing in, for having signed out, and behind links of emails
_SIGNED_IN = """
account_reauthenticate account_email account_change_password account_set_password
mfa_index mfa_reauthenticate
mfa_activate_totp mfa_deactivate_totp
mfa_view_recovery_codes mfa_generate_recovery_codes mfa_download_recovery_codes
mfa_list_webauthn mfa_add_webauthn mfa_reauthenticate_webauthn mfa_remove_webauthn mfa_edit_webauthn
""".split()
ACCESS = dict.fromkeys(_ANYONE, Access(ANYONE, for_banned=True)) | dict.fromkeys(
    _SIGNED_IN, Access(SIGNED_IN, for_banned=True)
)

urlpatterns = [
    *routes(site_pages),
    *routes(accounts_pages),
    guarded_tree(path("accounts/", include("allauth.urls")), ACCESS.get),
    guarded_tree(path("admin/", operator_site.urls), lambda _name: Access(OPERATOR, post=NOBODY)),
    *routes(clubs_pages),
    *routes(people_pages),
    *routes(push_pages),
    *routes(matches_pages),
    *routes(puzzles_pages),
    *routes(moderation_pages),
    *routes(umpire_pages),
    *competition_routes(),
    *routes(link_pages),
    *routes(sol_history_pages),
    *routes(api_pages),
    *api_routes(),
]

handler400 = "carrom_web.config.pages.error.page.bad_request"
handler403 = "carrom_web.config.pages.error.page.forbidden"
handler404 = "carrom_web.config.pages.error.page.not_found"
handler500 = "carrom_web.config.pages.error.page.server_error"
