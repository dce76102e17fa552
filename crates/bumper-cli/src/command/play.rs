//! `bumper play`: runs a scene in a window.

use crate::input::MotionInput;
#[cfg(feature = "window")]
use crate::play::window;
use anyhow::Result;
#[cfg(not(feature = "window"))]
use std::path::Path;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(
    after_help = "Keys in the window: arrows or WASD to move, space to jump, F2 to save what was dragged as a new scene, F1 for all keys."
)]
pub struct Arguments {
    #[command(flatten)]
    input: MotionInput,

    /// Frames per second [default: 1 divided by the time step of the scene; 60 if this step is 0.1 or more]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: Option<u32>,

    /// When the window closes, write the keys since the last start of the scene to a file for `run --keys`. Dragging with the mouse is
    /// not recorded
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Print one JSON object per frame, like `run --json`
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { input, fps, record, json } = arguments;
    window(input, *fps, *json, record.as_deref())
}

/// Always fails, because this build cannot open a window (the feature `window` is disabled).
#[cfg(not(feature = "window"))]
fn window(_: &MotionInput, _: Option<u32>, _: bool, _: Option<&Path>) -> Result<()> {
    anyhow::bail!(
        "this build of bumper opens no window; install it with the feature \"window\", which is on by default: \
         cargo install --path crates/bumper-cli (bumper run needs no window)"
    )
}

#[cfg(all(test, not(feature = "window")))]
mod tests {
    use super::*;

    #[test]
    fn build_without_window_says_what_to_install() {
        let input = <MotionInput as clap::FromArgMatches>::from_arg_matches(
            &<MotionInput as clap::Args>::augment_args(clap::Command::new("play")).get_matches_from(["play"]),
        );
        let error = window(&input.unwrap(), None, false, None).unwrap_err().to_string();
        assert!(error.contains("cargo install --path crates/bumper-cli") && !error.contains('\n'), "{error}");
    }
}
