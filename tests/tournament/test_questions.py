"""An event's own questions, as lines, and the word on its terms."""

from datetime import date

import pytest

from carrom.tournament.questions import (
    AnswerError,
    Consent,
    ConsentError,
    Question,
    QuestionError,
    check_answers,
    check_consent,
    read_questions,
)

DAY = date(2027, 5, 8)


def test_each_line_is_a_question_with_its_choices_and_whether_it_must_be_answered():
    text = "T-shirt: S, M, L, M *\n\n  Food allergies\nPhone on the day *"
    assert read_questions(text) == (
        Question(label="T-shirt", choices=("S", "M", "L"), is_required=True),
        Question(label="Food allergies"),
        Question(label="Phone on the day", is_required=True),
    )
    assert read_questions("") == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("T-shirt: S", "choices"),
        ("T-shirt:", "choices"),
        (": S, M", "label"),
        ("x" * 81, "label"),
        (f"Size: S, {'x' * 81}", "long-choice"),
        ("Size\nsize: S, M", "twice"),
        ("\n".join(f"Question {n}" for n in range(13)), "too-many"),
        (f"Size: {', '.join(map(str, range(21)))}", "choices"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_line(text: str, reason: str):
    with pytest.raises(QuestionError) as refused:
        read_questions(text)
    assert refused.value.args[0] == reason


def test_answers_are_checked_against_their_questions():
    questions = read_questions("T-shirt: S, M *\nAllergies")
    check_answers(questions, {"T-shirt": "S"})
    for answers in ({}, {"T-shirt": "XL"}, {"T-shirt": "S", "Allergies": "x" * 301}):
        with pytest.raises(AnswerError):
            check_answers(questions, answers)


def test_a_minor_needs_a_guardian_and_everybody_the_present_version():
    said = {"version": 2, "name": "Anu Nair", "day": DAY}
    check_consent(Consent(version=2), born=date(2009, 5, 8), **said)  # 18 on the day
    check_consent(Consent(version=2), born=None, **said)
    check_consent(Consent(version=2, guardian="Uma Nair"), born=date(2009, 5, 9), **said)
    for consent, born in ((None, None), (Consent(version=1), None), (Consent(version=2), date(2009, 5, 9))):
        with pytest.raises(ConsentError):
            check_consent(consent, born=born, **said)
