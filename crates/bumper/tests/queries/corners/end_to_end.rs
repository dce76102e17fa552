//! Segments, capsules and flat boxes in 2D that lie end to end on a common line, with gaps of a few rounding errors.

use super::*;
use crate::reference::draw;

fn pair_of<R: Real>(ends: [[[f64; 2]; 2]; 2], radii: [f64; 2], kinds: [Kind; 2]) -> [Spec<R, 2>; 2] {
    std::array::from_fn(|k| {
        let points = ends[k].map(|end| Vector(end.map(R::from_f64))).to_vec();
        spec(kinds[k], points, if kinds[k] == Kind::Capsule { R::from_f64(radii[k]) } else { R::default() })
    })
}

/// Asserts correct contacts, with a normal that separates the shapes as far as any other direction.
fn assert_normal<R: Real>(a: &Spec<R, 2>, b: &Spec<R, 2>) {
    let bodies = [a.body(), b.body()];
    let found = assert_contact(a, b);
    let along = reference::gap_along(&bodies[0], &bodies[1], vector(found.normal)).value();
    let near = tolerance::<2>(&bodies[0], &bodies[1], epsilon::<R>());
    let low = separation::<2>(&bodies[0], &bodies[1]).low();
    assert!(low - along <= near, "{low:e} {along:e} {near:e}\n{a:?}\n{b:?}\n{found:?}");
}

#[test]
fn capsule_ends_at_the_end_of_a_segment() {
    let ends = [
        [[0.04507687368182873, -0.005325323233451035], [0.04507687368182873, 0.026686353555595215]],
        [[0.04710862318535769, 0.04530579234396692], [0.045076873681828555, 0.026686353555595232]],
    ];
    for kinds in [[Kind::Aabb, Kind::Capsule], [Kind::Segment, Kind::Capsule], [Kind::Segment; 2]] {
        let [a, b] = pair_of::<f64>(ends, [0.0, 0.0037417457047646025], kinds);
        assert_normal(&a, &b);
        assert_normal(&b, &a);
    }
}

fn check<R: Real>() {
    let mut rng = reference::random(31);
    for _ in 0..reference::cases(CASES) {
        let far = draw::decades(&mut rng, (0.0, 4.0));
        let at: [f64; 2] = numbers(&mut rng, far);
        let angle = rng.f64() * 6.3;
        let size = at[0].abs().max(at[1].abs()) * epsilon::<R>();
        let roundings =
            |rng: &mut Rng| size * draw::decades(rng, (-1.0, 3.0)) * if rng.bool() { 1.0 } else { -1.0 };
        let other = [roundings(&mut rng), roundings(&mut rng)];
        let (bend, lengths) = (draw::decades(&mut rng, (-7.0, -0.5)), [rng.f64() + 0.1, rng.f64() + 0.1]);
        let way = |angle: f64, length: f64| [angle.cos() * length, angle.sin() * length];
        let (u, v) =
            (way(angle, -lengths[0]), way(angle + if rng.bool() { bend } else { -bend }, lengths[1]));
        let upright = rng.u8(..3) == 0;
        let u = if upright { [0.0, u[1]] } else { u };
        let start = [at[0] + other[0], at[1] + other[1]];
        let ends = [[[at[0] + u[0], at[1] + u[1]], at], [start, [start[0] + v[0], start[1] + v[1]]]];
        let radii = [(); 2].map(|()| draw::decades(&mut rng, (-3.0, 0.0)));
        let kinds = [(); 2].map(|()| [Kind::Segment, Kind::Capsule][rng.usize(..2)]);
        let [mut a, mut b] = pair_of::<R>(ends, radii, kinds);
        if upright && kinds[0] == Kind::Segment {
            a.kind = Kind::Aabb;
        }
        for spec in [&mut a, &mut b] {
            if rng.bool() {
                spec.points.reverse();
            }
        }
        assert_normal(&a, &b);
        assert_normal(&b, &a);
    }
}

#[test]
fn segments_meet_end_to_end() {
    check::<f64>();
    check::<f32>();
}
