//! Queries on all pairs of objects of a scene, with results in `f64`.

use crate::judge::{Hit, Judge, Pair, Touch};
use crate::number::Number;
use bumper::scalar::Scalar;
use bumper::{RayHit, Relation, SweepHit, Vector};
use std::ops::Range;

/// The relation and the contact of two objects of a scene, in `f64`. Object `a` comes before object `b` in the file.
///
/// ```
/// use bumper_scene::ByDimension;
/// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"ball": {"center": [1, 0], "radius": 3}}]}"#;
/// let scene = bumper_scene::read(text).unwrap();
/// let ByDimension::In2d(scene) = scene.as_dyn() else { panic!() };
/// scene.judge().meetings_of(0..2, &mut |pair| assert_eq!((pair.separation, pair.points().len()), (-2.0, 1)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairReport<const N: usize> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second object.
    pub b: usize,
    /// Whether the two objects are apart, touch or overlap. Computed in the scalar of the scene, so the result is exact if the scalar is an
    /// integer or fixed point.
    pub relation: Relation,
    /// The signed distance between the objects: positive if they are apart; if they overlap, the negative penetration depth.
    pub separation: f64,
    /// The contact normal: a unit vector that points from the first object to the second.
    pub normal: Vector<f64, N>,
    /// The parts of the two objects, as in [`Hit::part`].
    pub parts: [Option<u32>; 2],
    points: [Vector<f64, N>; 4],
    count: usize,
}

impl<const N: usize> PairReport<N> {
    fn new<S: Number>(pair: &Pair<S::Real, N>) -> Self {
        let mut points = [Vector::ZERO; 4];
        let found = pair.contact.points();
        points.iter_mut().zip(found).for_each(|(place, point)| *place = point.point.map(Into::into));
        Self {
            a: pair.a,
            b: pair.b,
            relation: pair.relation,
            separation: pair.contact.separation.into(),
            normal: pair.contact.normal.map(Into::into),
            parts: pair.parts,
            points,
            count: found.len(),
        }
    }

    /// The contact points: one or two in 2D, up to four in 3D.
    ///
    /// ```
    /// # use bumper_scene::ByDimension;
    /// # let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [7, 7]}, {"point": [7, 7]}]}"#).unwrap();
    /// # let ByDimension::In2d(scene) = scene.as_dyn() else { panic!() };
    /// scene.judge().pairs_of(0..2, &mut |pair| assert_eq!(pair.points()[0], [7.0, 7.0].into()));
    /// ```
    pub fn points(&self) -> &[Vector<f64, N>] {
        &self.points[..self.count]
    }
}

/// Queries on all pairs of objects of a scene of any scalar, with results in `f64`: see [`Judge`].
pub trait DynJudge<const N: usize>: Sync {
    /// Calls `each` with all pairs of objects that touch or overlap, and whose first object (the one with the smaller index) has an index
    /// in `firsts`. Several threads can share the work if each gets its own range.
    fn meetings_of(&self, firsts: Range<usize>, each: &mut dyn FnMut(&PairReport<N>));
    /// Calls `each` like [`meetings_of`](Self::meetings_of), but also with the pairs that are apart.
    fn pairs_of(&self, firsts: Range<usize>, each: &mut dyn FnMut(&PairReport<N>));
    /// Returns the hits of all rays of the scene: one for each ray and each object that it hits. The hits are sorted by distance.
    fn hits(&self) -> Vec<Hit<f64, N>>;
    /// Calls `each` with every pair of objects that touch or overlap while each object moves by its velocity, from time 0 to 1.
    fn each_touch(&self, each: &mut dyn FnMut(Touch<f64, N>));
}

impl<S: Number, const N: usize> DynJudge<N> for Judge<'_, S, N> {
    fn meetings_of(&self, firsts: Range<usize>, each: &mut dyn FnMut(&PairReport<N>)) {
        Judge::meetings_of(self, firsts, |pair| each(&PairReport::new::<S>(&pair)));
    }

    fn pairs_of(&self, firsts: Range<usize>, each: &mut dyn FnMut(&PairReport<N>)) {
        Judge::pairs_of(self, firsts, |pair| each(&PairReport::new::<S>(&pair)));
    }

    fn hits(&self) -> Vec<Hit<f64, N>> {
        let plain = |hit: Hit<S::Real, N>| Hit {
            ray: hit.ray,
            object: hit.object,
            at: RayHit {
                distance: hit.at.distance.into(),
                point: hit.at.point.map(Into::into),
                normal: hit.at.normal.map(Into::into),
                part: hit.at.part,
            },
            part: hit.part,
        };
        Judge::hits(self).into_iter().map(plain).collect()
    }

    fn each_touch(&self, each: &mut dyn FnMut(Touch<f64, N>)) {
        Judge::each_touch(self, |touch| {
            let hit = SweepHit {
                time: Scalar::to_f64(touch.hit.time),
                normal: touch.hit.normal.map(Into::into),
                point: touch.hit.point.map(Into::into),
                starts_overlapping: touch.hit.starts_overlapping,
                parts: touch.hit.parts,
            };
            each(Touch { a: touch.a, b: touch.b, hit, parts: touch.parts });
        });
    }
}
