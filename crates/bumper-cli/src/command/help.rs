//! `bumper help`, `new`, `completions` and `man`: help on the command and on the scene format.

mod markdown;

use crate::{output, terminal};
use anyhow::{Context, Result, bail};
use clap::{Command, CommandFactory, Parser};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

const SCENE: &str = include_str!("../../reference/scene-format.md");
const SCHEMA: &str = include_str!("../../reference/scene.schema.json");
const STARTER: &str = include_str!("../../scenes/starter.json");

/// The file name of the JSON schema.
const SCHEMA_NAME: &str = "scene.schema.json";

#[derive(clap::Args)]
pub struct Topic {
    /// A command, scene (the format of scene files), maps (how maps of Tiled and LDtk become scenes) or schema (the JSON schema of scenes,
    /// for editors)
    topic: Option<String>,
}

#[derive(clap::Args)]
pub struct New {
    /// The scene file to write
    file: PathBuf,

    /// Also write the JSON schema beside it, for editors
    #[arg(long)]
    schema: bool,
}

#[derive(clap::Args)]
pub struct Shell {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

fn full_command<P: Parser + CommandFactory>() -> Command {
    P::command()
}

/// Prints help on the command, a subcommand or a topic. On a terminal, the text is wrapped and has colours.
pub fn topic<P: Parser + CommandFactory>(arguments: &Topic) -> Result<()> {
    let width = terminal::width();
    let mut command = full_command::<P>().term_width(width.unwrap_or(terminal::UNLIMITED));
    let text = match arguments.topic.as_deref() {
        None => command.render_help().ansi().to_string(),
        Some("scene") => reference(SCENE, width),
        Some("maps") => reference(maps(), width),
        Some("schema") => SCHEMA.into(),
        Some(name) => {
            command.build();
            let Some(found) = command.find_subcommand_mut(name) else {
                bail!("there is no help topic {name:?}; topics are all commands, scene, maps and schema");
            };
            found.render_help().ansi().to_string()
        }
    };
    Ok(terminal::print(&text)?)
}

/// Renders a part of the reference of the scene format for a terminal of this width. Without a width, returns the text unchanged.
fn reference(text: &str, width: Option<usize>) -> String {
    width.map_or_else(|| text.into(), |width| markdown::render(text, width))
}

/// The last section of the reference of the scene format. It describes how maps become scenes.
fn maps() -> &'static str {
    SCENE.find("## Maps\n").map_or(SCENE, |at| &SCENE[at..])
}

/// Writes an example scene. Existing files are not overwritten.
pub fn starter(arguments: &New) -> Result<()> {
    let name = |path: &Path| path.display().to_string();
    let file = &arguments.file;
    let schema = file.with_file_name(SCHEMA_NAME);
    let mut files = vec![(file.clone(), STARTER.to_string())];
    if arguments.schema {
        let key = format!("{{\n  \"$schema\": \"{SCHEMA_NAME}\",");
        files = vec![(file.clone(), STARTER.replacen('{', &key, 1)), (schema, SCHEMA.into())];
    }
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        bail!("{}: the file already exists", name(path));
    }
    for (path, text) in &files {
        output::write_whole(path, text.as_bytes()).with_context(|| name(path))?;
    }
    writeln!(stdout(), "{}: an example scene. Play it with: bumper play {0}", name(file))?;
    Ok(())
}

/// Prints a script that completes the command's arguments in a shell.
pub fn completions<P: Parser + CommandFactory>(arguments: &Shell) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut full_command::<P>(), "bumper", &mut text);
    stdout().write_all(&text)?;
    Ok(())
}

/// Prints the manual page: first the command, then each subcommand.
pub fn man<P: Parser + CommandFactory>() -> Result<()> {
    let mut text = Vec::new();
    let mut command = full_command::<P>();
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
        let man = clap_mangen::Man::new(part.clone());
        writeln!(text, ".SH \"BUMPER {}\"", part.get_name().to_uppercase())?;
        man.render_description_section(&mut text)?;
        man.render_options_section(&mut text)?;
    }
    stdout().write_all(&text)?;
    Ok(())
}
