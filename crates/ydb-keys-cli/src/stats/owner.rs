//! Whose table a path names: an index's rows are in a table of their own, `<table>/<index>/indexImplTable`.

/// A table, or the table of an index of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Owner {
    /// The path of the table, relative to the database.
    pub(crate) table: String,
    /// The index whose table it is.
    pub(crate) index: Option<String>,
}

/// The tables of an index. A vector or full-text index has several, whose names end in one of these.
const OF_INDEXES: &str = "indexImpl";

/// The table and index of a path.
pub(crate) fn owner(path: &str) -> Owner {
    let of_index = || {
        let (index, last) = path.rsplit_once('/')?;
        let (table, index) = index.rsplit_once('/')?;
        last.starts_with(OF_INDEXES).then(|| Owner { table: table.to_owned(), index: Some(index.to_owned()) })
    };
    of_index().unwrap_or_else(|| Owner { table: path.to_owned(), index: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_named_by_its_table() {
        let named = |path| {
            let Owner { table, index } = owner(path);
            (table, index.unwrap_or_default())
        };
        let two = |table: &str, index: &str| (table.to_owned(), index.to_owned());
        assert_eq!(named("shop/orders/by_time/indexImplTable"), two("shop/orders", "by_time"));
        assert_eq!(named("orders/by_time/indexImplTable"), two("orders", "by_time"));
        assert_eq!(named("orders/like/indexImplPostingTable"), two("orders", "like"));
        for table in ["shop/orders", "orders", "shop/indexImplTable", "a/b/c"] {
            assert_eq!(named(table), two(table, ""));
        }
    }
}
