//! A changefeed: a topic with a record of each change of a row.

/// A changefeed of a row table ([change data capture](https://ydb.tech/docs/en/concepts/cdc)): YDB writes a record of
/// each change of a row into a topic, whose path is that of the table with the changefeed's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangefeedDef {
    /// The name, which is also that of the topic below the table.
    pub name: &'static str,
    /// What a record holds.
    pub mode: ChangefeedMode,
    /// How a record is written.
    pub format: ChangefeedFormat,
    /// Whether records hold the virtual timestamp of their transaction.
    pub virtual_timestamps: bool,
    /// How often YDB writes a barrier into each partition of the topic, an ISO 8601 duration; `None` for never.
    pub barriers: Option<&'static str>,
    /// How long YDB keeps a record, an ISO 8601 duration; `None` for YDB's 24 hours.
    pub retention: Option<&'static str>,
    /// Whether the changefeed begins with a record for each row that is already there.
    pub initial_scan: bool,
    /// Whether records name the user who made the change.
    pub user_sids: bool,
    /// Whether records hold the trace id of the request that made the change.
    pub trace_ids: bool,
    /// Whether YDB adds partitions to the topic when the load rises.
    pub auto_partitioning: bool,
    /// The number of the topic's partitions at first; `None` for that of the table's.
    pub min_partitions: Option<u32>,
}

impl ChangefeedDef {
    /// A changefeed without settings. The derive's starting point; not for use by hand.
    #[doc(hidden)]
    pub const EMPTY: ChangefeedDef = ChangefeedDef {
        name: "",
        mode: ChangefeedMode::Updates,
        format: ChangefeedFormat::Json,
        virtual_timestamps: false,
        barriers: None,
        retention: None,
        initial_scan: false,
        user_sids: false,
        trace_ids: false,
        auto_partitioning: false,
        min_partitions: None,
    };
}

/// What a record of a changefeed holds besides the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YDB's")]
pub enum ChangefeedMode {
    KeysOnly,
    Updates,
    NewImage,
    OldImage,
    NewAndOldImages,
}

/// How a record of a changefeed is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangefeedFormat {
    /// YDB's own format, which `ChangeRecord` reads.
    Json,
    /// The format of Debezium.
    DebeziumJson,
}

impl ChangefeedMode {
    /// All modes, each with its word in the attribute.
    #[doc(hidden)]
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::KeysOnly, "keys_only"),
        (Self::Updates, "updates"),
        (Self::NewImage, "new_image"),
        (Self::OldImage, "old_image"),
        (Self::NewAndOldImages, "new_and_old_images"),
    ];

    /// The name in YQL: `NEW_IMAGE`.
    #[doc(hidden)]
    pub const fn yql(self) -> &'static str {
        match self {
            ChangefeedMode::KeysOnly => "KEYS_ONLY",
            ChangefeedMode::Updates => "UPDATES",
            ChangefeedMode::NewImage => "NEW_IMAGE",
            ChangefeedMode::OldImage => "OLD_IMAGE",
            ChangefeedMode::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
}

impl ChangefeedFormat {
    /// All formats, each with its word in the attribute.
    #[doc(hidden)]
    pub const ALL: [(Self, &'static str); 2] = [(Self::Json, "json"), (Self::DebeziumJson, "debezium_json")];

    /// The name in YQL: `DEBEZIUM_JSON`.
    #[doc(hidden)]
    pub const fn yql(self) -> &'static str {
        match self {
            ChangefeedFormat::Json => "JSON",
            ChangefeedFormat::DebeziumJson => "DEBEZIUM_JSON",
        }
    }
}
