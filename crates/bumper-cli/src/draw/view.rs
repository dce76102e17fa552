//! Views: projections of a scene onto the canvas.

use super::{Area, Picture};
use bumper::{Aabb, Vector, YAxis};
use bumper_scene::Sketch;
use std::fmt::Write;

/// The largest total width and height of all views, in pixels.
const MAX_WIDTH: f64 = 1040.0;
const MAX_HEIGHT: f64 = 640.0;

/// The margins of a view, which contain its tick labels and title. `x` is the left margin, `y` the top margin, `width` the sum of left and
/// right, `height` the sum of top and bottom.
const MARGIN: Area = Area { x: 52.0, y: 30.0, width: 70.0, height: 58.0 };

/// The layout of a view, as a tuple. First its title, the two scene axes that are horizontal and vertical in the view, and whether the
/// vertical axis points up. Then, in 3D, the scene axis along which the viewer looks, and 1 if it points to the viewer or −1 if it points
/// away. Finally the column and the row of the view in the picture.
type ViewSpec = (&'static str, [usize; 2], bool, Option<(usize, f64)>, [f64; 2]);

/// The views of a picture, and the size of the picture without the legend.
pub struct Layout {
    pub views: Vec<View>,
    pub width: f64,
    pub height: f64,
}

/// A view: the projection of the scene along one axis onto the canvas.
pub struct View {
    title: &'static str,
    /// The scene axes that are horizontal and vertical in the view.
    axes: [usize; 2],
    /// Whether the vertical axis points up.
    up: bool,
    /// In 3D, the scene axis along which the viewer looks, and 1 if it points to the viewer or −1 if it points away; `None` in 2D.
    pub towards: Option<(usize, f64)>,
    pub area: Area,
    /// The smallest (`low`) and the largest (`high`) visible coordinate on the horizontal and on the vertical axis of the view, in the
    /// scene.
    low: [f64; 2],
    high: [f64; 2],
    /// The number of pixels for four units of the scene. Coordinates are divided by four before they are subtracted, because their
    /// difference may overflow. Then they are multiplied by this number.
    quarter: f64,
}

impl Layout {
    pub fn new<const N: usize>(picture: &Picture<N>) -> Self {
        let bounds = picture.figures.iter().flat_map(|figure| figure.parts.iter().map(Sketch::bounds));
        let starts = picture.beams.iter().map(|beam| Aabb::point(beam.from));
        let backdrops = picture.backdrop.iter().map(|backdrop| backdrop.area());
        let bounds = bounds
            .chain(starts)
            .chain(backdrops)
            .reduce(|a, b| a.union(&b))
            .unwrap_or(Aabb::point(Vector::default()));
        let bounds = picture.frame.unwrap_or(bounds);
        let extent = Vector::<f64, N>(core::array::from_fn(|axis| {
            let extent = bounds.max()[axis] / 4.0 - bounds.min()[axis] / 4.0;
            // If no axis has an extent, show an extent of one unit.
            if extent > 1e-290 { extent } else { 0.0 }
        }));
        let largest = extent.0.into_iter().fold(0.0, f64::max);
        let largest = if largest > 0.0 { largest } else { 0.25 };
        // Add a margin around the scene. Enlarge a side that is much shorter than the others, so that there is room for ticks.
        let extent = extent.map(|c| (c * 1.12).max(largest * 0.16));
        let (right, down) =
            if N == 3 { (extent[0] + extent[2], extent[1] + extent[2]) } else { (extent[0], extent[1]) };
        let quarter = (MAX_WIDTH / right).min(MAX_HEIGHT / down);
        let up = picture.y == YAxis::Up;
        let view_specs: &[ViewSpec] = if N == 3 {
            // The three views look from above, from the side of large z, and from the side of large x. If y points down, "above" is the
            // side of small y.
            &[
                ("top: x, z", [0, 2], false, Some((1, if up { 1.0 } else { -1.0 })), [0.0, 0.0]),
                ("front: x, y", [0, 1], up, Some((2, 1.0)), [0.0, 1.0]),
                ("side: z, y", [2, 1], up, Some((0, 1.0)), [1.0, 1.0]),
            ]
        } else {
            &[("", [0, 1], up, None, [0.0, 0.0])]
        };
        let mut layout = Layout { views: Vec::new(), width: 0.0, height: 0.0 };
        for &(title, axes, up, towards, [column, row]) in view_specs {
            let size = axes.map(|axis| extent[axis] * quarter);
            let first = [
                extent[0] * quarter + MARGIN.width,
                if N == 3 { extent[2] * quarter + MARGIN.height } else { 0.0 },
            ];
            let area = Area {
                x: MARGIN.x + column * first[0],
                y: MARGIN.y + row * first[1],
                width: size[0],
                height: size[1],
            };
            let middle = axes.map(|axis| bounds.min()[axis] / 2.0 + bounds.max()[axis] / 2.0);
            let half_extent = axes.map(|axis| extent[axis] * 2.0);
            let low = [middle[0] - half_extent[0], middle[1] - half_extent[1]];
            let high = [middle[0] + half_extent[0], middle[1] + half_extent[1]];
            layout.views.push(View { title, axes, up, towards, area, low, high, quarter });
            layout.width = layout.width.max(area.x + area.width + MARGIN.width - MARGIN.x);
            layout.height = layout.height.max(area.y + area.height + MARGIN.height - MARGIN.y);
        }
        // The picture is at least as wide as the legend.
        layout.width = layout.width.max(super::legend::width(picture));
        layout
    }
}

impl View {
    /// The number of pixels per unit of the scene.
    pub fn scale(&self) -> f64 {
        self.quarter / 4.0
    }

    /// Converts a coordinate on the horizontal (`side` = 0) or vertical axis of the view to its distance in pixels from `low`, the smallest
    /// visible coordinate.
    fn along(&self, side: usize, value: f64) -> f64 {
        let pixels = (value / 4.0 - self.low[side] / 4.0) * self.quarter;
        // Clamp the distances of positions far outside of the canvas, where the exact position is not visible.
        if pixels.is_nan() { 0.0 } else { pixels.clamp(-1e6, 1e6) }
    }

    /// The position of a point on the canvas.
    pub fn place<const N: usize>(&self, point: &Vector<f64, N>) -> (f64, f64) {
        let across = self.along(0, point[self.axes[0]]);
        let along = self.along(1, point[self.axes[1]]);
        let y = if self.up { self.area.y + self.area.height - along } else { self.area.y + along };
        (self.area.x + across, y)
    }

    /// Converts a direction in the scene to a direction on the canvas, where y points down.
    pub fn direction<const N: usize>(&self, vector: &Vector<f64, N>) -> (f64, f64) {
        let x = vector[self.axes[0]];
        let y = vector[self.axes[1]];
        (x, if self.up { -y } else { y })
    }

    /// The rectangle on the canvas that an AABB covers.
    pub fn rectangle<const N: usize>(&self, shape: &Aabb<f64, N>) -> Area {
        let ((x0, y0), (x1, y1)) = (self.place(&shape.min()), self.place(&shape.max()));
        Area { x: x0.min(x1), y: y0.min(y1), width: (x1 - x0).abs(), height: (y1 - y0).abs() }
    }

    /// The part of a half-space that is visible in the view, or at most `border` pixels outside of it: a polygon on the canvas, clockwise on
    /// the screen. The half-space is given by a point of its plane and the normal. If the view looks at the plane, the half-space covers all
    /// of it.
    pub fn clipped<const N: usize>(
        &self,
        point: &Vector<f64, N>,
        normal: &Vector<f64, N>,
        border: f64,
    ) -> Vec<(f64, f64)> {
        let Area { x, y, width, height } = self.area;
        let [left, top] = [x - border, y - border];
        let [right, bottom] = [x + width + border, y + height + border];
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        if self.towards.is_some_and(|(axis, _)| normal[axis].abs() > 1e-6) {
            return corners.to_vec();
        }
        let origin = self.place(point);
        let (nx, ny) = self.direction(normal);
        let height = |(x, y): (f64, f64)| (x - origin.0) * nx + (y - origin.1) * ny;
        // Clips the rectangle by one line (I. E. Sutherland and G. W. Hodgman, 1974).
        let mut visible = Vec::new();
        for k in 0..4 {
            let [from, to] = [corners[k], corners[(k + 1) % 4]];
            let [above, next] = [height(from), height(to)];
            if above <= 0.0 {
                visible.push(from);
            }
            if (above <= 0.0) != (next <= 0.0) {
                let part = above / (above - next);
                visible.push((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
            }
        }
        visible
    }

    /// The bounding rectangle on the canvas of the part of a half-space that the view shows.
    pub fn clipped_area<const N: usize>(&self, point: &Vector<f64, N>, normal: &Vector<f64, N>) -> Area {
        let corners = self.clipped(point, normal, 0.0);
        let bounds = corners.into_iter().map(|(x, y)| Aabb::point(Vector([x, y]))).reduce(|a, b| a.union(&b));
        let bounds = bounds.unwrap_or(Aabb::point(Vector([self.area.x, self.area.y])));
        let size = bounds.max() - bounds.min();
        Area { x: bounds.min()[0], y: bounds.min()[1], width: size[0], height: size[1] }
    }

    /// Whether the view looks along this axis of the scene.
    pub fn is_view_axis(&self, axis: usize) -> bool {
        !self.axes.contains(&axis)
    }

    pub fn draw_grid(&self, out: &mut String) {
        let Area { x, y, width, height } = self.area;
        let _ = write!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#fbfcfd\"/>"
        );
        if !self.title.is_empty() {
            let _ =
                write!(out, "<text class=\"title\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y - 10.0, self.title);
        }
        let right = x + width;
        let bottom = y + height;
        for (pixels, label) in self.ticks(0) {
            let at = x + pixels;
            let _ = write!(
                out,
                "<path class=\"grid\" d=\"M{at:.1} {y:.1}V{bottom:.1}\"/><text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                bottom + 13.0
            );
        }
        for (pixels, label) in self.ticks(1) {
            let at = if self.up { bottom - pixels } else { y + pixels };
            let _ = write!(
                out,
                "<path class=\"grid\" d=\"M{x:.1} {at:.1}H{right:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                x - 5.0,
                at + 3.5
            );
        }
        // Draw an arrow along each axis of the view, with the name of the axis.
        let names = self.axes.map(|axis| ["x", "y", "z"][axis.min(2)]);
        let (start, end, sign) = if self.up { (bottom, y, 1.0) } else { (y, bottom, -1.0) };
        let _ = write!(
            out,
            "<path class=\"axis\" d=\"M{x:.1} {bottom:.1}H{right:.1}m-5 -3.5l5 3.5l-5 3.5M{x:.1} {start:.1}V{end:.1}m-3.5 {:.1}l3.5 {:.1}l3.5 {:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" >{}</text>",
            5.0 * sign,
            -5.0 * sign,
            5.0 * sign,
            right + 4.0,
            bottom + 3.5,
            names[0],
            x + 7.0,
            end + if self.up { 6.0 } else { 0.0 },
            names[1]
        );
    }

    /// The positions and labels of the ticks on the horizontal (`side` = 0) or vertical axis of the view. The distance between ticks is 1,
    /// 2 or 5 times a power of ten.
    fn ticks(&self, side: usize) -> Vec<(f64, String)> {
        let low = self.low[side];
        let high = self.high[side];
        let pixels = if side == 0 { self.area.width } else { self.area.height };
        let room = if side == 0 { 64.0 } else { 36.0 };
        // The difference of two coordinates may overflow, so subtract their quarters.
        let extent = high / 4.0 - low / 4.0;
        let rough = extent / (pixels / room).max(1.0) * 4.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|digit| digit * power)
            .find(|&step| step >= rough)
            .unwrap_or(rough);
        if !(step.is_finite() && step > 0.0) {
            return Vec::new();
        }
        let first = (low / step).ceil();
        let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        let tick = |i: u32| {
            let value = (first + f64::from(i)) * step + 0.0;
            let plain = value == 0.0 || (value.abs() < 1e7 && step >= 1e-6);
            let label = if plain { format!("{value:.decimals$}") } else { format!("{value:.1e}") };
            (value, label)
        };
        let ticks = (0..64)
            .map(tick)
            .take_while(|(value, _)| *value <= high)
            .map(|(value, label)| (self.along(side, value), label));
        // Leave out ticks that are too close to the previous one: far from zero, rounding may move two ticks to the same position. Also
        // leave out ticks near the end of the axis, where its name is written.
        let mut visible: Vec<(f64, String)> = Vec::new();
        for (at, label) in ticks {
            if visible.last().is_none_or(|(last, _)| at - last > room / 3.0)
                && at <= pixels - if side == 0 { 3.2 * label.len() as f64 } else { 1.0 }
            {
                visible.push((at, label));
            }
        }
        visible
    }
}
