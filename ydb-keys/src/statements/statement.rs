//! Statements: the text, the parameters with their types, and markers for operations that may be repeated or stale.

use std::fmt;
use std::sync::Arc;

use ydb_keys_core::schema::TEXT_LIMIT;
use ydb_keys_core::types::{Value, YdbType};

pub(crate) use ydb_keys_core::schema::member::Member;

/// YQL statement with its parameters, ready to be sent.
///
/// The text depends only on the shape of the operation, never on a value, so YDB compiles it once. `Display` prints the
/// text, and below it the parameters as comments.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement<'a> {
    template: Arc<Template>,
    values: Vec<ParamValue<'a>>,
}

impl<'a> Statement<'a> {
    /// Makes a statement. `values` belong to the parameters of the template, in the same order.
    pub(super) fn new(template: Arc<Template>, values: Vec<ParamValue<'a>>) -> Self {
        debug_assert_eq!(template.params.len(), values.len());
        Statement { template, values }
    }

    /// Returns the YQL text, with a `DECLARE` for every parameter.
    pub fn text(&self) -> &str {
        &self.template.text
    }

    /// Returns the parameters in the order of their declarations.
    pub fn params(&self) -> impl ExactSizeIterator<Item = Param<'_>> {
        let params = self.template.params.iter().zip(&self.values);
        params.map(|(def, value)| Param { name: &def.name, ty: &def.ty, value, column: def.column })
    }

    /// Returns the value that is sent for a column; of several rows, the value in the first one.
    pub(crate) fn value_of(&self, column: &str) -> Option<&Value<'a>> {
        let mut params = self.template.params.iter().zip(&self.values);
        params.find_map(|(def, value)| match (&def.ty, value) {
            (ParamType::Rows(members), ParamValue::Rows(rows)) => {
                let at = members.iter().position(|member| member.name == column)?;
                rows.first()?.get(at)
            }
            (ParamType::One { .. }, ParamValue::One(value)) if def.column == column => Some(value),
            _ => None,
        })
    }

    /// Splits the statement into its constant part and the values of its parameters, in the same order.
    pub(crate) fn into_parts(self) -> (Arc<Template>, Vec<ParamValue<'a>>) {
        (self.template, self.values)
    }
}

impl fmt::Display for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())?;
        for param in self.params() {
            match param.value {
                ParamValue::One(value) => write!(f, "\n-- {} = {value}", param.name)?,
                ParamValue::Rows(rows) => {
                    write!(f, "\n-- {}:", param.name)?;
                    for row in rows {
                        let values: Vec<String> = row.iter().map(Value::to_string).collect();
                        write!(f, "\n--   ({})", values.join(", "))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Parameter of a statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param<'a> {
    /// Name of the parameter, with its `$`.
    pub name: &'a str,
    /// Declared type. The value must be sent with exactly this type.
    pub ty: &'a ParamType,
    /// Value of the parameter.
    pub value: &'a ParamValue<'a>,
    column: &'static str,
}

impl Param<'_> {
    /// Returns the column that the value belongs to, for an error.
    #[doc(hidden)]
    pub fn column(&self) -> &'static str {
        self.column
    }
}

/// Declared type of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamType {
    /// Single value; optional for a nullable column.
    One {
        /// YDB type of the value.
        ty: YdbType,
        /// `true` if the declared type is `ty?`.
        optional: bool,
    },
    /// List of rows, declared as `List<Struct<...>>`. Each member has the `name` of its column, the type `ty` of its
    /// values, and `optional`, which is `true` for a nullable column.
    Rows(Vec<Member>),
}

/// Value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamValue<'a> {
    /// Single value.
    One(Value<'a>),
    /// Rows, each with a value for every member of the declared struct.
    Rows(Vec<Vec<Value<'a>>>),
}

/// Constant part of a statement: its text, and the definitions of its parameters.
#[derive(Debug, PartialEq)]
pub(crate) struct Template {
    text: String,
    params: Vec<ParamDef>,
}

/// Definition of a parameter.
#[derive(Debug, PartialEq)]
pub(crate) struct ParamDef {
    /// Name of the parameter, with its `$`.
    pub(crate) name: String,
    /// Column that the parameter is compared with or written to; empty for rows, whose members name their columns.
    pub(crate) column: &'static str,
    pub(crate) ty: ParamType,
}

/// Names that YQL reserves or does not parse after a `$`.
const RESERVED: [&str; 3] = ["$_", "$automap", "$repeatable"];

impl Template {
    /// Makes a template of the text that `write` writes. Parameters are named like their columns. If the text would be
    /// too long, they are numbered.
    pub(super) fn of(write: impl Fn(&mut Params) -> String) -> Template {
        let mut params = Params::default();
        let statement = write(&mut params);
        params.template(&statement).or(|| Template::numbered(write))
    }

    /// Makes a template of the text that `write` writes, with numbered parameters.
    pub(super) fn numbered(write: impl Fn(&mut Params) -> String) -> Template {
        let mut params = Params { numbered: true, ..Params::default() };
        let statement = write(&mut params);
        params.template(&statement)
    }

    /// Returns this template, or another one if its text is too long.
    pub(super) fn or(self, other: impl FnOnce() -> Template) -> Template {
        if self.is_long() { other() } else { self }
    }

    /// Returns `true` if the text is longer than YDB's documentation allows.
    pub(super) fn is_long(&self) -> bool {
        self.size() > TEXT_LIMIT
    }

    /// Returns the length of the text in bytes.
    pub(super) fn size(&self) -> usize {
        self.text.len()
    }

    /// Makes a template without parameters.
    pub(crate) fn plain(text: String) -> Template {
        Template { text, params: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn params(&self) -> &[ParamDef] {
        &self.params
    }

    /// Returns `true` if the only parameter is a list of rows.
    pub(super) fn takes_rows(&self) -> bool {
        matches!(&self.params[..], [ParamDef { ty: ParamType::Rows(_), .. }])
    }
}

/// Collector of the parameters of a template while its text is written.
#[derive(Default)]
pub(super) struct Params {
    defs: Vec<ParamDef>,
    /// `true` if parameters are called `$p0`, `$p1` and so on, which is shorter than long names.
    numbered: bool,
}

impl Params {
    /// Adds a parameter named like its column, with `_` for each character that a bare name in YQL cannot have. Returns
    /// its name.
    pub(super) fn one(&mut self, wanted: &str, member: Member) -> String {
        self.add(wanted, member.name, ParamType::One { ty: member.ty, optional: member.optional })
    }

    pub(super) fn rows(&mut self, wanted: &str, members: Vec<Member>) -> String {
        self.add(wanted, "", ParamType::Rows(members))
    }

    fn add(&mut self, wanted: &str, column: &'static str, ty: ParamType) -> String {
        let name = if self.numbered { format!("$p{}", self.defs.len()) } else { self.free(wanted) };
        self.defs.push(ParamDef { name: name.clone(), column, ty });
        name
    }

    /// Returns a name that no parameter has yet.
    fn free(&self, wanted: &str) -> String {
        let mut name = String::from("$");
        name.extend(wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }));
        if wanted.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(1, '_');
        }
        while RESERVED.contains(&name.as_str()) || self.defs.iter().any(|taken| taken.name == name) {
            name.push('_');
        }
        name
    }

    /// Makes the template: the declarations, followed by the statement.
    fn template(self, statement: &str) -> Template {
        let Template { text, params } = self.declarations();
        Template { text: text + statement + ";", params }
    }

    /// Makes a template of the declarations alone, each in a line, for a statement of the user's.
    pub(super) fn declarations(self) -> Template {
        let text = self.defs.iter().map(|ParamDef { name, ty, .. }| format!("DECLARE {name} AS {ty};\n")).collect();
        Template { text, params: self.defs }
    }
}

impl fmt::Display for ParamType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamType::One { ty, optional } => write!(f, "{ty}{}", if *optional { "?" } else { "" }),
            ParamType::Rows(members) => {
                f.write_str("List<Struct<")?;
                for (i, member) in members.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}{}: {member}", ydb_keys_core::ddl::Name(member.name))?;
                }
                f.write_str(">>")
            }
        }
    }
}

/// Marker of an operation that may be repeated, if the caller allows it.
#[derive(Debug)]
pub struct AnyTimes;

/// Marker of an insert, which must not be repeated.
#[derive(Debug)]
pub struct Once;

/// Marker of a read of a model, which may be repeated and may be stale.
#[derive(Debug)]
pub struct Read;

/// Operations that may be repeated after an unknown outcome: all except inserts.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: an insert is not idempotent: if it is repeated after an unknown outcome, it fails on its own row",
    label = "an insert must not be repeated",
    note = "write `exactly_once` instead of `idempotent`; or write `upsert`, which may be repeated",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait Repeatable {}

impl Repeatable for AnyTimes {}
impl Repeatable for Read {}

/// Operations that YDB can run in the mode Stale Read Only: the reads of a model, except `read_rows`, which has no
/// modes.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: only reads can be stale, and this is a write, a query of your own or `read_rows`",
    label = "not a read of a model in a mode of YDB's",
    note = "remove `stale()`; for `read_rows` write `get_many`; a query of your own takes `.with_tx_mode(TxMode::StaleReadOnly)`",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait MayBeStale {}

impl MayBeStale for Read {}
