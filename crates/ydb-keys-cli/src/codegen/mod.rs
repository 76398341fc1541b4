//! Writes the keys of tables as source of other languages: typed keys that compute hashes and buckets, and the
//! parameters of reads.
//!
//! All that a language needs is in the layout of a table and in the columns of its indexes ([`KeyTable`]). A model and
//! a live table with its layout attribute therefore give the same file. The text of a file is in `templates/`, one for
//! each language, over one `context`: tables with names, conditions and ranges. `language` has the differences between
//! languages: types, case, reserved words, and types that cannot be sent.

mod context;
mod language;
mod table;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior};

use context::KeyFile;
pub(crate) use language::Language;
use language::{camel, pascal, snake};
pub(crate) use table::{KeyTable, Refusal};

/// Text in the first line of each generated file. Only files with this text are replaced.
pub(crate) const MARK: &str = "by `ydb-keys keys --lang";

/// Renders the keys of the tables as source. Fails only if a template is wrong; the test renders each template with all
/// types.
pub(crate) fn render(language: Language, tables: &[KeyTable]) -> Result<String, Error> {
    let (name, template) = match language {
        Language::Python => ("keys.py.j2", include_str!("templates/keys.py.j2")),
        Language::TypeScript => ("keys.ts.j2", include_str!("templates/keys.ts.j2")),
        Language::Go => ("keys.go.j2", include_str!("templates/keys.go.j2")),
        Language::Java => ("Keys.java.j2", include_str!("templates/Keys.java.j2")),
    };
    environment()?.render_named_str(name, template, Serde(KeyFile::new(tables, language)))
}

fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build()?;
    environment.set_syntax(syntax);
    // The filter writes a string literal that is valid in all four languages. JSON can be written for every string.
    environment.add_filter("literal", |text: &str| serde_json::to_string(text).unwrap_or_default());
    environment.add_filter("camel", camel);
    environment.add_filter("pascal", pascal);
    environment.add_filter("snake", snake);
    Ok(environment)
}

#[cfg(test)]
mod tests {
    use ydb_keys::YdbType;
    use ydb_keys_core::schema::layout::LayoutColumn;

    use super::*;

    /// Returns layouts with columns of one type: alone, hashed, and in buckets, also with a bucket that leads an index.
    fn layouts(ty: YdbType) -> Vec<String> {
        let mut layouts = vec![format!("v1: k {ty}, l {ty}")];
        if ty.is_hashable() {
            layouts.push(format!("v1: h = xxh3(k {ty}), k {ty}, l {ty}"));
            layouts.push(format!("v2: h = xxh3(k {ty}, l {ty}) % 16, at Date, k {ty}, l {ty}; i = xxh3(k {ty}) % 4"));
        }
        if ty.stored_as().is_some() {
            layouts.push(format!("v1: h = numeric_hash(k {ty}), k {ty}, l {ty}"));
            layouts.push(format!("v2: h = int_hash64(l {ty}) % 16, k {ty}, l {ty}; i = numeric_hash(k {ty}) % 4"));
        }
        layouts
    }

    #[test]
    fn every_template_renders_keys_of_every_type() {
        let decimal = YdbType::Decimal { precision: 22, scale: 9 };
        let types = YdbType::PLAIN.into_iter().chain([decimal]).filter(|ty| ty.is_row_key());
        let layouts: Vec<(String, YdbType)> =
            types.flat_map(|ty| layouts(ty).into_iter().map(move |layout| (layout, ty))).collect();
        for language in [Language::Python, Language::TypeScript, Language::Go, Language::Java] {
            let table = |(layout, indexed): &(String, YdbType)| {
                let columns = ["l", "size"].map(|name| LayoutColumn { name: name.to_owned(), ty: *indexed });
                let index = ("by-size", "i", columns.to_vec());
                KeyTable::new("t", &layout.parse().unwrap()).unwrap().with_indexes([index].into_iter())
            };
            let has_none_refused = |table: &KeyTable| Refusal::of(table, language).next().is_none();
            let tables: Vec<KeyTable> = layouts.iter().map(table).filter(has_none_refused).collect();
            assert!(tables.len() > 60, "{language:?}: {}", tables.len());
            // Each table is rendered alone, too: code that one table needs may be there because of another table.
            for tables in tables.chunks(1).chain([&tables[..]]) {
                let file = render(language, tables).unwrap();
                assert!(file.lines().next().unwrap().contains(MARK), "{file}");
                // Templates print `none` for missing limits and units.
                assert!(!file.contains("none"), "{file}");
            }
        }
    }

    #[test]
    fn a_misspelt_hole_is_an_error_with_its_place() {
        let table = KeyTable::new("t", &"v1: k Utf8".parse().unwrap()).unwrap();
        let render = |template| {
            let file = KeyFile::new(std::slice::from_ref(&table), Language::Go);
            environment().unwrap().render_named_str("keys.go.j2", template, Serde(file))
        };
        assert_eq!(render("{{ tables[0].name }}").unwrap(), "TKey");
        for misspelt in ["\n{{ tables[0].label }}", "\n{% if uses.texts %}{% endif %}", "\n{{ tables[0].name|pascla }}"]
        {
            let error = render(misspelt).unwrap_err().to_string();
            assert!(error.ends_with("(in keys.go.j2:2)"), "{error}");
        }
    }
}
