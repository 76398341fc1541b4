//! Tests that compare the trees of texts, each printed on one line.

mod code;
mod definitions;
mod expressions;
mod pieces;
mod printer;
mod queries;
mod refused;
mod robust;
mod spans;
mod tolerant;

/// Asserts that every text parses to its tree.
fn assert_trees(cases: &[(&str, &str)]) {
    for (text, tree) in cases {
        let printed = match super::parse(text) {
            Ok(query) => {
                spans::assert_spans(text, &query);
                printer::query(&query)
            }
            Err(error) => format!("error {error}"),
        };
        assert_eq!(&printed, tree, "of {text}");
    }
}
