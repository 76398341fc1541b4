//! Wishes of the author for the table: its reads, such as `userid,timestamp..`, and the columns that identify a row.

use ydb_keys_core::schema::rules::Nearest;

/// A read that the table should serve: columns with fixed values, and perhaps a range of the last column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WantedRead {
    /// Positions of the columns that the read fixes to one value.
    pub(crate) fixed: Vec<usize>,
    /// Position of the column whose range is read in order.
    pub(crate) range: Option<usize>,
}

/// Reason for which a text is not a read of the table's columns.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("`{text}` names no column: write the columns that the read has values for, e.g. `--read {example}`")]
    Empty { text: String, example: String },
    #[error("`{column}` is not a column of the data; {hint}")]
    Unknown { column: String, hint: String },
    #[error("`{text}` names `{column}` twice")]
    Twice { text: String, column: String },
    #[error("only the last column of a read can be a range: write `{column}` without `..`, or at the end of `{text}`")]
    RangeInside { text: String, column: String },
}

impl WantedRead {
    /// Parses names with commas between them. `..` after the last name means a range of that column.
    pub(crate) fn parse(text: &str, columns: &[String]) -> Result<Self, ReadError> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        let mut read = WantedRead { fixed: Vec::new(), range: None };
        for (i, name) in names.iter().enumerate() {
            let (name, is_range) = name.strip_suffix("..").map_or((*name, false), |name| (name.trim_end(), true));
            if name.is_empty() {
                let example = columns.first().cloned().unwrap_or_default();
                return Err(ReadError::Empty { text: text.to_owned(), example });
            }
            let (text, column) = (text.to_owned(), name.to_owned());
            let Some(position) = columns.iter().position(|column| column == name) else {
                return Err(ReadError::Unknown { column, hint: hint(name, columns) });
            };
            if read.fixed.contains(&position) {
                return Err(ReadError::Twice { text, column });
            }
            match is_range {
                true if i + 1 < names.len() => return Err(ReadError::RangeInside { text, column }),
                true => read.range = Some(position),
                false => read.fixed.push(position),
            }
        }
        Ok(read)
    }

    /// Returns the positions of all columns of the read, in its order.
    pub(crate) fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        self.fixed.iter().copied().chain(self.range)
    }

    /// Formats the read as text that [`parse`](Self::parse) reads.
    pub(crate) fn text(&self, columns: &[String]) -> String {
        let name = |column: usize| columns.get(column).map_or("", String::as_str);
        let mut names: Vec<String> = self.fixed.iter().map(|&column| name(column).to_owned()).collect();
        names.extend(self.range.map(|column| format!("{}..", name(column))));
        names.join(",")
    }
}

/// Returns `did you mean ..?`, or lists the names that there are.
pub(super) fn hint(name: &str, columns: &[String]) -> String {
    match columns.iter().fold(Nearest::to(name), |nearest, column| nearest.or(column)).name() {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => {
            format!("its columns are {}", columns.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
        }
    }
}

/// Reads, id and table that the author named.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wants {
    pub(crate) reads: Vec<WantedRead>,
    /// Positions of the columns that identify a row; `None` if they are to be found in the data.
    pub(crate) id: Option<Vec<usize>>,
    pub(crate) table: String,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WantsError {
    #[error("--read: {0}")]
    Read(#[from] ReadError),
    #[error("--id: `{name}` is not a column of the data; {hint}")]
    Id { name: String, hint: String },
}

impl Wants {
    /// Parses the options `--read` and `--id`.
    pub(crate) fn parse(
        reads: &[String],
        id: Option<&str>,
        table: &str,
        columns: &[String],
    ) -> Result<Self, WantsError> {
        let mut parsed: Vec<WantedRead> = Vec::new();
        for read in reads {
            let read = WantedRead::parse(read, columns)?;
            if !parsed.contains(&read) {
                parsed.push(read);
            }
        }
        let position = |name: &str| {
            let unknown = || WantsError::Id { name: name.to_owned(), hint: hint(name, columns) };
            columns.iter().position(|column| column == name).ok_or_else(unknown)
        };
        let id = id.map(|id| id.split(',').map(|name| position(name.trim())).collect()).transpose()?;
        Ok(Wants { reads: parsed, id, table: table.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<String> {
        ["userid", "timestamp", "event"].map(String::from).to_vec()
    }

    #[test]
    fn a_read_fixes_columns_and_may_end_with_a_range() {
        let read = |text| WantedRead::parse(text, &columns());
        assert_eq!(read("userid, timestamp.."), Ok(WantedRead { fixed: vec![0], range: Some(1) }));
        assert_eq!(read("timestamp.."), Ok(WantedRead { fixed: vec![], range: Some(1) }));
        assert_eq!(read("event"), Ok(WantedRead { fixed: vec![2], range: None }));
        assert_eq!(read("event,timestamp..").unwrap().text(&columns()), "event,timestamp..");
    }

    #[test]
    fn what_is_not_a_read_is_refused_with_a_cure() {
        let refused = |text| WantedRead::parse(text, &columns()).unwrap_err().to_string();
        assert_eq!(refused("user_id"), "`user_id` is not a column of the data; did you mean `userid`?");
        assert!(refused("amount").ends_with("its columns are `userid`, `timestamp`, `event`"));
        assert_eq!(refused("userid,userid.."), "`userid,userid..` names `userid` twice");
        assert!(refused("timestamp..,userid").starts_with("only the last column of a read can be a range"));
        assert!(refused("").contains("names no column"));
        assert!(refused("userid,").contains("names no column"));
    }
}
