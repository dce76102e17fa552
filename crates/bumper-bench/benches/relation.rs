//! The benchmark cases of [`bumper_bench::relation`] in criterion: `cargo bench -p bumper-bench --features criterion`.

use bumper_bench::relation::cases;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn relation(criterion: &mut Criterion) {
    for case in cases() {
        case.hits();
        let mut group = criterion.benchmark_group(&case.name);
        group.throughput(Throughput::Elements(case.pairs as u64));
        for entrant in &case.entrants {
            group.bench_function(entrant.name, |bencher| bencher.iter(&entrant.count));
        }
    }
}

criterion_group!(benches, relation);
criterion_main!(benches);
