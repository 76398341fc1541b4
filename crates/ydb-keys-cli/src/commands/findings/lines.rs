//! Finds the lines of models, their fields and their indexes in Rust files.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::{Attribute, Field, Fields, GenericArgument, Item, ItemStruct, Meta, PathArguments, Type};

use super::SourcePlace;
use crate::commands::failure::Failure;
use crate::commands::text::read_text;

/// The models of Rust files, in the order of the files.
#[derive(Debug, Default)]
pub(in crate::commands) struct Lines {
    models: Vec<ModelLines>,
    /// Names of tuple structs, which may be newtypes of columns.
    newtypes: Vec<String>,
}

#[derive(Debug)]
struct ModelLines {
    /// Table's name: from the attribute, or else the struct's name.
    table: String,
    place: SourcePlace,
    /// Columns and indexes with their lines, by the name in the attribute or of the field.
    parts: Vec<(String, SourcePlace)>,
    /// Names and types of the columns, without `Option`.
    types: Vec<(String, String)>,
}

impl Lines {
    /// Reads the models of Rust files and of directories; without paths, of `src` if it exists. Skips files that do not
    /// parse: the compiler reports their errors.
    pub(in crate::commands) fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let default = [PathBuf::from("src")];
        let paths = if paths.is_empty() && default[0].is_dir() { &default } else { paths };
        let mut lines = Lines::default();
        for path in paths {
            lines.add(path, true)?;
        }
        Ok(lines)
    }

    fn add(&mut self, path: &Path, is_named: bool) -> Result<(), Failure> {
        let failed = |source| Failure::File { what: "read", path: path.to_owned(), source };
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(failed)?;
            let mut entries =
                entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>().map_err(failed)?;
            entries.sort();
            return entries.iter().try_for_each(|entry| self.add(entry, false));
        }
        if is_named || path.extension().is_some_and(|extension| extension == "rs") {
            let text = read_text(path)?;
            if let Ok(file) = syn::parse_file(&text) {
                self.items(&path.display().to_string(), &file.items);
            }
        }
        Ok(())
    }

    fn items(&mut self, file: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(module) => {
                    self.items(file, module.content.as_ref().map_or(&[][..], |(_, items)| items));
                }
                Item::Struct(item) if matches!(item.fields, Fields::Unnamed(_)) => {
                    self.newtypes.push(item.ident.to_string());
                }
                Item::Struct(item) => self.model(file, item),
                _ => {}
            }
        }
    }

    fn model(&mut self, file: &str, item: &ItemStruct) {
        let words: Vec<TokenTree> = item.attrs.iter().filter_map(of_ydb).flatten().collect();
        if !words.iter().any(|word| is_word(word, "primary_key")) {
            return;
        }
        let table = value(&words, "table").unwrap_or_else(|| item.ident.to_string());
        let at = |span: Span| {
            let start = span.start();
            SourcePlace { file: file.to_owned(), line: start.line as u32, column: start.column as u32 + 1 }
        };
        let name = |field: &Field| {
            let ident = field.ident.as_ref()?;
            let of_field = || ident.to_string().trim_start_matches("r#").to_owned();
            Some((column(field).unwrap_or_else(of_field), ident.span()))
        };
        let fields = item.fields.iter().filter_map(|field| name(field).map(|(name, span)| (name, at(span))));
        let types = item.fields.iter().filter_map(|field| Some((name(field)?.0, last_word(&field.ty)?))).collect();
        let indexes = words.windows(2).filter(|pair| is_word(&pair[0], "index")).filter_map(|pair| {
            let TokenTree::Group(group) = &pair[1] else { return None };
            let name = group.stream().into_iter().next()?;
            Some((unquoted(&name), at(pair[0].span())))
        });
        self.models.push(ModelLines {
            table,
            place: at(item.ident.span()),
            parts: fields.chain(indexes).collect(),
            types,
        });
    }

    /// Returns the line of a table's column or index, or else the line of its model. Also finds a model whose table is
    /// in a directory that the model does not name.
    pub(in crate::commands) fn of(&self, table: &str, part: Option<&str>) -> Option<SourcePlace> {
        let model = self.model_of(table)?;
        let part = part.and_then(|part| named(&model.parts, part, |(name, _)| name));
        Some(part.map_or(&model.place, |(_, place)| place).clone())
    }

    /// Returns the newtype of a column, if the column's type is a tuple struct of these files.
    pub(in crate::commands) fn newtype(&self, table: &str, column: &str) -> Option<&str> {
        let (_, ty) = named(&self.model_of(table)?.types, column, |(name, _)| name)?;
        self.newtypes.contains(ty).then_some(ty)
    }

    fn model_of(&self, table: &str) -> Option<&ModelLines> {
        let is_below =
            |model: &&ModelLines| table.strip_suffix(&*model.table).is_some_and(|above| above.ends_with('/'));
        let last = table.rsplit('/').next().unwrap_or(table);
        named(&self.models, table, |model| &model.table)
            .or_else(|| self.models.iter().filter(is_below).max_by_key(|model| model.table.len()))
            .or_else(|| named(&self.models, last, |model| &model.table))
    }
}

/// Finds an item by its name, or else by its letters: the derive writes `UserEvent` as `user_event`, and `rename_all`
/// renames fields.
fn named<'m, T>(all: &'m [T], name: &str, of: impl Fn(&T) -> &String) -> Option<&'m T> {
    let letters = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let exact = all.iter().find(|item| of(item) == name);
    exact.or_else(|| all.iter().find(|item| letters(of(item)) == letters(name)))
}

/// Returns the tokens of an attribute `#[ydb(...)]`; `None` for other attributes.
fn of_ydb(attribute: &Attribute) -> Option<TokenStream> {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("ydb") => Some(list.tokens.clone()),
        _ => None,
    }
}

/// Returns the name in `#[ydb(rename = "..")]` of a field, if there is one.
fn column(field: &Field) -> Option<String> {
    let words: Vec<TokenTree> = field.attrs.iter().filter_map(of_ydb).flatten().collect();
    value(&words, "rename")
}

/// Returns the last name of a type's path, without `Option`: `OrderId` of `Option<ids::OrderId>`.
fn last_word(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(inner) if last.ident == "Option" => match inner.args.first()? {
            GenericArgument::Type(inner) => last_word(inner),
            _ => None,
        },
        _ => Some(last.ident.to_string()),
    }
}

/// Returns the string in `word = "string"`.
fn value(words: &[TokenTree], word: &str) -> Option<String> {
    words.windows(3).find(|three| is_word(&three[0], word)).map(|three| unquoted(&three[2]))
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Returns the content of a string literal, and the text of any other token.
fn unquoted(token: &TokenTree) -> String {
    match token {
        TokenTree::Literal(literal) => match syn::Lit::new(literal.clone()) {
            syn::Lit::Str(string) => string.value(),
            _ => literal.to_string(),
        },
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            group.stream().into_iter().next().map_or_else(String::new, |inner| unquoted(&inner))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODELS: &str = r##"
pub struct UserId(u64);
mod inner {
    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = xxh3(user_id), user_id))]
    #[ydb(index("by name", on(r#type)), rename_all = "camelCase")]
    struct UserEvent {
        user_id: UserId,
        r#type: Option<String>,
        #[ydb(rename = "invited by")]
        inviter: Option<super::UserId>,
    }
    struct NotAModel {
        user_id: UserId,
    }
}
#[derive(YdbTable)]
#[ydb(table = "log/user_event", primary_key(id))]
struct Logged {
    id: u64,
}
"##;

    fn lines() -> Lines {
        let mut lines = Lines::default();
        lines.items("a.rs", &syn::parse_file(MODELS).unwrap().items);
        lines
    }

    fn at(table: &str, part: Option<&str>) -> Option<(u32, u32)> {
        lines().of(table, part).map(|place| (place.line, place.column))
    }

    #[test]
    fn models_columns_and_indexes_are_found() {
        // Without `table = ".."`, the table has the struct's name; without `rename`, a column has its field's name.
        assert_eq!(at("user_event", None), Some((7, 12)));
        assert_eq!(at("user_event", Some("userId")), Some((8, 9)));
        assert_eq!(at("user_event", Some("type")), Some((9, 9)));
        assert_eq!(at("user_event", Some("invited by")), Some((11, 9)));
        assert_eq!(at("user_event", Some("by name")), Some((6, 11)));
        // A part that the model does not name is located at the model.
        assert_eq!(at("user_event", Some("user_hash")), Some((7, 12)));
        assert_eq!(at("not_a_model", None), None);
    }

    #[test]
    fn a_table_may_be_in_a_directory() {
        assert_eq!(at("log/user_event", None), Some((19, 8)));
        assert_eq!(at("tenants/blue/log/user_event", Some("id")), Some((20, 5)));
        assert_eq!(at("tenants/blue/user_event", None), Some((7, 12)));
        assert_eq!(at("tenants/blue/orders", None), None);
    }

    #[test]
    fn tuple_structs_are_newtypes() {
        let lines = lines();
        assert_eq!(lines.newtype("user_event", "userId"), Some("UserId"));
        assert_eq!(lines.newtype("user_event", "invited by"), Some("UserId"));
        assert_eq!(lines.newtype("user_event", "type"), None);
        assert_eq!(lines.newtype("log/user_event", "id"), None);
    }
}
