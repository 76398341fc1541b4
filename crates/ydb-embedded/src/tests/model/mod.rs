//! Random tables, writes and reads against a naive model: a sorted list of rows.

mod dice;
mod indexes;
mod join;
mod kind;
mod plans;
mod predicate;
mod reads;
mod run;
mod table;
mod writes;

use proptest::prelude::*;

use self::dice::Dice;
use self::run::Run;

/// The choices of a table and of the steps done with it.
fn choices(steps: std::ops::Range<usize>) -> impl Strategy<Value = (Dice, Vec<Dice>)> {
    let dice = |count: usize| prop::collection::vec(any::<u32>(), count).prop_map(Dice::new);
    (dice(600), prop::collection::vec(dice(120), steps))
}

/// A few cases; PROPTEST_CASES asks for more.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(60);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn tables_are_as_the_model_says((mut table, steps) in choices(1..40)) {
        let mut run = Run::table(&mut table);
        for mut step in steps {
            run.step(&mut step);
        }
    }

    #[test]
    fn indexes_are_as_the_model_says((mut table, steps) in choices(1..20)) {
        let mut run = Run::indexed(&mut table);
        for mut step in steps {
            run.step_with_indexes(&mut step);
        }
    }

    #[test]
    fn plans_say_what_the_partitions_count((mut table, steps) in choices(1..20)) {
        let mut run = if table.once_in(2) { Run::indexed(&mut table) } else { Run::table(&mut table) };
        for mut step in steps {
            match step.below(3) {
                0 => run.write_rows(&mut step),
                1 => run.check_plan(&mut step),
                _ => run.check_reads(&mut step),
            }
        }
    }
}
