//! Prints the matrix of benchmarks as Markdown tables.

use super::figure::Kind;
use super::{Cell, Query};

/// Groups the cells of the matrix into panels. A panel has one dimension and one query.
pub fn panels(cells: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    cells.chunk_by(|a, b| a.dimension == b.dimension && a.query == b.query)
}

/// Prints a table for each panel, and a summary. If `each` is true, also prints the times of all libraries.
pub fn print(cells: &[Cell], each: bool) {
    for panel in panels(cells) {
        square(panel);
        if each {
            list(panel);
        }
    }
    summary(cells);
}

/// Returns the median ratio of the cells of a panel, and the cell with the largest ratio. The ratio of a cell is bumper's time divided by
/// that of the fastest other library.
pub fn spread(panel: &[Cell]) -> (f64, &Cell) {
    let mut sorted: Vec<_> = panel.iter().collect();
    sorted.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let median = 0.5 * (sorted[(sorted.len() - 1) / 2].ratio() + sorted[sorted.len() / 2].ratio());
    (median, sorted[sorted.len() - 1])
}

/// Returns the kinds of shapes in the rows and in the columns of a panel.
pub fn sides(panel: &[Cell]) -> [Vec<Kind>; 2] {
    let of = |side: usize| {
        let mut kinds: Vec<Kind> = Vec::new();
        for cell in panel {
            if !kinds.contains(&cell.kinds[side]) {
                kinds.push(cell.kinds[side]);
            }
        }
        kinds
    };
    [of(0), of(1)]
}

/// Returns the cell of a panel in a row and a column; `None` if there is no such cell.
pub fn cell(panel: &[Cell], kinds: [Kind; 2]) -> Option<&Cell> {
    panel.iter().find(|cell| cell.kinds == kinds)
}

/// Formats a time in nanoseconds with two or three significant digits.
pub fn short(nanoseconds: f64) -> String {
    if nanoseconds < 9.95 { format!("{nanoseconds:.1}") } else { format!("{nanoseconds:.0}") }
}

fn title(cell: &Cell) -> String {
    format!("{}D, {}", cell.dimension, cell.query.name())
}

/// Prints a panel as a table of kinds by kinds: the nanoseconds that bumper takes, and their ratio to those of the fastest other library.
fn square(panel: &[Cell]) {
    let [rows, columns] = sides(panel);
    let names: Vec<_> = columns.iter().map(|kind| kind.name()).collect();
    println!("| {}: ns, ours / best peer | {} |", title(&panel[0]), names.join(" | "));
    println!("| --- |{}", " ---: |".repeat(columns.len()));
    for row in rows {
        let text = |cell: &Cell| format!("{}, {:.2}", short(cell.ours()), cell.ratio());
        let texts: Vec<_> =
            columns.iter().map(|column| cell(panel, [row, *column]).map_or(String::new(), text)).collect();
        println!("| {} | {} |", row.name(), texts.join(" | "));
    }
    println!();
}

/// Prints a row for each pair of kinds, with the nanoseconds that each library takes.
fn list(panel: &[Cell]) {
    let mut names: Vec<&str> = Vec::new();
    for found in panel.iter().flat_map(|cell| &cell.results) {
        if !names.contains(&found.name) {
            names.push(found.name);
        }
    }
    println!("| {}: ns (wrong of a thousand) | hits | {} |", title(&panel[0]), names.join(" | "));
    println!("| --- | ---: |{}", " ---: |".repeat(names.len()));
    for cell in panel {
        let text = |name: &&str| {
            let found = cell.results.iter().find(|found| found.name == *name);
            found.map_or(String::new(), |found| {
                let wrong = if found.wrong > 0.0 { format!(" ({:.1})", found.wrong) } else { String::new() };
                format!("{}{wrong}", short(found.nanoseconds))
            })
        };
        let texts: Vec<_> = names.iter().map(text).collect();
        let [a, b] = cell.kinds.map(Kind::name);
        println!("| {a}, {b} | {:.0} % | {} |", 100.0 * cell.hits, texts.join(" | "));
    }
    println!();
}

/// Prints the median and the largest ratio of each panel.
fn summary(cells: &[Cell]) {
    let dimensions = cells.chunk_by(|a, b| a.dimension == b.dimension);
    let found = |query: &Query| cells.iter().any(|cell| cell.query == *query);
    let queries: Vec<_> = Query::ALL.into_iter().filter(found).collect();
    let names: Vec<_> = queries.iter().map(|query| query.name()).collect();
    println!("| ours / best peer: median, worst | {} |", names.join(" | "));
    println!("| --- |{}", " --- |".repeat(names.len()));
    for dimension in dimensions {
        let text = |query: &Query| {
            panels(dimension).find(|panel| panel[0].query == *query).map_or(String::new(), |panel| {
                let (median, worst) = spread(panel);
                let [a, b] = worst.kinds.map(Kind::name);
                format!("{median:.2}, {:.2} ({a}, {b})", worst.ratio())
            })
        };
        let texts: Vec<_> = queries.iter().map(text).collect();
        println!("| {}D | {} |", dimension[0].dimension, texts.join(" | "));
    }
    println!();
}

/// Prints the numbers of wrong answers of each library. Returns whether bumper gives at most `handful` wrong answers per thousand in each
/// cell.
pub fn print_wrong(cells: &[Cell], handful: f64) -> bool {
    let mut rows = Vec::new();
    for panel in panels(cells) {
        let mut totals: Vec<(&str, f64, &Cell, f64)> = Vec::new();
        for cell in panel {
            for found in cell.results.iter().filter(|found| found.wrong > 0.0) {
                match totals.iter_mut().find(|total| total.0 == found.name) {
                    Some(total) if total.3 >= found.wrong => total.1 += found.wrong,
                    Some(total) => *total = (found.name, total.1 + found.wrong, cell, found.wrong),
                    None => totals.push((found.name, found.wrong, cell, found.wrong)),
                }
            }
        }
        for (name, sum, worst, most) in totals {
            let [a, b] = worst.kinds.map(Kind::name);
            let mean = sum / panel.len() as f64;
            rows.push(format!("| {} | {name} | {mean:.2} | {most:.1} ({a}, {b}) |", title(worst)));
        }
    }
    if !rows.is_empty() {
        println!("| wrong answers of a thousand | entrant | all pairs of kinds | most |");
        println!("| --- | --- | ---: | --- |\n{}\n", rows.join("\n"));
    }
    cells.iter().all(|cell| cell.results[0].wrong <= handful)
}
