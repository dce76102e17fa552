//! Tests `bumper trace` on animated pictures: frames are disposed of as each format defines.

#[path = "common/sprites.rs"]
mod sprites;

use image::{Rgba, RgbaImage};
use sprites::{fails, folder, lines, run};
use std::fs;
use std::path::Path;

/// A stored frame, which changes a rectangle of the canvas: its position and size in pixels, and its disposal. All columns are solid except
/// for the last column, which is transparent.
#[derive(Clone, Copy)]
struct Part {
    at: [u32; 2],
    size: [u32; 2],
    /// Whether the frame replaces the pixels below it; otherwise the frame is blended over them.
    replace: bool,
    dispose: Dispose,
}

#[derive(Clone, Copy, PartialEq)]
enum Dispose {
    Keep,
    Clear,
    Restore,
}
use Dispose::{Clear, Keep, Restore};

const SIZE: [u32; 2] = [16, 8];

fn part(at: [u32; 2], size: [u32; 2], dispose: Dispose) -> Part {
    Part { at, size, replace: false, dispose }
}

fn pixels(part: Part) -> RgbaImage {
    let [w, h] = part.size;
    RgbaImage::from_fn(w, h, |x, _| if x + 1 < w { Rgba([200, 40, 40, 255]) } else { Rgba([0; 4]) })
}

/// The frames that a viewer shows by the definition of the formats, as rows of text.
fn shown(parts: &[Part]) -> Vec<Vec<String>> {
    let mut canvas = [[false; SIZE[0] as usize]; SIZE[1] as usize];
    let show = |part: &Part| {
        let before = canvas;
        let places = |part: &Part| {
            let [[x, y], [w, h]] = [part.at, part.size];
            (y..y + h).flat_map(move |j| (x..x + w).map(move |i| (i as usize, j as usize, i + 1 < x + w)))
        };
        for (i, j, solid) in places(part) {
            canvas[j][i] = solid || canvas[j][i] && !part.replace;
        }
        let rows = canvas.map(|row| row.map(|solid| if solid { '#' } else { '.' }).iter().collect());
        match part.dispose {
            Keep => {}
            Clear => places(part).for_each(|(i, j, _)| canvas[j][i] = false),
            Restore => canvas = before,
        }
        rows.to_vec()
    };
    parts.iter().map(show).collect()
}

fn traced(path: &Path, name: &str) -> Vec<Vec<String>> {
    let frames = lines(&run(path, &["trace", name, "--as", "mask", "--json"]));
    let rows = |frame: &serde_json::Value| {
        let rows = frame["hitboxes"][0]["shapes"][0]["mask"]["rows"].clone();
        if rows.is_null() {
            return vec![".".repeat(SIZE[0] as usize); SIZE[1] as usize];
        }
        serde_json::from_value(rows).unwrap()
    };
    frames.iter().map(rows).collect()
}

/// Random sequences with all kinds of disposal. Positions are even, as WebP requires. The first frame never has the disposal `Restore`.
fn sequences() -> impl Iterator<Item = Vec<Part>> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..12).map(move |_| {
        let part = |k: usize| {
            let whole = random.u32(..4) == 0;
            let at = [random.u32(..4) * 2, random.u32(..3) * 2];
            let size = [random.u32(2..=SIZE[0] - at[0]), random.u32(1..=SIZE[1] - at[1])];
            let (at, size) = if whole { ([0, 0], SIZE) } else { (at, size) };
            let dispose = random.choice([Keep, Clear, Restore]).unwrap();
            let dispose = if k == 0 && dispose == Restore { Clear } else { dispose };
            Part { at, size, replace: random.bool(), dispose }
        };
        (0..6).map(part).collect()
    })
}

fn write_apng(path: &Path, parts: &[Part], with_thumbnail: bool) {
    let file = fs::File::create(path).unwrap();
    let mut encoder = png::Encoder::new(file, SIZE[0], SIZE[1]);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(parts.len() as u32, 0).unwrap();
    if with_thumbnail {
        encoder.set_sep_def_img(true).unwrap();
    }
    let mut writer = encoder.write_header().unwrap();
    if with_thumbnail {
        writer.write_image_data(&[255; (SIZE[0] * SIZE[1] * 4) as usize]).unwrap();
    }
    for (k, part) in parts.iter().enumerate() {
        // Without a separate default image, the first frame covers the whole canvas.
        if k > 0 || with_thumbnail {
            writer.set_frame_position(0, 0).unwrap();
            writer.set_frame_dimension(part.size[0], part.size[1]).unwrap();
            writer.set_frame_position(part.at[0], part.at[1]).unwrap();
        }
        writer
            .set_dispose_op(match part.dispose {
                Keep => png::DisposeOp::None,
                Clear => png::DisposeOp::Background,
                Restore => png::DisposeOp::Previous,
            })
            .unwrap();
        writer.set_blend_op(if part.replace { png::BlendOp::Source } else { png::BlendOp::Over }).unwrap();
        writer.write_image_data(&pixels(*part)).unwrap();
    }
    writer.finish().unwrap();
}

fn write_webp(path: &Path, parts: &[Part]) {
    let chunk = |name: &[u8], data: &[u8]| {
        let padding = vec![0; data.len() % 2];
        [name, &(data.len() as u32).to_le_bytes(), data, &padding].concat()
    };
    let number = |number: u32| number.to_le_bytes()[..3].to_vec();
    let frame = |part: &Part| {
        let mut still = Vec::new();
        let [w, h] = part.size;
        image::codecs::webp::WebPEncoder::new_lossless(&mut still)
            .encode(&pixels(*part), w, h, image::ExtendedColorType::Rgba8)
            .unwrap();
        // After the header of 12 bytes, a still picture without metadata consists of one chunk with the pixels.
        let flags = u8::from(part.replace) << 1 | u8::from(part.dispose == Clear);
        let place = [part.at[0] / 2, part.at[1] / 2, w - 1, h - 1, 100].map(number).concat();
        chunk(b"ANMF", &[place, vec![flags], still[12..].to_vec()].concat())
    };
    let size = [SIZE[0] - 1, SIZE[1] - 1].map(number).concat();
    let body = [
        b"WEBP".to_vec(),
        chunk(b"VP8X", &[vec![0x12, 0, 0, 0], size].concat()),
        // An opaque background colour, which players ignore, as does the command.
        chunk(b"ANIM", &[9, 9, 9, 255, 0, 0]),
        parts.iter().flat_map(frame).collect(),
    ]
    .concat();
    fs::write(path, chunk(b"RIFF", &body)).unwrap();
}

fn write_gif(path: &Path, parts: &[Part]) {
    let file = fs::File::create(path).unwrap();
    let mut encoder = gif::Encoder::new(file, SIZE[0] as u16, SIZE[1] as u16, &[]).unwrap();
    for part in parts {
        let [w, h] = part.size.map(|side| side as u16);
        let mut frame = gif::Frame::from_rgba(w, h, &mut pixels(*part).into_raw());
        [frame.left, frame.top] = part.at.map(|place| place as u16);
        frame.dispose = match part.dispose {
            Keep => gif::DisposalMethod::Keep,
            Clear => gif::DisposalMethod::Background,
            Restore => gif::DisposalMethod::Previous,
        };
        encoder.write_frame(&frame).unwrap();
    }
}

#[test]
fn disposed_frames_of_apng_webp_and_gif_are_cleared_or_restored() {
    let folder = folder();
    let path = folder.path();
    let mut cleared = 0;
    for parts in sequences() {
        let mut first_whole = parts.clone();
        (first_whole[0].at, first_whole[0].size) = ([0, 0], SIZE);
        write_apng(&path.join("a.png"), &first_whole, false);
        assert_eq!(traced(path, "a.png"), shown(&first_whole));
        write_apng(&path.join("b.apng"), &parts, true);
        assert_eq!(traced(path, "b.apng"), shown(&parts));
        // WebP has no `Restore`, and GIF has no `replace`.
        let clear = |part: &Part| Part { dispose: if part.dispose == Keep { Keep } else { Clear }, ..*part };
        let webp: Vec<_> = parts.iter().map(clear).collect();
        write_webp(&path.join("c.webp"), &webp);
        assert_eq!(traced(path, "c.webp"), shown(&webp));
        let gif: Vec<_> = parts.iter().map(|part| Part { replace: false, ..*part }).collect();
        write_gif(&path.join("d.gif"), &gif);
        assert_eq!(traced(path, "d.gif"), shown(&gif));
        cleared += parts.iter().filter(|part| part.dispose != Keep).count();
    }
    assert!(cleared > 20, "{cleared}");
}

#[test]
fn restore_after_clear_leaves_empty_canvas() {
    let folder = folder();
    let path = folder.path();
    let parts = [part([0, 0], SIZE, Clear), part([2, 2], [6, 4], Restore), part([12, 0], [2, 2], Keep)];
    write_apng(&path.join("a.png"), &parts, false);
    let frames = traced(path, "a.png");
    assert_eq!(frames[2].concat().matches('#').count(), 2, "{frames:?}");
}

#[test]
fn animations_with_wrong_sizes_or_missing_data_are_refused() {
    let folder = folder();
    let path = folder.path();
    let parts = [part([0, 0], [4, 4], Clear); 3];
    write_webp(&path.join("a.webp"), &parts);
    let mut bytes = fs::read(path.join("a.webp")).unwrap();
    let first = bytes.windows(4).position(|name| name == b"ANMF").unwrap();
    bytes[first + 8] = 200;
    fs::write(path.join("far.webp"), &bytes).unwrap();
    assert!(fails(path, &["trace", "far.webp"]).contains("larger than the picture"));
    bytes[first + 8] = 0;
    bytes[first + 14] = 7;
    fs::write(path.join("wide.webp"), &bytes).unwrap();
    assert!(fails(path, &["trace", "wide.webp"]).contains("differ in size"));
    write_apng(&path.join("b.png"), &[part([0, 0], SIZE, Keep); 3], false);
    let bytes = fs::read(path.join("b.png")).unwrap();
    fs::write(path.join("short.png"), &bytes[..bytes.len() - 40]).unwrap();
    fails(path, &["trace", "short.png"]);
}

#[test]
fn empty_extension_blocks_of_gif_are_skipped() {
    let folder = folder();
    let path = folder.path();
    let parts = [part([0, 0], SIZE, Keep), part([2, 2], [6, 4], Keep)];
    write_gif(&path.join("plain.gif"), &parts);
    let mut bytes = fs::read(path.join("plain.gif")).unwrap();
    // An empty comment and an empty application extension before the trailer, and the comment before the first block, too.
    let trailer = bytes.pop().unwrap();
    bytes.extend(b"\x21\xfe\0\x21\xff\0");
    bytes.push(trailer);
    let colors = if bytes[10] & 0x80 == 0 { 0 } else { 3 << ((bytes[10] & 7) + 1) };
    bytes.splice(13 + colors..13 + colors, *b"\x21\xfe\0");
    fs::write(path.join("comment.gif"), &bytes).unwrap();
    assert_eq!(traced(path, "comment.gif"), traced(path, "plain.gif"));
    // A file that ends anywhere gives an error of one line.
    for end in (0..bytes.len()).step_by(5) {
        fs::write(path.join("short.gif"), &bytes[..end]).unwrap();
        let output = sprites::bumper(path).args(["trace", "short.gif"]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() || error.starts_with("error: short.gif: "), "{end}: {error}");
        assert!(!error.contains("whole buffer") && error.lines().count() <= 1, "{end}: {error}");
    }
}
