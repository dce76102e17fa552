import bumper

# A thousand balls in a square, at places that are the same in every run.
balls = [(k * k % 1009, k * 503 % 1013, 8) for k in range(1000)]

# By hand: each ball with each later one.
tests = found = 0
for k, a in enumerate(balls):
    for b in balls[k + 1 :]:
        tests += 1
        found += bumper.intersects(a, b)
assert tests == 499500

# With a broad phase.
assert len(bumper.collide_many(balls, touching=True)) == found

# A world keeps its tree from frame to frame, and answers what is near a place.
world = bumper.World()
for ball in balls:
    world.insert(ball)
assert len(world.intersecting((500, 500, 50, 50))) == 8
