//! Reads the palettes of Aseprite files with indexed colours. Each frame may change the palette of the previous frame.

use super::bytes::Bytes;
use super::file::{Depth, File};
use anyhow::Result;

impl File {
    pub fn has_palette(&self) -> bool {
        self.depth == Depth::Indexed
    }

    /// The palette that a frame uses: the last one that starts at this frame or before it.
    pub fn palette(&self, frame: u16) -> &[[u8; 4]] {
        self.palettes.iter().rfind(|(from, _)| *from <= frame).map_or(&[], |(_, colors)| colors)
    }

    /// The palette that applies from a frame on, for changing it. If no palette starts at this frame, adds a copy of the previous palette
    /// first.
    fn palette_from(&mut self, frame: u16) -> &mut Vec<[u8; 4]> {
        if self.palettes.last().is_none_or(|(from, _)| *from != frame) {
            self.palettes.push((frame, self.palette(frame).to_vec()));
        }
        let last = self.palettes.len() - 1;
        &mut self.palettes[last].1
    }

    pub fn parse_old_palette(
        &mut self,
        frame: u16,
        mut chunk: Bytes,
        scale: impl Fn(u8) -> u8,
    ) -> Result<()> {
        let palette = self.palette_from(frame);
        let mut index = 0;
        for _ in 0..chunk.u16()? {
            index += usize::from(chunk.u8()?);
            let count = usize::from(chunk.u8()?);
            for _ in 0..if count == 0 { 256 } else { count } {
                let [r, g, b] = [chunk.u8()?, chunk.u8()?, chunk.u8()?].map(&scale);
                set_color(palette, index, [r, g, b, 255]);
                index += 1;
            }
        }
        Ok(())
    }

    pub fn parse_new_palette(&mut self, frame: u16, mut chunk: Bytes) -> Result<()> {
        self.has_new_palette = true;
        let palette = self.palette_from(frame);
        let size = chunk.u32()?;
        let first = chunk.u32()?;
        let last = chunk.u32()?;
        palette.resize(size.min(256) as usize, [0, 0, 0, 255]);
        chunk.skip(8)?;
        for index in first..=last {
            let has_name = chunk.u16()? & 1 == 1;
            let color = [chunk.u8()?, chunk.u8()?, chunk.u8()?, chunk.u8()?];
            if has_name {
                chunk.text()?;
            }
            set_color(palette, index as usize, color);
        }
        Ok(())
    }
}

/// Sets a colour of a palette. If the palette is too short, it is filled up with black.
fn set_color(palette: &mut Vec<[u8; 4]>, index: usize, color: [u8; 4]) {
    if index < 256 {
        palette.resize(palette.len().max(index + 1), [0, 0, 0, 255]);
        palette[index] = color;
    }
}
