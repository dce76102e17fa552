//! Invariants of sweeps: at the time of a hit the shapes touch, before it they do not, and without a hit they never overlap. Shapes and
//! motions have small integer coordinates, so that many pairs start touching and many graze.

use crate::solids::{each_case, shape, vector};
use bumper::{
    Aabb, Ball, Capsule, OrientedBox, Relate, Relation, Rotation, Shape, Vector, contact, sweep, sweep_deeper,
};

fn moved(shape: &Shape<'static, f64, 3>, by: Vector<f64, 3>) -> Shape<'static, f64, 3> {
    match shape {
        Shape::Point(p) => Shape::Point(*p + by),
        Shape::Aabb(s) => s.translated(by).into(),
        Shape::Ball(s) => s.translated(by).into(),
        Shape::Cylinder(s) => s.translated(by).into(),
        other => panic!("{other:?}"),
    }
}

/// Whether a shape is flat on some axis. Two flat shapes can cross without overlapping at any time.
fn is_thin(shape: &Shape<'static, f64, 3>) -> bool {
    let bounds = shape.bounds().unwrap();
    (0..3).any(|axis| bounds.max()[axis] - bounds.min()[axis] < 1e-9)
}

#[test]
fn sweep_hit_is_first_touch() {
    each_case(50_000, |rng| {
        let (a, b) = (shape(rng), shape(rng));
        let (u, v) = (Vector(vector(rng)), Vector(vector(rng)));
        let at = |time: f64| contact(moved(&a, u.scaled(time)), moved(&b, v.scaled(time))).separation;
        let start = a.relation(&b);
        let hit = sweep(a, u, b, v);
        let back = sweep(b, v, a, u);
        let ((Some(_), Some(_)) | (None, None)) = (hit, back) else {
            // The results for both orders may differ only by rounding: if the hit is at the end of the motion, or if the shapes graze.
            let time = hit.or(back).unwrap().time;
            assert!(time > 1.0 - 1e-9 || at(time + 1e-5) > -1e-8, "{hit:?} {back:?}");
            return;
        };
        if start == Relation::Overlapping {
            let hit = hit.unwrap();
            assert!(hit.starts_overlapping && hit.time == 0.0);
            return;
        }
        let free = hit.map_or(1.0, |hit| hit.time);
        for _ in 0..20 {
            let time = rng.f64() * free;
            assert!(at(time) > -1e-9, "overlap at {time} of {hit:?}");
        }
        // If the shapes start touching, there is a hit exactly if they move closer at the start.
        if start == Relation::Touching {
            assert!(hit.is_none_or(|hit| hit.time == 0.0), "{hit:?}");
            assert_eq!(hit.is_some(), at(1e-6) < -1e-10, "{} {:?}", at(1e-6), hit);
        }
        if let Some(hit) = hit {
            assert!(!hit.starts_overlapping && (0.0..=1.0).contains(&hit.time));
            assert!(at(hit.time).abs() < 1e-9, "{} at {hit:?}", at(hit.time));
            assert!((hit.normal.length() - 1.0).abs() < 1e-9);
            // The times may differ, because the distance of rims that graze hardly changes with time.
            assert!(at(back.unwrap().time).abs() < 1e-9, "{back:?}");
            for shape in [moved(&a, u.scaled(hit.time)), moved(&b, v.scaled(hit.time))] {
                assert!(contact(shape, hit.point).separation < 1e-6, "{hit:?} is off {shape:?}");
            }
        } else if start == Relation::Apart {
            assert!(at(1.0) > -1e-9);
        }
    });
}

#[test]
fn fast_ball_does_not_tunnel_through_thin_wall() {
    let (dot, wall) = (Ball::new([0.0f32, 0.0], 1.0), Aabb::new([5000.0, -10.0], [5000.0, 10.0]));
    let hit = sweep(dot, [1e6, 0.0], wall, [0.0, 0.0]).unwrap();
    assert!((hit.time - 0.004999).abs() < 1e-6 && hit.normal == Vector([1.0, 0.0]), "{hit:?}");
}

#[test]
fn sweep_along_wall_after_impact_is_free() {
    let (ball, wall) = (Ball::new([0.0, 0.0], 1.0), Aabb::new([5.0, -100.0], [6.0, 100.0]));
    let motion = Vector([8.0, 8.0]);
    let hit = sweep(ball, motion, wall, [0.0, 0.0]).unwrap();
    assert_eq!(hit.time, 0.5);
    let rest = ball.translated(motion.scaled(hit.time));
    assert_eq!(sweep(rest, [0.0, 4.0], wall, [0.0, 0.0]), None);
    assert_eq!(sweep(rest, [-4.0, 4.0], wall, [0.0, 0.0]), None);
    assert_eq!(sweep(rest, [0.5, 4.0], wall, [0.0, 0.0]).unwrap().time, 0.0);
}

#[test]
fn grazing_sweep_of_boxes_hits() {
    let step = Aabb::new([0.0, 0.0], [1.0, 1.0]);
    let hit = sweep(step, [4.0, 0.0], step.translated([2.0, 1.0]), [0.0, 0.0]);
    assert_eq!(hit.unwrap().time, 0.25);
    assert_eq!(sweep(step, [4.0, 0.0], step.translated([2.0, 1.001]), [0.0, 0.0]), None);
}

#[test]
fn sweep_with_nan_misses() {
    let bad = Ball::new([f64::NAN, 0.0], 1.0);
    assert_eq!(sweep(bad, [1.0, 0.0], Ball::new([3.0, 0.0], 1.0), [0.0, 0.0]), None);
    assert_eq!(
        sweep(Ball::new([0.0, 0.0], 1.0), [f64::NAN, 0.0], Ball::new([3.0, 0.0], 1.0), [0.0, 0.0]),
        None
    );
}

#[test]
fn fast_capsule_touching_thin_box_hits_it_at_once() {
    let rotation = Rotation::from_quaternion([0.1f32, 0.2, -0.3, 0.9]).unwrap();
    let sheet = OrientedBox::new([0.0f32, 0.0, 0.0], [100.0, 100.0, 0.0], rotation);
    let normal = rotation.axes()[2];
    for (side, speed) in [(1.0f32, 1e2f32), (1.0, 1e4), (-1.0, 1e6), (1.0, 1e6)] {
        let from = normal.scaled(side * 0.5);
        let ball = Capsule::new(from, from + rotation.axes()[0].scaled(0.25), 0.5);
        let onto = sweep(ball, normal.scaled(-side * speed), sheet, [0.0; 3]);
        assert!(onto.is_some_and(|hit| hit.time == 0.0), "{side} {speed} {onto:?}");
        assert_eq!(sweep(ball, normal.scaled(side * speed), sheet, [0.0; 3]), None);
        assert_eq!(sweep(ball, rotation.axes()[1].scaled(1.0), sheet, [0.0; 3]), None);
    }
}

#[test]
fn sweep_deeper_stops_before_overlap_deepens() {
    let (mut counts, mut crossed) = ([0; 3], 0);
    each_case(20_000, |rng| {
        let (a, b) = (shape(rng), shape(rng));
        let (u, v) = (Vector(vector(rng)), Vector(vector(rng)));
        let at = |time: f64| contact(moved(&a, u.scaled(time)), moved(&b, v.scaled(time))).separation;
        let start = at(0.0).min(0.0);
        let hit = sweep_deeper(a, u, b, v);
        for _ in 0..20 {
            let time = rng.f64() * hit.map_or(1.0, |hit| hit.time);
            assert!(at(time) > start - 1e-6, "{} from {start} at {time}, {hit:?}", at(time));
        }
        let Some(hit) = hit else { return counts[0] += 1 };
        counts[if start < 0.0 { 2 } else { 1 }] += 1;
        assert!((hit.normal.length() - 1.0).abs() < 1e-9 && (0.0..=1.0).contains(&hit.time));
        // Instead of crossing another thin shape, a thin shape stops before it, at twice the error of separations, which is 1e-6 of the
        // size for two curved rims.
        let passes = is_thin(&a) && is_thin(&b) && hit.normal.dot(u - v) > 0.0;
        let are_round = [a, b].iter().all(|shape| matches!(shape, Shape::Cylinder(_)));
        let error = if passes && are_round { 1e-4 } else { 1e-6 };
        // Soon after the hit the shapes overlap more deeply, or thin shapes have passed through each other, unless the motion ends before
        // that.
        let soon = hit.time + if passes { 4.0 * error / hit.normal.dot(u - v) } else { 1e-4 };
        let later = contact(moved(&a, u.scaled(soon)), moved(&b, v.scaled(soon)));
        let is_through = passes && later.normal.dot(hit.normal) < 0.0;
        let is_deeper = later.separation < start || is_through;
        crossed += usize::from(is_through);
        assert!(soon > 1.0 || is_deeper, "{later:?} from {start} after {hit:?}: {a:?} {u:?} {b:?} {v:?}");
        for shape in [moved(&a, u.scaled(hit.time)), moved(&b, v.scaled(hit.time))] {
            assert!(contact(shape, hit.point).separation < error - start, "{hit:?} is off {shape:?}");
        }
    });
    assert!(counts.iter().all(|count| *count > 1000) && crossed > 10, "{counts:?} {crossed}");
}
