//! The values that a program gives to a query, with the types that its text says.

use std::borrow::Cow;

use super::additions::{Computed, Input};
use super::row::SentRow;
use super::value::{AnyParameter, ColumnAt, Compared, List, Parameter};
use crate::error::{Detail, Error, Result, ValueError};
use crate::keys::RowEncoder;
use crate::queries::Query;
use crate::schema::member::Member;
use crate::schema::{HashDef, Table};
use crate::types::{ColumnInfo, Value, YdbType};

/// The value of a parameter.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its name, without `$`.
    pub(crate) name: &'static str,
    pub(crate) values: Result<Values>,
}

/// One value, a list of values, or a list of rows.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    One(Value<'static>, Typed),
    List(Vec<Value<'static>>, Typed),
    Rows { owner: &'static str, members: Vec<Member>, rows: Vec<Vec<Value<'static>>> },
}

/// A YDB type, optional or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Typed {
    pub(crate) ty: YdbType,
    pub(crate) optional: bool,
}

impl Given {
    fn of(
        query: &'static Query<'static>,
        number: usize,
        values: impl FnOnce(Option<YdbType>) -> Result<Values>,
    ) -> Self {
        let parameter = query.parameters().nth(number);
        let (name, ty) = parameter.map(|parameter| (parameter.name, parameter.ty())).unwrap_or_default();
        Given { name, values: values(ty) }
    }

    /// A value for a column of a model, of the Rust type `C`.
    pub fn one<M, const POSITION: usize, C, K, P>(query: &'static Query<'static>, number: usize, value: &P) -> Self
    where
        M: ColumnAt<POSITION, C>,
        P: Parameter<C, K>,
    {
        Given::of(query, number, |ty| {
            let typed = typed::<P>(P::INFO, ty)?;
            Ok(Values::One(encoded(value.encoded(typed.ty), typed)?, typed))
        })
    }

    /// A value for which no column says a Rust type.
    pub fn any<P: AnyParameter>(query: &'static Query<'static>, number: usize, value: &P) -> Self {
        Given::of(query, number, |ty| {
            let typed = typed::<P>(P::INFO, ty)?;
            Ok(Values::One(encoded(value.encoded(typed.ty), typed)?, typed))
        })
    }

    /// A list after the IN of a column of a model, of the Rust type `C`.
    pub fn list<M, const POSITION: usize, C, L>(query: &'static Query<'static>, number: usize, list: &L) -> Self
    where
        M: ColumnAt<POSITION, C>,
        L: List + ?Sized,
        L::Item: Parameter<C, Compared>,
    {
        Given::of(query, number, |ty| {
            let typed = typed::<L::Item>(L::Item::INFO, ty)?;
            let items = list.items().map(|item| encoded(item.encoded(typed.ty), typed));
            Ok(Values::List(items.collect::<Result<_>>()?, typed))
        })
    }

    /// A list for which no column says a Rust type.
    pub fn any_list<L: List + ?Sized>(query: &'static Query<'static>, number: usize, list: &L) -> Self
    where
        L::Item: AnyParameter,
    {
        Given::of(query, number, |ty| {
            let typed = typed::<L::Item>(<L::Item as AnyParameter>::INFO, ty)?;
            let items = list.items().map(|item| encoded(AnyParameter::encoded(item, typed.ty), typed));
            Ok(Values::List(items.collect::<Result<_>>()?, typed))
        })
    }

    /// Rows in `AS_TABLE(..)`; those that are written into a table have its computed columns.
    pub fn rows<L: List + ?Sized>(
        query: &'static Query<'static>,
        number: usize,
        target: Option<&'static Table>,
        list: &L,
    ) -> Self
    where
        L::Item: SentRow,
    {
        Given::of(query, number, |_| {
            let table = <L::Item as SentRow>::ROW;
            let computed = target.map(|target| computed(target, table)).unwrap_or_default();
            let mut rows = Vec::new();
            for item in list.items() {
                let mut encoder = RowEncoder::row(table, Vec::with_capacity(table.columns.len()));
                item.encode_row(&mut encoder);
                let mut values: Vec<Value<'static>> = encoder.finish()?.into_iter().map(Value::into_owned).collect();
                for (hash, inputs) in &computed {
                    let hashed = hash.of(inputs.iter().map(|&input| &values[input]));
                    let error =
                        || Error::in_column(table.name, hash.name, ValueError::invalid("its inputs cannot be hashed"));
                    values.push(hashed.ok_or_else(error)?);
                }
                rows.push(values);
            }
            let members = table.columns.iter().map(Member::column);
            let members = members.chain(computed.iter().map(|(hash, _)| Member::hash(hash))).collect();
            Ok(Values::Rows { owner: table.name, members, rows })
        })
    }
}

impl Values {
    /// The type, as YQL writes it.
    pub(crate) fn ty(&self) -> String {
        let one = |typed: &Typed| format!("{}{}", typed.ty, if typed.optional { "?" } else { "" });
        match self {
            Values::One(_, typed) => one(typed),
            Values::List(_, typed) => format!("List<{}>", one(typed)),
            Values::Rows { members, .. } => {
                let members: Vec<String> =
                    members.iter().map(|member| format!("{}: {member}", crate::ddl::Name(member.name))).collect();
                format!("List<Struct<{}>>", members.join(", "))
            }
        }
    }
}

/// The computed columns of a table whose inputs rows have, with the places of the inputs.
fn computed(target: &'static Table, rows: &'static Table) -> Vec<(HashDef, Vec<usize>)> {
    let place = |name: &str| rows.columns.iter().position(|column| column.name == name);
    let with_inputs = |hash: HashDef| {
        let inputs = hash.inputs.iter().map(|&input| place(target.columns[input].name)).collect::<Option<Vec<_>>>()?;
        place(hash.name).is_none().then_some((hash, inputs))
    };
    target.computed().filter_map(with_inputs).collect()
}

/// The type that the text says, or else that of the Rust type.
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
    Detail::Parameter { ty: ty.to_string(), source }.into()
}

impl Computed {
    /// The hash of the values of other parameters: one, or one for each item of the list among them.
    pub(super) fn values(&self, all: &[(String, Values)]) -> Option<Values> {
        let typed = Typed { ty: self.hash.ty(), optional: false };
        let of = |input: &Input| match input {
            Input::Parameter(name) => {
                all.iter().find(|(other, _)| other == name).map(|(_, values)| Cow::Borrowed(values))
            }
            // Its type does not matter here.
            Input::Value(value) => Some(Cow::Owned(Values::One(value.clone(), typed))),
        };
        let inputs = self.inputs.iter().map(of).collect::<Option<Vec<Cow<'_, Values>>>>()?;
        let list = inputs.iter().find_map(|values| match &**values {
            Values::List(items, _) => Some(items.len()),
            _ => None,
        });
        let hash = |item: usize| {
            let value = |values: &Cow<'_, Values>| match &**values {
                Values::One(value, _) => Some(value.clone()),
                Values::List(items, _) => items.get(item).cloned(),
                Values::Rows { .. } => None,
            };
            let values = inputs.iter().map(value).collect::<Option<Vec<_>>>()?;
            // No row has NULL there, and this finds none.
            if values.contains(&Value::Null) { Some(self.hash.value(0)) } else { self.hash.of(values.iter()) }
        };
        Some(match list {
            None => Values::One(hash(0)?, typed),
            Some(count) => Values::List((0..count).map(hash).collect::<Option<_>>()?, typed),
        })
    }
}
