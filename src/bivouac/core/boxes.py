"""The boxes of a title: where its procedure can stand, each a number with a name.

    class Box(Boxes):
        ORDER = 0
        DICE = 1

To the type checker this is an IntEnum, and it is used like one. Python 3.11 takes 75 nanoseconds to read a member of an IntEnum, and every
answer goes to two or three boxes; here it takes 35.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

__all__ = ["Boxes"]

if TYPE_CHECKING:
    from enum import IntEnum as Boxes
else:

    class _Members(type):
        """Makes the members of a class of boxes when the class is made."""

        def __init__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> None:
            super().__init__(name, bases, space)
            numbers = {key: value for key, value in space.items() if type(value) is int and not key.startswith("_")}
            for key, value in numbers.items():
                member = int.__new__(cls, value)
                member.name = key
                setattr(cls, key, member)
            cls._members = tuple(getattr(cls, key) for key in numbers)

        def __iter__(cls) -> Iterator[Any]:
            return iter(cls._members)

    class Boxes(int, metaclass=_Members):
        def __new__(cls, number: int) -> Any:
            return next(member for member in cls._members if member == number)

        __str__ = int.__repr__

        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}: {int(self)}>"

        def __reduce__(self) -> Any:
            return type(self), (int(self),)
