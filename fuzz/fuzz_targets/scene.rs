//! Reads random bytes as a scene file. The result is a scene or a one-line error, and each scene can be judged.
#![no_main]

use bumper::Relation;
use bumper::scalar::Scalar;
use bumper_scene::{Judge, with_scene};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let scene = match bumper_scene::read(text) {
        Ok(scene) => scene,
        Err(fault) => {
            let line = fault.to_string();
            assert!(!line.is_empty() && !line.contains(char::is_control), "{line:?}");
            return;
        }
    };
    with_scene!(&scene, scene => {
        // Skips large scenes, which would only slow the fuzzer down.
        if scene.parts.len() > 40 || scene.rays.len() > 20 {
            return;
        }
        let judge = Judge::new(scene);
        judge.each_pair(|pair| {
            assert!(!pair.contact.normal.0.iter().any(|&c| Scalar::to_f64(c).is_nan()), "{pair:?}");
            // Two half-spaces that are not opposite to each other overlap infinitely deep, without contact points.
            let is_deep = Scalar::to_f64(pair.contact.depth()) == f64::INFINITY;
            assert!(
                pair.relation == Relation::Apart || is_deep || !pair.contact.points().is_empty(),
                "{pair:?}"
            );
        });
        assert!(judge.hits().iter().all(|hit| Scalar::to_f64(hit.at.distance) >= 0.0));
        judge.each_touch(|touch| {
            assert!((0.0..=1.0).contains(&Scalar::to_f64(touch.hit.time)), "{touch:?}");
        });
    });
});
