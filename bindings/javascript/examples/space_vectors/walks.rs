//! Worlds, and movers that walk.

use super::queries::part;
use super::shapes::{Made, Maker, Random};
use bumper_javascript::space::kind;
use bumper_javascript::space::world::Items;
use engine::motion::{Hit, HitTarget, Mover, Obstacles, WalkSettings};
use engine::world::{Collider, Id, IntersectionEvent};
use engine::{Aabb, AsShape, Axis, Capsule, Cylinder, Ray, Relation, Shape, ShapeBuf, Vector};

/// Operations on a world.
const OPERATIONS: usize = 1000;

const FRAMES: usize = 600;

/// The index of an item, as a word.
fn index(ids: &[Id], id: Id) -> f64 {
    ids.iter().position(|known| *known == id).expect("a known item") as f64
}

/// Appends a world of random items, and queries on it while items move. An operation has a number, its arguments, and a list of answers:
/// 0: the index of an item, an offset; events. 1: the origin of a ray; hits. 2: a moving shape; hits. 3: a shape; the nearest item. 4: a
/// shape; items.
pub fn operations(maker: &mut Maker, words: &mut Vec<f64>) {
    let items: Vec<Made> = (0..60).map(|k| maker.shape(k % 10)).collect();
    words.push(items.len() as f64);
    words.extend(items.iter().flat_map(|made| &made.words));
    let mut world = Items::new();
    let insert = |made: Made| world.insert(Collider::new(made.shape)).expect("a shape");
    let ids: Vec<Id> = items.into_iter().map(insert).collect();
    words.push(OPERATIONS as f64);
    let mut counts = [0; 5];
    for operation in 0..OPERATIONS {
        let kind = operation % 5;
        words.push(kind as f64);
        let answers = match kind {
            0 => {
                let item = maker.random.below(ids.len());
                let by = maker.random.point();
                words.push(item as f64);
                words.extend(by);
                world.move_by(ids[item], by).expect("a small offset");
                events(&mut world, &ids)
            }
            1 => {
                let from = maker.random.point();
                words.extend(from);
                cast(&world, &ids, from)
            }
            _ => {
                let made = maker.part();
                words.extend(&made.words);
                query(&world, &ids, kind, made.shape.as_shape())
            }
        };
        counts[kind] += usize::from(!answers.is_empty());
        words.push(answers.len() as f64);
        words.extend(answers);
    }
    assert!(counts.iter().all(|count| *count >= 20), "{counts:?}");
}

fn events(world: &mut Items, ids: &[Id]) -> Vec<f64> {
    let is_change = |event: &&IntersectionEvent| event.was == Relation::Apart || event.now == Relation::Apart;
    let events = world.update().iter().filter(is_change);
    let words = events.flat_map(|event| {
        let begins = f64::from(u8::from(event.was == Relation::Apart));
        [index(ids, event.a), index(ids, event.b), begins]
    });
    words.collect()
}

fn cast(world: &Items, ids: &[Id], from: [f64; 3]) -> Vec<f64> {
    let ray = Ray::new(from, [3.0, 1.0, -2.0]).expect("a direction");
    let mut answers = Vec::new();
    for found in world.cast_all(&ray, |_, _| true) {
        answers.extend([index(ids, found.collider), found.hit.distance]);
        answers.extend(found.hit.point.0.into_iter().chain(found.hit.normal.0));
    }
    answers
}

/// The answers of the operations 2, 3 and 4.
fn query(world: &Items, ids: &[Id], kind: usize, shape: Shape<'_, f64, 3>) -> Vec<f64> {
    let mut answers = Vec::new();
    match kind {
        2 => {
            for found in world.sweep_all(shape, [4.0, -5.0, 6.0], |_, _| true) {
                answers.extend([index(ids, found.collider), found.hit.time]);
                answers.extend(found.hit.point.0.into_iter().chain(found.hit.normal.0));
            }
        }
        3 => {
            let found = world.nearest(shape, f64::INFINITY, |_, _| true).expect("an item");
            answers.extend([index(ids, found.collider), found.hit.separation]);
            answers.extend(found.hit.normal.0);
        }
        _ => {
            let found = world.intersecting(shape, |_, _| true);
            answers.extend(found.iter().map(|found| index(ids, found.collider)));
        }
    }
    answers
}

/// The shapes of the walk: the mover, and its obstacles.
fn level(maker: &Maker) -> (Made, Vec<Made>) {
    let capsule = Capsule::new([-4.0, 1.0, 0.0], [-4.0, 2.0, 0.0], 0.4);
    let body = Made::new(kind::CAPSULE, &[-4.0, 1.0, 0.0, -4.0, 2.0, 0.0, 0.4], Shape::from(capsule));
    let stairs = maker.meshes.len() - 1;
    let post = Cylinder::new(Axis::Y, [7.0, 2.0, 1.0], 5.0, 0.5);
    let crate_box = Aabb::new([8.0, 2.5, -3.0], [9.0, 3.5, -1.0]);
    let obstacles = vec![
        Made::new(kind::MESH, &[stairs as f64], Shape::Mesh(&maker.meshes[stairs])),
        Made::new(kind::CYLINDER, &[7.0, 3.5, 1.0, 1.5, 0.5, 1.0], Shape::from(post)),
        Made::new(kind::BOX, &[8.0, 2.5, -3.0, 9.0, 3.5, -1.0], Shape::from(crate_box)),
    ];
    (body, obstacles)
}

/// Appends the walk of a mover: among a list, and in a world.
pub fn walks(maker: &Maker, words: &mut Vec<f64>) {
    let (body, obstacles) = level(maker);
    words.extend(&body.words);
    words.push(obstacles.len() as f64);
    words.extend(obstacles.iter().flat_map(|made| &made.words));
    words.push(FRAMES as f64);
    let shapes: Vec<_> = obstacles.iter().map(|made| made.shape.as_shape()).collect();
    walk(&body, &shapes[..], |index| index as f64, words);
    let mut world = Items::new();
    let insert = |made: &Made| world.insert(Collider::new(made.shape.clone())).expect("a shape");
    let ids: Vec<Id> = obstacles.iter().map(insert).collect();
    walk(&body, &world, |id| index(&ids, id), words);
}

/// Appends a walk: up the stairs, around posts, down again, with jumps. `index` is the index of an obstacle.
fn walk<O: Obstacles<f64, 3> + ?Sized>(
    body: &Made,
    obstacles: &O,
    index: impl Fn(O::Id) -> f64,
    words: &mut Vec<f64>,
) {
    let mut mover = Mover::<f64, 3, ShapeBuf<f64, 3>>::new(body.shape.clone());
    mover.gravity = Vector([0.0, -20.0, 0.0]);
    mover.walk_settings = Some(WalkSettings { stair_height: 0.3, snap_distance: 0.3 });
    let mut random = Random(7);
    let mut direction = [3.0, 0.0];
    let mut highest: f64 = 0.0;
    for frame in 0..FRAMES {
        if frame % 60 == 59 {
            direction = [random.number(-4.0, 5.0), random.number(-2.0, 2.0)];
        }
        let jump = if frame % 97 == 96 { 1.25 } else { 0.0 };
        mover.velocity = Vector([direction[0], mover.velocity.y(), direction[1]]);
        if jump > 0.0 {
            mover.jump(jump);
        }
        let mut hits = Vec::new();
        let response = mover.response;
        mover.step(
            1.0 / 60.0,
            obstacles,
            |_| Some(response),
            |hit: Hit<O::Id, f64, 3>| {
                let target = match hit.target {
                    HitTarget::Obstacle(obstacle) => index(obstacle),
                    HitTarget::Bounds => -1.0,
                };
                hits.push(target);
                hits.extend(hit.normal.0);
                hits.extend([hit.time, part(hit.parts[1])]);
            },
        );
        highest = highest.max(mover.position().y());
        words.extend([direction[0], direction[1], jump, (hits.len() / 6) as f64]);
        words.extend(mover.position().0.into_iter().chain(mover.velocity.0));
        words.push(f64::from(u8::from(mover.is_grounded())));
        words.extend(hits);
    }
    assert!(highest > 2.0, "the mover has climbed only to {highest}");
}
