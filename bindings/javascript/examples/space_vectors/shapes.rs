//! Random shapes, and their words.

use bumper_javascript::space::kind;
use engine::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, HalfSpace, HeightField, Hull, Mesh, OrientedBox,
    OrientedCylinder, Pose, Rotation, Segment, Shape, ShapeBuf, SquaredBall, Triangle, Vector,
};

/// The number of kinds of shapes that [`Maker::shape`] makes.
pub const KINDS: usize = 18;

/// A random number generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// A number from `low` to `high`; three quarters of them are whole, so that shapes touch.
    pub fn number(&mut self, low: f64, high: f64) -> f64 {
        let number = low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        if self.below(4) > 0 { number.round() } else { number }
    }

    pub fn point(&mut self) -> [f64; 3] {
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
pub struct Made {
    pub words: Vec<f64>,
    pub shape: ShapeBuf<f64, 3>,
    pose: Option<Pose<f64, 3>>,
}

impl Made {
    pub fn new(kind: u32, numbers: &[f64], shape: impl Into<ShapeBuf<f64, 3>>) -> Self {
        let words = std::iter::once(f64::from(kind)).chain(numbers.iter().copied()).collect();
        Self { words, shape: shape.into(), pose: None }
    }

    /// Calls `query` with the shape at its pose.
    pub fn with<T>(&self, query: impl FnOnce(Shape<'_, f64, 3>) -> T) -> T {
        let inner = self.shape.as_shape();
        match &self.pose {
            Some(pose) => query(inner.placed(pose)),
            None => query(inner),
        }
    }
}

/// Makes random shapes.
pub struct Maker {
    pub random: Random,
    pub meshes: Vec<Mesh<f64, 3>>,
    pub fields: Vec<HeightField<f64, 3>>,
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
    pub fn new() -> Self {
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

    pub fn shape(&mut self, of: usize) -> Made {
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
    pub fn part(&mut self) -> Made {
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

/// Stairs: ten steps of a height of 0.25 and a depth of 0.5, along x, as one mesh.
pub fn stairs() -> Mesh<f64, 3> {
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
