//! Tests of boxes: their edges by name, and boxes that are made from other boxes, compared with naive implementations.

use crate::motion::cases;
use bumper::scalar::Scalar;
use bumper::{Aabb, Ball, Compound, Relate, Segment, SquaredBall, Vector, YAxis};
use fastrand::Rng;

#[test]
fn midpoint_is_exact() {
    for a in i8::MIN..=i8::MAX {
        for b in i8::MIN..=i8::MAX {
            let middle = (i16::from(a) + i16::from(b)).div_euclid(2);
            assert_eq!(i16::from(Scalar::midpoint(a, b)), middle);
            let floats = Scalar::midpoint(f32::from(a), f32::from(b));
            assert_eq!(floats, f32::from(i16::from(a) + i16::from(b)) / 2.0);
        }
    }
}

#[test]
fn aabb_accessors_agree_with_center_and_size() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..cases(2000) {
        let [x, y, w, h] = [rng.i16(..), rng.i16(..), rng.i16(0..), rng.i16(0..)].map(|c| c / 4);
        let box_ = Aabb::from_center_size([x, y], [w, h]);
        assert_eq!((box_.width(), box_.height()), (w as u16, h as u16));
        assert_eq!(box_, Aabb::from_center_size([x, y], [-w, -h]));
        assert_eq!(box_.left(), x - w / 2);
        assert_eq!(box_.bottom(YAxis::Down), box_.top(YAxis::Down) + h);
        assert_eq!((box_.top(YAxis::Up), box_.bottom(YAxis::Up)), (box_.max().y(), box_.min().y()));
        let center = [f64::from(x) + f64::from(w % 2) / 2.0, f64::from(y) + f64::from(h % 2) / 2.0];
        assert_eq!(box_.center().0, center);
        assert_eq!(box_.half_size().0, [f64::from(w) / 2.0, f64::from(h) / 2.0]);
        assert_eq!(box_.right(), (box_.center() + box_.half_size()).x() as i16);
    }
}

#[test]
fn box_clamping_containment_and_inflation_are_exact() {
    let mut rng = Rng::with_seed(2);
    let (mut within, mut outside) = (0, 0);
    for _ in 0..cases(20_000) {
        let mut corner = || [rng.i8(..), rng.i8(..)];
        let (a, room) = (Aabb::new(corner(), corner()), Aabb::new(corner(), corner()));
        let moved = a.clamped_into(&room);
        for axis in 0..2 {
            // A box that is larger than the room may end at the limits of the range.
            if [moved.min()[axis], moved.max()[axis]].iter().any(|end| [i8::MIN, i8::MAX].contains(end)) {
                continue;
            }
            assert_eq!(moved.size()[axis], a.size()[axis], "{a:?} {room:?}");
            let (from, to) = (room.min()[axis], room.max()[axis]);
            if a.size()[axis] <= room.size()[axis] {
                assert!(moved.min()[axis] >= from && moved.max()[axis] <= to);
                // The box is moved by the smallest possible distance.
                let way = i16::from(moved.min()[axis]) - i16::from(a.min()[axis]);
                let least = (i16::from(from) - i16::from(a.min()[axis])).max(0)
                    + (i16::from(to) - i16::from(a.max()[axis])).min(0);
                assert_eq!(way, least);
            } else {
                let middle = |a: i8, b: i8| (i16::from(a) + i16::from(b)).div_euclid(2);
                assert_eq!(middle(moved.min()[axis], moved.max()[axis]), middle(from, to));
            }
        }
        let contained = moved.size().0.iter().zip(room.size().0).all(|(own, room)| *own <= room);
        assert_eq!(room.contains_box(&moved), contained);
        let all = a.contains(room.min()) && a.contains(room.max());
        assert_eq!(a.contains_box(&room), all);
        within += u32::from(all);
        outside += u32::from(!all);
        let by = [rng.i8(..) / 4, rng.i8(..) / 4];
        let grown = a.inflated(by);
        for (axis, by) in by.into_iter().enumerate() {
            let wide = i16::from(a.max()[axis]) - i16::from(a.min()[axis]) + 2 * i16::from(by);
            let whole = i16::from(grown.max()[axis]) - i16::from(grown.min()[axis]);
            let ends = [grown.min()[axis], grown.max()[axis]];
            assert!(whole == wide.max(0) || ends.contains(&i8::MIN) || ends.contains(&i8::MAX));
        }
    }
    assert!(within > 100 && outside > 100);
}

#[test]
fn fitted_box_keeps_aspect_ratio_and_scaled_box_keeps_center() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..cases(2000) {
        let mut c = || f64::from(rng.i32(-400..400)) / 8.0;
        let (a, room) = (Aabb::new([c(), c()], [c(), c()]), Aabb::new([c(), c()], [c(), c()]));
        let fitted = a.fitted(&room);
        assert!(room.inflated([1e-9, 1e-9]).contains_box(&fitted));
        assert!((fitted.center() - room.center()).length() < 1e-9);
        let [own, other] = [a.size(), fitted.size()];
        // The aspect ratio is unchanged, and on one axis the box fills the room.
        assert!((own.cross(other)).abs() < 1e-9 * (1.0 + own.dot(other)));
        let least = (0..2).map(|k| room.size()[k] - other[k]).fold(f64::INFINITY, f64::min);
        assert!(least < 1e-9 || own.length() == 0.0, "{a:?} {room:?}");
        let twice = a.scaled([2.0, 0.5]);
        assert!((twice.size() - Vector([own.x() * 2.0, own.y() * 0.5])).length() < 1e-9);
        assert!((twice.center() - a.center()).length() < 1e-9);
    }
}

#[test]
fn clip_returns_entry_and_exit_of_segment() {
    let (mut rng, mut hits, mut misses) = (Rng::with_seed(4), 0, 0);
    for _ in 0..cases(20_000) {
        let mut c = || rng.i16(-20..20);
        let (room, from, to) = (Aabb::new([c(), c()], [c(), c()]), [c(), c()], [c(), c()]);
        let touches = Segment::new(from, to).intersects(&room);
        let clipped = room.clip(from, to);
        assert_eq!(clipped.is_some(), touches, "{room:?} {from:?} {to:?}");
        let Some([enter, leave]) = clipped else {
            misses += 1;
            continue;
        };
        hits += 1;
        let real = |v: Vector<i16, 2>| v.map(f64::from);
        let wide = Aabb::new(real(room.min()), real(room.max()));
        assert!(wide.contains(enter) && wide.contains(leave));
        let (from, to) = (real(Vector(from)), real(Vector(to)));
        for point in [enter, leave] {
            assert!((to - from).cross(point - from).abs() < 1e-9);
        }
        assert!((leave - enter).dot(to - from) >= 0.0);
        // Shortly before the entry and after the exit, points are outside, unless the segment starts or ends there.
        let way = (to - from) * 1e-6;
        assert!(enter == from || !wide.contains(enter - way) || way.length() == 0.0);
        assert!(leave == to || !wide.contains(leave + way) || way.length() == 0.0);
    }
    assert!(hits > 1000 && misses > 1000);
    let nan = Aabb::new([0.0, 0.0], [1.0, 1.0]).clip([f64::NAN, 0.0], [1.0, 1.0]);
    assert!(nan.is_none());
}

#[test]
fn inscribed_and_circumscribed_circles_of_boxes_are_tight() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..cases(5000) {
        let mut c = || rng.i16(-300..300);
        let box_ = Aabb::new([c(), c()], [c(), c()]);
        let (inner, outer) = (Ball::inscribed(&box_), SquaredBall::circumscribed(&box_));
        assert!(box_.contains_box(&inner.aabb()));
        let corners = [box_.min(), box_.max(), Vector([box_.left(), box_.max().y()])];
        assert!(corners.iter().all(|corner| outer.contains(*corner)));
        // Neither circle could be better by more than one unit of the scalar.
        let least = box_.width().min(box_.height());
        assert!(inner.radius() as u16 == least / 2);
        let half = box_.half_size() + Vector([0.5, 0.5]);
        assert!(f64::from(outer.radius_squared()) <= half.dot(half));
    }
}

#[test]
fn translated_compound_agrees_with_translated_parts() {
    let mut rng = Rng::with_seed(6);
    let parts = [Aabb::new([0i16, 0], [10, 40]), Aabb::new([0, 0], [40, 10])];
    let mut seen = [0; 3];
    for _ in 0..cases(5000) {
        let by = [rng.i16(-60..60), rng.i16(-60..60)];
        let other = Ball::new([rng.i16(-60..60), rng.i16(-60..60)], 9);
        let moved = parts.map(|part| part.translated(by));
        let wanted = Compound(&moved).relation(&other);
        assert_eq!(Compound(&parts).translated(by).relation(&other), wanted);
        seen[wanted as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    assert!(!Compound(&parts).translated([i16::MAX, 0]).intersects(&Vector([i16::MAX, 5])));
}

#[test]
#[cfg(feature = "fixed")]
fn whole_part_of_fixed_point_is_floor() {
    use bumper::scalar::WholePart;
    let mut rng = Rng::with_seed(7);
    for _ in 0..cases(5000) {
        let number = fixed::types::I16F16::from_bits(rng.i32(..));
        assert_eq!(f64::from(number.whole()), number.to_num::<f64>().floor());
    }
}
