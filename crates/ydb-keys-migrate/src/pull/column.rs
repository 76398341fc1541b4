//! The field of a column: its Rust type and its attributes.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;

use super::attribute::{Word, bare, text};
use super::unsaid;
use crate::live::{LiveColumn, LiveDefault};

/// A field of the struct.
pub(super) struct Field {
    pub(super) remarks: Vec<String>,
    pub(super) words: Vec<Word>,
    pub(super) name: String,
    pub(super) ty: String,
}

/// The role of a column in its table.
pub(super) struct Role {
    pub(super) store: Store,
    pub(super) key: bool,
    /// Whether the field cannot be an `Option`: of a key without NOT NULL, or of the key of a column table.
    pub(super) required: bool,
}

/// The Rust type, and the `type` attribute if this is not the default YDB type of the Rust type.
fn rust_type(ty: YdbType) -> (String, Option<&'static str>) {
    match ty {
        YdbType::Decimal { precision, scale } => (format!("Decimal<{precision}, {scale}>"), None),
        _ => {
            let (rust, is_default) = ty.rust_type();
            (rust.to_owned(), (!is_default).then_some(ty.name()))
        }
    }
}

/// The field of a column of type `ty`, called `name`.
pub(super) fn field(column: &LiveColumn, ty: YdbType, name: String, role: &Role) -> Field {
    let (rust, said) = rust_type(ty);
    let mut field = Field { remarks: Vec::new(), words: Vec::new(), name, ty: rust };
    if field.name.trim_start_matches("r#") != column.name {
        field.words.push(text("rename", &column.name));
    }
    field.words.extend(said.map(|said| text("type", said)));
    if column.nullable && !role.required {
        field.ty = format!("Option<{}>", field.ty);
    }
    if column.ty.is_none() {
        field.remarks.push(
            "TODO: this server does not report precision and scale; `Decimal(22,9)` is the decimal that every YDB \
             supports."
                .to_owned(),
        );
    }
    if matches!(ty, YdbType::Interval | YdbType::Interval64) {
        field.remarks.push("A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.".to_owned());
    }
    sequence_or_default(column, ty, role, &mut field);
    family(column, role, &mut field);
    field
}

fn sequence_or_default(column: &LiveColumn, ty: YdbType, role: &Role, field: &mut Field) {
    let serial =
        role.store == Store::Row && !column.nullable && matches!(ty, YdbType::Int16 | YdbType::Int32 | YdbType::Int64);
    match (column.serial, &column.default) {
        (Some(true), _) if serial => field.words.push(bare("serial")),
        (Some(true), _) => {
            field.remarks.push("A sequence fills it, which a model cannot declare for this column.".to_owned());
        }
        (_, LiveDefault::Literal(printed)) => match unsaid::default(printed, ty, role.store) {
            Some(default) => field.words.push(Word::Value("default", default)),
            None => field.remarks.push(format!("Its default is {printed}, which a model cannot declare.")),
        },
        (_, LiveDefault::Generated) => {
            field.remarks.push("The server computes it, which a model cannot declare.".to_owned());
        }
        (_, LiveDefault::Unreported | LiveDefault::None) => {}
    }
}

/// The family, unless it is the default one. Key columns are always in the default family.
fn family(column: &LiveColumn, role: &Role, field: &mut Field) {
    if let Some(family) = column.family.as_ref().filter(|family| !role.key && *family != "default") {
        field.words.push(text("family", family));
    }
}
