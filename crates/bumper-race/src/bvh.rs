//! Implementations of the benchmarks of boxes with parry's `Bvh`. Defined by a macro, because parry2d and parry3d are separate crates with
//! the same names.

macro_rules! entrants {
    ($module:ident, $parry:ident, $n:literal) => {
        pub mod $module {
            use crate::entrant::{Frames, PairEntrant, QueryEntrant, Sum};
            use bumper::{Aabb, Ray, Vector};
            use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
            use $parry::query::{PointQuery, RayCast};

            type Bounds = Aabb<f32, $n>;

            fn leaf(b: &Bounds) -> $parry::bounding_volume::Aabb {
                $parry::bounding_volume::Aabb::new(b.min().0.into(), b.max().0.into())
            }

            fn tree(boxes: &[Bounds]) -> Bvh {
                let leaves: Vec<_> = boxes.iter().map(leaf).collect();
                Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves)
            }

            /// Creates an implementation that finds all intersecting pairs of a list of boxes. It builds a tree from the list in each run.
            pub fn pairs(boxes: &[Bounds]) -> PairEntrant {
                let leaves: Vec<_> = boxes.iter().map(leaf).collect();
                let mut workspace = BvhWorkspace::default();
                let find = move || {
                    let mut sum = Sum::default();
                    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
                    let mut add = |a, b| sum.add(a as usize, b as usize);
                    tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut add);
                    sum
                };
                ("parry", Box::new(find))
            }

            struct Stored(Bvh, BvhWorkspace);

            impl Frames<$n> for Stored {
                fn frame(&mut self, boxes: &[Bounds], moved: &[usize]) -> Sum {
                    let Self(tree, workspace) = self;
                    let mut sum = Sum::default();
                    for &key in moved {
                        tree.insert_or_update_partially(leaf(&boxes[key]), key as u32, 0.0);
                    }
                    tree.refit(workspace);
                    tree.optimize_incremental(workspace);
                    let mut add = |a, b| sum.add(a as usize, b as usize);
                    tree.traverse_bvtt_single_tree::<false>(workspace, &mut add);
                    sum
                }
            }

            /// Creates an implementation that keeps a tree between frames and finds the pairs with it. In each frame, the tree gets the
            /// boxes that have moved. Then it is refitted, and a part of it is optimised, as in rapier.
            pub fn stored(boxes: &[Bounds]) -> (&'static str, Box<dyn Frames<$n>>) {
                ("parry", Box::new(Stored(tree(boxes), BvhWorkspace::default())))
            }

            pub fn regions(boxes: &[Bounds], asked: &[Bounds]) -> QueryEntrant {
                let tree = tree(boxes);
                let asked = asked.to_vec();
                let found = move |region: &Bounds| {
                    tree.intersect_aabb(&leaf(region)).map(|key| key as usize).sum::<usize>()
                };
                ("parry", Box::new(move || asked.iter().map(&found).sum::<usize>() as f64))
            }

            pub fn rays(boxes: &[Bounds], asked: &[Ray<f32, $n>]) -> QueryEntrant {
                let tree = tree(boxes);
                let leaves = boxes.iter().map(leaf).collect::<Vec<_>>();
                let ray = |ray: &Ray<f32, $n>| {
                    $parry::query::Ray::new(ray.from().0.into(), ray.direction().0.into())
                };
                let asked: Vec<_> = asked.iter().map(ray).collect();
                let far = move |ray: &$parry::query::Ray| {
                    let cast = |key: u32, most| leaves[key as usize].cast_local_ray(ray, most, true);
                    tree.cast_ray(ray, f32::MAX, cast).map_or(0.0, |(_, distance)| f64::from(distance))
                };
                ("parry", Box::new(move || asked.iter().map(&far).sum()))
            }

            pub fn nearest(boxes: &[Bounds], asked: &[Vector<f32, $n>]) -> QueryEntrant {
                let tree = tree(boxes);
                let leaves = boxes.iter().map(leaf).collect::<Vec<_>>();
                let asked = asked.to_vec();
                let far = move |point: &Vector<f32, $n>| {
                    let point = point.0.into();
                    let project = |key: u32, _| Some(leaves[key as usize].project_local_point(point, true));
                    let near = tree.project_point(point, f32::MAX, project);
                    near.map_or(0.0, |(_, (distance, _))| f64::from(distance))
                };
                ("parry", Box::new(move || asked.iter().map(&far).sum()))
            }
        }
    };
}

entrants!(plane, parry2d, 2);
entrants!(space, parry3d, 3);
