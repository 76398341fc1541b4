//! Tests a load that is killed at random places and run again: each row is in the table once, and each refused row in
//! its file.
//!
//! The load runs as a separate process. A seed chooses the number of rows in the table at which it is killed, whether
//! it is reading, sending, or writing its state. `LOAD_ROWS` and `LOAD_KILLS` make the test larger.

use std::fmt::Write as _;
use std::io;
use std::process::{Child, Command, Stdio};

use ydb_keys_cli::{Streams, run_without_models};

use super::{Shop, file, path, read};

/// Environment variable with the arguments of the process that is killed, one a line.
const ARGS: &str = "YDB_KEYS_LOAD_ARGS";

/// Number of rows for each row that cannot be stored.
const BAD: u64 = 997;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

/// Runs as the process that is killed; without the variable it does nothing.
#[test]
fn process() {
    let Ok(args) = std::env::var(ARGS) else { return };
    let (mut input, mut out, mut err) = (io::empty(), io::stdout(), io::stderr());
    let status = run_without_models(
        args.lines(),
        Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO),
    );
    std::process::exit(status.code().into());
}

fn begin(args: &[&str]) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "load::killed::process", "--nocapture"]).env(ARGS, args.join("\n"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn each_row_is_loaded_once() {
    let (rows, kills) = (number("LOAD_ROWS", 20_000), number("LOAD_KILLS", 8));
    let shop = Shop::open();
    let mut text = "at,user,page\n".to_owned();
    for at in 0..rows {
        let at_or_none = if at % BAD == 5 { "none".to_owned() } else { at.to_string() };
        writeln!(text, "{at_or_none},user {},\"page\n{at}\"", at % 1000).unwrap();
    }
    let csv = file("killed.csv", text);
    let (state, refused) = (path("killed.state"), path("killed.jsonl"));
    let connection = ["--connection", shop.server.connection_string()];
    let options = ["--state", &state, "--refused", &refused, "--request-bytes", "20000", "--in-flight", "4"];
    let args = [&["ydb-keys", "load", "shop/visits", csv.to_str().unwrap()], &connection[..], &options].concat();
    let stored = || -> u64 {
        shop.server.partition_stats("shop/visits").unwrap().iter().map(|partition| partition.row_count).sum()
    };
    // A linear congruential generator: the places are the same in every run.
    let mut seed = number("LOAD_SEED", 1);
    let mut places: Vec<u64> = (0..kills)
        .map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % rows
        })
        .collect();
    places.sort_unstable();
    let (mut resumed, mut last, mut is_silent) = (0, None, false);
    for place in places {
        let mut child = begin(&args);
        while stored() < place && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        // The number was reached at once if the place is near the one before; then it dies as it starts.
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        // Where this test gets no processor, a run is done before it is killed.
        if output.status.code().is_some() {
            last = Some(output);
            break;
        }
        let is_kept = std::fs::exists(&state).unwrap();
        // The state is written before the first refused row, and removed at the end: without it, the run is done, and was
        // killed before it said so.
        if !is_kept && std::fs::metadata(&refused).is_ok_and(|data| data.len() > 0) {
            is_silent = true;
            break;
        }
        resumed += u64::from(is_kept);
    }
    assert!(resumed > 0, "no run left a state");
    if !is_silent {
        let last = last.unwrap_or_else(|| begin(&args).wait_with_output().unwrap());
        let printed = String::from_utf8_lossy(&last.stdout).into_owned() + &String::from_utf8_lossy(&last.stderr);
        let bad = (0..rows).filter(|at| at % BAD == 5).count();
        // Exit code 1: rows were refused.
        assert_eq!(last.status.code(), Some(1), "{printed}");
        assert!(printed.contains(&format!("`shop/visits`: {} rows loaded", rows - bad as u64)), "{printed}");
        assert!(printed.contains(" of them by earlier runs") && printed.contains("going on at line "), "{printed}");
    }
    assert!(!std::fs::exists(&state).unwrap());
    let expected: Vec<_> = (0..rows)
        .filter(|at| at % BAD != 5)
        .map(|at| super::visit(&format!("user {}", at % 1000), at as u32, Some(&format!("page\n{at}")), None))
        .collect();
    shop.assert_rows(&expected);
    // Each row has two lines, after the header.
    let refused = read(&refused);
    let lines: Vec<u64> = refused
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["line"].as_u64().unwrap())
        .collect();
    let bad: Vec<u64> = (0..rows).filter(|at| at % BAD == 5).map(|at| 2 * at + 2).collect();
    assert_eq!(lines, bad);
}
