//! Asks before something is changed.

use super::failure::Failure;
use super::streams::Streams;

/// Whether the answer is yes; any other answer is no.
pub(super) fn ask(question: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    if !streams.interactive {
        return Err(Failure::NotInteractive);
    }
    // On stderr, so that the question is visible if the output goes to a file.
    write!(streams.err, "{question} [yes/no] ")?;
    streams.err.flush()?;
    let mut answer = String::new();
    if streams.input.read_line(&mut answer).map_err(Failure::Answer)? == 0 {
        // The input has ended, so the question's line is not finished yet.
        writeln!(streams.err)?;
        return Err(Failure::NotInteractive);
    }
    let answer = answer.trim();
    Ok(answer.eq_ignore_ascii_case("yes") || answer.eq_ignore_ascii_case("y"))
}
