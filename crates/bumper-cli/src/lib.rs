//! The command `bumper`: checks collision scenes, sweeps their shapes, casts their rays, draws, runs and plays them.
//!
//! The command is a library to shorten the build. Cargo starts to compile a library as soon as the types of `bumper-scene` are known, while
//! the machine code of `bumper-scene` is still being generated. It starts to compile a binary only after that. The only public item is
//! [`main`].

#![forbid(unsafe_code)]

mod backdrop;
mod command;
mod draw;
mod film;
mod input;
mod json;
mod json_vector;
mod output;
#[cfg(feature = "window")]
mod play;
mod report;
mod terminal;
mod text;
mod trace;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::ErrorKind;
use std::process::ExitCode;

/// Collision detection for games: which shapes of a scene are apart, touching or overlapping.
#[derive(Parser)]
#[command(
    name = "bumper",
    version,
    about,
    disable_help_subcommand = true,
    styles = terminal::STYLES,
    after_help = "Scenes are JSON files, described by `bumper help scene`; maps of Tiled and LDtk can be used as scenes \
                  (`bumper help maps`). `bumper new level.json` writes an example. \
                  Errors give exit code 2 and one line that states the place and the reason."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List every pair of shapes that touches or overlaps
    Check(command::check::Arguments),
    /// List the pairs of shapes that collide while each moves by its velocity
    Sweep(command::Listing),
    /// List the hits of each ray of a scene, nearest first
    Cast(command::Listing),
    /// Draw a scene and mark collisions
    Draw(command::draw::Arguments),
    /// Run a scene frame by frame, and write lines, pictures or a film
    Run(command::run::Arguments),
    /// Play a scene in a window, with the arrow keys or WASD, and space
    Play(command::play::Arguments),
    /// Trace sprites: create hitboxes (boxes, polygons, circles or masks)
    Trace(command::trace::Arguments),
    /// Open the handbook, which has interactive figures, in a browser
    Book(command::book::Arguments),
    /// Write an example scene to start from
    New(command::help::New),
    /// Explain a command or the scene format
    Help(command::help::Topic),
    /// Print a completion script for a shell
    Completions(command::help::Shell),
    /// Print the manual page
    Man,
}

/// Runs the command with the arguments of the process. Returns exit code 0, or 2 after printing an error in one line.
pub fn main() -> ExitCode {
    // Parse like `Parser::parse`, but wrap the help at the width of the terminal.
    let mut command = Arguments::command().term_width(terminal::width().unwrap_or(terminal::UNLIMITED));
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return refuse(error.format(&mut command)),
    };
    let outcome = match arguments.command {
        Command::Check(arguments) => command::check::run(&arguments),
        Command::Sweep(arguments) => command::sweep::run(&arguments),
        Command::Cast(arguments) => command::cast::run(&arguments),
        Command::Draw(arguments) => command::draw::run(&arguments),
        Command::Run(arguments) => command::run::run(&arguments),
        Command::Play(arguments) => command::play::run(&arguments),
        Command::Trace(arguments) => command::trace::run(&arguments),
        Command::Book(arguments) => command::book::run(&arguments),
        Command::New(arguments) => command::help::starter(&arguments),
        Command::Help(arguments) => command::help::topic::<Arguments>(&arguments),
        Command::Completions(arguments) => command::help::completions::<Arguments>(&arguments),
        Command::Man => command::help::man::<Arguments>(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // If the reader of the output has closed the pipe, as `head` does, the command has succeeded.
        Err(error) if closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Prints an error in the arguments as one line, without the usage of the command. Clap reports requests for the help or the version as
/// errors, too. Their texts are printed in full.
fn refuse(error: clap::Error) -> ExitCode {
    use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if !error.use_stderr() || error.kind() == DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    let text = error.to_string();
    let paragraphs =
        text.split("\n\n").filter(|part| !part.starts_with("Usage:") && !part.starts_with("For more"));
    let one_line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = paragraphs.map(one_line).collect::<Vec<_>>().join("; ");
    terminal::say(terminal::ERROR, line.trim_start_matches("error: "));
    ExitCode::from(2)
}

/// Prints an error in one line, unless it has been printed before.
fn complain(error: &anyhow::Error) {
    if error.downcast_ref::<Reported>().is_none() {
        terminal::say(terminal::ERROR, &format!("{error:#}"));
    }
}

/// An error whose message has been printed already. It only causes the exit code of an error.
#[derive(Debug)]
struct Reported;

impl std::fmt::Display for Reported {
    fn fmt(&self, _: &mut std::fmt::Formatter) -> std::fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Reported {}

fn closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
