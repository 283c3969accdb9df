"""All addresses: the pages of every app, as their folders list them, and those of libraries with their audiences."""

from django.urls import include, path

from carrom_web.accounts import pages as accounts_pages
from carrom_web.clubs import pages as clubs_pages
from carrom_web.competitions.routes import competition_routes
from carrom_web.config import pages as site_pages
from carrom_web.config.admin import operator_site
from carrom_web.config.sign_in import ACCESS as access_to_sign_in
from carrom_web.core.pages import Access, guarded_tree, routes
from carrom_web.core.permissions import NOBODY, OPERATOR
from carrom_web.matches import pages as matches_pages
from carrom_web.people import pages as people_pages
from carrom_web.umpire import pages as umpire_pages

urlpatterns = [
    *routes(site_pages),
    *routes(accounts_pages),
    guarded_tree(path("accounts/", include("allauth.urls")), access_to_sign_in.get),
    guarded_tree(path("admin/", operator_site.urls), lambda _name: Access(OPERATOR, post=NOBODY)),
    *routes(clubs_pages),
    *routes(people_pages),
    *routes(matches_pages),
    *routes(umpire_pages),
    *competition_routes(),
]

handler400 = "carrom_web.config.pages.error.page.bad_request"
handler403 = "carrom_web.config.pages.error.page.forbidden"
handler404 = "carrom_web.config.pages.error.page.not_found"
handler500 = "carrom_web.config.pages.error.page.server_error"
