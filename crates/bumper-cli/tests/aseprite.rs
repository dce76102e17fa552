//! Tests `bumper trace` on Aseprite files that the tests build chunk by chunk.

#[path = "common/sprites.rs"]
mod sprites;

use serde_json::{Value, json};
use sprites::{fails, folder, lines, run};
use std::fs;
use std::path::Path;

/// An Aseprite file of 8 by 4 pixels.
struct Ase {
    depth: u16,
    flags: u32,
    transparent: u8,
    frames: Vec<Vec<u8>>,
    counts: Vec<u16>,
}

fn words(of: &[i64]) -> Vec<u8> {
    of.iter().flat_map(|word| (*word as u16).to_le_bytes()).collect()
}

fn dwords(of: &[i64]) -> Vec<u8> {
    of.iter().flat_map(|dword| (*dword as u32).to_le_bytes()).collect()
}

fn text(text: &str) -> Vec<u8> {
    [words(&[text.len() as i64]), text.as_bytes().to_vec()].concat()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, bytes).unwrap();
    encoder.finish().unwrap()
}

impl Ase {
    fn new(depth: u16) -> Self {
        Self { depth, flags: 1, transparent: 0, frames: vec![Vec::new()], counts: vec![0] }
    }

    fn chunk(mut self, kind: u16, data: &[u8]) -> Self {
        let frame = self.frames.last_mut().unwrap();
        frame.extend((data.len() as u32 + 6).to_le_bytes());
        frame.extend(kind.to_le_bytes());
        frame.extend(data);
        *self.counts.last_mut().unwrap() += 1;
        self
    }

    fn frame(mut self) -> Self {
        self.frames.push(Vec::new());
        self.counts.push(0);
        self
    }

    /// Adds a layer with flags, a type, a nesting level and an opacity.
    fn layer(self, name: &str, [flags, kind, level, opacity]: [i64; 4]) -> Self {
        let head = words(&[flags, kind, level, 0, 0, 0]);
        self.chunk(0x2004, &[head, vec![opacity as u8, 0, 0, 0], text(name), dwords(&[0])].concat())
    }

    /// Adds a cel with compressed pixels, at a position and with a size in pixels.
    fn cel(self, layer: i64, [x, y]: [i64; 2], [w, h]: [i64; 2], pixels: &[u8]) -> Self {
        let head = [words(&[layer, x, y]), vec![255], words(&[2, 0]), vec![0; 5]].concat();
        self.chunk(0x2005, &[head, words(&[w, h]), zlib(pixels)].concat())
    }

    fn opaque_cel(self, layer: i64, at: [i64; 2], size: [i64; 2]) -> Self {
        let pixels = [9, 9, 9, 255].repeat((size[0] * size[1]) as usize);
        self.cel(layer, at, size, &pixels)
    }

    fn save(&self, path: &Path, name: &str) {
        let mut file = [vec![0; 4], vec![0xe0, 0xa5], words(&[self.frames.len() as i64, 8, 4])].concat();
        file.extend(words(&[self.depth.into()]));
        file.extend(self.flags.to_le_bytes());
        file.resize(28, 0);
        file.push(self.transparent);
        file.resize(128, 0);
        for (frame, count) in self.frames.iter().zip(&self.counts) {
            file.extend((frame.len() as u32 + 16).to_le_bytes());
            file.extend([0xfa, 0xf1]);
            file.extend([words(&[(*count).into(), 100, 0]), dwords(&[0])].concat());
            file.extend(frame);
        }
        fs::write(path.join(name), file).unwrap();
    }

    fn frames(&self) -> Vec<Value> {
        let folder = folder();
        self.save(folder.path(), "a.aseprite");
        lines(&run(folder.path(), &["trace", "a.aseprite", "--as", "mask", "--json"]))
    }

    /// The rows of the mask of the first frame.
    fn rows(&self) -> Value {
        self.frames()[0]["hitboxes"][0]["shapes"][0]["mask"]["rows"].clone()
    }

    fn fails(&self) -> String {
        let folder = folder();
        self.save(folder.path(), "a.aseprite");
        fails(folder.path(), &["trace", "a.aseprite"])
    }
}

/// The flag of a visible layer.
const SHOWN: i64 = 1;

#[test]
fn chunks_without_pixels_tags_or_slices_are_skipped() {
    let gamma = [words(&[1, 1]), dwords(&[0x1_8000]), vec![0; 8]].concat();
    let icc = [words(&[2, 0]), dwords(&[0]), vec![0; 8], dwords(&[3]), vec![1, 2, 3]].concat();
    for profile in [gamma, icc, words(&[77, 0])] {
        let file = Ase::new(32)
            .chunk(0x2007, &profile)
            .chunk(0x2008, &[1, 2, 3])
            .chunk(0x2016, &[])
            .chunk(0x2017, &[])
            .layer("a", [SHOWN, 0, 0, 255])
            .chunk(0x2020, &dwords(&[4, 99]))
            .opaque_cel(0, [1, 1], [2, 1])
            .chunk(0x2006, &[0; 4])
            .chunk(0x2099, &[7; 30]);
        assert_eq!(file.rows(), json!(["........", ".##.....", "........", "........"]));
    }
}

#[test]
fn tags_of_every_direction_name_their_frames() {
    for direction in 0..6u8 {
        let tag = |from, to, name| [words(&[from, to]), vec![direction], vec![0; 12], text(name)].concat();
        // The second tag is nested in the first, and the third starts after the last frame.
        let tags =
            [words(&[3]), vec![0; 8], tag(0, 2, "walk"), tag(1, 1, "step"), tag(7, 3, "none")].concat();
        let cel = |file: Ase| file.opaque_cel(0, [0, 0], [1, 1]).frame();
        let file = cel(cel(Ase::new(32).layer("a", [SHOWN, 0, 0, 255]).chunk(0x2018, &tags)));
        let names: Vec<_> = file.frames().iter().map(|frame| frame["frame"].clone()).collect();
        assert_eq!(names, ["a-walk-0", "a-step-0", "a-walk-2"]);
    }
}

#[test]
fn opacity_applies_only_if_header_flag_is_set() {
    let file = |flags: u32, group: i64, layer: i64| {
        let file = Ase { flags, ..Ase::new(32) };
        file.layer("g", [SHOWN, 1, 0, group]).layer("a", [SHOWN, 0, 1, layer]).opaque_cel(1, [0, 0], [1, 1])
    };
    for (flags, group, layer, solid) in [
        (0, 0, 0, true),
        (1, 0, 255, true),
        (1, 255, 100, false),
        (2, 255, 0, true),
        (2, 100, 255, false),
        (3, 200, 180, true),
        (3, 180, 180, false),
    ] {
        let file = file(flags, group, layer);
        if solid {
            assert_eq!(file.rows()[0], "#.......", "{flags} {group} {layer}");
        } else {
            assert!(file.fails().contains("no solid pixel"), "{flags} {group} {layer}");
        }
    }
    // A group is blended as a whole: two layers together are no more opaque than the group.
    let both = file(3, 120, 255).layer("b", [SHOWN, 0, 1, 255]).opaque_cel(2, [0, 0], [1, 1]);
    assert_eq!(both.fails(), "error: a.aseprite: there is no solid pixel");
}

#[test]
fn hidden_and_reference_layers_are_excluded_from_picture() {
    let file = Ase::new(32)
        .layer("a", [SHOWN, 0, 0, 255])
        .layer("hidden", [0, 0, 0, 255])
        .layer("reference", [SHOWN | 64, 0, 0, 255])
        .layer("group", [0, 1, 0, 255])
        .layer("inside", [SHOWN, 0, 1, 255])
        .opaque_cel(0, [-1, -2], [4, 3]);
    let file = (1..5).fold(file, |file, layer| file.opaque_cel(layer, [5, 2], [9, 9]));
    assert_eq!(file.rows(), json!(["###.....", "........", "........", "........"]));
}

#[test]
fn slices_with_one_name_and_layers_of_one_group_form_one_hitbox() {
    let slice = |name: &str, x: i64| [dwords(&[1, 0, 0]), text(name), dwords(&[0, x, 0, 1, 1])].concat();
    let file = Ase::new(32)
        .layer("a", [SHOWN, 0, 0, 255])
        .layer("Hit", [0, 1, 0, 255])
        .layer("fist", [0, 0, 1, 255])
        .layer("foot", [SHOWN, 0, 1, 255])
        .opaque_cel(0, [0, 0], [2, 2])
        .opaque_cel(2, [4, 0], [1, 1])
        .opaque_cel(3, [6, 0], [1, 1])
        .chunk(0x2022, &slice("hurt", 1))
        .chunk(0x2022, &slice("hurt", 3));
    let frames = file.frames();
    let kinds: Vec<_> =
        frames[0]["hitboxes"].as_array().unwrap().iter().map(|hitbox| &hitbox["kind"]).collect();
    assert_eq!(kinds, ["body", "hit", "hurt"]);
    assert_eq!(frames[0]["hitboxes"][1]["shapes"][0]["mask"]["rows"][0], "....#.#.");
    assert_eq!(frames[0]["hitboxes"][2]["shapes"].as_array().unwrap().len(), 2);
}

#[test]
fn links_to_cels_are_followed_and_links_to_nothing_are_empty() {
    let link = |layer: i64, [x, y]: [i64; 2], frame: i64| {
        [words(&[layer, x, y]), vec![255], words(&[1, 0]), vec![0; 5], words(&[frame])].concat()
    };
    let file = Ase::new(32)
        .layer("a", [SHOWN, 0, 0, 255])
        .opaque_cel(0, [1, 1], [1, 1])
        .frame()
        .chunk(0x2005, &link(0, [1, 1], 0))
        .frame()
        // A link to a cel that is itself a link, at another position.
        .chunk(0x2005, &link(0, [3, 0], 1))
        .frame()
        .chunk(0x2005, &link(0, [0, 0], 9));
    let frames = file.frames();
    let rows = |k: usize| &frames[k]["hitboxes"][0]["shapes"][0]["mask"]["rows"];
    assert_eq!(rows(0), rows(1));
    assert_eq!(rows(2)[0], "...#....");
    assert_eq!(frames[3]["hitboxes"], json!([]));
}

#[test]
fn alpha_of_indexed_and_gray_pixels_is_read() {
    // A grayscale pixel consists of a value and an alpha.
    let gray = Ase::new(16).layer("a", [SHOWN, 0, 0, 255]).cel(0, [0, 0], [2, 1], &[0, 255, 255, 0]);
    assert_eq!(gray.rows()[0], "#.......");
    let palette = [dwords(&[4, 0, 3]), vec![0; 8]].concat();
    let color = |named: bool, alpha: u8| {
        let head = [words(&[named.into()]), vec![1, 2, 3, alpha]].concat();
        if named { [head, text("x")].concat() } else { head }
    };
    let palette = [palette, color(false, 255), color(true, 255), color(false, 255), color(true, 0)].concat();
    // Index 2 is the transparent index, colour 3 has an alpha of zero, and 9 is beyond the palette.
    let pixels = [0, 1, 2, 3, 9, 0];
    let indexed = |flags: i64, palette: (u16, &[u8])| {
        let file = Ase { transparent: 2, ..Ase::new(8) };
        file.layer("a", [flags, 0, 0, 255]).chunk(palette.0, palette.1).cel(0, [0, 0], [6, 1], &pixels)
    };
    assert_eq!(indexed(SHOWN, (0x2019, &palette)).rows()[0], "##...#..");
    // In a background layer no index is transparent.
    assert_eq!(indexed(SHOWN | 8, (0x2019, &palette)).rows()[0], "###..#..");
    // The old palette formats have no alpha. Without a palette there are 256 black colours.
    let old = [words(&[1]), vec![0, 4], vec![63; 12]].concat();
    for kind in [0x0004, 0x0011, 0x2099] {
        assert_eq!(indexed(SHOWN, (kind, &old)).rows()[0], "##.###..", "{kind:x}");
    }
}

#[test]
fn tiles_are_flipped_on_both_axes_and_diagonally() {
    // Tile 1 is solid in its first row, and in the pixel below the left end of that row.
    let tile = [1, 1, 1, 1, 0, 0, 0, 0, 0u8];
    let tileset = zlib(&[[0u8; 9], tile].concat());
    let tileset = [
        dwords(&[0, 2 | 4, 2]),
        words(&[3, 3, 1]),
        vec![0; 14],
        text("t"),
        dwords(&[tileset.len() as i64]),
        tileset,
    ]
    .concat();
    let (x, y, d) = (1u32 << 31, 1 << 30, 1 << 29);
    let rows = |tiles: &[u32]| {
        let ids: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
        let masks =
            [words(&[32]), dwords(&[0x1fff_ffff, x.into(), y.into(), d.into()]), vec![0; 10]].concat();
        let head = [words(&[0, 0, 0]), vec![255], words(&[3, 0]), vec![0; 5]].concat();
        let map = [head, words(&[tiles.len() as i64, 1]), masks, zlib(&ids)].concat();
        let file = Ase { transparent: 0, ..Ase::new(8) };
        file.chunk(0x2023, &tileset).layer("a", [SHOWN, 2, 0, 255]).chunk(0x2005, &map).rows()
    };
    assert_eq!(rows(&[0, 1, 9]), json!(["...###..", "...#....", "........", "........"]));
    assert_eq!(rows(&[1 | x, 1 | y]), json!(["###.....", "..##....", "...###..", "........"]));
    // The diagonal flip is applied first, then the horizontal one.
    assert_eq!(rows(&[1 | d, 1 | x | d]), json!(["##..##..", "#....#..", "#....#..", "........"]));
}

#[test]
fn damaged_files_are_refused() {
    let slice = |at: [i64; 2], size: [i64; 2]| {
        let key = dwords(&[0, at[0], at[1], size[0], size[1]]);
        let slice = [dwords(&[1, 0, 0]), text("hurt"), key].concat();
        let file = Ase::new(32).layer("a", [SHOWN, 0, 0, 255]).opaque_cel(0, [0, 0], [1, 1]);
        file.chunk(0x2022, &slice)
    };
    let line = slice([0, 0], [2_800_000_000, 5]).fails();
    assert!(line.ends_with("slice \"hurt\" of 2800000000 x 5 pixels at 0, 0: the limit is 2^16"), "{line}");
    assert!(slice([1 << 20, 0], [2, 2]).fails().contains("at 1048576, 0"));
    // A slice that is partly outside of the canvas is valid.
    assert_eq!(
        slice([-3, 2], [9, 900]).frames()[0]["hitboxes"][1]["shapes"][0]["box"]["size"],
        json!([9, 900])
    );
    let layer = || Ase::new(32).layer("a", [SHOWN, 0, 0, 255]);
    assert!(
        layer()
            .cel(0, [0, 0], [4, 4], &[0; 65])
            .fails()
            .ends_with("frame 0: layer 0 \"a\": the pixels unpack to more than 64 bytes")
    );
    assert!(
        layer()
            .cel(0, [0, 0], [4, 4], &[0; 63])
            .fails()
            .ends_with("frame 0: layer 0 \"a\": the pixels unpack to less than 64 bytes")
    );
    assert!(layer().cel(0, [0, 0], [60000, 60000], &[0; 63]).fails().contains("2^25 pixels"));
    assert!(layer().chunk(0x2005, &[0, 0, 0, 0]).fails().contains("ends too early"));
    assert!(Ase::new(24).fails().contains("24 bits"));
    let nested = (0..70).fold(Ase::new(32), |file, level| file.layer("g", [SHOWN, 1, level, 255]));
    assert!(nested.fails().contains("64 groups"));
}
