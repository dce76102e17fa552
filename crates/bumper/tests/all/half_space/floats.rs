//! Contacts, distances, relations, containment and sweeps of floats, against support functions in `f64`.

use super::CASES;
use super::shapes::{Plain, Space, Support, dot, float_half_space, float_shape, real_vector, wide};
use bumper::scalar::Real;
use bumper::{
    AsShape, Pose, Relate, Relation, ShapeBuf, contact, contact_within, distance, sweep, sweep_deeper,
};
use fastrand::Rng;

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
        let is_curved = !support.curve.is_empty() || support.radius > 0.0;
        if inside.abs() > if is_curved { 1e-4 } else { error } {
            assert_eq!(a.as_shape().contains_shape(&b), inside > 0.0, "{inside} {}", context());
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
