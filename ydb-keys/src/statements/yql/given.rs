//! Values that a program gives to a query, with the types of its text. Also rows as the value of `AS_TABLE($rows)`.

use crate::error::{Detail, Error, Result, ValueError};
use crate::keys::RowEncoder;
use crate::statements::{ParamType, YdbRow, YdbTable};
use ydb_keys_core::queries::Query;
use ydb_keys_core::queries::value::{AnyParameter, ColumnAt, Compared, List, Parameter};
use ydb_keys_core::schema::Table;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::{ColumnInfo, Value, YdbType};

/// Value of a parameter.
#[derive(Clone, Debug)]
pub struct Given {
    /// Name of the parameter, without `$`.
    pub(crate) name: &'static str,
    /// `false` if the parameter stands only in optional pieces and has no value.
    pub(crate) is_given: bool,
    pub(crate) values: Result<Values>,
}

/// Single value, list of values, or list of rows.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    One(Value<'static>, Typed),
    List(Vec<Value<'static>>, Typed),
    Rows { owner: &'static str, members: Vec<Member>, rows: Vec<Vec<Value<'static>>> },
}

/// YDB type, optional or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Typed {
    pub(crate) ty: YdbType,
    pub(crate) optional: bool,
}

impl Given {
    fn of(
        query: &'static Query<'static>,
        number: usize,
        is_given: bool,
        values: impl FnOnce(Option<YdbType>) -> Result<Values>,
    ) -> Self {
        let parameter = query.parameters().nth(number);
        let (name, ty) = parameter.map(|parameter| (parameter.name, parameter.ty())).unwrap_or_default();
        Given { name, is_given, values: values(ty).map_err(|error| error.of_parameter(name)) }
    }

    /// Makes the value of a parameter for a column of a model, which has the Rust type `C`; `None` if the pieces with
    /// it are left out.
    pub fn one<M, const POSITION: usize, C, K, P>(
        query: &'static Query<'static>,
        number: usize,
        value: Option<&P>,
    ) -> Self
    where
        M: ColumnAt<POSITION, C>,
        P: Parameter<C, K>,
    {
        Given::single(query, number, P::INFO, value, |value, ty| value.encoded(ty))
    }

    /// Makes the value of a parameter that has no column to tell its Rust type; `None` if the pieces with it are left
    /// out.
    pub fn any<P: AnyParameter>(query: &'static Query<'static>, number: usize, value: Option<&P>) -> Self {
        Given::single(query, number, P::INFO, value, |value, ty| value.encoded(ty))
    }

    fn single<'v, P>(
        query: &'static Query<'static>,
        number: usize,
        info: ColumnInfo,
        value: Option<&'v P>,
        encode: impl FnOnce(&'v P, YdbType) -> Result<Value<'v>, ValueError>,
    ) -> Self {
        Given::of(query, number, value.is_some(), |ty| {
            let typed = typed::<P>(info, ty)?;
            let value = value.map(|value| encoded(encode(value, typed.ty), typed)).transpose()?;
            Ok(Values::One(value.unwrap_or(Value::Null), typed))
        })
    }

    /// Makes the list after the IN of a column of a model, which has the Rust type `C`; `None` if the pieces with it
    /// are left out.
    pub fn list<M, const POSITION: usize, C, L>(query: &'static Query<'static>, number: usize, list: Option<&L>) -> Self
    where
        M: ColumnAt<POSITION, C>,
        L: List + ?Sized,
        L::Item: Parameter<C, Compared>,
    {
        Given::several(query, number, L::Item::INFO, list, |item, ty| item.encoded(ty))
    }

    /// Makes a list that has no column to tell its Rust type; `None` if the pieces with it are left out.
    pub fn any_list<L: List + ?Sized>(query: &'static Query<'static>, number: usize, list: Option<&L>) -> Self
    where
        L::Item: AnyParameter,
    {
        let info = <L::Item as AnyParameter>::INFO;
        Given::several(query, number, info, list, AnyParameter::encoded)
    }

    fn several<'v, L: List + ?Sized>(
        query: &'static Query<'static>,
        number: usize,
        info: ColumnInfo,
        list: Option<&'v L>,
        encode: impl Fn(&'v L::Item, YdbType) -> Result<Value<'v>, ValueError>,
    ) -> Self {
        Given::of(query, number, list.is_some(), |ty| {
            let typed = typed::<L::Item>(info, ty)?;
            let items = list.into_iter().flat_map(List::items).map(|item| encoded(encode(item, typed.ty), typed));
            Ok(Values::List(items.collect::<Result<_>>()?, typed))
        })
    }

    /// Makes the rows of `AS_TABLE(..)`; `None` if the pieces with them are left out.
    pub fn rows<L: List + ?Sized>(query: &'static Query<'static>, number: usize, list: Option<&L>) -> Self
    where
        L::Item: SentRow,
    {
        Given::of(query, number, list.is_some(), |_| {
            let table = <L::Item as SentRow>::ROW;
            let mut rows = Vec::new();
            for item in list.into_iter().flat_map(List::items) {
                let mut encoder = RowEncoder::row(table, Vec::with_capacity(table.columns.len()));
                item.encode_row(&mut encoder);
                rows.push(encoder.finish()?.into_iter().map(Value::into_owned).collect());
            }
            let members = table.columns.iter().map(Member::column).collect();
            Ok(Values::Rows { owner: table.name, members, rows })
        })
    }
}

/// Value of a parameter that optional pieces depend on: an `Option`.
#[diagnostic::on_unimplemented(
    message = "parameter: `{Self}` is not an `Option`, and this parameter stands only in optional pieces, `{{? .. }}`",
    label = "expected an `Option`",
    note = "pass `Some(value)` to send the pieces with it, or `None` to leave them out; remove `{{?` and `}}` if they are always sent",
    note = "for more, run `ydb-keys explain parameter` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#parameter"
)]
pub trait OptionalValue {
    #[doc(hidden)]
    type Value;

    #[doc(hidden)]
    fn value(&self) -> Option<&Self::Value>;
}

impl<T> OptionalValue for Option<T> {
    type Value = T;

    fn value(&self) -> Option<&T> {
        self.as_ref()
    }
}

#[diagnostic::do_not_recommend]
impl<O: OptionalValue> OptionalValue for &O {
    type Value = O::Value;

    fn value(&self) -> Option<&O::Value> {
        (**self).value()
    }
}

/// Returns the value of a parameter that optional pieces depend on.
pub fn optional<O: OptionalValue>(value: &O) -> Option<&O::Value> {
    value.value()
}

impl Values {
    /// Returns the type in the form of YQL.
    pub(crate) fn ty(&self) -> String {
        let one = |typed: &Typed| ParamType::One { ty: typed.ty, optional: typed.optional };
        match self {
            Values::One(_, typed) => one(typed).to_string(),
            Values::List(_, typed) => format!("List<{}>", one(typed)),
            Values::Rows { members, .. } => ParamType::Rows(members.clone()).to_string(),
        }
    }
}

/// Returns the type that the text tells, or otherwise the type that the Rust type has by default.
fn typed<P: ?Sized>(info: ColumnInfo, ty: Option<YdbType>) -> Result<Typed> {
    let ty = ty.unwrap_or(info.ty);
    info.carried_as::<P>(ty).map_err(|source| refused(ty, source))?;
    Ok(Typed { ty, optional: info.nullable })
}

fn encoded(value: Result<Value<'_>, ValueError>, typed: Typed) -> Result<Value<'static>> {
    let value = value.and_then(|value| {
        value.check(typed.ty, typed.optional)?;
        Ok(value.into_owned())
    });
    value.map_err(|source| refused(typed.ty, source))
}

fn refused(ty: YdbType, source: ValueError) -> Error {
    Detail::Parameter { name: String::new(), ty: ty.to_string(), source }.into()
}

/// Rows whose values can be sent.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: values of `{Self}` cannot be sent as rows",
    label = "not a row that can be sent",
    note = "pass models, or structs with `#[derive(ydb_keys::YdbRow)]` whose fields are columns, without `with` and without `Option`s of rows",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait SentRow: YdbRow {
    /// Columns as a table, for the encoder.
    #[doc(hidden)]
    const ROW: &'static Table = &Table { name: Self::NAME, columns: Self::FIELDS, ..Table::EMPTY };

    #[doc(hidden)]
    fn encode_row<'a>(&'a self, row: &mut RowEncoder<Vec<Value<'a>>>);
}

#[diagnostic::do_not_recommend]
impl<T: YdbTable> SentRow for T {
    fn encode_row<'a>(&'a self, row: &mut RowEncoder<Vec<Value<'a>>>) {
        self.encode(row);
    }
}
