//! Reads little-endian numbers and other values from a slice of bytes.

use anyhow::{Context, Result, ensure};
use flate2::read::ZlibDecoder;
use std::io::Read;

/// The bytes that remain to be read.
pub struct Bytes<'b>(pub &'b [u8]);

impl<'b> Bytes<'b> {
    pub fn take(&mut self, count: usize) -> Result<&'b [u8]> {
        let (first, rest) =
            self.0.split_at_checked(count).context("a broken Aseprite file: it ends too early")?;
        self.0 = rest;
        Ok(first)
    }

    pub fn skip(&mut self, count: usize) -> Result<()> {
        self.take(count).map(|_| ())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into()?)
    }

    pub fn u8(&mut self) -> Result<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub fn i16(&mut self) -> Result<i16> {
        self.array().map(i16::from_le_bytes)
    }

    pub fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn i32(&mut self) -> Result<i32> {
        self.array().map(i32::from_le_bytes)
    }

    /// Reads a text that is preceded by its length in bytes. Invalid UTF-8 is replaced by replacement characters.
    pub fn text(&mut self) -> Result<String> {
        let length = self.u16()?;
        Ok(String::from_utf8_lossy(self.take(length.into())?).into_owned())
    }

    /// Splits off a block of bytes. The block begins with its size in four bytes. `head` is 4 if the size includes these four bytes, else
    /// 0.
    pub fn sized(&mut self, head: usize) -> Result<Self> {
        let size = self.u32()? as usize;
        let size = size.checked_sub(head).context("a broken Aseprite file: a part has no size")?;
        self.take(size).map(Bytes)
    }

    /// Decompresses all remaining bytes. Fails if the result does not have exactly `count` bytes. If it has more, stops after `count` + 1
    /// bytes, so that a small file cannot fill the memory.
    pub fn unpack(&mut self, count: usize) -> Result<Vec<u8>> {
        let mut unpacked = Vec::new();
        let mut reader = ZlibDecoder::new(self.0).take(count as u64 + 1);
        // Damaged data makes the decoder stop too early. Ignore its error: the check of the length below reports it.
        let _ = reader.read_to_end(&mut unpacked);
        ensure!(unpacked.len() <= count, "the pixels unpack to more than {count} bytes");
        ensure!(unpacked.len() == count, "the pixels unpack to less than {count} bytes");
        Ok(unpacked)
    }
}
