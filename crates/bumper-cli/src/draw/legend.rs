//! Draws the legend, which is a strip below the views.

use super::{Picture, label};
use bumper::Relation;
use std::fmt::Write;

pub const HEIGHT: f64 = 44.0;

/// The width that the legend needs, in pixels. The picture is at least that wide.
pub fn width<const N: usize>(picture: &Picture<N>) -> f64 {
    if picture.frame.is_some() {
        return 350.0;
    }
    let beams = if picture.beams.is_empty() { 0.0 } else { 150.0 };
    let ghosts = if picture.ghosts.is_empty() { 0.0 } else { 220.0 };
    790.0 + beams + ghosts
}

pub fn draw<const N: usize>(out: &mut String, picture: &Picture<N>, top: f64, width: f64) {
    let count = |relation| picture.figures.iter().filter(|figure| figure.relation == relation).count();
    let middle = top + HEIGHT / 2.0 - 2.0;
    let _ = write!(out, "<path class=\"grid\" d=\"M16 {top:.1}H{:.1}\"/>", width - 16.0);
    let shapes = [
        (Relation::Overlapping, "overlapping"),
        (Relation::Touching, "touching"),
        (Relation::Apart, "apart from all"),
    ];
    let hits = [(Relation::Touching, "in a hit"), (Relation::Apart, "free")];
    let is_run = picture.frame.is_some();
    let entries = if is_run { &hits[..] } else { &shapes[..] };
    let mut x = 24.0;
    for (k, &(relation, name)) in entries.iter().enumerate() {
        let kind = relation as u8;
        let count = count(relation);
        // The first entry of the legend also contains the noun, as in "2 shapes overlapping". The next entries are shorter, such as "1
        // touching".
        let what = if k == 0 { crate::text::count(count as u64, "shape") } else { count.to_string() };
        let text = format!("{what} {name}");
        let shape = format!("M{x:.1} {:.1}h26v14h-26z", middle - 7.0);
        let _ = write!(
            out,
            "<g class=\"g\"><path class=\"l l{kind}\" d=\"{shape}\"/><path class=\"f{kind}\" d=\"{shape}\"/></g><text x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            x + 34.0,
            middle + 4.5
        );
        x += 34.0 + label::width(&text, 12.0) + 30.0;
    }
    if is_run {
        return;
    }
    let _ = write!(
        out,
        "<path class=\"n\" d=\"M{x:.1} {middle:.1}h18\"/><path class=\"h\" d=\"M{:.1} {middle:.1}l-7 -3.5v7z\"/>\
         <circle class=\"c\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"3.6\"/><text x=\"{:.1}\" y=\"{:.1}\">contact, normal and depth</text>",
        x + 25.0,
        x + 34.0,
        middle + 4.5
    );
    x += 34.0 + label::width("contact, normal and depth", 12.0) + 20.0;
    let text = middle + 4.5;
    if !picture.beams.is_empty() {
        let _ = write!(
            out,
            "<path class=\"b\" d=\"M{x:.1} {middle:.1}h26\"/><circle class=\"s\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"4\"/>\
             <circle class=\"r\" cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"4\"/><text x=\"{:.1}\" y=\"{text:.1}\">ray and hit</text>",
            x + 18.0,
            x + 36.0
        );
        x += 36.0 + label::width("ray and hit", 12.0) + 20.0;
    }
    if !picture.ghosts.is_empty() {
        let _ = write!(
            out,
            "<path class=\"o\" d=\"M{x:.1} {:.1}h26v14h-26z\"/><text x=\"{:.1}\" y=\"{text:.1}\">first touch of a sweep</text>",
            middle - 7.0,
            x + 34.0
        );
    }
}
