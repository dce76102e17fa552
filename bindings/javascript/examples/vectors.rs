//! Writes queries and the answers of the library to a file: `vectors FILE`. `test/vectors.test.js` compares the package with them.
//!
//! The file is a list of 64-bit floats, which begins with masks and height fields, and then the queries. Shapes are words as in the scratch
//! buffer, except that `SPRITE` and `HEIGHT_FIELD` have an index instead of a handle, and `PREPARED` is followed by the shape. The shapes
//! of the library are made here by its own constructors, not by the code that reads words.
//!
//! | block | words |
//! | --- | --- |
//! | masks | count; for each: width, height, and a word per pixel, 1 if it is solid |
//! | height fields | count; for each: x, y, cell, count, heights |
//! | queries | count; for each: the query and its arguments, the shapes `a` and `b`, the number of answers, the answers |

use bumper_javascript::kind;
use engine::{
    Aabb, AsShape, Ball, Capsule, Ellipse, HalfSpace, HeightField, MaskBuf, NO_PART, OrientedBox, Polygon,
    Pose, Ray, Region, Relate, Relation, Rotation, Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle,
    Vector,
};

/// Queries of each kind for each pair of kinds of shapes.
const ROUNDS: usize = 24;

/// The number of kinds of shapes that [`Maker::shape`] makes.
const KINDS: usize = 20;

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

    fn point(&mut self) -> [f64; 2] {
        [self.number(-9.0, 9.0), self.number(-9.0, 9.0)]
    }

    fn angle(&mut self) -> f64 {
        // The angle 0 is that of shapes that are not rotated.
        self.number(0.6, 6.2)
    }
}

/// A shape of the library, and its words.
struct Made {
    words: Vec<f64>,
    shape: ShapeBuf<f64, 2>,
    pose: Option<Pose<f64, 2>>,
}

impl Made {
    fn new<const N: usize>(kind: u32, numbers: [f64; N], shape: impl Into<ShapeBuf<f64, 2>>) -> Self {
        let words = std::iter::once(f64::from(kind)).chain(numbers).collect();
        Self { words, shape: shape.into(), pose: None }
    }

    /// Calls `query` with the shape at its pose.
    fn with<T>(&self, query: impl FnOnce(Shape<'_, f64, 2>) -> T) -> T {
        let inner = self.shape.as_shape();
        match &self.pose {
            Some(pose) => query(inner.placed(pose)),
            None => query(inner),
        }
    }

    /// The shape rotated and moved by a pose, without a change of its own representation.
    fn placed(self, [x, y]: [f64; 2], angle: f64, pivot: [f64; 2]) -> Self {
        let rotation = Rotation::from_radians(angle);
        let pivot = Vector(pivot);
        let pose = Pose::new(rotation, Vector([x, y]) + (pivot - rotation.apply(pivot)));
        let mut words = vec![f64::from(kind::PLACED), x, y, angle];
        words.extend(pivot.0);
        words.extend(self.words);
        Self { words, shape: self.shape, pose: Some(pose) }
    }
}

/// Makes random shapes.
struct Maker {
    random: Random,
    masks: Vec<MaskBuf>,
    fields: Vec<HeightField<f64, 2>>,
}

impl Maker {
    fn new() -> Self {
        let mut random = Random(57);
        let sizes = [[1, 1], [5, 4], [9, 7], [70, 3], [130, 12]];
        let masks = sizes.map(|size| MaskBuf::from_fn(size, |_, _| random.below(3) > 0)).to_vec();
        let fields = [2, 3, 9, 40].map(|count| {
            let heights: Vec<f64> = (0..count).map(|_| random.number(-3.0, 3.0)).collect();
            HeightField::line(random.point(), 24.0 / f64::from(count), heights).expect("finite heights")
        });
        Self { random, masks, fields: fields.to_vec() }
    }

    fn shape(&mut self, of: usize) -> Made {
        match of {
            0..=9 => self.plain(of),
            10 => self.convex(3.0, 0.0),
            11 => self.convex(4.0, 0.75),
            12 => self.concave(),
            13 => self.sprite(),
            14 => self.height_field(),
            15 => self.compound(),
            16 => self.prepared(),
            17 => self.placed_polygon(),
            18 => self.placed_sprite(),
            19 => self.many_corners(),
            _ => unreachable!("there are {KINDS} kinds"),
        }
    }

    fn size(&mut self) -> f64 {
        self.random.number(0.0, 6.0)
    }

    fn plain(&mut self, of: usize) -> Made {
        let [x, y] = self.random.point();
        let [x2, y2] = self.random.point();
        let [width, height] = [self.size(), self.size()];
        let angle = self.random.angle();
        let rotation = Rotation::from_radians(angle);
        let shape = |shape: Shape<'static, f64, 2>| ShapeBuf::from(shape);
        match of {
            0 => Made::new(kind::POINT, [x, y], shape(Vector([x, y]).into())),
            1 => {
                let aabb = Aabb::new([x, y], [x + width, y + height]);
                Made::new(kind::BOX, [x, y, width, height], shape(aabb.into()))
            }
            2 => Made::new(kind::CIRCLE, [x, y, width], shape(Ball::new([x, y], width).into())),
            3 => Made::new(kind::SEGMENT, [x, y, x2, y2], shape(Segment::new([x, y], [x2, y2]).into())),
            4 => {
                let [x3, y3] = self.random.point();
                let triangle = Triangle::new([x, y], [x2, y2], [x3, y3]);
                Made::new(kind::TRIANGLE, [x, y, x2, y2, x3, y3], shape(triangle.into()))
            }
            5 => {
                let capsule = Capsule::new([x, y], [x2, y2], width / 2.0);
                Made::new(kind::CAPSULE, [x, y, x2, y2, width / 2.0], shape(capsule.into()))
            }
            6 => {
                let [half_width, half_height] = [width / 2.0, height / 2.0];
                let center = [x + half_width, y + half_height];
                let oriented = OrientedBox::new(center, [half_width, half_height], rotation);
                Made::new(kind::ORIENTED_BOX, [x, y, width, height, angle], shape(oriented.into()))
            }
            7 => {
                let ellipse = Ellipse::new([x, y], [width, height], rotation);
                Made::new(kind::ELLIPSE, [x, y, width, height, angle], shape(ellipse.into()))
            }
            8 => {
                let ball = SquaredBall::new([x, y], width);
                Made::new(kind::SQUARED_CIRCLE, [x, y, width], shape(ball.into()))
            }
            _ => {
                let normal = [x2, y2 + 30.0];
                let half_space = HalfSpace::new([x, y], normal).expect("a normal with a length");
                Made::new(kind::HALF_SPACE, [x, y, normal[0], normal[1]], shape(half_space.into()))
            }
        }
    }

    fn polygon(corners: &[[f64; 2]], radius: f64, shape: impl Into<ShapeBuf<f64, 2>>) -> Made {
        let mut made = Made::new(kind::POLYGON, [corners.len() as f64, radius], shape);
        made.words.extend(corners.as_flattened());
        made
    }

    /// The corners of a polygon around a random center, in the order of their angles, at distances from `distance`.
    fn around(&mut self, count: usize, mut distance: impl FnMut(usize, &mut Random) -> f64) -> Vec<[f64; 2]> {
        let [x, y] = self.random.point();
        let corner = |k: usize| {
            let length = distance(k, &mut self.random);
            let angle = std::f64::consts::TAU * k as f64 / count as f64;
            [x + length * libm::cos(angle), y + length * libm::sin(angle)]
        };
        (0..count).map(corner).collect()
    }

    fn convex(&mut self, size: f64, radius: f64) -> Made {
        let count = 3 + self.random.below(6);
        let corners = self.around(count, |_, _| size);
        let points: Vec<_> = corners.iter().map(|corner| Vector(*corner)).collect();
        let polygon = Polygon::new(&points).expect("a regular polygon");
        let polygon = if radius > 0.0 { polygon.rounded(radius) } else { polygon };
        Self::polygon(&corners, radius, Shape::from(polygon))
    }

    fn many_corners(&mut self) -> Made {
        let corners = self.around(40, |_, _| 5.0);
        let points: Vec<_> = corners.iter().map(|corner| Vector(*corner)).collect();
        Self::polygon(&corners, 0.0, Shape::from(Polygon::new(&points).expect("a regular polygon")))
    }

    fn concave(&mut self) -> Made {
        let count = 8 + 2 * self.random.below(4);
        let corners = self.around(count, |k, random| if k % 2 == 0 { 6.0 } else { random.number(1.0, 2.5) });
        let region = Region::new(corners.iter().copied()).expect("a star");
        Self::polygon(&corners, 0.0, region)
    }

    fn sprite(&mut self) -> Made {
        let index = self.random.below(self.masks.len());
        let [x, y] = self.random.point();
        let pixel = [0.25, 0.5, 1.0][self.random.below(3)];
        let flips = self.random.below(4);
        let flip = |sprite: Sprite<'static, f64, 2>, axis: usize| {
            if flips >> axis & 1 == 1 { sprite.flipped(axis) } else { sprite }
        };
        // The masks of a test may be leaked.
        let mask: &'static MaskBuf = Box::leak(Box::new(self.masks[index].clone()));
        let sprite = flip(flip(Sprite::new(mask.as_mask(), [x, y], pixel), 0), 1);
        Made::new(kind::SPRITE, [index as f64, x, y, pixel, flips as f64], Shape::from(sprite))
    }

    fn height_field(&mut self) -> Made {
        let index = self.random.below(self.fields.len());
        Made::new(kind::HEIGHT_FIELD, [index as f64], Shape::HeightField(&self.fields[index]))
    }

    fn compound(&mut self) -> Made {
        let count = 1 + self.random.below(4);
        let parts: Vec<Made> = (0..count).map(|_| self.plain_or_polygon()).collect();
        let shape = ShapeBuf::compound(parts.iter().map(|part| part.shape.clone()));
        let mut made = Made::new(kind::COMPOUND, [count as f64], shape);
        made.words.extend(parts.into_iter().flat_map(|part| part.words));
        made
    }

    fn plain_or_polygon(&mut self) -> Made {
        match self.random.below(12) {
            // Without half-spaces, which would overlap nearly everything.
            kind @ 0..=8 => self.plain(kind),
            9 => self.convex(2.0, 0.0),
            10 => self.concave(),
            _ => self.sprite(),
        }
    }

    fn prepared(&mut self) -> Made {
        let made = self.plain_or_polygon();
        let words = std::iter::once(f64::from(kind::PREPARED)).chain(made.words).collect();
        Made { words, ..made }
    }

    fn placed_polygon(&mut self) -> Made {
        let made = match self.random.below(3) {
            0 => self.convex(3.0, 0.0),
            1 => self.concave(),
            _ => self.compound(),
        };
        let by = self.random.point();
        let angle = self.random.angle();
        made.placed(by, angle, [0.0; 2])
    }

    fn placed_sprite(&mut self) -> Made {
        let made = self.sprite();
        let [width, height] = self.masks[made.words[1] as usize].as_mask().size().map(f64::from);
        let [x, y, pixel] = [made.words[2], made.words[3], made.words[4]];
        let angle = self.random.angle();
        made.placed([0.0; 2], angle, [x + width * pixel / 2.0, y + height * pixel / 2.0])
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
        let [normal_x, normal_y] = found.normal.0;
        let mut answers =
            vec![found.separation, normal_x, normal_y, part(found.parts[0]), part(found.parts[1])];
        for at in found.points() {
            let [x, y] = at.point.0;
            answers.extend([
                x,
                y,
                at.separation,
                f64::from(at.feature),
                part(at.parts[0]),
                part(at.parts[1]),
            ]);
        }
        answers
    });
    Query { arguments: vec![2.0, margin], answers }
}

fn raycast(shape: &Made, random: &mut Random, tally: &mut Tally) -> Query {
    let from = random.point();
    // Never equal to the start, and never zero.
    let towards = [random.number(10.0, 20.0), random.number(-20.0, 20.0)];
    let to_point = random.below(2) == 1;
    let max = if random.below(2) == 1 { f64::INFINITY } else { random.number(0.5, 20.0) };
    let ray = if to_point { Ray::between(from, towards) } else { Ray::new(from, towards) };
    let ray = ray.expect("a direction");
    let max = max.min(ray.max_distance());
    let hit = shape.with(|shape| engine::cast(&ray.with_max_distance(max), shape));
    tally.rays[usize::from(hit.is_some())] += 1;
    let answers = hit.map_or(vec![], |hit| {
        let [x, y] = hit.point.0;
        vec![hit.distance, x, y, hit.normal.x(), hit.normal.y(), part(hit.part)]
    });
    let arguments = vec![3.0, from[0], from[1], towards[0], towards[1], f64::from(u8::from(to_point)), max];
    Query { arguments, answers }
}

fn sweep(a: &Made, b: &Made, random: &mut Random, tally: &mut Tally) -> Query {
    let a_moves = random.point();
    let b_moves = if random.below(2) == 1 { random.point() } else { [0.0; 2] };
    let hit = a.with(|a| b.with(|b| engine::sweep(a, a_moves, b, b_moves)));
    tally.sweeps[usize::from(hit.is_some())] += 1;
    let answers = hit.map_or(vec![], |hit| {
        let [x, y] = hit.point.0;
        let starts = f64::from(u8::from(hit.starts_overlapping));
        vec![hit.time, x, y, hit.normal.x(), hit.normal.y(), starts, part(hit.parts[0]), part(hit.parts[1])]
    });
    Query { arguments: vec![4.0, a_moves[0], a_moves[1], b_moves[0], b_moves[1]], answers }
}

fn main() {
    let file = std::env::args().nth(1).expect("usage: vectors FILE");
    let mut maker = Maker::new();
    let mut words = vec![maker.masks.len() as f64];
    for mask in &maker.masks {
        let [width, height] = mask.as_mask().size();
        words.extend([f64::from(width), f64::from(height)]);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        words.extend(pixels.map(|(x, y)| f64::from(u8::from(mask.as_mask().get(x, y)))));
    }
    words.push(maker.fields.len() as f64);
    for field in &maker.fields {
        let [x, y] = field.origin().0;
        words.extend([x, y, field.cell()[0], field.heights().len() as f64]);
        words.extend(field.heights());
    }
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
    let counts = [&tally.relations[..], &tally.contacts, &tally.rays, &tally.sweeps];
    assert!(counts.iter().all(|counts| counts.iter().all(|count| *count >= 10)), "{tally:?}");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes).expect("the file can be written");
    println!("{} queries, {tally:?}", KINDS * KINDS * ROUNDS * 5 / 2);
}
