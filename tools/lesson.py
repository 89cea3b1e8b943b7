"""`python tools/lesson.py TITLE LESSON [en|it]`: play a lesson as it is meant and print it, to see while writing where it leads.

At its end, or where what is expected is no option, all options of the question are listed with their numbers.
"""

from __future__ import annotations

import sys

from bivouac.core.ids import Side
from bivouac.i18n import catalogue
from bivouac.i18n.catalogue import Catalogue
from bivouac.match import Match
from bivouac.match.lesson import Course, Step, course_of, lesson_of
from bivouac.titles import load


def print_answers(match: Match, words: Catalogue, first: int) -> int:
    """What was answered from number `first` on, and what came of it; gives the number to go on from."""
    for number in range(first, len(match.answers)):
        told = " ".join(words.say(e.text) for e in match.all_events_of(number) if not e.kind.effect)
        print(f"    [{number}] {Side(match.sides[number]).name.lower()} {match.answers[number]}: {told}")
    return len(match.answers)


def print_options(match: Match, words: Catalogue) -> None:
    question = match.question
    if question is None:
        print("    over:", match.outcome)
        return
    print(f"    {question.side.name} {words.say(question.prompt)} ({question.rule})")
    for choice in match.choices():
        print(f"      {choice.answer:6} {words.say(choice.label)} {' '.join(choice.targets)}")


def print_step(course: Course, match: Match, words: Catalogue, taken: int, step: Step) -> None:
    number, question = course.chapter(taken), match.question
    assert question is not None
    said = "" if step.say is None else step.say.in_language(words.language).strip()
    meant = [words.say(match.title.choice(match.state, a).label) for a in course.meant(match.state, step)]
    print(f"  {number + 1}. {course.lesson.chapters[number].name.en} · step {taken + 1}: {said}")
    print(f"    {words.say(question.prompt)} -> {meant or f'NOTHING OF {step.expect} IS AN OPTION'}")


def print_stretch(course: Course, words: Catalogue) -> None:
    match = course.begin()
    seen = len(match.answers)
    for taken, step in course.walk(match):
        seen = print_answers(match, words, seen)
        print_step(course, match, words, taken, step)
        if not course.meant(match.state, step):
            break
    print_answers(match, words, seen)
    print_options(match, words)


def main(name: str, lesson: str, language: str = "en") -> None:
    words = catalogue(language, load(name))
    for number, chapter in enumerate(lesson_of(name, lesson).chapters):
        if chapter.position is not None:
            print_stretch(course_of(name, lesson, number), words)


if __name__ == "__main__":
    main(*sys.argv[1:])
