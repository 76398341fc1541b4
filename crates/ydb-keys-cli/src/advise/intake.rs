//! Rows as they come: counted, guessed at, sampled.

use ydb_keys::YdbType;
use ydb_keys::hash::xxh3;

use super::distinct::Distinct;
use super::guess::Guess;
use super::sampler::Sampler;
use crate::parse;

/// A text that is not a value of the type that its column was said to have.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("column `{column}`: `{text}` is not a value of type {ty}")]
pub(crate) struct Unreadable {
    column: String,
    text: String,
    ty: YdbType,
}

/// Takes rows one by one, in order of arrival, in bounded memory.
#[derive(Debug)]
pub(crate) struct Intake {
    pub(super) columns: Vec<Seen>,
    pub(super) sampler: Sampler,
}

/// What all values of a column have shown.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) name: String,
    said: Option<YdbType>,
    guess: Guess,
    pub(super) distinct: Distinct,
    pub(super) nulls: u64,
}

impl Seen {
    pub(super) fn ty(&self) -> YdbType {
        self.said.unwrap_or_else(|| self.guess.ty())
    }
}

impl Intake {
    /// Starts with the names of the columns, each with the type that it was said to have.
    pub(crate) fn new(columns: impl IntoIterator<Item = (String, Option<YdbType>)>) -> Self {
        let mut intake = Intake { columns: Vec::new(), sampler: Sampler::default() };
        for (name, said) in columns {
            intake.add(name, said);
        }
        intake
    }

    /// The number of columns.
    pub(crate) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Adds a column, which is NULL in the rows so far, and returns its position.
    pub(crate) fn add(&mut self, name: String, said: Option<YdbType>) -> usize {
        let (guess, distinct, nulls) = (Guess::default(), Distinct::default(), self.rows());
        self.columns.push(Seen { name, said, guess, distinct, nulls });
        self.columns.len() - 1
    }

    /// Takes a row: the text of each column, `None` for NULL.
    pub(crate) fn push(&mut self, cells: &[Option<&str>]) -> Result<(), Unreadable> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            let Some(text) = cell else {
                column.nulls += 1;
                continue;
            };
            match column.said {
                Some(ty) if parse::value(ty, text).is_none() => {
                    let text = text.chars().take(60).collect();
                    return Err(Unreadable { column: column.name.clone(), text, ty });
                }
                Some(_) => {}
                None => column.guess.add(text),
            }
            column.distinct.add(xxh3(text.as_bytes()));
        }
        self.sampler.push(cells);
        Ok(())
    }

    /// The number of rows.
    pub(crate) const fn rows(&self) -> u64 {
        self.sampler.seen()
    }

    /// The names of the columns.
    pub(crate) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }
}
