"""A form of a season with its divisions as rows."""

from collections.abc import Sequence

from carrom.league.solo_terms import Division, SeasonTerms
from carrom_web.competitions.solo_leagues.forms import DivisionForm, SeasonForm
from carrom_web.competitions.terms_form import TermsWithRows


class EditedForms(TermsWithRows[SeasonTerms]):
    """What an organiser has typed, or what stands already."""

    form_class, row_class = SeasonForm, DivisionForm
    prefix, part_name, most = "d", "division", 12

    @staticmethod
    def parts_of(terms: SeasonTerms) -> Sequence[Division]:
        """Its divisions."""
        return terms.divisions

    def parts_shown(self) -> Sequence[Division]:
        """None where everybody stands in one table that has no name."""
        divisions = self.before.divisions
        return [one for one in divisions if one.title or len(divisions) > 1]

    def part(self, row: DivisionForm, key: str, old: Division | None) -> Division:
        """A division as it was typed."""
        return row.division(key)

    def made(self, parts: Sequence[Division]) -> SeasonTerms | None:
        """The season as it was typed."""
        one_table = Division(key=self.before.divisions[0].key, title="")
        terms: SeasonTerms = self.form.terms(parts or [one_table], self.before)
        return terms
