import bumper

world = bumper.World()
hero = world.insert((0, 0, 14, 24), "the hero")
coin = world.insert((60, 12, 5), "a coin", sensor=True)


def news():
    """What has begun and what has ended since the last call. Called once a frame."""
    events = [event for event in world.update() if event.began or event.ended]
    return [("enter" if event.began else "leave", world.data_of(event.b)) for event in events]


assert news() == []
world.move_by(hero, (50, 0))
assert news() == [("enter", "a coin")]
world.move_by(hero, (1, 0))
assert news() == []
world.move_by(hero, (50, 0))
assert news() == [("leave", "a coin")]
