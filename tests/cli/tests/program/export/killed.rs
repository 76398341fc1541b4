//! Tests an export that is killed at random places and run again: each row is in one file, and no incomplete file looks
//! complete.
//!
//! Like in the test of `load`, the export runs as a separate process. A seed chooses the number of files in its
//! directory at which it is killed. `EXPORT_KILLS` makes the test longer.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, Stdio};

use ydb_keys_cli::{Streams, run_without_models};

use crate::directory::Directory;
use crate::load::{Shop, file, path, read};

/// Environment variable with the arguments of the process that is killed, one a line.
const ARGS: &str = "YDB_KEYS_EXPORT_ARGS";

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
    command.args(["--exact", "export::killed::process", "--nocapture"]).env(ARGS, args.join("\n"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn each_row_is_in_one_file() {
    let kills: u32 = std::env::var("EXPORT_KILLS").map_or(6, |text| text.parse().unwrap());
    let shop = Shop::open();
    shop.exec(
        "CREATE TABLE `shop/log` (id Uint64 NOT NULL, text Utf8, PRIMARY KEY (id)) WITH (UNIFORM_PARTITIONS = 4)",
    );
    // 16 MB, of which each partition has a quarter.
    let text = "é".repeat(1000);
    let rows: u64 = 8000;
    let id = |number: u64| number * (u64::MAX / rows);
    let csv: String = (0..rows).map(|number| format!("{},{text}\n", id(number))).collect();
    let csv = file("log.csv", format!("id,text\n{csv}"));
    shop.load(&mut io::empty(), &["shop/log", csv.to_str().unwrap()]).assert_done("`shop/log`: 8000 rows loaded");
    for format in ["csv", "parquet"] {
        let directory = Directory::with(&[]);
        let (out, state) = (directory.path().to_str().unwrap(), path("log.state"));
        let connection = ["--connection", shop.server.connection_string()];
        let options = ["--out", out, "--state", &state, "--file-mb", "1", "--streams", "3", "--format", format];
        let args = [&["ydb-keys", "export", "shop/log"], &connection[..], &options].concat();
        let mut seed: u64 = 1;
        let (mut killed, mut resumed) = (0, 0);
        // A run may be done before it is killed: then all begins anew.
        for _ in 0..20 * kills {
            if killed >= kills && resumed > 0 {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let more = directory.names().len() + (seed >> 33) as usize % 4;
            let mut child = begin(&args);
            while directory.names().len() < more && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
            child.kill().unwrap();
            child.wait().unwrap();
            let whole = directory.names().iter().filter(|name| !name.ends_with(".part")).count();
            // It was done, or had not begun.
            if !std::fs::exists(&state).unwrap() {
                super::paths(&directory).iter().for_each(|path| std::fs::remove_file(path).unwrap());
                continue;
            }
            killed += 1;
            resumed += u64::from(read(&state).contains("\"files\":1"));
            // All names or none, but for a kill between them.
            assert!(whole == 0 || !read(&state).contains("\"is_done\":false"), "{:?}", directory.names());
        }
        assert!(killed >= kills && resumed > 0, "{killed} kills, {resumed} of them with whole files");
        let last = begin(&args).wait_with_output().unwrap();
        let printed = String::from_utf8_lossy(&last.stdout).into_owned() + &String::from_utf8_lossy(&last.stderr);
        assert_eq!(last.status.code(), Some(0), "{printed}");
        assert!(printed.contains("`shop/log`: 8000 rows exported"), "{printed}");
        assert!(!std::fs::exists(&state).unwrap());
        let names = directory.names();
        assert!(names.len() > 8 && names.iter().all(|name| name.ends_with(format)), "{names:?}");
        // The files are loaded into an empty table: as many rows as were in them, and all keys.
        let copy = format!("shop/copy_{format}");
        shop.exec(&format!("CREATE TABLE `{copy}` (id Uint64 NOT NULL, text Utf8, PRIMARY KEY (id))"));
        let paths = super::paths(&directory);
        let all: Vec<&str> = [copy.as_str()].into_iter().chain(paths.iter().map(String::as_str)).collect();
        shop.load(&mut io::empty(), &all).assert_done(&format!("`{copy}`: 8000 rows loaded"));
        let query = format!("SELECT id FROM `{copy}` WHERE text = '{text}'u");
        let found = shop.run(&mut io::empty(), &["query", &query, "--jsonl"]).out;
        let found: BTreeSet<&str> = found.lines().collect();
        let expected: BTreeSet<String> = (0..rows).map(|number| format!("{{\"id\":{}}}", id(number))).collect();
        assert!(found.len() == 8000 && expected.iter().all(|line| found.contains(line.as_str())));
    }
}
