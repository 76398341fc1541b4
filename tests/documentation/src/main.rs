//! Compares rustc's output for each model of `cases` with the `.stderr` file beside it.
//!
//! A separate program, since trybuild takes its settings from the environment, which the test decides.

fn main() {
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
