# Prints results of pygame-ce for pairs of masks, one line per pair, for the test in pygame.rs.
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
    # Add an empty row and column, because pygame-ce 2.5.8 and pygame 2.6.1 crash on some masks that are solid up to their edges.
    padded = pygame.mask.Mask((a.get_size()[0] + 1, a.get_size()[1] + 1))
    padded.draw(a, (0, 0))
    sizes = sorted(part.count() for part in padded.connected_components())
    print(int(a.overlap(b, at) is not None), a.overlap_area(b, at), a.count(), common.count(), drawn.count(),
          erased.count(), *sizes)
