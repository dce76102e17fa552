//! The faces of one-sided meshes ([`Mesh::one_sided`](crate::Mesh::one_sided)) in queries of moving shapes: which side of a face a motion
//! meets, and on which side of a face a shape is.

#[cfg(feature = "alloc")]
use super::contact::faces::contact_of_faces;
use crate::Vector;
use crate::narrow::{self, Accuracy};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, ShapeView};
#[cfg(feature = "alloc")]
use core::cell::Cell;

/// Whether a motion runs against the front of a face: whether the dot product of the motion and the normal of the face is negative.
/// `motion` is that of the other shape relative to the mesh.
pub(super) fn meets_front<R: Real, const N: usize>(motion: Vector<R, N>, face: &Convex<'_, R, N>) -> bool {
    let [_, normal] = plane_of(face);
    motion.map(Scalar::to_f64).dot(normal) < 0.0
}

/// The condition for faces whose front a motion meets, see [`Search::counts_face`](crate::composite::Search::counts_face). `step` is the
/// displacement of the second operand relative to the first.
pub(super) fn fronts_against<S: Scalar, R: Real, const N: usize>(
    step: Vector<R, N>,
) -> impl Fn(&Convex<'_, R, N>, &ShapeView<'_, S, R, N>, bool) -> bool + Copy {
    move |face, _, first| meets_front(if first { step } else { -step }, face)
}

/// The first corner of a face and its normal, which points to the front and has any length; zero for a shape that is no triangle. Computed
/// in `f64`, because in `f32` the products of two short edges may be zero.
fn plane_of<R: Real, const N: usize>(face: &Convex<'_, R, N>) -> [Vector<f64, N>; 2] {
    let Core::Triangle(corners) = &face.core else { return [Vector::ZERO; 2] };
    let [a, b, c] = corners.map(|corner| corner.map(Scalar::to_f64));
    [a, (b - a).resized::<3>().cross((c - a).resized()).resized()]
}

/// A convex part of a moving shape at its start, beside the faces of one-sided meshes.
pub(crate) struct PassingPart<'s, 'a, const N: usize> {
    part: &'s Convex<'a, f64, N>,
    /// A bound of the error of the separation of two shapes, as a fraction of their size.
    error: f64,
}

impl<'s, 'a, const N: usize> PassingPart<'s, 'a, N> {
    /// The part of a shape whose coordinates have the scalar `S`.
    pub(crate) fn new<S: Scalar>(part: &'s Convex<'a, f64, N>) -> Self {
        let own = if part.core.is_curved() { CURVED_ERROR } else { STRAIGHT_ERROR };
        Self { part, error: own.max(S::Real::EPSILON.to_f64()) }
    }

    /// Whether the part is in front of the plane of a face: whether no point of it is behind the plane by more than the rounding error.
    pub(crate) fn is_in_front(&self, face: &Convex<'_, f64, N>) -> bool {
        let [corner, normal] = plane_of(face);
        let Some(normal) = normal.normalized() else { return true };
        let part = self.part;
        let depth = (corner - part.core.support(-normal)).dot(normal) + part.radius;
        // The result is true if the depth is NaN, as for infinite shapes.
        !(depth > self.tolerance(face))
    }

    /// Whether the part passes a face of a mesh and the surface around it: whether it reaches behind the plane of the face, and overlaps
    /// the face or another one behind which it reaches and whose front looks the same way. Otherwise, a shape that moves along a wall while
    /// the wall cuts it would be stopped at the next face. `mesh` is the mesh, or the compound that contains it.
    pub(super) fn is_passing<S: Scalar>(
        &self,
        face: &Convex<'_, f64, N>,
        mesh: &ShapeView<'_, S, f64, N>,
    ) -> bool {
        if self.is_in_front(face) {
            return false;
        }
        if self.overlaps(face) {
            return true;
        }
        #[cfg(feature = "alloc")]
        {
            let [_, normal] = plane_of(face);
            let is_passed = Cell::new(false);
            // The search serves only to list the faces near the part: it calls the condition for each of them, and the condition accepts
            // none.
            let note = |other: &Convex<'_, f64, N>, _: &ShapeView<'_, S, f64, N>, _: bool| {
                let passes = || {
                    plane_of(other)[1].dot(normal) > 0.0 && !self.is_in_front(other) && self.overlaps(other)
                };
                is_passed.set(is_passed.get() || passes());
                false
            };
            contact_of_faces([mesh, &ShapeView::Convex(*self.part)], 0.0, &note);
            is_passed.get()
        }
        #[cfg(not(feature = "alloc"))]
        {
            let _ = mesh;
            false
        }
    }

    /// Whether the part overlaps a face by more than the rounding error.
    fn overlaps(&self, face: &Convex<'_, f64, N>) -> bool {
        narrow::separation(self.part, face, f64::INFINITY, Accuracy::Length)
            .is_some_and(|found| found.length < -self.tolerance(face))
    }

    /// The largest depth in a face that rounding may cause.
    fn tolerance(&self, face: &Convex<'_, f64, N>) -> f64 {
        (self.part.magnitude() + face.magnitude()) * self.error * PASSING_ERROR
    }
}

/// The errors of computed separations, as fractions of the size of the shapes: of shapes with straight edges, and with a curved rim.
const STRAIGHT_ERROR: f64 = 1e-10;
const CURVED_ERROR: f64 = 1e-6;

/// The depth up to which a shape counts as being in front of a face, in errors of the separation. A mover that stops at a face may
/// be inside it by a few errors.
const PASSING_ERROR: f64 = 8.0;
