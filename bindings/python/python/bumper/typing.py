"""Types for arguments, which accept shapes and points in all forms that games have them in."""

from collections.abc import Iterable
from typing import Any, Protocol, Union

from ._bumper import Mask, Shape, Shape3

__all__ = ["Array", "MaskLike", "Pair", "RectLike", "Rows", "Shape3Like", "ShapeLike"]


class Numbers(Protocol):
    """A sequence of numbers: a tuple, a list, a vector or a rect of pygame."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


class Round(Protocol):
    """An object with a center and a radius, such as a circle of pygame."""

    @property
    def center(self) -> Any: ...
    @property
    def radius(self) -> Any: ...


class HasRect(Protocol):
    """An object with a rect, such as a sprite. Its shape is the pixels of its `mask` at the rect, or the rect if it has no mask."""

    @property
    def rect(self) -> Any: ...


class PixelMask(Protocol):
    """A mask of pygame."""

    def get_size(self) -> tuple[int, int]: ...
    def overlap_area(self, other: Any, offset: Any) -> int: ...


#: Two numbers, or three in 3D: a point, a size or an offset.
Pair = Numbers
#: A shape of this package; a rect, a circle or a sprite of pygame; or a tuple of 2, 3 or 4 numbers.
ShapeLike = Union[Shape, Numbers, Round, HasRect]
#: A shape of this package, or a tuple of 3, 4 or 6 numbers.
Shape3Like = Union[Shape3, Numbers]
#: A rect of pygame or of this package, four numbers, two pairs, or an object with a `rect`.
RectLike = Union[Numbers, HasRect]
MaskLike = Union[Mask, PixelMask]
#: Rows of 4, 3 or 2 numbers (numpy, or any buffer), or a sequence of shapes.
Array = Union[Numbers, Iterable[ShapeLike], memoryview]
#: Rows of numbers: a 2D array (numpy, or any buffer), or an iterable of rows.
Rows = Union[Iterable[Iterable[float]], Numbers, memoryview]
