"""Tests of masks, which are compared with sets of pixels and with masks of pygame."""

import copy
import inspect
import math
import pickle
import random
import sys
import threading

import pytest
from hypothesis import given, strategies as st

import bumper

SIZES = st.tuples(st.integers(0, 70), st.integers(0, 9))
OFFSETS = st.tuples(st.integers(-75, 75), st.integers(-12, 12))


@st.composite
def masks(draw, sizes=SIZES):
    w, h = draw(sizes)
    pixels = draw(st.sets(st.tuples(st.integers(0, w - 1), st.integers(0, h - 1)), max_size=60)) if w and h else set()
    mask = bumper.Mask((w, h))
    for pixel in pixels:
        mask.set_at(pixel)
    return mask, pixels


def moved(pixels, by):
    return {(x + by[0], y + by[1]) for x, y in pixels}


def angle_of(pixels):
    """The angle of the principal axis, from exact second moments. It is 0 if no direction is the longest."""
    n = len(pixels)
    sx, sy = sum(x for x, _ in pixels), sum(y for _, y in pixels)
    difference = n * sum(x * x - y * y for x, y in pixels) - sx * sx + sy * sy
    mixed = n * sum(x * y for x, y in pixels) - sx * sy
    return -math.degrees(math.atan2(2 * mixed, difference)) / 2


def pixels_of(mask):
    w, h = mask.get_size()
    return {(x, y) for x in range(w) for y in range(h) if mask.get_at((x, y))}


@given(masks(), masks(), OFFSETS)
def test_operations_on_two_masks_agree_with_sets(first, second, offset):
    (a, p), (b, q) = first, second
    q = moved(q, offset)
    common = p & q
    assert a.overlap_area(b, offset) == len(common)
    assert a.overlaps(b, offset) == bool(common)
    assert a.overlap(b, offset) == min(common, key=lambda at: at[::-1], default=None)
    assert pixels_of(a.overlap_mask(b, offset)) == common
    drawn, erased = a.copy(), a.copy()
    drawn.draw(b, offset)
    erased.erase(b, offset)
    w, h = a.get_size()
    assert pixels_of(drawn) == p | {(x, y) for x, y in q if 0 <= x < w and 0 <= y < h}
    assert pixels_of(erased) == p - q
    assert pixels_of(a) == p


@given(masks())
def test_operations_on_one_mask_agree_with_sets(made):
    mask, pixels = made
    w, h = mask.get_size()
    everything = {(x, y) for x in range(w) for y in range(h)}
    inverted = mask.copy()
    inverted.invert()
    assert mask.count() == len(pixels)
    assert pixels_of(inverted) == everything - pixels
    assert pixels_of(mask.flipped()) == {(w - 1 - x, y) for x, y in pixels}
    assert pixels_of(mask.flipped(False, True)) == {(x, h - 1 - y) for x, y in pixels}
    covered = [(x + i, y + j) for x, y, bw, bh in mask.boxes() for i in range(bw) for j in range(bh)]
    assert set(covered) == pixels
    assert mask.angle() == pytest.approx(angle_of(pixels), abs=1e-9)
    parts = mask.connected_components()
    assert sum(part.count() for part in parts) == len(pixels)
    assert set().union(*map(pixels_of, parts)) == pixels
    assert mask.connected_component().count() == max((part.count() for part in parts), default=0)
    for part in parts:
        assert mask.connected_component(min(pixels_of(part), key=lambda at: at[::-1])) == part
    assert pickle.loads(pickle.dumps(mask)).count() == mask.count()
    assert copy.deepcopy(mask) == mask


@given(masks(st.tuples(st.integers(1, 12), st.integers(1, 12))), masks(st.tuples(st.integers(1, 12), st.integers(1, 12))), OFFSETS)
def test_push_of_a_contact_separates_masks(first, second, offset):
    (a, p), (b, q) = first, second
    found = a.contact(b, offset)
    touching = any(abs(x - u) <= 1 and abs(y - v) <= 1 for x, y in p for u, v in moved(q, offset))
    assert (found is not None) == touching
    push = a.push(b, offset)
    assert (push is not None) == a.overlaps(b, offset) == (found is not None and found.depth > 0)
    if push:
        free = [
            i * i + j * j
            for i in range(-24, 25)
            for j in range(-24, 25)
            if not p & moved(q, (offset[0] + i, offset[1] + j))
        ]
        assert push[0] ** 2 + push[1] ** 2 == min(free)
        assert not a.overlaps(b, (offset[0] + push[0], offset[1] + push[1]))


@given(masks(st.tuples(st.integers(1, 9), st.integers(1, 9))), masks(st.tuples(st.integers(1, 9), st.integers(1, 9))), OFFSETS, OFFSETS)
def test_sweep_stops_before_masks_overlap(first, second, start, end):
    (a, _), (b, _) = first, second
    found = a.sweep(b, start, end)
    assert (found is None) == a.overlaps(b, start)
    if found:
        free, hit = found
        assert not a.overlaps(b, free)
        assert free == end if hit is None else a.overlaps(b, hit)


@given(masks(), masks(), OFFSETS)
def test_overlaps_agree_with_pygame(first, second, offset):
    pygame = pytest.importorskip("pygame")
    theirs = []
    for mask, pixels in (first, second):
        their = pygame.mask.Mask(mask.get_size())
        for pixel in pixels:
            their.set_at(pixel)
        theirs.append(their)
    (a, _), (b, _), (c, d) = first, second, theirs
    assert a.overlap_area(b, offset) == c.overlap_area(d, offset)
    # Masks of this package accept masks of pygame as arguments.
    assert a.overlap_area(d, offset) == c.overlap_area(d, offset)
    assert a.centroid() == c.centroid()
    assert a.outline() == c.outline()
    assert sorted(map(tuple, a.get_bounding_rects())) == sorted(map(tuple, c.get_bounding_rects()))
    parts = [sorted(map(pixels_of, mask.connected_components()), key=sorted) for mask in (a, c)]
    assert parts[0] == parts[1]
    assert a.get_rect(topleft=offset) == c.get_rect(topleft=offset) and type(a.get_rect()) is pygame.Rect
    # Scaled masks may differ from pygame's by rounding, so only compare whether they are empty.
    assert bool(a.scale((140, 18)).count()) == bool(c.scale((140, 18)).count())


def test_surfaces_convert_to_masks_and_back():
    pygame = pytest.importorskip("pygame")
    surface = pygame.Surface((5, 4), pygame.SRCALPHA)
    surface.set_at((2, 1), (255, 0, 0, 200))
    mask = bumper.from_surface(surface)
    assert pixels_of(mask) == {(2, 1)}
    drawn = mask.to_surface(setcolor="blue", unsetcolor=None)
    assert drawn.get_at((2, 1)) == pygame.Color("blue") and drawn.get_at((0, 0)) == (0, 0, 0, 0)
    part = surface.subsurface((1, 1, 3, 2))
    assert pixels_of(bumper.from_surface(part)) == {(1, 0)}


def test_surface_masks_agree_with_pygame():
    """Compares small surfaces, which are created in one call, and large ones, which are written to in pieces, with pygame's."""
    pygame = pytest.importorskip("pygame")
    chance = random.Random(4)
    for width, height in ((1, 1), (7, 3), (64, 2), (65, 5), (200, 90), (130, 127)):
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        for x in range(width):
            for y in range(height):
                surface.set_at((x, y), (1, 2, 3, chance.choice((0, 126, 127, 128, 255))))
        ours, theirs = bumper.from_surface(surface), pygame.mask.from_surface(surface)
        assert ours.count() == theirs.count() == ours.overlap_area(theirs, (0, 0)) and 0 < ours.count() + (width == 1)
        # A subsurface begins and ends within the rows of its parent.
        for threshold in (-1, 0, 126, 127, 128, 254, 255, 300):
            for part in (surface, surface.subsurface((width // 3, height // 2, width - width // 2, height - height // 2))):
                assert pixels_of(bumper.from_surface(part, threshold)) == pixels_of(pygame.mask.from_surface(part, threshold))
        above = bumper.from_surface(surface, 200)
        assert above.count() == pygame.mask.from_surface(surface, 200).count() <= ours.count()
        inside = pygame.Rect(width // 5, height // 4, width // 2, height // 2)
        for words in (
            {}, {"setcolor": "red"}, {"setcolor": (9, 8, 7, 6), "unsetcolor": None}, {"setcolor": None, "unsetcolor": 0x01020304},
            {"area": inside}, {"area": (0, 0, 0, 0)}, {"dest": (1, 1)}, {"setsurface": surface},
        ):
            drawn, expected = ours.to_surface(**words), theirs.to_surface(**words)
            assert drawn.get_size() == expected.get_size() and drawn.get_masks() == expected.get_masks(), words
            assert drawn.get_flags() == expected.get_flags()
            assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(expected, "RGBA"), words
    with pytest.raises(ValueError, match="^setcolor: "):
        ours.to_surface(setcolor="no colour")
    with pytest.raises(ValueError, match="^unsetcolor: "):
        bumper.Mask((3, 3)).to_surface(unsetcolor="no colour")


def winding(size):
    """Creates a mask with two connected components: a long winding one, and a single pixel beside it."""
    mask, rows = bumper.Mask((size, size)), range(0, size, 4)
    for y in rows:
        for x in range(size - 2):
            mask.set_at((x, y))
        # Connect this run to the next one by a corner, alternately on the right and on the left.
        turn = [(size - 2, y + 1), (size - 2, y + 2), (size - 2, y + 3)] if y % 8 == 0 else [(0, y + 1), (0, y + 2), (0, y + 3)]
        for pixel in turn if y + 4 < size else []:
            mask.set_at(pixel)
    mask.set_at((size - 1, 6))
    return mask


@pytest.mark.parametrize("size", [21, 53, 61, 69, 133])
def test_winding_parts_are_connected(size):
    mask = winding(size)
    for turned in (mask, mask.flipped(), mask.flipped(False, True), mask.flipped(True, True)):
        parts = turned.connected_components()
        assert sorted(part.count() for part in parts) == [1, mask.count() - 1]
        assert turned.connected_component().count() == mask.count() - 1
        assert sorted((w, h) for _, _, w, h in turned.get_bounding_rects()) == [(1, 1), (size - 1, size)]


def test_mask_in_use_cannot_be_changed():
    mask = bumper.Mask((3, 2))
    tried = []

    class Surface:
        def get_masks(self):
            try:
                mask.fill()
            except RuntimeError:
                tried.append(mask.count())
            raise ValueError

    with pytest.raises(TypeError, match="^surface: "):
        mask.to_surface(Surface())
    assert tried == [0]
    mask.fill()
    assert mask.count() == 6
    # If the other mask is the same object, it is copied first.
    mask.erase(mask, (1, 1))
    assert mask.to_rows() == ["###", "#.."]


def changed_while_convolved():
    """Whether a mask was changed while another thread convolved it. The convolution uses the mask as it was at the start."""
    # A checkerboard has the largest possible number of runs, so the convolution takes long.
    mask, other, found = bumper.Mask((600, 600), fill=True), bumper.Mask.from_rows(["#." * 150, ".#" * 150] * 150), []
    thread = threading.Thread(target=lambda: found.append(mask.convolve(other).count()))
    thread.start()
    before = not found
    mask.clear()
    thread.join()
    # The result has all pixels except those in two corners, where the checkerboard is empty.
    assert found[0] in (0, 899 * 899 - 2)
    return before and found[0] > 0


def test_long_calls_release_the_gil():
    interval = sys.getswitchinterval()
    # With this interval, a thread lets others run only if it releases the GIL itself.
    sys.setswitchinterval(60)
    try:
        assert any(changed_while_convolved() for _ in range(5))
    finally:
        sys.setswitchinterval(interval)


def test_surfaces_of_all_depths_are_read():
    pygame = pytest.importorskip("pygame")
    chance = random.Random(5)
    for depth in (8, 16, 24, 32):
        for width, height in ((1, 1), (9, 4), (70, 3), (5, 0), (0, 5)):
            surface = pygame.Surface((width, height), 0, depth)
            for x in range(width):
                for y in range(height):
                    surface.set_at((x, y), chance.choice(("red", "white")))
            for key in (None, "red"):
                surface.set_colorkey(key)
                # A subsurface begins and ends within the rows of its parent.
                parts = [surface, surface.subsurface((width // 3, height // 2, width // 2, height - height // 2))]
                for part in parts:
                    ours, theirs = bumper.from_surface(part), pygame.mask.from_surface(part)
                    assert ours.get_size() == theirs.get_size() and pixels_of(ours) == pixels_of(theirs), (depth, width, key)


def test_surfaces_of_all_memory_layouts_are_read():
    """Tests all positions of alpha in a pixel, unaligned bytes, a subclass, subsurfaces, and run-length encoded pixels."""
    pygame = pytest.importorskip("pygame")
    chance = random.Random(6)

    class Sprite(pygame.Surface):
        pass

    size = width, height = 70, 5
    raw = bytearray(chance.choice((0, 127, 128, 255)) for _ in range(4 * width * height + 3))
    surfaces = [pygame.image.frombuffer(memoryview(raw)[k : k + 4 * width * height], size, "RGBA") for k in range(4)]
    low, second, third, high = 0xFF, 0xFF00, 0xFF0000, 0xFF000000
    for order in ((third, second, low, high), (low, second, third, high), (high, third, second, low), (second, third, high, low)):
        other = pygame.Surface(size, pygame.SRCALPHA, 32, order)
        other.blit(surfaces[0], (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
        surfaces.append(other)
    surfaces.append(Sprite(size, pygame.SRCALPHA))
    surfaces[-1].blit(surfaces[0], (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    packed = surfaces[0].copy()
    packed.set_alpha(255, pygame.RLEACCEL)
    pygame.Surface(size).blit(packed, (0, 0))
    assert packed.mustlock() and not surfaces[0].mustlock()
    surfaces.append(packed)
    for surface in surfaces:
        for part in (surface, surface.subsurface((3, 1, 66, 3))):
            # Test our function first, because locking the surface, as pygame does, decodes its pixels.
            ours = bumper.from_surface(part)
            theirs = pygame.mask.from_surface(part)
            assert pixels_of(ours) == pixels_of(theirs) and 0 < ours.count() < width * height
            assert not part.get_locked() and part.get_locks() == ()
            # If a surface has a colour key, its alpha is ignored.
            key = part.get_at((9, 2))
            part.set_colorkey(key)
            keyed, theirs = bumper.from_surface(part), pygame.mask.from_surface(part)
            assert pixels_of(keyed) == pixels_of(theirs) and 0 < keyed.count() != ours.count()
            part.set_colorkey(None)


def test_direct_methods_behave_like_other_methods():
    """Methods that bypass PyO3 have docstrings and signatures, and check their arguments."""
    mask = bumper.Mask((3, 2), fill=True)
    for name in ("get_size", "count", "fill", "clear", "invert", "centroid", "angle", "get_rect"):
        method = getattr(bumper.Mask, name)
        assert method.__doc__ and method.__name__ == name and repr(method) == f"<method '{name}' of 'bumper.Mask' objects>"
        with pytest.raises(TypeError):
            method(3)
        with pytest.raises(TypeError):
            getattr(mask, name)(1)
    assert str(inspect.signature(mask.get_rect)) == "(**kwargs)" and str(inspect.signature(mask.clear)) == "()"
    assert tuple(mask.get_rect(topleft=(5, 6), width=9)) == (5, 6, 9, 2)
    with pytest.raises(AttributeError):
        mask.get_rect(nothing=1)
    with pytest.raises(TypeError):
        mask.get_rect(topleft="a")
    assert mask.clear() is mask.fill() is mask.invert() is None and mask.count() == 0


def test_any_true_value_fills_a_mask():
    for fill in (True, 1, 3, "yes"):
        assert bumper.Mask((70, 2), fill).count() == bumper.Mask((70, 2), fill=fill).count() == 140
    for fill in (False, 0, None, ""):
        assert bumper.Mask((70, 2), fill).count() == 0


def test_rotated_mask_is_turned_about_its_center():
    bar = bumper.Mask((5, 1), fill=True)
    turned, middle = bar.rotated(90)
    assert turned.get_size() == (1, 5) and middle == (0.5, 2.5)
    with pytest.raises(ValueError, match="degrees: the result would exceed the largest size of a mask"):
        bumper.Mask((65535, 9)).rotated(0.01)


def test_subclasses_take_their_own_arguments():
    class Named(bumper.Mask):
        def __init__(self, name):
            super().__init__((3, 2), fill=True)
            self.name = name

    mask = Named("hero")
    assert (mask.count(), mask.name, type(mask.copy())) == (6, "hero", Named)
