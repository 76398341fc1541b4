//! Runs of the witness: the query that is sent does the same as its text, and planted faults are found.

use std::collections::BTreeMap;
use std::env;
use std::io::Write as _;
use std::ops::Range;

use super::models::FAULTS;
use super::{Outcome, SEEDS, World};

/// Returns the seeds of a run: those below `YDB_SEEDS`, or a range as in `5000..10000`.
fn seeds() -> Range<u64> {
    let Ok(seeds) = env::var("YDB_SEEDS") else { return 0..SEEDS };
    let (first, end) = seeds.split_once("..").unwrap_or(("0", &seeds));
    first.parse().unwrap()..end.parse().unwrap()
}

#[test]
fn what_is_sent_does_what_the_text_says() {
    run(async |world| {
        let (mut wrong, mut counts, mut examples) = (String::new(), BTreeMap::<_, u64>::new(), BTreeMap::new());
        let seeds = seeds();
        for seed in seeds.clone() {
            let (kind, detail) = match world.compare(seed, None).await {
                Outcome::Refused(reason) => ("refused", reason),
                Outcome::Failed(reason) => ("failed", reason),
                Outcome::Same(true) => ("the same rows", String::new()),
                Outcome::Same(false) => ("no rows", String::new()),
                Outcome::Unordered => ("without an order", String::new()),
                Outcome::Fails(reason) | Outcome::Differs(reason) => {
                    wrong += &format!("{seed}: {reason}\n");
                    ("wrong", String::new())
                }
            };
            *counts.entry(kind).or_default() += 1;
            examples.entry((kind, detail.rsplit("\n").next().unwrap_or_default().to_owned())).or_insert((seed, detail));
        }
        drop(writeln!(std::io::stderr(), "{counts:?}"));
        if env::var_os("YDB_SEEDS").is_some() {
            for ((kind, _), (seed, detail)) in examples {
                drop(writeln!(std::io::stderr(), "{kind} {seed}: {detail}"));
            }
        }
        assert!(wrong.is_empty(), "\n{wrong}");
        let count = seeds.end - seeds.start;
        let of = |kind| counts.get(kind).copied().unwrap_or_default();
        // Statements that are not compared prove nothing.
        assert!(of("refused") + of("failed") < count / 10, "{counts:?}");
        assert!(of("the same rows") > count / 3, "{counts:?}");
    });
}

#[test]
fn planted_faults_are_found() {
    run(async |world| {
        for (name, fault) in FAULTS {
            let mut found = false;
            for seed in 0..10_000 {
                // A text that does not run would be found by any test.
                if let Outcome::Differs(_) = world.compare(seed, Some(fault)).await {
                    drop(writeln!(std::io::stderr(), "{name}: {seed}"));
                    found = true;
                    break;
                }
            }
            assert!(found, "{name}");
        }
    });
}

pub(super) fn run(test: impl AsyncFnOnce(World)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async { test(World::open().await).await });
}
