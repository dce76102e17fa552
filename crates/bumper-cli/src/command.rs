//! The subcommands. Each has its own file.

pub mod book;
pub mod cast;
pub mod check;
pub mod draw;
pub mod help;
pub mod play;
pub mod run;
pub mod sweep;
pub mod trace;

use crate::input::Input;

/// The arguments that all commands that print a list have in common.
#[derive(clap::Args)]
pub struct Listing {
    #[command(flatten)]
    pub input: Input,

    /// Print one JSON object per line instead of a table
    #[arg(long)]
    pub json: bool,
}
