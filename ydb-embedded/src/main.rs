//! The engine as a program, for clients in any language.

use std::process::ExitCode;

use chrono::{DateTime, SecondsFormat, Utc};
use clap::Parser;
use ydb_embedded::{Behavior, Refusal, Server};

/// An in-memory YDB for tests, examples and a first run. Its data lives until Ctrl-C.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Port to listen on; 0 picks a free one
    #[arg(long, default_value_t = 2136)]
    port: u16,

    /// Interface to listen on; 0.0.0.0 for all
    #[arg(long, default_value = "127.0.0.1")]
    host: String,

    /// Path of the database
    #[arg(long, default_value = "/local")]
    database: String,

    /// Name of the only user who may connect; without it, everyone may
    #[arg(long, requires = "password")]
    user: Option<String>,

    /// Password of the user
    #[arg(long, requires = "user")]
    password: Option<String>,

    /// Let clients without a token connect, too, although there is a user
    #[arg(long, requires = "user")]
    anonymous: bool,

    /// Refuse what some real YDB refuses: undeclared parameters, texts over 10 KB, INSERT conflicts reported at once,
    /// missing access rights
    #[arg(long)]
    strict: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let builder = Server::builder().host(arguments.host).port(arguments.port).database(&arguments.database);
    let builder = match arguments.user.zip(arguments.password) {
        Some((user, password)) => builder.user(user, password),
        None => builder,
    };
    let builder = if arguments.anonymous { builder.anonymous() } else { builder };
    let builder = if arguments.strict { builder.behavior(Behavior::strict()) } else { builder };
    let server = builder.on_refused(|refusal| eprintln!("{}", line(refusal))).start().await?;
    println!("{}", server.connection_string());
    tokio::signal::ctrl_c().await?;
    Ok(())
}

/// A refusal in one line: time, call, error, and the first line of the statement.
fn line(refusal: &Refusal) -> String {
    let at = DateTime::<Utc>::from(refusal.at).to_rfc3339_opts(SecondsFormat::Millis, true);
    let first = |text: &str| text.trim_start().lines().next().unwrap_or_default().trim_end().to_owned();
    let error = first(&refusal.error.to_string());
    match refusal.statement.as_deref() {
        Some(statement) => format!("{at} {:?} {error} | {}", refusal.call, first(statement)),
        None => format!("{at} {:?} {error}", refusal.call),
    }
}
