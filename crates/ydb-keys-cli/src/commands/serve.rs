//! `serve`: runs the embedded engine until Ctrl-C.

use std::sync::mpsc::channel;

use ydb_embedded::__internal::Serve;

use super::database::Runtime;
use super::failure::Failure;
use super::streams::Streams;

/// Prints the connection string, then a line on stderr for each call that the engine refuses.
pub(super) fn serve(args: &Serve, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (sender, refused) = channel();
    // Sending fails when the program is ending; the line is then not needed.
    let server = args.start(move |line| drop(sender.send(line))).map_err(Failure::Serve)?;
    let address = server.connection_string().to_owned();

    let runtime = Runtime::start()?;
    let (sender, listens) = channel();
    runtime.spawn(async move {
        // If the signal cannot be awaited, the program ends at once instead of never.
        let _ = Serve::until_interrupted(|| sender.send(()).unwrap_or(())).await;
        drop(server);
    });
    // Fails only if the task has ended before it called.
    let _ = listens.recv();
    writeln!(streams.out, "{address}")?;
    streams.out.flush()?;
    // Ends with the server, which has the sender.
    for line in refused {
        // The server goes on even if a line cannot be printed.
        let _ = writeln!(streams.err, "{line}").and_then(|()| streams.err.flush());
    }
    Ok(())
}
