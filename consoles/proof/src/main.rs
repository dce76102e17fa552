//! Writes the reference answers for the tests of the console header.
//!
//!     console-proof stream BITS COUNT     COUNT random and almost tied cases of each kind, and all small ones: input of `stream.c`
//!     console-proof hashes BITS COUNT     hashes of the answers to COUNT cases of each kind, as a header for `hashes.c`

mod cases;
mod number;

use cases::{NUMBERS, answer};
use number::{Number, Random, square};
use std::io::Write;

/// Pythagorean triples and quadruples (the last number is the length). They are offsets with integer lengths, for shapes that touch
/// exactly.
const WHOLE: [[i64; 4]; 6] =
    [[3, 4, 0, 5], [5, 12, 0, 13], [8, 15, 0, 17], [1, 2, 2, 3], [2, 3, 6, 7], [4, 4, 7, 9]];

/// The positions of the centers and radii in the inputs of a case, for kinds of cases with two round shapes or with a round shape and a
/// point.
struct Tie {
    centers: [usize; 2],
    axes: usize,
    /// For each shape with a radius: the index of the radius, and whether it is a squared radius. A squared radius takes two numbers.
    radii: [Option<(usize, bool)>; 2],
}

fn tie(kind: usize) -> Option<Tie> {
    let of = |a, b, axes, first, second| Some(Tie { centers: [a, b], axes, radii: [first, second] });
    let (plain, squared) = (|at| Some((at, false)), |at| Some((at, true)));
    match kind {
        2 => of(0, 3, 2, plain(2), plain(5)),
        3 => of(0, 3, 2, plain(2), None),
        5 => of(0, 3, 2, plain(2), squared(5)),
        6 => of(0, 4, 2, squared(2), squared(6)),
        7 => of(0, 4, 2, squared(2), None),
        11 => of(0, 4, 3, plain(3), plain(7)),
        12 => of(0, 4, 3, plain(3), None),
        14 => of(0, 4, 3, plain(3), squared(7)),
        15 => of(0, 5, 3, squared(3), squared(8)),
        16 => of(0, 5, 3, squared(3), None),
        18 => of(1, 7, 3, plain(5), plain(11)),
        21 => of(1, 6, 3, plain(5), plain(9)),
        22 => of(1, 6, 3, plain(5), squared(9)),
        _ => None,
    }
}

/// Moves the second center to an integer distance from the first. Sets the radii so that their sum equals this distance, or nearly: each
/// radius (or squared radius) is off by at most one unit.
fn tighten<S: Number>(tie: &Tie, row: &mut [S], random: &mut Random) {
    let most = (1i64 << (S::BITS - 1)) - 1;
    let whole = WHOLE[random.below(if tie.axes == 2 { 3 } else { 6 }) as usize];
    let scale = ((most / whole[3]) >> random.below(S::BITS - 4)).max(1);
    let turn = random.below(3) as usize;
    for axis in 0..tie.axes {
        let leg = whole[if tie.axes == 3 { (axis + turn) % 3 } else { (axis + turn) % 2 }] * scale;
        let from: i64 = row[tie.centers[0] + axis].into();
        let to = if random.below(2) == 0 { from - leg } else { from + leg };
        row[tie.centers[1] + axis] = S::cut(to.clamp(-most - 1, most));
    }
    let distance = whole[3] * scale;
    let first = if tie.radii[1].is_some() { i64::from(random.next()) % (distance + 1) } else { distance };
    for (radius, length) in tie.radii.into_iter().zip([first, distance - first]) {
        let Some((at, squared)) = radius else { continue };
        let off = i64::from(random.below(3)) - 1;
        if squared {
            let area = square(S::cut(length));
            let [high, low] = S::halves(area);
            let low_off = S::cut(Into::<i64>::into(low) + off);
            (row[at], row[at + 1]) = (high, low_off);
        } else {
            row[at] = S::cut((length + if random.below(2) == 0 { off } else { 0 }).clamp(0, most));
        }
    }
}

fn write<S: Number>(out: &mut impl Write, kind: usize, row: &[S]) -> std::io::Result<()> {
    let bytes = S::BITS as usize / 8;
    out.write_all(&[kind as u8])?;
    for number in row {
        out.write_all(&Into::<i64>::into(*number).to_le_bytes()[..bytes])?;
    }
    for answer in answer(kind, row) {
        out.write_all(&answer.to_le_bytes()[..bytes])?;
    }
    Ok(())
}

/// Writes all cases of a kind whose inputs are in the range from 0 to `limit` − 1.
fn exhaust<S: Number>(out: &mut impl Write, kind: usize, limit: i64) -> std::io::Result<()> {
    let count = NUMBERS[kind];
    for case in 0..limit.pow(count as u32) {
        let row: Vec<S> = (0..count as u32).map(|k| S::cut(case / limit.pow(k) % limit)).collect();
        write(out, kind, &row)?;
    }
    Ok(())
}

fn stream<S: Number>(count: u32) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let mut random = Random(1);
    for (kind, &numbers) in NUMBERS.iter().enumerate() {
        for case in 0..count {
            let mode = random.below(4);
            // One in eight inputs has its own random mode.
            let mut one = || {
                let mode = if random.below(8) == 0 { random.below(4) } else { mode };
                random.number::<S>(mode)
            };
            let mut row: Vec<S> = (0..numbers).map(|_| one()).collect();
            if let (Some(tie), true) = (tie(kind), case % 2 == 0) {
                tighten(&tie, &mut row, &mut random);
            }
            write(&mut out, kind, &row)?;
        }
        // All combinations of small inputs. The more inputs a kind has, the smaller is their range.
        let limit = match numbers {
            0..=6 => 4,
            7..=8 => 3,
            9..=12 => 2,
            _ => 1,
        };
        if count >= EXHAUST {
            exhaust::<S>(&mut out, kind, limit + i64::from(numbers <= 10))?;
        } else {
            exhaust::<S>(&mut out, kind, limit)?;
        }
    }
    out.flush()
}

/// From this number of cases per kind, the exhaustive tests use a wider range of inputs.
const EXHAUST: u32 = 100_000;

fn hashes<S: Number>(count: u16) {
    println!("/* Written by the library: hashes of its answers in {} bits. */", S::BITS);
    println!("#define CASES {count}\nstatic const uint32_t hashes[{}] = {{", NUMBERS.len());
    for (kind, &numbers) in NUMBERS.iter().enumerate() {
        let (mut hash, mut random) = (0u32, Random(0x9e37_79b9 + kind as u32));
        for _ in 0..count {
            let mode = random.next() >> 8 & 3;
            let row: Vec<S> = (0..numbers).map(|_| random.number(mode)).collect();
            for answer in answer(kind, &row) {
                hash = (hash.rotate_left(5) ^ answer).wrapping_add(0x9e37_79b9);
            }
        }
        println!("    0x{hash:08x}ul,");
    }
    println!("}};");
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, bits, count] = &arguments[..] else { return Err("stream or hashes, bits, count".into()) };
    match (&what[..], &bits[..]) {
        ("stream", "16") => stream::<i16>(count.parse()?)?,
        ("stream", "32") => stream::<i32>(count.parse()?)?,
        ("hashes", "16") => hashes::<i16>(count.parse()?),
        ("hashes", "32") => hashes::<i32>(count.parse()?),
        _ => return Err("stream or hashes, of 16 or 32 bits".into()),
    }
    Ok(())
}
