//! The models of many tables as a directory: a module for each, and a `mod.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::name::module_name;

/// A file of the directory.
#[derive(Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
}

/// The files for the tables with these paths and sources, and for the tables that have no model, with the reasons.
///
/// `mod.rs` comes last, so that it is never there without the modules that it names.
pub fn directory(models: &[(String, String)], without: &[(String, String)]) -> Vec<SourceFile> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut root = "//! Models of the tables of a database, written by `ydb-keys pull`.\n".to_owned();
    let (mut modules, mut tables, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (path, source) in models {
        let name = module_name(path);
        let times = taken.entry(name.clone()).and_modify(|times| *times += 1).or_insert(1);
        let name = if *times == 1 { name } else { format!("{name}_{times}") };
        if let Some(model) = struct_of(source) {
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

/// The name of the struct in a source.
fn struct_of(source: &str) -> Option<&str> {
    let rest = source.lines().find_map(|line| line.strip_prefix("pub struct "))?;
    rest.split([' ', '<', '{']).next()
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
