//! `serve`: runs the embedded engine until Ctrl-C.

use std::sync::mpsc::channel;

use ydb_embedded::__internal::Serve;

use super::database::Runtime;
use super::failure::Failure;
use super::streams::Streams;

/// Runs the engine. Prints the connection string, then on stderr a line for each call that the engine refuses.
pub(super) fn serve(args: &Serve, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (sender, refused) = channel();
    // Sending fails only when the program is ending; the line is then not needed.
    let server = args.start(move |line| drop(sender.send(line))).map_err(Failure::Serve)?;
    let address = server.connection_string().to_owned();

    let runtime = Runtime::start()?;
    let (sender, listens) = channel();
    runtime.spawn(async move {
        // If the signal cannot be awaited, the program ends at once instead of never.
        let _ = Serve::until_interrupted(|| sender.send(()).unwrap_or(())).await;
        drop(server);
    });
    // Fails only if the task has ended before it signalled.
    let _ = listens.recv();
    writeln!(streams.out, "{address}")?;
    streams.out.flush()?;
    // The loop ends with the server, which owns the sender.
    for line in refused {
        // Errors are ignored: the server runs on even if a line cannot be printed.
        let _ = writeln!(streams.err, "{line}").and_then(|()| streams.err.flush());
    }
    Ok(())
}
