//! Writes paths in the syntax of SVG.

use super::Area;
use super::view::View;
use bumper::Vector;
use std::fmt::Write;

/// A length in pixels, enlarged to half a pixel if it is less, so that thin shapes stay visible.
fn visible(length: f64) -> f64 {
    length.max(0.5)
}

/// Appends a rectangle to a path.
pub fn rectangle(path: &mut String, Area { x, y, width, height }: Area) {
    // Use absolute coordinates. If two rectangles have a common edge, its coordinates are then rounded equally for both. With relative
    // coordinates they might not be, which would leave a gap.
    let right = x + visible(width);
    let bottom = y + visible(height);
    let _ = write!(path, "M{x:.2} {y:.2}H{right:.2}V{bottom:.2}H{x:.2}z");
}

/// The radius to write into the SVG for an arc. It is slightly less than the true radius, because rounding it up would do harm and rounding
/// it down does not.
///
/// The reason is half circles, such as the ends of capsules. If their radius is slightly too small to reach from one end to the other,
/// viewers enlarge it until the arc is exactly a half circle (SVG 2, 9.5.1). If the radius is slightly too large, the arc gets another
/// center. The distance between the two centers is much larger than the error of the radius.
fn arc_radius(radius: f64) -> f64 {
    (radius - 0.01).max(0.0)
}

/// Appends the ellipse that fits into a rectangle to a path. It runs in the same direction as [`rectangle`], so that overlapping parts
/// of a path are filled (rule `nonzero`).
pub fn disc(path: &mut String, Area { x, y, width, height }: Area) {
    let rx = visible(width) / 2.0;
    let ry = visible(height) / 2.0;
    let x = x + rx;
    let y = y + ry;
    ellipse(path, (x, y), [(x + rx, y), (x, y + ry)]);
}

/// Appends an ellipse to a path, clockwise on the screen. The ellipse is given by its center and the ends of its half-axes, in canvas
/// coordinates.
pub fn ellipse(path: &mut String, (x, y): (f64, f64), ends: [(f64, f64); 2]) {
    // A minimum length of the half-axes keeps thin ellipses visible.
    let mut axes = ends.map(|(u, v)| ((u - x).hypot(v - y).max(0.25), (v - y).atan2(u - x)));
    // Rounding the start of the path changes the shape of the ellipse. It changes it least at an end of the major axis, so begin there.
    if axes[0].0 < axes[1].0 {
        axes.swap(0, 1);
    }
    let [(major, angle), (minor, _)] = axes;
    let dx = major * angle.cos();
    let dy = major * angle.sin();
    let rx = arc_radius(major);
    let ry = minor * rx / major;
    let degrees = angle.to_degrees();
    let _ = write!(path, "M{:.2} {:.2}", x + dx, y + dy);
    for side in [-1.0, 1.0] {
        let x = x + side * dx;
        let y = y + side * dy;
        let _ = write!(path, "A{rx:.2} {ry:.2} {degrees:.3} 0 1 {x:.2} {y:.2}");
    }
    path.push('z');
}

/// Appends a polygon to a path. Its corners are clockwise on the screen.
pub fn polygon(path: &mut String, corners: &[(f64, f64)]) {
    for (k, (x, y)) in corners.iter().enumerate() {
        let _ = write!(path, "{}{x:.2} {y:.2}", if k == 0 { 'M' } else { 'L' });
    }
    if !corners.is_empty() {
        path.push('z');
    }
}

/// Appends the outline of a shape to a path, clockwise on the screen. The shape is the convex hull of the points if `convex`, else the
/// polygon with these corners. It is expanded by `radius` pixels with round corners, and shifted by `offset` pixels.
pub fn outline<const N: usize>(
    path: &mut String,
    points: &[Vector<f64, N>],
    convex: bool,
    radius: f64,
    view: &View,
    offset: (f64, f64),
) {
    let mut placed: Vec<[f64; 2]> = points
        .iter()
        .map(|point| {
            let (x, y) = view.place(point);
            [x + offset.0, y + offset.1]
        })
        .collect();
    if convex {
        placed = hull(placed);
    } else {
        let n = placed.len();
        let doubled: f64 = (0..n)
            .map(|k| placed[k][0] * placed[(k + 1) % n][1] - placed[(k + 1) % n][0] * placed[k][1])
            .sum();
        if doubled < 0.0 {
            placed.reverse();
        }
    }
    let n = placed.len();
    if radius <= 0.0 || n == 0 {
        let corners: Vec<_> = placed.iter().map(|[x, y]| (*x, *y)).collect();
        return polygon(path, &corners);
    }
    if n == 1 {
        let [x, y] = placed[0];
        return disc(path, Area { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius });
    }
    let arc = arc_radius(radius);
    // For each edge, append an arc around the corner at its start, then a line along its outer side. The arc around the first corner is
    // appended at the end.
    for k in 0..n {
        let ([x, y], [u, v]) = (placed[k], placed[(k + 1) % n]);
        let length = (u - x).hypot(v - y).max(1e-12);
        let nx = (v - y) / length * radius;
        let ny = (x - u) / length * radius;
        let from = (x + nx, y + ny);
        let to = (u + nx, v + ny);
        let join = if k == 0 { "M".into() } else { format!("A{arc:.2} {arc:.2} 0 0 1 ") };
        let _ = write!(path, "{join}{:.2} {:.2}L{:.2} {:.2}", from.0, from.1, to.0, to.1);
    }
    let ([x, y], [u, v]) = (placed[0], placed[1 % n]);
    let length = (u - x).hypot(v - y).max(1e-12);
    let nx = (v - y) / length * radius;
    let ny = (x - u) / length * radius;
    let _ = write!(path, "A{arc:.2} {arc:.2} 0 0 1 {:.2} {:.2}z", x + nx, y + ny);
}

/// The convex hull of points, clockwise on the screen (A. M. Andrew, 1979).
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut corners: Vec<[f64; 2]> = Vec::new();
    let mut chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let start = corners.len();
        for p in points {
            while corners.len() >= start + 2 {
                let a = corners[corners.len() - 2];
                let b = corners[corners.len() - 1];
                if (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0.0 {
                    break;
                }
                corners.pop();
            }
            corners.push(p);
        }
        corners.pop();
    };
    chain(&mut points.iter().copied());
    chain(&mut points.iter().rev().copied());
    corners
}
