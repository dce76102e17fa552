import bumper

a = bumper.Circle.with_radius_squared((0, 0), 200)
b = bumper.Circle.with_radius_squared((28, 0), 200)
assert str(bumper.relation(a, b)) == "overlapping"  # 28² = 784 < (2 √200)² = 800
b = bumper.Circle.with_radius_squared((29, 0), 200)
assert str(bumper.relation(a, b)) == "apart"  # 29² = 841
