use bumper_bench::relation::contests;
use std::time::Instant;
fn main() {
    for c in contests() {
        let hits = c.hits();
        let mut times = vec![vec![]; c.entrants.len()];
        for _ in 0..101 {
            for (e, t) in c.entrants.iter().zip(&mut times) {
                let start = Instant::now();
                for _ in 0..20 {
                    std::hint::black_box((e.count)());
                }
                t.push(start.elapsed().as_secs_f64() * 1e9 / 20.0 / c.pairs as f64);
            }
        }
        print!("{:20} hits {:.2}", c.name, hits as f64 / c.pairs as f64);
        let med: Vec<f64> = times
            .iter_mut()
            .map(|t| {
                t.sort_by(f64::total_cmp);
                t[t.len() / 2]
            })
            .collect();
        for (e, m) in c.entrants.iter().zip(&med) {
            print!("  {} {:.3} ({:.2})", e.name, m, m / med[0]);
        }
        println!();
    }
}
