//! Compares masks with the masks of pygame-ce. `ci/python.sh` runs this test with a Python that has pygame-ce.

use bumper::MaskBuf;
use fastrand::Rng;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
#[ignore = "needs a python3 with pygame-ce: run with `--ignored`"]
fn masks_agree_with_pygame() {
    let python = Command::new("python3")
        .args(["-c", include_str!("pygame.py")])
        .env("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut python = python.expect("python3 is needed");
    let mut rng = Rng::with_seed(12);
    let mut cases = Vec::new();
    let mut text = String::new();
    for _ in 0..2000 {
        let mut mask = || {
            let (size, share) = ([rng.u16(1..140), rng.u16(1..12)], rng.f64());
            MaskBuf::from_fn(size, |_, _| rng.f64() < share)
        };
        let (a, b) = (mask(), mask());
        let at = [rng.i32(-140..140), rng.i32(-12..12)];
        text += &format!("{} {} {} {}\n", a.to_rows().join("/"), b.to_rows().join("/"), at[0], at[1]);
        cases.push((a, b, at));
    }
    // Without pygame, Python prints the reason and exits: writing to the pipe fails, and there is no output.
    let mut input = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = python.wait_with_output().unwrap();
    let written = writer.join().unwrap();
    let fault = format!("a python3 with pygame-ce is needed: {} {written:?}", output.status);
    assert!(written.is_ok() && output.status.success(), "{fault}");
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), cases.len());
    for ((a, b, at), line) in cases.iter().zip(answers.lines()) {
        let (p, q) = (a.as_mask(), b.as_mask());
        let (mut drawn, mut erased) = (a.clone(), a.clone());
        drawn.draw(&q, *at);
        erased.erase(&q, *at);
        let counts = [p.overlap_mask(&q, *at), drawn, erased].map(|mask| mask.as_mask().count());
        let mut own = vec![u32::from(p.overlaps(&q, *at)), p.overlap_area(&q, *at), p.count()];
        own.extend(counts);
        let mut sizes: Vec<u32> = p.parts(true).iter().map(|(part, _)| part.as_mask().count()).collect();
        sizes.sort_unstable();
        own.extend(sizes);
        let theirs: Vec<u32> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        assert_eq!(own, theirs);
    }
}
