//! What the compiler says of models that are checked without the client: the cases of this package.
//!
//! `UI_BLESS=1 cargo test -p ui-tests` rewrites the texts. The cases that need the client are in `tests/testing`.

mod project;

use std::path::Path;

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    if let Err(error) = ui_tests::compare(&folder, project::check) {
        panic!("{error}");
    }
}
