//! A landscape of 64 x 64 x 64 voxels, in two forms: a grid that hands out boxes to a mover, and a `World` with one box for each vertical
//! run of voxels, which also answers rays and sweeps. The same hero walks on both.
//! `cargo run --release -p bumper --example voxels`
use bumper::motion::{Mover, Obstacle, Obstacles, Response, WalkSettings};
use bumper::world::{Collider, World};
use bumper::{Aabb, Capsule, Ray, Vector};
use std::time::Instant;

const SIZE: usize = 64;
const STEP: f32 = 1.0 / 60.0;
const FRAMES: u32 = 600;

/// The solid voxels: one bit for each height, for each column of the landscape.
struct Voxels(Vec<u64>);

impl Voxels {
    /// Hills with steps of at most one voxel, and a tunnel along x.
    fn landscape() -> Self {
        let height = |x: usize, z: usize| {
            let wave = (x as f32 * 0.15).sin() + (z as f32 * 0.11).cos();
            (20.0 + 5.0 * wave) as u32
        };
        let columns = (0..SIZE * SIZE).map(|k| {
            let [x, z] = [k % SIZE, k / SIZE];
            let tunnel = if (30..34).contains(&z) { 0b1111 << 4 } else { 0 };
            ((1u64 << height(x, z)) - 1) & !tunnel
        });
        Self(columns.collect())
    }

    /// The first and the last column or height that an interval touches.
    fn range(from: f64, to: f64) -> std::ops::RangeInclusive<usize> {
        let clamp = |end: f64| end.clamp(0.0, SIZE as f64 - 1.0) as usize;
        clamp(from.floor())..=clamp(to.floor())
    }

    fn is_solid(&self, [x, y, z]: [usize; 3]) -> bool {
        self.0[z * SIZE + x] >> y & 1 == 1
    }

    /// The box of the voxels from `y` to `top` of a column.
    fn run([x, y, z]: [usize; 3], top: usize) -> Aabb<f32, 3> {
        let corner = |x: usize, y: usize, z: usize| [x, y, z].map(|c| c as f32);
        Aabb::new(corner(x, y, z), corner(x + 1, top, z + 1))
    }

    /// A box for each vertical run of solid voxels.
    fn runs(&self) -> Vec<Aabb<f32, 3>> {
        let mut runs = Vec::new();
        for (k, column) in self.0.iter().enumerate() {
            let mut rest = *column;
            let mut y = 0;
            while rest != 0 {
                let empty = rest.trailing_zeros() as usize;
                let solid = (rest >> empty).trailing_ones() as usize;
                y += empty + solid;
                runs.push(Self::run([k % SIZE, y - solid, k / SIZE], y));
                rest = rest.checked_shr((empty + solid) as u32).unwrap_or(0);
            }
        }
        runs
    }
}

impl Obstacles<f32, 3> for Voxels {
    type Id = [usize; 3];

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, 3>,
        step: Vector<f64, 3>,
        each: &mut dyn FnMut([usize; 3], Obstacle<'a, f32, 3>) -> f64,
    ) {
        let path = aabb.union(&aabb.translated(step));
        let [xs, ys, zs] = [0, 1, 2].map(|axis| Self::range(path.min()[axis], path.max()[axis]));
        for z in zs {
            for x in xs.clone() {
                for y in ys.clone().filter(|&y| self.is_solid([x, y, z])) {
                    each([x, y, z], Obstacle::new(Self::run([x, y, z], y + 1)));
                }
            }
        }
    }
}

/// Walks in a circle and returns where the walk ends. `step` moves the hero by one frame.
fn walk(mut step: impl FnMut(&mut Mover<f32, 3, Capsule<f32, 3>>)) -> Vector<f32, 3> {
    let mut hero = Mover::new(Capsule::new([0.0, 0.4, 0.0], [0.0, 1.4, 0.0], 0.4));
    hero.set_position([20.5, 40.0, 20.5]);
    hero.gravity = Vector([0.0, -20.0, 0.0]);
    hero.walk_settings = Some(WalkSettings { stair_height: 1.05, snap_distance: 1.05 });
    let start = Instant::now();
    for frame in 0..FRAMES {
        let angle = frame as f32 * 0.01;
        hero.velocity = Vector([5.0 * angle.cos(), hero.velocity.y(), 5.0 * angle.sin()]);
        step(&mut hero);
    }
    let time = start.elapsed() / FRAMES;
    println!("  {time:?} for each step of the hero, who ends at {:.2?}", hero.position().0);
    hero.position()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let voxels = Voxels::landscape();
    println!("the grid as obstacles");
    let end = walk(|hero| {
        hero.step(STEP, &voxels, |_| Some(Response::Slide), |_| ());
    });

    let runs = voxels.runs();
    let count = runs.len();
    let start = Instant::now();
    let mut world = World::<f32, 3, Aabb<f32, 3>>::default();
    for run in runs {
        world.insert(Collider::new(run))?;
    }
    println!("a world of {count} boxes, built in {:?}", start.elapsed());
    let same = walk(|hero| {
        hero.step(STEP, &world, |_| Some(Response::Slide), |_| ());
    });
    assert!((end - same).length() < 0.01, "{end:?} {same:?}");

    let start = Instant::now();
    let hits = (0..1000).filter_map(|k| {
        let from = [k as f32 * 0.064, 50.0, 32.0];
        world.cast(&Ray::new(from, [0.3, -1.0, 0.2])?, |_, _| true)
    });
    let hits = hits.count();
    println!("  {hits} of 1000 rays hit, {:?} each", start.elapsed() / 1000);
    Ok(())
}
