//! Box2D, called through its C interface.

use boxdd_sys::ffi;

pub use ffi::b2Polygon as Polygon;

const STAY: ffi::b2Transform =
    ffi::b2Transform { p: ffi::b2Vec2 { x: 0.0, y: 0.0 }, q: ffi::b2Rot { c: 1.0, s: 0.0 } };

/// A convex polygon with at most eight corners.
pub fn polygon(corners: &[[f32; 2]]) -> Polygon {
    let points: Vec<_> = corners.iter().map(|&[x, y]| ffi::b2Vec2 { x, y }).collect();
    // SAFETY: the pointer and the count describe the list of points, which has three to eight points. Box2D only reads the hull.
    unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        assert_eq!(hull.count as usize, points.len());
        ffi::b2MakePolygon(&hull, 0.0)
    }
}

/// The penetration depth of two polygons at the deepest contact point. For polygons that are apart, it is negative: minus their distance if
/// Box2D returns contact points for them (at small distances), and −1 otherwise.
pub fn depth(a: &Polygon, b: &Polygon) -> f32 {
    // SAFETY: both pointers refer to valid polygons, which are only read.
    let found = unsafe { ffi::b2CollidePolygons(a, b, STAY) };
    let points = &found.points[..found.pointCount as usize];
    points.iter().map(|point| -point.separation).fold(-1.0, f32::max)
}

/// Whether two polygons touch or overlap: whether their distance is zero according to Box2D's GJK algorithm.
pub fn touch(a: &Polygon, b: &Polygon) -> bool {
    // SAFETY: the pointers and counts describe the lists of corners, the cache is empty, and no simplexes are requested.
    unsafe {
        let proxy = |p: &Polygon| ffi::b2MakeProxy(p.vertices.as_ptr(), p.count, 0.0);
        let input =
            ffi::b2DistanceInput { proxyA: proxy(a), proxyB: proxy(b), transform: STAY, useRadii: false };
        let mut cache = std::mem::zeroed();
        ffi::b2ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0).distance <= 0.0
    }
}

pub use ffi::b2CastOutput as Cast;
pub use ffi::b2LocalManifold as Manifold;

/// A shape in two forms: as a shape of Box2D, and as a proxy (its corners and radius), which distance queries and shape casts take.
pub struct Body {
    form: Form,
    proxy: ffi::b2ShapeProxy,
}

enum Form {
    Circle(ffi::b2Circle),
    Capsule(ffi::b2Capsule),
    Segment(ffi::b2Segment),
    Polygon(Box<Polygon>),
}

pub fn vector([x, y]: [f32; 2]) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

/// Creates the input of Box2D's ray casts. The ray starts at `from` and ends at `from + step`.
pub fn ray(from: [f32; 2], step: [f32; 2]) -> ffi::b2RayCastInput {
    ffi::b2RayCastInput { origin: vector(from), translation: vector(step), maxFraction: 1.0 }
}

impl Body {
    fn new(form: Form, points: &[[f32; 2]], radius: f32) -> Self {
        let points: Vec<_> = points.iter().copied().map(vector).collect();
        // SAFETY: the pointer and the count describe the list of points, which has at most eight points.
        let proxy = unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, radius) };
        Self { form, proxy }
    }

    pub fn circle(center: [f32; 2], radius: f32) -> Self {
        Self::new(Form::Circle(ffi::b2Circle { center: vector(center), radius }), &[center], radius)
    }

    pub fn capsule(ends: [[f32; 2]; 2], radius: f32) -> Self {
        let [center1, center2] = ends.map(vector);
        Self::new(Form::Capsule(ffi::b2Capsule { center1, center2, radius }), &ends, radius)
    }

    pub fn segment(ends: [[f32; 2]; 2]) -> Self {
        let [point1, point2] = ends.map(vector);
        Self::new(Form::Segment(ffi::b2Segment { point1, point2 }), &ends, 0.0)
    }

    pub fn polygon(corners: &[[f32; 2]]) -> Self {
        Self::new(Form::Polygon(Box::new(polygon(corners))), corners, 0.0)
    }

    pub fn distance(&self, other: &Self) -> f32 {
        let input =
            ffi::b2DistanceInput { proxyA: self.proxy, proxyB: other.proxy, transform: STAY, useRadii: true };
        // SAFETY: the cache is empty, and no simplexes are requested.
        unsafe {
            let mut cache = std::mem::zeroed();
            ffi::b2ShapeDistance(&input, &mut cache, std::ptr::null_mut(), 0).distance
        }
    }

    /// Casts another shape, which moves by `step`, against this shape.
    pub fn cast(&self, other: &Self, step: [f32; 2]) -> Cast {
        let input = ffi::b2ShapeCastPairInput {
            proxyA: self.proxy,
            proxyB: other.proxy,
            transform: STAY,
            translationB: vector(step),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input is fully initialised and only read.
        unsafe { ffi::b2ShapeCast(&input) }
    }

    pub fn ray(&self, ray: &ffi::b2RayCastInput) -> Cast {
        // SAFETY: both pointers refer to valid values, which are only read.
        unsafe {
            match &self.form {
                Form::Circle(circle) => ffi::b2RayCastCircle(circle, ray),
                Form::Capsule(capsule) => ffi::b2RayCastCapsule(capsule, ray),
                Form::Segment(segment) => ffi::b2RayCastSegment(segment, ray, false),
                Form::Polygon(polygon) => ffi::b2RayCastPolygon(&**polygon, ray),
            }
        }
    }

    /// The contact manifold of two shapes. Box2D has a function for each pair of types in one order only, so the shapes are exchanged if
    /// necessary. It has no function for two segments.
    pub fn manifold(&self, other: &Self) -> Manifold {
        use Form::*;
        // SAFETY: all pointers refer to valid shapes, which are only read.
        unsafe {
            match (&self.form, &other.form) {
                (Circle(a), Circle(b)) => ffi::b2CollideCircles(a, b, STAY),
                (Circle(b), Capsule(a)) | (Capsule(a), Circle(b)) => {
                    ffi::b2CollideCapsuleAndCircle(a, b, STAY)
                }
                (Circle(b), Segment(a)) | (Segment(a), Circle(b)) => {
                    ffi::b2CollideSegmentAndCircle(a, b, STAY)
                }
                (Circle(b), Polygon(a)) | (Polygon(a), Circle(b)) => {
                    ffi::b2CollidePolygonAndCircle(&**a, b, STAY)
                }
                (Capsule(a), Capsule(b)) => ffi::b2CollideCapsules(a, b, STAY),
                (Capsule(b), Segment(a)) | (Segment(a), Capsule(b)) => {
                    ffi::b2CollideSegmentAndCapsule(a, b, STAY)
                }
                (Capsule(b), Polygon(a)) | (Polygon(a), Capsule(b)) => {
                    ffi::b2CollidePolygonAndCapsule(&**a, b, STAY)
                }
                (Segment(a), Polygon(b)) | (Polygon(b), Segment(a)) => {
                    ffi::b2CollideSegmentAndPolygon(a, &**b, STAY)
                }
                (Polygon(a), Polygon(b)) => ffi::b2CollidePolygons(&**a, &**b, STAY),
                (Segment(_), Segment(_)) => std::mem::zeroed(),
            }
        }
    }
}
