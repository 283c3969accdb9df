"""Sentences of the errors of carrom.physics; read by `carrom.messages`."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "angle-out-of-range": _("The angle must be within one turn (2 pi), not %(angle)g."),
    "at-cell": _("line %(line)d, column %(column)d: %(sentence)s"),
    "at-line": _("line %(line)d: %(sentence)s"),
    "bad-header.column-twice": _("The column %(name)s occurs twice."),
    "bad-header.empty": _("The file is empty. Begin with a header such as kind,distance_cm,time_s."),
    "bad-header.no-kind": _("The column kind is missing: slide, rebound, hit or pocket."),
    "bad-header.unknown-column": _("There is no column %(name)r. There are: %(known)s."),
    "bad-hold": _("%(name)r is not fitted. These are: %(fitted)s."),
    "bad-row.not-csv": _("This is not a row of a CSV file: %(error)s."),
    "bad-row.too-many": _("There are more than %(most)d rows."),
    "bad-row.too-many-cells": _("The row has %(count)d cells, the header %(columns)d columns."),
    "bad-value.comma": _("%(name)s is %(cell)r. Enter a number, with a point instead of a comma."),
    "bad-value.disc": _("The disc is striker or coin, not %(disc)r."),
    "bad-value.fell": _("fell is %(cell)r. Enter yes or no."),
    "bad-value.not-a-number": _("%(name)s is %(cell)r. Enter a number."),
    "bad-value.not-of-this-kind": _("A row of kind %(kind)s has no %(name)s."),
    "bad-value.out-of-range": _("%(name)s must be between %(least)g and %(most)g, not %(cell)s."),
    "bad-value.rebounds": _("The number of rebounds must be a whole number."),
    "graphics-card.failed": _(
        "The graphics card did not do it: %(call)s answered %(status)s. Simulate fewer strokes at once, or simulate on "
        "the processor."
    ),
    "graphics-card.no-driver": _(
        "This machine has no driver for an NVIDIA graphics card. Install it, or simulate on the processor."
    ),
    "graphics-card.none": _("There is no NVIDIA graphics card in this machine. Simulate on the processor."),
    "graphics-card.too-old": _(
        "The graphics card has compute capability %(capability)s, but strokes need %(least)s. Simulate on the "
        "processor."
    ),
    "impossible-stroke": _(
        "The values of a stroke must be finite numbers, not offset %(offset)g, angle %(angle)g, speed %(speed)g."
    ),
    "missing-value": _("A row of kind %(kind)s needs %(name)s: %(description)s."),
    "missing-value.time-or-speed": _("A row of kind %(kind)s needs time_s or speed_m_s, or both."),
    "no-such-board": _("%(cause)s Check that columns and units are right."),
    "no-kernel.no-compiler": _(
        "There is no compiled engine for %(machine)s. Install a C compiler (%(compilers)s), or name one in CC; it then "
        "compiles the engine once."
    ),
    "no-kernel.not-compiled": _(
        "%(compiler)s could not compile the engine for %(machine)s: %(why)s. Name another compiler in CC."
    ),
    "no-kernel.not-kept": _(
        "The compiled engine cannot be written to %(folder)s: %(why)s. Name another folder in CARROM_DATA."
    ),
    "no-kernel.not-loaded": _("The compiled engine %(path)s cannot be loaded: %(why)s"),
    "no-kernel.python": _(
        "The compiled engine is for CPython 3.11 and newer with the interpreter lock, not for %(python)s. Use that one."
    ),
    "not-identifiable.one": _("These rows do not determine %(names)s. Add rows."),
    "not-identifiable.pockets": _(
        "All these discs that came over a pocket fell, or none did. Add rows until both are there: faster discs, and "
        "lines near the edge of the hole."
    ),
    "not-identifiable.several": _(
        "These rows do not separate %(names)s. Add slides without a rebound, or hold one of the values."
    ),
    "off-the-pocket": _(
        "line %(line)d: the %(disc)s passes %(offset).1f mm from the pocket's centre and tips within %(tip).1f mm "
        "only. Check offset_cm, or leave the row out."
    ),
    "offset-out-of-range": _("At offset %(offset)g m the striker is not on the surface."),
    "rows-disagree": _(
        "These rows differ too much to determine %(names)s: line %(line)d fits worst. Check that line, the "
        "columns and the units."
    ),
    "speed-out-of-range": _("The speed must be above 0 and at most %(most)g m/s, not %(speed)g."),
    "striker-overlaps": _("The striker would lie on piece %(number)s. Move it along the line."),
    "surface-file.encoding": _("%(path)s is not UTF-8 text."),
    "surface-file.in-file": _("%(path)s: %(cause)s"),
    "surface-file.syntax": _("The text is neither TOML nor JSON: %(error)s."),
    "surface-file.too-large": _("%(path)s is larger than %(most)d bytes."),
    "surface-file.unreadable": _("%(path)s cannot be read: %(why)s."),
    "surface.base-middle": _("base_middle must be between the front line and the frame, with room for the striker."),
    "surface.contact-stiffness": _("contact_stiffness must be 0 (rigid) or at least %(softest)g N/m."),
    "surface.in-file": _("%(path)s: %(cause)s"),
    "surface.missing": _("These values of the surface are missing: %(names)s."),
    "surface.no-such-surface": _("There is no surface %(name)r. There are: %(surfaces)s."),
    "surface.not-finite": _("%(name)s must be a finite number, not %(value)r."),
    "surface.out-of-range": _("%(name)s must be between %(least)g and %(most)g, not %(value)g."),
    "surface.pocket-radius": _("pocket_radius must be greater than the radius of every disc."),
    "surface.rebounds": _(
        "%(by)s from %(least)g to %(most)g gives %(low).2f to %(high).2f rebounds at %(speed)g m/s, not %(count)g."
    ),
    "surface.striker-mass": _("A striker weighs %(lightest)g to %(heaviest)g g, not %(grams)g."),
    "surface.unknown": _("A surface has no such values: %(names)s."),
    "too-few-rows.for-intervals": plural(
        "%(count)d measured value is too few to determine %(names)s with an interval. Give at least %(needed)d.",
        "%(count)d measured values are too few to determine %(names)s with an interval. Give at least %(needed)d.",
        by="count",
    ),
    "too-few-rows.no-values": _("No row determines any value that is not held. Add slides, rebounds, hits or pockets."),
    "too-few-rows.pockets": plural(
        "%(count)d row of kind pocket is too few for an interval. Give at least %(needed)d.",
        "%(count)d rows of kind pocket are too few for an interval. Give at least %(needed)d.",
        by="count",
    ),
    "unknown-kind": _("There is no kind %(kind)r. It is slide, rebound, hit or pocket."),
    "unreadable-motion.event": _("This motion contains an event of an unknown kind."),
    "unreadable-motion.length": _("This motion is cut off, or has something after its end."),
    "unreadable-motion.not-a-motion": _("This is not a motion."),
    "unreadable-motion.not-finite": _("This motion contains a value that is not a number."),
    "unreadable-motion.version": _("This motion has version %(version)d; only version %(readable)d can be read."),
    "unsettled": _("The pieces have not come to rest after %(events)d events."),
}
