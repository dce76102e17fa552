//! The command `bumper`: checks collision scenes, sweeps their shapes, casts their rays and draws them.

#![forbid(unsafe_code)]

mod command;
mod draw;
mod input;
mod json;
mod text;

use clap::{Parser, Subcommand};
use std::io::ErrorKind;
use std::process::ExitCode;

/// Collision detection for games: which shapes of a scene are apart, touching or overlapping.
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Scenes are JSON files. Errors end with exit code 2 and one line that says where they are."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List every pair of shapes that touches or overlaps
    Check(command::check::Arguments),
    /// List the pairs that come to touch while each shape moves by its velocity
    Sweep(command::Listing),
    /// List where the rays of a scene hit its shapes, the nearest first
    Cast(command::Listing),
    /// Draw a scene, with what collides marked
    Draw(command::draw::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Check(arguments) => command::check::run(&arguments),
        Command::Sweep(arguments) => command::sweep::run(&arguments),
        Command::Cast(arguments) => command::cast::run(&arguments),
        Command::Draw(arguments) => command::draw::run(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(error) if closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let line = format!("{error:#}").replace(char::is_control, " ");
            eprintln!("error: {line}");
            ExitCode::from(2)
        }
    }
}

fn closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
