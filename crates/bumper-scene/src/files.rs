//! Reads files and converts their text to UTF-8.

use crate::fields::{Fault, Read, fault};
use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// The largest size of a file that is read, in bytes. The limit protects the memory of the computer.
const LARGEST: u64 = 1 << 30;

fn failed(error: std::io::Error) -> Fault {
    Fault { place: String::new(), reason: error.to_string() }
}

/// Fails unless the path is a regular file, because opening a pipe or reading a device may block forever.
pub(crate) fn check_regular(path: &Path) -> Read<()> {
    let about = std::fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return fault("it is a folder, not a file");
    }
    if about.is_file() { Ok(()) } else { fault("it is a device or a pipe, not a file") }
}

/// Reads a regular file of at most 1 GiB.
pub(crate) fn load(path: &Path) -> Read<Vec<u8>> {
    check_regular(path)?;
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return fault("the file is larger than 1 GiB");
    }
    Ok(bytes)
}

/// The current size of a file in bytes; zero if the file no longer exists. The caller adds up the sizes of the files that it has read, to
/// limit the sum.
pub(crate) fn file_size(path: &Path) -> usize {
    std::fs::metadata(path).map_or(0, |file| file.len() as usize)
}

/// Converts the text of a file to UTF-8 without a byte order mark. UTF-16 is recognized by its byte order mark. Without that mark, it is
/// recognized by a zero in one of the first two bytes, because the files that are read begin with an ASCII character. All other text except
/// UTF-32 is taken for UTF-8: only its byte order mark is removed, and its validity is not checked.
///
/// # Errors
///
/// Returns a fault for UTF-32 and for invalid UTF-16.
pub(crate) fn utf8(bytes: &[u8]) -> Read<Cow<'_, [u8]>> {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return Ok(rest.into());
    }
    let (little_endian, rest) = match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => {
            return fault("the file is UTF-32: save it as UTF-8");
        }
        [0xFF, 0xFE, rest @ ..] => (true, rest),
        [0xFE, 0xFF, rest @ ..] => (false, rest),
        [first, 0, ..] if *first != 0 => (true, bytes),
        [0, second, ..] if *second != 0 => (false, bytes),
        _ => return Ok(bytes.into()),
    };
    let (pairs, []) = rest.as_chunks() else {
        return fault("the file is UTF-16 that ends within a character");
    };
    let unit = |pair: &[u8; 2]| {
        if little_endian { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) }
    };
    let units = pairs.iter().map(unit);
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) => Ok(text.into_bytes().into()),
        Err(_) => fault("the file is broken UTF-16: save it as UTF-8"),
    }
}
