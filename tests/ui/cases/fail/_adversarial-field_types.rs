// Types of Rust that no column can have.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Types {
    name: String,
    a: [u16; 16],
    b: (u64, u64),
    c: (),
    d: Box<u64>,
    e: Rc<String>,
    f: Cow<'static, [u8]>,
    g: &'static [u8],
    h: HashMap<String, String>,
    i: Vec<String>,
    j: Option<Vec<u64>>,
    k: char,
    l: i128,
    m: isize,
    n: fn() -> u64,
    o: Result<u64, String>,
    p: std::num::NonZeroU64,
    q: std::marker::PhantomData<u64>,
    r: Option<Option<u64>>,
    s: std::sync::Mutex<u64>,
}

fn main() {}
