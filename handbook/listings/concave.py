import bumper

bay = bumper.Polygon([(0, 0), (80, 0), (40, 30), (10, 70), (0, 70)])
assert str(bumper.relation(bay, (70, 60, 10))) == "apart"
assert str(bumper.relation(bay, (20, 60, 10))) == "overlapping"
try:
    bumper.Polygon([(0, 0), (9, 9), (9, 0), (0, 9)])
except ValueError as error:
    print(error)  # which edges cross
