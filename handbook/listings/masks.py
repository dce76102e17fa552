import bumper

arrow = bumper.Mask.from_rows([".#...", "#####", ".#..."])
assert arrow.overlap(arrow, (4, 0)) is not None  # the methods are those of pygame.Mask
assert arrow.overlap(arrow, (4, 1)) is None
assert arrow.overlap_area(arrow, (1, 0)) == 4
