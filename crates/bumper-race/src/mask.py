# Measures pygame-ce's masks for bumper-race. The first line of the input contains the cases as JSON; each further line is answered with the
# times of one round.
import json, sys, time
import pygame

def mask(given):
    made = pygame.mask.Mask(tuple(given["size"]))
    for j, row in enumerate(given["rows"]):
        for i, pixel in enumerate(row):
            if pixel == "#":
                made.set_at((i, j))
    return made

cases = []
for case in json.loads(sys.stdin.readline()):
    cases.append((mask(case["a"]), mask(case["b"]), tuple(case["offset"]), case["area"], case["calls"]))
answers = [a.overlap_area(b, at) if area else int(a.overlap(b, at) is not None) for a, b, at, area, _ in cases]
print(json.dumps({"version": pygame.version.ver, "answers": answers}), flush=True)

def timed(call, b, at, count):
    start = time.perf_counter_ns()
    for _ in range(count):
        call(b, at)
    return (time.perf_counter_ns() - start) / count

for _ in sys.stdin:
    times = []
    for a, b, at, area, calls in cases:
        call = a.overlap_area if area else a.overlap
        # Measure the overhead of a call with masks that are far apart, to subtract it.
        idle = timed(call, b, (100000, 0), 2000)
        times.append(max(timed(call, b, at, calls) - idle, 0.0))
    print(json.dumps(times), flush=True)
