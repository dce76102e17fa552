//! Sweeps with rotation, compared with the separation at many times during the motion.

use crate::reference::body::Body;
use crate::reference::draw::{decades, way};
use crate::reference::kinds::{Kind, Spec, largest, size, vector};
use crate::reference::number::{Double, rounded};
use crate::reference::survey::Survey;
use crate::reference::{allowed, at_most, each_pair, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{Motion, Pose, Rotation, Vector, sweep_turning};
use fastrand::Rng;

/// The number of cases of each pair of kinds: without a rim, and with one.
const CASES: (usize, usize) = (6, 1);

/// The number of times during the motion that are tested: without a rim, and with one.
const TIMES: (usize, usize) = (24, 4);

/// The numbers that define a motion. It can be converted to any float type.
#[derive(Clone, Copy, Debug)]
struct Turn<const N: usize> {
    step: Vector<f64, N>,
    pivot: Vector<f64, N>,
    axis: [f64; 3],
    degrees: f64,
}

/// The conversion to a motion in 2D and in 3D.
trait Motions<const N: usize> {
    fn motion<R: Real>(&self) -> Motion<R, N>;
}

impl Motions<2> for Turn<2> {
    fn motion<R: Real>(&self) -> Motion<R, 2> {
        Motion::new(self.step.map(R::from_f64))
            .turning(self.pivot.map(R::from_f64), R::from_f64(self.degrees.to_radians()))
    }
}

impl Motions<3> for Turn<3> {
    fn motion<R: Real>(&self) -> Motion<R, 3> {
        let (pivot, axis) = (self.pivot.map(R::from_f64), self.axis.map(R::from_f64));
        Motion::new(self.step.map(R::from_f64)).turning(pivot, axis, R::from_f64(self.degrees.to_radians()))
    }
}

/// The body of a shape at a time, computed in `f64`, so that it does not depend on the float type of the shape.
fn body_at<R: Real, const N: usize>(spec: &Spec<R, N>, motion: &Motion<f64, N>, time: f64) -> Body<Double> {
    let number = |v: Vector<R, N>| v.map(Scalar::to_f64);
    let turned =
        |rotation: Rotation<R, N>| Rotation::from_axes(rotation.axes().map(number)).expect("a rotation");
    let then = motion.pose_at(time);
    let own = spec.pose.map(|pose| Pose::new(turned(pose.rotation), number(pose.translation)));
    let wide = Spec::<f64, N> {
        kind: spec.kind,
        points: spec.points.iter().map(|&p| number(p)).collect(),
        radius: Scalar::to_f64(spec.radius),
        half: number(spec.half),
        rotation: turned(spec.rotation),
        direction: number(spec.direction),
        axis: spec.axis,
        pose: Some(own.map_or(then, |own| own.then(&then))),
    };
    wide.body()
}

fn turn<const N: usize>(rng: &mut Rng, spec: &Spec<impl Real, N>, reach: f64) -> Turn<N> {
    let corner = rounded(spec.body().points[0]);
    let (far, fast) = (reach * decades(rng, (-2.0, 0.5)), reach * decades(rng, (-2.0, 1.0)));
    let (beside, step) = (way::<N>(rng, far), way::<N>(rng, fast));
    // Round the numbers to `f32`, so that both float types represent them exactly.
    let short = |c: f64| f64::from(c as f32);
    Turn {
        step: step.map(short),
        pivot: Vector(std::array::from_fn(|k| short(corner[k] + beside[k]))),
        axis: [(); 3].map(|()| short(rng.f64() - 0.5)),
        degrees: short((rng.f64() - 0.5) * [0.0, 90.0, 700.0][rng.usize(..3)]),
    }
}

fn check<R: Real, const N: usize>(survey: &mut Survey, rng: &mut Rng, [a, b]: [&Spec<R, N>; 2])
where
    Turn<N>: Motions<N>,
{
    let kinds: [Kind; 2] = [a.kind, b.kind];
    let (Some(base_a), Some(base_b)) = (a.base(), b.base()) else { panic!("drawn with a shape") };
    let (first, second) = (a.placed(&base_a), b.placed(&base_b));
    let [p, q] = [a.body(), b.body()];
    let reach = size(&p).max(size(&q));
    let turns = [turn(rng, a, reach), turn(rng, b, reach)];
    let moves = turns.map(|turn| turn.motion::<f64>());
    let at = |time: f64| [body_at(a, &moves[0], time), body_at(b, &moves[1], time)];
    let found = sweep_turning(first, &turns[0].motion(), second, &turns[1].motion());
    let context = || format!("  {first:?} by {:?}\n  {second:?} by {:?}\n  {found:?}", turns[0], turns[1]);
    let largest = turns.iter().map(|turn| largest(turn.step).max(largest(turn.pivot))).fold(0.0, f64::max);
    let near = tolerance::<N>(&p.clone().at_least_as_large(largest), &q, Scalar::to_f64(R::EPSILON));
    let near = near + allowed::TURNING * p.largest.max(q.largest).max(largest);
    if near == 0.0 {
        // Both shapes are points at the origin.
        return;
    }
    let start = at_most::<N>(&p, &q);
    let mut judge = |check, off: f64| survey.judge(&kinds, check, off / near, 1.0, context);
    if start < -near {
        judge("start within", if found.is_some_and(|hit| hit.starts_overlapping) { 0.0 } else { -start });
        return survey.saw(2);
    }
    let end = found.map_or(1.0, |hit| Scalar::to_f64(hit.time));
    if let Some(hit) = found {
        let [p, q] = at(end);
        judge("hit too early", separation::<N>(&p, &q).low());
        let point = Body::ring(vec![vector(hit.point)]);
        judge("point off the first", separation::<N>(&point, &p).low());
        judge("point off the second", separation::<N>(&point, &q).low());
    }
    let times = if kinds.iter().any(|kind| kind.has_rim()) { TIMES.1 } else { TIMES.0 };
    // A hit at the start cannot be too late.
    for k in 0..if end > 0.0 { times } else { 0 } {
        let [p, q] = at(end * k as f64 / times as f64);
        judge(if found.is_some() { "hit too late" } else { "passed through" }, -at_most::<N>(&p, &q));
    }
    survey.saw(usize::from(found.is_some()));
}

#[test]
fn f32_in_2d() {
    each_pair(("turning f32 2D", 1), CASES, check::<f32, 2>);
}

#[test]
fn f64_in_2d() {
    each_pair(("turning f64 2D", 2), CASES, check::<f64, 2>);
}

#[test]
fn f32_in_3d() {
    each_pair(("turning f32 3D", 3), CASES, check::<f32, 3>);
}

#[test]
fn f64_in_3d() {
    each_pair(("turning f64 3D", 4), CASES, check::<f64, 3>);
}
