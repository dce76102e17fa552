//! Rays and sweeps of points along edges and faces of triangles, boxes, oriented boxes, hulls and cylinders in 3D, near the origin and far
//! from it. They hit the near end of the edge or face and leave at its far end.

use crate::pixels::cases;
use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, AsShape, Axis, Cylinder, Hull, OrientedBox, Ray, Rotation, Shape, ShapeBuf, Triangle, Vector, cast,
    sweep,
};
use fastrand::Rng;

type Point = Vector<f64, 3>;

/// A segment on the surface of a shape.
struct Path {
    near: Point,
    far: Point,
    is_edge: bool,
}

/// How many rays hit elsewhere than at the near end, leave elsewhere than at the far end, and how many sweeps hit elsewhere.
#[derive(Debug, Default)]
struct Faults {
    hits: usize,
    exits: usize,
    sweeps: usize,
}

fn random(rng: &mut Rng, size: f64) -> Point {
    Vector([0, 1, 2].map(|_| size * (rng.f64() - 0.5)))
}

/// The edges of a face, in random directions, and a segment from one edge to another one.
fn paths_of_face(rng: &mut Rng, corners: &[Point]) -> Vec<Path> {
    let len = corners.len();
    let on_edge = |k: usize, part: f64| corners[k] + (corners[(k + 1) % len] - corners[k]).scaled(part);
    let mut paths: Vec<_> = (0..len)
        .map(|k| {
            let (near, far) = if rng.bool() { (0.0, 1.0) } else { (1.0, 0.0) };
            Path { near: on_edge(k, near), far: on_edge(k, far), is_edge: true }
        })
        .collect();
    let first = rng.usize(..len);
    let second = (first + rng.usize(1..len)) % len;
    let [near, far] = [first, second].map(|k| on_edge(k, 0.1 + 0.8 * rng.f64()));
    paths.push(Path { near, far, is_edge: false });
    paths
}

/// The paths on the six faces of a box. Bit `k` of the index of a corner says on which side of axis `k` the corner is.
fn paths_of_box(rng: &mut Rng, corners: &[Point; 8]) -> Vec<Path> {
    let mut paths = Vec::new();
    for axis in 0..3 {
        let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        for side in [0, 1 << axis] {
            let face = [side, side | u, side | u | v, side | v].map(|k| corners[k]);
            paths.extend(paths_of_face(rng, &face));
        }
    }
    paths
}

/// Random shapes around `place`, each with segments on its surface. Corners are exact.
fn shapes<S: Scalar<Real = S> + Real>(rng: &mut Rng, place: Point) -> Vec<(ShapeBuf<S, 3>, Vec<Path>)> {
    let exact = |point: Point| point.map(S::from_f64).map(Scalar::to_f64);
    let given = |point: Point| point.map(S::from_f64);
    let mut all = Vec::new();
    let corners = [0, 1, 2, 3].map(|_| exact(place + random(rng, 30.0)));
    let [a, b, c, d] = corners;
    let normal = (b - a).cross(c - a);
    // Slivers are left out: a ray along one edge is along all of them within rounding.
    if normal.length() > 0.1 * (b - a).dot(b - a).max((c - a).dot(c - a)) {
        all.push((Triangle::new(given(a), given(b), given(c)).into(), paths_of_face(rng, &[a, b, c])));
        if normal.dot(d - a).abs() > 0.02 * (b - a).length().powi(3) {
            let hull = corners.map(given);
            let faces = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
            let paths = faces.iter().flat_map(|face| paths_of_face(rng, face)).collect();
            all.push((Hull::new(&hull).unwrap().into(), paths));
        }
    }
    let (center, half) = (exact(place), exact(random(rng, 20.0).map(|c| c.abs() + 0.5)));
    let turn = Rotation::from_axis_degrees(given(random(rng, 2.0)), S::from_f64(rng.f64() * 360.0)).unwrap();
    let axes = turn.axes().map(|axis| axis.map(Scalar::to_f64));
    let box_corner = |axes: &[Point; 3], index: usize| {
        let side = |k: usize| if index >> k & 1 == 1 { half[k] } else { -half[k] };
        (0..3).fold(center, |sum, k| sum + axes[k].scaled(side(k)))
    };
    let turned: [Point; 8] = std::array::from_fn(|index| box_corner(&axes, index));
    all.push((OrientedBox::new(given(center), given(half), turn).into(), paths_of_box(rng, &turned)));
    let units = [0, 1, 2].map(|k| Vector::default().with(k, 1.0));
    let upright: [Point; 8] = std::array::from_fn(|index| exact(box_corner(&units, index)));
    all.push((Aabb::new(given(upright[0]), given(upright[7])).into(), paths_of_box(rng, &upright)));
    let turned = turned.map(exact);
    let points = turned.map(given);
    let hull = Hull::new(&points).unwrap();
    all.push((hull.into(), paths_of_box(rng, &turned)));
    let parts = [Shape::from(hull), Shape::from(hull)];
    all.push((Shape::Compound(&parts).into(), paths_of_box(rng, &turned)));
    let (foot, top) = (center, exact(center + Vector([0.0, 0.0, half[2]])));
    let pillar = Cylinder::new(Axis::Z, given(foot), S::from_f64(top[2]), S::from_f64(half[0]));
    let right = Vector([half[0], 0.0, 0.0]);
    let (near, far) = (foot + right, top + right);
    all.push((pillar.into(), vec![Path { near, far, is_edge: true }]));
    all
}

/// Casts rays along random edges and faces at distances up to `size` from the origin. Returns the number of rays along edges and along
/// faces, and their faults.
fn check<S: Scalar<Real = S> + Real>(seed: u64, size: f64, count: usize) -> [(usize, Faults); 2] {
    let mut rng = Rng::with_seed(seed);
    let (mut edges, mut faces) = ((0, Faults::default()), (0, Faults::default()));
    for _ in 0..cases(count) {
        let place = random(&mut rng, 2.0 * size);
        for (shape, paths) in shapes::<S>(&mut rng, place) {
            for path in paths {
                let (rays, faults) = if path.is_edge { &mut edges } else { &mut faces };
                *rays += usize::from(cast_along(&mut rng, shape.as_shape(), &path, faults));
            }
        }
    }
    [edges, faces]
}

/// Casts a ray along a path and counts its faults. False if rounding has moved the ray off the path.
fn cast_along<S: Scalar<Real = S> + Real>(
    rng: &mut Rng,
    shape: Shape<'_, S, 3>,
    path: &Path,
    faults: &mut Faults,
) -> bool {
    let way = path.far - path.near;
    let start = (path.near - way.scaled([0.3, 1.0, 2.0][rng.usize(..3)])).map(S::from_f64);
    let from = start.map(Scalar::to_f64);
    let ray = Ray::new(start, way.map(S::from_f64)).unwrap();
    let direction = ray.direction().map(Scalar::to_f64);
    let along = [path.near, path.far].map(|end| (end - from).dot(direction));
    let off = [0, 1].map(|k| ([path.near, path.far][k] - from - direction.scaled(along[k])).length());
    let error = Scalar::to_f64(S::EPSILON);
    if way.length() < 1.0 || off[0].max(off[1]) > 1.5 * error * (path.far - from).length() {
        return false;
    }
    let tolerance = 300.0 * error * (from.length() + path.far.length());
    let is_near = |distance: f64, right: f64| (distance - right).abs() <= tolerance;
    let through = ray.through(shape).and_then(|(_, leave)| leave);
    let hit = cast(&ray, shape).map(|hit| Scalar::to_f64(hit.distance));
    faults.hits += usize::from(!hit.is_some_and(|hit| is_near(hit, along[0])));
    let exit = through.map(|hit| Scalar::to_f64(hit.distance));
    faults.exits += usize::from(!exit.is_some_and(|exit| is_near(exit, along[1])));
    let step = path.far - from;
    let time =
        sweep(shape, [S::default(); 3], start, step.map(S::from_f64)).map(|hit| Scalar::to_f64(hit.time));
    faults.sweeps += usize::from(!time.is_some_and(|time| is_near(time * step.length(), along[0])));
    true
}

#[test]
fn ray_along_edge_or_face_in_3d_hits_near_end_and_leaves_at_far_end() {
    // Far from the origin, coordinates of points on faces are too coarse in `f64`, whose rays cannot be compared with exact ones.
    let runs = [
        (check::<f64>(1, 50.0, 100), 4000, 500),
        (check::<f32>(2, 50.0, 100), 4000, 500),
        (check::<f32>(3, 1e4, 400), 1500, 20),
    ];
    for ([(edges, at_edges), (faces, at_faces)], least_edges, least_faces) in runs {
        assert!(edges >= cases(least_edges) && faces >= cases(least_faces), "{edges} {faces}");
        let Faults { hits, exits, sweeps } = at_edges;
        // Rounding may move a point off an oriented box.
        let is_right = hits == 0 && exits == 0 && sweeps * 1000 <= edges;
        assert!(is_right, "edges: {at_edges:?} of {edges}");
        // A ray along a thin face may be along a whole corner of the shape.
        let Faults { hits, exits, sweeps } = at_faces;
        assert!(hits + exits + sweeps <= 2 + faces / 100, "faces: {at_faces:?} of {faces}");
    }
}
