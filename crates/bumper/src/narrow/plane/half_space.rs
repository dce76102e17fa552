//! The contact manifold in 2D of a half-space and a shape with corners.

use super::face::{ClipSettings, FacingEdge, clip_edges};
use super::polygon_view::PolygonView;
use crate::Vector;
use crate::narrow::manifold::Contact;
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::view::{Convex, HalfSpaceCore};

/// The contact of a half-space and a shape with corners, given their separation. The reference edge is a part of the line of the half-space
/// that is longer than the other shape, so nothing of the incident edge is cut off. `shapes` are both shapes in the order of the contact;
/// `is_second` says which of them is the half-space. `None` for a curved shape, and if rounding leaves no contact point.
pub(crate) fn contact_of_half_space<R: Real, const N: usize>(
    half_space: &HalfSpaceCore<R, N>,
    shapes: [&Convex<'_, R, N>; 2],
    is_second: bool,
    separation: &Separation<R, N>,
) -> Option<Contact<R, N>> {
    let other = shapes[usize::from(!is_second)];
    let middle = other.core.middle();
    let view = PolygonView::new(&other.core, middle);
    let polygon = view.as_dyn()?;
    let outwards = Vector(xy(half_space.normal));
    let incident = FacingEdge::new(polygon, -outwards);
    let size = polygon.magnitude();
    // In coordinates relative to the middle of the other shape.
    let projected = -outwards.scaled(half_space.height(middle));
    let tangent = Vector([-outwards[1], outwards[0]]).scaled(size + size);
    let ends = [projected - tangent, projected + tangent];
    let reference = FacingEdge { ends, corners: [0, 0], length: tangent.length() * R::TWO };
    let faces = if is_second { [incident, reference] } else { [reference, incident] };
    let radii = [shapes[0].radius, shapes[1].radius];
    let tolerance = rounding_error(size + projected.length());
    let settings =
        ClipSettings { radii, tolerance, collinear_tolerance: tolerance, origin: Vector(xy(middle)) };
    let core = separation.length + (radii[0] + radii[1]);
    let contact: Contact<R, N> = clip_edges(&faces, core, Vector(xy(separation.normal)), &settings)?;
    Some(contact.within(tolerance))
}
