//! Writes queries and walks in 3D and the answers of the library to a file: `space_vectors FILE`. `test/space_vectors.test.js` compares the
//! package with them.
//!
//! The file is a list of 64-bit floats. Shapes are words as in the scratch buffer, except that `MESH` and `HEIGHT_FIELD` have an index
//! instead of a handle, and `PREPARED` is followed by the shape. The shapes of the library are made here by its own constructors, not by
//! the code that reads words.
//!
//! | block | words |
//! | --- | --- |
//! | meshes | count; for each: whether it is one-sided, the numbers of points and of triangles, points, indices |
//! | height fields | count; for each: x, y, z, cell x, cell z, columns, count, heights |
//! | queries | count; for each: the query and its arguments, the shapes `a` and `b`, the number of answers, the answers |
//! | world | the number of items, their shapes, the number of operations; for each: its number, arguments and answers, see [`operations`] |
//! | walk among a list | the shape of the mover, the number of obstacles, these, the number of frames; for each: velocity x and z, the height of a jump or 0, the number of hits, the state, the hits |
//! | the same walk in a world | as before |

use bumper_javascript::space::kind;
use engine::motion::{Hit, HitTarget, Mover, Obstacles, WalkSettings};
use engine::world::{Collider, Id, World};
use engine::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, HalfSpace, HeightField, Hull, Mesh, NO_PART, OrientedBox,
    OrientedCylinder, Pose, Ray, Relate, Relation, Rotation, Segment, Shape, ShapeBuf, SquaredBall, Triangle,
    Vector,
};

/// Queries of each kind for each pair of kinds of shapes.
const ROUNDS: usize = 10;

/// The number of kinds of shapes that [`Maker::shape`] makes.
const KINDS: usize = 18;

/// Operations on a world.
const OPERATIONS: usize = 1000;

const FRAMES: usize = 600;

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// A number from `low` to `high`; three quarters of them are whole, so that shapes touch.
    fn number(&mut self, low: f64, high: f64) -> f64 {
        let number = low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        if self.below(4) > 0 { number.round() } else { number }
    }

    fn point(&mut self) -> [f64; 3] {
        [self.number(-6.0, 6.0), self.number(-6.0, 6.0), self.number(-6.0, 6.0)]
    }

    fn size(&mut self) -> f64 {
        self.number(0.0, 5.0)
    }

    /// A quaternion, which is not zero.
    fn quaternion(&mut self) -> [f64; 4] {
        let [x, y, z] = self.point();
        [x, y, z, self.number(1.0, 9.0)]
    }
}

/// A shape of the library, and its words.
struct Made {
    words: Vec<f64>,
    shape: ShapeBuf<f64, 3>,
    pose: Option<Pose<f64, 3>>,
}

impl Made {
    fn new(kind: u32, numbers: &[f64], shape: impl Into<ShapeBuf<f64, 3>>) -> Self {
        let words = std::iter::once(f64::from(kind)).chain(numbers.iter().copied()).collect();
        Self { words, shape: shape.into(), pose: None }
    }

    /// Calls `query` with the shape at its pose.
    fn with<T>(&self, query: impl FnOnce(Shape<'_, f64, 3>) -> T) -> T {
        let inner = self.shape.as_shape();
        match &self.pose {
            Some(pose) => query(inner.placed(pose)),
            None => query(inner),
        }
    }
}

/// Makes random shapes.
struct Maker {
    random: Random,
    meshes: Vec<Mesh<f64, 3>>,
    fields: Vec<HeightField<f64, 3>>,
}

/// A terrain of triangles with random heights, with `side` points along x and z.
fn terrain(random: &mut Random, side: u32) -> Mesh<f64, 3> {
    let step = 12.0 / f64::from(side - 1);
    let places = (0..side).flat_map(|row| (0..side).map(move |column| [column, row]));
    let points: Vec<_> = places
        .map(|[x, z]| [f64::from(x) * step - 6.0, random.number(-3.0, 3.0), f64::from(z) * step - 6.0])
        .collect();
    let cells = (0..side - 1).flat_map(|row| (0..side - 1).map(move |column| row * side + column));
    let triangles = cells.flat_map(|at| [[at, at + side, at + 1], [at + 1, at + side, at + side + 1]]);
    Mesh::new(points, triangles).expect("a terrain")
}

impl Maker {
    fn new() -> Self {
        let mut random = Random(57);
        let meshes =
            vec![terrain(&mut random, 2), terrain(&mut random, 5).one_sided(), terrain(&mut random, 12)];
        let fields = [2, 4, 9].map(|columns| {
            let heights: Vec<f64> = (0..columns * 3).map(|_| random.number(-3.0, 3.0)).collect();
            let cell = [12.0 / columns as f64, 4.0];
            HeightField::grid(random.point(), cell, columns, heights).expect("finite heights")
        });
        Self { random, meshes, fields: fields.to_vec() }
    }

    fn shape(&mut self, of: usize) -> Made {
        match of {
            0..=10 => self.plain(of),
            11 => self.hull(),
            12 => self.compound(),
            13 => self.mesh(),
            14 => self.height_field(),
            15 => self.prepared(),
            16 => {
                let made = self.mesh();
                self.placed(made)
            }
            17 => {
                let made = if self.random.below(2) == 0 { self.hull() } else { self.compound() };
                self.placed(made)
            }
            _ => unreachable!("there are {KINDS} kinds"),
        }
    }

    fn plain(&mut self, of: usize) -> Made {
        let [a, b, c] = [self.random.point(), self.random.point(), self.random.point()];
        let [half, radius] = [self.random.size() / 2.0, self.random.size()];
        let words = |lists: &[&[f64]]| lists.concat();
        match of {
            0 => Made::new(kind::POINT, &a, Shape::Point(Vector(a))),
            1 => Made::new(kind::BOX, &words(&[&a, &b]), Shape::from(Aabb::new(a, b))),
            2 => Made::new(kind::SPHERE, &words(&[&a, &[radius]]), Shape::from(Ball::new(a, radius))),
            3 => {
                let ball = SquaredBall::new(a, radius);
                Made::new(kind::SQUARED_SPHERE, &words(&[&a, &[radius]]), Shape::from(ball))
            }
            4 => Made::new(kind::SEGMENT, &words(&[&a, &b]), Shape::from(Segment::new(a, b))),
            5 => {
                let capsule = Capsule::new(a, b, half);
                Made::new(kind::CAPSULE, &words(&[&a, &b, &[half]]), Shape::from(capsule))
            }
            6 => Made::new(kind::TRIANGLE, &words(&[&a, &b, &c]), Shape::from(Triangle::new(a, b, c))),
            7 => {
                let size = [half, radius, half + 1.0];
                let quaternion = self.random.quaternion();
                let rotation = Rotation::from_quaternion(quaternion).expect("a rotation");
                let shape = Shape::from(OrientedBox::new(a, size, rotation));
                Made::new(kind::ORIENTED_BOX, &words(&[&a, &size, &quaternion]), shape)
            }
            8 => {
                let index = self.random.below(3);
                let axis = [Axis::X, Axis::Y, Axis::Z][index];
                let from = Vector(a).with(index, a[index] - half);
                let shape = Shape::from(Cylinder::new(axis, from, a[index] + half, radius));
                Made::new(kind::CYLINDER, &words(&[&a, &[half, radius, index as f64]]), shape)
            }
            9 => {
                let direction = [b[0], b[1], b[2] + 20.0];
                let shape = OrientedCylinder::new(a, direction, half, radius).expect("a direction");
                Made::new(
                    kind::ORIENTED_CYLINDER,
                    &words(&[&a, &[half, radius], &direction]),
                    Shape::from(shape),
                )
            }
            _ => {
                let normal = [b[0], b[1] + 20.0, b[2]];
                let shape = HalfSpace::new(a, normal).expect("a normal with a length");
                Made::new(kind::HALF_SPACE, &words(&[&a, &normal]), Shape::from(shape))
            }
        }
    }

    fn hull(&mut self) -> Made {
        let count = 4 + self.random.below(12);
        let points: Vec<[f64; 3]> = (0..count).map(|_| self.random.point()).collect();
        let vectors: Vec<_> = points.iter().map(|point| Vector(*point)).collect();
        let mut made =
            Made::new(kind::HULL, &[count as f64], Shape::from(Hull::new(&vectors).expect("points")));
        made.words.extend(points.as_flattened());
        made
    }

    fn compound(&mut self) -> Made {
        let count = 1 + self.random.below(4);
        let parts: Vec<Made> = (0..count).map(|_| self.part()).collect();
        let shape = ShapeBuf::compound(parts.iter().map(|part| part.shape.clone()));
        let mut made = Made::new(kind::COMPOUND, &[count as f64], shape);
        made.words.extend(parts.into_iter().flat_map(|part| part.words));
        made
    }

    /// A shape that may be a part. Half-spaces would overlap nearly everything.
    fn part(&mut self) -> Made {
        match self.random.below(12) {
            10 => self.hull(),
            11 => self.mesh(),
            kind => self.plain(kind),
        }
    }

    fn mesh(&mut self) -> Made {
        let index = self.random.below(self.meshes.len());
        Made::new(kind::MESH, &[index as f64], Shape::Mesh(&self.meshes[index]))
    }

    fn height_field(&mut self) -> Made {
        let index = self.random.below(self.fields.len());
        Made::new(kind::HEIGHT_FIELD, &[index as f64], Shape::HeightField(&self.fields[index]))
    }

    fn prepared(&mut self) -> Made {
        let made = self.part();
        let words = std::iter::once(f64::from(kind::PREPARED)).chain(made.words).collect();
        Made { words, ..made }
    }

    fn placed(&mut self, made: Made) -> Made {
        let by = self.random.point();
        let quaternion = self.random.quaternion();
        let pose = Pose::new(Rotation::from_quaternion(quaternion).expect("a rotation"), by);
        let mut words = vec![f64::from(kind::PLACED)];
        words.extend(by);
        words.extend(quaternion);
        words.extend(made.words);
        Made { words, shape: made.shape, pose: Some(pose) }
    }
}

/// The number of answers of each kind, to see that all occur.
#[derive(Debug, Default)]
struct Tally {
    relations: [usize; 3],
    contacts: [usize; 2],
    rays: [usize; 2],
    sweeps: [usize; 2],
}

/// The arguments of a query, and its answers.
struct Query {
    arguments: Vec<f64>,
    answers: Vec<f64>,
}

fn part(part: u32) -> f64 {
    if part == NO_PART { -1.0 } else { f64::from(part) }
}

fn relation(a: &Made, b: &Made, tally: &mut Tally) -> Query {
    let relation = match a.with(|a| b.with(|b| a.relation(&b))) {
        Relation::Apart => 0,
        Relation::Touching => 1,
        Relation::Overlapping => 2,
    };
    tally.relations[relation] += 1;
    Query { arguments: vec![0.0], answers: vec![relation as f64] }
}

fn distance(a: &Made, b: &Made) -> Query {
    Query { arguments: vec![1.0], answers: vec![a.with(|a| b.with(|b| engine::distance(a, b)))] }
}

fn contact(a: &Made, b: &Made, margin: f64, tally: &mut Tally) -> Query {
    let found = a.with(|a| {
        b.with(|b| match margin == f64::INFINITY {
            true => Some(engine::contact(a, b)),
            false => engine::contact_within(a, b, margin),
        })
    });
    tally.contacts[usize::from(found.is_some())] += 1;
    let answers = found.map_or(vec![], |found| {
        let mut answers = vec![found.separation];
        answers.extend(found.normal.0);
        answers.extend(found.parts.map(part));
        for at in found.points() {
            answers.extend(at.point.0);
            answers.extend([at.separation, f64::from(at.feature), part(at.parts[0]), part(at.parts[1])]);
        }
        answers
    });
    Query { arguments: vec![2.0, margin], answers }
}

fn raycast(shape: &Made, random: &mut Random, tally: &mut Tally) -> Query {
    let from = random.point();
    // Never equal to the start, and never zero.
    let towards = [random.number(10.0, 20.0), random.number(-20.0, 20.0), random.number(-20.0, 20.0)];
    let to_point = random.below(2) == 1;
    let max = if random.below(2) == 1 { f64::INFINITY } else { random.number(0.5, 20.0) };
    let ray = if to_point { Ray::between(from, towards) } else { Ray::new(from, towards) };
    let ray = ray.expect("a direction");
    let max = max.min(ray.max_distance());
    let hit = shape.with(|shape| engine::cast(&ray.with_max_distance(max), shape));
    tally.rays[usize::from(hit.is_some())] += 1;
    let answers = hit.map_or(vec![], |hit| {
        let mut answers = vec![hit.distance];
        answers.extend(hit.point.0.into_iter().chain(hit.normal.0));
        answers.push(part(hit.part));
        answers
    });
    let mut arguments = vec![3.0];
    arguments.extend(from.into_iter().chain(towards));
    arguments.extend([f64::from(u8::from(to_point)), max]);
    Query { arguments, answers }
}

fn sweep(a: &Made, b: &Made, random: &mut Random, tally: &mut Tally) -> Query {
    let a_moves = random.point();
    let b_moves = if random.below(2) == 1 { random.point() } else { [0.0; 3] };
    let hit = a.with(|a| b.with(|b| engine::sweep(a, a_moves, b, b_moves)));
    tally.sweeps[usize::from(hit.is_some())] += 1;
    let answers = hit.map_or(vec![], |hit| {
        let mut answers = vec![hit.time];
        answers.extend(hit.point.0.into_iter().chain(hit.normal.0));
        answers.push(f64::from(u8::from(hit.starts_overlapping)));
        answers.extend(hit.parts.map(part));
        answers
    });
    let arguments = std::iter::once(4.0).chain(a_moves).chain(b_moves).collect();
    Query { arguments, answers }
}

/// Appends the queries.
fn queries(maker: &mut Maker, words: &mut Vec<f64>) -> Tally {
    let mut tally = Tally::default();
    let mut random = Random(2026);
    words.push((KINDS * KINDS * ROUNDS * 5 / 2) as f64);
    for pair in 0..KINDS * KINDS {
        for round in 0..ROUNDS {
            let a = maker.shape(pair / KINDS);
            let b = maker.shape(pair % KINDS);
            let margin = [0.0, 1.5, f64::INFINITY][round % 3];
            // Each pair of shapes gets half of the queries, so that there are more shapes.
            let queries = if round % 2 == 0 {
                vec![
                    relation(&a, &b, &mut tally),
                    contact(&a, &b, margin, &mut tally),
                    raycast(&a, &mut random, &mut tally),
                ]
            } else {
                vec![distance(&a, &b), sweep(&a, &b, &mut random, &mut tally)]
            };
            for Query { arguments, answers } in queries {
                words.extend(arguments);
                words.extend(&a.words);
                words.extend(&b.words);
                words.push(answers.len() as f64);
                words.extend(answers);
            }
        }
    }
    tally
}

/// Stairs: ten steps of a height of 0.25 and a depth of 0.5, along x, as one mesh.
fn stairs() -> Mesh<f64, 3> {
    let mut points: Vec<[f64; 3]> = Vec::new();
    let mut triangles = Vec::new();
    let mut quad = |from: [f64; 2], to: [f64; 2]| {
        let at = points.len() as u32;
        let corners =
            [[from[0], from[1], -8.0], [from[0], from[1], 8.0], [to[0], to[1], -8.0], [to[0], to[1], 8.0]];
        points.extend(corners);
        triangles.extend([[at, at + 1, at + 2], [at + 2, at + 1, at + 3]]);
    };
    quad([-8.0, 0.0], [0.0, 0.0]);
    for step in 0..10 {
        let [x, y] = [f64::from(step) * 0.5, f64::from(step) * 0.25];
        quad([x, y], [x, y + 0.25]);
        quad([x, y + 0.25], [x + 0.5, y + 0.25]);
    }
    quad([5.0, 2.5], [12.0, 2.5]);
    Mesh::new(points, triangles).expect("stairs")
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

/// The index of an item, as a word.
fn index(ids: &[Id], id: Id) -> f64 {
    ids.iter().position(|known| *known == id).expect("a known item") as f64
}

/// Appends a world of random items, and queries on it while items move.
fn operations(maker: &mut Maker, words: &mut Vec<f64>) {
    let items: Vec<Made> = (0..60).map(|k| maker.shape(k % 10)).collect();
    words.push(items.len() as f64);
    words.extend(items.iter().flat_map(|made| &made.words));
    let mut world = World::<f64, 3, ShapeBuf<f64, 3>>::new();
    let ids: Vec<Id> =
        items.into_iter().map(|made| world.insert(Collider::new(made.shape)).expect("a shape")).collect();
    words.push(OPERATIONS as f64);
    let mut counts = [0; 5];
    for operation in 0..OPERATIONS {
        let kind = operation % 5;
        words.push(kind as f64);
        let mut answers = Vec::new();
        match kind {
            0 => {
                let item = maker.random.below(ids.len());
                let by = maker.random.point();
                words.push(item as f64);
                words.extend(by);
                world.move_by(ids[item], by).expect("a small offset");
                let is_change = |was, now| was == Relation::Apart || now == Relation::Apart;
                for event in world.update().iter().filter(|event| is_change(event.was, event.now)) {
                    let begins = f64::from(u8::from(event.was == Relation::Apart));
                    answers.extend([index(&ids, event.a), index(&ids, event.b), begins]);
                }
            }
            1 => {
                let from = maker.random.point();
                words.extend(from);
                let ray = Ray::new(from, [3.0, 1.0, -2.0]).expect("a direction");
                for found in world.cast_all(&ray, |_, _| true) {
                    answers.extend([index(&ids, found.collider), found.hit.distance]);
                    answers.extend(found.hit.point.0.into_iter().chain(found.hit.normal.0));
                }
            }
            2 => {
                let made = maker.part();
                words.extend(&made.words);
                for found in world.sweep_all(made.shape.as_shape(), [4.0, -5.0, 6.0], |_, _| true) {
                    answers.extend([index(&ids, found.collider), found.hit.time]);
                    answers.extend(found.hit.point.0.into_iter().chain(found.hit.normal.0));
                }
            }
            3 => {
                let made = maker.part();
                words.extend(&made.words);
                let found = world.nearest(made.shape.as_shape(), f64::INFINITY, |_, _| true);
                let found = found.expect("an item");
                answers.extend([index(&ids, found.collider), found.hit.separation]);
                answers.extend(found.hit.normal.0);
            }
            _ => {
                let made = maker.part();
                words.extend(&made.words);
                let found = world.intersecting(made.shape.as_shape(), |_, _| true);
                answers.extend(found.iter().map(|found| index(&ids, found.collider)));
            }
        }
        counts[kind] += usize::from(!answers.is_empty());
        words.push(answers.len() as f64);
        words.extend(answers);
    }
    assert!(counts.iter().all(|count| *count >= 20), "{counts:?}");
}

/// Appends the walk of a mover: among a list, and in a world.
fn walks(maker: &Maker, words: &mut Vec<f64>) {
    let (body, obstacles) = level(maker);
    words.extend(&body.words);
    words.push(obstacles.len() as f64);
    words.extend(obstacles.iter().flat_map(|made| &made.words));
    words.push(FRAMES as f64);
    let shapes: Vec<_> = obstacles.iter().map(|made| made.shape.as_shape()).collect();
    walk(&body, &shapes[..], |index| index as f64, words);
    let mut world = World::<f64, 3, ShapeBuf<f64, 3>>::new();
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
        mover.step(1.0 / 60.0, obstacles, |_| Some(response), |hit: Hit<O::Id, f64, 3>| {
            let target = match hit.target {
                HitTarget::Obstacle(obstacle) => index(obstacle),
                HitTarget::Bounds => -1.0,
            };
            hits.push(target);
            hits.extend(hit.normal.0);
            hits.extend([hit.time, part(hit.parts[1])]);
        });
        highest = highest.max(mover.position().y());
        words.extend([direction[0], direction[1], jump, (hits.len() / 6) as f64]);
        words.extend(mover.position().0.into_iter().chain(mover.velocity.0));
        words.push(f64::from(u8::from(mover.is_grounded())));
        words.extend(hits);
    }
    assert!(highest > 2.0, "the mover has climbed only to {highest}");
}

fn main() {
    let file = std::env::args().nth(1).expect("usage: space_vectors FILE");
    let mut maker = Maker::new();
    let mut words = vec![maker.meshes.len() as f64 + 1.0];
    for mesh in maker.meshes.iter().chain([&stairs()]) {
        words.push(f64::from(u8::from(mesh.is_one_sided())));
        words.extend([mesh.points().len() as f64, mesh.len() as f64]);
        words.extend(mesh.points().iter().flat_map(|point| point.0));
        words.extend(mesh.triangles().iter().flatten().map(|index| f64::from(*index)));
    }
    words.push(maker.fields.len() as f64);
    for field in &maker.fields {
        words.extend(field.origin().0.into_iter().chain(field.cell()));
        words.extend([field.columns() as f64, field.heights().len() as f64]);
        words.extend(field.heights());
    }
    let tally = queries(&mut maker, &mut words);
    operations(&mut maker, &mut words);
    maker.meshes.push(stairs());
    walks(&maker, &mut words);
    let counts = [&tally.relations[..], &tally.contacts, &tally.rays, &tally.sweeps];
    assert!(counts.iter().all(|counts| counts.iter().all(|count| *count >= 10)), "{tally:?}");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes).expect("the file can be written");
    println!("{} queries, {tally:?}", KINDS * KINDS * ROUNDS * 5 / 2);
}
