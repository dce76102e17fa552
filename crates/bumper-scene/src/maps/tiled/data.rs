//! Decodes the tile numbers of a layer from comma-separated numbers, or from base64 text, which may be compressed.

use crate::fields::{Read, fault, quoted};
use crate::maps::numbers::parsed;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;
use std::io::Read as _;

/// Parses tile numbers separated by commas. `width` is the number of columns of the layer, for error messages.
pub(super) fn csv(text: &str, width: i32) -> Read<Vec<u32>> {
    let numbers = text.split(',').map(str::trim).filter(|number| !number.is_empty());
    let read = |(index, text): (usize, &str)| {
        let number = text.parse().ok().or_else(|| parsed(text));
        number.map_or_else(
            || {
                let width = usize::try_from(width).unwrap_or_default().max(1);
                fault(format!("{} at ({}, {}) is not a tile", quoted(text), index % width, index / width))
            },
            Ok,
        )
    };
    numbers.enumerate().map(read).collect()
}

/// Decodes the tile numbers of a layer from base64, with four bytes for each tile. The bytes may be compressed.
///
/// # Errors
///
/// Returns a fault if the data is damaged, or if it does not have exactly `tiles` numbers. A small file can contain huge compressed layers,
/// so the compressed layers of a map share a limit: `room` is the number of tiles that is left of it. Returns a fault if the data is
/// compressed and `tiles` is more than that.
pub(super) fn unpacked(text: &str, compression: &str, tiles: u64, room: usize) -> Read<Vec<u32>> {
    let text: String = text.split_ascii_whitespace().collect();
    let packed = STANDARD.decode(text).or_else(|error| fault(format!("the data is not base64: {error}")))?;
    if tiles > room as u64 && !compression.is_empty() {
        return fault("the compressed layers of the map have more than 2^24 tiles");
    }
    let most = tiles.saturating_mul(4);
    let bytes = decompressed(packed, compression, most)?;
    if bytes.len() as u64 != most {
        let more = if bytes.len() as u64 > most { "more" } else { "fewer" };
        let of = quoted(compression);
        let how = if compression.is_empty() { String::new() } else { format!(" unpacked by {of}") };
        return fault(format!("the layer has {tiles} tiles, but its data{how} has {more}"));
    }
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(bytes.chunks_exact(4).map(number).collect())
}

/// Decompresses the data, but at most `most` + 1 bytes of it. If the result has more than `most` bytes, the caller knows that there are too
/// many.
fn decompressed(packed: Vec<u8>, compression: &str, most: u64) -> Read<Vec<u8>> {
    let broken = |reason: String| {
        // Collapse the decoder's message to a single line.
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        fault(format!("the data is broken: {reason}"))
    };
    let most = most.saturating_add(1);
    let mut bytes = Vec::new();
    let read = match compression {
        "" => return Ok(packed),
        "zlib" => ZlibDecoder::new(packed.as_slice()).take(most).read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(packed.as_slice()).take(most).read_to_end(&mut bytes),
        "zstd" => match StreamingDecoder::new(packed.as_slice()) {
            Ok(decoder) => decoder.take(most).read_to_end(&mut bytes),
            Err(error) => return broken(error.to_string()),
        },
        other => {
            return fault(format!(
                "the compression {} is not supported: use zlib, gzip or zstd",
                quoted(other)
            ));
        }
    };
    read.map_or_else(|error| broken(error.to_string()), |_| Ok(bytes))
}
