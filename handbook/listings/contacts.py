import bumper

floor = bumper.Box(0, 60, 120, 20)
crate = bumper.Box(40, 35, 30, 30)
hit = bumper.contact(floor, crate)
assert (hit.depth, hit.normal) == (5, (0, -1))
assert hit.push == (0, -5)  # the normal times the depth
crate = crate.translated(hit.push)
assert str(bumper.relation(floor, crate)) == "touching"
assert bumper.contact(floor, (200, 0, 5, 5)) is None
