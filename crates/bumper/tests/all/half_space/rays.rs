//! Rays and sweeps of rotating shapes.

use super::CASES;
use super::shapes::{Plain, Space, Support, dot, float_half_space, float_shape, real_vector, wide};
use bumper::scalar::Real;
use bumper::{Motion, Pose, Ray, ShapeBuf, cast, contact, sweep_turning};
use fastrand::Rng;

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
        let placed =
            Support { corners: vec![wide(plane.point())], radius: 0.0, curve: vec![wide(plane.normal())] };
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
            assert_eq!(
                through.map(|hits| (Some(hits.0), hits.1)),
                hit.map(|hit| (Some(hit), None)),
                "{}",
                context()
            );
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
