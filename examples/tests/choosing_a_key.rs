//! Runs the measurements of the chapter "Choosing a key", and compares their output, their pictures, and the chapter's
//! quotes.
//!
//! `EXAMPLES_BLESS=1` writes the files.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::path::{Path, PathBuf};
use std::process;
use std::{env, fs};

const CHAPTER: &str = include_str!("../../docs/guide/src/choosing-a-key.md");
const PICTURES: [&str; 6] = ["key-sequence", "key-tenant", "key-text", "key-timestamp", "key-user", "key-uuid"];

/// Runs an example without its own database, and returns its output.
#[track_caller]
fn run(name: &str, arguments: &[&str], folder: &Path) -> String {
    let output = support::example(name).unwrap().args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns an empty folder for a test.
fn folder(test: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("choosing-a-key-{test}-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compares a text with a file of the repository. With `EXAMPLES_BLESS=1`, writes the file instead.
#[track_caller]
fn same_as(file: &str, text: &str) {
    let path = root().join(file);
    if env::var_os("EXAMPLES_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap(), "{file} differs; EXAMPLES_BLESS=1 writes it");
}

/// Checks that a picture for the guide is small and an SVG.
#[track_caller]
fn is_picture(text: &str) {
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    assert!(text.len() < 8 * 1024, "{} bytes", text.len());
}

/// Returns the text blocks of the chapter, except those with rustc's errors, which `tests/documentation` compares.
fn shown() -> Vec<&'static str> {
    let blocks = CHAPTER.split("```text\n").skip(1).filter_map(|block| Some(block.split_once("```")?.0));
    blocks.filter(|block| !block.starts_with("error[")).collect()
}

/// Returns the numbers of a line of the output after the name of its key: whole run, a window, then partitions and
/// rows.
#[track_caller]
fn line(printed: &str, key: &str) -> Vec<f64> {
    let rest = printed.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix("  ")).unwrap_or_default();
    let numbers: Vec<f64> = rest.split_whitespace().map_while(|word| word.parse().ok()).collect();
    assert!(numbers.len() >= 6, "no line of {key} in\n{printed}");
    numbers
}

#[test]
fn the_measurements_and_pictures_are_those_of_the_chapter() {
    let folder = folder("pictures");
    let printed = run("choosing_a_key", &["--pictures", "."], &folder);
    same_as("examples/choosing_a_key.txt", &printed);
    for name in PICTURES {
        let picture = fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
        is_picture(&picture);
        same_as(&format!("docs/guide/src/pictures/{name}.svg"), &picture);
        assert!(CHAPTER.contains(&format!("][pictures/{name}.svg]")), "{name} is not in the chapter");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), PICTURES.len());
    fs::remove_dir_all(&folder).unwrap();
    let measured = shown();
    let of_this_command = measured.iter().filter(|block| printed.contains(**block)).count();
    assert_eq!(of_this_command, measured.len() - 1, "all but the page of `advise`");

    // A growing key is in one partition at each moment; each partition has one window.
    for key in ["order_id", "at, event_id", "timestamp, userid", "number, a text that counts"] {
        assert_eq!(line(&printed, key)[..2], [1.0, 16.0], "{key}");
    }
    // The growing end of one of four kinds takes a quarter, that of the largest tenant 40 percent, and less in a window
    // in which it passes from one partition to the next.
    for (key, share) in [("kind, at, event_id", 0.25), ("tenant, id", 0.4), ("hash = xxh3(tenant), tenant, id", 0.4)] {
        let skew = line(&printed, key)[1];
        assert!((share * 16.0 * 0.85..share * 16.0 * 1.15).contains(&skew), "{key}: {skew}");
    }
    // 1,000 rows thrown into 16 partitions: 62.5 each, the busiest has about 1.8 standard deviations of 7.7 more.
    for key in [
        "order_hash = numeric_hash(order_id), order_id",
        "shard = numeric_hash(event_id) % 16, at, ..",
        "version 4",
        "version 8, RowId",
        "email",
        "shard = numeric_hash(id) % 16, tenant, id",
    ] {
        let skew = line(&printed, key)[1];
        assert!((1.1..1.5).contains(&skew), "{key}: {skew}");
    }
    // Half of a window are 50 users with 10 rows each: the standard deviation is 18.8 then.
    let skew = line(&printed, "userhash = xxh3(userid), userid, timestamp")[1];
    assert!((1.4..1.65).contains(&skew), "{skew}");
    // One row is one row of one partition under every key; a read without a prefix of the key is a scan of the table.
    for key in ["order_id: BitReversed<u64>", "order_hash = numeric_hash(order_id), order_id"] {
        assert_eq!(line(&printed, key)[2..], [1.0, 1.0, 16.0, 16_000.0], "{key}");
    }
    // A bucket: a hundred neighbours are 16 short ranges, and 50 of each bucket are read for the latest 50.
    assert_eq!(line(&printed, "shard = numeric_hash(order_id) % 16, order_id")[2..], [1.0, 1.0, 16.0, 100.0]);
    assert_eq!(line(&printed, "shard = numeric_hash(event_id) % 16, at, ..")[4..6], [16.0, 800.0]);
}

#[test]
fn the_advice_is_that_of_the_chapter() {
    let folder = folder("advice");
    assert_eq!(run("choosing_a_key", &["--events", "events.csv"], &folder), "");
    let arguments = ["advise", "events.csv", "--read", "userid,timestamp..", "--keys", "4"];
    let printed = run("migrate", &arguments, &folder);
    fs::remove_dir_all(&folder).unwrap();
    same_as("examples/choosing_a_key_advise.txt", &printed);
    assert!(printed.contains("\n 1. (userid_hash = xxh3(userid), userid, timestamp): "), "{printed}");
    assert_eq!(shown().iter().filter(|block| printed.contains(**block)).count(), 1);
}

#[test]
fn the_picture_of_the_hot_spot_is_what_its_example_draws() {
    let folder = folder("hot-spot");
    let printed = run("hot_spot", &["--svg", "hot-spot.svg"], &folder);
    let picture = fs::read_to_string(folder.join("hot-spot.svg")).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    is_picture(&picture);
    same_as("docs/guide/src/pictures/hot-spot.svg", &picture);
    assert!(picture.contains("max/mean of writes per partition: 16.00"), "{picture}");
    // The numbers in the picture are those of the terminal.
    for line in printed.lines().filter(|line| line.contains("max/mean of writes per partition:")) {
        let (_, caption) = line.split_once("  ").unwrap();
        assert!(picture.contains(caption.trim()), "{caption}");
    }
}
