//! A 3D level in macroquad: WASD walk, Q and E turn the camera, space jumps, and C crouches. The camera passes no wall.
//! `cargo run --bin level3d -- ../levels/courtyard.obj`
use bumper::motion::{Mover, Response, WalkSettings};
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, AsShape, Ball, Capsule, Vector};
use macroquad::prelude::*;
use std::error::Error;

type Surface = bumper::Mesh<f32>;

/// Reads all objects of an OBJ file into one mesh.
fn load(path: &str) -> Result<Surface, Box<dyn Error>> {
    let (objects, _) = tobj::load_obj(path, &tobj::GPU_LOAD_OPTIONS)?;
    let mut points: Vec<[f32; 3]> = Vec::new();
    let mut triangles = Vec::new();
    for object in objects {
        let first = points.len() as u32;
        points.extend(object.mesh.positions.as_chunks::<3>().0);
        let faces = object.mesh.indices.as_chunks::<3>().0;
        triangles.extend(faces.iter().map(|face| face.map(|point| first + point)));
    }
    Ok(Surface::new(points, triangles)?)
}

/// The faces of a mesh, brighter the more they face the light, in pieces that macroquad can draw at once.
fn pieces(surface: &Surface) -> Vec<macroquad::models::Mesh> {
    let faces: Vec<[Vec3; 3]> = (0..surface.len())
        .filter_map(|face| surface.triangle(face))
        .map(|face| face.corners().map(|corner| Vec3::from(corner.0)))
        .collect();
    let light = vec3(0.4, 0.8, 0.3).normalize();
    let piece = |faces: &[[Vec3; 3]]| {
        let mut vertices = Vec::new();
        for [a, b, c] in faces {
            let shade = (*b - *a).cross(*c - *a).normalize_or_zero().dot(light).abs() * 0.7 + 0.25;
            let color = Color::new(shade * 0.8, shade * 0.85, shade * 0.9, 1.0);
            vertices.extend([a, b, c].map(|corner| Vertex::new2(*corner, Vec2::ZERO, color)));
        }
        let indices = (0..vertices.len() as u16).collect();
        macroquad::models::Mesh { vertices, indices, texture: None }
    };
    faces.chunks(1000).map(piece).collect()
}

/// The shape of the hero, who stands or crouches.
fn hero_of_height(height: f32) -> Capsule<f32, 3> {
    Capsule::new([0.0, 0.4, 0.0], [0.0, height - 0.4, 0.0], 0.4)
}

struct Game {
    world: World<f32, 3>,
    hero: Mover<f32, 3, Capsule<f32, 3>>,
    body: Id,
    lift: Id,
    /// The direction in which the camera looks, in radians about the vertical axis.
    turn: f32,
    frame: u32,
}

impl Game {
    fn new(level: Surface) -> Result<Self, Box<dyn Error>> {
        let mut world = World::new();
        world.insert(Collider::new(level))?;
        let lift = world.insert(Collider::new(Aabb::new([13.5, -0.2, -5.0], [16.5, 0.05, -2.1])))?;
        let mut hero = Mover::new(hero_of_height(1.8));
        hero.gravity = Vector([0.0, -20.0, 0.0]);
        hero.walk_settings = Some(WalkSettings { stair_height: 0.35, snap_distance: 0.35 });
        hero.coyote_time = 0.1;
        hero.buffer_time = 0.1;
        hero.set_position([-6.0, 0.1, 0.0]);
        let body = world.insert(Collider::new(*hero.shape()))?;
        Ok(Self { world, hero, body, lift, turn: 0.0, frame: 0 })
    }

    /// The direction in which the camera looks, level with the ground.
    fn ahead(&self) -> Vec3 {
        vec3(self.turn.cos(), 0.0, self.turn.sin())
    }

    fn step(&mut self, time: f32) -> Result<(), Box<dyn Error>> {
        let held = |less, more| f32::from(is_key_down(more)) - f32::from(is_key_down(less));
        self.turn += held(KeyCode::Q, KeyCode::E) * 2.0 * time;
        let side = vec3(-self.turn.sin(), 0.0, self.turn.cos());
        let way = self.ahead() * held(KeyCode::S, KeyCode::W) + side * held(KeyCode::A, KeyCode::D);
        let velocity = way.normalize_or_zero() * 5.0;
        self.hero.velocity = Vector([velocity.x, self.hero.velocity.y(), velocity.z]);
        if is_key_pressed(KeyCode::Space) {
            self.hero.jump(1.2);
        }
        let shape = hero_of_height(if is_key_down(KeyCode::C) { 1.0 } else { 1.8 });
        // Standing up fails where there is no room.
        self.hero.set_shape(shape, &self.world.except(self.body), |_| Some(Response::Slide));
        self.frame += 1;
        let rise = if self.frame % 600 < 300 { 2.0 / 300.0 } else { -2.0 / 300.0 };
        self.world.carry([self.lift], [0.0, rise, 0.0], [(&mut self.hero, self.body)])?;
        self.hero.slide(time, &mut self.world, self.body)?;
        Ok(())
    }

    /// A camera behind the head. A ball that is swept backwards stops at the first wall.
    fn camera(&self) -> Camera3D {
        let head = self.hero.position() + Vector([0.0, 1.5, 0.0]);
        let back = Vector(<[f32; 3]>::from(self.ahead() * -4.0)).with(1, 1.5);
        let hit = self.world.sweep(Ball::new(head, 0.2), back, |id, _| id != self.body);
        let position = head + back.scaled(hit.map_or(1.0, |found| found.hit.time));
        Camera3D { position: position.0.into(), target: head.0.into(), up: Vec3::Y, ..Camera3D::default() }
    }

    fn draw(&self, pieces: &[macroquad::models::Mesh]) {
        clear_background(Color::from_hex(0x9ec5e8));
        set_camera(&self.camera());
        pieces.iter().for_each(draw_mesh);
        if let Some(lift) = self.world.get(self.lift).and_then(|lift| lift.shape.as_shape().bounds()) {
            let size = lift.max() - lift.min();
            let middle = lift.min() + size.scaled(0.5);
            draw_cube(middle.0.into(), size.0.into(), None, ORANGE);
        }
        let spine = self.hero.shape().spine();
        let radius = self.hero.shape().radius();
        let [foot, head] = [spine.from(), spine.to()].map(|end| Vec3::from(end.0));
        draw_sphere(foot, radius, None, GOLD);
        draw_sphere(head, radius, None, GOLD);
        draw_cylinder(foot, radius, radius, head.y - foot.y, None, GOLD);
        set_default_camera();
        draw_text("WASD walk, Q E turn, space jumps, C crouches", 16.0, 28.0, 24.0, BLACK);
    }
}

#[macroquad::main("bumper: a 3D level")]
async fn main() {
    let path = std::env::args().nth(1).unwrap_or_else(|| "../levels/courtyard.obj".into());
    let game = load(&path).and_then(|level| Ok((pieces(&level), Game::new(level)?)));
    let (pieces, mut game) = match game {
        Ok(game) => game,
        Err(error) => return eprintln!("{path}: {error}"),
    };
    let mut left = 0.0;
    loop {
        // Steps of equal length make the game independent of the frame rate.
        left += get_frame_time().min(0.1);
        while left >= 1.0 / 60.0 {
            left -= 1.0 / 60.0;
            if let Err(error) = game.step(1.0 / 60.0) {
                return eprintln!("{error}");
            }
        }
        game.draw(&pieces);
        next_frame().await;
    }
}
