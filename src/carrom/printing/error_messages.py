"""Sentences of the errors of carrom.printing; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "too-many-labels": _("At most %(most)d labels can be printed at once."),
    "print-design.long-signer": _("“%(line)s”: a name and an office have at most %(most)d characters each."),
    "print-design.placeholder": _("{%(name)s} is filled in by nothing. These are: %(known)s."),
    "print-design.signers": _("At most %(most)d people can sign; there are %(count)d."),
    "uploaded-picture.kind": _("This file is no picture that can be taken. Choose a JPEG, PNG or WebP."),
    "uploaded-picture.missing": _("Choose a file first."),
    "uploaded-picture.too-large": _("The picture is larger than %(megabytes)d MB. Choose a smaller one."),
    "uploaded-picture.too-many-pixels": _(
        "The picture has more than %(megapixels)d million pixels. Make it smaller and choose it again."
    ),
    "uploaded-picture.unreadable": _(
        "The picture is damaged and cannot be read. Save it again as JPEG or PNG, and choose that file."
    ),
}
