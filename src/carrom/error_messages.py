"""Sentences of errors that no one package owns: of JSON, settings, missing parts, other processes, and undo."""

from carrom.messages import Message, plural
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    # BadJsonError
    "bad-json.at": _("%(where)s: %(sentence)s"),
    "bad-json.constant": _("%(word)s is not a number in JSON."),
    "bad-json.impossible": _("%(cause)s"),
    "bad-json.key-twice": _("A key occurs twice in one object."),
    "bad-json.long-number": _("A number has too many digits."),
    "bad-json.missing-keys": _("These keys are missing: %(names)s."),
    "bad-json.no-form-fits": _("None of the forms that are possible here is %(found)s."),
    "bad-json.not-decimal": _("Expected a decimal number as text, found %(found)s."),
    "bad-json.not-finite": _("Expected a finite number, found %(found)s."),
    "bad-json.not-iso-8601": _("Expected a %(type)s as in ISO 8601, found %(found)s."),
    "bad-json.not-list": _("Expected a list, found %(found)s."),
    "bad-json.not-null": _("Expected null, found %(found)s."),
    "bad-json.not-number": _("Expected a number, found %(found)s."),
    "bad-json.not-object": _("Expected an object, found %(found)s."),
    "bad-json.not-one-of": _("Expected one of %(choices)s, found %(found)s."),
    "bad-json.not-text": _("Expected a text, found %(found)s."),
    "bad-json.not-true-or-false": _("Expected true or false, found %(found)s."),
    "bad-json.not-whole": _("Expected a whole number, found %(found)s."),
    "bad-json.other-length": plural(
        "Expected a list of %(count)d value, found %(found)s.",
        "Expected a list of %(count)d values, found %(found)s.",
        by="count",
    ),
    "bad-json.syntax": _("This is not JSON: %(error)s (line %(line)s, column %(column)s)."),
    "bad-json.too-deep": _("The JSON is nested too deeply."),
    "bad-json.unknown-keys": _("These keys are unknown: %(names)s. There are: %(known)s."),
    # SettingError
    "bad-setting.choices": _("%(setting)s must be one of %(choices)s, not %(value)s."),
    "bad-setting.least": _("%(setting)s must be at least %(least)s, not %(value)s."),
    "bad-setting.longest": _("%(setting)s must have at most %(longest)s characters: %(value)s"),
    "bad-setting.most": _("%(setting)s must be at most %(most)s, not %(value)s."),
    "bad-setting.not-a-clock": _("%(setting)s must be a time such as 19:30, not %(value)s."),
    "bad-setting.not-a-day": _("%(setting)s must be a day such as 2026-10-31, not %(value)s."),
    "bad-setting.not-a-number": _("%(setting)s must be a number, not %(value)s."),
    "bad-setting.not-a-word": _("%(setting)s must be a word, not %(value)s."),
    "bad-setting.not-whole": _("%(setting)s must be a whole number, not %(value)s."),
    "bad-setting.not-yes-or-no": _("%(setting)s must be yes or no, not %(value)s."),
    "bad-setting.pattern": _("%(setting)s must look like %(example)s, not %(value)s."),
    "bad-setting.twice": _("%(setting)s: name each only once."),
    "bad-setting.unknown": _("There is no setting %(setting)r. There are: %(settings)s."),
    # NotPortableError, ProcessEndedError, ClusterError
    "bot-not-portable": _(
        "A computer player cannot be sent to another process (%(error)s). Define its class in a module, or "
        "use one process."
    ),
    "cluster.unreachable": _("The Ray cluster %(address)s cannot be used: %(cause)s"),
    "cluster.version": _("A node of the cluster has carrom %(there)s, and this is %(here)s. Install the same version."),
    "process-ended": _(
        "A process in which boards were played has ended. A computer player ended it, or memory ran out."
    ),
    # UndoError
    "nothing-to-undo": _("The match has no entry there to go back to."),
    # MissingPartError
    "missing-part.events": _(
        "Swiss rounds, bank transfers and files of SoL need a part that is not installed. Install it with: %(command)s"
    ),
    "missing-part.gpu": _("What speaks to a graphics card is not installed. Install it with: %(command)s"),
    "missing-part.openspiel": _("OpenSpiel is not installed. Install it with: %(command)s"),
    "missing-part.prints": _("Printing is not installed. Install it with: %(command)s"),
    "missing-part.ray": _("Ray is not installed. Install it with: %(command)s"),
    "missing-part.rl": _("Gymnasium and PettingZoo are not installed. Install them with: %(command)s"),
    "missing-part.scale": _("The drivers for PostgreSQL and Redis are not installed. Install them with: %(command)s"),
    "missing-part.site": _("The site is not installed. Install it with: %(command)s"),
}
