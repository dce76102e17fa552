//! Half-spaces: every query against the heights of corners, computed in big integers or in `f64`.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, DynamicsError, QueryFilter, Simulation};
use bumper::motion::{Mover, Response, WalkSettings};
use bumper::scalar::{Real, Scalar, Span};
use bumper::world::{Change, Collider, World};
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, Ellipse, HalfSpace, Hull, MaskBuf, Motion, OrientedBox, OrientedCylinder,
    Polygon, Pose, Ray, Region, Relate, Relation, Rotation, Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle,
    Side, Vector, cast, contact, contact_within, distance, sweep, sweep_deeper, sweep_turning,
};
use dashu_int::IBig;
use fastrand::Rng;

/// The number of random cases.
const CASES: usize = 3000;

/// A whole number as a scalar.
trait Whole: Scalar + Ord {
    const LOWEST: i64;
    fn of(number: i64) -> Self;
    fn big(self) -> IBig;
}

macro_rules! whole {
    ($($type:ty: $int:ty, $of:expr, $bits:expr;)*) => {$(
        impl Whole for $type {
            const LOWEST: i64 = <$int>::MIN as i64;
            fn of(number: i64) -> Self {
                let of: fn($int) -> Self = $of;
                of(number as $int)
            }
            fn big(self) -> IBig {
                let bits: fn(Self) -> $int = $bits;
                IBig::from(bits(self))
            }
        }
    )*};
}

whole! {
    i16: i16, |number| number, |number| number;
    i32: i32, |number| number, |number| number;
    i64: i64, |number| number, |number| number;
}

#[cfg(feature = "fixed")]
whole! {
    fixed::types::I8F8: i16, fixed::types::I8F8::from_bits, |number| number.to_bits();
    fixed::types::I16F16: i32, fixed::types::I16F16::from_bits, |number| number.to_bits();
}

/// A number: mostly small, so that many shapes touch; sometimes any number, or the lowest or highest one.
fn number<S: Whole>(rng: &mut Rng, extreme: bool) -> S {
    S::of(match rng.u8(..8) {
        0 if extreme => S::LOWEST,
        1 if extreme => -(S::LOWEST + 1),
        2 if extreme => rng.i64(..),
        _ => rng.i64(-6..=6),
    })
}

fn vector<S: Whole, const N: usize>(rng: &mut Rng, extreme: bool) -> Vector<S, N> {
    Vector([(); N].map(|()| number(rng, extreme)))
}

/// A plane: a point and a normal, in big integers.
struct Plane<const N: usize> {
    point: [IBig; N],
    normal: [IBig; N],
}

impl<const N: usize> Plane<N> {
    fn of<S: Whole>(half_space: &HalfSpace<S, N>) -> Self {
        Self { point: half_space.point().0.map(S::big), normal: half_space.normal().0.map(S::big) }
    }

    fn height<S: Whole>(&self, at: Vector<S, N>) -> IBig {
        let at = at.0.map(S::big);
        (0..N).fold(IBig::from(0), |sum, k| sum + &self.normal[k] * (&at[k] - &self.point[k]))
    }

    /// The relation of the points up to a radius around `at`, on the axes in `axes`.
    fn relation<S: Whole>(&self, at: Vector<S, N>, square: &IBig, axes: &[usize]) -> Relation {
        let height = self.height(at);
        let normal = axes.iter().fold(IBig::from(0), |sum, &k| sum + &self.normal[k] * &self.normal[k]);
        let reach = square * normal;
        let zero = IBig::from(0);
        let order = if height < zero { std::cmp::Ordering::Less } else { (&height * &height).cmp(&reach) };
        match order {
            std::cmp::Ordering::Less => Relation::Overlapping,
            std::cmp::Ordering::Equal => Relation::Touching,
            std::cmp::Ordering::Greater => Relation::Apart,
        }
    }
}

/// Points with a common radius on some axes, whose convex hull is a shape.
struct Corners<S, const N: usize> {
    corners: Vec<Vector<S, N>>,
    square: IBig,
    axes: Vec<usize>,
}

fn box_corners<S: Scalar, const N: usize>(aabb: &Aabb<S, N>) -> Vec<Vector<S, N>> {
    let corner = |bits: usize| {
        let mut corner = aabb.min();
        (0..N).filter(|k| bits >> k & 1 == 1).for_each(|k| corner[k] = aabb.max()[k]);
        corner
    };
    (0..1 << N).map(corner).collect()
}

/// A random shape of a kind that exists for integers, with its corners.
fn exact_shape<S: Whole, const N: usize>(rng: &mut Rng) -> Option<(ShapeBuf<S, N>, Corners<S, N>)> {
    let extreme = rng.u8(..4) == 0;
    let radius = S::of(rng.i64(0..=6));
    let at = |rng: &mut Rng| vector::<S, N>(rng, extreme);
    let all: Vec<usize> = (0..N).collect();
    let square = radius.big() * radius.big();
    let sharp =
        |corners: Vec<Vector<S, N>>| Corners { corners, square: IBig::from(0), axes: (0..N).collect() };
    let round = |corners: Vec<Vector<S, N>>| Corners { corners, square: square.clone(), axes: all.clone() };
    let points = [at(rng), at(rng), at(rng), at(rng)];
    Some(match rng.u8(..9) {
        0 => (points[0].into(), sharp(vec![points[0]])),
        1 => {
            let aabb = Aabb::new(points[0], points[1]);
            (aabb.into(), sharp(box_corners(&aabb)))
        }
        2 => (Ball::new(points[0], radius).into(), round(vec![points[0]])),
        3 => (SquaredBall::new(points[0], radius.radius().square()).into(), round(vec![points[0]])),
        4 => (Segment::try_new(points[0], points[1])?.into(), sharp(points[..2].to_vec())),
        5 => {
            let triangle = Triangle::try_new([points[0], points[1], points[2]])?;
            (triangle.into(), sharp(points[..3].to_vec()))
        }
        6 => (Capsule::try_new(points[0], points[1], radius)?.into(), round(points[..2].to_vec())),
        7 => (Polygon::try_new(&points)?.into(), sharp(points.to_vec())),
        _ => {
            let axis = [Axis::X, Axis::Y, Axis::Z][rng.usize(..3)];
            let to = number::<S>(rng, extreme);
            let cylinder = Cylinder::try_new(axis, points[0], to, radius)?;
            let end = points[0].with(axis.index(), to);
            let axes = all.iter().copied().filter(|&k| k != axis.index()).collect();
            (cylinder.into(), Corners { corners: vec![points[0], end], square: square.clone(), axes })
        }
    })
}

fn half_space<S: Whole, const N: usize>(rng: &mut Rng) -> HalfSpace<S, N> {
    loop {
        let extreme = rng.u8(..4) == 0;
        let point = vector(rng, extreme);
        if let Some(half_space) = HalfSpace::new(point, vector(rng, extreme)) {
            return half_space;
        }
    }
}

/// Relations and containment of integers against big integers, with every kind of shape, in compounds too.
fn relations_are_exact<S: Whole, const N: usize>() {
    let mut rng = Rng::with_seed(1);
    let mut counts = [0; 3];
    for _ in 0..CASES {
        let plane = half_space::<S, N>(&mut rng);
        let Some((shape, corners)) = exact_shape::<S, N>(&mut rng) else { continue };
        let reference = Plane::of(&plane);
        let of_corner = |corner: &Vector<S, N>| reference.relation(*corner, &corners.square, &corners.axes);
        let expected = corners.corners.iter().map(of_corner).max().unwrap();
        let context = || format!("{plane:?}\n{shape:?}");
        let whole = Shape::from(plane);
        assert_eq!(plane.relation(&shape), expected, "{}", context());
        assert_eq!(shape.relation(&plane), expected, "{}", context());
        assert_eq!(whole.intersects(&shape.as_shape()), expected != Relation::Apart, "{}", context());
        assert_eq!(shape.as_shape().overlaps(&whole), expected == Relation::Overlapping, "{}", context());
        let list = ShapeBuf::compound([shape.clone(), shape.clone()]);
        assert_eq!(list.relation(&plane), expected, "{}", context());
        let planes = ShapeBuf::compound([ShapeBuf::from(plane), ShapeBuf::from(plane)]);
        assert_eq!(planes.relation(&shape), expected, "{}", context());
        // The shape is inside if none of its points is in front of the plane.
        let front = Plane { normal: reference.normal.clone().map(|c| -c), point: reference.point.clone() };
        let is_inside = corners
            .corners
            .iter()
            .all(|corner| front.relation(*corner, &corners.square, &corners.axes) != Relation::Overlapping);
        assert_eq!(whole.contains_shape(&shape), is_inside, "{}", context());
        assert!(!shape.as_shape().contains_shape(whole), "{}", context());
        counts[expected as usize] += 1;
    }
    assert!(counts.iter().all(|count| *count > CASES / 500), "{counts:?}");
}

#[test]
fn relations_of_integers_are_exact() {
    relations_are_exact::<i16, 2>();
    relations_are_exact::<i16, 3>();
    relations_are_exact::<i32, 2>();
    relations_are_exact::<i32, 3>();
    relations_are_exact::<i64, 2>();
    relations_are_exact::<i64, 3>();
}

#[cfg(feature = "fixed")]
#[test]
fn relations_of_fixed_point_are_exact() {
    relations_are_exact::<fixed::types::I8F8, 2>();
    relations_are_exact::<fixed::types::I8F8, 3>();
    relations_are_exact::<fixed::types::I16F16, 2>();
    relations_are_exact::<fixed::types::I16F16, 3>();
}

/// Whether two vectors are parallel.
fn is_parallel<const N: usize>(u: &[IBig; N], v: &[IBig; N]) -> bool {
    (0..N).all(|i| (0..i).all(|j| &u[i] * &v[j] == &u[j] * &v[i]))
}

fn half_spaces_are_related_exactly<S: Whole, const N: usize>() {
    let mut rng = Rng::with_seed(2);
    let mut counts = [0; 3];
    let mut contained = 0;
    for _ in 0..CASES {
        let a = half_space::<S, N>(&mut rng);
        // Many normals are parallel: small multiples of each other, in both directions.
        let factor = [-2, -1, 1, 3][rng.usize(..4)];
        let normal = a.normal().map(|c| S::of((IBig::from(factor) * c.big()).try_into().unwrap_or(1)));
        let normal = if rng.bool() { normal } else { vector(&mut rng, false) };
        let Some(b) = HalfSpace::new(vector::<S, N>(&mut rng, false), normal) else { continue };
        let [p, q] = [Plane::of(&a), Plane::of(&b)];
        let zero = IBig::from(0);
        let along = (0..N).fold(zero.clone(), |sum, k| sum + &p.normal[k] * &q.normal[k]);
        let height = p.height(b.point());
        let parallel = is_parallel(&p.normal, &q.normal);
        let expected = match () {
            () if !parallel || along > zero || height < zero => Relation::Overlapping,
            () if height == zero => Relation::Touching,
            () => Relation::Apart,
        };
        assert_eq!(a.relation(&b), expected, "{a:?}\n{b:?}");
        assert_eq!(b.relation(&a), expected, "{a:?}\n{b:?}");
        let is_inside = parallel && along > zero && height <= zero;
        assert_eq!(Shape::from(a).contains_shape(b), is_inside, "{a:?}\n{b:?}");
        contained += usize::from(is_inside);
        counts[expected as usize] += 1;
    }
    assert!(
        counts.iter().all(|count| *count > CASES / 300) && contained > CASES / 100,
        "{counts:?} {contained}"
    );
}

#[test]
fn two_half_spaces_of_integers_are_related_exactly() {
    half_spaces_are_related_exactly::<i16, 2>();
    half_spaces_are_related_exactly::<i16, 3>();
    half_spaces_are_related_exactly::<i32, 2>();
    half_spaces_are_related_exactly::<i64, 3>();
}

/// Masks and concave polygons of integers: the strongest relation of their pixels or corners.
#[test]
fn masks_and_regions_of_integers_are_related_exactly() {
    let mut rng = Rng::with_seed(3);
    let mut counts = [0; 3];
    let mask = MaskBuf::from_rows(["#..#", "#...", "..##"]).unwrap();
    let l = [[0i16, 0], [8, 0], [8, 3], [3, 3], [3, 9], [0, 9]];
    for _ in 0..CASES {
        let plane = half_space::<i16, 2>(&mut rng);
        let offset = vector::<i16, 2>(&mut rng, false);
        let sprite = Sprite::new(mask.as_mask(), offset, rng.i16(1..4));
        let pixels = [[0u16, 0], [3, 0], [0, 1], [2, 2], [3, 2]].map(|[i, j]| sprite.pixel_box(i, j));
        let region = Region::new(l.map(|corner| Vector(corner) + offset)).unwrap();
        let reference = Plane::of(&plane);
        let of_corner = |corner: &Vector<i16, 2>| reference.relation(*corner, &IBig::from(0), &[0, 1]);
        let by_pixels: Vec<_> =
            pixels.iter().flat_map(box_corners).map(|corner| of_corner(&corner)).collect();
        let by_corners: Vec<_> = region.corners().iter().map(of_corner).collect();
        for (shape, expected) in [(Shape::Mask(sprite), by_pixels), (Shape::Region(&region), by_corners)] {
            let strongest = *expected.iter().max().unwrap();
            assert_eq!(plane.relation(&shape), strongest, "{plane:?}\n{shape:?}");
            assert_eq!(shape.relation(&plane), strongest, "{plane:?}\n{shape:?}");
            let inside = expected.iter().all(|relation| *relation != Relation::Apart);
            assert_eq!(Shape::from(plane).contains_shape(shape), inside, "{plane:?}\n{shape:?}");
            counts[strongest as usize] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > CASES / 500), "{counts:?}");
}

/// A shape of floats as its support function needs it: corners with a radius, and up to two vectors whose lengths along a direction add up
/// as in an ellipse.
struct Support<const N: usize> {
    corners: Vec<[f64; N]>,
    radius: f64,
    curve: Vec<[f64; N]>,
}

fn dot<const N: usize>(u: [f64; N], v: [f64; N]) -> f64 {
    (0..N).map(|k| u[k] * v[k]).sum()
}

impl<const N: usize> Support<N> {
    fn placed<R: Real>(&self, pose: Option<Pose<R, N>>) -> Self {
        let Some(pose) = pose else {
            return Self { curve: self.curve.clone(), corners: self.corners.clone(), ..*self };
        };
        let axes = pose.rotation.axes().map(wide);
        let turn = |v: &[f64; N]| std::array::from_fn(|k| (0..N).map(|j| axes[j][k] * v[j]).sum::<f64>());
        let at = |point: &[f64; N]| {
            let mut at: [f64; N] = turn(point);
            (0..N).for_each(|k| at[k] += pose.translation[k].to_f64());
            at
        };
        let corners = self.corners.iter().map(at).collect();
        Self { corners, radius: self.radius, curve: self.curve.iter().map(turn).collect() }
    }

    /// The smallest height above the plane through `point`.
    fn height(&self, point: [f64; N], normal: [f64; N]) -> f64 {
        let rim = self.curve.iter().map(|v| dot(*v, normal).powi(2)).sum::<f64>().sqrt();
        let height = |corner: &[f64; N]| {
            let mut delta = *corner;
            (0..N).for_each(|k| delta[k] -= point[k]);
            dot(delta, normal)
        };
        self.corners.iter().map(height).fold(f64::INFINITY, f64::min) - rim - self.radius
    }
}

fn real<R: Real>(rng: &mut Rng) -> R {
    // Sums of few powers of two, so that shapes touch exactly now and then.
    R::from_f64(if rng.u8(..8) > 0 { rng.i32(-20..=20).into() } else { rng.f64() * 80.0 - 40.0 } / 4.0)
}

fn real_vector<R: Real, const N: usize>(rng: &mut Rng) -> Vector<R, N> {
    Vector([(); N].map(|()| real(rng)))
}

fn rotation<R: Real>(rng: &mut Rng) -> Rotation<R, 2> {
    Rotation::from_radians(R::from_f64(rng.f64() * 7.0))
}

/// What differs between two and three dimensions: rotations, and the kinds of shapes.
trait Space<R: Real, const N: usize> {
    fn rotation(rng: &mut Rng) -> Rotation<R, N>;
}

struct Plain;

impl<R: Real> Space<R, 2> for Plain {
    fn rotation(rng: &mut Rng) -> Rotation<R, 2> {
        rotation(rng)
    }
}

impl<R: Real> Space<R, 3> for Plain {
    fn rotation(rng: &mut Rng) -> Rotation<R, 3> {
        let axis = loop {
            if let Some(axis) = real_vector::<R, 3>(rng).normalized() {
                break axis;
            }
        };
        Rotation::from_axis_radians(axis, R::from_f64(rng.f64() * 7.0)).unwrap()
    }
}

fn wide<R: Real, const N: usize>(v: Vector<R, N>) -> [f64; N] {
    v.0.map(Scalar::to_f64)
}

/// A random shape of any kind of floats, with its support function. The first kinds have no curved rim.
fn float_shape<R: Real, const N: usize>(rng: &mut Rng) -> Option<(ShapeBuf<R, N>, Support<N>)>
where
    Plain: Space<R, N>,
{
    let points = [(); 6].map(|()| real_vector::<R, N>(rng));
    let radius = R::from_f64(f64::from(rng.i32(0..12)) / 4.0);
    let size = real_vector::<R, N>(rng).map(|c| c.abs());
    let turn = Plain::rotation(rng);
    let round = |count: usize| Support {
        corners: points[..count].iter().map(|p| wide(*p)).collect(),
        radius: radius.to_f64(),
        curve: Vec::new(),
    };
    let sharp = |corners: &[Vector<R, N>]| Support {
        corners: corners.iter().map(|p| wide(*p)).collect(),
        radius: 0.0,
        curve: Vec::new(),
    };
    let axes = || turn.axes().map(wide);
    Some(match rng.u8(..12) {
        0 => (points[0].into(), sharp(&points[..1])),
        1 => {
            let aabb = Aabb::new(points[0], points[1]);
            (aabb.into(), sharp(&box_corners(&aabb)))
        }
        2 => (Ball::new(points[0], radius).into(), round(1)),
        3 => (SquaredBall::new(points[0], radius * radius).into(), round(1)),
        4 => (Segment::try_new(points[0], points[1])?.into(), sharp(&points[..2])),
        5 => (Triangle::try_new([points[0], points[1], points[2]])?.into(), sharp(&points[..3])),
        6 => (Capsule::try_new(points[0], points[1], radius)?.into(), round(2)),
        7 if N == 2 => {
            let corners = [[0.0, 0.0], [3.0, 0.0], [4.0, 2.0], [1.0, 5.0]]
                .map(|c| Vector(std::array::from_fn(|k| R::from_f64(c[k.min(1)]))) + points[0]);
            let polygon = Polygon::try_new(&corners)?.rounded(radius);
            let support = Support { radius: radius.to_f64(), ..sharp(&corners) };
            (polygon.into(), support)
        }
        7 => (Hull::new(&points)?.into(), sharp(&points)),
        8 => {
            let shape = OrientedBox::try_new(points[0], size, &turn)?;
            let corners = box_corners(&Aabb::new(-size, size));
            let (center, axes) = (wide(points[0]), axes());
            let at = |corner: &Vector<R, N>| {
                let corner = wide(*corner);
                std::array::from_fn(|k| center[k] + (0..N).map(|j| axes[j][k] * corner[j]).sum::<f64>())
            };
            (
                shape.into(),
                Support { corners: corners.iter().map(at).collect(), radius: 0.0, curve: Vec::new() },
            )
        }
        9 if N == 2 => {
            let shape = Ellipse::try_new(points[0], size, &turn)?;
            let axes = axes();
            let curve = (0..N).map(|j| axes[j].map(|c| c * size[j].to_f64())).collect();
            (shape.into(), Support { curve, ..sharp(&points[..1]) })
        }
        9 => {
            let axis = [Axis::X, Axis::Y, Axis::Z][rng.usize(..3)];
            let to = real::<R>(rng);
            let end = points[0].with(axis.index(), to);
            let unit = |k: usize| std::array::from_fn(|j| if j == k { radius.to_f64() } else { 0.0 });
            let curve = (0..N).filter(|&k| k != axis.index()).map(unit).collect();
            (
                Cylinder::try_new(axis, points[0], to, radius)?.into(),
                Support { curve, ..sharp(&[points[0], end]) },
            )
        }
        10 => {
            let (half, axes) = (size[0], axes());
            let shape = OrientedCylinder::try_new(points[0], Vector(turn.axes()[0].0), half, radius)?;
            let (center, half) = (wide(points[0]), half.to_f64());
            let end = |sign: f64| std::array::from_fn(|k| center[k] + axes[0][k] * half * sign);
            let curve = axes[1..].iter().map(|axis| axis.map(|c| c * radius.to_f64())).collect();
            (shape.into(), Support { corners: vec![end(-1.0), end(1.0)], radius: 0.0, curve })
        }
        _ => {
            let parts = [ShapeBuf::from(points[0]), Segment::try_new(points[1], points[2])?.into()];
            (ShapeBuf::compound(parts), sharp(&points[..3]))
        }
    })
}

/// A half-space of floats; often perpendicular to an axis.
fn float_half_space<R: Real, const N: usize>(rng: &mut Rng) -> HalfSpace<R, N> {
    let normal = match rng.bool() {
        true => Vector([R::from_f64(0.0); N])
            .with(rng.usize(..N), R::from_f64(if rng.bool() { 2.0 } else { -1.0 })),
        false => real_vector(rng),
    };
    HalfSpace::new(real_vector(rng), normal).unwrap_or_else(|| float_half_space(rng))
}

/// Distances, contacts, relations and sweeps of floats against support functions in `f64`, with poses.
fn floats_agree_with_support<R: Real, const N: usize>(error: f64)
where
    Plain: Space<R, N>,
{
    let mut rng = Rng::with_seed(4);
    let mut counts = [0; 5];
    for _ in 0..CASES {
        let plane = float_half_space::<R, N>(&mut rng);
        let Some((shape, support)) = float_shape::<R, N>(&mut rng) else { continue };
        let poses = [(); 2].map(|()| {
            let pose = Pose::new(Plain::rotation(&mut rng), real_vector::<R, N>(&mut rng));
            (rng.u8(..4) == 0).then_some(pose)
        });
        let placed = |shape: &ShapeBuf<R, N>, pose: &Option<Pose<R, N>>| {
            pose.map_or(shape.clone(), |pose| shape.placed(&pose))
        };
        let [mut a, b] = [placed(&plane.into(), &poses[0]), placed(&shape, &poses[1])];
        let of_plane =
            Support { corners: vec![wide(plane.point())], radius: 0.0, curve: vec![wide(plane.normal())] };
        let of_plane = of_plane.placed(poses[0]);
        let (mut point, normal) = (of_plane.corners[0], of_plane.curve[0]);
        let support = support.placed(poses[1]);
        let mut height = support.height(point, normal);
        if rng.u8(..4) == 0 && poses[0].is_none() {
            // The plane is moved, so that the shape touches it.
            let back = plane.normal().map(|c| c * R::from_f64(height));
            let touching = plane.translated(back);
            height = support.height(wide(touching.point()), normal);
            (a, point) = (touching.into(), wide(touching.point()));
        }
        let (a, b) = (a, b);
        let context = || format!("{a:?}\n{b:?}\n{height}");
        let near = |x: R, y: f64| (x.to_f64() - y).abs() <= error;
        assert!(near(distance(&a, &b), height.max(0.0)), "{}", context());
        let found = contact(&a, &b);
        assert!(near(found.separation, height), "{:?} {}", found.separation, context());
        assert!((0..N).all(|k| near(found.normal[k], normal[k])), "{}", context());
        let mirrored = contact(&b, &a);
        assert_eq!(mirrored.separation, found.separation, "{}", context());
        assert_eq!(mirrored.normal, -found.normal, "{}", context());
        // Each point is halfway between the surfaces, and the first points of a manifold include the deepest one.
        assert!((1..=if N == 2 { 2 } else { 4 }).contains(&found.points().len()), "{}", context());
        for contact in found.points() {
            let single = Support { corners: vec![wide(contact.point)], radius: 0.0, curve: vec![] };
            assert!(
                near(contact.separation, 2.0 * single.height(point, normal)),
                "{contact:?} {}",
                context()
            );
        }
        let deepest =
            found.points().iter().map(|point| point.separation.to_f64()).fold(f64::INFINITY, f64::min);
        assert!((deepest - height).abs() <= error, "{}", context());
        assert_eq!(contact_within(&a, &b, R::from_f64(height - 2.0 * error)), None, "{}", context());
        let relation = a.relation(&b);
        assert_eq!(b.relation(&a), relation, "{}", context());
        if height.abs() > error {
            let expected = if height > 0.0 { Relation::Apart } else { Relation::Overlapping };
            assert_eq!(relation, expected, "{}", context());
        }
        counts[relation as usize] += 1;
        let inside = support.height(point, normal.map(|c| -c));
        let is_composite = matches!(b.as_shape(), Shape::Group(_));
        let is_curved = !support.curve.is_empty() || support.radius > 0.0;
        if inside.abs() > if is_curved { 1e-4 } else { error } {
            assert_eq!(
                a.as_shape().contains_shape(&b),
                inside > 0.0,
                "{inside} {is_composite} {}",
                context()
            );
        }
        // Sweeps: the height falls linearly.
        let steps = [(); 2].map(|()| real_vector::<R, N>(&mut rng).map(|c| c * R::from_f64(2.0)));
        let speed = dot(wide(steps[1] - steps[0]), normal);
        let hit = sweep(&a, steps[0], &b, steps[1]);
        let other = sweep(&b, steps[1], &a, steps[0]);
        assert_eq!(hit.map(|hit| hit.time), other.map(|hit| hit.time), "{}", context());
        match hit {
            _ if height.abs() <= error || (height + speed).abs() <= error => {}
            Some(hit) if height < 0.0 => assert!(hit.starts_overlapping, "{}", context()),
            Some(hit) => {
                assert!(near(hit.time * R::from_f64(speed), -height), "{hit:?} {speed} {}", context());
                assert!((0..N).all(|k| near(hit.normal[k], normal[k])), "{hit:?} {}", context());
                counts[3] += 1;
            }
            None => assert!(height > 0.0 && height + speed > 0.0, "{speed} {}", context()),
        }
        let deeper = sweep_deeper(&b, steps[1], &a, steps[0]);
        if height.abs() > error && (height + speed).abs() > error && speed.abs() > error {
            let expected = height.min(0.0) > height + speed;
            assert_eq!(deeper.is_some(), expected, "{deeper:?} {speed} {}", context());
            if let Some(hit) = deeper {
                assert!(near(hit.time * R::from_f64(-speed), height.max(0.0)), "{hit:?} {}", context());
                counts[4] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > CASES / 300), "{counts:?}");
}

#[test]
fn queries_of_floats_agree_with_support_functions() {
    floats_agree_with_support::<f64, 2>(1e-11);
    floats_agree_with_support::<f64, 3>(1e-11);
    floats_agree_with_support::<f32, 2>(2e-4);
    floats_agree_with_support::<f32, 3>(2e-4);
}

/// Rays: the height of the start over the speed towards the plane, also with a pose.
fn rays_agree_with_heights<R: Real, const N: usize>(error: f64)
where
    Plain: Space<R, N>,
{
    let mut rng = Rng::with_seed(5);
    let mut counts = [0; 4];
    for _ in 0..CASES {
        let plane = float_half_space::<R, N>(&mut rng);
        let pose = Pose::new(Plain::rotation(&mut rng), real_vector::<R, N>(&mut rng));
        let pose = rng.bool().then_some(pose);
        let shape = pose.map_or(plane.into(), |pose| ShapeBuf::from(plane).placed(&pose));
        let placed = Support { corners: vec![wide(plane.point())], radius: 0.0, curve: vec![wide(plane.normal())] };
        let placed = placed.placed(pose);
        let (point, normal) = (placed.corners[0], placed.curve[0]);
        let Some(ray) = Ray::new(real_vector::<R, N>(&mut rng), real_vector(&mut rng)) else { continue };
        let start = Support { corners: vec![wide(ray.from())], radius: 0.0, curve: vec![] };
        let height = start.height(point, normal);
        let speed = dot(wide(ray.direction()), normal);
        if height.abs() < error || speed.abs() < 1e-3 {
            continue;
        }
        let at_plane = -height / speed;
        let near = |x: R, y: f64| (x.to_f64() - y).abs() <= error * (1.0 + 1.0 / speed.abs());
        let context = || format!("{shape:?} {ray:?} {height} {speed}");
        let hit = cast(&ray, &shape);
        let entering = ray.entering(&shape);
        let through = ray.through(&shape);
        if height < 0.0 {
            let hit = hit.unwrap();
            assert_eq!((hit.distance, hit.normal), (R::from_f64(0.0), -ray.direction()), "{}", context());
            assert!(entering.is_none(), "{}", context());
            let leave = through.unwrap().1;
            assert_eq!(leave.is_some(), speed > 0.0, "{}", context());
            assert!(leave.is_none_or(|leave| near(leave.distance, at_plane)), "{leave:?} {}", context());
            counts[usize::from(speed > 0.0)] += 1;
        } else {
            assert_eq!(hit.is_some(), speed < 0.0, "{}", context());
            assert_eq!(hit, entering, "{}", context());
            assert_eq!(through.map(|hits| (Some(hits.0), hits.1)), hit.map(|hit| (Some(hit), None)), "{}", context());
            if let Some(hit) = hit {
                assert!(near(hit.distance, at_plane), "{hit:?} {}", context());
                let short = ray.with_max_distance(R::from_f64(at_plane * 0.5));
                assert_eq!(cast(&short, &shape), None, "{}", context());
            }
            counts[2 + usize::from(speed < 0.0)] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > CASES / 50), "{counts:?}");
}

#[test]
fn rays_hit_and_leave_half_spaces() {
    rays_agree_with_heights::<f64, 2>(1e-10);
    rays_agree_with_heights::<f64, 3>(1e-10);
    rays_agree_with_heights::<f32, 2>(2e-4);
    rays_agree_with_heights::<f32, 3>(2e-4);
}

/// Rotating shapes over a still or rotating half-space: apart before the hit, touching at the hit.
#[test]
fn rotating_shapes_meet_half_spaces() {
    let mut rng = Rng::with_seed(6);
    let mut counts = [0; 2];
    for _ in 0..300 {
        let plane = float_half_space::<f64, 2>(&mut rng);
        let Some((shape, _)) = float_shape::<f64, 2>(&mut rng) else { continue };
        let motion = |rng: &mut Rng, angle: f64| {
            let motion = Motion::new(real_vector::<f64, 2>(rng));
            motion.turning(real_vector(rng), angle)
        };
        let angle = rng.f64() * 4.0 - 2.0;
        let moves = motion(&mut rng, angle);
        let plane_angle = if rng.bool() { 0.0 } else { rng.f64() - 0.5 };
        let plane_moves = motion(&mut rng, plane_angle);
        let gap = |time: f64| {
            let [a, b] = [(ShapeBuf::from(plane), plane_moves), (shape.clone(), moves)];
            let [a, b] = [a, b].map(|(shape, moves)| shape.placed(&moves.pose_at(time)));
            contact(&a, &b).separation
        };
        if gap(0.0) < 1e-3 {
            continue;
        }
        let hit = sweep_turning(plane, &plane_moves, &shape, &moves);
        let end = hit.map_or(1.0, |hit| hit.time);
        for k in 0..50 {
            let time = end * f64::from(k) / 50.0;
            assert!(gap(time) > -1e-5, "{plane:?} {shape:?} {moves:?} {plane_moves:?} {time} {hit:?}");
        }
        assert!(hit.is_none_or(|hit| gap(hit.time).abs() < 1e-4), "{plane:?} {shape:?} {hit:?}");
        counts[usize::from(hit.is_some())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn invalid_and_infinite_half_spaces_have_plain_answers() {
    assert_eq!(HalfSpace::new([0.0, 0.0], [0.0, 0.0]), None);
    assert_eq!(HalfSpace::new([0.0, 0.0], [f64::NAN, 1.0]), None);
    assert_eq!(HalfSpace::new([0.0f32; 3], [0.0, f32::INFINITY, 1.0]), None);
    assert_eq!(HalfSpace::new([0i32; 3], [0; 3]), None);
    let floor = HalfSpace::new([0.0, 0.0], [0.0, 1.0]).unwrap();
    let shape = Shape::from(floor);
    assert_eq!((shape.area(), shape.centroid(), shape.bounds(), shape.center()), (None, None, None, None));
    let nowhere = HalfSpace::new([f64::NAN, 0.0], [0.6, 0.8]).unwrap();
    assert_eq!(nowhere.relation(&Ball::new([0.0, 0.0], 9.0)), Relation::Apart);
    assert_eq!(distance(nowhere, Ball::new([0.0, 0.0], 9.0)), f64::INFINITY);
    let segment = Segment::new([0.0, 9.0], [f64::NAN, 1.0]);
    assert_eq!(floor.relation(&segment), Relation::Apart);
    assert!(!shape.contains_shape(segment));
    // Two half-spaces: a slab, or an infinite depth.
    let ceiling = HalfSpace::new([3.0, 2.0], [0.0, -1.0]).unwrap();
    let found = contact(floor, ceiling);
    assert_eq!((found.separation, found.normal), (2.0, Vector([0.0, 1.0])));
    assert_eq!(contact(ceiling, floor.translated([0.0, 5.0])).separation, -3.0);
    let slope = HalfSpace::new([3.0, 2.0], [0.6, -0.8]).unwrap();
    let deep = contact(floor, slope);
    assert_eq!((deep.separation, deep.points().len()), (f64::NEG_INFINITY, 0));
    assert_eq!((distance(floor, slope), floor.relation(&slope)), (0.0, Relation::Overlapping));
    // An infinite box beside a half-space.
    let above = Aabb::new([f64::NEG_INFINITY, 1.0], [f64::INFINITY, f64::INFINITY]);
    assert_eq!(contact(floor, above).separation, 1.0);
    assert_eq!(floor.relation(&above.translated([0.0, -1.0])), Relation::Touching);
    let hit = sweep(above, [0.0, -4.0], floor, [0.0, 0.0]).unwrap();
    assert_eq!((hit.time, hit.normal), (0.25, Vector([0.0, -1.0])));
    assert_eq!(sweep(floor, [0.0, 1.0], ceiling, [0.0, -3.0]).unwrap().time, 0.5);
    #[cfg(feature = "fixed")]
    assert!(HalfSpace::new([fixed::types::I8F8::ZERO; 2], [fixed::types::I8F8::DELTA; 2]).is_some());
}

#[cfg(feature = "serde")]
#[test]
fn half_spaces_are_saved_and_loaded() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..100 {
        let plane = float_half_space::<f32, 3>(&mut rng);
        let list = ShapeBuf::compound([ShapeBuf::from(plane), Ball::new([0.0; 3], 1.0).into()]);
        for shape in [ShapeBuf::from(plane), list] {
            let text = serde_json::to_string(&shape).unwrap();
            assert_eq!(serde_json::from_str::<ShapeBuf<f32, 3>>(&text).unwrap(), shape, "{text}");
            let bytes = postcard::to_stdvec(&shape).unwrap();
            assert_eq!(postcard::from_bytes::<ShapeBuf<f32, 3>>(&bytes).unwrap(), shape);
        }
        let bytes = postcard::to_stdvec(&Shape::from(plane)).unwrap();
        assert_eq!(postcard::from_bytes::<Shape<f32, 3>>(&bytes).unwrap(), plane.into());
    }
    let read = |text: &str| serde_json::from_str::<Shape<i16, 2>>(text).map_err(|error| error.to_string());
    assert!(read(r#"{"half_space":{"point":[0,1],"normal":[0,2]}}"#).is_ok());
    let refused = read(r#"{"half_space":{"point":[0,1],"normal":[0,0]}}"#).unwrap_err();
    assert!(refused.starts_with("normal is zero, infinite or NaN"), "{refused}");
}

/// A world with a half-space gives the answers of the same world with a huge box, after any changes.
fn worlds_agree_with_huge_box<const N: usize>()
where
    Plain: Space<f64, N>,
{
    let mut rng = Rng::with_seed(8);
    let mut events = 0;
    for _ in 0..40 {
        let axis = rng.usize(..N);
        let top = f64::from(rng.i32(-8..=8));
        let unit = Vector([0.0; N]).with(axis, 1.0);
        let plane = HalfSpace::new(unit.map(|c| c * top), unit).unwrap();
        let box_ = Aabb::new(Vector([-1e4; N]), Vector([1e4; N]).with(axis, top));
        let [mut a, mut b] = [(); 2].map(|()| World::<f64, N>::new());
        let mut ids = Vec::new();
        let insert = |rng: &mut Rng, a: &mut World<f64, N>, b: &mut World<f64, N>| {
            let shapes = match rng.u8(..8) {
                0 => Some((ShapeBuf::from(plane), ShapeBuf::from(box_))),
                1 => Some((ShapeBuf::compound([plane]), ShapeBuf::compound([box_]))),
                _ => float_shape::<f64, N>(rng).map(|(shape, _)| (shape.clone(), shape)),
            };
            let (p, q) = shapes.unwrap_or((plane.into(), box_.into()));
            let ids = [a.insert(Collider::new(p)).unwrap(), b.insert(Collider::new(q)).unwrap()];
            assert_eq!(ids[0], ids[1]);
            ids[0]
        };
        for _ in 0..rng.usize(2..30) {
            ids.push(insert(&mut rng, &mut a, &mut b));
        }
        for _ in 0..10 {
            match rng.u8(..4) {
                0 if ids.len() > 1 => {
                    let id = ids.swap_remove(rng.usize(..ids.len()));
                    assert_eq!(a.remove(id).is_some(), b.remove(id).is_some());
                }
                1 => {
                    let id = ids[rng.usize(..ids.len())];
                    let shapes = if rng.bool() { [plane.into(), box_.into()] } else { [(); 2].map(|()| ShapeBuf::from(unit)) };
                    let [p, q] = shapes;
                    a.set_shape(id, p).unwrap();
                    b.set_shape(id, q).unwrap();
                }
                _ => ids.push(insert(&mut rng, &mut a, &mut b)),
            }
            let [p, q] = [a.update().to_vec(), b.update().to_vec()];
            events += p.iter().filter(|event| event.intersection() != Change::Stay).count();
            assert_eq!(p, q);
            let Some((shape, _)) = float_shape::<f64, N>(&mut rng) else { continue };
            assert_eq!(a.intersecting(&shape, |_, _| true), b.intersecting(&shape, |_, _| true), "{shape:?}");
            let step = real_vector::<f64, N>(&mut rng);
            // Curved shapes meet a huge box in 3D with a tolerance proportional to the box.
            let error = if N == 2 { 1e-8 } else { 1e-2 };
            let near = |x: f64, y: f64| (x - y).abs() < error;
            let [p, q] = [&a, &b].map(|world| world.sweep(&shape, step, |_, _| true));
            assert!(p.is_some() == q.is_some(), "{shape:?} {step:?} {p:?} {q:?}");
            if let (Some(p), Some(q)) = (p, q) {
                assert!(near(p.hit.time, q.hit.time), "{shape:?} {step:?} {p:?} {q:?}");
            }
            let nearest = a.nearest(&shape, 1e3, |_, _| true).map(|found| found.hit.separation);
            let all = a.iter().map(|(_, collider)| contact(&shape, &collider.shape).separation);
            assert_eq!(nearest, all.reduce(f64::min), "{shape:?}");
            let Some(ray) = Ray::new(real_vector::<f64, N>(&mut rng), real_vector(&mut rng)) else { continue };
            let [p, q] = [&a, &b].map(|world| world.cast_all(&ray, |_, _| true));
            assert_eq!(p.len(), q.len(), "{ray:?}");
            assert!(p.iter().zip(&q).all(|(p, q)| near(p.hit.distance, q.hit.distance)), "{ray:?} {p:?} {q:?}");
            let first = a.cast(&ray, |_, _| true).map(|found| found.hit.distance);
            assert_eq!(first, p.first().map(|found| found.hit.distance));
        }
        #[cfg(feature = "serde")]
        {
            let loaded: World<f64, N> = serde_json::from_str(&serde_json::to_string(&a).unwrap()).unwrap();
            let all = Ball::new(Vector([0.0; N]), 50.0);
            assert_eq!(loaded.intersecting(all, |_, _| true), a.intersecting(all, |_, _| true));
        }
    }
    assert!(events > 200, "{events}");
}

#[test]
fn world_with_half_space_answers_like_world_with_huge_box() {
    worlds_agree_with_huge_box::<2>();
    worlds_agree_with_huge_box::<3>();
}

/// Walks a mover over a floor and returns its positions.
fn walk<const N: usize>(shape: ShapeBuf<f64, N>, floor: &World<f64, N>, seed: u64) -> Vec<Vector<f64, N>> {
    let mut rng = Rng::with_seed(seed);
    let mut mover = Mover::new(shape);
    mover.gravity = Vector([0.0; N]).with(1, -20.0);
    mover.walk_settings = Some(WalkSettings { stair_height: 0.25, snap_distance: 0.25 });
    (0..100)
        .map(|_| {
            mover.velocity[0] = rng.f64() * 8.0 - 4.0;
            if mover.is_grounded() && rng.u8(..10) == 0 {
                mover.jump(1.5);
            }
            mover.step(1.0 / 60.0, floor, |_| Some(Response::Slide), |hit| assert!(hit.normal[1] > 0.1));
            mover.position()
        })
        .collect()
}

fn movers_walk_on<const N: usize>(shapes: &[ShapeBuf<f64, N>]) {
    let unit = Vector([0.0; N]).with(1, 1.0);
    let flat = HalfSpace::new(Vector([0.0; N]), unit).unwrap();
    let wide = Aabb::new(Vector([-1e3; N]), Vector([1e3; N]).with(1, 0.0));
    for (index, shape) in shapes.iter().enumerate() {
        let [mut a, mut b] = [(); 2].map(|()| World::<f64, N>::new());
        a.insert(Collider::new(flat)).unwrap();
        b.insert(Collider::new(wide)).unwrap();
        let [p, q] = [&a, &b].map(|floor| walk(shape.clone(), floor, 9));
        for (p, q) in p.iter().zip(&q) {
            // A box moves with the same bits.
            assert!(if index == 0 { p == q } else { (*p - *q).length() < 1e-9 }, "{shape:?} {p:?} {q:?}");
        }
        assert!(p.iter().any(|at| at[1] > -0.2), "{shape:?}: it never jumped");
        // A slope: the mover never sinks into it.
        let slope = HalfSpace::new(Vector([0.0; N]), Vector([0.0; N]).with(0, -0.5).with(1, 1.0)).unwrap();
        let mut hill = World::<f64, N>::new();
        hill.insert(Collider::new(slope)).unwrap();
        let path = walk(shape.clone(), &hill, 10);
        let bottom = shape.translated(path[path.len() - 1]).unwrap();
        assert!(path.iter().all(|at| {
            let moved = shape.translated(*at).unwrap();
            contact(slope, &moved).separation > -1e-9
        }));
        assert!(contact(slope, &bottom).separation < 2.0, "{shape:?}: it left the slope");
    }
}

#[test]
fn movers_walk_on_half_spaces_as_on_wide_boxes() {
    let axis = |k: f64| Vector([0.0, 0.5 + k]);
    movers_walk_on::<2>(&[
        Aabb::new([-0.3, 0.2], [0.3, 1.4]).into(),
        Ball::new([0.0, 1.0], 0.5).into(),
        Capsule::new(axis(0.0), axis(1.0), 0.4).into(),
        OrientedBox::new([0.0, 1.2], [0.4, 0.6], Rotation::from_degrees(30.0)).into(),
        Polygon::try_new(&[Vector([-0.4, 0.2]), Vector([0.4, 0.2]), Vector([0.0, 1.2])]).unwrap().into(),
    ]);
    movers_walk_on::<3>(&[
        Aabb::new([-0.3, 0.2, -0.3], [0.3, 1.4, 0.3]).into(),
        Ball::new([0.0, 1.0, 0.0], 0.5).into(),
        Capsule::new([0.0, 0.6, 0.0], [0.0, 1.6, 0.0], 0.4).into(),
        Cylinder::new(Axis::Y, [0.0, 0.2, 0.0], 1.2, 0.4).into(),
    ]);
}

/// The shapes of bodies, all around the origin.
fn bodies() -> Vec<ShapeBuf<f64, 2>> {
    vec![
        Aabb::new([-0.5, -0.4], [0.5, 0.4]).into(),
        Ball::new([0.0, 0.0], 0.5).into(),
        Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.3).into(),
        OrientedBox::new([0.0, 0.0], [0.5, 0.3], Rotation::from_degrees(20.0)).into(),
        Ellipse::new([0.0, 0.0], [0.6, 0.4], Rotation::identity()).into(),
        Triangle::new([-0.5, -0.3], [0.5, -0.3], [0.0, 0.5]).into(),
        ShapeBuf::compound([Aabb::new([-0.6, -0.2], [0.0, 0.2]), Aabb::new([0.0, -0.2], [0.6, 0.5])]),
    ]
}

#[test]
fn bodies_rest_on_half_spaces_as_on_wide_boxes() {
    for gravity in [[0.0, -10.0], [0.0, 10.0]] {
        let up = -gravity[1] / 10.0;
        let plane = HalfSpace::new([0.0, 0.0], [0.0, up]).unwrap();
        let wide = Aabb::new([-1e3, 0.0], [1e3, -1e3 * up]);
        let [mut a, mut b] = [ColliderDef::new(plane), ColliderDef::new(wide)].map(|floor| {
            let mut simulation = Simulation::<f64>::new(gravity);
            simulation.insert_static(&floor).unwrap();
            for (shape, k) in bodies().iter().zip(0..) {
                let pose = Pose::new(Rotation::from_degrees(f64::from(k) * 3.0), [f64::from(k) * 3.0, 1.5 * up]);
                let def = BodyDef { pose, velocity: Vector([0.2, 0.0]), ..BodyDef::default() };
                simulation.insert(&def, &[ColliderDef::new(shape.as_shape())]).unwrap();
            }
            simulation
        });
        for _ in 0..600 {
            a.step(1.0 / 60.0);
            b.step(1.0 / 60.0);
            let copy = a.clone();
            assert_eq!(copy.state_hash(), a.state_hash());
        }
        for ((id, p), (_, q)) in a.iter().zip(b.iter()) {
            let [x, y] = [p.pose.translation, q.pose.translation];
            assert!((x - y).length() < 1e-3, "{x:?} {y:?}");
            assert_eq!(p.asleep, q.asleep, "{x:?}");
            for collider in a.colliders_of(id) {
                let shape = a.shape_of(collider).unwrap();
                if p.kind == BodyKind::Dynamic {
                    let gap = contact(plane, &shape).separation;
                    assert!(gap.abs() < 0.02, "{shape:?} {gap}");
                }
            }
        }
        assert!(a.iter().filter(|(_, state)| state.asleep).count() > 3);
        #[cfg(feature = "serde")]
        {
            let bytes = postcard::to_stdvec(&a).unwrap();
            let mut loaded: Simulation<f64> = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(loaded.state_hash(), a.state_hash());
            loaded.step(1.0 / 60.0);
            a.step(1.0 / 60.0);
            assert_eq!(loaded.state_hash(), a.state_hash());
        }
        // Queries find the floor, and a point below it.
        let ray = Ray::new([50.0, 4.0 * up], [0.0, -up]).unwrap();
        assert_eq!(a.cast(&ray, &QueryFilter::default()).unwrap().hit.distance, 4.0);
        assert_eq!(a.intersecting(Vector([1e6, -up]), &QueryFilter::default()).len(), 1);
    }
}

#[test]
fn fast_bodies_never_pass_half_spaces() {
    let mut rng = Rng::with_seed(11);
    let mut hits = 0;
    for round in 0..60 {
        let normal = [rng.f64() - 0.5, 1.0];
        let plane = HalfSpace::new([1.0, -2.0], normal).unwrap();
        let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
        simulation.insert_static(&ColliderDef::new(plane)).unwrap();
        let shape = bodies().swap_remove(round % bodies().len());
        let speed = 10f64.powf(rng.f64() * 3.0 + 1.0);
        let velocity = Vector([rng.f64() - 0.5, -1.0]).map(|c| c * speed);
        let def = BodyDef {
            pose: Pose::new(Rotation::from_degrees(rng.f64() * 360.0), [0.0, 3.0 + rng.f64() * 9.0]),
            velocity,
            angular_velocity: rng.f64() * 20.0 - 10.0,
            bullet: rng.bool(),
            ..BodyDef::default()
        };
        let body = simulation.insert(&def, &[ColliderDef::new(shape.as_shape())]).unwrap();
        for _ in 0..120 {
            simulation.step(1.0 / 60.0);
            let at = simulation.get(body).unwrap().pose.translation;
            assert!(plane.height(at) > 0.05, "{plane:?} {shape:?} {velocity:?}: {at:?}");
        }
        hits += usize::from(plane.height(simulation.get(body).unwrap().pose.translation) < 2.0);
    }
    assert!(hits > 20, "{hits}");
}

#[test]
fn half_spaces_are_refused_in_bodies_that_are_not_static() {
    let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    let plane = HalfSpace::new([0.0, 0.0], [0.0, 1.0]).unwrap();
    for kind in [BodyKind::Dynamic, BodyKind::Kinematic] {
        let def = BodyDef { kind, ..BodyDef::default() };
        let refused = simulation.insert(&def, &[ColliderDef::new(plane)]);
        assert_eq!(refused, Err(DynamicsError::HalfSpace));
        let parts = [Shape::from(plane), Ball::new([0.0, 0.0], 1.0).into()];
        assert_eq!(simulation.insert(&def, &[ColliderDef::new(&parts)]), Err(DynamicsError::HalfSpace));
    }
    let up = Some(Side { axis: Axis::Y, negative: false });
    let one_way = ColliderDef { one_way: up, ..ColliderDef::new(plane) };
    assert!(simulation.insert_static(&one_way).is_err());
    let collider = simulation.insert_static(&ColliderDef::new(plane)).unwrap();
    let changed = simulation.modify_collider(collider, |collider| collider.one_way = up);
    assert_eq!(changed, Err(DynamicsError::HalfSpace));
    // Parts of the ground beside a half-space: a body rolls from it onto a level tile and back.
    simulation.insert_static(&ColliderDef::new(Aabb::new([2.0, -1.0], [4.0, 0.0]))).unwrap();
    let def = BodyDef { pose: Pose::new(Rotation::identity(), [0.0, 0.5]), velocity: Vector([3.0, 0.0]), ..BodyDef::default() };
    let crate_ = ColliderDef { friction: 0.0, ..ColliderDef::new(Aabb::new([-0.5, -0.5], [0.5, 0.5])) };
    let body = simulation.insert(&def, &[crate_]).unwrap();
    for _ in 0..120 {
        simulation.step(1.0 / 60.0);
        let state = simulation.get(body).unwrap();
        assert!((state.velocity.x() - 3.0).abs() < 1e-3 && (state.pose.translation.y() - 0.5).abs() < 0.01, "{state:?}");
    }
}
