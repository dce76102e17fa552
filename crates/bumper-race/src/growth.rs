//! How the times of the benchmarks grow from ten to a million shapes: a table of ratios, and a chart.

use plotters::prelude::*;
use std::path::Path;

/// The numbers of shapes.
pub const COUNTS: [usize; 6] = [10, 100, 1000, 10_000, 100_000, 1_000_000];

/// The result of one benchmark case with one number of shapes.
pub struct Measured {
    pub group: String,
    pub count: usize,
    /// The names of the entrants, and their times in seconds. The names of bumper's entrants begin with "bumper".
    pub times: Vec<(&'static str, f64)>,
    /// The unit by which the times are divided, shapes or queries, and the number of units.
    pub unit: &'static str,
    pub units: usize,
}

impl Measured {
    /// The shortest time of bumper's entrants (`own`) or of the others.
    fn best(&self, own: bool) -> f64 {
        let times = self.times.iter().filter(|(name, _)| name.starts_with("bumper") == own);
        times.map(|(_, time)| *time).fold(f64::INFINITY, f64::min)
    }
}

/// The median of some times.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Prints a table for each sequence of cases with the same entrants.
pub fn print(measured: &[Measured]) {
    let names = |m: &Measured| m.times.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    for table in measured.chunk_by(|a, b| names(a) == names(b)) {
        let unit = table[0].unit;
        println!(
            "\n| ratio to the best of ours | {} | ours to the best peer | ns a {unit} |",
            names(&table[0]).join(" | ")
        );
        println!("| --- |{} ---: | ---: |", " ---: |".repeat(table[0].times.len()));
        for m in table {
            let own = m.best(true);
            let ratios: Vec<_> = m.times.iter().map(|(_, time)| format!("{:.2}", time / own)).collect();
            let (share, ns) = (own / m.best(false), own * 1e9 / m.units as f64);
            println!("| {} {} | {} | {share:.2} | {ns:.0} |", m.group, m.count, ratios.join(" | "));
        }
    }
}

/// The width of the legend, in pixels. It is beside the panel, because inside it would cover lines.
const LEGEND: u32 = 140;

/// Draws a chart with a panel for each group: the nanoseconds as a function of the number of shapes.
pub fn draw(measured: &[Measured], file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let groups: Vec<_> =
        measured.chunk_by(|a, b| a.group == b.group).filter(|group| group.len() > 1).collect();
    let columns = 2;
    let rows = groups.len().div_ceil(columns);
    let root = SVGBackend::new(file, (1100, 340 * rows as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    for (panel, group) in root.split_evenly((rows, columns)).iter().zip(&groups) {
        let each = |m: &Measured, time: f64| time * 1e9 / m.units as f64;
        let all = || group.iter().flat_map(|m| m.times.iter().map(|(_, time)| each(m, *time)));
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
        let (mut low, mut high) = (low * 0.7, high * 1.4);
        // Only powers of ten have a label. If the range contains fewer than two, it is widened.
        if low.log10().floor() == high.log10().floor() {
            (low, high) = (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil()));
        }
        let (first, last) = (group[0].count, group[group.len() - 1].count);
        let mut chart = ChartBuilder::on(panel)
            .caption(format!("{}: ns a {}", group[0].group, group[0].unit), ("sans-serif", 17))
            .margin(12)
            .margin_right(LEGEND)
            .x_label_area_size(30)
            .y_label_area_size(58)
            .build_cartesian_2d((first as f64..last as f64).log_scale(), (low..high).log_scale())?;
        let shapes = |count: &f64| match *count as usize {
            count @ 1_000_000.. => format!("{}M", count / 1_000_000),
            count @ 1000.. => format!("{}k", count / 1000),
            count => count.to_string(),
        };
        let of = if group[0].unit == "body" { "bodies" } else { "shapes" };
        let mut mesh = chart.configure_mesh();
        mesh.light_line_style(WHITE).x_label_formatter(&shapes).x_desc(of);
        mesh.y_labels(4).y_label_formatter(&|ns| format!("{ns:.0}")).draw()?;
        for (place, (name, _)) in group[0].times.iter().enumerate() {
            let (color, width) = style(name);
            let points = group.iter().map(|m| (m.count as f64, each(m, m.times[place].1)));
            chart.draw_series(LineSeries::new(points, color.stroke_width(width)).point_size(width))?;
            let (x, y) = ((panel.dim_in_pixel().0 - LEGEND) as i32 + 14, 50 + 18 * place as i32);
            panel.draw(&PathElement::new([(x, y), (x + 18, y)], color.stroke_width(width)))?;
            panel.draw(&Text::new(*name, (x + 24, y - 5), ("sans-serif", 12)))?;
        }
    }
    root.present()?;
    Ok(())
}

/// The colour of an entrant, which is the same in all panels, and the width of its line.
fn style(name: &str) -> (RGBColor, u32) {
    match name {
        "bumper AllPairs" => (RGBColor(200, 30, 30), 3),
        "bumper Tree" => (RGBColor(240, 120, 30), 3),
        "bumper World" => (RGBColor(150, 30, 110), 3),
        "bumper" => (RGBColor(200, 30, 30), 3),
        "broccoli" => (RGBColor(60, 140, 60), 1),
        "parry" => (RGBColor(40, 90, 190), 1),
        "rstar" | "rapier" => (RGBColor(120, 120, 120), 1),
        _ => (RGBColor(20, 160, 170), 1),
    }
}
