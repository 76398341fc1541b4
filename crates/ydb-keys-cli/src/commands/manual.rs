//! `completions` and `man`: what a shell completes, and pages for `man`, made of the definition of the arguments.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use super::failure::Failure;
use super::files::write_all;
use super::streams::Streams;

#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManPages {
    /// Write the pages into this directory, instead of printing that of the program
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

/// What a page says at its foot.
const SOURCE: &str = concat!("ydb-keys ", env!("CARGO_PKG_VERSION"));

/// A program as it is called, with its arguments.
pub(super) struct Definition {
    pub(super) command: Command,
    /// The name of its file.
    pub(super) name: String,
}

/// Prints the script of a shell.
pub(super) fn completions(
    args: &Completions,
    mut definition: Definition,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    clap_complete::generate(args.shell, &mut definition.command, definition.name, &mut streams.out);
    Ok(())
}

/// Prints the page of the program, or writes one for it and one for each command.
pub(super) fn man(args: &ManPages, definition: Definition, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let Definition { command, name } = definition;
    let mut command = command.display_name(name.clone()).bin_name(name);
    command.build();
    let Some(out) = &args.out else {
        return Ok(Man::new(command).source(SOURCE).render(&mut streams.out)?);
    };
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    let files: Vec<(&str, &str)> = pages.iter().map(|(name, text)| (&**name, &**text)).collect();
    for path in write_all(out, &files)? {
        writeln!(streams.out, "{}", path.display())?;
    }
    Ok(())
}

fn collect(command: &Command, pages: &mut Vec<(String, String)>) -> Result<(), Failure> {
    let man = Man::new(command.clone()).source(SOURCE);
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), String::from_utf8_lossy(&page).into_owned()));
    command.get_subcommands().try_for_each(|command| collect(command, pages))
}
