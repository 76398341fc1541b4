//! Tests the command `advise`: every page and message that a user can see, and large and wrong inputs.

mod errors;
mod formats;
mod huge;
mod pages;
mod pasted;
mod rows;
mod table;
mod workload;

use std::io::BufRead;

use ydb_keys_cli::{Status, Streams, run_without_models};

/// Output of a run.
struct Printed {
    status: Status,
    out: String,
    err: String,
}

/// Runs `advise` with these arguments, and with an input.
fn advise(input: &mut dyn BufRead, width: usize, args: &[&str]) -> Printed {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let streams = Streams::new(input, &mut out, &mut err).clock(|| std::time::Duration::ZERO).width(width);
    let status = run_without_models(["ydb-keys", "advise"].iter().chain(args), streams);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Printed { status, out: text(out), err: text(err) }
}

/// Returns the page for a CSV text.
fn page(csv: &str, width: usize, args: &[&str]) -> String {
    let printed = advise(&mut csv.as_bytes(), width, &[&["-", "--format", "csv"], args].concat());
    assert_eq!((printed.status, printed.err.as_str()), (Status::Done, ""));
    printed.out
}

/// Returns the JSON for a CSV text.
fn json(csv: &str, args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&page(csv, 80, &[args, &["--json"]].concat())).unwrap()
}
