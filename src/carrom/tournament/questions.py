"""Questions of an event to everybody who registers, and terms to accept, for a minor by a guardian.

Plain values. The organiser writes a question on each line: `T-shirt: S, M, L` is answered by one of these,
`Food allergies` in words; a star at the end of a question (`Phone on the day *`) says that it must be answered.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from carrom.errors import ImpossibleError, NotAllowedError
from carrom.tournament.registration import age_on

MOST_QUESTIONS = 12
MOST_CHOICES = 20
LONGEST = 80  # of a question, and of a choice
LONGEST_ANSWER = 300
OF_AGE = 18  # years on the first day of the event


class QuestionError(ImpossibleError):
    """A question that cannot be asked as it is written."""

    code = "event-question"


class AnswerError(NotAllowedError):
    """An answer that is missing, or none of the choices."""

    code = "event-answer"


class ConsentError(NotAllowedError):
    """Terms of an event that are not accepted, or not by somebody who may."""

    code = "event-consent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of an event; without choices it is answered in words."""

    label: str
    choices: tuple[str, ...] = ()
    is_required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """Somebody's word on the terms of an event: which version; for a minor the parent or guardian who gave it."""

    version: int
    guardian: str = ""


def read_questions(text: str) -> tuple[Question, ...]:
    """Return the questions of some lines; empty lines are left out. Raises QuestionError: the first fault."""
    questions: list[Question] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        label, colon, listed = (part.strip() for part in line.partition(":"))
        choices = tuple(dict.fromkeys(filter(None, (part.strip() for part in listed.rstrip(" *").split(",")))))
        is_required = line.endswith("*") or label.endswith("*")
        label = label.rstrip(" *")
        if not label or len(label) > LONGEST:
            raise QuestionError("label", line=line, most=LONGEST)
        if colon and not 2 <= len(choices) <= MOST_CHOICES:
            raise QuestionError("choices", line=line, most=MOST_CHOICES)
        if any(len(choice) > LONGEST for choice in choices):
            raise QuestionError("long-choice", line=line, most=LONGEST)
        if any(label.casefold() == other.label.casefold() for other in questions):
            raise QuestionError("twice", label=label)
        questions.append(Question(label=label, choices=choices, is_required=is_required))
    if len(questions) > MOST_QUESTIONS:
        raise QuestionError("too-many", most=MOST_QUESTIONS, count=len(questions))
    return tuple(questions)


def faults_of(text: str) -> list[QuestionError]:
    """Return what is wrong with some lines of questions."""
    try:
        read_questions(text)
    except QuestionError as fault:
        return [fault]
    return []


def check_answer(question: Question, answer: str) -> None:
    """Pass if a question may be answered so. Raises AnswerError."""
    if not answer:
        if question.is_required:
            raise AnswerError("missing", question=question.label)
        return
    if question.choices and answer not in question.choices:
        raise AnswerError("other-choice", question=question.label, answer=answer)
    if len(answer) > LONGEST_ANSWER:
        raise AnswerError("too-long", question=question.label, most=LONGEST_ANSWER)


def check_answers(questions: tuple[Question, ...], answers: Mapping[str, str]) -> None:
    """Pass if all questions are answered as they may be. Raises AnswerError."""
    for question in questions:
        check_answer(question, answers.get(question.label, ""))


def check_consent(consent: Consent | None, *, version: int, name: str, born: date | None, day: date) -> None:
    """Pass if somebody's word holds for the present version; `day` is the first one of the event.

    Raises:
        ConsentError: none was given, it is about an earlier version, or they are a minor and no guardian gave it.
    """
    if consent is None:
        raise ConsentError("missing", name=name)
    if consent.version != version:
        raise ConsentError("changed")
    if born is not None and age_on(born, day) < OF_AGE and not consent.guardian:
        raise ConsentError("guardian", name=name, age=OF_AGE)
