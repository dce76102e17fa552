//! `bumper play`: a scene in a window.

use crate::input::Moving;
use crate::play;
use anyhow::Result;

#[derive(clap::Args)]
#[command(after_help = "In the window: arrow keys or WASD and space, F1 for the rest.")]
pub struct Arguments {
    #[command(flatten)]
    input: Moving,

    /// Frames a second [default: as many as the time step says; 60 for a step of 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: Option<u32>,

    /// Print one JSON object a frame, as run does
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    play::window(arguments.input.clone(), arguments.fps, arguments.json)
}
