//! Words of SQL and of other crates (diesel, sqlx, SeaORM, serde) in `#[ydb(...)]`, with what to write instead.

use crate::words::Item;

/// Foreign words, and the help for them, where `{}` stands for the name of the field.
type Foreign = (&'static [&'static str], &'static str);

const RENAME: &str = "write `rename = \"..\"` with the name of the column";
const OPTION: &str = "make the field an `Option`: its column may be NULL then";
const WITH: &str = "write `with = module`, the name of a module with `INFO`, `encode` and `decode`";
const JSON: &str = "write `json`, which stores the field as JSON";
const NO_FOREIGN_KEYS: &str = "remove it: YDB has no foreign keys";

const FIELD: &[Foreign] = &[
    (&["unique"], "write `index(by_{}, on({}), unique)` in the `#[ydb(..)]` of the struct"),
    (&["index", "indexed", "db_index"], "write `index(by_{}, on({}))` in the `#[ydb(..)]` of the struct"),
    (
        &["primary_key", "primary", "pk", "id", "key"],
        "write `primary_key({}_hash = xxh3({}), {})` in the `#[ydb(..)]` of the struct, or `primary_key({})` if its values \
         are spread",
    ),
    (
        &["hash", "hashed", "xxh3", "numeric_hash", "partition_key", "shard_key", "sharding_key"],
        "write `primary_key({}_hash = xxh3({}), {})` in the `#[ydb(..)]` of the struct",
    ),
    (
        &["not_null", "not", "required", "nonnull", "non_null"],
        "remove it: a column is NOT NULL unless its field is an `Option`",
    ),
    (&["nullable", "null", "optional"], OPTION),
    (&["name", "column", "column_name", "db_column", "alias"], RENAME),
    (
        &["sql_type", "ty", "column_type", "db_type", "data_type"],
        "write `type = \"..\"` with a type of YDB, as in `type = \"Datetime\"`",
    ),
    (
        &["auto_increment", "autoincrement", "identity", "sequence", "generated"],
        "write `serial`, for numbers that YDB counts",
    ),
    (&["default_value", "default_expr", "server_default"], "write `default = 5`, with a literal"),
    (&["ignore", "ignored", "transient", "skip_serializing", "skip_deserializing"], "write `skip`"),
    (&["jsonb", "as_json"], JSON),
    (&["serialize_with", "deserialize_with", "serialize_as", "deserialize_as", "try_from", "from", "into", "as"], WITH),
    (&["references", "foreign_key", "fk", "belongs_to", "has_many", "has_one"], NO_FOREIGN_KEYS),
    (&["check", "constraint", "validate"], "remove it: YDB has no such constraints, so check the value in the program"),
    (&["comment", "description"], "write a doc comment, `/// ..`: YDB keeps no comments of columns"),
    (
        &["size", "length", "len", "max_length", "precision", "scale"],
        "remove it: a string of YDB has no length of its own, and a `Decimal<22, 9>` has its digits in the type",
    ),
    (&["ttl"], "write `ttl(column = {}, after = \"P30D\")` in the `#[ydb(..)]` of the struct"),
    (&["cover", "include"], "write `cover({})` into an index, as in `index(by_name, on(name), cover({}))`"),
    (
        &["flatten", "embed", "embedded", "prefix"],
        "write a field for each column, or `json` to store all of it as JSON; a row that is only read has `flatten`",
    ),
    (&["rename_all"], "write it in the `#[ydb(..)]` of the struct, or `rename = \"..\"` here"),
    (&["optimistic_lock", "lock_version", "row_version", "version_column"], "write `version`"),
];

const TABLE: &[Foreign] = &[
    (&["name", "table_name", "tablename", "path"], "write `table = \"dir/name\"`"),
    (
        &["schema", "schema_name", "database"],
        "remove it: a directory is a part of the path, as in `table = \"shop/orders\"`",
    ),
    (&["pk", "id", "primary_keys"], "write `primary_key(..)` with the fields of the key"),
    (&["indexes", "indices"], "write `index(..)` for each"),
    (&["foreign_key", "references", "belongs_to"], NO_FOREIGN_KEYS),
];

const NEWTYPE: &[Foreign] = &[
    (&["transparent"], "remove it: a newtype is stored as its field"),
    (&["sql_type", "ty"], "write `type = \"..\"` with a type of YDB, as in `type = \"Datetime\"`"),
];

const ENUM: &[Foreign] =
    &[(&["type", "repr", "sql_type", "ty"], "write `as = \"Uint8\"` to store numbers; texts need no word")];

const ROW: &[Foreign] =
    &[(&["table", "table_name", "model", "name"], "write `of = Order`, the name of the model whose columns it has")];

const ROW_FIELD: &[Foreign] = &[
    (&["name", "column", "column_name", "alias"], RENAME),
    (&["default"], "make the field an `Option`, or write `COALESCE(..)` in the text of the query"),
    (&["nullable", "null", "optional"], OPTION),
    (&["try_from", "from", "deserialize_with", "deserialize_as"], WITH),
    (&["jsonb", "as_json"], JSON),
    (&["ignore", "ignored"], "write `skip`"),
    (&["embed", "embedded", "nested"], "write `flatten`"),
];

fn words(item: Item) -> &'static [Foreign] {
    match item {
        Item::Table => TABLE,
        Item::Field => FIELD,
        Item::Newtype => NEWTYPE,
        Item::Enum => ENUM,
        Item::Variant => &[],
        Item::Row => ROW,
        Item::RowField => ROW_FIELD,
    }
}

/// Returns the help for a foreign word on an item. `field` is the name of the field, if the item is one.
pub(super) fn instead(item: Item, word: &str, field: &str) -> Option<String> {
    let (_, help) = words(item).iter().find(|(words, _)| words.iter().any(|one| one.eq_ignore_ascii_case(word)))?;
    Some(help.replace("{}", field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_one_of_the_item() {
        for item in [Item::Table, Item::Field, Item::Newtype, Item::Enum, Item::Variant, Item::Row, Item::RowField] {
            let foreign: Vec<_> = words(item).iter().flat_map(|(words, _)| words.iter()).collect();
            for (at, word) in foreign.iter().enumerate() {
                assert!(!item.words().iter().any(|own| own.name == **word), "{word} on {}", item.name());
                assert!(!foreign[..at].contains(word), "{word} on {} twice", item.name());
            }
        }
    }

    #[test]
    fn the_field_is_named() {
        let unique = "write `index(by_email, on(email), unique)` in the `#[ydb(..)]` of the struct";
        assert_eq!(instead(Item::Field, "unique", "email").as_deref(), Some(unique));
        assert_eq!(instead(Item::Field, "NULL", "email").as_deref(), Some(OPTION));
        assert_eq!(instead(Item::Field, "uniquely", "email"), None);
        assert_eq!(instead(Item::Variant, "unique", ""), None);
    }
}
