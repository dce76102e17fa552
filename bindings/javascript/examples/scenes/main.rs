//! Plays random worlds with movers, and writes what happens to a file: `scenes FILE`. `test/scenes.test.js` repeats it with the package, and
//! compares every number.
//!
//! The file is a list of 64-bit floats: records of an operation, its arguments and its answers. See [`operation`].

mod loner;
mod shapes;

use bumper_javascript::kind;
use bumper_javascript::mover::{Moving, state_words};
use bumper_javascript::query::{contact_words, number as relation_number, ray_words, sweep_words};
use bumper_javascript::response::response_number;
use bumper_javascript::saving::fnv;
use bumper_javascript::world::{Items, number};
use engine::motion::{Hit, Response, WalkSettings};
use engine::world::{Collider, Id};
use engine::{AsShape, Axis, Ball, Capsule, Ray, Side, Vector};
use loner::{Loner, hit_words};
use shapes::{Made, Random, any, boxed, made};
use std::mem::swap;

const SCENES: u64 = 20;
const FRAMES: usize = 600;
const TIME: f64 = 1.0 / 60.0;

/// The operations, with their arguments and answers. The list is repeated in `test/scenes.test.js`.
mod operation {
    /// Begins a scene.
    pub const WORLD: u32 = 0;
    /// layers, filter, whether it is a sensor, whether it is one-way (up), shape; id
    pub const INSERT: u32 = 1;
    /// id
    pub const REMOVE: u32 = 2;
    /// id, x, y
    pub const MOVE_BY: u32 = 3;
    /// number of events; for each both ids and the relations
    pub const UPDATE: u32 = 4;
    /// shape; number of items, ids
    pub const INTERSECTING: u32 = 5;
    /// x, y, direction; number of hits, for each the id and the hit
    pub const CAST_ALL: u32 = 6;
    /// displacement, shape; number of hits, for each the id and the hit
    pub const SWEEP_ALL: u32 = 7;
    /// largest distance, shape; number of items, for each the id and the contact
    pub const NEAREST: u32 = 8;
    /// gravity, response, stair height, snap distance, coyote time, shape, id of its item
    pub const MOVER: u32 = 9;
    /// index, x velocity, height of a jump or 0; number of hits, hits, state
    pub const STEP: u32 = 10;
    /// index, displacement; number of hits, hits, state. The response to an item depends on its id.
    pub const TRAVEL: u32 = 11;
    /// id of the platform, displacement; number of crushed items, states of all movers
    pub const CARRY: u32 = 12;
    /// id of the platform, displacement, new shape; number of crushed items, states of all movers
    pub const CARRY_TO: u32 = 13;
    /// id of the belt, displacement; states of all movers
    pub const BELT: u32 = 14;
    /// hash of the world, and of each mover
    pub const HASH: u32 = 15;
    /// Begins a mover among a list of shapes: number of shapes, shapes, both shapes of the mover.
    pub const LONER: u32 = 16;
    /// platform, displacement, index of the shape of the mover, x velocity; room for the platform, room for the shape, number of hits,
    /// hits with the index of the obstacle instead of the id, state
    pub const LONER_STEP: u32 = 17;
}

/// A mover and the id of its item.
struct Hero {
    mover: Moving,
    item: Id,
}

struct Scene {
    words: Vec<f64>,
    random: Random,
    loner: Loner,
    world: Items,
    heroes: Vec<Hero>,
    /// The items that move about.
    loose: Vec<Id>,
    lift: Id,
    belt: Id,
    wheel: Id,
    wheel_shape: Made,
}

impl Scene {
    fn new(seed: u64) -> Self {
        let none = Items::new().insert(Collider::new(Vector([0.0, 0.0]))).expect("a point");
        let mut random = Random(seed);
        let mut words = Vec::new();
        let loner = Loner::new(&mut random, &mut words);
        words.push(f64::from(operation::WORLD));
        let mut scene = Self {
            words,
            random,
            loner,
            world: Items::new(),
            heroes: Vec::new(),
            loose: Vec::new(),
            lift: none,
            belt: none,
            wheel: none,
            wheel_shape: boxed(300.0, 120.0, 60.0, 10.0),
        };
        for k in 0..20 {
            let y = 200.0 + scene.random.number(-8.0, 8.0).round();
            scene.insert(boxed(f64::from(k) * 32.0, y, 32.0, 60.0), 1, false, false);
        }
        for x in [-20.0, 640.0] {
            scene.insert(boxed(x, -100.0, 20.0, 400.0), 1, false, false);
        }
        for k in 0..4 {
            let plank = boxed(f64::from(k) * 150.0 + 40.0, 150.0 - f64::from(k) * 10.0, 60.0, 6.0);
            scene.insert(plank, 1, false, true);
        }
        for _ in 0..12 {
            scene.add_loose();
        }
        scene.lift = scene.insert(boxed(200.0, 170.0, 50.0, 8.0), 1, false, false);
        scene.belt = scene.insert(boxed(420.0, 180.0, 90.0, 8.0), 1, false, false);
        let wheel = scene.wheel_shape.clone();
        scene.wheel = scene.insert(wheel, 1, false, false);
        for k in 0..3 {
            scene.add_hero(k);
        }
        scene
    }

    fn write<const N: usize>(&mut self, operation: u32, arguments: [f64; N]) {
        self.words.push(f64::from(operation));
        self.words.extend(arguments);
    }

    fn insert(&mut self, shape: Made, layers: u32, sensor: bool, one_way: bool) -> Id {
        let flags = [sensor, one_way].map(|flag| f64::from(u8::from(flag)));
        self.write(operation::INSERT, [f64::from(layers), f64::from(u32::MAX), flags[0], flags[1]]);
        self.words.extend(shape.words);
        let up = Side { axis: Axis::Y, negative: true };
        let collider = Collider {
            shape: shape.shape,
            layers,
            filter: u32::MAX,
            sensor,
            one_way: one_way.then_some(up),
            data: 0,
        };
        let id = self.world.insert(collider).expect("a shape with numbers");
        self.words.push(number(id));
        id
    }

    fn add_loose(&mut self) {
        let [x, y] = [self.random.number(0.0, 620.0), self.random.number(0.0, 190.0)];
        let shape = any(&mut self.random, x, y);
        let sensor = self.random.below(2) == 0;
        let layers = 1 << self.random.below(3);
        let id = self.insert(shape, layers, sensor, false);
        self.loose.push(id);
    }

    fn add_hero(&mut self, index: usize) {
        let x = self.random.number(50.0, 550.0);
        let shape = match index {
            0 => boxed(x.round(), 60.0, 12.0, 24.0),
            1 => made(kind::CAPSULE, [x, 60.0, x, 76.0, 7.0], Capsule::new([x, 60.0], [x, 76.0], 7.0)),
            _ => made(kind::CIRCLE, [x, 60.0, 9.0], Ball::new([x, 60.0], 9.0)),
        };
        let item = self.insert(shape.clone(), 8, false, false);
        let mut mover = Moving::new(shape.shape);
        let response = if index == 2 { Response::Bounce } else { Response::Slide };
        mover.gravity = Vector([0.0, 900.0]);
        mover.response = response;
        mover.walk_settings = Some(WalkSettings { stair_height: 9.0, snap_distance: 6.0 });
        mover.coyote_time = 0.1;
        self.write(operation::MOVER, [900.0, response_number(response), 9.0, 6.0, 0.1]);
        self.words.extend(shape.words);
        self.words.push(number(item));
        self.heroes.push(Hero { mover, item });
    }

    fn frame(&mut self, frame: usize) {
        self.loner.step(&mut self.random, &mut self.words);
        for _ in 0..4 {
            self.move_item();
        }
        if frame % 10 == 9 {
            self.replace_item();
        }
        self.update();
        match frame % 4 {
            0 => self.intersecting(),
            1 => self.cast_all(),
            2 => self.sweep_all(),
            _ => self.nearest(),
        }
        self.platforms(frame);
        for index in 0..self.heroes.len() {
            if self.random.below(8) == 0 {
                self.travel(index);
            }
            self.step(index);
        }
        if frame % 20 == 19 {
            self.hash();
        }
    }

    fn move_item(&mut self) {
        let index = self.random.below(self.loose.len());
        let id = self.loose[index];
        let [x, y] = [self.random.number(-6.0, 6.0), self.random.number(-6.0, 6.0)];
        self.write(operation::MOVE_BY, [number(id), x, y]);
        self.world.move_by(id, [x, y]).expect("an item");
    }

    fn replace_item(&mut self) {
        let index = self.random.below(self.loose.len());
        let id = self.loose.swap_remove(index);
        self.write(operation::REMOVE, [number(id)]);
        self.world.remove(id).expect("an item");
        self.add_loose();
    }

    fn update(&mut self) {
        let events = self.world.update();
        self.words.extend([f64::from(operation::UPDATE), events.len() as f64]);
        for event in events {
            let relations = relation_number(event.was) + 4 * relation_number(event.now);
            self.words.extend([number(event.a), number(event.b), f64::from(relations)]);
        }
    }

    fn query_shape(&mut self) -> Made {
        let [x, y] = [self.random.number(0.0, 620.0), self.random.number(0.0, 220.0)];
        any(&mut self.random, x, y)
    }

    fn intersecting(&mut self) {
        let shape = self.query_shape();
        self.write(operation::INTERSECTING, []);
        self.words.extend(shape.words);
        let found = self.world.intersecting(shape.shape.as_shape(), |_, _| true);
        self.words.push(found.len() as f64);
        self.words.extend(found.iter().map(|found| number(found.collider)));
    }

    fn cast_all(&mut self) {
        let from = [self.random.number(0.0, 620.0), self.random.number(0.0, 220.0)];
        let direction = [self.random.number(-1.0, 1.0), self.random.number(-1.0, 1.0)];
        self.write(operation::CAST_ALL, [from[0], from[1], direction[0], direction[1]]);
        let ray = Ray::new(from, direction).expect("a direction");
        let hits = self.world.cast_all(&ray, |_, _| true);
        self.words.push(hits.len() as f64);
        for found in hits {
            self.words.push(number(found.collider));
            self.words.extend(ray_words(&found.hit));
        }
    }

    fn sweep_all(&mut self) {
        let shape = self.query_shape();
        let by = [self.random.number(-200.0, 200.0), self.random.number(-200.0, 200.0)];
        self.write(operation::SWEEP_ALL, by);
        self.words.extend(shape.words);
        let hits = self.world.sweep_all(shape.shape.as_shape(), by, |_, _| true);
        self.words.push(hits.len() as f64);
        for found in hits {
            self.words.push(number(found.collider));
            self.words.extend(sweep_words(&found.hit));
        }
    }

    fn nearest(&mut self) {
        let shape = self.query_shape();
        let max = self.random.number(0.0, 60.0);
        self.write(operation::NEAREST, [max]);
        self.words.extend(shape.words);
        let found = self.world.nearest(shape.shape.as_shape(), max, |_, _| true);
        self.words.push(f64::from(u8::from(found.is_some())));
        if let Some(found) = found {
            self.words.push(number(found.collider));
            self.words.extend(contact_words(&found.hit));
        }
    }

    fn platforms(&mut self, frame: usize) {
        let time = frame as f64 * TIME;
        let by = [0.0, if (frame / 90).is_multiple_of(2) { -1.0 } else { 1.0 }];
        self.write(operation::CARRY, [number(self.lift), by[0], by[1]]);
        let Self { world, heroes, .. } = self;
        let movers = heroes.iter_mut().map(|hero| (&mut hero.mover, hero.item));
        let crushed = world.carry(self.lift, by, movers).expect("a platform");
        self.words.push(f64::from(u8::from(crushed.is_some())));
        self.states();

        let mut shape = boxed(300.0 + (40.0 * (time * 0.5).fract()).round(), 120.0, 60.0, 10.0);
        swap(&mut self.wheel_shape, &mut shape);
        let by = [self.wheel_shape.words[1] - shape.words[1], 0.0];
        self.write(operation::CARRY_TO, [number(self.wheel), by[0], by[1]]);
        self.words.extend(self.wheel_shape.words.clone());
        let Self { world, heroes, .. } = self;
        let movers = heroes.iter_mut().map(|hero| (&mut hero.mover, hero.item));
        let parts = [(self.wheel, self.wheel_shape.shape.clone())];
        let rule = engine::motion::PushRule::Crush;
        let crushed = world.carry_to(parts, |_| Vector(by), rule, movers).expect("a platform");
        self.words.push(crushed.len() as f64);
        self.states();

        self.write(operation::BELT, [number(self.belt), 1.25, 0.0]);
        let Self { world, heroes, .. } = self;
        let movers = heroes.iter_mut().map(|hero| (&mut hero.mover, hero.item));
        world.carry_on_belts([(self.belt, Vector([1.25, 0.0]))], movers).expect("a belt");
        self.states();
    }

    fn states(&mut self) {
        for hero in &self.heroes {
            self.words.extend(state_words(&hero.mover));
        }
    }

    fn step(&mut self, index: usize) {
        let speed = [-120.0, 0.0, 90.0, 150.0][self.random.below(4)];
        let jump = if self.random.below(20) == 0 { self.random.number(10.0, 90.0) } else { 0.0 };
        self.write(operation::STEP, [index as f64, speed, jump]);
        let Hero { mover, item } = &mut self.heroes[index];
        *mover.velocity.x_mut() = speed;
        if jump > 0.0 {
            mover.jump(jump);
        }
        let response = mover.response;
        let mut hits = Vec::new();
        let hit = |hit: Hit<Id, f64, 2>| hits.extend(hit_words(&hit, number));
        mover.step_in(TIME, &mut self.world, *item, |_| Some(response), hit).expect("an item");
        let state = state_words(mover);
        self.motion(&hits, state);
    }

    fn travel(&mut self, index: usize) {
        let by = [self.random.number(-30.0, 30.0), self.random.number(-30.0, 30.0)];
        self.write(operation::TRAVEL, [index as f64, by[0], by[1]]);
        let Hero { mover, item } = &mut self.heroes[index];
        let respond = |id: Id| match (number(id) / 4_294_967_296.0) as u32 % 5 {
            0 => Some(Response::Cross),
            1 => Some(Response::Stop),
            2 => Some(Response::Bounce),
            _ => Some(Response::Slide),
        };
        let mut hits = Vec::new();
        let hit = |hit: Hit<Id, f64, 2>| hits.extend(hit_words(&hit, number));
        mover.travel(by, &self.world.except(*item), respond, hit);
        self.world.set_shape(*item, mover.shape().clone()).expect("an item");
        let state = state_words(mover);
        self.motion(&hits, state);
    }

    fn motion(&mut self, hits: &[f64], state: [f64; 7]) {
        self.words.push((hits.len() / 7) as f64);
        self.words.extend(hits);
        self.words.extend(state);
    }

    fn hash(&mut self) {
        self.write(operation::HASH, []);
        let world = postcard::to_stdvec(&self.world).expect("a world");
        let movers = self.heroes.iter().map(|hero| postcard::to_stdvec(&hero.mover).expect("a mover"));
        for bytes in std::iter::once(world).chain(movers) {
            let hash = fnv(&bytes);
            self.words.extend([f64::from((hash >> 32) as u32), f64::from(hash as u32)]);
        }
    }
}

fn main() {
    let file = std::env::args().nth(1).expect("usage: scenes FILE");
    let mut words = Vec::new();
    for seed in 0..SCENES {
        let mut scene = Scene::new(seed);
        for frame in 0..FRAMES {
            scene.frame(frame);
        }
        words.append(&mut scene.words);
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes).unwrap_or_else(|error| panic!("cannot write {file}: {error}"));
    println!("{} words", words.len());
}
