//! Distances and casts of surfaces by visiting every triangle, in `f64`. The methods differ from those of the library: closest points by
//! regions (C. Ericson, Real-Time Collision Detection, 2005), and casts by conservative advancement.

use crate::surfaces::Point;

/// The corners of a triangle.
pub type Face = [Point; 3];

/// The point of a triangle that is closest to a point.
pub fn closest_on_face(face: Face, point: Point) -> Point {
    let [a, b, c] = longest_edge_first(face);
    let [u, v, w] = [b - a, c - a, point - a];
    let normal = u.cross(v);
    let square = normal.dot(normal);
    // Barycentric coordinates of the projection onto the plane. If they are all positive, the projection is the closest point.
    let beta = w.cross(v).dot(normal) / square;
    let gamma = u.cross(w).dot(normal) / square;
    if beta >= 0.0 && gamma >= 0.0 && beta + gamma <= 1.0 {
        // The normal of a thin triangle is inaccurate, and a long vector along the triangle would have a large component along it.
        let across = w - u.scaled(w.dot(u) / u.dot(u));
        return point - normal.scaled(across.dot(normal) / square);
    }
    let ends = [[a, b], [b, c], [c, a]];
    let on_edges = ends.map(|[from, to]| closest_on_segment(from, to, point));
    let nearer = |p: Point, q: Point| if (q - point).length() < (p - point).length() { q } else { p };
    on_edges.into_iter().reduce(nearer).unwrap()
}

/// The corners in such an order that the first two are the ends of the longest edge.
fn longest_edge_first([a, b, c]: Face) -> Face {
    let orders = [[a, b, c], [b, c, a], [c, a, b]];
    let length = |[from, to, _]: &Face| (*to - *from).length();
    orders.into_iter().max_by(|one, other| length(one).total_cmp(&length(other))).unwrap()
}

pub fn closest_on_segment(from: Point, to: Point, point: Point) -> Point {
    let way = to - from;
    let square = way.dot(way);
    let along = if square > 0.0 { ((point - from).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
    from + way.scaled(along)
}

/// The distance of a segment from a triangle.
fn segment_to_face(from: Point, to: Point, face: Face) -> f64 {
    if crossing(from, to, face).is_some() {
        return 0.0;
    }
    let [a, b, c] = face;
    let ends = [from, to].map(|end| (closest_on_face(face, end) - end).length());
    let edges = [[a, b], [b, c], [c, a]].map(|[p, q]| segment_to_segment(from, to, p, q));
    ends.into_iter().chain(edges).fold(f64::INFINITY, f64::min)
}

/// The distance of two segments: the distance of one from the other is a convex function along the first, so it is minimized by sections.
fn segment_to_segment(from: Point, to: Point, p: Point, q: Point) -> f64 {
    let distance = |along: f64| {
        let point = from + (to - from).scaled(along);
        (closest_on_segment(p, q, point) - point).length()
    };
    let mut range = [0.0, 1.0];
    for _ in 0..100 {
        let [low, high] = range;
        let [first, second] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        range = if distance(first) < distance(second) { [low, second] } else { [first, high] };
    }
    distance(range[0]).min(distance(0.0)).min(distance(1.0))
}

/// The fraction at which a segment crosses a triangle (T. Möller and B. Trumbore, 1997).
pub fn crossing(from: Point, to: Point, [a, b, c]: Face) -> Option<f64> {
    let way = to - from;
    let [u, v] = [b - a, c - a];
    let p = way.cross(v);
    let determinant = u.dot(p);
    let t = from - a;
    let beta = t.dot(p) / determinant;
    let q = t.cross(u);
    let gamma = way.dot(q) / determinant;
    let along = v.dot(q) / determinant;
    let is_inside = beta >= 0.0 && gamma >= 0.0 && beta + gamma <= 1.0;
    (determinant != 0.0 && is_inside && (0.0..=1.0).contains(&along)).then_some(along)
}

/// Whether the crossing of a segment and a triangle is certain: the segment stays away from its edges by more than `margin`.
pub fn certain_crossing(from: Point, to: Point, face: Face, margin: f64) -> Option<f64> {
    let along = crossing(from, to, face)?;
    let point = from + (to - from).scaled(along);
    let [a, b, c] = face;
    let is_clear =
        [[a, b], [b, c], [c, a]].into_iter().all(|[p, q]| segment_to_segment(from, to, p, q) > margin);
    (is_clear && (closest_on_face(face, point) - point).length() < margin).then_some(along)
}

/// The distance of a segment from the closest triangle.
pub fn distance(from: Point, to: Point, faces: &[Face]) -> f64 {
    faces.iter().map(|&face| segment_to_face(from, to, face)).fold(f64::INFINITY, f64::min)
}

/// The distance of a point from the closest triangle.
pub fn distance_of_point(point: Point, faces: &[Face]) -> f64 {
    faces.iter().map(|&face| (closest_on_face(face, point) - point).length()).fold(f64::INFINITY, f64::min)
}

/// The first fraction of `step` at which a ball is at most `tolerance` away from a triangle (conservative advancement). `None` if it never
/// is.
pub fn cast_ball(center: Point, radius: f64, step: Point, faces: &[Face], tolerance: f64) -> Option<f64> {
    let length = step.length();
    let mut time = 0.0;
    while time <= 1.0 {
        let gap = distance_of_point(center + step.scaled(time), faces) - radius;
        if gap <= tolerance {
            return Some(time);
        }
        time += gap / length;
    }
    None
}
