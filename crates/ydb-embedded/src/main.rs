//! The engine as a program, for clients in any language.

use std::process::ExitCode;

use clap::Parser;
use ydb_embedded::__internal::Serve;

/// An in-memory YDB for tests, examples and a first run. Its data lives until Ctrl-C.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    serve: Serve,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(&Arguments::parse().serve).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(serve: &Serve) -> Result<(), Box<dyn std::error::Error>> {
    let server = serve.start(|refusal| eprintln!("{refusal}"))?;
    Serve::until_interrupted(|| println!("{}", server.connection_string())).await?;
    Ok(())
}
