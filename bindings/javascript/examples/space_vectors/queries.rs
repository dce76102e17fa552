//! Queries on two shapes.

use super::shapes::{KINDS, Made, Maker, Random};
use engine::{NO_PART, Ray, Relate, Relation};

/// Queries of each kind for each pair of kinds of shapes.
const ROUNDS: usize = 10;

/// The number of answers of each kind, to see that all occur.
#[derive(Debug, Default)]
struct Tally {
    relations: [usize; 3],
    contacts: [usize; 2],
    rays: [usize; 2],
    sweeps: [usize; 2],
}

/// The arguments of a query, and its answers.
struct Query {
    arguments: Vec<f64>,
    answers: Vec<f64>,
}

/// The number of a part; -1 for no part.
pub fn part(part: u32) -> f64 {
    if part == NO_PART { -1.0 } else { f64::from(part) }
}

fn relation(a: &Made, b: &Made, tally: &mut Tally) -> Query {
    let relation = match a.with(|a| b.with(|b| a.relation(&b))) {
        Relation::Apart => 0,
        Relation::Touching => 1,
        Relation::Overlapping => 2,
    };
    tally.relations[relation] += 1;
    Query { arguments: vec![0.0], answers: vec![relation as f64] }
}

fn distance(a: &Made, b: &Made) -> Query {
    Query { arguments: vec![1.0], answers: vec![a.with(|a| b.with(|b| engine::distance(a, b)))] }
}

fn contact(a: &Made, b: &Made, margin: f64, tally: &mut Tally) -> Query {
    let found = a.with(|a| {
        b.with(|b| match margin == f64::INFINITY {
            true => Some(engine::contact(a, b)),
            false => engine::contact_within(a, b, margin),
        })
    });
    tally.contacts[usize::from(found.is_some())] += 1;
    let answers = found.map_or(vec![], |found| {
        let mut answers = vec![found.separation];
        answers.extend(found.normal.0);
        answers.extend(found.parts.map(part));
        for at in found.points() {
            answers.extend(at.point.0);
            answers.extend([at.separation, f64::from(at.feature), part(at.parts[0]), part(at.parts[1])]);
        }
        answers
    });
    Query { arguments: vec![2.0, margin], answers }
}

fn raycast(shape: &Made, random: &mut Random, tally: &mut Tally) -> Query {
    let from = random.point();
    // Never equal to the start, and never zero.
    let towards = [random.number(10.0, 20.0), random.number(-20.0, 20.0), random.number(-20.0, 20.0)];
    let to_point = random.below(2) == 1;
    let max = if random.below(2) == 1 { f64::INFINITY } else { random.number(0.5, 20.0) };
    let ray = if to_point { Ray::between(from, towards) } else { Ray::new(from, towards) };
    let ray = ray.expect("a direction");
    let max = max.min(ray.max_distance());
    let hit = shape.with(|shape| engine::cast(&ray.with_max_distance(max), shape));
    tally.rays[usize::from(hit.is_some())] += 1;
    let answers = hit.map_or(vec![], |hit| {
        let mut answers = vec![hit.distance];
        answers.extend(hit.point.0.into_iter().chain(hit.normal.0));
        answers.push(part(hit.part));
        answers
    });
    let mut arguments = vec![3.0];
    arguments.extend(from.into_iter().chain(towards));
    arguments.extend([f64::from(u8::from(to_point)), max]);
    Query { arguments, answers }
}

fn sweep(a: &Made, b: &Made, random: &mut Random, tally: &mut Tally) -> Query {
    let a_moves = random.point();
    let b_moves = if random.below(2) == 1 { random.point() } else { [0.0; 3] };
    let hit = a.with(|a| b.with(|b| engine::sweep(a, a_moves, b, b_moves)));
    tally.sweeps[usize::from(hit.is_some())] += 1;
    let answers = hit.map_or(vec![], |hit| {
        let mut answers = vec![hit.time];
        answers.extend(hit.point.0.into_iter().chain(hit.normal.0));
        answers.push(f64::from(u8::from(hit.starts_overlapping)));
        answers.extend(hit.parts.map(part));
        answers
    });
    let arguments = std::iter::once(4.0).chain(a_moves).chain(b_moves).collect();
    Query { arguments, answers }
}

/// Appends the queries. Checks that all kinds of answers occur.
pub fn queries(maker: &mut Maker, words: &mut Vec<f64>) {
    let mut tally = Tally::default();
    let mut random = Random(2026);
    words.push((KINDS * KINDS * ROUNDS * 5 / 2) as f64);
    for pair in 0..KINDS * KINDS {
        for round in 0..ROUNDS {
            let a = maker.shape(pair / KINDS);
            let b = maker.shape(pair % KINDS);
            let margin = [0.0, 1.5, f64::INFINITY][round % 3];
            // Each pair of shapes gets half of the queries, so that there are more shapes.
            let queries = if round % 2 == 0 {
                vec![
                    relation(&a, &b, &mut tally),
                    contact(&a, &b, margin, &mut tally),
                    raycast(&a, &mut random, &mut tally),
                ]
            } else {
                vec![distance(&a, &b), sweep(&a, &b, &mut random, &mut tally)]
            };
            for Query { arguments, answers } in queries {
                words.extend(arguments);
                words.extend(&a.words);
                words.extend(&b.words);
                words.push(answers.len() as f64);
                words.extend(answers);
            }
        }
    }
    let counts = [&tally.relations[..], &tally.contacts, &tally.rays, &tally.sweeps];
    assert!(counts.iter().all(|counts| counts.iter().all(|count| *count >= 10)), "{tally:?}");
    println!("{} queries, {tally:?}", KINDS * KINDS * ROUNDS * 5 / 2);
}
