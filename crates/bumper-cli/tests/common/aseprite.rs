//! A small Aseprite file for tests.

/// An Aseprite file of 8 by 8 pixels and three frames: two visible layers and a hidden one named `Hit`, a slice with two keys, and a tag.
pub fn aseprite() -> Vec<u8> {
    let layer = |name: &str, shown: u16| {
        chunk(0x2004, &[&shown.to_le_bytes()[..], &[0; 8], &[0, 0], &[255, 0, 0, 0], &text(name)].concat())
    };
    let cel = |layer: u16, [x, y]: [i16; 2], [w, h]: [u16; 2]| {
        let head =
            [&layer.to_le_bytes()[..], &x.to_le_bytes(), &y.to_le_bytes(), &[255, 0, 0, 0, 0, 0, 0, 0, 0, 0]]
                .concat();
        let size = [w.to_le_bytes(), h.to_le_bytes()].concat();
        chunk(0x2005, &[head, size, [9, 9, 9, 255].repeat(usize::from(w * h))].concat())
    };
    let key = |from: u32, [x, y, w, h]: [u32; 4]| [from, x, y, w, h].map(u32::to_le_bytes).concat();
    let slice = [2u32, 0, 0].map(u32::to_le_bytes).concat();
    let slice = chunk(0x2022, &[slice, text("hurt"), key(0, [1, 1, 3, 3]), key(2, [2, 2, 4, 4])].concat());
    let tag =
        [&1u16.to_le_bytes()[..], &[0; 8], &1u16.to_le_bytes(), &2u16.to_le_bytes(), &[0; 13], &text("run")]
            .concat();
    let frames = [
        vec![
            layer("body", 1),
            layer("shade", 1),
            layer("Hit", 0),
            chunk(0x2018, &tag),
            slice,
            cel(0, [0, 0], [4, 4]),
            cel(2, [5, 5], [2, 1]),
        ],
        vec![cel(0, [1, 0], [4, 4]), cel(1, [6, 6], [1, 1])],
        vec![cel(0, [2, 0], [4, 4])],
    ];
    let frame = |chunks: &Vec<Vec<u8>>| {
        let data = chunks.concat();
        let count = chunks.len() as u16;
        [
            &(data.len() as u32 + 16).to_le_bytes()[..],
            &[0xfa, 0xf1],
            &count.to_le_bytes(),
            &[100, 0, 0, 0],
            &[0; 4],
            &data,
        ]
        .concat()
    };
    let data: Vec<u8> = frames.iter().flat_map(frame).collect();
    let head = [
        &(data.len() as u32 + 128).to_le_bytes()[..],
        &[0xe0, 0xa5],
        &[3, 0],
        &[8, 0, 8, 0],
        &[32, 0],
        &[1, 0, 0, 0],
    ]
    .concat();
    let mut file = head;
    file.resize(128, 0);
    file[34] = 1;
    file[35] = 1;
    file.extend(data);
    file
}

/// A chunk of an Aseprite file.
fn chunk(kind: u16, data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32 + 6).to_le_bytes()[..], &kind.to_le_bytes(), data].concat()
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u16).to_le_bytes()[..], text.as_bytes()].concat()
}
