//! Executes random sequences of operations on a world, with random numbers. The world must give the same answers as a search through a
//! list, and must not panic.
#![no_main]

use arbitrary::Arbitrary;
use bumper::scalar::Scalar;
use bumper::world::{Collider, Id, World};
use bumper::{Aabb, Ball, Ray, Relate, Relation, Segment, Shape, Vector, cast, sweep};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

#[derive(Arbitrary, Debug)]
enum Operation {
    Insert(Given),
    Shape(u8, Given),
    Set(u8, Given),
    Remove(u8),
    /// Inserts many colliders, side by side along x.
    Fill(Given, u8),
    Empty(u8),
    Snapshot,
    Update,
    Meet(Given),
    Ray([i8; 4]),
    Sweep(Given, [i8; 2]),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Given {
    kind: u8,
    numbers: [Number; 4],
    layers: u8,
    filter: u8,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Number {
    Small(i8),
    Whole(i16),
    Any(f32),
}

trait Coordinate: Scalar {
    fn number(number: Number) -> Self;
}

impl Coordinate for i16 {
    fn number(number: Number) -> i16 {
        match number {
            Number::Small(n) => n.into(),
            Number::Whole(n) => n,
            Number::Any(n) => n as i16,
        }
    }
}

impl Coordinate for f32 {
    fn number(number: Number) -> f32 {
        match number {
            Number::Small(n) => n.into(),
            Number::Whole(n) => f32::from(n) / 64.0,
            Number::Any(n) => n,
        }
    }
}

fn collider<S: Coordinate>(given: &Given) -> Collider<Shape<'static, S, 2>> {
    let [a, b, c, d] = given.numbers.map(S::number);
    let shape: Shape<S, 2> = match given.kind % 4 {
        0 => Vector([a, b]).into(),
        1 => Ball::new([a, b], c).into(),
        2 => Segment::new([a, b], [c, d]).into(),
        _ => Aabb::new([a, b], [c, d]).into(),
    };
    Collider { layers: given.layers.into(), filter: given.filter.into(), ..Collider::new(shape) }
}

fn play<S: Coordinate>(operations: &[Operation]) {
    let mut world = World::<S, 2, Shape<'static, S, 2>>::default();
    let mut list: BTreeMap<Id, Collider<Shape<S, 2>>> = BTreeMap::new();
    let mut met: BTreeMap<(Id, Id), Relation> = BTreeMap::new();
    let real = |c: i8| <S::Real as bumper::scalar::Real>::from_f64(f64::from(c));
    for operation in operations {
        let pick = |at: u8| list.keys().nth(usize::from(at) % list.len().max(1)).copied();
        match operation {
            Operation::Insert(given) => {
                if let Ok(id) = world.insert(collider(given)) {
                    assert!(list.insert(id, collider(given)).is_none());
                }
            }
            Operation::Fill(given, count) => {
                for k in 0..*count {
                    let mut given = *given;
                    given.numbers[0] = Number::Whole(i16::from(k) * 16);
                    if let Ok(id) = world.insert(collider(&given)) {
                        assert!(list.insert(id, collider(&given)).is_none());
                    }
                }
            }
            Operation::Empty(count) => {
                for _ in 0..*count {
                    if let Some((id, held)) = list.pop_first() {
                        assert!(same(&world.remove(id).unwrap(), &held));
                    }
                }
            }
            Operation::Shape(at, given) => {
                if let Some(id) = pick(*at)
                    && world.set_shape(id, collider(given).shape).is_ok()
                {
                    list.get_mut(&id).unwrap().shape = collider(given).shape;
                }
            }
            Operation::Set(at, given) => {
                if let Some(id) = pick(*at)
                    && world.modify(id, |old| *old = collider(given)).is_ok()
                {
                    list.insert(id, collider(given));
                }
            }
            Operation::Remove(at) => {
                if let Some(id) = pick(*at) {
                    assert!(same(&world.remove(id).unwrap(), &list.remove(&id).unwrap()));
                    assert!(world.get(id).is_none() && world.remove(id).is_none());
                }
            }
            Operation::Snapshot => world = world.clone(),
            Operation::Update => {
                let mut now = BTreeMap::new();
                for (a, p) in &list {
                    for (b, q) in list.range(a..).skip(1) {
                        let relation = p.shape.relation(&q.shape);
                        if relation != Relation::Apart && (p.collides_with(q) || q.collides_with(p)) {
                            now.insert((*a, *b), relation);
                        }
                    }
                }
                let before = std::mem::replace(&mut met, now);
                let events = world.update();
                let meeting = events.iter().filter(|event| event.now != Relation::Apart);
                assert!(
                    meeting
                        .map(|event| ((event.a, event.b), event.now))
                        .eq(met.iter().map(|(k, v)| (*k, *v)))
                );
                let past = events.iter().filter(|event| event.was != Relation::Apart);
                assert!(
                    past.map(|event| ((event.a, event.b), event.was))
                        .eq(before.iter().map(|(k, v)| (*k, *v)))
                );
            }
            Operation::Meet(given) => {
                let given = collider::<S>(given);
                let here = world.intersecting(given.shape, |_, other| given.collides_with(other));
                let here: Vec<_> = here.iter().map(|found| found.collider).collect();
                let all =
                    list.iter().filter(|(_, c)| given.collides_with(c) && given.shape.intersects(&c.shape));
                let all: Vec<_> = all.map(|(id, _)| *id).collect();
                assert_eq!(all, here, "{given:?} {list:?}");
            }
            // Skips rays and sweeps with floats, because they have no correct result at the ends of the float range.
            Operation::Ray(n) if !S::IS_FLOAT => {
                if let Some(ray) = Ray::new([real(n[0]), real(n[1])], [real(n[2]), real(n[3])]) {
                    let hits =
                        list.iter().filter_map(|(id, c)| Some((cast(&ray, c.shape)?.distance.to_f64(), *id)));
                    let first = hits.min_by(|a, b| a.partial_cmp(b).unwrap());
                    assert_eq!(
                        world.cast(&ray, |_, _| true).map(|found| found.collider),
                        first.map(|hit| hit.1)
                    );
                }
            }
            Operation::Sweep(given, n) if !S::IS_FLOAT => {
                let (given, moves) = (collider::<S>(given), Vector([real(n[0]), real(n[1])]));
                let still = Vector::default();
                let hit = |c: &Collider<Shape<S, 2>>| {
                    Some(sweep(given.shape, moves, c.shape, still)?.time.to_f64())
                };
                let hits = list.iter().filter_map(|(id, c)| Some((hit(c)?, *id)));
                let first = hits.min_by(|a, b| a.partial_cmp(b).unwrap());
                assert_eq!(
                    world.sweep(given.shape, moves, |_, _| true).map(|found| found.collider),
                    first.map(|hit| hit.1)
                );
            }
            Operation::Ray(_) | Operation::Sweep(..) => {}
        }
        assert_eq!(world.len(), list.len());
    }
}

/// Whether two colliders are equal. Two NaNs count as equal.
fn same<S: Scalar>(a: &Collider<Shape<S, 2>>, b: &Collider<Shape<S, 2>>) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}

fuzz_target!(|given: (bool, Vec<Operation>)| {
    let operations = &given.1[..given.1.len().min(200)];
    match given.0 {
        true => play::<i16>(operations),
        false => play::<f32>(operations),
    }
});
