"""The sentences of the errors of events."""

from carrom.messages import gettext_noop as _
from carrom.messages import plural

MESSAGES = {
    "winner-photo.nobody": _("Tick everybody who is on the photo. Nobody else can be chosen."),
    "winner-photo.not-all-named": _(
        "Tick that everybody who can be recognised is named. Leave out photos with others."
    ),
    "winner-photo.said-no": _("%(name)s has said no on their own page, and can change that only there."),
    "winner-photo.too-many": _("A category has at most %(most)d photos. Delete one first."),
    "winner-photo.unknown-person": _("This person does not play here any more. Reload the page."),
    "unknown-sponsor": _("This event names no sponsor “%(name)s”. Reload the page."),
    # RegistrationEndedError
    "registration-ended": _("This registration has ended."),
    # GroupError
    "group": _("Nobody was registered. %(faults)s"),
    "group.more": plural(
        "Nobody was registered. %(faults)s And %(more)d more line.",
        "Nobody was registered. %(faults)s And %(more)d more lines.",
        by="more",
    ),
    "group.empty": _("Name at least one player."),
    "group.too-many": _("At most %(most)d lines at once. Send the others afterwards."),
    # GroupLineError
    "group-line": _("%(line)s: %(cause)s"),
    "group-line.name": _("Each line begins with a full name."),
    "group-line.part": _("“%(part)s” is no date of birth (2010-05-17), no email, and neither women nor men."),
    "group-line.pair": _("Name both players of a pair, with & between them."),
    "group-line.team": _("Begin with the team's name and a colon, then its players with & between them."),
    # GroupPaidError
    "group-paid": _("%(club)s owes nothing."),
    # HandoverError
    "handover.ended": _("This registration has ended. It cannot go to anybody."),
    "handover.closed": _("Entries have closed. Ask the desk to change the name."),
    "handover.drawn": _("The draw has been made with this entry. Ask the desk to change the name."),
    "handover.online": _(
        "This event is played on this site, and each player signs in. Withdraw, and let them register."
    ),
    "handover.own-address": _("This is your own address. Enter that of the person who takes your registration."),
    "handover.bad-link": _("This link does not lead to an offer. Open it exactly as it is in our email."),
    "handover.withdrawn": _("This offer does not stand any more: it was taken, withdrawn, or made to somebody else."),
    # AccountNeededError
    "account-needed": _("Sign up or sign in first: entries and money of other people need an account."),
    # AlreadyEnteredError
    "already-entered": _(
        "This person is already registered: number %(number)s on %(day)s. We have sent the link "
        "again to the email address in it. Make changes there."
    ),
    "already-entered.not-changed": _("This person already has another registration. Nothing was changed."),
    # OnlineEntryError
    "online-entry": _("This event is played on this site. Sign in first, so that your matches find you."),
    # AlreadyClaimedError
    "already-claimed": _("This evening already belongs to a club."),
    # AlreadyInCategoryError
    "already-in-category.not-changed": _(
        "One of you is already in this category through another registration. Nothing was changed."
    ),
    "already-in-category.not-stored": _(
        "One of you is already in this category through another registration. Nothing was stored. The person who made "
        "that registration can withdraw it."
    ),
    "already-in-category.other-team": _("%(name)s is already in this category, perhaps in another team."),
    # BadSeedsError
    "bad-seeds.not-a-seed": _("%(name)s: a seed is a number from 1 to %(most)s, not “%(text)s”."),
    "bad-seeds.same-seed": _("%(one)s and %(other)s both have seed %(seed)s."),
    # BoardBusyError
    "board-busy.board": _("Board %(board)s is not free. Choose another one."),
    "board-busy.called": _("This match has already been called."),
    # BoardsUnreadableError
    "boards-unreadable.board": _(
        "%(part)r is not a board. Write the points of each board, such as 5-0, with spaces between."
    ),
    "boards-unreadable.both-score": _("%(part)s: only the winner of a board has points."),
    "boards-unreadable.game": _(
        "%(part)r is not a game. Write the points of each game, such as 25-12, with spaces between."
    ),
    "boards-unreadable.no-winner": _("Say which side has won."),
    # BreakLineError
    "break-line.other-day": _("%(day)s is not a day of the event: %(line)s"),
    "break-line.too-many": _("A day can have at most %(most)s breaks."),
    "break-line.unreadable": _(
        "This is not a break: %(line)s. Write it as %(example)s; start with a date if it is only for one day."
    ),
    # CannotMergeError
    "cannot-merge.different-entries": _("Only categories with the same kind of entries can be played together."),
    "cannot-merge.drawn": _("One of the two is already drawn. Undo its draw first."),
    "cannot-merge.no-place": _("There is no place left. Nothing was changed."),
    "cannot-merge.too-many": plural(
        "%(category)s can have %(most)s entry. Change the event first, so that everybody has a place.",
        "%(category)s can have %(most)s entries. Change the event first, so that everybody has a place.",
        by="most",
    ),
    # CannotUndoError
    "cannot-undo.already-undone": _("Somebody else has already undone this."),
    "cannot-undo.drawn-together": _("The two were drawn together. Undo that draw first."),
    "cannot-undo.entered-again": _("Somebody in this category has since entered it again."),
    "cannot-undo.event-not-cancelled": _("This event was not cancelled here."),
    "cannot-undo.no-decision": _("This category was not cancelled or merged here, or the event was cancelled."),
    "cannot-undo.no-place": _("There is no place left in this category."),
    # CategoryClosedError
    "category-closed.entries-closed": _("Entries have closed. Ask your captain and the organiser."),
    "category-closed.entry-ended": _(
        "This entry was withdrawn or cancelled, or has expired. There is nothing to confirm."
    ),
    "category-closed.not-held": _("This category was cancelled. Choose another one."),
    "category-closed.team-drawn": _("This team is in the draw. Ask the organiser to change it."),
    # CategoryDrawnError
    "category-drawn": _(
        "%(category)s is drawn, so its format, options, ties and laws cannot change. Undo its draw first."
    ),
    # ChangeBlockedError
    "change-blocked.category-drawn": _(
        "%(category)s is drawn, so you cannot leave it with a change. Withdraw, or ask at the desk."
    ),
    "change-blocked.in-line-ups": _(
        "This captain's team is drawn, and its line-ups name the captain. The captain's name and date of birth cannot "
        "change."
    ),
    "change-blocked.no-category": _("A registration needs at least one category. To leave all of them, withdraw."),
    "change-blocked.pairs-drawn": _("%(category)s is drawn, so its pairs cannot change."),
    "change-blocked.person-drawn": _("You are in the draw. Only the desk can correct your name and date of birth now."),
    "change-blocked.team": _("A captain registers a team with a form of its own. Ask at the desk."),
    "change-blocked.withdrawn": _("This registration was withdrawn or has ended. The desk can restore it."),
    # DayError
    "day.full": _(
        "Nobody can join any more: all places are drawn and matches have been played. Take the "
        "place of somebody who did not come, or play outside the table."
    ),
    "day.no-name": _("Enter a name first."),
    "day.nobody-waits": _("No other match is waiting, so there was nothing to call instead. Nothing was changed."),
    "day.not-called": _("This match is no longer at a board."),
    "day.not-the-last": _("Somebody has changed something since, or this was already undone. Look again."),
    # EntryFileError
    "entry-file.date": _("%(text)r is not a date. Write it like 1991-04-30."),
    "entry-file.empty": _("There is no entry in the file."),
    "entry-file.gender": _("%(text)r is neither women nor men."),
    "entry-file.lines": _("Nobody was entered. %(faults)s"),
    "entry-file.many-lines": plural(
        "Nobody was entered. %(faults)s There is %(more)s more error.",
        "Nobody was entered. %(faults)s There are %(more)s more errors.",
        by="more",
    ),
    "entry-file.missing-columns": _("The first line has no column for: %(missing)s. The columns are: %(columns)s."),
    "entry-file.missing-person": _("The name or the email address is missing."),
    "entry-file.not-csv": _("This cannot be read as CSV: %(cause)s."),
    "entry-file.other-format": _("The file is neither XLSX nor CSV in UTF-8. Save it as one of them."),
    "entry-file.partner-first": _("This partner comes before the person who entered them. Move the line down."),
    "entry-file.spreadsheet": _("The spreadsheet cannot be read (%(cause)s)."),
    "entry-file.spreadsheet-too-large": _("The spreadsheet is too large."),
    "entry-file.too-large": _("The file is larger than %(most)s MB."),
    "entry-file.too-many-lines": _("The file has more than %(most)s lines."),
    "entry-file.unknown-category": _("There is no category %(name)r."),
    # EntryLineError
    "entry-line": _("Line %(line)s: %(cause)s"),
    # EventFileError
    "event-file.cannot-unpack": _("The file cannot be unpacked (%(cause)s). Download it again."),
    "event-file.damaged": _("The file is damaged (%(kind)s: %(cause)s). Nothing was stored."),
    "event-file.incomplete": _("The file is incomplete. Download it again."),
    "event-file.not-an-event": _("This file is not an event from a site like this one."),
    "event-file.record-gaps": _("The record of the match %(match)s has gaps. Nothing was stored."),
    "event-file.too-large": _("The file is larger than %(most)s MB."),
    "event-file.unknown-format": _(
        "This event is in format %(format)s. This site reads %(known)s. A newer version of the site wrote the file: "
        "update this one."
    ),
    "event-file.unpacked-too-large": _("The unpacked file is larger than %(most)s MB."),
    # EventHasEntriesError
    "event-has-entries.deadline": _("People have entered. Extend the deadline instead, so that everybody is informed."),
    "event-has-entries.more-entries": plural(
        "%(category)s has %(taken)s entry with a place, more than %(most)s.",
        "%(category)s has %(taken)s entries with a place, more than %(most)s.",
        by="taken",
    ),
    "event-has-entries.published": _("Somebody has already registered, so the event stays public. Cancel it instead."),
    "event-has-entries.terms": _(
        "%(category)s has entries, so its fee, ages and kind cannot change. Cancel it, or add another category."
    ),
    # FormError
    "bad-form.deadline": _("Enter the deadline as a date and a time."),
    "bad-form.fields": _("Nothing was recorded. %(faults)s"),
    "bad-form.last-day": _("Enter the new last day of entries as a date."),
    "bad-form.no-exchange": _("Choose the other side to swap with."),
    "bad-form.no-file": _("Choose a file first."),
    "bad-form.no-method": _("Say how it was paid. Nothing was recorded."),
    "bad-form.no-notice": _("Write the notice first."),
    "bad-form.no-opponent": _("Choose whom to challenge."),
    "bad-form.no-setting": _("This setting does not matter in this event any more. Load the page again."),
    "bad-form.not-yours": _("This challenge is not for you to answer."),
    "bad-form.players": _("Enter both players."),
    "bad-form.unknown-action": _("This page does not know that action. Go back and load it again."),
    "bad-form.unknown-challenge": _("You have no such challenge."),
    "bad-form.winner": _("Choose who goes on."),
    # LadderError
    "no-challenge.answered": _("This challenge was already answered or withdrawn. You see its current state."),
    "no-challenge.no-match": _("You have no match to report here."),
    "no-challenge.nothing-to-confirm": _(
        "There is nothing to confirm, or somebody has reported a different result. Look again."
    ),
    "no-challenge.running-challenge": _("One of you already has a challenge. Finish that one first."),
    # LineUpTooLateError
    "line-up-too-late": _("The deadline for this line-up has passed. Ask the organiser, who can still take it."),
    # LineUpsOpenError
    "line-ups-open": _("Both line-ups are open. Only the organiser can withdraw them, before the first match."),
    # LinkOutdatedError
    "link-outdated.address-replaced": _(
        "This address can no longer be confirmed: it is already in use, or was changed again."
    ),
    "link-outdated.bad-link": _("This link is damaged or too old. Change the address again."),
    "link-outdated.changed": _("Somebody else has just changed this registration. Open the link again."),
    # MissingDetailError
    "missing-detail.boards": _(
        "Places here are also decided by %(criterion)s. Enter the points of each board, such as 5-0 0-3 8-0."
    ),
    "missing-detail.games": _(
        "Places here are also decided by %(criterion)s. Enter the points of each game, such as 25-12."
    ),
    "missing-detail.points": _(
        "Places here are also decided by %(criterion)s. Enter the points of each game, such as 25-12."
    ),
    "missing-detail.queens": _(
        "Places here are also decided by %(criterion)s. Enter the points of each board, with q where the winner "
        "covered the queen, such as 5-0q 0-3 8-0."
    ),
    "missing-detail.slams": _(
        "Places here are also decided by %(criterion)s. Only a score sheet records the slams: score this match on its "
        "sheet."
    ),
    # NoBankAccountError
    "no-bank-account": _(
        "Fees can be paid by bank transfer, but there is no account. Edit the event: add the "
        "account, or remove bank transfer."
    ),
    # NoSuchChangeError
    "no-such-change": _(
        "Only the last change of a registration can be undone, and only once. You see its current state."
    ),
    # NoWayBackError
    "no-way-back.already-back": _("Somebody else was quicker: this entry is already restored."),
    "no-way-back.drawn": _("The category is drawn. Add this entry as a late one, if the format allows it."),
    "no-way-back.no-place": _("There is no place: the category is full, cancelled, or played together with another."),
    "no-way-back.not-withdrawn": _("There is no withdrawn entry here to restore."),
    "no-way-back.other-registration": _(
        "Somebody in this entry now has another valid registration. Withdraw that one first."
    ),
    # NotCalledError
    "not-called.line-ups": _("The line-ups of this tie are not open yet. Ask the desk."),
    "not-called.match": _("This match was not called to a board, or it has ended. Ask the desk."),
    # NotConfirmedError
    "not-confirmed": plural(
        "There is %(results)s result. Cancelling ends all entries and refunds every fee. Type "
        "“%(title)s” to confirm. Nothing was cancelled.",
        "There are %(results)s results. Cancelling ends all entries and refunds every fee. Type "
        "“%(title)s” to confirm. Nothing was cancelled.",
        by="results",
    ),
    # NotForHereError
    "not-for-here.not-drawn": _("This category is not drawn yet, so there is nothing to export to SoL."),
    "not-for-here.team-ties": _(
        "In SoL two teams meet in one match. The teams of this category play ties of several "
        "matches, which SoL cannot store."
    ),
    # NotGenuineError
    "not-genuine": _("The payment service did not send this message."),
    # NotOfficialError
    "not-official.missing-role": _("Your roles in this event's club do not allow this. Ask its owner or an organiser."),
    "not-official.organiser": _("Only an organiser of the club can start its events."),
    # NotPublishedError
    "not-published": _("This event is not open for entries."),
    # NotReadyError
    "not-ready.already-scored": _("This match is already being scored, or is over."),
    "not-ready.by-match": _("The result of a tie is reported match by match."),
    "not-ready.cannot-call": _("This match cannot be called: its sides are not known yet, or it already has a result."),
    "not-ready.ladder-open": _("This ladder is already open."),
    "not-ready.line-ups-closed": _(
        "The line-ups of this tie are not open yet: both captains must submit theirs first."
    ),
    "not-ready.no-late-entry": _("Everybody confirmed is already in, or this format accepts nobody after its draw."),
    "not-ready.no-open-line-up": _("No line-up of this tie is open."),
    "not-ready.no-result": _("There is no result to withdraw."),
    "not-ready.not-drawn": _("This category is not drawn yet."),
    "not-ready.sides-unknown": _("The two sides are not known yet."),
    "not-ready.teams-unknown": _("The two teams are not known yet."),
    "not-ready.tie-match-has-result": _("This match of the tie already has a result."),
    "not-ready.tie-not-level": _("This tie is not level after all its matches."),
    # NothingEnteredError
    "nothing-entered": _("Choose at least one category."),
    # NothingToPayError
    "nothing-to-pay.currency": _(
        "A payment is in %(currency)s, and the event takes %(expected)s. Nothing was recorded."
    ),
    "nothing-to-pay.known-line": _("The payment of %(payer)s is recorded already. Nothing was recorded."),
    "nothing-to-pay.on-its-way": _("A payment is on its way already. You get a receipt by email when it is here."),
    "nothing-to-pay.owed": _("The amount owed here is %(owed).2f %(currency)s. Nothing was recorded."),
    "nothing-to-pay.paid": _("Everything is paid."),
    "nothing-to-pay.unknown-order": _("This site did not start this payment."),
    # NothingToRefundError
    "nothing-to-refund.already-taken-back": _("Somebody else has just cancelled it. Nothing was recorded."),
    "nothing-to-refund.due": _("The amount to refund here is %(due).2f %(currency)s. Nothing was recorded."),
    "nothing-to-refund.no-line": _(
        "There is no such payment here, it was already cancelled, or it was paid online. Nothing was recorded."
    ),
    "nothing-to-refund.nothing": _("There is nothing to refund here."),
    # NoticeError
    "bad-notice.already-withdrawn": _("This notice is already withdrawn."),
    "bad-notice.decision": _("This notice announces a decision, so you cannot withdraw it. Undo the decision itself."),
    "bad-notice.empty": _("Enter the new text of the notice, or withdraw it."),
    "bad-notice.original": _("This notice already has its original text."),
    "bad-notice.unchanged": _("The text is the same. Nothing was changed."),
    "bad-notice.unknown": _("There is no such notice."),
    "bad-notice.withdrawn": _("This notice is withdrawn. Restore it first, or post another."),
    # ReportError
    "report.not-open": _("Players cannot enter a result of this match now. Ask the organisers."),
    "report.nothing-to-confirm": _("There is nothing left to confirm. Look again."),
    # PadError
    "pad.way": _("There is no such way to enter a result: %(way)r."),
    # PaymentRefusedError
    "payment-refused.credentials": _("PayPal does not accept this client ID and secret. Copy both again."),
    "payment-refused.not-accepted": _("The payment was not accepted. Nothing was paid. You can try again."),
    "payment-refused.stripe-key": _("Stripe does not accept this secret key. Copy it again."),
    "payment-refused.stripe-rights": _(
        "Stripe says that this key may not do this. A restricted key needs write access to Checkout Sessions and to "
        "Charges and Refunds, and read access to PaymentIntents."
    ),
    "payment-refused.stripe-secret": _("A secret key begins with sk_, a restricted key with rk_. Copy one of these."),
    "payment-refused.stripe-webhook": _("The signing secret of the webhook begins with whsec_. Copy it again."),
    "payment-refused.too-small": _("The amount is too small for this payment service. Choose another way to pay."),
    "payment-refused.not-completed": _("The payment was not completed. Nothing was paid. You can try again."),
    # PaymentServiceError
    "payment-service.other-account": _(
        "The account at which this was paid is not the club's any more. Give the money back at the service itself."
    ),
    "payment-service.no-account": _("The club has no account at this payment service. Choose another way to pay."),
    "payment-service.no-address": _(
        "The payment service did not answer with a payment page. Nothing was paid. Try again."
    ),
    "payment-service.no-cents": _("%(currency)s has no cents. Change the fee to a whole amount."),
    "payment-service.no-refund": _("The payment service did not refund this. Nothing was recorded. Try again."),
    "payment-service.other-currency": _("The payment came in %(currency)s, but %(expected)s was requested."),
    "payment-service.pending": _("The payment service has no information about the money yet. Look again in a minute."),
    "payment-service.unreachable": _(
        "The payment service cannot be reached or has a problem (%(problem)s). Try again in a minute."
    ),
    # PayoutError
    "payout.method": _("Prize money is paid out in cash or by bank transfer."),
    "payout.no-line": _("There is no such payout here, or it was already taken back. Nothing was recorded."),
    "payout.nothing": _(
        "There is nothing to pay out here: the category is not over, or somebody has just paid it. "
        "Nothing was recorded."
    ),
    # PlayerBusyError
    "player-busy": _("%(name)s is at another board now. Call this match when that one is over."),
    # SeveralEventsError
    "several-events": plural(
        "This file has %(count)s event. Give its number: %(events)s.",
        "This file has %(count)s events. Give the number of one: %(events)s.",
        by="count",
    ),
    # StaleContestError
    "stale-contest.changed": _("Somebody else has changed this draw. You see its current state. Try again."),
    "stale-contest.changed-since-preview": _(
        "Somebody has changed this draw since you looked. Look at the changes again."
    ),
    # StaleFormError
    "stale-registration": _("Somebody else has changed this registration. You see its current state."),
    # StaleNoticeError
    "stale-notice": _("Somebody else has changed this notice. You see its current state. Try again."),
    # NotUndoableError
    "step-not-undoable": _("This cannot be undone here: it is already undone, or it changed no draw."),
    # TeamError
    "bad-team.captain": _("The captain stays in the team. Withdraw the team, or ask the organiser."),
    "bad-team.full": plural(
        "A team can have at most %(most)s player. Remove somebody first.",
        "A team can have at most %(most)s players. Remove somebody first.",
        by="most",
    ),
    "bad-team.in-line-up": _("%(name)s is in a line-up and stays in the team."),
    "bad-team.too-small": _("The team is drawn and would be too small. Name somebody else first."),
    "bad-team.withdrawn": _("This team was withdrawn."),
    # TeamNameError
    "team-name.missing": _("Enter a name for your team. The draw shows it."),
    "team-name.taken": _("There is already a team with the name %(name)s. Choose another name."),
    # TieStartedError
    "tie-started": _("A match of this tie has a result, so its line-ups cannot change. Withdraw that result first."),
    # UnknownCategoryError
    "unknown-category": _("There is no such category, or it was cancelled."),
    # UnknownFormError
    "unknown-registration.entry-gone": _("This entry no longer exists."),
    "unknown-registration.entry-link": _("This link does not lead to an entry. Open it exactly as it is in our email."),
    "unknown-registration.ladder-link": _(
        "This link does not lead to a ladder. Open it exactly as it is in our email."
    ),
    "unknown-registration.registration-given-away": _(
        "This registration belongs to somebody else now: it was handed over, and this link does not open it any more."
    ),
    "unknown-registration.line-up-link": _(
        "This link does not lead to a line-up. Open it exactly as it is in our email."
    ),
    "unknown-registration.number": _("There is no registration with this number."),
    "unknown-registration.registration-gone": _("This registration no longer exists."),
    "unknown-registration.registration-link": _(
        "This link does not lead to a registration. Open it exactly as it is in our email."
    ),
    "unknown-registration.team-gone": _("This team no longer exists."),
    # UnknownPlayerError
    "unknown-player": _("There is no page here: this person is no longer in the event, or does not want to be named."),
    # UnknownSeedsError
    "unknown-seeds": _("This rating list no longer exists. Choose another one, or draw without one."),
    # TooManyEveningsError
    "too-many-evenings": _("Too many evenings were started here in a short time. Wait a minute, then try again."),
}
