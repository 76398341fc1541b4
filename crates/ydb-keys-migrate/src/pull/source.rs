//! Source text of a model: the struct with its fields, and the models of many tables as a directory.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ydb_keys::schema::Store;
use ydb_keys::{Layout, YdbType};
use ydb_keys_core::schema::path::TablePath;

use super::attribute::{WIDTH, Word, attribute, bare, comment, list, text};
use super::draft::{Draft, Growth};
use super::hash::{Candidate, Finding, foreign_by_layout, may_be_hash};
use super::name::{field_names, module_name, struct_name};
use super::unsaid::{can_be_field, is_of_ydb, model_type};
use super::{index, key, partitioning, setting, unsaid};
use crate::live::{LiveColumn, LiveDefault, LiveTable};

/// Writes the struct of a table as Rust source, in rustfmt's default format.
///
/// # Errors
///
/// A sentence with the reason why this table cannot have a model: a key column has a type that a model's key cannot
/// have, or a key change made the table.
pub(crate) fn source(live: &LiveTable, finding: &Finding, indexed: &[(String, Candidate)]) -> Result<String, String> {
    source_of(live, finding, indexed, &Growth::default())
}

/// Writes the struct of a table as Rust source like `source`, with declarations of the growth of its columns' values.
pub fn source_of(
    live: &LiveTable,
    finding: &Finding,
    indexed: &[(String, Candidate)],
    growth: &Growth,
) -> Result<String, String> {
    let hash = finding.hash().filter(|_| may_be_hash(live).is_some());
    let hash_column = hash.and(live.primary_key.first()).map(String::as_str);
    let names = field_names(live, hash_column);
    let is_field = |i: usize| {
        let column = &live.columns[i];
        let is_computed = Some(&*column.name) == hash_column || indexed.iter().any(|(name, _)| *name == column.name);
        !is_computed && can_be_field(column, live.store)
    };
    let fields = names.into_iter().enumerate().map(|(i, name)| is_field(i).then_some(name)).collect();
    let mut draft = Draft::new(live, hash, indexed, fields, growth);
    of_a_key_change(live)?;
    keyed(live)?;

    draft.word(text("table", &live.path));
    if live.store == Store::Column {
        draft.word(Word::Value("store", "column".to_owned()));
    }
    key::key(&mut draft, finding);
    columns(&mut draft, hash_column);
    match &live.settings {
        Some(settings) => {
            partitioning::partitioning(&mut draft, settings);
            setting::settings(&mut draft, settings);
        }
        None => draft.miss(
            "What only SHOW CREATE TABLE reports, which is unavailable on this server (YDB 26.1 introduced it): \
             default values, sequences, TTL, partitioning, settings of families, the bloom filter, read replicas and \
             changefeeds.",
        ),
    }
    setting::families(&mut draft);
    index::indexes(&mut draft);
    for (name, value) in
        live.attributes.iter().filter(|(name, _)| *name != Layout::ATTRIBUTE && !name.starts_with("__"))
    {
        draft.miss(format!("The attribute `{name}` = {value:?}."));
    }
    if let (Some(layout), false) = (live.attributes.get(Layout::ATTRIBUTE), matches!(finding, Finding::Layout(_))) {
        draft.miss(match foreign_by_layout(live) {
            Some(hash) => format!(
                "The hash of other programs, `{hash}`: write its function in a module, `primary_key({} = with(module)(...), \
                 ...)`, with `ForeignHash::new` of this name and version, and remove its field.",
                hash.name
            ),
            None => format!("The layout attribute says `{layout}`, which is not the layout of this table."),
        });
    }
    Ok(written(&draft, &field_list(&draft)))
}

/// Refuses tables that a key change makes. Their names are not permitted in a model.
fn of_a_key_change(live: &LiveTable) -> Result<(), String> {
    if TablePath::is_of_change(&live.path, TablePath::COPY) {
        return Err("`apply --rekey` fills it, and swaps it in when the key of another table changes".to_owned());
    }
    if TablePath::is_of_change(&live.path, TablePath::KEPT) {
        return Err("`apply --rekey` kept it after a key change, until `apply --drop-old`".to_owned());
    }
    Ok(())
}

/// Refuses a key that a model cannot have.
fn keyed(live: &LiveTable) -> Result<(), String> {
    for name in &live.primary_key {
        let column = live.column(name).ok_or_else(|| format!("the description lacks the key column `{name}`"))?;
        let fits = model_type(column, live.store).is_some_and(|ty| match live.store {
            Store::Row => ty.is_row_key(),
            Store::Column => ty.is_column_table_key(),
        });
        if !fits {
            return Err(format!(
                "the key column `{name}` has the type {}, which a model's key cannot have: read and write this table \
                 with the client directly",
                column.type_text
            ));
        }
    }
    Ok(())
}

/// Adds notes on the columns that do not become fields.
fn columns(draft: &mut Draft<'_>, hash_column: Option<&str>) {
    for (column, field) in draft.live.columns.iter().zip(draft.fields.clone()) {
        if is_of_ydb(column) {
            draft.miss(format!(
                "The column `{}` of type {}, which YDB reserves for itself.",
                column.name, column.type_text
            ));
        } else if field.is_none() && Some(&*column.name) != hash_column && draft.indexed(&column.name).is_none() {
            let null = if column.nullable { "" } else { "; it is NOT NULL, so the model cannot insert rows" };
            draft.miss(format!(
                "The column `{}` of type {}, which a model cannot have{null}.",
                column.name, column.type_text
            ));
        }
    }
}

fn field_list(draft: &Draft<'_>) -> Vec<Field> {
    let live = draft.live;
    let mut fields = Vec::new();
    for (column, name) in live.columns.iter().zip(&draft.fields) {
        let (Some(name), Some(ty)) = (name, model_type(column, live.store)) else { continue };
        let key = live.primary_key.contains(&column.name);
        let required = key && (draft.key_is_nullable() || live.store == Store::Column);
        let role = Role { store: live.store, key, required };
        let mut field = field(column, ty, name.clone(), &role);
        let declared = [("monotonic", &draft.growth.monotonic), ("dispersed", &draft.growth.dispersed)];
        let said = declared.into_iter().filter(|(_, columns)| columns.contains(&column.name));
        field.words.extend(said.map(|(word, _)| bare(word)));
        fields.push(field);
    }
    fields
}

fn written(draft: &Draft<'_>, fields: &[Field]) -> String {
    let mut out = imports(fields);
    let path = &draft.live.path;
    if !draft.missing.is_empty() {
        comment(&format!("What this model does not declare of the table `{path}`:"), 0, &mut out);
        for what in &draft.missing {
            comment(&format!("- {what}"), 0, &mut out);
        }
        out.push('\n');
    }
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "/// A row of the table `{}`.", path.replace(char::is_whitespace, " "));
    out.push_str("#[derive(YdbTable, Clone, Debug, PartialEq)]\n");
    for (remarks, word) in &draft.words {
        remarks.iter().for_each(|remark| comment(remark, 0, &mut out));
        out.push_str(&attribute(vec![word.clone()], 0));
    }
    for (rule, why) in &draft.allowances {
        let reason = text("reason", &format!("TODO: {why}"));
        out.push_str(&attribute(vec![list("allow", [bare(rule.id()), reason])], 0));
    }
    let _ = writeln!(out, "pub struct {} {{", struct_name(draft.live));
    for field in fields {
        field.remarks.iter().for_each(|remark| comment(remark, 4, &mut out));
        if !field.words.is_empty() {
            out.push_str(&attribute(field.words.clone(), 4));
        }
        let line = format!("    pub {}: {},", field.name, field.ty);
        if line.chars().count() <= WIDTH {
            let _ = writeln!(out, "{line}");
        } else {
            let _ = writeln!(out, "    pub {}:\n        {},", field.name, field.ty);
        }
    }
    out.push_str("}\n");
    out
}

fn imports(fields: &[Field]) -> String {
    let named = |name: &str| fields.iter().any(|field| field.ty.contains(name));
    let mut out = match (named("Duration"), named("SystemTime")) {
        (true, true) => "use std::time::{Duration, SystemTime};\n\n".to_owned(),
        (true, false) => "use std::time::Duration;\n\n".to_owned(),
        (false, true) => "use std::time::SystemTime;\n\n".to_owned(),
        (false, false) => String::new(),
    };
    if named("Uuid") {
        out.push_str("use uuid::Uuid;\n");
    }
    out.push_str(if named("Decimal") {
        "use ydb_keys::{Decimal, YdbTable};\n\n"
    } else {
        "use ydb_keys::YdbTable;\n\n"
    });
    out
}

pub(super) struct Field {
    pub(super) remarks: Vec<String>,
    pub(super) words: Vec<Word>,
    pub(super) name: String,
    pub(super) ty: String,
}

/// Role of a column in its table.
pub(super) struct Role {
    pub(super) store: Store,
    pub(super) key: bool,
    /// `true` if the field cannot be an `Option`: in a key without NOT NULL, or in the key of a column table.
    pub(super) required: bool,
}

/// Returns the Rust type, and the `type` attribute if the YDB type is not the default one of the Rust type.
fn rust_type(ty: YdbType) -> (String, Option<&'static str>) {
    match ty {
        YdbType::Decimal { precision, scale } => (format!("Decimal<{precision}, {scale}>"), None),
        _ => {
            let (rust, is_default) = ty.rust_type();
            (rust.to_owned(), (!is_default).then_some(ty.name()))
        }
    }
}

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

/// Adds the family, unless it is the default one. Key columns are always in the default family.
fn family(column: &LiveColumn, role: &Role, field: &mut Field) {
    if let Some(family) = column.family.as_ref().filter(|family| !role.key && *family != "default") {
        field.words.push(text("family", family));
    }
}

/// File of the directory of models.
#[derive(Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// Writes the files of a directory: one per table of `models` (path and source), and a remark for each table `without`
/// a model (path and reason).
///
/// `mod.rs` comes last. If writing stops, there is no `mod.rs` that names missing modules.
pub fn directory(models: &[(String, String)], without: &[(String, String)]) -> Vec<SourceFile> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut root = "//! Models of the tables of a database, written by `ydb-keys pull`.\n".to_owned();
    let (mut modules, mut tables, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (path, source) in models {
        let name = module_name(path);
        let times = taken.entry(name.clone()).and_modify(|times| *times += 1).or_insert(1);
        let name = if *times == 1 { name } else { format!("{name}_{times}") };
        if let Some(rest) = source.lines().find_map(|line| line.strip_prefix("pub struct ")) {
            let model = rest.split([' ', '<', '{']).next().unwrap_or_default();
            tables.push(format!("{name}::{model}"));
        }
        modules.push(name.clone());
        files.push(SourceFile { name: format!("{name}.rs"), text: format!("//! The table `{path}`.\n\n{source}") });
    }
    // Writing to a `String` cannot fail.
    for (path, why) in without {
        let _ = write!(root, "//!\n//! The table `{path}` has no model: {why}.\n");
    }
    root.push('\n');
    modules.sort();
    for module in &modules {
        let _ = writeln!(root, "pub mod {module};");
    }
    tables.sort();
    let list: String = tables.iter().map(|table| format!("    {table},\n")).collect();
    let _ = write!(
        root,
        "\n/// All tables, for `ydb_keys::check` and `ydb_keys_cli::main`.\n\
         pub const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![\n{list}];\n"
    );
    files.push(SourceFile { name: "mod.rs".to_owned(), text: root });
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_has_a_module_of_its_own() {
        let model = |path: &str, name: &str| (path.to_owned(), format!("pub struct {name} {{\n}}\n"));
        let models = [
            model("shop/orders", "Orders"),
            model("shop_orders", "ShopOrders"),
            model("type", "Type"),
            model("2026", "Table2026"),
            model("UserEvents", "UserEvents"),
        ];
        let files = directory(&models, &[("odd".to_owned(), "its key has a Yson".to_owned())]);
        let names: Vec<&str> = files.iter().map(|file| &*file.name).collect();
        let expected =
            ["shop_orders.rs", "shop_orders_2.rs", "table_type.rs", "table_2026.rs", "user_events.rs", "mod.rs"];
        assert_eq!(names, expected);
        assert_eq!(files[0].text, "//! The table `shop/orders`.\n\npub struct Orders {\n}\n");
        let root = "//! Models of the tables of a database, written by `ydb-keys pull`.\n\
            //!\n//! The table `odd` has no model: its key has a Yson.\n\n\
            pub mod shop_orders;\npub mod shop_orders_2;\npub mod table_2026;\npub mod table_type;\n\
            pub mod user_events;\n\n\
            /// All tables, for `ydb_keys::check` and `ydb_keys_cli::main`.\n\
            pub const TABLES: &[&ydb_keys::Table] = ydb_keys::schema![\n    \
            shop_orders::Orders,\n    shop_orders_2::ShopOrders,\n    table_2026::Table2026,\n    \
            table_type::Type,\n    user_events::UserEvents,\n];\n";
        assert_eq!(files[5].text, root);
    }
}
