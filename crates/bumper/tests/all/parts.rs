//! The parts that queries report are compared with queries of each part alone, and with the geometry of edges and pixels.

use crate::pixels::cases;
use bumper::motion::{HitTarget, Mover, Response};
use bumper::scalar::{Real, Scalar};
use bumper::world::{Change, Collider, World};
use bumper::{
    Aabb, AsShape, Ball, Contact, MaskBuf, NO_PART, Pose, Ray, RayHit, Region, Relate, Relation, Rotation,
    Segment, Shape, ShapeBuf, Sprite, SweepHit, Triangle, Vector, cast, contact, contact_within, distance,
    sweep, sweep_deeper,
};
use fastrand::Rng;

type Point = Vector<f64, 2>;
type Number<S> = fn(f64) -> S;

/// A shape with parts, and what it reports: for each index, the geometry of the part. `None` for an index that no hit may report.
struct Case<S: Scalar> {
    whole: ShapeBuf<S, 2>,
    parts: Vec<Option<ShapeBuf<S, 2>>>,
    /// Whether the parts are edges of a region.
    is_region: bool,
    /// Whether the shape is or contains a mask. Of equally good pixels, any one is reported.
    has_mask: bool,
}

fn point<S: Scalar>(rng: &mut Rng, reach: f64, number: Number<S>) -> Vector<S, 2> {
    Vector([0, 1].map(|_| number(reach * (2.0 * rng.f64() - 1.0))))
}

/// A box, ball, capsule or triangle. Boxes are on a grid, so that many of them share edges.
fn convex<S: Scalar>(rng: &mut Rng, number: Number<S>) -> ShapeBuf<S, 2> {
    let at = Vector([0, 1].map(|_| f64::from(rng.i32(-5..5)) * 2.0));
    let end = at.map(|c| c + 2.0);
    match rng.u8(..6) {
        0..=2 => Aabb::new(at.map(number), end.map(number)).into(),
        3 => Ball::new(at.map(number), number(1.0)).into(),
        4 => Segment::new(at.map(number), point(rng, 9.0, number)).into(),
        _ => Triangle::new(at.map(number), end.map(number), point(rng, 9.0, number)).into(),
    }
}

/// Random shapes, many of them equal to others.
fn shapes<S: Scalar>(rng: &mut Rng, number: Number<S>) -> Vec<ShapeBuf<S, 2>> {
    let mut shapes: Vec<ShapeBuf<S, 2>> = Vec::new();
    for _ in 0..rng.usize(1..14) {
        let copied = if rng.bool() { rng.choice(&shapes).cloned() } else { None };
        let shape = copied.unwrap_or_else(|| convex(rng, number));
        shapes.insert(rng.usize(..=shapes.len()), shape);
    }
    shapes
}

/// A region in the form of an L, a staircase or a star, 16 to 20 units wide.
fn region<S: Scalar>(rng: &mut Rng, number: Number<S>) -> Region<S, 2> {
    let stairs = [[0, 0], [9, 0], [9, 9], [6, 9], [6, 6], [3, 6], [3, 3], [0, 3]].map(|c| c.map(f64::from));
    loop {
        let corners: Vec<Point> = match rng.u8(..3) {
            0 => stairs.iter().map(|corner| Vector(*corner).scaled(2.0)).collect(),
            _ => {
                let count = rng.usize(4..12);
                let corner = |k: usize| {
                    let (sine, cosine) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
                    Vector([cosine, sine]).scaled(3.0 + 7.0 * rng.f64())
                };
                (0..count).map(corner).collect()
            }
        };
        if let Ok(region) = Region::new(corners.into_iter().map(|corner| corner.map(number))) {
            return region;
        }
    }
}

fn edges<S: Scalar>(region: &Region<S, 2>) -> Vec<Option<ShapeBuf<S, 2>>> {
    let corners = region.corners();
    let edge = |k: usize| Some(Segment::new(corners[k], corners[(k + 1) % corners.len()]).into());
    (0..corners.len()).map(edge).collect()
}

fn mask_case<S: Scalar>(rng: &mut Rng, number: Number<S>) -> Case<S> {
    let size = [rng.u16(1..12), rng.u16(1..9)];
    let share = rng.f64();
    let mask = MaskBuf::from_fn(size, |_, _| rng.f64() < share);
    let flip = [rng.bool(), rng.bool()];
    let min = Vector([-8, -6].map(f64::from));
    let sprite = Sprite::new(mask.as_mask(), min.map(number), number(1.0));
    let sprite = (0..2).filter(|k| flip[*k]).fold(sprite, |sprite, axis| sprite.flipped(axis));
    let pixel = |k: u16| {
        let stored = [k % size[0], k / size[0]];
        let seen = [0, 1].map(|k| if flip[k] { size[k] - 1 - stored[k] } else { stored[k] });
        let corner = min + Vector(seen.map(f64::from));
        let pixel = Aabb::new(corner.map(number), corner.map(|c| number(c + 1.0)));
        mask.as_mask().get(stored[0], stored[1]).then(|| pixel.into())
    };
    let parts = (0..size[0] * size[1]).map(pixel).collect();
    Case { whole: sprite.into(), parts, is_region: false, has_mask: true }
}

/// A shape with parts: a compound, a compound of compounds, regions and masks, a region or a mask.
fn case<S: Scalar>(rng: &mut Rng, number: Number<S>) -> Case<S> {
    let list = |parts: Vec<ShapeBuf<S, 2>>| Case {
        whole: ShapeBuf::compound(parts.clone()),
        parts: parts.into_iter().map(Some).collect(),
        is_region: false,
        has_mask: false,
    };
    match rng.u8(..6) {
        0 | 1 => list(shapes(rng, number)),
        2 => {
            let mut parts: Vec<ShapeBuf<S, 2>> =
                (0..rng.usize(1..4)).map(|_| ShapeBuf::compound(shapes(rng, number))).collect();
            parts.push(region(rng, number).into());
            parts.push(mask_case(rng, number).whole);
            rng.shuffle(&mut parts);
            Case { has_mask: true, ..list(parts) }
        }
        3 => mask_case(rng, number),
        _ => {
            let region = region(rng, number);
            let parts = edges(&region);
            Case { whole: region.into(), parts, is_region: true, has_mask: false }
        }
    }
}

/// A random pose. The identity, too, because it is stored like any other pose.
fn pose<R: Real>(rng: &mut Rng, number: Number<R>) -> Pose<R, 2> {
    let turn = [0.0, 90.0, 30.0 + rng.f64()][rng.usize(..3)];
    Pose::new(Rotation::from_degrees(number(turn)), point(rng, 3.0, number))
}

impl<R: Real> Case<R> {
    /// The case in another place. Placing a shape does not change the indices of its parts.
    fn placed(self, pose: &Pose<R, 2>) -> Self {
        let parts = self.parts.iter().map(|part| Some(part.as_ref()?.placed(pose))).collect();
        Self { whole: self.whole.placed(pose), parts, ..self }
    }
}

impl<S: Scalar> Case<S> {
    fn part(&self, part: u32) -> Shape<'_, S, 2> {
        self.parts[part as usize].as_ref().unwrap_or_else(|| panic!("{part} of {:?}", self.whole)).as_shape()
    }

    /// Fails if a lower part is equal to the reported one, and so gives an equally good answer.
    fn assert_is_lowest(&self, part: u32) {
        let equal = |other: &Option<ShapeBuf<S, 2>>| part != NO_PART && *other == self.parts[part as usize];
        let first = self.parts.iter().position(equal);
        assert!(part == NO_PART || first == Some(part as usize), "{part} {first:?} {:?}", self.whole);
    }

    fn ray(&self, ray: &Ray<S::Real, 2>, hit: &RayHit<S::Real, 2>) {
        self.assert_is_lowest(hit.part);
        if self.is_region && hit.part == NO_PART {
            assert!(hit.distance <= S::Real::default() && hit.normal == -ray.direction(), "{hit:?}");
            return;
        }
        let own =
            cast(ray, self.part(hit.part)).unwrap_or_else(|| panic!("{ray:?} {hit:?} {:?}", self.whole));
        // A ray from inside the region starts on the edge only if it touches it.
        assert!(near::<S>(own.distance, hit.distance), "{own:?} {hit:?} {ray:?} {:?}", self.whole);
    }

    /// A contact of the case with another shape. `part` is the reported part.
    fn contact(&self, part: u32, found: &Contact<S::Real, 2>, other: &Shape<'_, S, 2>) {
        if !self.is_region {
            let own = contact(self.part(part), *other);
            assert!(
                near::<S>(own.separation, found.separation),
                "{own:?} {found:?} {other:?} {:?}",
                self.whole
            );
        } else if found.separation > S::Real::default() {
            let own = distance(self.part(part), *other);
            assert!(near::<S>(own, found.separation), "{own:?} {found:?} {other:?} {:?}", self.whole);
        }
    }
}

fn near<S: Scalar>(a: S::Real, b: S::Real) -> bool {
    let [a, b] = [a, b].map(Scalar::to_f64);
    (a - b).abs() <= 1e4 * Scalar::to_f64(S::Real::EPSILON)
}

/// The edge of a region that a ray hits has its outer side to the ray, and the hit is on it.
fn check_rays<S: Scalar>(seed: u64, number: Number<S>, moved: fn(&mut Rng, Case<S>) -> Case<S>) {
    let mut rng = Rng::with_seed(seed);
    let [mut hits, mut inside, mut high] = [0; 3];
    for _ in 0..cases(2000) {
        let case = case(&mut rng, number);
        let case = moved(&mut rng, case);
        // Rays from points on the grid of the boxes hit several of them at the same time.
        let on_grid = |c: f64| S::Real::from_f64((c * 0.5).round() * 2.0);
        let from = match rng.bool() {
            true => point(&mut rng, 14.0, S::Real::from_f64),
            false => Vector([rng.f64() * 28.0 - 14.0, rng.f64() * 28.0 - 14.0].map(on_grid)),
        };
        let axis = [[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [rng.f64() - 0.5, rng.f64() - 0.5]][rng.usize(..4)];
        let Some(ray) = Ray::new(from, axis.map(S::Real::from_f64)) else { continue };
        if let Some(hit) = cast(&ray, case.whole.as_shape()) {
            case.ray(&ray, &hit);
            hits += 1;
            inside += usize::from(hit.part == NO_PART);
            high += usize::from(hit.part > 2 && hit.part != NO_PART);
        }
        if let Some(hit) = ray.entering(case.whole.as_shape()) {
            case.assert_is_lowest(hit.part);
            assert!(hits_near(&ray, hit.point, &case.part(hit.part)), "{hit:?} {ray:?} {:?}", case.whole);
        }
        if let Some((_, Some(hit))) = ray.through(case.whole.as_shape()) {
            assert!(hits_near(&ray, hit.point, &case.part(hit.part)), "{hit:?} {ray:?} {:?}", case.whole);
        }
    }
    assert!(hits > cases(400) && inside > cases(20) && high > cases(100), "{hits} {inside} {high}");
}

/// Whether the ray hits a shape near a point that is on the ray.
fn hits_near<R: Real, S: Scalar<Real = R>>(
    ray: &Ray<R, 2>,
    point: Vector<R, 2>,
    shape: &Shape<'_, S, 2>,
) -> bool {
    let half = ray.direction().scaled(R::from_f64(1e-3));
    Ray::between(point - half, point + half).is_some_and(|ray| cast(&ray, *shape).is_some())
}

fn still<S: Scalar>(_: &mut Rng, case: Case<S>) -> Case<S> {
    case
}

/// Places some cases, once or twice.
fn placed<R: Real>(rng: &mut Rng, case: Case<R>) -> Case<R> {
    (0..rng.usize(..3)).fold(case, |case, _| case.placed(&pose(rng, R::from_f64)))
}

#[test]
fn ray_reports_the_part_it_hits() {
    check_rays::<f64>(1, |c| c, placed);
    check_rays::<f32>(2, |c| c as f32, placed);
    check_rays::<i16>(3, |c| c.round() as i16, still);
    check_rays::<i32>(4, |c| c.round() as i32, still);
    #[cfg(feature = "fixed")]
    check_rays(5, fixed::types::I16F16::saturating_from_num::<f64>, still);
}

/// The contacts of two cases: the pair of reported parts has the separation of the whole shapes.
fn check_contacts<S: Scalar>(seed: u64, number: Number<S>, moved: fn(&mut Rng, Case<S>) -> Case<S>) {
    let mut rng = Rng::with_seed(seed);
    let [mut apart, mut overlapping, mut high] = [0; 3];
    for _ in 0..cases(1500) {
        let first = case(&mut rng, number);
        let first = moved(&mut rng, first);
        let second = case(&mut rng, number);
        let second = moved(&mut rng, second);
        let single = convex(&mut rng, number);
        let offset = point(&mut rng, 12.0, number);
        let Some(other) = single.translated(offset) else { continue };
        let (a, b) = (first.whole.as_shape(), other.as_shape());
        let found = contact(a, b);
        if found.points().is_empty() {
            continue;
        }
        first.contact(found.parts[0], &found, &b);
        first.assert_is_lowest(found.parts[0]);
        let swapped = contact(b, a);
        assert_eq!([swapped.parts[1], swapped.parts[0]], found.parts);
        assert!(found.points().iter().all(|point| point.parts == found.parts));
        assert_eq!(contact_within(a, b, S::Real::from_f64(1e4)).map(|near| near.parts), Some(found.parts));
        apart += usize::from(found.separation > S::Real::default());
        overlapping += usize::from(found.separation < S::Real::default());
        high += usize::from(found.parts[0] > 2 && found.parts[0] != NO_PART);
        let whole = second.whole.translated(offset).unwrap();
        let found = contact(a, whole.as_shape());
        if !found.points().is_empty() && !first.is_region && !second.is_region {
            let other = second.part(found.parts[1]);
            let other = ShapeBuf::from(other).translated(offset).unwrap();
            first.contact(found.parts[0], &found, &other.as_shape());
            if !first.has_mask && !second.has_mask {
                first.assert_is_lowest(found.parts[0]);
                second.assert_is_lowest(found.parts[1]);
            }
        }
    }
    assert!(
        apart > cases(300) && overlapping > cases(100) && high > cases(100),
        "{apart} {overlapping} {high}"
    );
}

#[test]
fn contact_reports_the_closest_parts() {
    check_contacts::<f64>(11, |c| c, placed);
    check_contacts::<f32>(12, |c| c as f32, placed);
    check_contacts::<i16>(13, |c| c.round() as i16, still);
    check_contacts::<i32>(14, |c| c.round() as i32, still);
    #[cfg(feature = "fixed")]
    check_contacts(15, fixed::types::I16F16::saturating_from_num::<f64>, still);
}

/// The part that a sweep reports is hit at the same time. An edge of a region is touched at this time.
fn check_sweep<S: Scalar>(
    case: &Case<S>,
    hit: &SweepHit<S::Real, 2>,
    moving: &Shape<'_, S, 2>,
    step: Vector<S::Real, 2>,
) {
    let part = hit.parts[1];
    assert_eq!(hit.parts[0], 0);
    case.assert_is_lowest(part);
    if hit.starts_overlapping {
        assert!(
            case.is_region || distance(*moving, case.part(part)) <= S::Real::default(),
            "{hit:?} {moving:?}"
        );
        return;
    }
    let own = sweep(*moving, step, case.part(part), Vector::ZERO);
    let own = own.unwrap_or_else(|| panic!("{hit:?} {moving:?} {step:?} {:?}", case.whole));
    assert!(near::<S>(own.time, hit.time), "{own:?} {hit:?} {moving:?} {step:?} {:?}", case.whole);
}

fn check_sweeps<S: Scalar>(seed: u64, number: Number<S>, moved: fn(&mut Rng, Case<S>) -> Case<S>) {
    let mut rng = Rng::with_seed(seed);
    let [mut hits, mut overlapping, mut high] = [0; 3];
    for _ in 0..cases(2000) {
        let case = case(&mut rng, number);
        let case = moved(&mut rng, case);
        let single = convex(&mut rng, number);
        let Some(moving) = single.translated(point(&mut rng, 12.0, number)) else { continue };
        let moving = moving.as_shape();
        let step = match rng.bool() {
            true => point(&mut rng, 20.0, S::Real::from_f64),
            false => {
                [[0.0, 20.0], [-20.0, 0.0]].map(|step| Vector(step.map(S::Real::from_f64)))[rng.usize(..2)]
            }
        };
        let whole = case.whole.as_shape();
        if let Some(hit) = sweep(moving, step, whole, Vector::ZERO) {
            check_sweep(&case, &hit, &moving, step);
            hits += 1;
            overlapping += usize::from(hit.starts_overlapping);
            high += usize::from(hit.parts[1] > 2 && hit.parts[1] != NO_PART);
            let back = sweep(whole, Vector::ZERO, moving, step).unwrap();
            // Swapping the shapes may change times and points by rounding, and so decide a tie in another way.
            if !hit.starts_overlapping && !back.starts_overlapping {
                let own = sweep(case.part(back.parts[0]), Vector::ZERO, moving, step).unwrap();
                assert!(
                    near::<S>(own.time, back.time) && back.parts[1] == 0,
                    "{own:?} {back:?} {:?}",
                    case.whole
                );
            }
        }
        if let Some(hit) = sweep_deeper(moving, step, whole, Vector::ZERO) {
            assert!(hit.parts[1] != NO_PART || moving.relation(&whole) == Relation::Overlapping, "{hit:?}");
            case.assert_is_lowest(hit.parts[1]);
            if !case.is_region && hit.time > S::Real::default() {
                let own = sweep_deeper(moving, step, case.part(hit.parts[1]), Vector::ZERO).unwrap();
                assert!(near::<S>(own.time, hit.time), "{own:?} {hit:?} {moving:?} {:?}", case.whole);
            }
        }
    }
    assert!(
        hits > cases(400) && overlapping > cases(100) && high > cases(100),
        "{hits} {overlapping} {high}"
    );
}

#[test]
fn sweep_reports_the_part_it_hits() {
    check_sweeps::<f64>(21, |c| c, placed);
    check_sweeps::<f32>(22, |c| c as f32, placed);
    check_sweeps::<i16>(23, |c| c.round() as i16, still);
    check_sweeps::<i32>(24, |c| c.round() as i32, still);
    #[cfg(feature = "fixed")]
    check_sweeps(25, fixed::types::I16F16::saturating_from_num::<f64>, still);
}

/// The hits of movers on a shape with parts: the part is where the mover is at the end of a step.
fn check_movers<S: Scalar>(seed: u64, number: Number<S>, moved: fn(&mut Rng, Case<S>) -> Case<S>) {
    let mut rng = Rng::with_seed(seed);
    let [mut hits, mut high] = [0; 2];
    for _ in 0..cases(600) {
        let case = case(&mut rng, number);
        let case = moved(&mut rng, case);
        let at: Vector<S, 2> = point(&mut rng, 14.0, number);
        let shape: ShapeBuf<S, 2> = match rng.bool() {
            true => Ball::new(at, number(1.0)).into(),
            false => Aabb::new(at, at + Vector([number(2.0); 2])).into(),
        };
        let parts: Vec<Shape<'_, S, 2>> = case.parts.iter().flatten().map(ShapeBuf::as_shape).collect();
        let owned = [case.whole.as_shape()];
        let borrowed = [Shape::Compound(&parts)];
        let is_list = !case.is_region && parts.len() == case.parts.len();
        for level in [&owned[..], &borrowed[..usize::from(is_list)]] {
            if level.is_empty() || distance(shape.as_shape(), case.whole.as_shape()) <= S::Real::default() {
                continue;
            }
            let mut mover = Mover::new(shape.clone());
            let mut found = Vec::new();
            let step = point(&mut rng, 24.0, number);
            mover.travel(step, level, |_| Some(Response::Stop), |hit| found.push(hit));
            for hit in found {
                assert_eq!((hit.target, hit.parts[0]), (HitTarget::Obstacle(0), 0));
                case.assert_is_lowest(hit.parts[1]);
                let gap = Scalar::to_f64(distance(mover.shape().as_shape(), case.part(hit.parts[1])));
                // Integers stop up to a unit before the obstacle, on both axes.
                let limit = if S::IS_FLOAT { 1e-4 } else { 2.9 };
                assert!(gap < limit, "{gap} {hit:?} {shape:?} {step:?} {:?}", case.whole);
                hits += 1;
                high += usize::from(hit.parts[1] > 2);
            }
        }
    }
    assert!(hits > cases(100) && high > cases(30), "{hits} {high}");
}

#[test]
fn mover_reports_the_part_that_stops_it() {
    check_movers::<f64>(31, |c| c, placed);
    check_movers::<f32>(32, |c| c as f32, placed);
    check_movers::<i32>(33, |c| c.round() as i32, still);
}

#[test]
fn mover_of_several_shapes_reports_the_shape_that_is_stopped() {
    let wall: [Shape<'_, f64, 2>; 1] = [Aabb::new([20.0, 4.0], [30.0, 9.0]).into()];
    let mut mover = Mover::new(vec![Ball::new([0.0, 0.0], 1.0), Ball::new([0.0, 6.0], 1.0)]);
    let mut parts = Vec::new();
    mover.travel([40.0, 0.0], &wall[..], |_| Some(Response::Stop), |hit| parts.push(hit.parts));
    assert_eq!(parts, [[1, 0]]);
}

/// Two boxes share an edge; a ray, a moving ball and a mover hit both at the same time.
#[test]
fn lower_part_wins_at_shared_edges() {
    for count in [2, 5, 40] {
        let tile = |k: usize| Aabb::new([k as f64 * 2.0, 0.0], [k as f64 * 2.0 + 2.0, 2.0]);
        for is_reversed in [false, true] {
            let mut tiles: Vec<_> = (0..count).map(tile).collect();
            if is_reversed {
                tiles.reverse();
            }
            let borrowed: Vec<Shape<'_, f64, 2>> = tiles.iter().map(|tile| (*tile).into()).collect();
            let owned = ShapeBuf::compound(tiles.clone());
            for shape in [Shape::Compound(&borrowed), owned.as_shape()] {
                for seam in 1..count {
                    let at = Vector([seam as f64 * 2.0, 9.0]);
                    let expected = if is_reversed { count - 1 - seam } else { seam - 1 } as u32;
                    let ray = Ray::new(at, [0.0, -1.0]).unwrap();
                    let found = [cast(&ray, shape), ray.entering(shape)].map(|hit| hit.map(|hit| hit.part));
                    assert_eq!(found, [Some(expected); 2]);
                    let ball = Ball::new(at, 1.0);
                    let still = Vector([0.0, 0.0]);
                    let hit = sweep(ball, [0.0, -20.0], shape, still).unwrap();
                    assert_eq!(hit.parts, [0, expected]);
                    let cube = Aabb::new([at.x() - 1.0, 8.0], [at.x() + 1.0, 10.0]);
                    assert_eq!(sweep_deeper(cube, [0.0, -20.0], shape, still).unwrap().parts, [0, expected]);
                    assert_eq!(contact(ball, shape).parts, [0, expected]);
                    assert_eq!(contact(shape, ball).parts, [expected, 0]);
                }
            }
        }
    }
}

/// Equal parts in space: the lowest is reported by every query, rotating sweeps included.
#[test]
fn queries_in_space_report_the_lowest_part() {
    let mut rng = Rng::with_seed(41);
    let mut high = 0;
    for _ in 0..cases(300) {
        let random = |rng: &mut Rng, reach: f64| Vector([0; 3].map(|_| (rng.f64() * 2.0 - 1.0) * reach));
        let mut parts: Vec<Shape<'_, f64, 3>> = Vec::new();
        for _ in 0..rng.usize(1..12) {
            let at = random(&mut rng, 6.0);
            let new = match rng.bool() {
                true => Aabb::new(at, at + Vector([1.0, 2.0, 1.5])).into(),
                false => Ball::new(at, 1.0).into(),
            };
            let copied = if rng.bool() { rng.choice(&parts).copied() } else { None };
            parts.push(copied.unwrap_or(new));
        }
        let owned = ShapeBuf::from(Shape::Compound(&parts));
        let from = random(&mut rng, 12.0);
        let ball = Ball::new(from, 0.5);
        let still = bumper::Motion::new([0.0; 3]);
        let turn = bumper::Motion::new(-from.scaled(1.5)).turning(
            from + Vector([1.0, 0.0, 0.0]),
            [0.0, 1.0, 0.0],
            1.0,
        );
        let zero = Vector([0.0; 3]);
        let Some(ray) = Ray::new(from, -from) else { continue };
        let lowest = |part: u32| {
            let first = parts.iter().position(|other| *other == parts[part as usize]).unwrap();
            assert_eq!(first, part as usize);
            parts[first]
        };
        for shape in [Shape::Compound(&parts), owned.as_shape()] {
            if let Some(hit) = cast(&ray, shape) {
                assert_eq!(cast(&ray, lowest(hit.part)).unwrap().distance, hit.distance);
            }
            let found = contact(ball, shape);
            let own = contact(ball, lowest(found.parts[1])).separation;
            assert!((own - found.separation).abs() < 1e-9);
            if let Some(hit) = sweep(ball, -from.scaled(1.5), shape, zero) {
                let own = sweep(ball, -from.scaled(1.5), lowest(hit.parts[1]), zero).unwrap();
                assert!((own.time - hit.time).abs() < 1e-9 && hit.parts[0] == 0);
                high += usize::from(hit.parts[1] > 0);
            }
            if let Some(hit) = bumper::sweep_turning(shape, &still, ball, &turn) {
                let own = bumper::sweep_turning(lowest(hit.parts[0]), &still, ball, &turn).unwrap();
                assert!((own.time - hit.time).abs() < 1e-9 && hit.parts[1] == 0);
            }
        }
    }
    assert!(high > cases(60), "{high}");
}

/// A turning region reports the edge that it had before it turned.
#[test]
fn turning_sweep_reports_the_edge_of_a_region() {
    let mut rng = Rng::with_seed(42);
    let mut hits = 0;
    for _ in 0..cases(200) {
        let region = region(&mut rng, |c| c);
        let edges = edges(&region);
        let ball = Ball::new(point(&mut rng, 24.0, |c| c), 1.0);
        let turn = bumper::Motion::new(point(&mut rng, 20.0, |c| c)).turning([0.0, 0.0], 3.0);
        let still = bumper::Motion::new([0.0, 0.0]);
        let Some(hit) = bumper::sweep_turning(&region, &turn, ball, &still) else { continue };
        if hit.starts_overlapping {
            continue;
        }
        let edge = edges[hit.parts[0] as usize].as_ref().unwrap();
        let own = bumper::sweep_turning(edge.as_shape(), &turn, ball, &still).unwrap();
        assert!((own.time - hit.time).abs() < 1e-5, "{own:?} {hit:?} {region:?}");
        hits += 1;
    }
    assert!(hits > cases(40), "{hits}");
}

#[test]
fn world_reports_the_parts_of_colliders() {
    let mut world = World::<i32, 2, ShapeBuf<i32, 2>>::new();
    let stairs = ShapeBuf::compound([Aabb::new([0, 0], [10, 4]), Aabb::new([10, 0], [20, 8])]);
    let id = world.insert(Collider::new(stairs)).unwrap();
    let down = Ray::new([15.0, 20.0], [0.0, -1.0]).unwrap();
    let dot = Ball::new([15, 20], 1);
    assert_eq!(world.cast(&down, |_, _| true).unwrap().hit.part, 1);
    assert_eq!(world.cast_all(&down, |_, _| true)[0].hit.part, 1);
    assert_eq!(world.sweep(dot, [0.0, -20.0], |_, _| true).unwrap().hit.parts, [0, 1]);
    assert_eq!(world.nearest(dot, 99.0, |_, _| true).unwrap().hit.parts, [0, 1]);
    let mut mover = Mover::new(Ball::new([5, 20], 1));
    let mut hits = Vec::new();
    mover.travel([0, -30], &world, |_| Some(Response::Stop), |hit| hits.push((hit.target, hit.parts)));
    assert_eq!(hits, [(HitTarget::Obstacle(id), [0, 0])]);
}

#[cfg(feature = "std")]
mod bodies {
    use super::*;
    use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, ContactEvent, Simulation};

    /// Drops a ball onto a body, and returns the first event and the body.
    fn drop_onto(
        ground: &Shape<'_, f64, 2>,
        kind: BodyKind,
        pose: Pose<f64, 2>,
        x: f64,
    ) -> ContactEvent<f64> {
        let mut simulation = Simulation::<f64>::new([0.0, -10.0]);
        let dynamic = BodyDef { gravity_scale: 0.0, pose, kind, ..BodyDef::default() };
        let ground = ColliderDef { density: 1e4, ..ColliderDef::new(*ground) };
        simulation.insert(&dynamic, &[ground]).unwrap();
        let ball = ColliderDef::new(Ball::new([x, 14.0], 0.25));
        let ball = simulation.insert(&BodyDef::default(), &[ball]).unwrap();
        for _ in 0..200 {
            simulation.step(1.0 / 60.0);
            if let Some(event) = simulation.events().next() {
                assert_eq!(event.change, Change::Enter);
                let same = simulation.contacts_of(ball).next().unwrap();
                assert_eq!((same.parts, same.points().next()), (event.parts, event.points().next()));
                return event;
            }
        }
        panic!("{ground:?} {x}");
    }

    #[test]
    fn contact_events_report_the_part_that_is_hit() {
        let mut rng = Rng::with_seed(51);
        let mut high = 0;
        for _ in 0..cases(60) {
            let case = case(&mut rng, |c| c);
            let case = placed(&mut rng, case);
            let x = rng.f64() * 12.0 - 6.0;
            let kind = *rng.choice(&[BodyKind::Static, BodyKind::Dynamic]).unwrap();
            // A dynamic body has no segments, which a region is not made of.
            let kind = if case.is_region { kind } else { BodyKind::Static };
            if cast(&Ray::new([x, 14.0], [0.0, -1.0]).unwrap(), case.whole.as_shape()).is_none()
                || distance(case.whole.as_shape(), Ball::new([x, 14.0], 0.5)) <= 0.0
            {
                continue;
            }
            let pose = Pose::new(Rotation::identity(), [0.0, 0.0]);
            let event = drop_onto(&case.whole.as_shape(), kind, pose, x);
            let point = event.points().next().unwrap();
            assert_eq!(event.parts, point.parts);
            assert_eq!(point.parts[1], 0);
            let gap = distance(case.part(point.parts[0]), Vector(point.point.0));
            assert!(gap < 0.3, "{gap} {event:?} {:?}", case.whole);
            high += usize::from(point.parts[0] > 2);
        }
        assert!(high > cases(5), "{high}");
    }

    /// A box of pixels reports the pixel below the contact, in a flipped mask that is rotated with its body.
    #[test]
    fn mask_of_a_body_reports_the_pixel() {
        let mask = MaskBuf::from_fn([8, 2], |_, _| true);
        for flip in [[false, false], [true, false], [false, true], [true, true]] {
            let sprite = Sprite::new(mask.as_mask(), [-4.0, -1.0], 1.0);
            let sprite = (0..2).filter(|k| flip[*k]).fold(sprite, |sprite, axis| sprite.flipped(axis));
            for (turn, column) in [(0.0, 6), (180.0, 1)] {
                let pose = Pose::new(Rotation::from_degrees(turn), [0.0, 0.0]);
                let event = drop_onto(&sprite.into(), BodyKind::Static, pose, 2.5);
                let column = if flip[0] { 7 - column } else { column };
                let is_upper = (turn == 0.0) != flip[1];
                assert_eq!(event.parts, [if is_upper { 8 + column } else { column }, 0], "{flip:?} {turn}");
            }
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn saved_end_events_keep_their_parts() {
        let mut simulation = Simulation::<f64>::new([0.0, 0.0]);
        let tiles = [Aabb::new([0.0, 0.0], [2.0, 2.0]), Aabb::new([2.0, 0.0], [4.0, 2.0])];
        let tiles = ShapeBuf::compound(tiles);
        simulation.insert_static(&ColliderDef::new(tiles.as_shape())).unwrap();
        let ball = ColliderDef::new(Ball::new([3.0, 2.25], 0.25));
        let ball = simulation.insert(&BodyDef::default(), &[ball]).unwrap();
        simulation.step(1.0 / 60.0);
        assert_eq!(simulation.events().next().unwrap().parts, [1, 0]);
        simulation.remove(ball);
        let mut loaded: Simulation<f64> =
            serde_json::from_str(&serde_json::to_string(&simulation).unwrap()).unwrap();
        for simulation in [&mut simulation, &mut loaded] {
            simulation.step(1.0 / 60.0);
            let event = simulation.events().next().unwrap();
            assert_eq!((event.change, event.parts), (Change::Leave, [1, 0]));
        }
    }
}
