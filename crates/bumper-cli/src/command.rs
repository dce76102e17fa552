//! The commands: a file each.

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

/// What every command that lists something takes.
#[derive(clap::Args)]
pub struct Listing {
    #[command(flatten)]
    pub input: Input,

    /// Print one JSON object a line instead of a table
    #[arg(long)]
    pub json: bool,
}
