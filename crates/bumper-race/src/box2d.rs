//! Box2D, called through its C interface.

use boxdd_sys::ffi;

pub use ffi::b2Polygon as Polygon;

const STAY: ffi::b2Transform =
    ffi::b2Transform { p: ffi::b2Vec2 { x: 0.0, y: 0.0 }, q: ffi::b2Rot { c: 1.0, s: 0.0 } };

/// A convex polygon of at most eight corners.
pub fn polygon(corners: &[[f32; 2]]) -> Polygon {
    let points: Vec<_> = corners.iter().map(|&[x, y]| ffi::b2Vec2 { x, y }).collect();
    // SAFETY: the pointer and the count describe the list, which has from three to eight points; the hull is only read.
    unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        assert_eq!(hull.count as usize, points.len());
        ffi::b2MakePolygon(&hull, 0.0)
    }
}

/// How deep the contact of two polygons is at its deepest point; negative where there is none.
pub fn depth(a: &Polygon, b: &Polygon) -> f32 {
    // SAFETY: both pointers are to whole polygons, which are only read.
    let found = unsafe { ffi::b2CollidePolygons(a, b, STAY) };
    let points = &found.points[..found.pointCount as usize];
    points.iter().map(|point| -point.separation).fold(-1.0, f32::max)
}

/// Whether two polygons touch, by their distance.
pub fn touch(a: &Polygon, b: &Polygon) -> bool {
    // SAFETY: the pointers and counts describe the corners; the cache is empty, and no simplexes are asked for.
    unsafe {
        let proxy = |p: &Polygon| ffi::b2MakeProxy(p.vertices.as_ptr(), p.count, 0.0);
        let input =
            ffi::b2DistanceInput { proxyA: proxy(a), proxyB: proxy(b), transform: STAY, useRadii: false };
        let mut cache = std::mem::zeroed();
        ffi::b2ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0).distance <= 0.0
    }
}
