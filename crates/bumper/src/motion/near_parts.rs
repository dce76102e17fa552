//! The parts of compounds near a mover. They are found once for all queries of a step, because a compound that borrows its parts stores no
//! bounding volume hierarchy: each query of the whole compound would visit every part.

use super::obstacles::{inflated, is_outside, largest_coordinate};
use super::tolerance::AABB_ERROR;
#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::composite::box_aabb;
use crate::scalar::{Real, Scalar};
use crate::view::{Parts, ShapeView, in_real};
use crate::{Aabb, Pose, Relate, Shape, Vector};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

/// The largest number of parts without a heap. If there are more near the mover, queries visit the whole compound. It is small, because
/// small machines have little stack.
#[cfg(not(feature = "alloc"))]
const CAPACITY: usize = 32;

/// The parts near a mover of several compounds, one compound after the other.
pub(super) struct NearParts<'a, S: Scalar, const N: usize> {
    #[cfg(feature = "alloc")]
    parts: Vec<Shape<'a, S, N>>,
    /// The index of each part in its compound, as hits report it.
    #[cfg(feature = "alloc")]
    indices: Vec<u32>,
    /// `None` until a part is found, because most movers meet no compound, and writing the whole array takes time.
    #[cfg(not(feature = "alloc"))]
    parts: Option<[Shape<'a, S, N>; CAPACITY]>,
    #[cfg(not(feature = "alloc"))]
    indices: [u32; CAPACITY],
    #[cfg(not(feature = "alloc"))]
    count: usize,
}

/// Some of the parts of one compound near a mover.
#[derive(Clone, Copy)]
pub(super) struct NearList<'p, 'a, S: Scalar, const N: usize> {
    pub(super) shapes: &'p [Shape<'a, S, N>],
    /// The index of each part in the compound, as hits report it.
    pub(super) indices: &'p [u32],
}

#[cfg(feature = "alloc")]
impl<'a, S: Scalar, const N: usize> NearParts<'a, S, N> {
    pub(super) const fn new() -> Self {
        Self { parts: Vec::new(), indices: Vec::new() }
    }

    /// All parts.
    fn all(&self) -> NearList<'_, 'a, S, N> {
        NearList { shapes: &self.parts, indices: &self.indices }
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.parts.truncate(count);
        self.indices.truncate(count);
    }

    /// Adds a part and its index. Returns false if there is no room for it.
    fn push(&mut self, part: Shape<'a, S, N>, index: u32) -> bool {
        self.parts.push(part);
        self.indices.push(index);
        true
    }
}

#[cfg(not(feature = "alloc"))]
impl<'a, S: Scalar, const N: usize> NearParts<'a, S, N> {
    pub(super) const fn new() -> Self {
        Self { parts: None, indices: [0; CAPACITY], count: 0 }
    }

    /// All parts.
    fn all(&self) -> NearList<'_, 'a, S, N> {
        let shapes = self.parts.as_ref().map_or(&[][..], |parts| &parts[..self.count]);
        NearList { shapes, indices: &self.indices[..shapes.len()] }
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.count = count;
    }

    /// Adds a part and its index. Returns false if there is no room for it.
    fn push(&mut self, part: Shape<'a, S, N>, index: u32) -> bool {
        let parts = self.parts.get_or_insert([part; CAPACITY]);
        let Some(free) = parts.get_mut(self.count) else { return false };
        *free = part;
        self.indices[self.count] = index;
        self.count += 1;
        true
    }
}

impl<'a, S: Scalar, const N: usize> NearParts<'a, S, N> {
    /// Some of the parts, given by a range that [`add`](Self::add) has returned.
    pub(super) fn list(&self, range: Range<usize>) -> NearList<'_, 'a, S, N> {
        let NearList { shapes, indices } = self.all();
        NearList { shapes: &shapes[range.clone()], indices: &indices[range] }
    }

    /// Adds the parts of a compound that may touch a region. Returns their indices. `None` if the shape is no compound, or if there is no
    /// room for all of these parts.
    #[inline]
    pub(super) fn add(&mut self, shape: &Shape<'a, S, N>, region: &Aabb<f64, N>) -> Option<Range<usize>> {
        let list = list_of(shape)?;
        self.add_list(&list, pose_of(shape), region)
    }

    /// Replaces all parts by the parts that may touch a region, if the shape is a compound that borrows its parts. Queries of other
    /// compounds use their bounding volume hierarchies. `None` as for [`add`](Self::add).
    #[inline]
    pub(super) fn replace(
        &mut self,
        shape: &Shape<'a, S, N>,
        region: &Aabb<f64, N>,
    ) -> Option<NearList<'_, 'a, S, N>> {
        let list = list_of(shape).filter(|list| matches!(list, ShapeView::Parts(Parts::Compound(..), _)))?;
        self.truncate(0);
        let range = self.add_list(&list, pose_of(shape), region)?;
        Some(self.list(range))
    }

    #[cold]
    fn add_list(
        &mut self,
        list: &ShapeView<'a, S, f64, N>,
        pose: Option<Pose<S, N>>,
        region: &Aabb<f64, N>,
    ) -> Option<Range<usize>> {
        let error = largest_coordinate(region) * S::Real::EPSILON.to_f64() * AABB_ERROR;
        // The region in the local space of the compound, the coordinates of its parts.
        let identity = Pose::at(Vector::ZERO);
        let inverse = pose.map(|pose| identity.relative_to(&in_real(&pose)));
        let region = box_aabb(&inflated(region, error), inverse.as_ref());
        let start = self.all().shapes.len();
        let mut has_room = true;
        let mut push = |part, index| has_room = has_room && self.push(part, index);
        each_part_near(list, None, &region, &mut push);
        if !has_room {
            self.truncate(start);
        }
        has_room.then(|| start..self.all().shapes.len())
    }
}

/// Calls `query` with a compound that has the pose of `shape` and only the given parts.
pub(super) fn with_parts<S: Scalar, const N: usize, O>(
    shape: &Shape<'_, S, N>,
    parts: &[Shape<'_, S, N>],
    query: impl FnOnce(Shape<'_, S, N>) -> O,
) -> O {
    let list = Shape::Compound(parts);
    match pose_of(shape) {
        Some(pose) => query(Shape::Placed(&list, pose)),
        None => query(list),
    }
}

/// The pose that is applied to the parts of a compound.
fn pose_of<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<Pose<S, N>> {
    if let Shape::Placed(_, pose) = shape {
        return Some(*pose);
    }
    #[cfg(feature = "alloc")]
    if let Shape::Group(group) = shape {
        return group.pose().copied();
    }
    None
}

/// A compound or mesh as a list of parts in local space: without its [pose](pose_of). `None` for other shapes, and for a list in several
/// nested poses. Also `None` for a placed shape with parts in a group, such as a region, mask or mesh, whose hits report its own parts.
fn list_of<'a, S: Scalar, const N: usize>(shape: &Shape<'a, S, N>) -> Option<ShapeView<'a, S, f64, N>> {
    if let Shape::Placed(inner, _) = shape {
        return unplaced_list(inner);
    }
    #[cfg(feature = "alloc")]
    if let Shape::Group(group) = shape {
        let is_nested = |part: &crate::ShapeBuf<S, N>| AsShape::as_shape(part).is_composite();
        let hides_parts = group.is_placed_shape() && group.parts().iter().any(is_nested);
        return (!hides_parts).then_some(ShapeView::Parts(Parts::Group(group), None));
    }
    unplaced_list(shape)
}

/// A compound or mesh without a pose as a list of parts. `None` for other shapes, and for a one-sided mesh: its triangles alone would be
/// solid from both sides.
fn unplaced_list<'a, S: Scalar, const N: usize>(shape: &Shape<'a, S, N>) -> Option<ShapeView<'a, S, f64, N>> {
    match shape {
        Shape::Compound(parts) => Some(ShapeView::Parts(Parts::Compound(parts), None)),
        #[cfg(feature = "alloc")]
        Shape::Group(group) => group.pose().is_none().then_some(ShapeView::Parts(Parts::Group(group), None)),
        #[cfg(feature = "alloc")]
        Shape::Mesh(mesh) => (!mesh.is_one_sided()).then_some(ShapeView::Parts(Parts::Mesh(mesh), None)),
        #[cfg(feature = "alloc")]
        Shape::HeightField(field) => Some(ShapeView::Parts(Parts::HeightField(field), None)),
        // A region and a mask are tested as a whole.
        #[cfg(feature = "alloc")]
        Shape::Region(_) => None,
        Shape::Mask(_) | Shape::Placed(..) => None,
        Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) => None,
        Shape::Cylinder(_) | Shape::Segment(_) | Shape::Triangle(_) | Shape::Capsule(_) => None,
        Shape::OrientedBox(_) | Shape::OrientedCylinder(_) | Shape::Ellipse(_) => None,
        Shape::Polygon(_) | Shape::Hull(_) | Shape::HalfSpace(_) => None,
    }
}

/// Calls `each` with the parts of a list that may touch a region, and their indices as hits report them. The parts of a compound in the list
/// are passed one by one, unless the compound has a pose; all of them have the index of the compound. `outer` is the index of the list, if it
/// is a part itself.
fn each_part_near<'a, S: Scalar, const N: usize>(
    list: &ShapeView<'a, S, f64, N>,
    outer: Option<u32>,
    region: &Aabb<f64, N>,
    each: &mut dyn FnMut(Shape<'a, S, N>, u32),
) {
    let may_touch = |aabb: &Aabb<f64, N>| aabb.intersects(region);
    let mut visit = |index: usize, part: &Shape<'a, S, N>| match unplaced_list(part) {
        Some(parts) => each_part_near(&parts, list.part_index(outer, index), region, each),
        None if list.bounds_at(index).is_some_and(|bounds| may_touch(&bounds)) => {
            each(*part, list.part_index(outer, index).unwrap_or(0));
        }
        None => (),
    };
    if let ShapeView::Parts(Parts::Compound(parts), _) = list {
        // Boxes are tested here, because they are frequent, and a long list of them is visited in every step.
        let is_far = |part: &Shape<'a, S, N>| matches!(part, Shape::Aabb(aabb) if is_outside(aabb, region));
        return parts
            .iter()
            .enumerate()
            .filter(|(_, part)| !is_far(part))
            .for_each(|(k, part)| visit(k, part));
    }
    let _ = list.each_part_near(region, &mut |index| {
        if let Some(part) = list.shape_at(index) {
            visit(index, &part);
        }
        ControlFlow::Continue(())
    });
}
