//! Every statement declares the parameters that it uses.

use std::collections::BTreeSet;

use ydb_keys::Layout;
use ydb_keys_core::schema::path::TablePath;

use super::{ORDERS, VISITS, orders, visits};
use crate::live::LiveColumn;
use crate::rekey::{Ends, Pair, Paths, greatest, restart, serials};

/// A server can be configured not to infer types, so every parameter of every statement is declared, and nothing else.
#[test]
fn every_parameter_is_declared() {
    let (orders, visits) = (orders(), visits(true));
    let hashed = {
        let mut hashed = self::orders();
        hashed.columns.push(LiveColumn { name: "h".into(), ..hashed.columns[0].clone() });
        hashed.primary_key = vec!["h".into(), "order_id".into()];
        hashed.attributes.insert(Layout::ATTRIBUTE.into(), "v1: h = xxh3(order_id Uint64), order_id Uint64".into());
        hashed
    };
    let cases = [(&ORDERS, &orders), (&ORDERS, &hashed), (&VISITS, &visits)];
    for (table, old) in cases {
        let paths = Paths::of(&*old.path);
        let pair = Pair::new(table, old, &paths);
        let old_key: Vec<bool> = pair.old_key().map(|column| column.nullable).collect();
        let new_key: Vec<bool> = pair.new_key().map(|column| column.nullable).collect();
        let compared: Vec<bool> = pair.compared_keys().iter().map(|column| column.nullable).collect();
        let bounds = |key: &[bool]| [None, Some(vec![false; key.len()]), Some(key.to_vec())];
        let mut texts = vec![pair.counts(), pair.count_old(), pair.delete_new(), pair.collisions()];
        texts.extend(bounds(&old_key).map(|after| pair.last_key(after)));
        texts.extend(bounds(&new_key).map(|after| pair.last_new_key(after)));
        for after in bounds(&old_key) {
            for upto in bounds(&old_key) {
                let ends = Ends { after: after.clone(), upto };
                texts.push(pair.copy(&ends));
                texts.extend(pair.groups(400).iter().map(|group| pair.compare(&ends, group)));
            }
        }
        for after in bounds(&new_key) {
            texts.extend(bounds(&new_key).map(|upto| pair.extra(&Ends { after: after.clone(), upto })));
        }
        texts.push(pair.found(&[vec![false; compared.len()], compared]));
        texts.extend(pair.unique().map(|(_, _, text)| text));
        texts.extend(pair.tightened().map(|column| pair.nulls(column)));
        texts.extend(
            serials(table).flat_map(|column| {
                [greatest(&paths.new, column), restart(&TablePath::new("/db", &paths.new), column, 8)]
            }),
        );
        for text in texts {
            assert_eq!(declared(&text), used(&text), "{text}");
        }
    }
}

/// The parameters that a statement declares.
fn declared(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("DECLARE "));
    lines.filter_map(|line| line.split_once(" AS ")).map(|(name, _)| name).collect()
}

/// The parameters that a statement uses.
fn used(text: &str) -> BTreeSet<&str> {
    let body = text.lines().filter(|line| !line.starts_with("DECLARE "));
    let names = body.flat_map(|line| line.match_indices('$').map(|(at, _)| &line[at..]));
    let end =
        |name: &str| name[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(name.len(), |at| at + 1);
    names.map(|name| &name[..end(name)]).collect()
}
