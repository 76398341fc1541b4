//! All words of `#[ydb(...)]`: the name of each, the form of its value, and an example.
//!
//! The words of each place are an enum, and the code that reads the place matches on it. Therefore a word that nothing
//! reads does not compile.

/// Names of all types that a column can have, as in `YdbType`.
pub(crate) const TYPES: &[&str] = &[
    "Bool",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Uint8",
    "Uint16",
    "Uint32",
    "Uint64",
    "Float",
    "Double",
    "Decimal",
    "DyNumber",
    "String",
    "Utf8",
    "Json",
    "JsonDocument",
    "Yson",
    "Uuid",
    "Date",
    "Datetime",
    "Timestamp",
    "Interval",
    "Date32",
    "Datetime64",
    "Timestamp64",
    "Interval64",
];

/// Names of the hash functions, with their variants of `HashFunction`.
pub(crate) const HASH_FUNCTIONS: &[(&str, &str)] =
    &[("xxh3", "Xxh3"), ("numeric_hash", "NumericHash"), ("int_hash64", "IntHash64")];

/// One word of `#[ydb(..)]`, such as `primary_key`: its name, its form, and an example.
pub(crate) struct Word {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    /// Example of the word, as messages show it.
    pub(crate) example: &'static str,
}

/// Form of the input after a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// No value: `serial`.
    Nothing,
    /// A value: `key = OrderId`.
    Value,
    /// A value or nothing: `by_load`, `by_load = off`.
    Either,
    /// A list in parentheses: `on(customer_id)`.
    List,
}

/// Words of one place.
pub(crate) trait Words: Copy + PartialEq + 'static {
    const ALL: &'static [Self];

    /// Descriptions of the words, in the order of `ALL`.
    const WORDS: &'static [Word];

    fn name(self) -> &'static str;

    fn parse(name: &str) -> Option<(Self, &'static Word)> {
        Self::ALL.iter().copied().zip(Self::WORDS).find(|(_, word)| word.name == name)
    }
}

/// Words of an item on which `#[ydb(...)]` is written.
pub(crate) trait ItemWords: Words {
    const ITEM: Item;
}

/// Words of a list inside `#[ydb(...)]`.
pub(crate) trait ListWords: Words {
    const LIST: List;
}

/// Kind of item on which `#[ydb(...)]` is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Table,
    Field,
    Newtype,
    Enum,
    Variant,
    Row,
    RowField,
}

impl Item {
    /// Returns the name of the item in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Item::Table => "the struct of a table",
            Item::Field => "a field of a table",
            Item::Newtype => "a newtype",
            Item::Enum => "an enum",
            Item::Variant => "a variant",
            Item::Row => "the struct of a row",
            Item::RowField => "a field of a row",
        }
    }

    pub(crate) fn words(self) -> &'static [Word] {
        match self {
            Item::Table => TableWord::WORDS,
            Item::Field => FieldWord::WORDS,
            Item::Newtype => NewtypeWord::WORDS,
            Item::Enum => EnumWord::WORDS,
            Item::Variant => VariantWord::WORDS,
            Item::Row => RowWord::WORDS,
            Item::RowField => RowFieldWord::WORDS,
        }
    }

    /// Returns the items on which a misplaced word may belong instead, the likeliest one first.
    pub(crate) fn kin(self) -> &'static [Item] {
        match self {
            Item::Table => &[Item::Row, Item::Newtype, Item::Field],
            Item::Field => &[Item::Enum, Item::Table, Item::RowField],
            Item::Newtype => &[Item::Enum, Item::Table, Item::Field],
            Item::Enum => &[Item::Table],
            Item::Variant => &[Item::Enum],
            Item::Row => &[Item::Table, Item::RowField, Item::Field],
            Item::RowField => &[Item::Row, Item::Field],
        }
    }
}

/// List with words of its own, inside `#[ydb(...)]` on the struct of a table.
#[derive(Clone, Copy)]
pub(crate) enum List {
    Partitioning,
    Index,
    Ttl,
    Family,
    Changefeed,
    Allow,
}

impl List {
    pub(crate) const ALL: [List; 6] =
        [List::Partitioning, List::Index, List::Ttl, List::Family, List::Changefeed, List::Allow];

    /// Returns the word that the list follows.
    pub(crate) fn name(self) -> &'static str {
        match self {
            List::Partitioning => TableWord::Partitioning.name(),
            List::Index => TableWord::Index.name(),
            List::Ttl => TableWord::Ttl.name(),
            List::Family => TableWord::Family.name(),
            List::Changefeed => TableWord::Changefeed.name(),
            List::Allow => TableWord::Allow.name(),
        }
    }

    pub(crate) fn words(self) -> &'static [Word] {
        match self {
            List::Partitioning => PartitioningWord::WORDS,
            List::Index => IndexWord::WORDS,
            List::Ttl => TtlWord::WORDS,
            List::Family => FamilyWord::WORDS,
            List::Changefeed => ChangefeedWord::WORDS,
            List::Allow => AllowWord::WORDS,
        }
    }
}

/// Returns the names of words.
pub(crate) fn names(words: &'static [Word]) -> impl Iterator<Item = &'static str> + Clone {
    words.iter().map(|word| word.name)
}

macro_rules! words {
    ($(#[$doc:meta])* $of:ident: $trait:ident { const $place:ident: $type:ty = $value:expr };
     $($word:ident: $name:literal, $takes:ident, $example:literal;)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $of { $($word),* }

        impl Words for $of {
            const ALL: &'static [Self] = &[$($of::$word),*];
            const WORDS: &'static [Word] = &[$(Word { name: $name, takes: Takes::$takes, example: $example }),*];

            fn name(self) -> &'static str {
                match self { $($of::$word => $name),* }
            }
        }

        impl $trait for $of {
            const $place: $type = $value;
        }
    };
}

words! {
    /// Words on the struct of a table.
    TableWord: ItemWords { const ITEM: Item = Item::Table };
    Table: "table", Value, "table = \"dir/name\"";
    PrimaryKey: "primary_key", List, "primary_key(userhash = xxh3(userid), userid, timestamp)";
    Store: "store", Value, "store = column";
    KeyNotNull: "key_not_null", Value, "key_not_null = false";
    PartitionByHash: "partition_by_hash", List, "partition_by_hash(user_id, event_timestamp)";
    Partitioning: "partitioning", List, "partitioning(uniform = 16, by_load, max = 20)";
    Ttl: "ttl", List, "ttl(column = created_at, after = \"P30D\")";
    Index: "index", List, "index(by_customer, on(customer_id), cover(amount), async)";
    Family: "family", List, "family(cold, data = \"hdd\", compression = \"lz4\")";
    Changefeed: "changefeed", List, "changefeed(feed, mode = new_image, retention = \"PT12H\")";
    BloomFilter: "bloom_filter", Nothing, "bloom_filter";
    ReadReplicas: "read_replicas", Value, "read_replicas = \"PER_AZ:1\"";
    RenameAll: "rename_all", Value, "rename_all = \"snake_case\"";
    Key: "key", Value, "key = OrderId";
    Allow: "allow", List, "allow(monotonic_leading_key, reason = \"...\")";
    Crate: "crate", Value, "crate = path::to::ydb_keys";
}

words! {
    /// Words inside `partitioning(...)`.
    PartitioningWord: ListWords { const LIST: List = List::Partitioning };
    BySize: "by_size", Either, "by_size = 500";
    ByLoad: "by_load", Either, "by_load";
    Min: "min", Value, "min = 16";
    Max: "max", Value, "max = 20";
    Uniform: "uniform", Value, "uniform = 16";
    AtKeys: "at_keys", List, "at_keys((\"DE\"), (\"FR\", \"Paris\"))";
    Nodes: "nodes", Value, "nodes = 3";
}

words! {
    /// Words inside `index(...)`, after the name.
    IndexWord: ListWords { const LIST: List = List::Index };
    On: "on", List, "on(customer_id)";
    Cover: "cover", List, "cover(amount)";
    Sync: "sync", Nothing, "sync";
    Async: "async", Nothing, "async";
    Unique: "unique", Nothing, "unique";
    As: "as", Value, "as = OrderByCustomer";
}

words! {
    /// Words inside `ttl(...)`.
    TtlWord: ListWords { const LIST: List = List::Ttl };
    Column: "column", Value, "column = created_at";
    After: "after", Value, "after = \"P30D\"";
    Unit: "unit", Value, "unit = seconds";
}

words! {
    /// Words inside `family(...)`, after the name.
    FamilyWord: ListWords { const LIST: List = List::Family };
    Data: "data", Value, "data = \"hdd\"";
    Compression: "compression", Value, "compression = \"lz4\"";
}

words! {
    /// Words inside `changefeed(...)`, after the name.
    ChangefeedWord: ListWords { const LIST: List = List::Changefeed };
    Mode: "mode", Value, "mode = updates";
    Format: "format", Value, "format = json";
    Retention: "retention", Value, "retention = \"PT12H\"";
    VirtualTimestamps: "virtual_timestamps", Nothing, "virtual_timestamps";
    Barriers: "barriers", Value, "barriers = \"PT10S\"";
    InitialScan: "initial_scan", Nothing, "initial_scan";
    UserSids: "user_sids", Nothing, "user_sids";
    TraceIds: "trace_ids", Nothing, "trace_ids";
    AutoPartitioning: "auto_partitioning", Nothing, "auto_partitioning";
    MinPartitions: "min_partitions", Value, "min_partitions = 4";
}

words! {
    /// Words inside `allow(...)`, after the rule.
    AllowWord: ListWords { const LIST: List = List::Allow };
    Reason: "reason", Value, "reason = \"...\"";
}

words! {
    /// Words on a field of a table.
    FieldWord: ItemWords { const ITEM: Item = Item::Field };
    Rename: "rename", Value, "rename = \"name\"";
    Type: "type", Value, "type = \"Datetime\"";
    Monotonic: "monotonic", Nothing, "monotonic";
    Dispersed: "dispersed", Nothing, "dispersed";
    Serial: "serial", Nothing, "serial";
    Default: "default", Value, "default = 5";
    Json: "json", Nothing, "json";
    With: "with", Value, "with = module";
    Family: "family", Value, "family = \"cold\"";
    Skip: "skip", Nothing, "skip";
    Version: "version", Nothing, "version";
}

words! {
    /// Words on a newtype.
    NewtypeWord: ItemWords { const ITEM: Item = Item::Newtype };
    Type: "type", Value, "type = \"Datetime\"";
    Monotonic: "monotonic", Nothing, "monotonic";
    Dispersed: "dispersed", Nothing, "dispersed";
    Crate: "crate", Value, "crate = path::to::ydb_keys";
}

words! {
    /// Words on an enum.
    EnumWord: ItemWords { const ITEM: Item = Item::Enum };
    RenameAll: "rename_all", Value, "rename_all = \"snake_case\"";
    As: "as", Value, "as = \"Uint8\"";
    Crate: "crate", Value, "crate = path::to::ydb_keys";
}

words! {
    /// Words on a variant of an enum.
    VariantWord: ItemWords { const ITEM: Item = Item::Variant };
    Rename: "rename", Value, "rename = \"name\"";
}

words! {
    /// Attribute words that are allowed on a struct with `#[derive(YdbRow)]`.
    RowWord: ItemWords { const ITEM: Item = Item::Row };
    Of: "of", Value, "of = Order";
    CoveredBy: "covered_by", Value, "covered_by = by_customer";
    RenameAll: "rename_all", Value, "rename_all = \"snake_case\"";
    Crate: "crate", Value, "crate = path::to::ydb_keys";
}

words! {
    /// Words on a field of a row.
    RowFieldWord: ItemWords { const ITEM: Item = Item::RowField };
    Rename: "rename", Value, "rename = \"name\"";
    Json: "json", Nothing, "json";
    With: "with", Value, "with = module";
    Flatten: "flatten", Nothing, "flatten";
    Prefix: "prefix", Value, "prefix = \"c_\"";
    Skip: "skip", Nothing, "skip";
}

#[cfg(test)]
mod tests;
