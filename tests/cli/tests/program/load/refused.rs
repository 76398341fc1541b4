//! Tests wrong input of each kind, with the whole message.

use std::io;
use std::time::Duration;

use ydb_embedded::{Call, Fault, Status};

use super::{Shop, file, path};

#[test]
fn files_that_do_not_fit_the_table() {
    let shop = Shop::open();
    let failed = |name: &str, text: &str, args: &[&str], error: &str| {
        shop.load_file(name, text, args).assert_failed(&format!("error: {error}"));
    };
    failed("e1.csv", "", &[], "`DIR/e1.csv` is empty");
    failed(
        "e2.csv",
        "user,at,pgae\n",
        &[],
        "`DIR/e2.csv`: the table `shop/visits` has no column `pgae`; did you mean `page`?",
    );
    failed(
        "e3.csv",
        "user,at,zzzzzzzz\n",
        &[],
        "`DIR/e3.csv`: the table `shop/visits` has no column `zzzzzzzz`; `--ignore zzzzzzzz` leaves it out",
    );
    failed("e4.csv", "user,page\n", &[], "`DIR/e4.csv` lacks the column `at`, which is in the primary key");
    failed("e5.csv", "user,at\n", &["--ignore", "cost"], "--ignore: `DIR/e5.csv` has no column `cost`");
    failed(
        "e6.dat",
        "user,at\n",
        &[],
        "the format of `DIR/e6.dat` is unknown: pass `--format csv` or `--format jsonl`",
    );
    failed("e7.csv", "user,at\n", &["--delimiter", "é"], "--delimiter: `é` is not one ASCII character");
    failed(
        "e8.csv",
        "user,at\nann,7\nbob,many\n",
        &[],
        "`DIR/e8.csv`, line 3: column `at`: `many` is not a value of type Uint32\n\
         help: the rows before it are loaded; correct the row, or pass `--refused FILE.jsonl` to go on without such rows",
    );
    // Else all that follows would be in this one field.
    failed(
        "e9.csv",
        "user,at,page\nann,7,\nbob,8,\"p\nq,9,r\n",
        &["--refused", &path("e9.jsonl")],
        "`DIR/e9.csv`, line 3: a quote of this row is not closed; is the file cut off?",
    );
    failed(
        "e10.jsonl",
        "{\"user\":\"cy\",\"at\":10,\"at\":11}\n",
        &[],
        "`DIR/e10.jsonl`, line 1: two columns are called `at`\n\
         help: the rows before it are loaded; correct the row, or pass `--refused FILE.jsonl` to go on without such rows",
    );
    // The row before the wrong one.
    shop.assert_rows(&[super::visit("ann", 7, None, None)]);
}

/// Tests that rows after the one that ends the load are not sent, although they are read with it.
#[test]
fn rows_after_a_refused_one_are_not_loaded() {
    let shop = Shop::open();
    let long = "x".repeat(3000);
    // Refused by its text, and by the length of its key.
    for (name, row) in [("after1.csv", "bob,many"), ("after2.csv", &*format!("{long},8"))] {
        let loaded = shop.load_file(name, format!("user,at\nann,7\n{row}\ncy,9\n"), &[]);
        assert!(loaded.err.contains(", line 3: "), "{}", loaded.err);
        assert!(loaded.err.contains("\nhelp: the rows before it are loaded; "), "{}", loaded.err);
        shop.assert_rows(&[super::visit("ann", 7, None, None)]);
    }
}

/// Tests that after any error only rows are said to be loaded that certainly are.
#[test]
fn a_request_that_fails_is_told_with_what_is_loaded() {
    let shop = Shop::open();
    let fault = || Fault::Status(Status::GenericError, "out of space".into());
    let error = "table `shop/visits`: load failed: GENERIC_ERROR: out of space";
    shop.server.faults().fail_next(1, Call::BulkUpsert, fault());
    shop.load_file("f1.csv", "user,at\nann,7\nbob,many\n", &[]).assert_failed(&format!(
        "error: `DIR/f1.csv`, line 3: column `at`: `many` is not a value of type Uint32\n\
         note: a request for rows before it failed, too; which rows are loaded is not known\n{error}\n\
         help: remove that cause, correct the row, and load the file again: rows that are loaded twice stay as they are",
    ));
    shop.assert_rows(&[]);
    // Without a row that is refused.
    shop.server.faults().fail_next(1, Call::BulkUpsert, fault());
    shop.load_file("f2.csv", "user,at\nann,7\n", &[])
        .assert_failed(&format!("error: {error}\nnote: which rows are loaded is not known"));
    // The first file is loaded, and counted.
    let first = file("f3.csv", "user,at\nann,7\nbob,8\n");
    let second = file("f4.csv", "user,at,page\ncy,9,p\n");
    shop.server.faults().fail_next(1, Call::BulkUpsert, Fault::Delay(Duration::ZERO));
    shop.server.faults().fail_next(1, Call::BulkUpsert, fault());
    let files = ["shop/visits", first.to_str().unwrap(), second.to_str().unwrap()];
    shop.load(&mut io::empty(), &files)
        .assert_failed(&format!("error: {error}\nnote: only the first 2 rows are certainly loaded; others may be"));
    shop.assert_rows(&[super::visit("ann", 7, None, None), super::visit("bob", 8, None, None)]);
    assert_eq!(shop.server.faults().pending(), 0);
}

#[test]
fn tables_that_cannot_be_loaded() {
    let shop = Shop::open();
    shop.exec("CREATE TABLE indexed (id Uint64 NOT NULL, name Utf8, PRIMARY KEY (id), INDEX by_name GLOBAL ON (name))");
    shop.exec("CREATE TABLE strict (id Uint64 NOT NULL, name Utf8 NOT NULL, PRIMARY KEY (id))");
    shop.exec("CREATE TABLE filled (id Uint64 NOT NULL, opt Int32 DEFAULT 5, PRIMARY KEY (id))");
    shop.exec("CREATE TABLE hashed (id_hash Uint64 NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (id_hash, id))");
    let csv = file("t.csv", "id\n1\n");
    let load = |table| shop.load(&mut io::empty(), &[table, csv.to_str().unwrap()]);
    load("indexed").assert_failed(
        "error: the table `indexed` has the sync index `by_name`, and YDB's BulkUpsert refuses such tables\n\
         help: drop the index, load, and add it again: YDB builds it from the rows",
    );
    load("strict").assert_failed(
        "error: `DIR/t.csv` lacks the column `name`, which is NOT NULL; a load fills in no defaults and no sequences",
    );
    load("filled").assert_failed(
        "error: `DIR/t.csv` lacks the column `opt`, which has a default that a load does not fill in\n\
         help: add the column to the file; an empty field is NULL",
    );
    load("hashed").assert_failed(
        "error: `DIR/t.csv` lacks the column `id_hash`, which is in the primary key\n\
         help: add it to the file; if it is a hash, load with the program over your models, which computes it",
    );
    load("strikt").assert_failed("error: there is no table `strikt` in the database; did you mean `strict`?");
}

/// Model with a foreign hash: the layout names a function that only the program with the model has.
mod tokens {
    use ydb_keys::{ForeignHash, YdbTable};

    pub(super) struct Length;

    impl Length {
        const HASH: ForeignHash = ForeignHash::new("length", 3);

        fn hash(token: &str) -> i64 {
            token.len() as i64
        }
    }

    #[derive(YdbTable)]
    #[ydb(table = "tokens", primary_key(h = with(Length)(token), token), key_not_null = false)]
    pub(super) struct Token {
        token: String,
    }
}

#[test]
fn a_hash_of_other_programs_needs_the_model() {
    let shop = Shop::with(&[<tokens::Token as ydb_keys::YdbTable>::TABLE]);
    let csv = file("tokens.csv", "h,token\n5,a\n");
    shop.load(&mut io::empty(), &["tokens", csv.to_str().unwrap()]).assert_failed(
        "error: the table `tokens` has no model, which alone has the function of its hash\n\
         note: its layout says `h Int64 = length@3(token Utf8)`, a hash of other programs\nhelp: load with the program over your models, which computes it",
    );
}

#[test]
fn a_state_is_of_one_load() {
    let shop = Shop::open();
    let state = path("other.state");
    let stream = shop.load(&mut io::empty(), &["shop/visits", "-", "--format", "csv", "--state", &state]);
    stream.assert_failed("error: --state: the standard input cannot be read again after a kill; pass a file instead");
    // What is left of a load that stops: the next one has another file.
    shop.load_file("s1.csv", "user,at\nann,7\n".to_owned() + &"bob,8\n".repeat(600) + "cy,x\n", &["--state", &state]);
    shop.load_file("s2.csv", "user,at\nann,7\n", &["--state", &state]).assert_failed(
        "error: `DIR/other.state` is the state of another load: it has other files, or a file has changed since\n\
         help: run that command again to finish it, or remove the file to load from the beginning",
    );
    file("other.state", "{}");
    shop.load_file("s2.csv", "user,at\nann,7\n", &["--state", &state]).assert_failed(
        "error: `DIR/other.state` is the state of another load: it cannot be read\n\
         help: run that command again to finish it, or remove the file to load from the beginning",
    );
}
