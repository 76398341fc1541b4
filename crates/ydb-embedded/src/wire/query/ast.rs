//! A query's tree as an s-expression.

/// In YDB it is what the query was translated to, which changes with each release; here it is one node, with the text as a
/// string. So a client may rely on an s-expression that is not empty, and on nothing in it.
pub(crate) fn ast(text: &str) -> String {
    format!("(\n(return (String '{text:?}))\n)\n")
}
