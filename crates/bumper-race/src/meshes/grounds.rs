//! The grounds of the walkers: levels of meshes, of a height field and of boxes, in bumper and in rapier.

use super::input::{self, Point, SIDE, START, Surface};
use crate::unit;
use bumper::world::{Collider, World};
use bumper::{Aabb, HeightField, Mesh, Ray, ShapeBuf, Vector, cast};
use bumper_bench::input::Random;
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::{ColliderBuilder, PhysicsWorld};

/// A level with its center at the origin.
pub struct Ground {
    /// Walkers turn back at this distance from the origin, on x and on z.
    pub half: f32,
    /// Whether a part of the level is flat at height 0.
    pub is_flat: bool,
    /// The whole level as one shape.
    pub level: ShapeBuf<f32, 3>,
    /// The level in worlds of bumper, with their names.
    pub worlds: Vec<(&'static str, World<f32, 3>)>,
    pub peer: PhysicsWorld,
    /// The height of the highest surface at a place.
    top: Box<dyn Fn([f32; 2]) -> f32>,
}

impl Ground {
    fn new(half: f32, level: ShapeBuf<f32, 3>, colliders: Vec<ColliderBuilder>) -> Self {
        let mut peer = PhysicsWorld::new();
        for collider in colliders {
            peer.insert_collider(collider, None);
        }
        peer.step();
        let shape = level.clone();
        let top = move |[x, z]: [f32; 2]| {
            let down = Ray::new([x, 1000.0, z], [0.0, -1.0, 0.0]).expect("the direction is not zero");
            cast(&down, &shape).map_or(f32::NEG_INFINITY, |hit| 1000.0 - hit.distance)
        };
        let worlds = vec![("", world([level.clone()]))];
        Self { half, is_flat: false, level, worlds, peer, top: Box::new(top) }
    }

    /// The height of the highest surface at a place; minus infinity if there is no surface.
    pub fn top(&self, point: Point) -> f32 {
        (self.top)([point.x(), point.z()])
    }
}

fn world(shapes: impl IntoIterator<Item = ShapeBuf<f32, 3>>) -> World<f32, 3> {
    let mut world = World::new();
    for shape in shapes {
        world.insert(Collider::new(shape)).expect("the shape is finite");
    }
    world.update();
    world
}

fn mesh(surface: &Surface, half: f32, is_flat: bool) -> Ground {
    let mesh = Mesh::new(surface.points.iter().copied(), surface.triangles.iter().copied()).expect("valid");
    let points = surface.points.iter().map(|point| point.0.into()).collect();
    let peer = ColliderBuilder::trimesh(points, surface.triangles.clone()).expect("valid");
    Ground { is_flat, ..Ground::new(half, mesh.into(), vec![peer]) }
}

/// The height field of bumper.
pub fn own_field(heights: &[f32]) -> HeightField<f32> {
    HeightField::grid([START, 0.0, START], [1.0, 1.0], SIDE, heights.iter().copied()).expect("valid")
}

/// The heights as parry stores them: the rows of its matrix are along x, too, and it lists the columns.
pub fn peer_heights(heights: &[f32]) -> Array2<f32> {
    Array2::from_fn(SIDE, SIDE, |row, column| heights[row * SIDE + column])
}

/// The factors of the grid of parry, which is one unit wide and has its center at the origin.
pub const PEER_SCALE: [f32; 3] = [-2.0 * START, 1.0, -2.0 * START];

fn height_field() -> Ground {
    let heights = input::heights();
    let field = own_field(&heights);
    let peer = ColliderBuilder::heightfield(peer_heights(&heights), PEER_SCALE.into());
    let ground = Ground::new(120.0, field.clone().into(), vec![peer]);
    let top = move |[x, z]: [f32; 2]| field.height_at([x, 0.0, z]).unwrap_or(f32::NEG_INFINITY);
    Ground { top: Box::new(top), ..ground }
}

/// 100 x 100 boxes side by side whose tops differ by at most 0.2. One world contains the boxes, another one a group of them.
fn boxes() -> Ground {
    let mut random = Random(29);
    let mut tile = |k: usize| {
        let corner = Vector([(k % 100) as f32 - 50.0, -1.0, (k / 100) as f32 - 50.0]);
        Aabb::new(corner, corner + Vector([1.0, 1.0 + 0.2 * unit(&mut random), 1.0]))
    };
    let boxes: Vec<Aabb<f32, 3>> = (0..10_000).map(&mut tile).collect();
    let cuboid = |bounds: &Aabb<f32, 3>| {
        let half = (bounds.max() - bounds.min()).scaled(0.5);
        let center = bounds.min() + half;
        ColliderBuilder::cuboid(half.x(), half.y(), half.z()).translation(center.0.into())
    };
    let group = ShapeBuf::compound(boxes.iter().copied());
    let mut ground = Ground::new(45.0, group, boxes.iter().map(cuboid).collect());
    ground.worlds[0].0 = " on a Group";
    ground.worlds.insert(0, (" in a World", world(boxes.into_iter().map(ShapeBuf::from))));
    ground
}

/// The grounds: their names, and functions that make them.
pub const GROUNDS: [(&str, fn() -> Ground); 5] = [
    ("flat ground", || mesh(&input::flat(), 45.0, true)),
    ("terrain", || mesh(&input::terrain(), 45.0, false)),
    ("rooms", || mesh(&input::rooms(), 19.0, true)),
    ("height field", height_field),
    ("10,000 boxes", boxes),
];
