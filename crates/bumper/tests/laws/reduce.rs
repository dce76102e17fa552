//! Reduces a scene that breaks a law to a smaller one.

use crate::law::Fault;
use crate::scene::{Form, Number, Part, Scene};
use crate::solid::{Point, Solid, Transform};

/// The largest number of scenes that are tried.
const MAX_TRIES: usize = 400;

/// Applies reductions as long as the law is broken by a scene of the same class, and returns the fault of the last scene that breaks it.
pub fn reduced(scene: &Scene, fault: Fault, law: &dyn Fn(&Scene) -> Result<bool, Fault>) -> Fault {
    let mut smallest = (scene.clone(), fault);
    let mut tries = 0;
    'again: loop {
        for candidate in candidates(&smallest.0) {
            tries += 1;
            if tries > MAX_TRIES {
                return smallest.1;
            }
            if candidate != smallest.0
                && let Err(fault) = law(&candidate)
                && fault.class == smallest.1.class
            {
                smallest = (candidate, fault);
                continue 'again;
            }
        }
        return smallest.1;
    }
}

/// The scenes that are simpler than a scene by one reduction, the largest reductions first.
fn candidates(scene: &Scene) -> Vec<Scene> {
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Scene)| {
        let mut changed = scene.clone();
        change(&mut changed);
        all.push(changed);
    };
    (0..scene.bodies.len()).for_each(|k| add(&|scene| drop(scene.bodies.remove(k))));
    (0..scene.walkers.len()).for_each(|k| add(&|scene| drop(scene.walkers.remove(k))));
    (0..scene.ground.len()).for_each(|k| add(&|scene| drop(scene.ground.remove(k))));
    for (part, shape) in scene.ground.iter().enumerate() {
        let Part::Surface { points, .. } = shape else { continue };
        (0..points.len())
            .filter(|_| points.len() > 2)
            .for_each(|k| add(&|scene| remove_point(scene, part, k)));
    }
    if matches!(scene.number, Number::F32 | Number::F64) {
        add(&|scene| *scene = scene.transformed(&Transform::scale(1.0 / scene.unit)).tidied());
    }
    add(&shorten_ends);
    add(&|scene| scene.frames = (scene.frames / 2).max(1));
    add(&|scene| scene.frames = scene.frames * 7 / 8);
    add(&|scene| scene.steps = vec![1.0 / 60.0; usize::from(scene.number != Number::I16)]);
    add(&|scene| scene.number = if scene.number == Number::F32 { Number::F64 } else { scene.number });
    add(&|scene| scene.form = Form::Columns);
    add(&|scene| scene.material.restitution = 0.0);
    add(&|scene| scene.material.friction = 0.0);
    for k in 0..scene.bodies.len() {
        add(&|scene| scene.bodies[k].material.restitution = 0.0);
        add(&|scene| scene.bodies[k].material.friction = 0.0);
        add(&|scene| scene.bodies[k].spin = 0.0);
        add(&|scene| scene.bodies[k].angle = 0.0);
        add(&|scene| scene.bodies[k].velocity[0] = 0.0);
        add(&|scene| scene.bodies[k].velocity[1] = 0.0);
        add(&|scene| scene.bodies[k].solid = Solid::square([0.5 * scene.unit; 2]));
        add(&|scene| scene.bodies[k].solid = Solid::Ball { center: [0.0, 0.0], radius: 0.5 * scene.unit });
    }
    for k in 0..scene.walkers.len() {
        (0..scene.walkers[k].jumps.len())
            .for_each(|jump| add(&|scene| _ = scene.walkers[k].jumps.remove(jump)));
        add(&|scene| scene.walkers[k].step = 0.0);
    }
    for digits in [0, 1, 2] {
        add(&|scene| round_numbers(scene, digits));
    }
    all.retain(|scene| !scene.steps.is_empty() && scene.ground.iter().all(is_valid));
    all
}

/// Whether the points of a surface go from left to right, and differ.
fn is_valid(part: &Part) -> bool {
    let Part::Surface { points, bottom, .. } = part else { return true };
    let ordered = points.windows(2).all(|pair| pair[0][0] <= pair[1][0] && pair[0] != pair[1]);
    let last = points.len() - 1;
    let level_ends = last > 0 && points[0][0] < points[1][0] && points[last - 1][0] < points[last][0];
    // Two vertical edges in a row would be one edge, or lie on each other.
    let steep = |three: &[Point]| three[0][0] == three[1][0] && three[1][0] == three[2][0];
    ordered && level_ends && points.iter().all(|point| point[1] > *bottom) && !points.windows(3).any(steep)
}

/// Makes the first and the last edge of each surface half as long, as far as its grid allows.
fn shorten_ends(scene: &mut Scene) {
    for part in &mut scene.ground {
        let Part::Surface { points, grid, .. } = part else { continue };
        let last = points.len() - 1;
        for (end, next) in [(0, 1), (last, last - 1)] {
            let (x, other) = (points[end][0], points[next][0]);
            let half = (x - other) / 2.0;
            let whole = grid.map_or(half, |grid| (half / grid).round() * grid);
            if points[end][1] == points[next][1] && whole != 0.0 {
                points[end][0] = other + whole;
            }
        }
    }
}

/// Removes a point of a surface. A point of a surface on a grid is removed with its neighbour, so that all edges remain parallel to the
/// axes.
fn remove_point(scene: &mut Scene, part: usize, point: usize) {
    let Some(Part::Surface { points, grid, .. }) = scene.ground.get_mut(part) else { return };
    let count = if grid.is_some() && point > 0 && point + 2 < points.len() { 2 } else { 1 };
    let height = points[point][1];
    points.drain(point..point + count);
    if count == 2 && points.len() > point {
        points[point][1] = if point % 2 == 1 { points[point - 1][1] } else { height };
    }
}

/// Rounds the numbers of bodies to a number of decimal digits of the unit of the scene.
fn round_numbers(scene: &mut Scene, digits: i32) {
    let unit = 10f64.powi(digits) / scene.unit;
    let round = |number: &mut f64| *number = (*number * unit).round() / unit;
    for body in &mut scene.bodies {
        body.at.iter_mut().for_each(round);
        body.velocity.iter_mut().for_each(round);
        round(&mut body.spin);
        round(&mut body.angle);
    }
}
