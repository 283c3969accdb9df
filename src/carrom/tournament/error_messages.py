"""Sentences of the errors of tournaments."""

from carrom.messages import Message, plural
from carrom.messages import gettext_noop as _

MESSAGES: dict[str, Message] = {
    "bad-championship.asis": _(
        "With the points of the standings, the points of places in coming events cannot be foreseen."
    ),
    "bad-championship.below-zero": _(
        "The number of dropped events and the points for taking part must not be below zero."
    ),
    "bad-championship.no-entrants": _("At least one entrant must play in each remaining event."),
    "bad-championship.rising-table": _("A lower place must not have more points than a higher one."),
    "bad-championship.too-many-left": _("At most %(most)s remaining events can be calculated."),
    "bad-championship.unknown-table": _("There is no table %(table)r. There are: %(tables)s."),
    "bad-record.not-numbered": _("The entries of the record are not numbered from 1."),
    "bad-record.version": _("This is version %(version)s of the record; only version %(supported)s can be read."),
    "bad-day.below-zero": _("Minutes must not be below zero."),
    "bad-day.circle": _("%(match)s waits for itself."),
    "bad-day.empty": _("A day needs at least one board, and hours to play in."),
    "bad-day.hours": _("Hours must close after they open, and the next must open after that."),
    "bad-day.match-twice": _("%(match)s is in the list twice."),
    "bad-day.no-minutes": _("%(match)s: a match takes at least one minute."),
    "bad-day.no-time-zone": _("%(text)s has no time zone. Write it as 2022-02-05T09:00-05:00."),
    "bad-day.not-a-time": _("%(text)r is not a time. Write it as 2022-02-05T09:00-05:00."),
    "bad-entry.entrant-twice": _("The list has the entrant %(value)s twice."),
    "bad-entry.key": _("%(entrant)r cannot be the key of an entrant. Give 1 to 80 characters in one line."),
    "bad-entry.player-twice": _("The list has the player %(value)s twice."),
    "bad-entry.rating": _("%(entrant)s: %(rating)s cannot be a rating."),
    "bad-entry.round": _("%(entrant)s: rounds are numbered from 1."),
    "bad-entry.same-person": _("%(entrant)s names the same person twice."),
    "bad-entry.seed": _("%(entrant)s: seeds are numbered from 1, not %(seed)s."),
    "bad-entry.seed-twice": _("The list has seed %(value)s twice."),
    "bad-fixture.no-name": _("%(fixture)r is not the name of a fixture: it must not be empty nor hold a slash."),
    "bad-fixture.order": _("Fixture %(fixture)s: %(feeder)s does not come before it."),
    "bad-fixture.same-sides": _("Fixture %(fixture)s: both sides are the same."),
    "bad-fixture.twice": _("Fixture %(fixture)s is there twice."),
    "bad-fixture.unknown-entrant": _("Fixture %(fixture)s: there is no entrant %(entrant)r."),
    "bad-line-up.closed": _("The line-ups are shown once both teams have handed theirs in."),
    "bad-line-up.double": _("Match %(number)s is a double: two different players play it."),
    "bad-line-up.matches": plural(
        "A tie has %(count)s match, but the line-up has %(given)s.",
        "A tie has %(count)s matches, but the line-up has %(given)s.",
        by="count",
    ),
    "bad-line-up.not-a-member": _("%(person)s is not a member of %(team)s."),
    "bad-line-up.order": _("%(order)r is not an order of matches. Give S for a single and D for a double."),
    "bad-line-up.plays-twice": _("%(person)s plays twice; match %(number)s needs another player."),
    "bad-line-up.single": _("Match %(number)s is a single: one player plays it."),
    "bad-result.after-target": _("Fixture %(fixture)s: game %(game)s ends as soon as one side has %(target)s points."),
    "bad-result.board-after-end": _("Fixture %(fixture)s: the match was over after board %(board)s."),
    "bad-result.board-open": _("Fixture %(fixture)s: time is up, but the board in play must be finished first."),
    "bad-result.board-points": _(
        "Fixture %(fixture)s: board %(board)s cannot give %(points)s points; its winner gets 1 to %(most)s."
    ),
    "bad-result.both-lose": _("Fixture %(fixture)s: both can lose only if neither came or both were disqualified."),
    "bad-result.game-after-end": _("Fixture %(fixture)s: the match was over after game %(game)s."),
    "bad-result.level-game": _("Fixture %(fixture)s: game %(game)s cannot end level; one more board decides it."),
    "bad-result.not-played": _(
        "Fixture %(fixture)s was not played (%(how)s): it must have a winner, or both must lose."
    ),
    "bad-result.one-board": _(
        "Fixture %(fixture)s: game %(game)s is one board, and only the winner of a board has points."
    ),
    "bad-result.same-sides": _("Fixture %(fixture)s: nobody can play against themselves."),
    "bad-result.score": _("Fixture %(fixture)s: %(a)s–%(b)s is not a possible score."),
    "bad-result.tie-total": _("Fixture %(fixture)s: a tie of these matches cannot end %(a)s to %(b)s."),
    "bad-result.tie-total-level": _("Fixture %(fixture)s is level at %(a)s to %(b)s. Say who won it."),
    "bad-result.tie-match-missing": _("Fixture %(fixture)s: match %(number)s of the tie has no result yet."),
    "bad-result.tie-match-too-many": _("Fixture %(fixture)s: the tie has no match %(number)s."),
    "bad-result.too-many-points": _(
        "Fixture %(fixture)s: nobody can have %(points)s points in game %(game)s; the most is %(most)s."
    ),
    "bad-result.unknown-sides": _("Fixture %(fixture)s: its sides are not known yet."),
    "bad-sol-file.below-least": _("%(where)s: %(number)s is below %(least)s."),
    "bad-sol-file.damaged": _("The compressed file is damaged. Download it again."),
    "bad-sol-file.ends-early": _("The compressed file ends too early. Download it again."),
    "bad-sol-file.field-name": _("Line %(line)s: the name of a field must be text."),
    "bad-sol-file.field-twice": _("One record has the field %(name)r twice."),
    "bad-sol-file.field-twice-at": _("Line %(line)s: one record has the field %(name)r twice."),
    "bad-sol-file.half-score": _("%(where)s: match %(number)s has a game with only one score."),
    "bad-sol-file.json": _("Line %(line)s, column %(column)s: %(problem)s."),
    "bad-sol-file.missing-field": _("%(where)s: %(field)s is missing."),
    "bad-sol-file.no-sol-inside": _("The archive has no .sol file inside. Choose a backup or an export of SoL."),
    "bad-sol-file.no-such-number": _("%(where)s: there is no number %(number)s among the %(count)s %(list)s."),
    "bad-sol-file.not-a-date": _("%(where)s must be a date, not %(value)s."),
    "bad-sol-file.not-a-list": _("%(where)s must be a list, not %(value)s."),
    "bad-sol-file.not-a-number": _("%(where)s must be a number, not %(value)s."),
    "bad-sol-file.not-a-record": _("%(where)s must be a record, not %(value)s."),
    "bad-sol-file.not-a-text": _("%(where)s must be text, not %(value)s."),
    "bad-sol-file.not-a-time": _("%(where)s must be a date and time, not %(value)s."),
    "bad-sol-file.not-finite": _("%(text)s is not a number."),
    "bad-sol-file.not-json": _("The file cannot be read as JSON."),
    "bad-sol-file.not-one-of": _("%(where)s must be one of %(choices)s, not %(value)s."),
    "bad-sol-file.not-sol": _("This is not a .sol file: its first document has neither players nor clubs."),
    "bad-sol-file.not-text": _("The file is not text in UTF-8 (byte %(byte)s)."),
    "bad-sol-file.not-texts": _("%(where)s must be a list of texts or of lists of texts, not %(value)s."),
    "bad-sol-file.not-whole": _("%(where)s must be a whole number, not %(value)s."),
    "bad-sol-file.not-yaml": _("The file cannot be read as YAML."),
    "bad-sol-file.not-yes-or-no": _("%(where)s must be true or false, not %(value)s."),
    "bad-sol-file.player-twice": _("%(where)s: player %(player)s is there twice."),
    "bad-sol-file.plays-twice": _(
        "%(where)s: match %(number)s: competitor %(competitor)s plays twice in round %(round)s."
    ),
    "bad-sol-file.round": _(
        "%(where)s: match %(number)s belongs to round %(round)s, but the event is at round %(current)s."
    ),
    "bad-sol-file.shared-list": _("Line %(line)s refers again to a list or record from elsewhere in the file."),
    "bad-sol-file.team-size": _("%(where)s: competitor %(number)s must have 1 to 4 players, not %(count)s."),
    "bad-sol-file.too-deep": _("This is not a .sol file: its values are nested too deeply."),
    "bad-sol-file.too-large": _("The file is larger than %(megabytes)s MB."),
    "bad-sol-file.unknown-field": _("%(where)s: this field is not known, and its value is not a plain one."),
    "bad-sol-file.unknown-list": _("The first document has %(name)r, which no .sol file of SoL 3 to 5 has."),
    "bad-sol-file.yaml": _("Line %(line)s, column %(column)s: %(problem)s."),
    "bad-sol-file.yaml-tag": _("The file cannot be read as YAML: a value does not fit its tag."),
    "bad-statement.empty": _("This statement has no lines."),
    "bad-statement.no-heading": _(
        "This is not a bank statement. Choose CAMT.053 (XML), MT940, or a CSV with a heading for amount and purpose."
    ),
    "bad-statement.not-camt": _("This XML file is not a bank statement. Choose a CAMT.053 file."),
    "bad-statement.not-csv": _("This CSV file cannot be read. Export it from your bank again."),
    "bad-statement.not-xml": _("This XML file cannot be read. Download it from your bank again."),
    "bad-statement.too-large": _("The statement is larger than %(megabytes)d MB. Choose a shorter period."),
    "bad-statement.too-long": _("The statement has more than %(most)d payments. Choose a shorter period."),
    "bad-transfer.bic": _("This is not a BIC. It has 8 or 11 letters and digits, such as DEUTDEFF."),
    "bad-transfer.iban": _("This is not an IBAN: its check digits, length or country do not fit. Compare every digit."),
    "bad-transfer.long-account": _("The account can have at most %(most)s characters."),
    "bad-transfer.long-holder": _("The account holder can have at most %(most)s characters."),
    "bad-transfer.no-holder": _("Enter the account holder; banks ask for it."),
    "bad-transfer.venmo": _("This is not a Venmo name. It looks like @carrom-club."),
    "bad-transfer.zelle": _("Zelle needs the email address or the phone number that the account is registered with."),
    "bad-transfer.upi": _("This is not a UPI ID. It looks like carromclub@okbank, without spaces."),
    "dice-spent": _("The draw needs more random numbers than were recorded for it."),
    "evening.boards": _("Enter how many boards you play on: 1 to %(most)s."),
    "evening.minutes": _("Enter how many minutes a match takes: 1 to %(most)s."),
    "evening.too-few": _("This needs at least %(least)s players; you have %(players)s. Write one name on each line."),
    "evening.too-many": _(
        "%(players)s names are too many for one evening: the limit is %(most)s. Split them into "
        "groups that play separately; your list is still here."
    ),
    "event-answer.missing": _("Answer this: %(question)s."),
    "event-answer.other-choice": _("%(question)s: “%(answer)s” is not one of the choices."),
    "event-answer.too-long": _("%(question)s: use at most %(most)d characters."),
    "event-consent.changed": _("The terms have changed since then. Read and accept them again."),
    "event-consent.guardian": _(
        "%(name)s is below %(age)d on the first day: a parent or guardian accepts the terms, with their name."
    ),
    "event-consent.missing": _("%(name)s has to accept the terms of the event first."),
    "event-question.choices": _("“%(line)s”: name from 2 to %(most)d choices, with commas between them."),
    "event-question.label": _("“%(line)s”: a question has from 1 to %(most)d characters."),
    "event-question.long-choice": _("“%(line)s”: a choice has at most %(most)d characters."),
    "event-question.too-many": _("Ask at most %(most)d questions; there are %(count)d."),
    "event-question.twice": _("“%(label)s” is asked twice."),
    "event-terms.questions": "%(cause)s",
    "event-terms.prize-fund": "%(cause)s",
    "event-terms.announced": "%(cause)s",
    "event-terms.prizes": "%(category)s: %(cause)s",
    "event-prize.award-twice": _("The award “%(award)s” is there twice."),
    "event-prize.long": _("“%(line)s”: a prize has at most %(most)d characters, the name of an award %(most_award)d."),
    "event-prize.no-places": _("“%(what)s”: write the prizes of places at their category."),
    "event-prize.place-twice": _("Two prizes are for place %(place)d."),
    "event-prize.places": _("“%(line)s”: places go from 1 to %(most)d, the lower one first."),
    "event-prize.too-many": _("Write at most %(most)d prizes; there are %(count)d."),
    "event-prize.unreadable": _("“%(line)s”: write a place or an award, a colon, and the prize, like 1: Trophy."),
    "event-programme.ends-first": _("“%(line)s” ends before it begins."),
    "event-programme.long": _("“%(line)s”: the title of an item has at most %(most)d characters."),
    "event-programme.other-day": _("“%(title)s” is on %(day)s, which is no day of the event."),
    "event-programme.too-many": _("The programme has at most %(most)d items of your own; there are %(count)d."),
    "event-programme.unreadable": _("“%(line)s”: write a time and what happens, like 18:00 Prize giving."),
    "event-sponsor.long": _(
        "“%(line)s”: the name of a sponsor has at most %(most)d characters, the words %(most_line)d, the link "
        "%(most_link)d."
    ),
    "event-sponsor.too-many": _("Write at most %(most)d sponsors; there are %(count)d."),
    "event-sponsor.twice": _("The sponsor “%(name)s” is there twice."),
    "event-sponsor.unreadable": _(
        "“%(line)s”: write a name, then a few words and one link if you like, with semicolons between them."
    ),
    "event-terms.ages": _(
        "%(category)s: nobody is both at least %(youngest)s and at most %(oldest)s. Correct the ages."
    ),
    "event-terms.all-breaks": _("On %(day)s the breaks leave no time to play. Make them shorter, or the hours longer."),
    "event-terms.break-hours": _(
        "On %(day)s the break %(title)r, %(begins)s–%(ends)s, must end after it begins. Enter the earlier time first."
    ),
    "event-terms.break-outside-hours": _(
        "On %(day)s the break %(title)r, %(begins)s–%(ends)s, is not within the hours "
        "%(opens)s–%(closes)s. Change one of them."
    ),
    "event-terms.breaks-overlap": _(
        "On %(day)s the break %(title)r, %(begins)s–%(ends)s, begins before the previous break "
        "is over. Move one of them."
    ),
    "event-terms.category-setting": _("%(category)s: %(cause)s"),
    "event-terms.category-twice": _("Two categories have the key %(key)r."),
    "event-terms.currency": _("%(currency)r is not a currency. Enter its three letters, such as USD."),
    "event-terms.day-hours": _(
        "On %(day)s the event opens at %(opens)s and closes at %(closes)s. It must close after it opens, "
        "at the latest at noon of the next day."
    ),
    "event-terms.days-order": _(
        "The days of play are not in order, or one begins before the last has ended. Put the first day first."
    ),
    "event-terms.deadline-after-play": _("Play begins on %(first_day)s. Choose an earlier day."),
    "event-terms.deadline-not-later": _("Entries are already open until %(deadline)s. Choose a later day."),
    "event-terms.entries": _("%(category)s: the most entries (%(most)s) must not be fewer than the least (%(least)s)."),
    "event-terms.format": _("%(category)s: %(cause)s"),
    "event-terms.late-deadline": _(
        "Entries are open until %(deadline)s, after the first day of play, %(first_day)s. Choose an earlier deadline."
    ),
    "event-terms.laws": _("%(category)s: %(cause)s"),
    "event-terms.least-entries": _("%(category)s: at least two entries are needed."),
    "event-terms.mixed-single": _("%(category)s: singles cannot be mixed."),
    "event-terms.no-category": _("The event has no category. Add at least one."),
    "event-terms.no-day": _("The event has no day of play. Add at least one."),
    "event-terms.no-payment-method": _("There is a fee, but no way to pay it. Choose at least one."),
    "event-terms.no-team-size": _("%(category)s: enter how many people make a team."),
    "event-terms.no-title": _("The event has no title. Enter one."),
    "event-terms.online-due-later": _(
        "Payments by PayPal or card are made when entering, so they are due when entries close. Do not "
        "select them for later payment."
    ),
    "event-terms.setting": "%(cause)s",
    "event-terms.team-sizes": _("%(category)s: a team needs %(least)s members, so it cannot be limited to %(most)s."),
    "event-terms.team-too-small": _(
        "%(category)s: a tie of %(order)s needs %(needed)s players in each team, but a team may have only %(members)s."
    ),
    "event-terms.time-zone": _("%(time_zone)r is not a time zone. Enter a name such as America/New_York."),
    "event-terms.transfer": _("Bank transfers: %(cause)s"),
    "event-terms.unknown-category": _("There is no category %(category)r. There are: %(categories)s."),
    "prize-fund.contribution": _(
        "Write a contribution as name, colon and amount, such as Café Rio: 200, not %(line)r."
    ),
    "prize-fund.too-many": _("There are %(count)d contributions; at most %(most)d are possible."),
    "match-not-over.boards": plural(
        "Fixture %(fixture)s is not over after %(count)s board. Enter the next one, or say why the match was stopped.",
        "Fixture %(fixture)s is not over after %(count)s boards. Enter the next one, or say why the match was stopped.",
        by="count",
    ),
    "match-not-over.game": _("Fixture %(fixture)s: game %(game)s goes on until one side has %(target)s points."),
    "match-not-over.games": plural(
        "Fixture %(fixture)s is not over after %(count)s game; this match needs %(needed)s wins. "
        "Enter the points of the next game, too.",
        "Fixture %(fixture)s is not over after %(count)s games; this match needs %(needed)s "
        "wins. Enter the points of the next game, too.",
        by="count",
    ),
    "no-challenge.met-recently": _("%(by)s and %(to)s met in round %(met)s. They may meet again in round %(again)s."),
    "no-challenge.not-above": _("%(by)s can only challenge players above them, and %(to)s is not."),
    "no-challenge.not-playing": _("%(by)s does not play."),
    "no-challenge.open-match": _("%(by)s has an open match and must play it first."),
    "no-challenge.too-far-above": plural(
        "%(by)s can challenge up to %(reach)s rung above; %(to)s is %(rungs)s above.",
        "%(by)s can challenge up to %(reach)s rungs above; %(to)s is %(rungs)s above.",
        by="reach",
    ),
    "no-round-left.everyone-met": _("Everyone has played everyone."),
    "no-round-left.left-over": _(
        "No further round gives everyone a new opponent: %(left_out)s have already played too "
        "many of each other. Draw the matches that are still possible (method all), or end here."
    ),
    "no-round-left.left-over-bye": _(
        "No further round gives everyone a new opponent: %(left_out)s have already played too "
        "many of each other, and could otherwise only get a bye. Draw the matches that are still "
        "possible (method all), or end here."
    ),
    "no-round-left.left-over-or-bye": _(
        "No further round gives everyone a new opponent: %(left_out)s have already played too "
        "many of each other, and could otherwise only play %(only)s or get a bye. Draw the "
        "matches that are still possible (method all), or end here."
    ),
    "no-round-left.left-over-outside": _(
        "No further round gives everyone a new opponent: %(left_out)s have already played too "
        "many of each other, and could otherwise only play %(only)s. Draw the matches that are "
        "still possible (method all), or end here."
    ),
    "not-admitted.age-unknown": _("%(category)s needs the date of birth of %(name)s."),
    "not-admitted.gender-unknown": _("%(category)s: say whether women or men enter."),
    "not-admitted.men-only": _("%(category)s is for men."),
    "not-admitted.one-of-each": _("%(category)s is for a woman and a man together."),
    "not-admitted.same-person": _("%(category)s: an entry cannot name the same person twice."),
    "not-admitted.too-few-people": plural(
        "%(category)s takes at least %(least)s person as one entry, not %(count)s.",
        "%(category)s takes at least %(least)s people as one entry, not %(count)s.",
        by="least",
    ),
    "not-admitted.too-many-categories": plural(
        "Each person may enter %(most)s category of this event, not %(count)s.",
        "Each person may enter %(most)s categories of this event, not %(count)s.",
        by="most",
    ),
    "not-admitted.too-many-people": plural(
        "%(category)s takes at most %(most)s person as one entry, not %(count)s.",
        "%(category)s takes at most %(most)s people as one entry, not %(count)s.",
        by="most",
    ),
    "not-admitted.too-old": _("%(category)s is for ages up to %(oldest)s; %(name)s will be %(age)s on the day."),
    "not-admitted.too-young": _("%(category)s is for ages from %(youngest)s; %(name)s will be %(age)s on the day."),
    "not-admitted.women-only": _("%(category)s is for women."),
    "not-for-sol.format": _("SoL has no %(format)s. It has Swiss, round robin and knock-out events."),
    "not-for-sol.no-person": _("No person is given for the key %(person)r."),
    "not-for-sol.no-such-championship": plural(
        "The file has %(count)s championship; there is no number %(number)s.",
        "The file has %(count)s championships; there is no number %(number)s.",
        by="count",
    ),
    "not-for-sol.no-such-event": plural(
        "The file has %(count)s event; there is no number %(number)s.",
        "The file has %(count)s events; there is no number %(number)s.",
        by="count",
    ),
    "not-for-sol.too-many-players": _("SoL takes at most %(most)s players in a team; one here has %(players)s."),
    "not-now.already-played": _(
        "Fixture %(fixture)s has been played, and a draw can be made again only before play. "
        "Edit the draw by hand, or undo it."
    ),
    "not-now.drawn": _("%(entrant)s is in a draw. Withdraw them, or undo the draw first."),
    "not-now.has-played": _("%(entrant)s has played in round %(played)s and can leave from round %(next)s on."),
    "not-now.joined": _("%(entrant)s is in the draws from round %(round)s on, so this cannot be changed any more."),
    "not-now.later-draw": _("A later draw builds on this one. Undo entry %(number)s first."),
    "not-now.line-ups-closed": _("Fixture %(fixture)s has started, so its line-ups cannot be changed."),
    "not-now.lot-twice": _("Draw each lot once."),
    "not-now.needs-winner": _("Fixture %(fixture)s needs a winner."),
    "not-now.no-result": _("Fixture %(fixture)s has no result of %(a)s and %(b)s."),
    "not-now.no-tie-result": _("Match %(number)s of %(fixture)s has no result of %(a)s and %(b)s."),
    "not-now.no-ties": _("This contest has no ties of teams."),
    "not-now.not-in-fixture": _("%(team)s does not play in %(fixture)s."),
    "not-now.not-playable": _(
        "Fixture %(fixture)s cannot be played now: a side is not known yet, or there is no match to play."
    ),
    "not-now.not-their-fixture": _("Fixture %(fixture)s is not between %(a)s and %(b)s now."),
    "not-now.nothing-drawn": _("Nothing is drawn yet."),
    "not-now.other-sides": _("Fixture %(fixture)s is between %(a)s and %(b)s."),
    "not-now.side-twice": _("Round %(round)s has a side of %(fixture)s twice."),
    "not-now.too-late": _("Round %(drawn)s is drawn. A late entrant can join in round %(next)s or later."),
    "not-now.unknown-tie-match": _("A tie has the matches 1 to %(most)s; there is no match %(number)s."),
    "nothing-to-draw.all-matches": plural("The only match is drawn.", "All %(rounds)s matches are drawn.", by="rounds"),
    "nothing-to-draw.all-rounds": plural("The only round is drawn.", "All %(rounds)s rounds are drawn.", by="rounds"),
    "nothing-to-draw.bracket": _("The bracket is drawn. Undo the draw to make another."),
    "nothing-to-draw.brackets": _("The brackets are drawn. Undo the draw to make another."),
    "nothing-to-draw.groups": _("Groups and brackets are drawn. Undo the draw to make another."),
    "nothing-to-draw.open-fixture": _("Enter the result of %(fixture)s first, or undo the draw of its round."),
    "nothing-to-draw.open-matches": _("Some matches are still open. Play or cancel them first."),
    "nothing-to-draw.rounds": _("All rounds are drawn. Undo the draw to make another."),
    "payment-method.no-payment": _("This event takes no payments. Nothing was recorded."),
    "payment-method.other-methods": _("This event takes %(methods)s, not %(method)s. Nothing was recorded."),
    "registration-closed": _(
        "Entries closed at the end of %(day)s (%(time_zone)s). The organiser can still extend the deadline."
    ),
    "too-few.bracket": plural(
        "A bracket needs two entrants; there is %(count)s.",
        "A bracket needs two entrants; there are %(count)s.",
        by="count",
    ),
    "too-few.groups": plural(
        "%(groups)s group needs %(needed)s entrants; there are %(entrants)s.",
        "%(groups)s groups need %(needed)s entrants; there are %(entrants)s.",
        by="groups",
    ),
    "too-few.groups-knockout": _("Groups and a knock-out need at least three entrants."),
    "too-few.ladder": _("A ladder needs at least two entrants."),
    "too-few.open-play": _("Fewer than two players are free for the next match."),
    "too-few.round-robin": _("A round robin needs at least two entrants."),
    "too-few.swiss": _("At least two entrants must play in this round."),
    "undecided-match": _("Round %(round)s, board %(board)s: nobody won two games."),
    "unknown-entrant": _("There is no entrant %(entrant)r."),
    "unknown-fixture": _("There is no fixture %(fixture)s."),
    "unknown-format": _("There is no format %(format)r. There are: %(formats)s."),
    "unknown-tie-break": _("There is no tie-break %(name)r. There are: %(tie_breaks)s."),
}
