//! The benchmark cases of [`bumper_bench::relation`] in criterion: `cargo bench -p bumper-bench --features criterion`.

use bumper_bench::relation::contests;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn relation(criterion: &mut Criterion) {
    for contest in contests() {
        contest.hits();
        let mut group = criterion.benchmark_group(&contest.name);
        group.throughput(Throughput::Elements(contest.pairs as u64));
        for entrant in &contest.entrants {
            group.bench_function(entrant.name, |bencher| bencher.iter(&entrant.count));
        }
    }
}

criterion_group!(benches, relation);
criterion_main!(benches);
