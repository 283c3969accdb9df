"""Every lesson by its key, in the order of the course.

Every module beside this one is a lesson: the folder is the list.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from carrom.play import course
from carrom.play.lessons import Lesson, Part


def _found() -> Mapping[str, Lesson]:
    names = [module.name for module in iter_modules(course.__path__) if module.name != "every"]
    found: list[Lesson] = [import_module(f"{course.__name__}.{name}").LESSON for name in names]
    parts = list(Part)
    found.sort(key=lambda lesson: (parts.index(lesson.part), lesson.order, lesson.key))
    return MappingProxyType({lesson.key: lesson for lesson in found})


LESSONS = _found()
