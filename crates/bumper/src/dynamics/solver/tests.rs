//! Tests of graph colouring, and a comparison of contacts that are solved in SIMD lanes with contacts that are solved one by one.

use super::*;
use crate::dynamics::contacts::contact::{CachedPoint, PairContact};
use crate::dynamics::graph_coloring::COLOR_COUNT;
use crate::dynamics::lanes::LANE_COUNT;
use crate::dynamics::math::Rot;
use std::vec;

fn number(rng: &mut fastrand::Rng) -> f32 {
    rng.f32() * 2.0 - 1.0
}

#[test]
fn no_dynamic_body_has_two_constraints_of_a_color() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut alone, mut outer) = (0, 0);
    for _ in 0..200 {
        let (bodies, dynamic_count) = (rng.usize(3..40), rng.usize(2..30));
        let mut graph = ColorGraph::default();
        graph.begin(bodies.max(dynamic_count + 1), dynamic_count);
        let mut taken = vec![vec![]; COLOR_COUNT];
        let mut lists = vec![];
        for _ in 0..rng.usize(1..400) {
            let indices = [0, 1].map(|_| rng.u32(0..bodies.max(dynamic_count + 1) as u32));
            if indices[0] == indices[1] || indices.iter().all(|index| *index as usize >= dynamic_count) {
                continue;
            }
            let sublist = rng.usize(0..2);
            let ConstraintSlot { list, block, lane } = graph.add(indices, sublist, |_| ());
            let before = lists.iter().filter(|other| **other == list).count();
            lists.push(list);
            let Some(index) = list.checked_sub(1) else {
                assert_eq!((block, lane), (before, 0));
                alone += 1;
                continue;
            };
            assert_eq!((index % 2, block, lane), (sublist, before / LANE_COUNT, before % LANE_COUNT));
            outer += usize::from(index / 2 >= 24);
            assert!(index / 2 < 24 || indices.iter().any(|index| *index as usize >= dynamic_count));
            let color = &mut taken[index / 2];
            color.extend(indices.into_iter().filter(|index| (*index as usize) < dynamic_count));
            let count = color.len();
            color.sort_unstable();
            color.dedup();
            assert_eq!(color.len(), count, "a body twice in color {}", index / 2);
        }
    }
    assert!(alone > 1000 && outer > 1000, "{alone} {outer}");
}

/// A random contact of two bodies with the given number of points, and random inputs of its constraint.
fn contact(rng: &mut fastrand::Rng, count: u8) -> (PairContact<f32>, ContactInputs<f32>) {
    let mut contact = PairContact { bodies: [0, 1], ..PairContact::default() };
    let length = rng.f32() * 6.0;
    contact.normal = Vector([length.cos(), length.sin()]);
    contact.count = count;
    contact.tangent_impulse = number(rng);
    for point in &mut contact.points {
        let anchors = [0, 1].map(|_| Vector([number(rng), number(rng)]));
        *point = CachedPoint {
            feature: 0,
            anchors,
            base_separation: 0.0,
            separation: 0.02 * number(rng),
            normal_impulse: rng.f32(),
            total_normal_impulse: 0.0,
        };
    }
    if rng.u8(0..4) == 0 {
        // The second point nearly coincides with the first, so that the 2×2 system for their impulses is ill-conditioned.
        contact.points[1].anchors = contact.points[0].anchors.map(|anchor| anchor + Vector([1e-4, 0.0]));
    }
    let inputs = ContactInputs {
        bodies: [0, 1],
        inv_masses: [[rng.f32(), rng.f32()], [rng.f32() + 0.1, if rng.bool() { rng.f32() } else { 0.0 }]],
        friction: rng.f32(),
        restitution: if rng.bool() { rng.f32() } else { 0.0 },
        surface_velocity: None,
        max_correction_speed: 5.0 * rng.f32(),
        rolling_limit: 0.1 * rng.f32(),
        radii: [rng.f32(), 0.1],
    };
    (contact, inputs)
}

#[test]
fn simd_lanes_give_the_bits_of_single_contacts() {
    let mut rng = fastrand::Rng::with_seed(3);
    let softness = Solver::<f32>::contact_softness(240.0);
    let (mut active, mut ill_conditioned) = (0, 0);
    for _ in 0..2000 {
        let mut bodies: Vec<_> = (0..9)
            .map(|_| {
                SolverBodyState::new(Vector([number(&mut rng), number(&mut rng)]), number(&mut rng)).into()
            })
            .collect();
        bodies[8] = SolverBodyState::new(Vector::default(), 0.0).into();
        let mut copies = bodies.clone();
        let (lanes, count) = (rng.usize(1..=4), rng.u8(1..3));
        let (mut four, mut ones) = (ContactBlock::<f32>::empty(8), vec![]);
        for lane in 0..lanes {
            let (contact, mut inputs) = contact(&mut rng, count);
            inputs.bodies = [2 * lane as u32, if rng.u8(0..5) == 0 { 8 } else { 2 * lane as u32 + 1 }];
            four.set(lane, lane as u32, &contact, &inputs);
            let mut one = ContactBlock::empty(8);
            one.set(0, lane as u32, &contact, &inputs);
            one.compute_masses();
            ones.push(one);
        }
        four.compute_masses();
        let (mut solver_bodies, mut other) = (
            SolverBodies { states: &mut bodies, dynamic_count: 8 },
            SolverBodies { states: &mut copies, dynamic_count: 8 },
        );
        four.warm_start(&mut solver_bodies);
        ones.iter().for_each(|one| one.warm_start(&mut other));
        for _ in 0..3 {
            four.solve(&mut solver_bodies, &softness);
            ones.iter_mut().for_each(|one| one.solve(&mut other, &softness));
            // The bodies move, as in a sub-step.
            for index in 0..8 {
                let delta_position = Vector([0.01 * number(&mut rng), 0.01 * number(&mut rng)]);
                for solver_bodies in [&mut solver_bodies, &mut other] {
                    let delta_rotation = Rot::from_angle(0.01 * delta_position[0]);
                    solver_bodies.states[index] = SolverBodyState {
                        delta_position,
                        delta_rotation,
                        ..solver_bodies.states[index].get()
                    }
                    .into();
                }
            }
            four.relax(&mut solver_bodies, &softness);
            ones.iter_mut().for_each(|one| one.relax(&mut other, &softness));
        }
        let bits = |body: &SolverBody<f32>| {
            let state = body.get();
            [state.velocity[0], state.velocity[1], state.angular_velocity, state.delta_angle]
                .map(f32::to_bits)
        };
        assert!(bodies.iter().map(bits).eq(copies.iter().map(bits)));
        for (lane, one) in ones.iter().enumerate() {
            for (a, b) in four.points.iter().zip(&one.points) {
                let (normal_impulse, max_normal_impulse) =
                    (a.normal_impulse.0[lane], a.max_normal_impulse.0[lane]);
                assert_eq!(normal_impulse.to_bits(), b.normal_impulse.0[0].to_bits());
                assert!(normal_impulse >= 0.0 && max_normal_impulse >= normal_impulse);
                active += usize::from(normal_impulse > 0.0);
            }
            ill_conditioned += usize::from(one.ill_conditioned);
        }
    }
    assert!(active > 1000 && ill_conditioned > 100, "{active} {ill_conditioned}");
}
