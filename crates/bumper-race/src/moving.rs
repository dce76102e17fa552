//! Benchmarks of finding all pairs of intersecting boxes in each frame of a moving world. The implementations are bumper's `AllPairs`,
//! `Tree` and `World`, Box2D's tree, broccoli and parry's `Bvh`. Each reuses as much as possible from the previous frame. The pairs of
//! every frame are compared by a checksum.

use crate::bvh::plane;
use crate::clock::seconds;
use crate::entrant::{Frames, Sum};
use crate::growth::{COUNTS, Measured, median};
use crate::pairs::{Spread, boxes, side};
use boxdd_sys::ffi;
use broccoli::rect;
use bumper::broad_phase::{AllPairs, Tree};
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, Relation};
use std::ffi::c_void;

pub type Box2 = Aabb<f32, 2>;

struct Rebuilt<const N: usize>(AllPairs<f32, N>);

impl<const N: usize> Frames<N> for Rebuilt<N> {
    fn frame(&mut self, boxes: &[Aabb<f32, N>], _: &[usize]) -> Sum {
        let mut sum = Sum::default();
        self.0.find(boxes, |a, b| sum.add(a, b));
        sum
    }
}

struct TreeEntrant<const N: usize>(Tree<f32, N>);

impl<const N: usize> Frames<N> for TreeEntrant<N> {
    fn frame(&mut self, boxes: &[Aabb<f32, N>], moved: &[usize]) -> Sum {
        let mut sum = Sum::default();
        for &key in moved {
            self.0.set(key, boxes[key]).unwrap();
        }
        self.0.pairs(|a, b| sum.add(a, b));
        sum
    }
}

/// The implementation with bumper's `World`. A world does more than the other implementations: it distinguishes touching from overlapping
/// pairs, and reports when a pair begins or ends to touch.
struct WorldEntrant<const N: usize>(World<f32, N, Aabb<f32, N>>, Vec<Id>);

impl<const N: usize> WorldEntrant<N> {
    fn new(boxes: &[Aabb<f32, N>]) -> Self {
        let mut world = World::default();
        let insert = |(data, shape)| world.insert(Collider { data, ..Collider::new(shape) }).unwrap();
        let ids = (0..).zip(boxes.iter().copied()).map(insert).collect();
        Self(world, ids)
    }
}

impl<const N: usize> Frames<N> for WorldEntrant<N> {
    fn frame(&mut self, boxes: &[Aabb<f32, N>], moved: &[usize]) -> Sum {
        let mut sum = Sum::default();
        for &key in moved {
            self.0.set_shape(self.1[key], boxes[key]).unwrap();
        }
        for event in self.0.update().iter().filter(|event| event.now != Relation::Apart) {
            sum.add(event.data[0] as usize, event.data[1] as usize);
        }
        sum
    }
}

struct Broccoli;

impl Frames<2> for Broccoli {
    fn frame(&mut self, boxes: &[Box2], _: &[usize]) -> Sum {
        let mut sum = Sum::default();
        let numbered = |(k, b): (usize, &Box2)| (rect(b.min()[0], b.max()[0], b.min()[1], b.max()[1]), k);
        let mut rects: Vec<_> = boxes.iter().enumerate().map(numbered).collect();
        broccoli::Tree::new(&mut rects)
            .find_colliding_pairs(|a, b| sum.add(*a.unpack_inner(), *b.unpack_inner()));
        sum
    }
}

/// The implementation with Box2D's dynamic tree. In each frame it moves the proxies of the boxes that have moved, and queries the tree with
/// each box.
pub struct Box2d {
    pub tree: ffi::b2DynamicTree,
    proxies: Vec<i32>,
}

pub fn box2d_box(b: &Box2) -> ffi::b2AABB {
    let [low, high] = [b.min(), b.max()].map(|v| ffi::b2Vec2 { x: v[0], y: v[1] });
    ffi::b2AABB { lowerBound: low, upperBound: high }
}

impl Box2d {
    pub fn new(boxes: &[Box2]) -> Self {
        // SAFETY: only this value uses the tree, and each proxy belongs to the tree.
        unsafe {
            let mut tree = ffi::b2DynamicTree_Create(boxes.len() as i32);
            let create = |(k, b)| ffi::b2DynamicTree_CreateProxy(&mut tree, box2d_box(b), 1, k as u64);
            let proxies = boxes.iter().enumerate().map(create).collect();
            ffi::b2DynamicTree_Rebuild(&mut tree, true);
            Self { tree, proxies }
        }
    }
}

struct Found {
    of: usize,
    sum: Sum,
}

unsafe extern "C" fn found(_: i32, other: u64, context: *mut c_void) -> bool {
    // SAFETY: `context` is the pointer to a `Found` (the data of this callback) that `frame` has passed to the query. The `Found` lives as
    // long as the query.
    let found = unsafe { &mut *context.cast::<Found>() };
    if (other as usize) > found.of {
        found.sum.add(found.of, other as usize);
    }
    true
}

impl Frames<2> for Box2d {
    fn frame(&mut self, boxes: &[Box2], moved: &[usize]) -> Sum {
        let mut context = Found { of: 0, sum: Sum::default() };
        // SAFETY: the tree belongs to this value, and the callback does not access the tree.
        unsafe {
            for &key in moved {
                ffi::b2DynamicTree_MoveProxy(&mut self.tree, self.proxies[key], box2d_box(&boxes[key]));
            }
            for (key, bounds) in boxes.iter().enumerate() {
                context.of = key;
                let pointer = (&raw mut context).cast();
                ffi::b2DynamicTree_Query(&self.tree, box2d_box(bounds), 1, Some(found), pointer);
            }
        }
        context.sum
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: the tree is not used after the drop.
        unsafe { ffi::b2DynamicTree_Destroy(&mut self.tree) }
    }
}

pub type Entrants<const N: usize> = Vec<(&'static str, Box<dyn Frames<N>>)>;

/// Creates bumper's implementations.
pub fn own<const N: usize>(boxes: &[Aabb<f32, N>]) -> Entrants<N> {
    vec![
        ("bumper AllPairs", Box::new(Rebuilt(AllPairs::new()))),
        ("bumper Tree", Box::new(TreeEntrant(boxes.iter().copied().collect()))),
        ("bumper World", Box::new(WorldEntrant::new(boxes))),
    ]
}

/// Creates the implementations of all libraries. That of Box2D is the last one.
pub fn entrants(boxes: &[Box2]) -> Entrants<2> {
    let mut all = own(boxes);
    all.push(("broccoli", Box::new(Broccoli)));
    all.push(plane::stored(boxes));
    all.push(("Box2D", Box::new(Box2d::new(boxes))));
    all
}

/// Measures all implementations for a number of frames. In each frame, `step` is called once, with the number of the frame. It returns the
/// boxes, and the indices of those that have moved. Then every implementation finds the pairs of these boxes.
pub fn race<const N: usize>(
    group: String,
    count: usize,
    frames: usize,
    mut worlds: Entrants<N>,
    mut step: impl FnMut(usize) -> (Vec<Aabb<f32, N>>, Vec<usize>),
) -> Measured {
    let mut times = vec![Vec::new(); worlds.len()];
    for frame in 0..frames {
        let (boxes, moved) = step(frame);
        let mut first = None;
        for ((name, world), times) in worlds.iter_mut().zip(&mut times) {
            let start = seconds();
            let sum = world.frame(&boxes, &moved);
            times.push(seconds() - start);
            assert_eq!(*first.get_or_insert(sum), sum, "{name} disagrees");
        }
    }
    let times = worlds.iter().zip(times).map(|(world, times)| (world.0, median(times))).collect();
    Measured { group, count, times, unit: "box", units: count }
}

/// Boxes that move within the unit square or cube.
pub struct Flock<const N: usize> {
    pub boxes: Vec<Aabb<f32, N>>,
    velocities: Vec<[f32; N]>,
}

impl<const N: usize> Flock<N> {
    pub fn new(spread: Spread, count: usize) -> Self {
        let boxes = boxes(spread, count);
        // In a frame, a box moves by a tenth of the mean side of the boxes (in 3D, by a little more). The direction is pseudorandom, and
        // differs from box to box.
        let speed = 0.1 * side::<N>(count);
        let velocity = |k: usize| {
            let angle = k as f32 * 2.399_963;
            let ways = [angle.cos(), angle.sin(), (angle * 1.7).sin()];
            std::array::from_fn(|axis| ways[axis] * speed)
        };
        Self { velocities: (0..count).map(velocity).collect(), boxes }
    }

    pub fn step(&mut self, moved: &[usize]) {
        for &key in moved {
            let bounds = &mut self.boxes[key];
            let velocity = &mut self.velocities[key];
            for (axis, speed) in velocity.iter_mut().enumerate() {
                let out =
                    (bounds.min()[axis] < 0.0 && *speed < 0.0) || (bounds.max()[axis] > 1.0 && *speed > 0.0);
                if out {
                    *speed = -*speed;
                }
            }
            *bounds = bounds.translated(*velocity);
        }
    }
}

/// Runs the benchmark cases of this module that the command-line words select.
pub fn run(words: &[String]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for (share, part) in [("all", 1), ("a tenth", 10)] {
        for spread in [Spread::Uniform, Spread::Clustered, Spread::Mixed] {
            // With a million boxes, a frame of Box2D's tree would take many seconds, so leave out this number.
            for count in COUNTS.into_iter().filter(|count| *count < 1_000_000) {
                let group = format!("moving {share} {spread:?}").to_lowercase();
                let name = format!("{group} {count}");
                if !words.iter().all(|word| name.contains(word.as_str())) {
                    continue;
                }
                let mut flock = Flock::new(spread, count);
                let worlds = entrants(&flock.boxes);
                let frames = (3_000_000 / count).clamp(30, 300);
                measured.push(race(group, count, frames, worlds, |frame| {
                    let moved: Vec<_> = (frame % part..count).step_by(part).collect();
                    flock.step(&moved);
                    (flock.boxes.clone(), moved)
                }));
            }
        }
    }
    measured
}
