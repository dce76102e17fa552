//! Shows how the times of the benchmarks grow from ten to a million shapes: a table of the time of each implementation relative to that of
//! bumper's fastest one, and a chart.

use plotters::prelude::*;
use std::path::Path;

/// The shape counts of the benchmarks.
pub const COUNTS: [usize; 6] = [10, 100, 1000, 10_000, 100_000, 1_000_000];

/// The result of one benchmark case for one number of shapes.
pub struct Measured {
    pub group: String,
    pub count: usize,
    /// For each implementation, its name and its time in seconds. The names of bumper's implementations begin with "bumper".
    pub times: Vec<(&'static str, f64)>,
    /// The unit of work, such as a shape or a query, and the number of units. They give the time per unit.
    pub unit: &'static str,
    pub units: usize,
}

impl Measured {
    /// Returns the time of the fastest implementation: of those of bumper if `ours`, else of those of the other libraries.
    fn best(&self, ours: bool) -> f64 {
        let times = self.times.iter().filter(|(name, _)| name.starts_with("bumper") == ours);
        times.map(|(_, time)| *time).fold(f64::INFINITY, f64::min)
    }
}

/// Returns the median of some times.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Prints the results as tables. Results that follow each other are in one table if they have the same implementations.
pub fn print(measured: &[Measured]) {
    let names = |m: &Measured| m.times.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    for table in measured.chunk_by(|a, b| names(a) == names(b)) {
        let unit = table[0].unit;
        println!(
            "\n| ratio to the best of ours | {} | ours to the best peer | ns per {unit} |",
            names(&table[0]).join(" | ")
        );
        println!("| --- |{} ---: | ---: |", " ---: |".repeat(table[0].times.len()));
        for m in table {
            let ours = m.best(true);
            let ratios: Vec<_> = m.times.iter().map(|(_, time)| format!("{:.2}", time / ours)).collect();
            let share = ours / m.best(false);
            let ns = ours * 1e9 / m.units as f64;
            println!("| {} {} | {} | {share:.2} | {ns:.0} |", m.group, m.count, ratios.join(" | "));
        }
    }
}

/// The width of the legend, in pixels. The legend is beside the panels, because inside a panel it would cover lines.
const LEGEND: u32 = 140;

/// The colour of text and axes, readable on a white and on a black page: the charts have no background.
const INK: RGBColor = RGBColor(127, 135, 144);

/// The colour of the grid.
const GRID: RGBAColor = RGBAColor(127, 135, 144, 0.3);

/// Returns the ticks of a logarithmic axis between two numbers: 1, 2 and 5 times the powers of ten. Over a wide range, returns 1 and 3
/// times the powers of ten.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let steps: &[f64] = if high / low < 100.0 { &[1.0, 2.0, 5.0] } else { &[1.0, 3.0] };
    let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let ticks = powers.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
    ticks.filter(|tick| (low..=high).contains(tick)).collect()
}

/// Draws a chart as SVG. It has a panel for each group of results that differ only in the number of shapes. A panel shows the nanoseconds
/// per unit as a function of this number.
pub fn draw(measured: &[Measured], file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let groups: Vec<_> =
        measured.chunk_by(|a, b| a.group == b.group).filter(|group| group.len() > 1).collect();
    let columns = 2;
    let rows = groups.len().div_ceil(columns);
    let root = SVGBackend::new(file, (1100, 340 * rows as u32)).into_drawing_area();
    let font = |size: i32| ("sans-serif", size).into_font().color(&INK);
    for (panel, group) in root.split_evenly((rows, columns)).iter().zip(&groups) {
        let each = |m: &Measured, time: f64| time * 1e9 / m.units as f64;
        let all = || group.iter().flat_map(|m| m.times.iter().map(|(_, time)| each(m, *time)));
        let low = all().fold(f64::INFINITY, f64::min) * 0.7;
        let high = all().fold(0.0, f64::max) * 1.4;
        let first = group[0].count;
        let last = group[group.len() - 1].count;
        let unit = group[0].unit;
        let counted = if group[0].unit == "body" { "bodies" } else { "shapes" };
        let counts = group.iter().map(|m| m.count as f64).collect();
        let mut chart = ChartBuilder::on(panel)
            .caption(&group[0].group, font(17))
            .margin(12)
            .margin_right(LEGEND)
            .x_label_area_size(42)
            .y_label_area_size(62)
            .build_cartesian_2d(
                (first as f64..last as f64).log_scale().with_key_points(counts),
                (low..high).log_scale().with_key_points(ticks(low, high)),
            )?;
        let short = |count: &f64| match *count as usize {
            count @ 1_000_000.. => format!("{}M", count / 1_000_000),
            count @ 1000.. => format!("{}k", count / 1000),
            count => count.to_string(),
        };
        let mut mesh = chart.configure_mesh();
        mesh.axis_style(INK).bold_line_style(GRID).label_style(font(12)).axis_desc_style(font(13));
        mesh.x_label_formatter(&short).x_desc(format!("number of {counted}"));
        mesh.y_label_formatter(&|ns| format!("{ns:.0}")).y_desc(format!("nanoseconds per {unit}")).draw()?;
        for (place, (name, _)) in group[0].times.iter().enumerate() {
            let (color, width) = style(name);
            let points = group.iter().map(|m| (m.count as f64, each(m, m.times[place].1)));
            chart.draw_series(LineSeries::new(points, color.stroke_width(width)).point_size(3))?;
            let x = (panel.dim_in_pixel().0 - LEGEND) as i32 + 14;
            let y = 50 + 18 * place as i32;
            panel.draw(&PathElement::new([(x, y), (x + 18, y)], color.stroke_width(width)))?;
            panel.draw(&Text::new(*name, (x + 24, y - 5), font(12)))?;
        }
    }
    root.present()?;
    Ok(())
}

/// Returns the colour of the line of an implementation, which is the same in all panels, and the width of the line.
fn style(name: &str) -> (RGBColor, u32) {
    match name {
        "bumper AllPairs" | "bumper" => (RGBColor(214, 39, 40), 3),
        "bumper Tree" => (RGBColor(255, 127, 14), 3),
        "bumper World" => (RGBColor(197, 90, 190), 3),
        "broccoli" => (RGBColor(44, 160, 44), 2),
        "parry" => (RGBColor(70, 130, 220), 2),
        "rstar" | "rapier" => (RGBColor(140, 110, 80), 2),
        _ => (RGBColor(23, 170, 190), 2),
    }
}
