//! The command `bumper`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    bumper_cli::main()
}
