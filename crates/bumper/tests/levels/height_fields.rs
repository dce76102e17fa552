//! Height fields.

use crate::brute_force::Face;
use crate::cases;
use crate::queries::{Found, Subject, placed, random_pose};
use bumper::scalar::{Real, Scalar};
use bumper::{HeightField, HeightFieldError, Shape};
use fastrand::Rng;

/// A random height field with holes, about 20 wide.
fn random_field<R: Real>(rng: &mut Rng, columns: usize, rows: usize) -> HeightField<R, 3> {
    let number = R::from_f64;
    let cell = [columns, rows].map(|count| number(20.0 / (count - 1) as f64));
    let roughness = 4.0 * rng.f64();
    let heights: Vec<R> = (0..columns * rows).map(|_| number(roughness * rng.f64())).collect();
    let origin = [-10.0 + rng.f64(), rng.f64(), -10.0].map(number);
    let mut field = HeightField::grid(origin, cell, columns, heights).unwrap();
    for _ in 0..columns * rows / 16 {
        field.set_hole(rng.usize(..columns - 1), rng.usize(..rows - 1), true).unwrap();
    }
    field
}

/// The triangles of a height field.
fn faces<R: Real>(field: &HeightField<R, 3>) -> Vec<Face> {
    let mut faces = Vec::new();
    for row in 0..field.rows() - 1 {
        for column in 0..field.columns() - 1 {
            for face in field.faces(column, row) {
                let Shape::Triangle(triangle) = face else { panic!("{face:?}") };
                faces.push(triangle.corners().map(|corner| corner.map(Scalar::to_f64)));
            }
        }
    }
    faces
}

fn check<R: Real>(rng: &mut Rng, size: [usize; 2], cases: usize, tolerance: f64, found: &mut Found) {
    let field = random_field::<R>(rng, size[0], size[1]);
    let subject =
        Subject { name: "height field", shape: Shape::from(&field), faces: faces(&field), tolerance };
    subject.check(rng, cases, found);
    let pose = random_pose::<R>(rng);
    let faces = placed(&subject.faces, &pose);
    let shape = subject.shape.placed(&pose);
    Subject { name: "placed height field", shape, faces, tolerance: 2.0 * tolerance }.check(
        rng,
        cases / 4,
        found,
    );
}

#[test]
fn queries_of_height_fields_are_those_of_their_triangles() {
    let (cases, mut rng) = cases(30, 57);
    let mut found = Found::default();
    for size in [[2, 2], [5, 2], [2, 5], [9, 9], [30, 21]] {
        check::<f64>(&mut rng, size, cases, 1e-7, &mut found);
        check::<f32>(&mut rng, size, cases, 2e-4, &mut found);
    }
    let all = 5 * 2 * cases;
    assert!(found.rays >= all && found.balls > all / 4 && found.overlaps > all / 4, "{found:?} of {all}");
}

/// After changes of rectangles, a height field equals one that is built with the same heights, also in its pyramid.
#[test]
fn changed_heights_give_the_same_field_as_new_ones() {
    let (cases, mut rng) = cases(200, 58);
    for _ in 0..cases {
        let size = [2 + rng.usize(..40), 2 + rng.usize(..40)];
        let mut field =
            HeightField::grid([0.0f32; 3], [1.0, 1.0], size[0], vec![0.0; size[0] * size[1]]).unwrap();
        for _ in 0..4 {
            let at = [rng.usize(..size[0]), rng.usize(..size[1])];
            let count = [1 + rng.usize(..size[0] - at[0]), 1 + rng.usize(..size[1] - at[1])];
            let heights: Vec<f32> = (0..count[0] * count[1]).map(|_| rng.f32()).collect();
            field.set_heights(at[0], at[1], count[0], &heights).unwrap();
        }
        let same = HeightField::grid([0.0f32; 3], [1.0, 1.0], size[0], field.heights().to_vec()).unwrap();
        assert!(field == same, "{size:?}");
    }
}

/// The height at a place is the point at which a vertical ray hits the surface.
#[test]
fn heights_are_those_of_vertical_rays() {
    let (cases, mut rng) = cases(2000, 59);
    let field = random_field::<f64>(&mut rng, 30, 21);
    let mut holes = 0;
    for _ in 0..cases {
        let at = [22.0 * (rng.f64() - 0.5), 50.0, 22.0 * (rng.f64() - 0.5)];
        let ray = bumper::Ray::new(at, [0.0, -1.0, 0.0]).unwrap();
        let hit = bumper::cast(&ray, &field);
        match (hit, field.height_at(at), field.normal_at(at)) {
            (Some(hit), Some(height), Some(normal)) => {
                assert!((hit.point.y() - height).abs() < 1e-9, "{hit:?} {height}");
                assert!((hit.normal - normal).length() < 1e-6, "{hit:?} {normal:?}");
            }
            (None, None, None) => holes += 1,
            other => panic!("{other:?} at {at:?}"),
        }
    }
    assert!(holes > cases / 50);
}

#[test]
fn bounds_of_height_fields_leave_out_holes() {
    let mut field = HeightField::line([0.0, 1.0], 2.0, [9.0, 0.0, 1.0, 7.0]).unwrap();
    let bounds =
        |field: &HeightField<f64, 2>| Shape::from(field).bounds().map(|aabb| [aabb.min(), aabb.max()]);
    assert_eq!(bounds(&field), Some([[0.0, 1.0].into(), [6.0, 10.0].into()]));
    field.set_hole(0, 0, true).unwrap();
    assert_eq!(bounds(&field), Some([[2.0, 1.0].into(), [6.0, 8.0].into()]));
    field.set_hole(1, 0, true).unwrap();
    field.set_hole(2, 0, true).unwrap();
    assert_eq!(bounds(&field), None);
}

#[test]
fn faults_of_height_fields_are_named() {
    use HeightFieldError::*;
    let grid = |cell, columns, heights: &[f32]| {
        HeightField::grid([0.0f32; 3], cell, columns, heights.iter().copied()).map(|_| ())
    };
    assert_eq!(grid([1.0; 2], 2, &[0.0; 3]), Err(TooFew));
    assert_eq!(grid([1.0; 2], 2, &[0.0; 5]), Err(Incomplete));
    assert_eq!(grid([1.0; 2], 0, &[]), Err(TooFew));
    assert_eq!(grid([1.0, 0.0], 2, &[0.0; 4]), Err(BadCell));
    assert_eq!(grid([1.0; 2], 2, &[0.0, 0.0, 0.0, f32::INFINITY]), Err(NotFinite { column: 1, row: 1 }));
    let mut field = HeightField::line([1e6f32, 0.0], 1.0, [0.0; 4]).unwrap();
    assert_eq!(field.set_heights(3, 0, 2, &[1.0, 1.0]), Err(Outside));
    assert_eq!(field.set_heights(2, 0, 2, &[1.0, f32::NAN]), Err(NotFinite { column: 3, row: 0 }));
    assert_eq!(field.heights(), [0.0; 4]);
    assert_eq!(field.set_hole(3, 0, true), Err(Outside));
    assert_eq!(field.translated([1e9, 0.0]), None);
}
