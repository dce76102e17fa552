# Answers about masks by pygame-ce, one line a pair of masks: for tests/pygame.rs.
import sys
import pygame

def mask(text):
    rows = text.split("/")
    made = pygame.mask.Mask((len(rows[0]), len(rows)))
    for j, row in enumerate(rows):
        for i, pixel in enumerate(row):
            if pixel == "#":
                made.set_at((i, j))
    return made

for line in sys.stdin:
    first, second, x, y = line.split()
    a, b, at = mask(first), mask(second), (int(x), int(y))
    common = a.overlap_mask(b, at)
    drawn, erased = mask(first), mask(first)
    drawn.draw(b, at)
    erased.erase(b, at)
    sizes = sorted(part.count() for part in a.connected_components())
    print(int(a.overlap(b, at) is not None), a.overlap_area(b, at), a.count(), common.count(), drawn.count(),
          erased.count(), *sizes)
