use ydb_keys::YdbTable;

/// A row of the table `at_texts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "at_texts")]
#[ydb(primary_key(name))]
#[ydb(partitioning(at_keys((""), ("a\"b\\c"), ("it's"), ("z"), ("й"))))]
pub struct AtTexts {
    pub name: String,
}
