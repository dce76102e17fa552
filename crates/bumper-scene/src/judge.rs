//! Queries on all objects of a scene: the pairs that touch or overlap, the hits of rays, and the times of impact of moving objects.

mod aabb_pairs;

use crate::model::{Part, Scene};
use crate::number::Number;
use aabb_pairs::AabbPairs;
use bumper::broad_phase::Tree;
use bumper::scalar::{Real, Scalar, Zero};
use bumper::{
    Aabb, Contact, NO_PART, Ray, RayHit, Relate, Relation, Shape, SweepHit, Vector, cast, contact, sweep,
};
use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// The relation and the contact of two objects of a scene. Object `a` comes before object `b` in the file.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"ball": {"center": [1, 0], "radius": 3}}]}"#;
/// let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
/// bumper_scene::Judge::new(&scene).each_meeting(|pair| assert_eq!(pair.contact.depth(), 2.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pair<R, const N: usize> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second object.
    pub b: usize,
    /// The relation, computed in the scalar of the scene.
    pub relation: Relation,
    /// The contact. It is computed in the float type `R` of the scene's scalar, so it may have rounding errors even if the relation is
    /// exact.
    pub contact: Contact<R, N>,
    /// The parts of the two objects that the contact belongs to, as in [`Hit::part`].
    pub parts: [Option<u32>; 2],
}

/// A hit of a ray of the scene on an object.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"point": [9, 0]}], "rays": [{"from": [0, 0], "direction": [1, 0]}]}"#;
/// let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
/// let hits = bumper_scene::Judge::new(&scene).hits();
/// assert_eq!((hits[0].ray, hits[0].object, hits[0].at.distance), (0, 0, 9.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hit<R, const N: usize> {
    /// The index of the ray.
    pub ray: usize,
    /// The index of the object.
    pub object: usize,
    /// The distance from the start of the ray, the point and the normal of the hit.
    pub at: RayHit<R, N>,
    /// The part of the object that is hit; `None` for an object without parts, and for a hit inside a polygon. The part of a compound is an
    /// index in the list of all its parts, that of a polygon an edge, that of a mask a pixel, that of a mesh a
    /// triangle, and that of a height field a cell; see [`RayHit::part`].
    pub part: Option<u32>,
}

/// The first touch of two moving objects of a scene. Object `a` comes before object `b` in the file.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0], "velocity": [8, 0]}, {"point": [4, 0]}]}"#;
/// let Ok(bumper_scene::AnyScene::F32x2(scene)) = bumper_scene::read(text) else { panic!() };
/// bumper_scene::Judge::new(&scene).each_touch(|touch| assert_eq!(touch.hit.time, 0.5));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Touch<R, const N: usize> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second object.
    pub b: usize,
    /// The time of impact, the point of impact and the normal.
    pub hit: SweepHit<R, N>,
    /// The parts of the two objects that meet, as in [`Hit::part`].
    pub parts: [Option<u32>; 2],
}

/// A scene, prepared for queries on all pairs of its objects: it holds trees of AABBs, which are built on first use.
///
/// ```
/// use bumper_scene::{AnyScene, Judge};
/// let AnyScene::F32x2(scene) =
///     bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}, {"point": [1, 2]}]}"#).unwrap()
/// else { panic!() };
/// let mut pairs = Vec::new();
/// Judge::new(&scene).each_meeting(|pair| pairs.push((pair.a, pair.b)));
/// assert_eq!(pairs, [(0, 1)]);
/// ```
pub struct Judge<'a, S: Number, const N: usize> {
    scene: &'a Scene<S, N>,
    /// The tree of the AABBs of all objects, built on first use. A query finds candidates in the tree, and then tests the objects exactly.
    /// So the AABBs may be slightly too large: they are rounded outwards to `f32`, which halves the memory.
    objects: OnceLock<Tree<f32, N>>,
    /// The pairs of objects whose AABBs intersect, found on first use. `None` if there are too many to store (see [`AabbPairs`]); then
    /// `objects` is queried instead.
    aabb_pairs: OnceLock<Option<AabbPairs>>,
    /// For each object with several parts, the BVH of the parts, built on first use.
    parts: HashMap<usize, OnceLock<Tree<f64, N>>>,
}

/// A sweep hit of two parts, and the indices of these parts in the two shapes.
#[derive(Clone, Copy)]
struct PartHit<R, const N: usize> {
    indices: [usize; 2],
    hit: SweepHit<R, N>,
}

impl<'a, S: Number, const N: usize> Judge<'a, S, N> {
    /// Creates the queries of a scene. Costs O(n), because the acceleration structures are built later, by the first query that needs them.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [3, 4]}, {"point": [3, 4]}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
    /// let judge = Judge::new(&scene);
    /// judge.each_meeting(|pair| assert_eq!((pair.a, pair.b), (1, 2)));
    /// ```
    pub fn new(scene: &'a Scene<S, N>) -> Self {
        let several = scene.objects.iter().enumerate().filter(|(_, object)| object.parts.len() > 1);
        let parts = several.map(|(place, _)| (place, OnceLock::new())).collect();
        Self { scene, objects: OnceLock::new(), aabb_pairs: OnceLock::new(), parts }
    }

    /// The AABBs of all objects, rounded outwards to `f32`.
    fn boxes(&self) -> impl Iterator<Item = Aabb<f32, N>> {
        self.scene.objects.iter().map(|object| rounded_outwards(&object_aabb(self.scene.parts_of(object))))
    }

    fn objects(&self) -> &Tree<f32, N> {
        self.objects.get_or_init(|| self.boxes().collect())
    }

    /// Calls `each` with every pair of objects that touch or overlap. Pairs are in the order of the file: 0-1, 0-2, …, 1-2, …. The first
    /// call of a query builds the acceleration structures that the query needs.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [3, 4]}, {"point": [3, 4]}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
    /// let mut pairs = 0;
    /// Judge::new(&scene).each_meeting(|_| pairs += 1);
    /// assert_eq!(pairs, 1);
    /// ```
    pub fn each_meeting(&self, each: impl FnMut(Pair<S::Real, N>)) {
        self.meetings_of(0..self.scene.objects.len(), each);
    }

    /// Calls `each` like [`each_meeting`](Self::each_meeting), but only with the pairs whose first object has an index in `firsts`. Several
    /// threads can share the work if each calls this function with its own range.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [3, 4]}, {"point": [3, 4]}, {"point": [3, 4]}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
    /// Judge::new(&scene).meetings_of(1..3, |pair| assert_eq!((pair.a, pair.b), (1, 2)));
    /// ```
    pub fn meetings_of(&self, firsts: Range<usize>, mut each: impl FnMut(Pair<S::Real, N>)) {
        let all = || AabbPairs::of(&self.boxes().collect::<Vec<_>>());
        let aabb_pairs = self.aabb_pairs.get_or_init(all);
        let mut candidates = Vec::new();
        for a in firsts {
            candidates.clear();
            if let Some(aabb_pairs) = aabb_pairs {
                candidates.extend(aabb_pairs.partners(a).iter().map(|b| *b as usize));
            } else if let Some(region) = self.objects().get(a) {
                self.objects().each_intersecting(&region, |b| candidates.extend((b > a).then_some(b)));
            }
            candidates.sort_unstable();
            candidates.iter().filter_map(|&b| self.meeting(a, b)).for_each(&mut each);
        }
    }

    /// Calls `each` with every pair of objects, including pairs that are apart, in the order of the file. Costs O(n²).
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [3, 4]}, {"point": [3, 4]}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
    /// let mut gaps = Vec::new();
    /// Judge::new(&scene).each_pair(|pair| gaps.push(pair.contact.separation));
    /// assert_eq!(gaps, [5.0, 5.0, 0.0]);
    /// ```
    pub fn each_pair(&self, each: impl FnMut(Pair<S::Real, N>)) {
        self.pairs_of(0..self.scene.objects.len(), each);
    }

    /// Calls `each` like [`each_pair`](Self::each_pair), but only with the pairs whose first object has an index in `firsts`.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"point": [3, 4]}, {"point": [3, 4]}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
    /// let mut gaps = Vec::new();
    /// Judge::new(&scene).pairs_of(0..1, |pair| gaps.push(pair.contact.separation));
    /// assert_eq!(gaps, [5.0, 5.0]);
    /// ```
    pub fn pairs_of(&self, firsts: Range<usize>, mut each: impl FnMut(Pair<S::Real, N>)) {
        for a in firsts {
            for b in a + 1..self.scene.objects.len() {
                each(self.meeting(a, b).unwrap_or_else(|| self.separated_pair(a, b)));
            }
        }
    }

    /// Returns the hits of all rays of the scene. A ray has at most one hit with each object: the nearest hit on any part of the object.
    /// The hits are sorted by distance. Hits at the same distance are sorted by the index of the ray, then by the index of the object.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [3, 4]}], "rays": [{"from": [0, 0], "direction": [3, 4]}]}"#;
    /// let Ok(AnyScene::F32x2(scene)) = read(text) else { panic!() };
    /// assert_eq!(Judge::new(&scene).hits()[0].at.distance, 5.0);
    /// ```
    pub fn hits(&self) -> Vec<Hit<S::Real, N>> {
        let mut hits = Vec::new();
        for (index, scene_ray) in self.scene.rays.iter().enumerate() {
            let number = S::Real::from_f64;
            let direction = scene_ray.direction.map(number);
            let max_distance = number(scene_ray.max.unwrap_or(f64::INFINITY));
            // Creating the ray cannot fail: it fails only for the direction zero, and the directions in scenes have length 1.
            let Some(ray) = Ray::new(scene_ray.from.map(|c| number(c.to_f64())), direction) else { continue };
            let ray = ray.with_max_distance(max_distance);
            let Some(ray_f64) = Ray::new(scene_ray.from.map(Scalar::to_f64), scene_ray.direction) else {
                continue;
            };
            // The ray casts below have rounding errors, so a ray can hit an object although it just misses the AABB. Enlarge the AABBs by
            // these errors.
            let error = S::ERROR.0.max(16.0 * f64::EPSILON);
            let start_size = max_abs(ray_f64.from());
            let may_hit = |bounds: &Aabb<f32, N>| {
                let min = bounds.min().map(f64::from);
                let max = bounds.max().map(f64::from);
                let largest = max_abs(min) + max_abs(max);
                let margin = Vector::splat((largest + start_size) * error);
                // Coordinates beyond the range of `f32` were rounded to infinity. The AABB then says nothing, so always test its object.
                largest == f64::INFINITY || cast(&ray_f64, Aabb::new(min - margin, max + margin)).is_some()
            };
            self.objects().visit(may_hit, |object| {
                let nearer = |best: (usize, RayHit<S::Real, N>), next: (usize, RayHit<S::Real, N>)| {
                    if next.1.distance < best.1.distance { next } else { best }
                };
                let parts = self.parts(object).iter().enumerate();
                let own_hits = parts.filter_map(|(k, part)| Some((k, cast(&ray, part.shape())?)));
                hits.extend(own_hits.reduce(nearer).map(|(k, at)| {
                    let part = self.part_index(object, k, at.part);
                    Hit { ray: index, object, at, part }
                }));
            });
        }
        let distance = |hit: &Hit<S::Real, N>| -> f64 { hit.at.distance.into() };
        hits.sort_by(|a, b| {
            distance(a).total_cmp(&distance(b)).then((a.ray, a.object).cmp(&(b.ray, b.object)))
        });
        hits
    }

    /// Calls `each` with every pair of objects that touch or overlap while each object moves by its velocity, from time 0 to 1. Pairs are
    /// in the order of the file.
    ///
    /// ```
    /// # use bumper_scene::{AnyScene, Judge, read};
    /// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0], "velocity": [9, 0]}, {"point": [3, 0]}]}"#;
    /// let Ok(AnyScene::F64x2(scene)) = read(&[br#"{"scalar": "f64", "#, &text[1..]].concat()) else { panic!() };
    /// let mut times = Vec::new();
    /// Judge::new(&scene).each_touch(|touch| times.push(touch.hit.time));
    /// assert_eq!(times, [1.0 / 3.0]);
    /// ```
    pub fn each_touch(&self, mut each: impl FnMut(Touch<S::Real, N>)) {
        let moves: Vec<_> =
            self.scene.objects.iter().map(|object| object.velocity.map(Scalar::to_f64)).collect();
        let error = S::ERROR.0.max(16.0 * f64::EPSILON);
        let aabbs = self.scene.objects.iter().map(|object| object_aabb(self.scene.parts_of(object)));
        let swept_aabbs: Vec<_> =
            aabbs.zip(&moves).map(|(bounds, step)| swept_aabb(&bounds, *step, error)).collect();
        let tree = Tree::from_iter(swept_aabbs.iter().copied());
        let mut candidates = Vec::new();
        for (a, swept) in swept_aabbs.iter().enumerate() {
            candidates.clear();
            tree.each_intersecting(swept, |b| candidates.extend((b > a).then_some(b)));
            candidates.sort_unstable();
            for &b in &candidates {
                self.touch(a, b, [moves[a], moves[b]], error).into_iter().for_each(&mut each);
            }
        }
    }

    /// Returns the first touch of two moving objects: the earliest hit of a part of one on a part of the other. If the objects overlap
    /// before they move, the time of the touch is zero.
    fn touch(&self, a: usize, b: usize, moves: [Vector<f64, N>; 2], error: f64) -> Option<Touch<S::Real, N>> {
        let start = self.meeting(a, b).filter(|pair| pair.relation == Relation::Overlapping);
        if let Some(pair) = start {
            let time = S::Real::ZERO;
            let normal = pair.contact.normal;
            let point = pair.contact.points().first().map(|point| point.point).unwrap_or_default();
            let hit = SweepHit { time, normal, point, starts_overlapping: true, parts: pair.contact.parts };
            return Some(Touch { a, b, hit, parts: pair.parts });
        }
        let best: Cell<Option<PartHit<S::Real, N>>> = Cell::new(None);
        let relative = moves[0] - moves[1];
        let [u, v] = moves.map(|step| step.map(S::Real::from_f64));
        let swept_intersect =
            |p: &Aabb<f64, N>, bounds: &Aabb<f64, N>| swept_aabb(p, relative, error).intersects(bounds);
        let either_swept_intersect = |p: &Aabb<f64, N>, bounds: &Aabb<f64, N>| {
            swept_intersect(p, bounds) || swept_intersect(bounds, p)
        };
        self.each_part_pair(a, b, either_swept_intersect, |indices, p, q| {
            let hit = sweep(p.shape(), u, q.shape(), v);
            if let Some(hit) = hit.filter(|hit| best.get().is_none_or(|best| hit.time < best.hit.time)) {
                best.set(Some(PartHit { indices, hit }));
            }
        });
        best.get().map(|PartHit { indices: [i, j], hit }| {
            let [p, q] = hit.parts;
            Touch { a, b, hit, parts: [self.part_index(a, i, p), self.part_index(b, j, q)] }
        })
    }

    /// Returns the relation and the contact of two objects; `None` if they are apart. The objects overlap if any two of their parts
    /// overlap. Otherwise they touch if any two parts touch. The contact is that of two parts: the deepest contact among the overlapping
    /// parts, or among the touching parts if none overlap.
    fn meeting(&self, a: usize, b: usize) -> Option<Pair<S::Real, N>> {
        let best: Cell<Option<Pair<S::Real, N>>> = Cell::new(None);
        // The penetration depth of two parts is at most the minimum translation of their AABBs. So skip a pair of parts if this translation
        // is not longer than the greatest depth so far. Most pairs are skipped.
        let may_be_deeper = |p: &Aabb<f64, N>, bounds: &Aabb<f64, N>| {
            let deepest = best.get().filter(|best| best.relation == Relation::Overlapping);
            p.minimum_translation(bounds)
                .is_some_and(|push| deepest.is_none_or(|best| push.length > best.contact.depth().into()))
        };
        self.each_part_pair(a, b, may_be_deeper, |[i, j], p, q| {
            let p = p.shape();
            let q = q.shape();
            let relation = p.relation(&q);
            if relation == Relation::Apart || best.get().is_some_and(|best| best.relation > relation) {
                return;
            }
            let contact = contact(p, q);
            let better = |best: Pair<S::Real, N>| {
                relation > best.relation || contact.separation < best.contact.separation
            };
            if best.get().is_none_or(better) {
                let [p, q] = contact.parts;
                let parts = [self.part_index(a, i, p), self.part_index(b, j, q)];
                best.set(Some(Pair { a, b, relation, contact, parts }));
            }
        });
        best.get()
    }

    /// Describes the objects `a` and `b`, which are apart, as a [`Pair`]: with the contact of their two nearest parts.
    fn separated_pair(&self, a: usize, b: usize) -> Pair<S::Real, N> {
        let p = self.parts(a);
        let q = self.parts(b);
        let contact_of = |p: &Part<S, N>, q: &Part<S, N>| contact(p.shape(), q.shape());
        let nearest = Cell::new(([0, 0], contact_of(&p[0], &q[0])));
        let nearer = |p: &Aabb<f64, N>, bounds: &Aabb<f64, N>| {
            // The distance of a box that is infinite, as that of a half-space, may be NaN. So always test its parts.
            is_infinite(p)
                || is_infinite(bounds)
                || contact(*p, *bounds).separation < nearest.get().1.separation.into()
        };
        self.each_part_pair(a, b, nearer, |indices, p, q| {
            let contact = contact_of(p, q);
            if contact.separation < nearest.get().1.separation {
                nearest.set((indices, contact));
            }
        });
        let ([i, j], contact) = nearest.get();
        let [p, q] = contact.parts;
        let parts = [self.part_index(a, i, p), self.part_index(b, j, q)];
        Pair { a, b, relation: Relation::Apart, contact, parts }
    }

    /// The index that a hit reports for the part at an index of an object. `own` is the part of that part: an edge, a
    /// pixel, a triangle or a cell.
    fn part_index(&self, object: usize, index: usize, own: u32) -> Option<u32> {
        match self.parts(object) {
            [Part::Polygon(_) | Part::Mask(_) | Part::Mesh(_) | Part::HeightField(_)] => {
                Some(own).filter(|own| *own != NO_PART)
            }
            [Part::Aabb(_) | Part::Ball(_) | Part::Plain(_) | Part::Hull(_)] => None,
            _ => u32::try_from(index).ok(),
        }
    }

    fn parts(&self, object: usize) -> &[Part<S, N>] {
        self.scene.parts_of(&self.scene.objects[object])
    }

    /// Calls `each` with pairs of a part of the object `a` and a part of the object `b`, and the indices of these parts. Skips a pair if `filter` returns false for the
    /// AABBs of the two parts. Also calls `filter` with the AABB of a part and that of a node in the BVH of the other object. If it returns
    /// false, skips all pairs of this part with the parts below the node. If both objects have only one part, `filter` is not called.
    fn each_part_pair(
        &self,
        a: usize,
        b: usize,
        filter: impl Fn(&Aabb<f64, N>, &Aabb<f64, N>) -> bool,
        each: impl Fn([usize; 2], &Part<S, N>, &Part<S, N>),
    ) {
        let first = self.parts(a);
        let second = self.parts(b);
        if let ([p], [q]) = (first, second) {
            return each([0, 0], p, q);
        }
        // Query the BVH of the object with more parts, once for each part of the other object. So there are few queries.
        let (few, many, tree, swap) =
            if first.len() <= second.len() { (first, second, b, false) } else { (second, first, a, true) };
        // `new` has added an entry to `self.parts` for every object with several parts.
        let Some(tree) = self.parts.get(&tree) else { return };
        let tree = tree.get_or_init(|| many.iter().map(bounds).collect());
        let Some(region) = tree.bounds() else { return };
        for (k, p) in few.iter().enumerate() {
            let aabb = bounds(p);
            if filter(&aabb, &region) {
                tree.visit(
                    |bounds| filter(&aabb, bounds),
                    |q| if swap { each([q, k], &many[q], p) } else { each([k, q], p, &many[q]) },
                );
            }
        }
    }
}

/// The AABB of all positions of the box `bounds` while it moves by `step`. The AABB is enlarged by a margin for the rounding errors of
/// sweeps: `error` times the size of the coordinates.
fn swept_aabb<const N: usize>(bounds: &Aabb<f64, N>, step: Vector<f64, N>, error: f64) -> Aabb<f64, N> {
    let all = bounds.union(&bounds.translated(step));
    let margin = Vector::splat((max_abs(all.min()) + max_abs(all.max())) * error);
    Aabb::new(all.min() - margin, all.max() + margin)
}

/// The largest absolute value of any coordinate of a vector.
fn max_abs<const N: usize>(v: Vector<f64, N>) -> f64 {
    v.0.into_iter().fold(0.0, |a: f64, c| a.max(c.abs()))
}

fn is_infinite<const N: usize>(bounds: &Aabb<f64, N>) -> bool {
    max_abs(bounds.min()) + max_abs(bounds.max()) == f64::INFINITY
}

/// The AABB of all parts of an object.
fn object_aabb<S: Number, const N: usize>(parts: &[Part<S, N>]) -> Aabb<f64, N> {
    let all = parts.iter().map(bounds).reduce(|a, b| a.union(&b));
    all.unwrap_or(Aabb::point(Vector::ZERO))
}

/// Rounds a box to `f32` such that the result contains the box.
fn rounded_outwards<const N: usize>(bounds: &Aabb<f64, N>) -> Aabb<f32, N> {
    let down = |c: f64| if f64::from(c as f32) > c { (c as f32).next_down() } else { c as f32 };
    let up = |c: f64| if f64::from(c as f32) < c { (c as f32).next_up() } else { c as f32 };
    Aabb::new(bounds.min().map(down), bounds.max().map(up))
}

/// An AABB that contains every position at which the tests of this part can find a touch. It is exact for boxes and points. For other
/// shapes it is enlarged, because their relations have rounding errors (`Number::ERROR`).
fn bounds<S: Number, const N: usize>(part: &Part<S, N>) -> Aabb<f64, N> {
    let wide = |v: Vector<S, N>| v.map(Scalar::to_f64);
    let (core, radius, axis) = match part.shape() {
        Shape::Aabb(shape) => return Aabb::new(wide(shape.min()), wide(shape.max())),
        Shape::Point(point) => return Aabb::point(wide(point)),
        Shape::Ball(ball) => (Aabb::point(wide(ball.center())), ball.radius().to_f64(), None),
        Shape::Cylinder(cylinder) => {
            let spine = Aabb::new(wide(cylinder.spine().min()), wide(cylinder.spine().max()));
            (spine, cylinder.radius().to_f64(), Some(cylinder.axis().index()))
        }
        other => {
            let unbounded = || Aabb::new(Vector::splat(f64::NEG_INFINITY), Vector::splat(f64::INFINITY));
            let aabb = other.bounds();
            let aabb = aabb.map(|b| Aabb::new(b.min().map(Into::into), b.max().map(Into::into)));
            (aabb.unwrap_or_else(unbounded), 0.0, None)
        }
    };
    let factor = S::ERROR.0.max(4.0 * f64::EPSILON);
    let least = S::ERROR.1;
    let half_size = Vector(core::array::from_fn(|k| {
        let on_axis = if axis == Some(k) { 0.0 } else { radius };
        let largest = core.min()[k].abs().max(core.max()[k].abs()) + radius;
        on_axis + largest * factor + least
    }));
    Aabb::new(core.min() - half_size, core.max() + half_size)
}
