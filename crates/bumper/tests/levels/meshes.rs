//! Meshes.

use crate::brute_force::Face;
use crate::cases;
use crate::queries::{Found, Subject, placed, random_pose};
use crate::surfaces::{self, Surface};
use bumper::scalar::{Real, Scalar};
use bumper::{Mesh, MeshError, Shape, Vector};
use fastrand::Rng;

/// The triangles of a mesh that are not degenerate.
pub fn faces<R: Real>(mesh: &Mesh<R, 3>) -> Vec<Face> {
    let corners = |index| mesh.triangle(index).unwrap().corners().map(|corner| corner.map(Scalar::to_f64));
    let is_flat = |&[a, b, c]: &Face| (b - a).cross(c - a) == Vector::ZERO;
    (0..mesh.len()).map(corners).filter(|face| !is_flat(face)).collect()
}

fn check<R: Real>(rng: &mut Rng, surface: &Surface, cases: usize, tolerance: f64, found: &mut Found) {
    let mesh = surface.mesh::<R>();
    let all = faces(&mesh);
    assert_eq!(all.len(), mesh.len() - mesh.degenerate(), "{}", surface.name);
    let subject = Subject { name: surface.name, shape: Shape::from(&mesh), faces: all, tolerance };
    subject.check(rng, cases, found);
    let pose = random_pose::<R>(rng);
    let faces = placed(&subject.faces, &pose);
    let shape = subject.shape.placed(&pose);
    Subject { name: surface.name, shape, faces, tolerance: 2.0 * tolerance }.check(rng, cases / 4, found);
}

#[test]
fn queries_of_meshes_are_those_of_their_triangles() {
    let (cases, mut rng) = cases(20, 56);
    let mut found = Found::default();
    for size in [3, 6, 20] {
        for surface in surfaces::all(&mut rng, size) {
            check::<f64>(&mut rng, &surface, cases, 1e-7, &mut found);
            check::<f32>(&mut rng, &surface, cases, 2e-4, &mut found);
        }
    }
    let all = 3 * 8 * 2 * cases;
    assert!(found.rays >= all && found.balls > all / 4 && found.overlaps > all / 4, "{found:?} of {all}");
}

#[test]
fn faults_of_meshes_name_the_triangle() {
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, f64::NAN], [0.0, 1.0, 0.0]];
    assert_eq!(Mesh::new(points, [[0, 1, 3], [1, 2, 3]]), Err(MeshError::NotFinite { triangle: 1 }));
    assert_eq!(Mesh::new(points, [[0, 1, 4]]), Err(MeshError::NoSuchPoint { triangle: 0, point: 4 }));
    let mesh = Mesh::new(points, [[0, 1, 1], [0, 1, 3]]).unwrap();
    assert_eq!((mesh.len(), mesh.degenerate()), (2, 1));
}
