//! The same ground in another form gives the same motion.

use crate::build::{Track, Walk, overlaps_ground, run, run_movers};
use crate::draw;
use crate::law::{Fault, Law};
use crate::scene::{Body, Form, Number, Scene, Walker};
use crate::solid::{Point, Solid, Transform};
use fastrand::Rng;

/// The largest difference of two motions, as a fraction of the size of the body.
const TOLERANCE: f64 = 1e-3;

/// One body on a random surface.
fn one_body(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.ground = vec![draw::surface(rng)];
    scene.material = draw::material(rng);
    let at = [draw::between(rng, -4.0, 4.0), draw::between(rng, 3.0, 5.0)];
    let velocity = [draw::between(rng, -4.0, 4.0), 0.0];
    scene.bodies = vec![Body { velocity, ..draw::body(rng, at) }];
    draw::rescaled(rng, scene)
}

/// The first frame in which two motions of body 0 differ by more than the tolerance, with the difference as a fraction of the size.
fn difference(a: &Track, b: &Track, size: f64) -> Option<(usize, f64)> {
    let pairs = a.bodies.iter().zip(&b.bodies).enumerate();
    let differences = pairs.map(|(frame, (a, b))| {
        let (a, b) = (&a[0], &b[0]);
        let way = (a.center[0] - b.center[0]).hypot(a.center[1] - b.center[1]) / size;
        (frame, way.max((a.angle - b.angle).abs()))
    });
    differences.into_iter().find(|(_, difference)| !(*difference <= TOLERANCE))
}

#[test]
fn one_body_moves_alike_on_every_form_of_a_surface() {
    Law {
        name: "same ground, one body",
        cases: 200,
        left_out: &[
            "stairs",
            "floor polygon Tiles",
            "cliff box Columns",
            "hill box Columns",
            "valley box Columns",
        ],
    }
    .holds(one_body, |scene| {
        let Some(body) = scene.bodies.first() else { return Ok(false) };
        if overlaps_ground(scene) {
            return Ok(false);
        }
        let size = body.solid.size();
        let first = Scene { form: scene.forms()[0], ..scene.clone() };
        let track = run(&first);
        for form in scene.forms().into_iter().skip(1) {
            let other = Scene { form, ..scene.clone() };
            if let Some((frame, way)) = difference(&track, &run(&other), size) {
                let text = format!("{:?} and {form:?} differ by {way:.2e} in frame {frame}", first.form);
                return Err(Fault::between(&first, &other, text).classed(format!(
                    "{} {} {form:?}",
                    scene.ground_kind(),
                    body.solid.kind()
                )));
            }
        }
        Ok(true)
    });
}

/// A mover on a random surface.
fn one_walker(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.ground = vec![draw::surface(rng)];
    scene.walkers = vec![draw::walker(rng, -5.5, 4.5)];
    draw::rescaled(rng, scene)
}

#[test]
fn mover_moves_alike_on_every_form_of_a_surface() {
    Law { name: "same ground, mover", cases: 200, left_out: &[] }.holds(one_walker, |scene| {
        let Some(walker) = scene.walkers.first() else { return Ok(false) };
        let size = walker.solid.size();
        let first = Scene { form: scene.forms()[0], ..scene.clone() };
        let track = run_movers(&first);
        for form in scene.forms().into_iter().skip(1) {
            let other = Scene { form, ..scene.clone() };
            for (frame, (a, b)) in track.walks.iter().zip(&run_movers(&other).walks).enumerate() {
                let [a, b] = [a[0].position, b[0].position];
                let way = (a[0] - b[0]).hypot(a[1] - b[1]) / size;
                if !(way <= TOLERANCE) {
                    let text = format!("{:?} and {form:?} differ by {way:.2e} in frame {frame}", first.form);
                    return Err(Fault::between(&first, &other, text)
                        .in_world()
                        .classed(format!("{} {form:?}", scene.ground_kind())));
                }
            }
        }
        Ok(true)
    });
}

/// The largest difference of the motions of two scenes, the second of which is the image of the first under `by`, with its frame.
fn image_difference(a: &Track, b: &Track, by: &Transform, size: f64) -> Option<(usize, f64)> {
    let far = |a: Point, b: Point| (a[0] - b[0]).hypot(a[1] - b[1]) / (size * by.scale);
    for (frame, (a, b)) in a.bodies.iter().zip(&b.bodies).enumerate() {
        for (a, b) in a.iter().zip(b) {
            let way = far(by.point(a.center), b.center).max((by.angle(a.angle) - b.angle).abs());
            if !(way <= TOLERANCE) {
                return Some((frame, way));
            }
        }
    }
    for (frame, (a, b)) in a.walks.iter().zip(&b.walks).enumerate() {
        for (a, b) in a.iter().zip(b) {
            let way = far(by.vector(a.position), b.position);
            if !(way <= TOLERANCE) {
                return Some((frame, way));
            }
        }
    }
    None
}

/// One body or one mover on a random surface in a random form.
fn any_form(rng: &mut Rng) -> Scene {
    let scene = if rng.bool() { one_body(rng) } else { one_walker(rng) };
    let form = draw::pick(rng, &scene.forms());
    Scene { form, ..scene }
}

/// The size of the body or mover of a scene with one.
fn size(scene: &Scene) -> Option<f64> {
    let solid = scene
        .bodies
        .iter()
        .map(|body| &body.solid)
        .chain(scene.walkers.iter().map(|walker| &walker.solid))
        .next();
    solid.map(Solid::size)
}

/// The class of a scene with one body or mover.
fn class(scene: &Scene) -> String {
    let kind = scene.bodies.first().map_or("mover", |body| body.solid.kind());
    format!("{} {kind} {:?}", scene.ground_kind(), scene.form)
}

/// The motion of a scene: bodies in a simulation, movers in a world.
fn motion(scene: &Scene) -> Track {
    if scene.walkers.is_empty() { run(scene) } else { run_movers(scene) }
}

#[test]
fn mirrored_scene_moves_in_the_mirror() {
    Law {
        name: "mirror",
        cases: 200,
        left_out: &["floor box Tiles", "cliff mover", "slope polygon", "stairs compound"],
    }
    .holds(any_form, |scene| {
        let Some(size) = size(scene).filter(|_| !overlaps_ground(scene)) else { return Ok(false) };
        let mirrored = scene.transformed(&Transform::MIRROR);
        let found = image_difference(&motion(scene), &motion(&mirrored), &Transform::MIRROR, size);
        let Some((frame, way)) = found else { return Ok(true) };
        let fault =
            Fault::between(scene, &mirrored, format!("mirrored scenes differ by {way:.2e} in frame {frame}"));
        Err(Fault { in_world: !scene.walkers.is_empty(), ..fault.classed(class(scene)) })
    });
}

#[test]
fn scene_of_twice_the_size_gives_the_same_bits() {
    Law { name: "power of two", cases: 200, left_out: &[] }.holds(any_form, |scene| {
        let by = Transform::scale(32.0);
        let scaled = scene.transformed(&by);
        let (a, b) = (motion(scene), motion(&scaled));
        let bodies = a.bodies.iter().flatten().zip(b.bodies.iter().flatten());
        let walks = a.walks.iter().flatten().zip(b.walks.iter().flatten());
        let differs = bodies.into_iter().any(|(a, b)| {
            by.vector(a.center) != b.center
                || a.angle != b.angle
                || by.vector(a.velocity) != b.velocity
                || a.spin != b.spin
        }) || walks.into_iter().any(|(a, b)| {
            by.vector(a.position) != b.position
                || by.vector(a.velocity) != b.velocity
                || a.grounded != b.grounded
        });
        if !differs {
            return Ok(true);
        }
        let fault = Fault::between(scene, &scaled, "a scene of 32 times the size gives other bits".into());
        Err(Fault { in_world: !scene.walkers.is_empty(), ..fault.classed(class(scene)) })
    });
}

/// Whether the movers of two scenes have the same positions, velocities and ground in all frames.
fn same_walks(a: &Track, b: &Track) -> bool {
    let same =
        |(a, b): (&Walk, &Walk)| (a.position, a.velocity, a.grounded) == (b.position, b.velocity, b.grounded);
    a.walks.iter().flatten().zip(b.walks.iter().flatten()).all(same)
}

/// A mover with integer coordinates, in pixels: 16 in a unit of length, steps of time 1.
fn integer_walker(rng: &mut Rng) -> Scene {
    let mut scene = draw::empty(120);
    scene.ground = vec![draw::surface(rng)];
    let (half, tall) = (rng.usize(3..9) as f64 / 16.0, rng.usize(10..40) as f64 / 16.0);
    let solid = match rng.bool() {
        true => Solid::Box { min: [-5.0 - half, 4.0], max: [-5.0 + half, 4.0 + tall] },
        false => Solid::Ball { center: [-5.0, 5.0], radius: half },
    };
    let walker = draw::walker(rng, 0.0, 0.0);
    let step = draw::pick(rng, &[0.0, 0.25, 0.5]);
    scene.walkers = vec![Walker { solid, step, ..walker }];
    let mut scene = scene.transformed(&Transform::scale(16.0)).rounded();
    scene.walkers[0].speed = rng.i32(1..5).into();
    scene.gravity = [0.0, -f64::from(rng.i32(1..3))];
    let number = draw::pick(rng, &[Number::I16, Number::I32]);
    let form = draw::pick(rng, &[Form::Region, Form::Columns, Form::Compound]);
    Scene { number, form, steps: vec![1.0], ..scene }
}

#[test]
fn integer_scene_shifted_by_whole_units_gives_the_same_bits() {
    Law { name: "shift of integers", cases: 200, left_out: &["hill", "cliff", "valley"] }.holds(
        integer_walker,
        |scene| {
            let by = Transform { mirror: false, scale: 1.0, offset: [1237.0, -533.0] };
            let shifted = scene.transformed(&by);
            if scene.number == Number::F64
                || scene.walkers.is_empty()
                || same_walks(&run_movers(scene), &run_movers(&shifted))
            {
                return Ok(true);
            }
            let fault = Fault::between(scene, &shifted, "a shifted scene gives other bits".into());
            Err(fault.in_world().classed(class(scene)))
        },
    );
}
