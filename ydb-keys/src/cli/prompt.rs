//! A question before something is changed.

use super::failure::Failure;
use super::streams::Streams;

/// Whether the answer is yes. Anything else is a no.
pub(super) fn ask(question: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    if !streams.interactive {
        return Err(Failure::NobodyToAsk);
    }
    // On stderr, so that it is seen where the output goes into a file.
    write!(streams.err, "{question} [yes/no] ")?;
    streams.err.flush()?;
    let mut answer = String::new();
    if streams.input.read_line(&mut answer).map_err(Failure::Answer)? == 0 {
        // The line with the question has no end of its own then.
        writeln!(streams.err)?;
        return Err(Failure::NobodyToAsk);
    }
    let answer = answer.trim();
    Ok(answer.eq_ignore_ascii_case("yes") || answer.eq_ignore_ascii_case("y"))
}
