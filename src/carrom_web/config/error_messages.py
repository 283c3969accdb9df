"""The sentences of the errors of settings and the start of the server."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    # AddressError
    "bad-address.cannot-listen": _("This computer cannot listen on %(host)s port %(port)s: %(cause)s."),
    "bad-address.privileged-port": _("Port %(port)s needs special rights. Choose one above 1023."),
    "bad-address.unknown-host": _("%(host)r is not an address of this computer. Leave out --host, or use --lan."),
    # DataFolderError
    "data-folder": _(
        "The folder %(folder)s cannot be written (%(cause)s). Free some space, or set CARROM_DATA to a folder that "
        "can be written."
    ),
    # NoPyodideError
    "no-pyodide.no-npm": _(
        "npm is not installed. Install Node.js, or run `npm pack pyodide@%(version)s` on another "
        "computer, copy the file here and run: carrom offline --from pyodide-%(version)s.tgz"
    ),
    "no-pyodide.npm-failed": _("npm could not download the package pyodide %(version)s (%(cause)s)."),
    "no-pyodide.npm-timeout": _("npm did not answer within ten minutes. Try again with a better network."),
    # PortInUseError
    "port-in-use": _(
        "Another program already uses port %(port)s. Stop it, or choose another port: carrom serve --port %(next_port)s"
    ),
    # SettingError
    "bad-setting.channel-driver": _(
        "CARROM_CHANNEL_URL names Redis, but its driver is missing. Install it with: %(command)s"
    ),
    "bad-setting.channel-url": _("CARROM_CHANNEL_URL must look like redis://host:6379/0."),
    "bad-setting.computer-processes": _("CARROM_COMPUTER_PROCESSES must be a whole number above zero."),
    "bad-setting.database-driver": _(
        "CARROM_DATABASE_URL names PostgreSQL, but its driver is missing. Install it with: %(command)s"
    ),
    "bad-setting.database-url": _(
        "CARROM_DATABASE_URL must look like postgresql://user:password@host:5432/name or sqlite:///path."
    ),
    "bad-setting.email-url": _("CARROM_EMAIL_URL must look like smtp://user:password@host:587 or smtps://...:465."),
    "bad-setting.framed-by": _(
        "CARROM_FRAMED_BY lists sites as https://club.example, with spaces between, or is none."
    ),
    "bad-setting.hosts": _("CARROM_HOSTS cannot contain '*'. List the names under which people reach this site."),
    "bad-setting.log-format": _("CARROM_LOG_FORMAT is text or json."),
    "bad-setting.metrics-token": _("CARROM_METRICS_TOKEN must have at least %(least)d characters."),
    "bad-setting.pseudo-locale": _(
        "CARROM_PSEUDO_LOCALE: %(folder)s contains no catalogue. Write one: tools/pseudo_locale.py %(folder)s"
    ),
    "bad-setting.push-origins": _(
        "CARROM_PUSH_ORIGINS must list addresses like https://push.example.org:8443, separated by commas, not "
        "%(origin)s."
    ),
    "bad-setting.security-contact": _(
        "CARROM_SECURITY_CONTACT must be an email address, or a link that starts with https:, mailto: or tel:, not "
        "%(contact)s."
    ),
    "bad-setting.web-concurrency": _("WEB_CONCURRENCY must be a whole number above zero."),
    "bad-setting.webhook-networks": _("CARROM_WEBHOOK_NETWORKS lists networks as 192.168.1.0/24, with spaces between."),
    # WrongPyodideError
    "wrong-pyodide.missing-file": _("The package has no %(name)s."),
    "wrong-pyodide.other-package": _(
        "This is not the package pyodide %(version)s that pyodide.lock.json names. Nothing was installed."
    ),
}
