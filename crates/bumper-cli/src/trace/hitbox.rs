//! Converts the solid pixels of a frame to hitboxes.

use super::{BODY, Frame, Hitbox, Shape, Traced};
use bumper::{Aabb, Mask, MaskBuf, Region, Vector};
use clap::ValueEnum;
use indicatif::ProgressBar;
use rayon::prelude::*;

/// The kinds of hitboxes that sprites are traced to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A small number of boxes that cover the solid pixels, exactly or within the tolerance
    Boxes,
    /// Polygons that deviate from the outlines of the solid pixels by at most the tolerance
    Polygons,
    /// Convex polygons with a limited number of corners, into which the outlines of the solid pixels are split
    Convex,
    /// A circle that misses and adds few pixels, found by a local search
    Circle,
    /// A capsule that misses and adds few pixels, found by a local search
    Capsule,
    /// The box that misses and adds the fewest pixels (above 128x128 pixels found by a local search)
    Box,
    /// The pixels themselves
    Mask,
}

/// The options of tracing.
#[derive(Clone, Copy)]
pub struct TraceSettings {
    pub kind: Kind,
    pub tolerance: f64,
    pub corners: usize,
    pub alpha: u8,
    pub anchor: Anchor,
}

/// The position of the anchor of a sprite, used if its file does not specify one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Anchor {
    TopLeft,
    Top,
    Center,
    /// The bottom center, where the feet of a character are
    Bottom,
    BottomLeft,
}

impl Anchor {
    fn place(self, [w, h]: [u16; 2]) -> [f64; 2] {
        let [x, y] = match self {
            Anchor::TopLeft => [0.0, 0.0],
            Anchor::Top => [0.5, 0.0],
            Anchor::Center => [0.5, 0.5],
            Anchor::Bottom => [0.5, 1.0],
            Anchor::BottomLeft => [0.0, 1.0],
        };
        [x * f64::from(w), y * f64::from(h)]
    }
}

impl TraceSettings {
    /// Creates all hitboxes of a frame. Layers without a solid pixel get no hitbox. `bar` shows the progress of slow computations.
    pub fn trace(&self, frame: Frame, bar: &ProgressBar) -> Traced {
        let body = [(BODY.to_string(), &frame.picture)];
        let layers = frame.layers.iter().map(|(name, picture)| (name.clone(), picture));
        let mut full = false;
        let drawn = body.into_iter().chain(layers).map(|(kind, picture)| {
            let mask = picture.mask(self.alpha);
            let [w, h] = picture.size().map(u32::from);
            full |= kind == BODY && mask.as_mask().count() == w * h;
            let shapes = self.shapes(&mask.as_mask(), bar);
            let [missed, added] = errors(&mask.as_mask(), &shapes);
            Hitbox { kind, shapes, missed, added }
        });
        let mut hitboxes: Vec<_> = drawn.filter(|hitbox| !hitbox.shapes.is_empty()).collect();
        for (kind, area) in &frame.slices {
            let shape = Shape::Box(*area);
            // In a table, a frame has only one hitbox of each name and type of shape. So slices with the same name form one hitbox.
            let is_same = |hitbox: &&mut Hitbox| {
                hitbox.kind == *kind && matches!(hitbox.shapes.first(), Some(Shape::Box(_)))
            };
            match hitboxes.iter_mut().find(is_same) {
                Some(hitbox) => hitbox.shapes.push(shape),
                None => {
                    hitboxes.push(Hitbox { kind: kind.clone(), shapes: vec![shape], missed: 0, added: 0 })
                }
            }
        }
        let anchor = frame.anchor.unwrap_or(self.anchor.place(frame.picture.size()));
        Traced { name: frame.name, picture: frame.picture, hitboxes, source: frame.source, anchor, full }
    }

    fn shapes(&self, mask: &Mask, bar: &ProgressBar) -> Vec<Shape> {
        let one = |shape: Option<Shape>| shape.into_iter().collect();
        match self.kind {
            Kind::Boxes => self.boxes(mask, bar),
            Kind::Polygons => self.polygons(mask, bar, |part| part.polygons(self.tolerance)),
            Kind::Convex => {
                self.polygons(mask, bar, |part| part.convex_polygons(self.tolerance, self.corners))
            }
            Kind::Box => one(mask.best_box().map(Shape::Box)),
            // Round to 1/256 of a pixel: more digits would only make the output longer.
            Kind::Circle => one(mask.best_circle().map(|circle| Shape::Circle {
                center: circle.center().0.map(rounded),
                radius: rounded(circle.radius()),
            })),
            Kind::Capsule => one(mask.best_capsule().map(|capsule| Shape::Capsule {
                from: capsule.spine().from().0.map(rounded),
                to: capsule.spine().to().0.map(rounded),
                radius: rounded(capsule.radius()),
            })),
            Kind::Mask if mask.is_empty() => Vec::new(),
            Kind::Mask => vec![Shape::Mask(mask.to_buf())],
        }
    }

    /// Returns boxes that cover the solid pixels of the mask within the tolerance. They are sorted by their upper edge, then by their left
    /// edge.
    fn boxes(&self, mask: &Mask, bar: &ProgressBar) -> Vec<Shape> {
        let tolerance = self.tolerance as u16;
        let mut boxes = part_by_part(mask.box_parts(tolerance), bar, |part, at| {
            let at = Vector(at.map(i32::from));
            let boxes = part.boxes_within(tolerance).into_iter();
            boxes.map(|area| Aabb::new(area.min() + at, area.max() + at)).collect()
        });
        boxes.sort_by_key(|area| {
            let ([left, top], [right, bottom]) = (area.min().0, area.max().0);
            [top, left, bottom, right]
        });
        boxes.into_iter().map(Shape::Box).collect()
    }

    /// Calls `trace` with each connected part of the mask, and returns all polygons that it traces, in the order of the parts.
    fn polygons(
        &self,
        mask: &Mask,
        bar: &ProgressBar,
        trace: impl Fn(&Mask) -> Vec<Vec<Vector<f64, 2>>> + Sync,
    ) -> Vec<Shape> {
        let parts = mask.filled(2.0 * self.tolerance).as_mask().parts(false);
        part_by_part(parts, bar, |part, at| {
            let at = Vector(at.map(f64::from));
            let placed =
                |corners: Vec<Vector<f64, 2>>| corners.into_iter().map(|corner| (corner + at).0).collect();
            trace(part).into_iter().map(placed).map(Shape::Polygon).collect()
        })
    }
}

/// Applies a function to the parts of a mask in parallel, and returns the results in the order of the parts.
fn part_by_part<T: Send>(
    parts: Vec<(MaskBuf, [u16; 2])>,
    bar: &ProgressBar,
    find: impl Fn(&Mask, [u16; 2]) -> Vec<T> + Sync,
) -> Vec<T> {
    bar.inc_length(parts.len() as u64);
    // The progress bar estimates the remaining time from the work so far. That was different work, such as decoding files, so let the
    // estimate begin anew.
    bar.reset_eta();
    let found = parts.into_par_iter().map(|(part, at)| {
        let found = find(&part.as_mask(), at);
        bar.inc(1);
        found
    });
    found.collect::<Vec<_>>().into_iter().flatten().collect()
}

fn rounded(c: f64) -> f64 {
    (c * 256.0).round() / 256.0
}

/// Compares shapes with the mask that they were traced from. Returns the number of solid pixels whose center is outside of all shapes, and
/// the number of other pixels whose center is inside of a shape.
fn errors(mask: &Mask, shapes: &[Shape]) -> [u32; 2] {
    let mut drawn = MaskBuf::new(mask.size());
    for shape in shapes {
        match shape {
            Shape::Box(area) => drawn.fill(area, true),
            Shape::Mask(mask) => drawn.draw(&mask.as_mask(), [0, 0]),
            Shape::Polygon(corners) => {
                // Traced polygons do not intersect themselves, so `Region::new` does not fail.
                if let Ok(region) = Region::new(corners.iter().copied()) {
                    drawn.draw_shape(&region);
                }
            }
            Shape::Circle { center, radius } => return mask.errors(bumper::Ball::new(*center, *radius)),
            Shape::Capsule { from, to, radius } => {
                return mask.errors(bumper::Capsule::new(*from, *to, *radius));
            }
        }
    }
    let common = mask.overlap_area(&drawn.as_mask(), [0, 0]);
    [mask.count() - common, drawn.as_mask().count() - common]
}
