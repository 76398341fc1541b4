//! Faults as annotations of GitHub Actions: workflow commands.

use std::io;

use crate::queries::Fault;

/// A message, at a line of a file if it is known.
pub(super) fn annotate(out: &mut dyn io::Write, path: Option<&str>, fault: &Fault) -> io::Result<()> {
    // The characters that end a command or a property of it.
    let escaped = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
    let (line, column, rule) = (fault.line, fault.column, fault.rule);
    let place = path.map_or(String::new(), |path| format!("file={},line={line},col={column},", property(path)));
    writeln!(out, "::error {place}title={rule}::{}", escaped(&fault.message))
}
