//! Tests the command `export`, on the engine: the files, their rows after `load`, and every message for wrong input.

mod files;
mod killed;
mod refused;
mod round_trip;

use std::io;

use crate::directory::Directory;
use crate::load::{Printed, Shop};

/// Exports a table of the shop into a directory.
fn export(shop: &Shop, table: &str, directory: &Directory, args: &[&str]) -> Printed {
    let out = directory.path().to_str().unwrap();
    shop.run(&mut io::empty(), &[&["export", table, "--out", out], args].concat())
}

/// Returns the paths of the files in a directory.
fn paths(directory: &Directory) -> Vec<String> {
    directory.names().iter().map(|name| directory.path().join(name).to_str().unwrap().to_owned()).collect()
}
