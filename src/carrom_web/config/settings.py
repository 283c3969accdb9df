"""Django's settings. What differs between installations comes from the environment (`docs/operations.md`)."""

import os
from pathlib import Path

from carrom.data_folder import data_folder
from carrom_web.config import environment, pyodide
from carrom_web.config.data_folder import secret_key

PACKAGE = Path(__file__).resolve().parents[1]
DATA = data_folder()

SECRET_KEY = os.environ.get("CARROM_SECRET_KEY") or secret_key(DATA)
DEBUG = False
ALLOWED_HOSTS = environment.hosts(os.environ)
WORKERS = environment.workers(os.environ)
COMPUTER_PROCESSES = environment.computer_processes(os.environ)
METRICS_TOKEN = environment.metrics_token(os.environ)
SECURITY_CONTACT = environment.security_contact(os.environ)
FRAMED_BY = environment.framed_by(os.environ)  # sites that may show embeds in their frames
WEBHOOK_NETWORKS = environment.webhook_networks(os.environ)  # beside the public internet

INSTALLED_APPS = [
    "carrom_web.config",  # before the admin, whose templates it replaces
    "django.contrib.admin.apps.SimpleAdminConfig",  # the models are listed in `site.admin`
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",  # allauth's list of security keys says with it when one was used
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "django_tasks",
    "carrom_web.accounts",
    "carrom_web.outbox",
    "carrom_web.push",
    "carrom_web.audit",
    "carrom_web.clubs",
    "carrom_web.people",
    "carrom_web.matches",
    "carrom_web.puzzles",
    "carrom_web.moderation",
    "carrom_web.competitions",
    "carrom_web.competitions.events",
    "carrom_web.umpire",
    "carrom_web.competitions.ratings",
    "carrom_web.competitions.championships",
    "carrom_web.competitions.solo_leagues",
    "carrom_web.competitions.arenas",
    "carrom_web.competitions.match_leagues",
    "carrom_web.competitions.sol_history",
    "carrom_web.api",
]
MIDDLEWARE = [
    "carrom_web.core.stack.RoomForRequest",  # first: for all that is called below
    "carrom_web.core.metrics.Measured",
    "carrom_web.core.middleware.SecurityHeaders",
    "carrom_web.core.middleware.CompressedPages",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "carrom_web.accounts.sign_ins.SignIns",
    "carrom_web.accounts.middleware.AccountLanguage",
    "carrom_web.accounts.middleware.ReaderMark",
    "carrom_web.accounts.middleware.NameRefusals",
    "carrom_web.core.form_recovery.FormRecoveryMiddleware",  # inside CSRF's, which sets the cookie of the new token
    "carrom_web.core.middleware.SyncBarrier",  # last, see there
]
ROOT_URLCONF = "carrom_web.config.urls"
ASGI_APPLICATION = "carrom_web.config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # a page's template lies beside its page.py: "matches/pages/home/page.html"
        "DIRS": [PACKAGE, PACKAGE / "accounts" / "templates"],  # the second: allauth's in this site's design
        "OPTIONS": {
            "libraries": {"scripts": "carrom_web.core.script_tags", "push": "carrom_web.push.template_tags"},
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["carrom_web.core.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": environment.database(os.environ, DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {  # what all servers share, such as how often somebody has tried to sign in; else core/cache.py
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "django_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}
TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}  # in the server, by its scheduler
CHANNEL_LAYERS = {"default": environment.channel_layer(os.environ)}

_EMAIL = environment.email(os.environ, DATA)
globals().update(_EMAIL)
OUTBOX_TRANSPORT: str = _EMAIL["EMAIL_BACKEND"]  # delivers what requests queue
EMAIL_BACKEND = "carrom_web.outbox.backend.OutboxBackend"
OUTBOX_EAGER = False  # tests deliver within the call that queues
DEFAULT_FROM_EMAIL = os.environ.get("CARROM_EMAIL_FROM", "carrom@localhost")
SITE_URL = os.environ.get("CARROM_SITE_URL", "")  # for links in letters; default: where the form was handed in
PUSH_ORIGINS = environment.push_origins(os.environ)  # push services in the operator's own network
# Payments by PayPal: all three, or the site takes none. The sandbox's address is https://api-m.sandbox.paypal.com
PAYPAL_URL = os.environ.get("CARROM_PAYPAL_URL", "https://api-m.paypal.com")
PAYPAL_CLIENT = os.environ.get("CARROM_PAYPAL_CLIENT", "")
PAYPAL_SECRET = os.environ.get("CARROM_PAYPAL_SECRET", "")
PAYPAL_WEBHOOK = os.environ.get("CARROM_PAYPAL_WEBHOOK", "")  # the id that PayPal gave the webhook
STRIPE_URL = os.environ.get("CARROM_STRIPE_URL", "https://api.stripe.com")  # clubs have accounts of their own there

LANGUAGE_CODE, LANGUAGES, LOCALE_PATHS = environment.languages(os.environ, PACKAGE / "locale")
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [PACKAGE / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "carrom_web.core.static_files.HashedStaticFiles"},
}
SERVESTATIC_USE_BROTLI = False  # slow to make; gzip is made at start
SERVESTATIC_USE_ZSTD = False

PYODIDE_FOLDER = pyodide.ready_folder(os.environ)  # `carrom offline` fetches it
PYODIDE_URL = f"{STATIC_URL}umpire/pyodide/{PYODIDE_FOLDER.name}/" if PYODIDE_FOLDER else ""

# http on a club's own network must work, so what needs https is set where https is (`docs/operations.md`).
HTTPS = os.environ.get("CARROM_HTTPS", "") == "1"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    # for the browsers' own list, hard to leave: then every name below this one must have https
    SECURE_HSTS_PRELOAD = SECURE_HSTS_INCLUDE_SUBDOMAINS = os.environ.get("CARROM_HSTS_PRELOAD", "") == "1"
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked beside the proxy, on the same machine
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True  # forms carry the token; no script needs it
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "carrom_web.config.pages.error.page.csrf_failure"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "carrom_session"  # only after signing in
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 30 * 24 * 3600
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000  # the form of an event: some 45 fields a category

# Accounts (`docs/how-to/accounts.md`)
AUTH_USER_MODEL = "accounts.Account"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "carrom_web.accounts.passwords.MaximumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account"
ACCOUNT_LOGOUT_REDIRECT_URL = "account"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "carrom_web.accounts.forms.SignUp"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
# A code is asked for where letters arrive; without a mail server an address stays unconfirmed, and everything else
# works.
LETTERS_ARRIVE = bool(os.environ.get("CARROM_EMAIL_URL"))
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if LETTERS_ARRIVE else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = LETTERS_ARRIVE
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 600  # seconds
ACCOUNT_ADAPTER = "carrom_web.accounts.adapters.SignInAdapter"
ACCOUNT_RATE_LIMITS = {"reset_password": "20/m/ip"}  # letters to one address: the adapter
MFA_ADAPTER = "carrom_web.accounts.adapters.SecondFactor"
MFA_FORMS = {"add_webauthn": "carrom_web.accounts.forms.AddPasskey"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = not LETTERS_ARRIVE

_LOG_FORMAT = environment.log_format(os.environ)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"()": "carrom_web.config.log_lines.OneLine"},
        "json": {"()": "carrom_web.config.log_lines.JsonLine"},
        "file": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": _LOG_FORMAT,
            "level": "INFO" if _LOG_FORMAT == "json" else "WARNING",
        },
        "file": {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": DATA / "carrom.log",
            "maxBytes": 1_000_000,
            "backupCount": 3,
            "encoding": "utf-8",
            "delay": True,
            "formatter": "file",
            "level": "INFO",
        },
    },
    "root": {"handlers": ["terminal", "file"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},  # a page that is not there is no news
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "uvicorn.access": {"level": "WARNING"},
        "django_tasks": {"level": "CRITICAL"},  # each run; the scheduler says what failed
        "asyncio": {"level": "WARNING"},
    },
}
