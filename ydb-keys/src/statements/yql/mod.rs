//! Queries whose text the compiler checks, as `yql!` makes them. Also the parameters of LIMIT and OFFSET.

mod compose;
mod given;
mod hashes;
mod writes;

use super::{TableAt, YdbTable};
use crate::error::Result;
use compose::Composed;
use given::Typed;
use std::marker::PhantomData;
use ydb_keys_core::queries::{Access, Adds, Choice, Combination, Query, SourceKind, accesses, choices};

pub use given::{Given, OptionalValue, SentRow, optional};
pub use ydb_keys_core::queries::value::{
    Any, AnyParameter, ColumnAt, Compared, List, NO_FIELD, Nth, Written, found, position,
};

pub(crate) use given::Values;

/// Query whose text was checked while the program was compiled; from [`yql!`](crate::yql).
///
/// The query has the values of its parameters, and sends nothing until you run it. `.fetch(client).await` reads all
/// rows, `.fetch_one(client).await` the only one, `.first(client).await` the first one or `None`, and `.stream(client)`
/// returns them one after the other. `.exec(client).await` runs a query without results. In a transaction pass `&tx`
/// instead of `client`. A clone is the same query with the same values.
#[must_use = "nothing is sent until `.fetch(client).await` or `.exec(client).await`"]
pub struct Yql<Q> {
    places: Vec<Option<String>>,
    given: Vec<Given>,
    /// Number of the chosen parts of all choices.
    chosen: u64,
    query: PhantomData<fn() -> Q>,
}

/// Most values in a list from which YDB makes ranges of keys: `ExtractPredicateRangesLimit` in its
/// `table_service_config.proto`, and the test `FullScanCount`.
const MOST_RANGES: usize = 10_000;

/// Queries of a [`Yql`], as types.
#[doc(hidden)]
pub trait Checked {
    /// The query. If it has optional pieces, the query with all of them.
    const QUERY: &'static Query<'static>;

    /// Combinations of a text with optional pieces, each as a query.
    const COMBINATIONS: &'static [Combination<'static>] = &[];

    /// Numbers of the parameters that decide about pieces: a list for each condition.
    const CONDITIONS: &'static [&'static [usize]] = &[];
}

impl_clone!([Q] Yql<Q>: places, given, chosen, query);

/// Placeholder for a query that the macro refuses.
pub struct Refused;

impl Checked for Refused {
    const QUERY: &'static Query<'static> = &Query::NOTHING;
}

/// Makes the expression that the macro writes after its error.
pub fn refused() -> Yql<Refused> {
    Yql::new([], [])
}

/// Access of a query to the rows of a table; from [`Yql::access`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceAccess {
    /// Path of the table in its model.
    pub table: &'static str,
    /// Index that is read: the index in the text, or the index that YDB would choose.
    pub index: Option<&'static str>,
    /// Way to find the rows.
    pub access: Access,
}

impl<Q: Checked> Yql<Q> {
    #[doc(hidden)]
    pub fn new<const PLACES: usize, const GIVEN: usize>(
        places: [Option<String>; PLACES],
        given: [Given; GIVEN],
    ) -> Self {
        Yql { places: places.into(), given: given.into(), chosen: 0, query: PhantomData }
    }

    /// Chooses a part of each choice. Each pair is the number of parts, and the chosen part.
    #[doc(hidden)]
    pub fn choosing<const CHOICES: usize>(self, chosen: [(usize, usize); CHOICES]) -> Self {
        let chosen = chosen.into_iter().fold(0, |number, (parts, part)| number * parts as u64 + part as u64);
        Yql { chosen, ..self }
    }

    /// Returns the query that is sent for the given values, and the numbers of its models in the whole text; `None` for
    /// all models.
    fn sent(&self) -> (&'static Query<'static>, Option<&'static [usize]>) {
        let holds = |numbers: &[usize]| {
            numbers.iter().all(|&number| self.given.get(number).is_some_and(|given| given.is_given))
        };
        let bits = Q::CONDITIONS.iter().enumerate().map(|(bit, numbers)| u64::from(holds(numbers)) << bit);
        let id = bits.sum::<u64>() | self.chosen << Combination::CHOSEN;
        match Q::COMBINATIONS.iter().find(|combination| combination.id == id) {
            Some(found) => (&found.query, Some(found.holes)),
            None => (Q::QUERY, None),
        }
    }

    /// Returns the YQL that is sent, with its declarations and with everything that is added to the text of the
    /// program. Any other tool can run it. The values of the parameters are not part of it.
    ///
    /// # Errors
    /// A value of a parameter that its type cannot hold.
    pub fn text(&self) -> Result<String> {
        let (text, values) = self.clone().into_parts()?;
        let declared = values.into_iter().map(|(name, values)| format!("DECLARE ${name} AS {};\n", values.ty()));
        Ok(declared.chain([text]).collect())
    }

    /// Returns the access to each model's table, in the order of the text: the path of the `table` in its model, the
    /// `index` that is read, and the `access` to the rows.
    ///
    /// ```
    /// use ydb_keys::{Access, YdbTable, yql};
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "chats/messages", primary_key(chat_hash = numeric_hash(chat_id), chat_id, number))]
    /// struct Message {
    ///     chat_id: u64,
    ///     number: u32,
    ///     text: String,
    /// }
    ///
    /// let chat = yql!("SELECT text FROM {Message} WHERE chat_id = 7 ORDER BY number");
    /// let of_messages = chat.access()[0];
    /// assert_eq!((of_messages.table, of_messages.index), ("chats/messages", None));
    /// assert_eq!(of_messages.access, Access::Prefix);
    /// ```
    ///
    /// If the text names no index, `index` is the index that YDB would choose, and [`text`](Self::text) names it.
    ///
    /// A table that is only written, as by `INSERT`, is not listed. A named query that two other queries use is listed
    /// twice. If no part of the text is understood, the result is empty.
    pub fn access(&self) -> Vec<SourceAccess> {
        let mut found = Vec::new();
        for scope in self.sent().0.scopes() {
            let (of_scope, choices) = (accesses(&scope, Adds::Library), choices(&scope, Adds::Library));
            for number in 0..scope.sources {
                if let SourceKind::Table(table, named) = scope.source(number).kind {
                    let access = of_scope.get(number).copied().filter(|_| scope.is_understood);
                    let index = named.or(match choices.get(number) {
                        Some(Some(Choice::Index(index))) => Some(index),
                        _ => None,
                    });
                    found.push(SourceAccess { table: table.name, index, access: access.unwrap_or(Access::Unknown) });
                }
            }
        }
        found
    }

    /// Returns the text without declarations, and the parameters by their names, with the computed ones.
    pub(crate) fn into_parts(self) -> Result<(String, Vec<(String, Values)>)> {
        let (query, holes) = self.sent();
        let composed = match holes {
            Some(holes) => compose::composed(query, &of_holes(&self.places, holes))?,
            None => compose::composed(query, &self.places)?,
        };
        let values = composed.values(of_query(query, self.given))?;
        Ok((composed.text.clone(), values))
    }

    /// Lists the texts of all combinations of optional pieces, without their declarations, each with the name of its
    /// combination. The first text has all pieces, and an empty name. The given values do not matter.
    ///
    /// ```
    /// # use ydb_keys::{YdbTable, yql};
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(shop_hash = numeric_hash(shop), shop, number))]
    /// # struct Receipt { shop: u64, number: u64, paid: bool }
    /// let paid = Some(true);
    /// let receipts = yql!("SELECT number FROM {Receipt} WHERE shop = $shop {? AND paid = $paid }", shop = 7, paid);
    /// let texts = receipts.texts()?;
    /// assert_eq!(texts[1].0, "without `paid`");
    /// assert!(texts[0].1.contains("AND paid = $paid") && !texts[1].1.contains("paid"));
    /// # Ok::<(), ydb_keys::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`text`](Self::text) that do not depend on values.
    pub fn texts(&self) -> Result<Vec<(&'static str, String)>> {
        if Q::COMBINATIONS.is_empty() {
            return Ok(vec![("", compose::composed(Q::QUERY, &self.places)?.text.clone())]);
        }
        let text = |combination: &'static Combination<'static>| {
            let composed = compose::composed(&combination.query, &of_holes(&self.places, combination.holes))?;
            Ok((combination.query.combination.unwrap_or_default(), composed.text.clone()))
        };
        Q::COMBINATIONS.iter().map(text).collect()
    }
}

/// Returns the paths of some of the models' tables.
fn of_holes(places: &[Option<String>], holes: &[usize]) -> Vec<Option<String>> {
    holes.iter().map(|&hole| places.get(hole).cloned().flatten()).collect()
}

/// Returns the values of the parameters that a query has.
fn of_query(query: &'static Query<'static>, given: Vec<Given>) -> Vec<Given> {
    let has = |given: &Given| query.parameters().any(|parameter| parameter.name == given.name);
    given.into_iter().filter(|given| given.name.is_empty() || has(given)).collect()
}

/// Composes a query with values for the tables' own paths. The text is not kept, because this function is for tests,
/// which make queries at run time.
pub(crate) fn composed(query: &'static Query<'static>, given: Vec<Given>) -> Result<(String, Vec<(String, Values)>)> {
    let composed = compose::compose(query, &vec![None; query.holes.len()])?;
    let values = composed.values(given)?;
    Ok((composed.text, values))
}

impl Composed {
    fn values(&self, given: Vec<Given>) -> Result<Vec<(String, Values)>> {
        let mut all = Vec::with_capacity(given.len() + self.computed.len());
        for given in given {
            all.push((given.name.to_owned(), given.values?));
        }
        for (name, values) in &all {
            if let Values::List(values, _) = values
                && values.len() > MOST_RANGES
                && self.searched.contains(name)
            {
                return Err(hashes::refused(format!(
                    "the list `${name}` has {} values. YDB reads the whole table for more than {MOST_RANGES}: send the query for \
                     parts of the list, or read by keys with `get_many`, which does so itself",
                    values.len()
                )));
            }
        }
        for computed in &self.computed {
            all.push((computed.name.clone(), computed.values(&all)?));
        }
        for name in &self.exact {
            let found = all.iter().find(|(other, _)| other == name);
            if let Some((_, Values::One(_, Typed { ty, .. }))) = found
                && !ty.is_integer()
            {
                let reason = format!("`${name}` is a {ty}, and a hash is computed from it as of an integer");
                return Err(hashes::refused(reason));
            }
        }
        let sent = self.rows.iter().map(|rows| {
            let found = all.iter().find(|(other, _)| *other == rows.of);
            found.map(|(_, values)| Ok((rows.name.clone(), rows.values(values)?))).transpose()
        });
        for (name, values) in sent.collect::<Result<Vec<_>>>()?.into_iter().flatten() {
            match all.iter_mut().find(|(other, _)| *other == name) {
                Some((_, old)) => *old = values,
                None => all.push((name, values)),
            }
        }
        Ok(all)
    }
}

impl_debug!([Q: Checked] Yql<Q>, |self, f| f
    .debug_struct("Yql")
    .field("text", &self.text())
    .field("given", &self.given)
    .finish());

/// Returns the path of a table. The compiler checks that it is a table of the model.
pub fn place<T: YdbTable>(table: &TableAt<T>) -> String {
    table.path().to_owned()
}

/// Number of rows for LIMIT and OFFSET. YDB accepts only a Uint64.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: `{Self}` is not a number of rows",
    label = "expected `u64`, the type of LIMIT and OFFSET",
    note = "convert it, as in `limit = u64::from(limit)`, `limit = u64::try_from(limit)?` for a number that may be negative, or `limit = limit as u64`",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait RowCount {
    #[doc(hidden)]
    type Sent: AnyParameter;

    #[doc(hidden)]
    fn sent(&self) -> Self::Sent;
}

macro_rules! counts {
    ($($own:ty => $sent:ty, $self:ident => $value:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl RowCount for $own {
            type Sent = $sent;

            fn sent(&self) -> $sent {
                let $self = self;
                $value
            }
        }
    )*};
}

counts! {
    u64 => u64, value => *value;
    &u64 => u64, value => **value;
    Option<u64> => Option<u64>, value => *value;
    &Option<u64> => Option<u64>, value => **value;
}

impl Given {
    /// Makes the value of a parameter that is a number of rows; `None` if the pieces with it are left out.
    pub fn count<P: RowCount>(query: &'static Query<'static>, number: usize, value: Option<&P>) -> Self {
        Given::any(query, number, value.map(RowCount::sent).as_ref())
    }
}
