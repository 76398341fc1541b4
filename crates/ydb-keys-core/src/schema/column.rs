//! The columns of a table, and the list of columns that the derives write.

use crate::types::const_text::each;
use crate::types::{ColumnInfo, YdbType};

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnDef<'a> {
    /// The SQL name.
    pub name: &'a str,
    /// The name of the struct's field.
    pub field: &'a str,
    /// The YDB type.
    pub ty: YdbType,
    /// Properties that the Rust type declares.
    pub info: ColumnInfo,
    /// `true` if the server fills the column from a sequence when a write leaves it out.
    pub serial: bool,
    /// Value that the server takes when a write leaves the column out.
    #[doc(hidden)]
    pub default: Option<DefaultValue>,
    /// The column family, if it is not the default one.
    pub family: Option<&'static str>,
    /// `true` if the values grow, as declared by the field, its type or `serial`.
    pub monotonic: bool,
    /// `true` if the values are spread over the whole range, as declared by the field or its type.
    pub dispersed: bool,
}

/// The literal of `#[ydb(default = ...)]`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "each variant is the Rust literal of that kind")]
pub enum DefaultValue {
    Bool(bool),
    Int(i128),
    /// The digits as written, because a float has no exact constant form.
    Float(&'static str),
    Text(&'static str),
    Bytes(&'static [u8]),
}

impl<'a> ColumnDef<'a> {
    /// Creates a column named like its field. The derive's starting point; not for use by hand.
    #[doc(hidden)]
    pub const fn new(name: &'a str, info: ColumnInfo) -> Self {
        ColumnDef {
            name,
            field: name,
            ty: info.ty,
            info,
            serial: false,
            default: None,
            family: None,
            monotonic: info.monotonic,
            dispersed: info.dispersed,
        }
    }

    /// Returns `true` if the field takes NULL. A column of a key that lacks NOT NULL is not nullable in this sense:
    /// [`Table::may_be_null`](super::table::Table::may_be_null).
    pub const fn is_nullable(&self) -> bool {
        self.info.nullable
    }

    /// Returns `true` if later values are greater: a time, a serial, or declared `monotonic`.
    pub const fn is_monotonic(&self) -> bool {
        self.monotonic || self.serial || self.ty.is_time()
    }

    /// Returns `true` if there are only a handful of values: a bool, a fieldless enum, or an 8-bit integer, which has
    /// at most 256.
    pub const fn is_low_cardinality(&self) -> bool {
        self.info.low_cardinality || matches!(self.ty, YdbType::Int8 | YdbType::Uint8)
    }
}

// The columns of a struct, as the derives write them. One call takes the names and the infos of the types, because the
// compiler works on calls and not on arguments. Further calls set the attributes of single columns.

/// Columns of a struct, in its order.
#[derive(Debug)]
pub struct Columns<const N: usize>(pub [ColumnDef<'static>; N]);

impl<const N: usize> Columns<N> {
    /// Creates columns called like their fields.
    pub const fn of(names: [&'static str; N], infos: [ColumnInfo; N]) -> Self {
        let mut all = [ColumnDef::new("", ColumnInfo::new(&[YdbType::Bool])); N];
        each!(i < N, {
            all[i] = ColumnDef::new(names[i], infos[i]);
        });
        Columns(all)
    }
}

/// Defines a function for each attribute of a column, called like the attribute or like the field that it sets.
macro_rules! attributes {
    ($($function:ident($($value:ident: $ty:ty)?) $field:ident = $set:expr;)*) => {
        impl<const N: usize> Columns<N> {$(
            #[doc = concat!("The attribute that sets `", stringify!($field), "`.")]
            pub const fn $function(mut self, at: usize $(, $value: $ty)?) -> Self {
                self.0[at].$field = $set;
                self
            }
        )*}
    };
}

attributes! {
    field(field: &'static str) field = field;
    with_type(ty: YdbType) ty = ty;
    serial() serial = true;
    default_value(value: DefaultValue) default = Some(value);
    family(family: &'static str) family = Some(family);
    monotonic() monotonic = true;
    dispersed() dispersed = true;
}
