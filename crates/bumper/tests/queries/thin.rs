//! Shapes without thickness that move towards walls without thickness.

use bumper::motion::{Mover, Response};
use bumper::scalar::{Real, Scalar};
use bumper::{Aabb, Segment, Shape, Triangle, Vector, sweep_deeper};
use fastrand::Rng;

fn direction(rng: &mut Rng) -> Vector<f64, 3> {
    loop {
        let v = Vector([(); 3].map(|()| rng.f64() * 2.0 - 1.0));
        if (0.1..1.0).contains(&v.dot(v)) {
            return v.map(|c| c / v.dot(v).sqrt());
        }
    }
}

/// Moves an upright rod in steps to the right, from x = 0 towards a wall at x = 20. It must stop before the wall, at a distance of at most
/// `near`, and must then be able to move away.
fn rod_stops_before_wall<S: Scalar>(number: fn(f64) -> S, near: f64) {
    let at = |x: f64, y: f64| Vector([number(x), number(y)]);
    let walls: [Shape<'_, S, 2>; 2] = [
        Segment::new(at(20.0, -50.0), at(20.0, 50.0)).into(),
        Aabb::new(at(20.0, -50.0), at(20.0, 50.0)).into(),
    ];
    for wall in walls {
        for response in [Response::Stop, Response::Slide] {
            let mut rod = Mover::new(Segment::new(at(0.0, 0.0), at(0.0, 10.0)));
            for _ in 0..5 {
                rod.travel(at(7.0, 1.0), &[wall][..], |_| Some(response), |_| ());
                assert!(rod.position().x() < number(20.0), "{response:?} {:?} {wall:?}", rod.position());
            }
            assert!(rod.position().x().to_f64() >= 20.0 - near, "{response:?} {:?}", rod.position());
            rod.travel(at(-7.0, 0.0), &[wall][..], |_| Some(response), |_| ());
            assert!(rod.position().x().to_f64() <= 13.0, "it is held: {:?}", rod.position());
        }
    }
}

#[test]
fn thin_mover_stops_before_parallel_thin_wall() {
    rod_stops_before_wall::<i16>(|c| c as i16, 1.0);
    rod_stops_before_wall::<i32>(|c| c as i32, 1.0);
    rod_stops_before_wall::<i64>(|c| c as i64, 1.0);
    rod_stops_before_wall::<f32>(|c| c as f32, 1e-4);
    rod_stops_before_wall::<f64>(|c| c, 1e-4);
    #[cfg(feature = "fixed")]
    rod_stops_before_wall::<fixed::types::I16F16>(|c| fixed::types::I16F16::from_num(c), 1e-3);
}

/// Sweeps a point, segment or triangle towards a parallel triangle in a random orientation, or past it. Returns whether the mover was aimed
/// past the triangle, and whether it was aimed at it.
fn thin_mover_meets_triangle<R: Real>(rng: &mut Rng) -> [bool; 2] {
    let (normal, from) = (direction(rng), direction(rng).map(|c| c * 100.0));
    let side = normal.cross(direction(rng));
    let side = side.map(|c| c / side.dot(side).sqrt());
    let other = normal.cross(side);
    let at = |u: f64, v: f64, height: f64| -> Vector<R, 3> {
        Vector(std::array::from_fn(|k| {
            R::from_f64(from[k] + side[k] * u + other[k] * v + normal[k] * height)
        }))
    };
    let wall = Triangle::new(at(-30.0, -30.0, 5.0), at(40.0, 0.0, 5.0), at(0.0, 40.0, 5.0));
    let beside = if rng.bool() { 0.0 } else { 100.0 };
    let [p, q, r] = [at(beside, 0.0, 0.0), at(beside + 2.0, 1.0, 0.0), at(beside, 3.0, 0.0)];
    let thin: Shape<'_, R, 3> = match rng.u8(..3) {
        0 => Shape::Point(p),
        1 => Segment::new(p, q).into(),
        _ => Triangle::new(p, q, r).into(),
    };
    let step = Vector(std::array::from_fn(|k| R::from_f64(normal[k] * 10.0 + side[k] * 0.5)));
    let hit = sweep_deeper(thin, step, wall, Vector::default());
    assert_eq!(hit.is_some(), beside == 0.0, "{thin:?} by {step:?}\n{wall:?}\n{hit:?}");
    if let Some(hit) = hit {
        let time = Scalar::to_f64(hit.time);
        assert!(time < 0.5 && time > 0.5 - 1e-3, "{hit:?}");
    }
    [beside > 0.0, beside == 0.0]
}

#[test]
fn sweep_of_thin_shape_hits_parallel_triangle() {
    let mut rng = crate::reference::random(11);
    let mut seen = [0; 2];
    for _ in 0..300 {
        for found in [thin_mover_meets_triangle::<f32>(&mut rng), thin_mover_meets_triangle::<f64>(&mut rng)]
        {
            seen = std::array::from_fn(|k| seen[k] + u32::from(found[k]));
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}
