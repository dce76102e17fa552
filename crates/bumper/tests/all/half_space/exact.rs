//! Relations and containment of integers and fixed point, against big integers.

use super::CASES;
use super::shapes::box_corners;
use bumper::scalar::{Scalar, Span};
use bumper::{
    Aabb, AsShape, Axis, Ball, Capsule, Cylinder, HalfSpace, MaskBuf, Polygon, Region, Relate, Relation,
    Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle, Vector,
};
use dashu_int::IBig;
use fastrand::Rng;

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
