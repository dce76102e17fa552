//! Converts sprites to hitboxes, for the figures of the handbook.

use crate::json::{Json, row, rows};
use crate::{Answer, wrong};
use bumper::{Aabb, MaskBuf, Region, Shape, Vector};

/// Computes several kinds of hitboxes of a mask, which is given as rows of text. First, boxes: each pixel that they miss is at most `boxes`
/// columns and rows away from a box, and each pixel that they add is as close to a solid pixel. Then convex polygons with at most `corners`
/// corners, and outlines; both are at most `tolerance` pixels away from the outline of the mask. Finally, a circle that misses and adds few
/// pixels. For boxes and convex polygons, the answer has the numbers of missed and added pixels. It also has the number of solid pixels and
/// the size of the mask.
pub fn trace(text: &str, tolerance: f64, corners: usize, boxes: u16) -> Answer {
    let Some(mask) = MaskBuf::from_rows(text.lines()) else {
        return wrong("a mask has at most 65535 rows and columns");
    };
    let mask = mask.as_mask();
    if mask.is_empty() {
        return wrong("the picture has no solid pixel");
    }
    let mut area = Json::list();
    let mut cover = Vec::new();
    for found in if boxes == 0 { mask.boxes() } else { mask.boxes_within(boxes) } {
        let [low, high] = [found.min(), found.max()].map(|corner| corner.map(f64::from));
        area.push(row(&[low[0], low[1], high[0], high[1]]));
        cover.push(Shape::from(Aabb::new(low, high)));
    }
    let missed = |shapes: &[Shape<'_, f64, 2>]| {
        let [misses, adds] = mask.errors(Shape::Compound(shapes));
        row(&[misses.into(), adds.into()])
    };
    let traced = Json::object().json("box_errors", missed(&cover)).json("boxes", area);
    let convex = mask.convex_polygons(tolerance, corners.max(3));
    let regions: Vec<_> =
        convex.iter().filter_map(|corners| Region::new(corners.iter().copied()).ok()).collect();
    let shapes: Vec<_> = regions.iter().map(Shape::Region).collect();
    let traced = traced.json("convex_errors", missed(&shapes)).json("convex", lists(&convex));
    let traced = traced.json("outlines", lists(&mask.polygons(tolerance)));
    let circle =
        mask.best_circle().map_or([0.0; 3], |ball| [ball.center()[0], ball.center()[1], ball.radius()]);
    let [width, height] = mask.size();
    let traced = traced.numbers("circle", &circle).number("pixels", mask.count().into());
    Ok(traced.numbers("size", &[width.into(), height.into()]))
}

fn lists(polygons: &[Vec<Vector<f64, 2>>]) -> Json {
    let mut list = Json::list();
    for polygon in polygons {
        list.push(rows(polygon.iter().map(|corner| corner.0.as_slice())));
    }
    list
}
