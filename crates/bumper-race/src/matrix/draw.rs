//! Draws the matrix of benchmarks as a heat map. It has a panel for each dimension and query. A panel has a cell for each pair of kinds.
//! The colour of a cell shows the ratio of bumper's time to the time of the fastest other library.

use super::table::{cell, panels, short, sides, spread};
use super::{Cell, Query};
use std::fmt::Write;

/// Lengths in pixels: the size of a cell, the space for the names of rows and columns, the gap between panels, and the space above the
/// panels.
const CELL: [f64; 2] = [58.0, 34.0];
const NAMES: [f64; 2] = [62.0, 50.0];
const BETWEEN: f64 = 26.0;
const TOP: f64 = 76.0;
const PANELS_A_ROW: usize = 3;

/// The colour of a cell shows the ratio of bumper's time to that of the fastest other library. At this ratio or above, the cell has the
/// full colour for "slower". At the inverse of this ratio or below, it has the full colour for "faster".
const FULL: f64 = 8.0;

/// If the colour of a cell is stronger than this share of the full colour, its text is white, because black would be hard to read.
const LIGHT: f64 = 0.85;

/// The colours of cells, as red, green and blue: for bumper faster than the fastest other library, equally fast, and slower.
const FASTER: [f64; 3] = [22.0, 110.0, 165.0];
const EQUAL: [f64; 3] = [236.0, 236.0, 230.0];
const SLOWER: [f64; 3] = [196.0, 70.0, 14.0];

/// The colour of text outside of cells. It is readable on white and on black pages.
const INK: &str = "#7f8790";

/// Draws the heat map as SVG, without a background.
pub fn heat_map(cells: &[Cell]) -> String {
    let mut body = String::new();
    let mut y = TOP;
    let mut width = 700.0f64;
    for dimension in cells.chunk_by(|a, b| a.dimension == b.dimension) {
        let panels: Vec<_> = panels(dimension).collect();
        for row in panels.chunks(PANELS_A_ROW) {
            let mut x = BETWEEN;
            let mut tallest = 0.0f64;
            for panel in row {
                let [w, h] = draw_panel(&mut body, panel, [x, y]);
                x += w + BETWEEN;
                tallest = tallest.max(h);
            }
            width = width.max(x);
            y += tallest + BETWEEN;
        }
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{y:.0}\" \
         viewBox=\"0 0 {width:.0} {y:.0}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\">\n"
    );
    let title = "Time per pair: bumper / fastest peer";
    text(&mut out, [BETWEEN, 28.0], INK, "font-size=\"18\" font-weight=\"bold\"", title);
    legend(&mut out);
    out + &body + "</svg>\n"
}

/// Draws the legend: a scale of the colours from much faster to much slower.
fn legend(out: &mut String) {
    let note = "Each cell has the ratio (blue: bumper is faster) and the time of bumper:";
    text(out, [BETWEEN, 52.0], INK, "", note);
    for (place, ratio) in [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0].into_iter().enumerate() {
        let x = BETWEEN + 420.0 + 36.0 * place as f64;
        rectangle(out, [x, 39.0], [36.0, 18.0], ratio);
        text(out, [x + 18.0, 52.0], on(ratio), "text-anchor=\"middle\"", &number(ratio));
    }
}

/// Draws a panel with its title and the names of the kinds of its rows and columns. Returns the size of the panel.
fn draw_panel(out: &mut String, panel: &[Cell], [x, y]: [f64; 2]) -> [f64; 2] {
    let [rows, columns] = sides(panel);
    let (median, worst) = spread(panel);
    let dimension = panel[0].dimension;
    let query = panel[0].query;
    let title = format!("{dimension}D, {}: median {median:.2}, worst {:.2}", query.name(), worst.ratio());
    text(out, [x, y + 14.0], INK, "font-size=\"13\" font-weight=\"bold\"", &title);
    let left = x + NAMES[0];
    let top = y + NAMES[1];
    for (k, column) in columns.iter().enumerate() {
        let middle = left + CELL[0] * (k as f64 + 0.5);
        text(out, [middle, top - 8.0], INK, "text-anchor=\"middle\"", column.name());
    }
    for (j, row) in rows.iter().enumerate() {
        let line = top + CELL[1] * j as f64;
        if query != Query::Ray {
            text(out, [left - 6.0, line + 21.0], INK, "text-anchor=\"end\"", row.name());
        }
        for (k, column) in columns.iter().enumerate() {
            if let Some(cell) = cell(panel, [*row, *column]) {
                draw_cell(out, cell, [left + CELL[0] * k as f64, line]);
            }
        }
    }
    let wide = NAMES[0] + CELL[0] * columns.len() as f64;
    // The title's width is estimated from its number of letters.
    [wide.max(8.2 * title.len() as f64), NAMES[1] + CELL[1] * rows.len() as f64]
}

fn draw_cell(out: &mut String, cell: &Cell, [x, y]: [f64; 2]) {
    let ratio = cell.ratio();
    rectangle(out, [x + 1.0, y + 1.0], CELL.map(|c| c - 2.0), ratio);
    let middle = x + CELL[0] / 2.0;
    text(out, [middle, y + 15.0], on(ratio), "text-anchor=\"middle\" font-weight=\"bold\"", &number(ratio));
    let small = format!("{} ns", short(cell.ours()));
    text(out, [middle, y + 27.0], on(ratio), "text-anchor=\"middle\" font-size=\"9\"", &small);
}

fn number(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.2}") } else { format!("{ratio:.0}") }
}

/// The logarithm of a ratio, scaled and clamped to the range from −1 (much faster) to 1 (much slower).
fn far(ratio: f64) -> f64 {
    (ratio.ln() / FULL.ln()).clamp(-1.0, 1.0)
}

/// The colour of the text on a cell with this ratio.
fn on(ratio: f64) -> &'static str {
    if far(ratio).abs() > LIGHT { "#ffffff" } else { "#1a1a1a" }
}

fn rectangle(out: &mut String, [x, y]: [f64; 2], [w, h]: [f64; 2], ratio: f64) {
    let far = far(ratio);
    let end = if far < 0.0 { FASTER } else { SLOWER };
    let [r, g, b] = [0, 1, 2].map(|k| (EQUAL[k] + (end[k] - EQUAL[k]) * far.abs()).round() as u8);
    let corner = format!("x=\"{x:.0}\" y=\"{y:.0}\" width=\"{w:.0}\" height=\"{h:.0}\"");
    writeln!(out, "<rect {corner} rx=\"2\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>").expect("a string takes it");
}

fn text(out: &mut String, [x, y]: [f64; 2], color: &str, style: &str, words: &str) {
    writeln!(out, "<text x=\"{x:.0}\" y=\"{y:.0}\" fill=\"{color}\" {style}>{words}</text>")
        .expect("a string takes it");
}
