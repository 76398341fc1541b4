//! All rules: the id of each, whether it can be allowed, what it refuses, and what to write instead.
//!
//! The page of rules, `explain` and the UI tests are compared with this table. A macro crate exports no constants, so
//! the tests of other crates compile this file as a module of their own. Therefore it imports nothing.

use Kind::*;

/// Rule that a program or a database must keep.
pub(crate) struct Rule {
    /// Name of the rule: in messages, in `allow`, and on the page.
    pub(crate) id: &'static str,
    pub(crate) kind: Kind,
    /// Description of what is refused or found.
    pub(crate) line: &'static str,
    /// Help: what to write instead.
    pub(crate) cure: &'static str,
}

/// Way in which a broken rule is found, and whether it can be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The compiler always refuses it, because YDB refuses it too, or because it could never work.
    Refused,
    /// The compiler refuses it, unless the table allows it by the rule's id. The text says where that is possible, if
    /// not everywhere.
    Allowable(Option<&'static str>),
    /// The rule is an error of the compiler that this method call permits, such as `full_scan()`.
    Unless(&'static str),
    /// An error at run time. Each pair is a name with which a table allows a part of it, and where that is possible, if
    /// not everywhere.
    Error(&'static [(&'static str, Option<&'static str>)]),
    /// `lint` finds it in a live database. Its file of allowances can allow it.
    Live,
}

const fn rule(id: &'static str, kind: Kind, line: &'static str, cure: &'static str) -> Rule {
    Rule { id, kind, line, cure }
}

/// All rules, in the order of their page.
#[rustfmt::skip]
pub(crate) const RULES: &[Rule] = &[
    rule("missing_key", Refused, "a table without a primary key",
        "write `primary_key(..)` on the struct, with the columns of the key in their order"),
    rule("unknown_column", Refused, "a name that is not a column",
        "use the name of the Rust field, as in `primary_key(userid)`; in a query that of the column"),
    rule("duplicate_column", Refused, "a column named twice, two columns of one name",
        "name each column once, and do not declare a hash column as a field"),
    rule("nullable_key", Allowable(Some("after the leading column of a row table")), "an `Option` in the key",
        "use the type without `Option`, as in `receipt: u64`"),
    rule("monotonic_leading_key", Allowable(None),
        "a key that starts with a growing value; at run time also with a UUID made from a clock",
        "put a hash in front, `userhash = xxh3(userid)`, or a bucket to read in order of time; use UUIDs of version 4 or 8"),
    rule("undeclared_leading_key", Allowable(None), "a key that starts with a number which may be a sequence",
        "put a hash in front, `order_hash = numeric_hash(order_id)`, or declare a spread column `dispersed`"),
    rule("low_cardinality_leading_key", Allowable(None),
        "a key that starts with few values, or with their hash or that of dates",
        "begin with a column of many values, or add one to the hash, as in `xxh3(day, userid)`"),
    rule("hash", Refused,
        "a hash that is not first or cannot be computed, a number of buckets that is not possible; any hash in a column table",
        "hash columns of the primary key that are never NULL, in front of them, as in `hash = xxh3(userid)`; \
         write a number of buckets from 2 up to the limit that the error names, as in `xxh3(event_id) % 64`"),
    rule("hot_index", Allowable(None),
        "an index that starts with a growing value, with few values, or with the hash of those or of dates",
        "index another column first, as in `on(customer, created_at)`, or put a bucket in front"),
    rule("index", Refused,
        "an index that YDB refuses or that is useless, and reading through one that does not exist",
        "write a name and the indexed columns, as in `index(by_number, on(number))`, or remove the index; \
         read through an index of the table, as in `{Order:by_customer}`"),
    rule("changefeed", Refused, "a changefeed without its own name or a mode, or with a setting that YDB refuses",
        "write a name and a mode, as in `changefeed(feed, mode = updates)`, and settings that YDB accepts"),
    rule("partitioning", Refused, "settings of partitioning that YDB refuses, or that contradict each other",
        "write values that YDB accepts and that agree with each other, as in `min = 10, max = 50`"),
    rule("partitioning_by_load", Allowable(None), "a row table that is never split by load",
        "write `by_load`"),
    rule("ttl", Refused, "a TTL with a wrong column, duration or unit",
        "write a column and an ISO 8601 duration, as in `ttl(column = created_at, after = \"P30D\")`"),
    rule("reserved_name", Refused,
        "a field or a type with the name of a generated method or type",
        "rename the field and keep its column, `rename = \"limit\"`, or rename the generated type, `key = Name`"),
    rule("serial", Refused, "a serial of a wrong type, with a default, or in a column table",
        "use a required integer, as in `number: i64`, or remove `serial`"),
    rule("version", Refused,
        "a version that is not one integer outside the key of a row table; writes that ignore one",
        "write `version` on one integer, as in `version: i64`, and write the rows one by one, as in `page.upsert()`"),
    rule("column_partition_key", Allowable(Some("where it is about times or few values")),
        "a column table whose rows gather in few partitions",
        "partition by a column with many values, as in `partition_by_hash(user_id, event_timestamp)`"),
    rule("store_setting", Refused, "a setting that this kind of table does not have",
        "remove what a column table does not have, and write `read_replicas` as `PER_AZ:n` or `ANY_AZ:n`"),
    rule("column_type", Refused, "a type that its column, a key or an index cannot have, and a default of another type",
        "write a type that YDB has there, as in `type = \"Datetime\"`, and defaults of exactly that type"),
    rule("limits", Refused, "more columns than YDB supports, or names that it does not allow",
        "use fewer columns, and short names of letters, digits, `_` and `-`, as in `rename = \"customer-id\"`"),
    rule("family", Refused, "a family that is not declared once, or has unknown settings or a key column",
        "declare the family once, as in `family(cold, data = \"hdd\")`, and use it outside the key only"),
    rule("row", Refused, "a row that does not fit its table, index or query, and reading into anything but a row",
        "name columns of the table, with types that can hold them, as in `amount: Option<f64>`"),
    rule("malformed_attribute", Refused, "an unknown word, or one in the wrong place or form",
        "write the word and the form that the error shows, as in `primary_key(id)` or `bloom_filter`"),
    rule("conflicting_attributes", Refused, "a word given twice, or two words that contradict each other",
        "keep one of the two words"),
    rule("allowance", Refused,
        "`allow` without a reason, of a rule that cannot be allowed or is not broken, and a `full_scan(..)` that is not needed",
        "name a rule that the table breaks, and a reason, as in `allow(undeclared_leading_key, reason = \"..\")`"),
    rule("full_scan", Unless("full_scan(..)"),
        "a scan that would read every partition, or whose columns are not in order; a query that reads all rows of a row table",
        "give values for the first columns of the key or of an index in their order, as in `order_id(1001)` or \
         `order_id = $id`, or write `full_scan(..)` to read all rows"),
    rule("type_mismatch", Refused,
        "a value, a literal or an expression that is not of the type of its column or key",
        "write one of that type, as in `order_id(1001)`, `balance(0)` or `order_id = 1001`"),
    rule("not_an_executor", Refused,
        "an operation on anything but a client or a transaction, or one that transactions do not have",
        "pass it by reference, as in `fetch(&client)`; in a transaction use operations such as `upsert_many`"),
    rule("unsupported_call", Refused, "BulkUpsert or ReadRows of a table for which YDB does not have it, an insert that is repeated, and a stale write",
        "write `upsert_many`, `get_many` or `upsert`, or make the index `async`"),
    rule("unsupported_item", Refused, "an item that cannot be a table, a row, a column or a test",
        "write a struct with named fields, as in `id: String`; for a column a newtype or an enum without fields; \
         for a test an `async fn`"),
    rule("syntax", Refused, "a query in the program that is not YQL, with a model in the wrong place, or not a literal",
        "write YQL in a string literal, and models as its tables, as in `FROM {Order} AS o`"),
    rule("ambiguous_column", Refused, "a column of a query that several of its sources have",
        "write the name of the source before it, as in `o.amount`"),
    rule("missing_column", Refused, "rows that a query writes without a column of the key, or without one that is NOT NULL",
        "write a value for each of these columns, as in `(order_id, customer_id)`"),
    rule("hash_written", Refused, "a query that sets a column of the key, or writes something else into a hash column",
        "leave the hash column out; for a new key insert the row and `delete` the old one, in one `transact`"),
    rule("parameter", Refused, "a parameter of a query without a value or with several, and a value of no parameter",
        "give each parameter one value, as in `id = 1001`"),
    rule("too_large", Error(&[("large_key", None), ("large_row", Some("in a row table"))]),
        "at run time: a key above 2 KB, a row above 8 MB, a value above 16 MiB",
        "keep long strings outside the key, or hash them; split large values over rows, or keep them elsewhere"),
    rule("out_of_range", Error(&[]), "at run time: a value that its column cannot hold",
        "use a wider type, as in `type = \"Timestamp64\"`"),
    rule("hash_differs", Live, "by `lint`: rows without the declared hash",
        "correct the program that writes these rows, then run `apply --rekey`, which copies them"),
    rule("layout_attribute", Live, "by `lint`: a layout attribute that does not describe the table",
        "run `apply`, which writes the attribute that fits the model"),
    rule("partitioning_max", Live, "by `lint`: a table that has all the partitions it may have",
        "set a larger maximum, with the statement that `lint` prints"),
    rule("deprecated_setting", Live, "by `lint`: a setting that YDB is about to give up",
        "add an index with `LOCAL USING bloom_filter`, then switch the setting off"),
];
