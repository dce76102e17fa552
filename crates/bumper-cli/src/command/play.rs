//! `bumper play`: a scene in a window.

use crate::input::Moving;
use crate::play;
use anyhow::Result;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "In the window: arrow keys or WASD and space, F1 for the rest.")]
pub struct Arguments {
    #[command(flatten)]
    input: Moving,

    /// Frames a second [default: as many as the time step says; 60 for a step of 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: Option<u32>,

    /// Write the keys to a file for `run --keys`, when the window closes: those since the scene began, or began again. What the mouse
    /// drags is not in it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Print one JSON object a frame, as run does
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { input, fps, record, json } = arguments;
    play::window(input.clone(), *fps, *json, record.as_deref())
}
