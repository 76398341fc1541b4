//! Generates DDL of random tables: columns of all types, indexes of all kinds, settings, families, TTLs and
//! changefeeds.

use std::fmt::Write;

/// Types that a key can have, then the other types.
const TYPES: [&str; 27] = [
    "Uint64",
    "Utf8",
    "Int64",
    "Uint32",
    "Timestamp",
    "String",
    "Int32",
    "Date",
    "Datetime",
    "Uuid",
    "Bool",
    "Uint8",
    "Int8",
    "Int16",
    "Uint16",
    "Decimal(22, 9)",
    "Date32",
    "Datetime64",
    "Timestamp64",
    "Interval",
    "Interval64",
    "DyNumber",
    // From here on not in a key.
    "Double",
    "Float",
    "Json",
    "JsonDocument",
    "Yson",
];
const KEY_TYPES: usize = 22;

/// Names that differ only by case, `-` and `_`, and names that Rust does not accept.
const NAMES: [&str; 16] = [
    "id", "at", "kind", "by_kind", "by-kind", "ByKind", "BY_KIND", "type", "limit", "2nd", "user_id", "userId", "a-b",
    "self", "scan", "key",
];

/// Literals by type; for some of them a model has no form.
const DEFAULTS: [(&str, &[&str]); 14] = [
    ("Uint64", &["5", "18446744073709551615"]),
    ("Utf8", &["'new'", "'it\\'s \"й\" \\n'", "''"]),
    ("Int64", &["-5", "Int64('-9223372036854775808')"]),
    ("Int32", &["0", "-1"]),
    ("Bool", &["true", "false"]),
    ("String", &["'\\xFF\\x00'", "'raw'"]),
    ("Double", &["1.5", "1e21", "-0.5"]),
    ("Date", &["Date('2024-02-29')"]),
    ("Date32", &["Date32('-900-01-31')", "Date32('2024-02-29')"]),
    ("Timestamp", &["Timestamp('2024-01-31T12:00:00.123456Z')"]),
    ("Interval", &["Interval('-PT5S')", "Interval('P1DT2H')"]),
    ("Json", &["Json('{}')"]),
    ("Uuid", &["Uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')"]),
    ("Decimal(22, 9)", &["Decimal('1.5', 22, 9)"]),
];

/// Settings of a changefeed; some of them no model declares.
const FEEDS: [&str; 6] = [
    "MODE = 'UPDATES', FORMAT = 'JSON'",
    "MODE = 'KEYS_ONLY', FORMAT = 'JSON', VIRTUAL_TIMESTAMPS = TRUE",
    "MODE = 'NEW_IMAGE', FORMAT = 'JSON', RETENTION_PERIOD = Interval('PT36H')",
    "MODE = 'NEW_AND_OLD_IMAGES', FORMAT = 'DEBEZIUM_JSON'",
    "MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION = 'us-east-1'",
    "MODE = 'OLD_IMAGE', FORMAT = 'JSON', TOPIC_MIN_ACTIVE_PARTITIONS = 3",
];

const PARTITIONING: [&str; 8] = [
    "AUTO_PARTITIONING_BY_SIZE = DISABLED",
    "AUTO_PARTITIONING_PARTITION_SIZE_MB = 500",
    "AUTO_PARTITIONING_BY_LOAD = ENABLED",
    "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4",
    "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50",
    "READ_REPLICAS_SETTINGS = 'PER_AZ:1'",
    "READ_REPLICAS_SETTINGS = 'ANY_AZ:3'",
    "KEY_BLOOM_FILTER = ENABLED",
];

/// Generator of random numbers, by Marsaglia's xorshift: the same numbers on every machine.
pub(super) struct Random(u64);

struct Column {
    name: String,
    ty: &'static str,
    is_key: bool,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a, T: ?Sized>(&mut self, values: &[&'a T]) -> &'a T {
        values[self.below(values.len())]
    }

    /// Returns the CREATE TABLE of a table, and its ALTER TABLE statements.
    pub(super) fn table(&mut self, number: usize) -> Vec<String> {
        let path = format!("random/t{number}");
        let columns = self.columns();
        let is_column_table = self.one_in(8);
        let mut entries = Vec::new();
        let mut families = Vec::new();
        if self.one_in(3) {
            families.push((
                "hot",
                self.of(&["DATA = 'ssd'", "COMPRESSION = 'lz4'", "CACHE_MODE = 'in_memory'", "COMPRESSION = 'off'"]),
            ));
        }
        for column in &columns {
            let mut entry = format!("`{}` {}", column.name, column.ty);
            if !column.is_key && !families.is_empty() && self.one_in(2) {
                entry += " FAMILY hot";
            }
            let must = column.is_key && is_column_table;
            if must || self.one_in(2) {
                entry += " NOT NULL";
            }
            if !column.is_key && !is_column_table && self.one_in(3) {
                let literals = DEFAULTS.iter().find(|(ty, _)| *ty == column.ty).map(|(_, literals)| *literals);
                entry += &literals.map_or_else(String::new, |literals| format!(" DEFAULT {}", self.of(literals)));
            }
            entries.push(entry);
        }
        let indexes = if is_column_table { Vec::new() } else { self.indexes(&columns) };
        entries.extend(indexes.iter().map(|(_, entry)| entry.clone()));
        entries.extend(families.iter().map(|(name, settings)| format!("FAMILY {name} ({settings})")));
        let key: Vec<String> =
            columns.iter().filter(|column| column.is_key).map(|column| format!("`{}`", column.name)).collect();
        entries.push(format!("PRIMARY KEY ({})", key.join(", ")));
        let mut text = format!("CREATE TABLE `{path}` (\n    {}\n)", entries.join(",\n    "));
        let settings = if is_column_table { vec!["STORE = COLUMN".to_owned()] } else { self.settings(&columns) };
        if !settings.is_empty() {
            let _ = write!(text, " WITH ({})", settings.join(", "));
        }
        let mut statements = vec![text];
        if !is_column_table {
            for name in NAMES.iter().take(self.below(3)) {
                let feed = self.of(&FEEDS);
                statements.push(format!("ALTER TABLE `{path}` ADD CHANGEFEED `{name}` WITH ({feed})"));
            }
            for (name, _) in &indexes {
                if !self.one_in(3) {
                    continue;
                }
                let setting = self.of(&PARTITIONING[1..5]);
                statements.push(format!("ALTER TABLE `{path}` ALTER INDEX `{name}` SET ({setting})"));
            }
        }
        statements
    }

    /// Returns some settings of an index, as ALTER INDEX accepts them.
    pub(super) fn index_settings(&mut self) -> Option<String> {
        const SETTINGS: [&str; 7] = [
            "AUTO_PARTITIONING_BY_LOAD = ENABLED",
            "AUTO_PARTITIONING_BY_LOAD = DISABLED",
            "AUTO_PARTITIONING_PARTITION_SIZE_MB = 500",
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 2",
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 16",
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 40",
            "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50",
        ];
        let mut chosen: Vec<&str> = SETTINGS.into_iter().filter(|_| self.one_in(3)).collect();
        // Each of them once.
        chosen.dedup_by_key(|setting| setting.split(' ').next());
        (!chosen.is_empty()).then(|| chosen.join(", "))
    }

    fn columns(&mut self) -> Vec<Column> {
        let (keys, others) = (1 + self.below(3), self.below(8));
        let mut columns: Vec<Column> = Vec::new();
        while columns.len() < keys + others {
            let name = NAMES[self.below(NAMES.len())];
            let name = if self.one_in(2) { name.to_owned() } else { format!("c{}", columns.len()) };
            if columns.iter().any(|column| column.name == name) {
                continue;
            }
            let is_key = columns.len() < keys;
            // The first types are the usual ones of keys.
            let most = if is_key { if self.one_in(2) { 6 } else { KEY_TYPES } } else { TYPES.len() };
            let ty = TYPES[self.below(most)];
            columns.push(Column { name, ty, is_key });
        }
        columns
    }

    fn indexes(&mut self, columns: &[Column]) -> Vec<(String, String)> {
        let mut indexes: Vec<(String, String)> = Vec::new();
        for _ in 0..self.below(7) {
            let name = NAMES[3 + self.below(NAMES.len() - 3)].to_owned();
            if indexes.iter().any(|(other, _)| *other == name) {
                continue;
            }
            // A prefix of the key, or any columns.
            let keys = columns.iter().filter(|column| column.is_key).count();
            let on: Vec<usize> = match self.one_in(4) {
                true => (0..1 + self.below(keys)).collect(),
                false => (0..columns.len())
                    .filter(|&at| TYPES[..KEY_TYPES].contains(&columns[at].ty) && self.one_in(3))
                    .take(3)
                    .collect(),
            };
            if on.is_empty() {
                continue;
            }
            let cover: Vec<usize> =
                (0..columns.len()).filter(|at| self.one_in(6) && (!on.contains(at) || self.one_in(20))).collect();
            let kind = self.of(&["", "SYNC ", "ASYNC ", "UNIQUE SYNC "]);
            let names =
                |of: &[usize]| of.iter().map(|&at| format!("`{}`", columns[at].name)).collect::<Vec<_>>().join(", ");
            let cover = if cover.is_empty() { String::new() } else { format!(" COVER ({})", names(&cover)) };
            indexes.push((name.clone(), format!("INDEX `{name}` GLOBAL {kind}ON ({}){cover}", names(&on))));
        }
        indexes
    }

    fn settings(&mut self, columns: &[Column]) -> Vec<String> {
        let mut settings: Vec<String> =
            PARTITIONING.iter().filter(|_| self.one_in(6)).map(|&text| text.to_owned()).collect();
        let clock = columns
            .iter()
            .find(|column| ["Timestamp", "Datetime", "Date", "Uint32", "Timestamp64"].contains(&column.ty));
        if let Some(column) = clock.filter(|_| self.one_in(2)) {
            let unit = if column.ty == "Uint32" { " AS SECONDS" } else { "" };
            let after = self.of(&["PT0S", "P1D", "PT36H", "P1DT2H3M4S"]);
            settings.push(format!("TTL = Interval('{after}') ON `{}`{unit}", column.name));
        }
        if columns[0].ty == "Uint64" && self.one_in(3) {
            settings.push(self.of(&["UNIFORM_PARTITIONS = 4", "PARTITION_AT_KEYS = (10, 100, 1000)"]).to_owned());
        }
        settings
    }
}
