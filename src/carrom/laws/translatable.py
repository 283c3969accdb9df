"""Every text of the laws that a reader may see, for the catalogues of translators.

The texts are in data files and declarations, where `makemessages` finds no marked strings.
"""

from collections.abc import Iterator, Mapping

from carrom.laws.readings import readings
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.situations import boards, strokes
from carrom.laws.texts import lookup
from carrom.laws.texts.lookup import NOBODY, STATE_WORDS
from carrom.laws.texts.plain import TITLES, in_plain_words
from carrom.laws.values import choices, group_of, parameters, says


def texts() -> Iterator[tuple[str, str]]:
    """Each text with where it stands; some more than once."""
    yield from (("reasons", text) for text in lookup.sentences().values())
    yield from (("facts", text) for text in lookup.facts().values())
    yield from (("what stands where nobody is named", text) for text in NOBODY.values())
    yield from (("where a clause has its home", text) for text in STATE_WORDS.values())
    yield from (("in plain words", title) for title in TITLES.values())
    for slug in RULESETS:
        yield from ((f"{slug} in plain words", part.says) for part in in_plain_words(slug))
    for slug, document in lookup.documents().items():
        yield slug, RULESETS[slug].title
        yield slug, document.nature
        for one in document.clauses:
            title = "" if one.word or one.title == one.id else one.title
            words = "" if one.consequence else one.text  # a document's own words stay in English
            for text in (one.word, title, words, one.consequence, one.reading, *lookup.home_label(one)):
                if text:
                    yield one.id, text
    for reading in readings():
        for text in (reading.point, reading.because, *(way.says for way in reading.ways)):
            if text:
                yield reading.id, text
    for name in parameters():
        yield name, says(name)
        yield name, group_of(name)
        yield from ((name, lookup.spoken(choice)) for choice in choices(name) if isinstance(choice, str))
    for ruleset in RULESETS.values():
        yield from ((name, lookup.spoken(word)) for name in parameters() for word in _words(getattr(ruleset, name)))
    yield from (("a situation", words) for words, _board in boards(solo=False))
    yield from (("a stroke", words) for words, _facts in strokes())


def _words(held: object) -> Iterator[str]:
    """The words in a list or a table that a ruleset holds."""
    if isinstance(held, Mapping):
        yield from _words(tuple(held.values()))
    elif isinstance(held, tuple | frozenset):
        yield from (one for one in held if isinstance(one, str))
