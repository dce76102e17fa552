//! The parts of bodies at their current poses, and the replacement of masks by boxes.

use crate::model::{Object, Part, Scene};
use crate::moves::Motion;
use crate::number::Number;
use bumper::scalar::Real;
use bumper::{Aabb, OrientedBox, Pose, Region, Shape, Sprite, Vector, YAxis};

/// Moves a part of a body to its current position. `part` is the part at the start of the run; `pose` is the motion of the body since then.
pub(super) fn placed<R: Real + Number>(part: &Part<R, 2>, pose: &Pose<R, 2>) -> Part<R, 2> {
    match part {
        Part::Polygon(region) => {
            let corners = region.corners().iter().map(|corner| pose.apply(*corner));
            // Rounding can make a moved polygon invalid, for example self-intersecting. That happens only to tiny polygons, so replace it
            // by a point.
            let first = region.corners().first().map_or(Vector::ZERO, |corner| pose.apply(*corner));
            Region::new(corners)
                .map_or_else(|_| Shape::Point(first).into(), |region| Part::Polygon(Box::new(region)))
        }
        // `plain` returns a shape that borrows nothing. It returns `None` for polygons, masks, hulls, meshes and height fields. Polygons are
        // handled above, and masks have been replaced by boxes. Hulls and meshes exist only in 3D, and bodies with height fields are static.
        other => other.plain().map_or_else(|| part.clone(), |shape| turned(shape, pose).into()),
    }
}

fn turned<R: Real + Number>(shape: Shape<'static, R, 2>, pose: &Pose<R, 2>) -> Shape<'static, R, 2> {
    use bumper::{Ball, Capsule, Ellipse, HalfSpace, Segment, SquaredBall, Triangle};
    let at = |point: Vector<R, 2>| pose.apply(point);
    match shape {
        Shape::Point(point) => Shape::Point(at(point)),
        Shape::Ball(ball) => Ball::new(at(ball.center()), ball.radius()).into(),
        Shape::SquaredBall(ball) => SquaredBall::new(at(ball.center()), ball.radius_squared()).into(),
        Shape::Segment(segment) => Segment::new(at(segment.from()), at(segment.to())).into(),
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(at);
            Triangle::new(a, b, c).into()
        }
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            Capsule::new(at(spine.from()), at(spine.to()), capsule.radius()).into()
        }
        Shape::Aabb(aabb) => {
            let half = (aabb.max() - aabb.min()).map(|c| c * R::HALF);
            OrientedBox::new(at(aabb.min() + half), half, pose.rotation).into()
        }
        Shape::OrientedBox(shape) => {
            OrientedBox::new(at(shape.center()), shape.half_size(), shape.rotation().then(&pose.rotation))
                .into()
        }
        Shape::Ellipse(shape) => {
            Ellipse::new(at(shape.center()), shape.half_size(), shape.rotation().then(&pose.rotation)).into()
        }
        Shape::HalfSpace(of) => {
            HalfSpace::new(at(of.point()), pose.rotation.apply(of.normal())).map_or(shape, Shape::from)
        }
        // These shapes do not occur. Some of them borrow from the part, so `Part::plain` does not return them. The others exist only in 3D.
        Shape::Polygon(_) | Shape::Region(_) | Shape::Group(_) | Shape::Mask(_) => shape,
        Shape::Mesh(_) | Shape::HeightField(_) => shape,
        Shape::Hull(_) | Shape::Cylinder(_) | Shape::OrientedCylinder(_) => shape,
        Shape::Compound(_) | Shape::Placed(..) => shape,
    }
}

/// Which masks [`replace_masks`] replaces.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Masks {
    All,
    OfBodies,
}

/// Replaces masks by boxes, because the masks of bodies cannot be rotated.
pub(crate) fn replace_masks<S: Number, const N: usize>(scene: &mut Scene<S, N>, masks: Masks) {
    let is_masked = |object: &Object<S, N>, parts: &[Part<S, N>]| {
        (masks == Masks::All || matches!(object.motion, Motion::Body(_)))
            && parts[object.parts.clone()].iter().any(|part| matches!(part, Part::Mask(_)))
    };
    if !scene.objects.iter().any(|object| is_masked(object, &scene.parts)) {
        return;
    }
    let old = core::mem::take(&mut scene.parts);
    for object in &mut scene.objects {
        let first = scene.parts.len();
        let replaces_masks = is_masked(object, &old);
        for part in &old[object.parts.clone()] {
            match part {
                Part::Mask(pixels) if replaces_masks => {
                    let sprite = Sprite::try_new(pixels.mask.as_mask(), pixels.min, pixels.pixel);
                    let flip = pixels.y == YAxis::Up;
                    scene.parts.extend(sprite.iter().flat_map(|sprite| boxes(sprite, flip)));
                }
                part => scene.parts.push(part.clone()),
            }
        }
        object.parts = first..scene.parts.len();
    }
}

/// The boxes that cover the solid pixels of a mask.
fn boxes<S: Number, const N: usize>(sprite: &Sprite<'_, S, N>, flip: bool) -> Vec<Part<S, N>> {
    let height = i32::from(sprite.mask().size()[1]);
    let corner = |[x, y]: [i32; 2]| {
        let mut at = sprite.aabb().min();
        for (axis, steps) in [x, y].into_iter().enumerate().take(N) {
            at[axis] = at[axis].stepped(sprite.pixel(), steps);
        }
        at
    };
    let strips = sprite.mask().strips().into_iter().map(|strip| {
        let mut low = strip.min().0;
        let mut high = strip.max().0;
        if flip {
            (low[1], high[1]) = (height - high[1], height - low[1]);
        }
        Part::Aabb(Aabb::new(corner(low), corner(high)))
    });
    strips.collect()
}
