import bumper

room = bumper.Box(0, 0, 100, 60)
# A small box within a large one: the shortest way out is to the right, 15 to the edge and 10 for its own width.
inside = bumper.Box(75, 20, 10, 10)
found = bumper.contact(room, inside)
assert found.depth == 25
assert found.push == (25, 0)
