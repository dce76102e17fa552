//! A walk through a 3D level: stairs, a door, a bridge with a low beam, a lift, a ramp and hills, with a camera that never passes a wall. Loads an OBJ file,
//! and draws the level and the way from above and from the side.
//! `cargo run -p bumper --example level3d -- examples/levels/courtyard.obj way.svg`
use bumper::motion::{Mover, Response, WalkSettings};
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, Ball, Capsule, Mesh, Ray, Vector};
use std::{error::Error, fmt::Write};

const STEP: f32 = 1.0 / 60.0;
const SPEED: f32 = 5.0;

type Point = Vector<f32, 3>;

/// A mesh, and the name of the object in the file to which each of its triangles belongs.
struct Level {
    mesh: Mesh<f32>,
    names: Vec<String>,
}

/// Reads all objects of an OBJ file into one mesh.
fn load(path: &str) -> Result<Level, Box<dyn Error>> {
    let (objects, _) = tobj::load_obj(path, &tobj::GPU_LOAD_OPTIONS)?;
    let mut points: Vec<Point> = Vec::new();
    let mut triangles = Vec::new();
    let mut names = Vec::new();
    for object in objects {
        let first = points.len() as u32;
        points.extend(object.mesh.positions.as_chunks::<3>().0.iter().map(|&point| Vector(point)));
        let faces = object.mesh.indices.as_chunks::<3>().0;
        triangles.extend(faces.iter().map(|face| face.map(|point| first + point)));
        names.extend(faces.iter().map(|_| object.name.clone()));
    }
    Ok(Level { mesh: Mesh::new(points, triangles)?, names })
}

struct Game {
    world: World<f32, 3>,
    names: Vec<String>,
    hero: Mover<f32, 3, Capsule<f32, 3>>,
    body: Id,
    lift: Id,
    camera: Point,
}

/// The shape of the hero, who stands or crouches.
fn hero_of_height(height: f32) -> Capsule<f32, 3> {
    Capsule::new([0.0, 0.4, 0.0], [0.0, height - 0.4, 0.0], 0.4)
}

impl Game {
    fn new(level: Level, start: Point) -> Result<Self, Box<dyn Error>> {
        let mut world = World::new();
        world.insert(Collider::new(level.mesh))?;
        let lift = world.insert(Collider::new(Aabb::new([13.5, -0.2, -5.0], [16.5, 0.05, -2.1])))?;
        world.insert(Collider::new(Aabb::new([7.0, 3.2, -2.0], [8.5, 3.6, 2.0])))?; // the beam
        let mut hero = Mover::new(hero_of_height(1.8));
        hero.gravity = Vector([0.0, -20.0, 0.0]);
        hero.walk_settings = Some(WalkSettings { stair_height: 0.35, snap_distance: 0.35 });
        hero.set_position(start);
        let body = world.insert(Collider::new(*hero.shape()))?;
        Ok(Self { world, names: level.names, hero, body, lift, camera: start })
    }

    /// Advances by a time step: the lift, then the hero, who walks towards `goal`, then the camera.
    fn step(&mut self, frame: u32, goal: Point) -> Result<(), Box<dyn Error>> {
        let rise = if frame % 600 < 300 { 2.0 / 300.0 } else { -2.0 / 300.0 };
        self.world.carry([self.lift], [0.0, rise, 0.0], [(&mut self.hero, self.body)])?;
        let way = (goal - self.hero.position()).with(1, 0.0);
        let velocity = way.normalized().unwrap_or(Vector::ZERO).scaled(SPEED.min(way.length() / STEP));
        self.hero.velocity = velocity.with(1, self.hero.velocity.y());
        self.crouch(frame, velocity.scaled(0.15));
        self.hero.slide(STEP, &mut self.world, self.body)?;
        self.camera = self.camera_behind(way);
        Ok(())
    }

    /// Crouches if the head would hit something on the way, and stands up as soon as there is room.
    fn crouch(&mut self, frame: u32, ahead: Point) {
        let head = Ball::new(self.hero.position() + Vector([0.0, 1.4, 0.0]), 0.4);
        let is_low = self.world.sweep(head, ahead, |id, _| id != self.body).is_some();
        let shape = hero_of_height(if is_low { 1.0 } else { 1.8 });
        let crouched = self.hero.shape().spine().to().y() < self.hero.position().y() + 1.0;
        let others = self.world.except(self.body);
        if is_low != crouched && self.hero.set_shape(shape, &others, |_| Some(Response::Slide)) {
            println!("frame {frame}: {}", if is_low { "crouches" } else { "stands up" });
        }
    }

    /// The place of a camera behind the head: a ball is swept backwards, and stops before the first wall.
    fn camera_behind(&self, way: Point) -> Point {
        let head = self.hero.position() + Vector([0.0, 1.5, 0.0]);
        let Some(ahead) = way.normalized() else { return self.camera };
        let back = (ahead.scaled(-4.0)).with(1, 1.5);
        let hit = self.world.sweep(Ball::new(head, 0.2), back, |id, _| id != self.body);
        head + back.scaled(hit.map_or(1.0, |found| found.hit.time))
    }

    /// What is under the feet: the name of the object in the level's file, or the lift.
    fn ground(&self) -> &str {
        let Some(down) = Ray::new(self.hero.position() + Vector([0.0, 0.5, 0.0]), [0.0, -1.0, 0.0]) else {
            return "";
        };
        match self.world.cast(&down.with_max_distance(1.0), |id, _| id != self.body) {
            Some(found) if found.collider == self.lift => "lift",
            Some(found) => &self.names[found.hit.part as usize],
            None => "air",
        }
    }
}

/// Where the hero walks: up the stairs, through the door and across the bridge, down and up with the lift, down the ramp and into the
/// hills.
const WAY: [[f32; 2]; 10] = [
    [-6.0, 0.0],
    [5.0, 0.0],
    [11.0, 0.0],
    [15.0, 0.0],
    [15.0, -3.5],
    [20.0, -6.0],
    [20.0, 8.0],
    [0.0, 14.0],
    [-12.0, 8.0],
    [-6.0, 0.0],
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or("examples/levels/courtyard.obj".into());
    let level = load(&path)?;
    println!("{path}: {} triangles, {} of them degenerate", level.mesh.len(), level.mesh.degenerate());
    let mesh = level.mesh.clone();
    let mut game = Game::new(level, Vector([-6.0, 3.0, 0.0]))?;
    let (mut way, mut film) = (Vec::new(), Vec::new());
    let mut goals = WAY.iter().map(|&[x, z]| Vector([x, 0.0, z]));
    let mut goal = goals.next();
    for frame in 0..3600 {
        let Some(next) = goal else { break };
        game.step(frame, next)?;
        way.push(game.hero.position());
        film.push(game.camera);
        if (next - game.hero.position()).with(1, 0.0).length() < 0.3 {
            println!("frame {frame}: at {:.2?} on {}", game.hero.position().0, game.ground());
            goal = goals.next();
        }
    }
    if let Some(file) = arguments.next() {
        std::fs::write(file, draw(&mesh, &way, &film)?)?;
    }
    if goal.is_some() { Err("the hero has not reached the end of the way".into()) } else { Ok(()) }
}

/// A picture of the level and of the ways of the hero (red) and of the camera (blue): from above, and from the side below it.
fn draw(mesh: &Mesh<f32>, way: &[Point], film: &[Point]) -> Result<String, std::fmt::Error> {
    let mut svg =
        String::from("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-25 -25 50 68' width='1000'>\n");
    let light = Vector([0.4f32, 0.8, 0.45]);
    for is_side in [false, true] {
        let flat =
            |point: Point| if is_side { [point.x(), 38.0 - point.y()] } else { [point.x(), point.z()] };
        let depth = |face: &[Point; 3]| {
            face.iter().map(|corner| if is_side { corner.z() } else { corner.y() }).sum::<f32>()
        };
        let mut faces: Vec<_> =
            (0..mesh.len()).filter_map(|index| mesh.triangle(index)).map(|face| face.corners()).collect();
        faces.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
        for face @ [a, b, c] in faces {
            let normal = (b - a).cross(c - a).normalized().unwrap_or(Vector::ZERO);
            let shade = (150.0 + 90.0 * normal.dot(light).abs()) as u8;
            let corners = face.map(flat).map(|[x, y]| format!("{x:.2},{y:.2}")).join(" ");
            writeln!(
                svg,
                "<polygon points='{corners}' fill='rgb({shade},{shade},{shade})' stroke='#888' stroke-width='.02'/>"
            )?;
        }
        for (line, color) in [(film, "#38f"), (way, "#e22")] {
            let points: Vec<_> =
                line.iter().map(|&point| flat(point)).map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
            writeln!(
                svg,
                "<polyline points='{}' fill='none' stroke='{color}' stroke-width='.12'/>",
                points.join(" ")
            )?;
        }
    }
    Ok(svg + "</svg>\n")
}
