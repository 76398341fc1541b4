//! Finds the examples as programs, for their tests.

use std::env;
use std::process::Command;

use crate::{Failure, Result};

/// Returns a command for an example, without its own database. `cargo test` puts the examples next to the folder of the
/// tests.
///
/// # Errors
/// The example is not built.
pub fn example(name: &str) -> Result<Command> {
    let mut path = env::current_exe()?;
    path.pop();
    path.set_file_name("examples");
    path.push(format!("{name}{}", env::consts::EXE_SUFFIX));
    if !path.exists() {
        let path = path.display();
        return Err(Failure::new(format!("{path} is not built; run `cargo test` without `--test`, which builds it")));
    }
    let mut command = Command::new(path);
    command.env_remove("YDB_CONNECTION_STRING");
    Ok(command)
}
