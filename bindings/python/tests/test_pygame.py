"""Tests with sprites, groups, surfaces and colours of pygame as arguments."""

import random

import pytest

import bumper

pygame = pytest.importorskip("pygame")


class Thing(pygame.sprite.Sprite):
    def __init__(self, area, mask=None, image=None):
        super().__init__()
        self.rect = pygame.Rect(area)
        if mask is not None:
            self.mask = mask
        if image is not None:
            self.image = image


def random_mask(rng, size, own=False):
    rows = ["".join("#" if rng.random() < 0.3 else "." for _ in range(size[0])) for _ in range(size[1])]
    mask = bumper.Mask.from_rows(rows)
    if own:
        return mask
    theirs = pygame.Mask(size)
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            theirs.set_at((x, y), pixel == "#")
    return theirs


def theirs(mask):
    """Converts a mask to one of pygame."""
    copy = pygame.Mask(mask.get_size())
    for x in range(mask.get_size()[0]):
        for y in range(mask.get_size()[1]):
            copy.set_at((x, y), mask.get_at((x, y)))
    return copy


SIZES = [1, 2, 5, 31, 32, 33, 63, 64, 65, 100, 128, 130]


def test_mask_collisions_of_sprites_agree_with_pygame():
    rng = random.Random(3)
    met = set()
    for case in range(400):
        sizes = [(rng.choice(SIZES), rng.choice(SIZES)) for _ in range(2)]
        masks = [random_mask(rng, size, own=rng.random() < 0.4) for size in sizes]
        a, b = (Thing((rng.randint(-80, 80), rng.randint(-80, 80), *size), mask) for size, mask in zip(sizes, masks))
        as_theirs = [Thing(s.rect, s.mask if isinstance(s.mask, pygame.Mask) else theirs(s.mask)) for s in (a, b)]
        for first, second, p, q in ((a, b, *as_theirs), (b, a, *reversed(as_theirs))):
            expected = pygame.sprite.collide_mask(p, q)
            assert bumper.overlaps(first, second) == (expected is not None), case
            assert (bumper.relation(first, second) is bumper.Relation.OVERLAPPING) == (expected is not None)
            if expected is not None:
                assert bumper.intersects(first, second) and bumper.distance(first, second) == 0
                assert bumper.contact(first, second).depth > 0
            found = bumper.collide_mask(first, second)
            assert (found is None) == (expected is None)
            met.add(found is None)
            # The first common pixel is the same only for narrow masks: pygame searches stripe by stripe, this package row by row.
            if max(sizes[0][0], sizes[1][0]) <= 32:
                assert found == expected
    assert met == {True, False}


def test_mask_changes_take_effect_in_sprites():
    a, b = Thing((0, 0, 70, 3), pygame.Mask((70, 3))), Thing((69, 0, 2, 3), pygame.Mask((2, 3), True))
    assert not bumper.overlaps(a, b)
    a.mask.set_at((69, 2))
    assert bumper.overlaps(a, b) and bumper.overlaps(b, a)
    a.mask.clear()
    assert not bumper.overlaps(a, b)
    a.mask = pygame.Mask((0, 5))
    assert not bumper.overlaps(a, b) and not bumper.overlaps(b, a)
    assert bumper.Mask.overlap(bumper.Mask((5, 5), True), pygame.Mask((5, 0)), (0, 0)) is None


def test_rect_property_may_change_the_mask():
    class Sly(pygame.sprite.Sprite):
        @property
        def rect(self):
            other.mask.__init__((200, 200), True)
            return pygame.Rect(0, 0, 5, 5)

    other, sly = Thing((0, 0, 5, 5), pygame.Mask((5, 5))), Sly()
    sly.mask = pygame.Mask((5, 5), True)
    assert bumper.overlaps(other, sly) and bumper.overlaps(sly, other)


def test_sprite_without_a_mask_uses_its_image():
    image = pygame.Surface((10, 10), pygame.SRCALPHA)
    pygame.draw.circle(image, "red", (5, 5), 4)
    ball, other = Thing((0, 0, 10, 10), image=image), Thing((9, 9, 10, 10), image=image)
    for near in (other, Thing((4, 4, 10, 10), image=image)):
        assert bumper.collide_mask(ball, near) == pygame.sprite.collide_mask(ball, near)
    group = pygame.sprite.Group(other)
    assert pygame.sprite.spritecollide(ball, group, False, bumper.collide_mask) == []
    # Their rects overlap.
    assert pygame.sprite.spritecollide(ball, group, False, bumper.overlaps) == [other]
    with pytest.raises(TypeError, match="a sprite is needed"):
        bumper.collide_mask(ball, (1, 2, 3))


def test_mask_scale_agrees_with_pygame():
    rng = random.Random(9)
    assert bumper.Mask.from_rows([".#"]).scale((1, 1)).to_rows() == ["."]
    for case in range(300):
        size, new = ((rng.choice(SIZES), rng.choice(SIZES)) for _ in range(2))
        mask = random_mask(rng, size)
        expected, found = mask.scale(new), bumper.Mask.from_rows(
            ["".join(".#"[mask.get_at((x, y))] for x in range(size[0])) for y in range(size[1])]
        ).scale(new)
        assert found.get_size() == expected.get_size() == new
        differs = found.overlap_area(expected, (0, 0)) != found.count() or found.count() != expected.count()
        assert not differs, (case, size, new)
    for size, new in (((0, 5), (3, 3)), ((5, 0), (3, 3)), ((5, 5), (0, 3)), ((0, 0), (0, 0))):
        assert bumper.Mask(size, True).scale(new).get_size() == new and not bumper.Mask(size, True).scale(new).count()


def test_groups_and_generators_are_accepted_as_lists():
    walls = [Thing((20, 0, 5, 50)), Thing((-40, 40, 200, 5))]
    group = pygame.sprite.Group(walls)
    for obstacles in (walls, tuple(walls), group, (wall for wall in walls), {wall: 1 for wall in walls}):
        player = bumper.Mover((0, 0, 10, 10), velocity=(60, 60))
        assert sorted(hit.id for hit in player.step(1, obstacles)) == [0, 1] and player.position == (10, 30)
        player.position = (0, 0)
        again = group if obstacles is group or not hasattr(obstacles, "__len__") else obstacles
        assert player.travel((60, 0), again)
    assert sorted(bumper.collide_many(group, (w for w in walls))) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    parts = bumper.Compound(group)
    assert parts == bumper.Compound(w for w in walls) and parts.overlaps((21, 10))
    assert bumper.Polygon((k % 2 * 9, k // 2 * 9) for k in (0, 1, 3)).contains((8, 1))
    simulation = bumper.Simulation()
    assert len(simulation.shapes(simulation.insert(group))) == len(simulation.shapes(simulation.insert(wall for wall in walls))) == 2
    assert len(simulation.shapes(simulation.insert(((0, 0, 5, 5), bumper.Collider((9, 9, 5)))))) == 2
    world = bumper.World()
    ids = [world.insert(wall) for wall in walls]
    assert world.intersecting((20, 40, 5, 5), ignore=(id for id in ids[:1])) == ids[1:]
    assert bumper.Mask.from_rows(row for row in ("#", ".")).count() == 1
    hull = bumper.Hull((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1))
    assert bumper.Mover3((0, 0, 5, 1), velocity=(0, 0, -9)).step(1, (h for h in [hull]))
    player = bumper.Mover((0, 0, 5, 5))
    for wrong in (5, "abc", bumper.World3(), [1], [(1, 2, 3), "a"], pygame.Rect(1, 2, 3, 4)):
        with pytest.raises(TypeError):
            player.step(1, wrong)
    with pytest.raises(TypeError, match=r"obstacles\[1\]: a shape is needed"):
        player.step(1, [(1, 2, 3), None])


def test_objects_that_are_not_shapes_are_refused():
    for wrong in (b"abc", bytearray(b"abcd"), "abc", pygame.Color("red"), {0: 1, 1: 2}, {1, 2, 3}, None, 5, b"ab"):
        for call in (
            lambda: bumper.overlaps(wrong, (1, 2)),
            lambda: bumper.World().insert(wrong),
            lambda: bumper.Simulation().insert(wrong),
            lambda: bumper.collide_many([wrong]),
            lambda: bumper.Compound([wrong]),
        ):
            with pytest.raises(TypeError):
                call()
    for wrong in (b"ab", "12", bytearray(b"ab")):
        for call in (lambda: bumper.Point(wrong), lambda: bumper.Circle(wrong, 3), lambda: bumper.Segment(wrong, (1, 2))):
            with pytest.raises(TypeError):
                call()


def drawn(draw, size=(60, 60)):
    surface = pygame.Surface(size)
    draw(surface)
    return surface


def lit(surface, x, y):
    return surface.get_at((x, y))[:3] == (255, 0, 0)


SHAPES = [
    bumper.Box(10, 10, 30, 20),
    bumper.Circle(30, 30, 15),
    bumper.Triangle((5, 5), (50, 10), (20, 50)),
    bumper.Capsule((15, 15), (40, 40), 8),
    bumper.OrientedBox((30, 30), (30, 12), 30),
    bumper.Ellipse((30, 30), (40, 16), 60),
    bumper.Polygon([(5, 5), (55, 5), (55, 55), (30, 20), (5, 55)]),
    bumper.Polygon([(15, 15), (45, 15), (30, 40)], 5),
    bumper.Sprite(bumper.Mask.from_rows(["####", "#..#", "####", "##.."]), (10, 10), 9, True, True),
    bumper.Compound([(5, 5, 10, 10), (40, 40, 9)], 10, (3, -2)),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_drawn_pixels_agree_with_the_shape(shape):
    for loop in shape.outline():
        assert len(loop) >= 4 and loop[0] == loop[-1]
        pygame.draw.polygon(pygame.Surface((60, 60)), "red", loop, 1)
    filled = drawn(lambda surface: shape.draw(surface, "red"))
    ring = drawn(lambda surface: shape.draw(surface, "red", 1))
    shifted = drawn(lambda surface: shape.draw(surface, "red", offset=(7, -3)))
    inside = 0
    for y in range(60):
        for x in range(60):
            middle = bumper.Circle(x + 0.5, y + 0.5, 2)
            if all(shape.contains((x + i, y + j)) for i in (-1, 0.5, 2) for j in (-1, 0.5, 2)):
                inside += 1
                assert lit(filled, x, y), (x, y)
            elif shape.distance(middle) > 0:
                assert not lit(filled, x, y) and not lit(ring, x, y), (x, y)
            if 8 < x < 52 and 4 < y < 55:
                assert lit(shifted, x, y) == lit(filled, x - 7, y + 3) or shape.intersects((x - 6.5, y + 3.5, 2))
    assert inside > 20 and sum(lit(ring, x, y) for x in range(60) for y in range(60)) > 20


def test_outlines_and_drawings_of_simple_shapes():
    assert bumper.Point(1, 2).outline() == [[(1, 2), (1, 2)]]
    assert bumper.Segment((1, 2), (3, 4)).outline() == [[(1, 2), (3, 4)]]
    assert bumper.Box(1, 2, 3, 4).outline() == [[(1, 2), (4, 2), (4, 6), (1, 6), (1, 2)]]
    assert len(SHAPES[8].outline()) == 2 and bumper.Compound([]).outline() == []
    surface = drawn(lambda surface: bumper.Segment((5, 5), (40, 5)).draw(surface, "red"))
    assert lit(surface, 20, 5) and not lit(surface, 20, 9)
    assert lit(drawn(lambda surface: bumper.Point(9, 9).draw(surface, (255, 0, 0))), 9, 9)


def test_worlds_and_bodies_are_drawn():
    world, simulation = bumper.World(), bumper.Simulation()
    world.insert((10, 10, 20, 20))
    world.insert((1000, 10, 20, 20))
    simulation.insert((0, 0, 20, 20), position=(10, 10))
    for of in (world, simulation):
        ring, filled = (drawn(lambda surface: of.draw(surface, "red", width)) for width in (1, 0))
        assert lit(ring, 10, 20) and not lit(ring, 20, 20) and lit(filled, 20, 20) and not lit(filled, 31, 20)
        assert lit(drawn(lambda surface: of.draw(surface, "red", offset=(5, 0))), 15, 20)
    # Draw a part of the world that is far away.
    assert lit(drawn(lambda surface: world.draw(surface, "red", 0, offset=(-990, 0))), 20, 20)
    for wrong in (lambda: world.draw(5, "red"), lambda: simulation.draw(pygame.Surface((9, 9)), "no colour")):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            wrong()
