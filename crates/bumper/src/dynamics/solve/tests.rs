//! Tests of graph colouring, and of contacts in SIMD lanes against contacts that are solved one by one.

use super::super::contact::{Contact, Point};
use super::super::lanes::WIDE;
use super::super::seats::COLOURS;
use super::super::turn::Turn;
use super::*;
use std::vec;

fn number(rng: &mut fastrand::Rng) -> f32 {
    rng.f32() * 2.0 - 1.0
}

#[test]
fn no_body_that_is_moved_has_two_seats_of_a_colour() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut alone, mut outer) = (0, 0);
    for _ in 0..200 {
        let (bodies, moved) = (rng.usize(3..40), rng.usize(2..30));
        let mut seats = Coloured::default();
        seats.begin(bodies.max(moved + 1), moved);
        let mut taken = vec![vec![]; COLOURS];
        let mut all = vec![];
        for _ in 0..rng.usize(1..400) {
            let places = [0, 1].map(|_| rng.u32(0..bodies.max(moved + 1) as u32));
            if places[0] == places[1] || places.iter().all(|place| *place as usize >= moved) {
                continue;
            }
            let sort = rng.usize(0..2);
            let Seat { list, block, lane } = seats.seat(places, sort, |_| ());
            let before = all.iter().filter(|other| **other == list).count();
            all.push(list);
            let Some(place) = list.checked_sub(1) else {
                assert_eq!((block, lane), (before, 0));
                alone += 1;
                continue;
            };
            assert_eq!((place % 2, block, lane), (sort, before / WIDE, before % WIDE));
            outer += usize::from(place / 2 >= 24);
            assert!(place / 2 < 24 || places.iter().any(|place| *place as usize >= moved));
            let colour = &mut taken[place / 2];
            colour.extend(places.into_iter().filter(|place| (*place as usize) < moved));
            let count = colour.len();
            colour.sort_unstable();
            colour.dedup();
            assert_eq!(colour.len(), count, "a body twice in colour {}", place / 2);
        }
    }
    assert!(alone > 1000 && outer > 1000, "{alone} {outer}");
}

/// A random contact of two bodies with a given number of points.
fn contact(rng: &mut fastrand::Rng, count: u8) -> (Contact<f32>, Known<f32>) {
    let mut contact = Contact { bodies: [0, 1], ..Contact::default() };
    let length = rng.f32() * 6.0;
    contact.normal = Vector([length.cos(), length.sin()]);
    contact.count = count;
    contact.rub = number(rng);
    for point in &mut contact.points {
        let arms = [0, 1].map(|_| Vector([number(rng), number(rng)]));
        *point = Point { feature: 0, arms, found: 0.0, gap: 0.02 * number(rng), push: rng.f32(), total: 0.0 };
    }
    if rng.u8(0..4) == 0 {
        // Both points nearly coincide.
        contact.points[1].arms = contact.points[0].arms.map(|arm| arm + Vector([1e-4, 0.0]));
    }
    let known = Known {
        bodies: [0, 1],
        light: [[rng.f32(), rng.f32()], [rng.f32() + 0.1, if rng.bool() { rng.f32() } else { 0.0 }]],
        friction: rng.f32(),
        push_out: 5.0 * rng.f32(),
        grip: 0.1 * rng.f32(),
        radii: [rng.f32(), 0.1],
    };
    (contact, known)
}

#[test]
fn four_side_by_side_are_four_one_by_one_to_the_bit() {
    let mut rng = fastrand::Rng::with_seed(3);
    let pass = Bodies::<f32>::pass(240.0);
    let (mut pushed, mut alike) = (0, 0);
    for _ in 0..2000 {
        let mut bodies: Vec<_> = (0..9)
            .map(|_| Moving::new(Vector([number(&mut rng), number(&mut rng)]), number(&mut rng)).into())
            .collect();
        bodies[8] = Moving::new(Vector::default(), 0.0).into();
        let mut same = bodies.clone();
        let (filled, count) = (rng.usize(1..=4), rng.u8(1..3));
        let (mut four, mut ones) = (Block::<f32>::empty(8), vec![]);
        for lane in 0..filled {
            let (contact, mut known) = contact(&mut rng, count);
            known.bodies = [2 * lane as u32, if rng.u8(0..5) == 0 { 8 } else { 2 * lane as u32 + 1 }];
            four.set(lane, lane as u32, &contact, &known);
            let mut one = Block::empty(8);
            one.set(0, lane as u32, &contact, &known);
            one.ready();
            ones.push(one);
        }
        four.ready();
        let (mut crowd, mut other) =
            (SolverBodies { all: &mut bodies, moved: 8 }, SolverBodies { all: &mut same, moved: 8 });
        four.warm_start(&mut crowd);
        ones.iter().for_each(|one| one.warm_start(&mut other));
        for _ in 0..3 {
            four.push(&mut crowd, &pass);
            ones.iter_mut().for_each(|one| one.push(&mut other, &pass));
            // Move the bodies, as a sub-step does.
            for place in 0..8 {
                let shift = Vector([0.01 * number(&mut rng), 0.01 * number(&mut rng)]);
                for crowd in [&mut crowd, &mut other] {
                    let turn = Turn::by(0.01 * shift[0]);
                    crowd.all[place] = Moving { shift, turn, ..crowd.all[place].get() }.into();
                }
            }
            four.relax(&mut crowd, &pass);
            ones.iter_mut().for_each(|one| one.relax(&mut other, &pass));
            for (lane, one) in ones.iter_mut().enumerate() {
                let wanted = [0, 1].map(|k| (rng.bool() && k < usize::from(count)).then(|| rng.f32()));
                four.bounce(&mut crowd, lane, wanted);
                one.bounce(&mut other, 0, wanted);
            }
        }
        let bits = |kept: &SolverBody<f32>| {
            let moving = kept.get();
            [moving.velocity[0], moving.velocity[1], moving.angular_velocity, moving.angle].map(f32::to_bits)
        };
        assert!(bodies.iter().map(bits).eq(same.iter().map(bits)));
        for (lane, one) in ones.iter().enumerate() {
            for (a, b) in four.knots.iter().zip(&one.knots) {
                let (push, most) = (a.push.0[lane], a.most.0[lane]);
                assert_eq!(push.to_bits(), b.push.0[0].to_bits());
                assert!(push >= 0.0 && most >= push);
                pushed += usize::from(push > 0.0);
            }
            alike += usize::from(one.alike);
        }
    }
    assert!(pushed > 1000 && alike > 100, "{pushed} {alike}");
}
