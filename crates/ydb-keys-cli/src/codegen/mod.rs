//! Keys of tables as source of other languages: typed keys that compute hashes and buckets, and the parameters of reads.
//!
//! All that a language needs is in the layout of a table and in the columns of its indexes ([`KeyTable`]). So a model and
//! a live table with its layout attribute give the same file. The text of a file is in `templates/`, one for each
//! language, over one `context`: tables with names, conditions and ranges. `language` has what a language decides: its
//! types, its case, its reserved words, and what it cannot write.

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

/// What the first line of each file says, so that nothing else is ever replaced.
pub(crate) const MARK: &str = "by `ydb-keys keys --lang";

/// The source of the tables' keys. Only a wrong template fails; the test renders each over all types.
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
    // A string literal, which all four languages read alike. A string is always written.
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

    /// The layouts of tables that have a type alone, hashed, and in buckets, also before an index.
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
            // One by one too: what one table needs may be there because of another.
            for tables in tables.chunks(1).chain([&tables[..]]) {
                let file = render(language, tables).unwrap();
                assert!(file.lines().next().unwrap().contains(MARK), "{file}");
                // How a template prints that a type has no limits, or no unit.
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
