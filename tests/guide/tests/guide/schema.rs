//! Extracts the queries and tables of a page's Rust and YQL: tables become DDL with their layouts, like `ddl` writes
//! them.

use std::fmt::Write as _;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Queries and tables of a block of a page.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) queries: Vec<String>,
    pub(crate) schema: Vec<String>,
}

/// Functions and macros whose argument is a query.
const TAKES_QUERY: [&str; 9] =
    ["query", "exec", "query_row", "query_result_set", "query_raw", "query_many", "format", "yql", "query_stream"];

/// Beginnings of queries' texts.
const BEGINS: [&str; 8] =
    ["SELECT ", "DECLARE ", "UPSERT INTO ", "INSERT INTO ", "REPLACE INTO ", "DELETE FROM ", "UPDATE ", "$"];

/// Returns the blocks of a page. The tables of a block are its own, followed by those of the whole page.
pub(crate) fn read(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else { continue };
        let indent = line.len() - line.trim_start().len();
        let block = lines.by_ref().take_while(|line| !line.trim_start().starts_with("```"));
        let block: Vec<&str> = block.map(|line| line.get(indent..).unwrap_or_default()).collect();
        let mut found = Block::default();
        match language.split(',').next().unwrap_or_default() {
            "sql" | "yql" => found.add(&block.join("\n"), true),
            "rust" => {
                // The lines that documentation hides.
                let shown =
                    block.iter().map(|line| line.strip_prefix("# ").unwrap_or(if *line == "#" { "" } else { line }));
                let code = shown.collect::<Vec<_>>().join("\n");
                let tokens: TokenStream = code.parse().unwrap_or_else(|error| panic!("{error}: {code}"));
                found.tokens(tokens);
            }
            _ => {}
        }
        blocks.push(found);
    }
    let all: Vec<String> = blocks.iter().flat_map(|block| block.schema.clone()).collect();
    blocks.iter_mut().for_each(|block| block.schema.extend_from_slice(&all));
    blocks
}

impl Block {
    /// Adds a text as a query or a table. A text that is not `certain`ly YQL is added only if it looks like it.
    fn add(&mut self, text: &str, certain: bool) {
        if text.trim_start().starts_with("CREATE TABLE") {
            self.schema.push(format!("{};", text.trim().trim_end_matches(';')));
            return;
        }
        let text = put_in(text);
        let first = text.trim_start();
        let is_query = BEGINS.iter().any(|begin| first.starts_with(begin));
        let statement = text.lines().any(|line| BEGINS.iter().any(|begin| line.trim_start().starts_with(begin)));
        if !text.contains(['{', '}']) && (is_query || certain && statement) {
            self.queries.push(text.trim().to_owned());
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut attributes: Vec<Group> = Vec::new();
        let mut before = String::new();
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Group(group) if before == "#" && group.delimiter() == Delimiter::Bracket => {
                    attributes.push(group.clone());
                }
                TokenTree::Ident(word) if *word == "struct" => {
                    let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(fields))) = (tokens.next(), tokens.peek())
                    else {
                        continue;
                    };
                    self.schema.extend(table(&name.to_string(), &std::mem::take(&mut attributes), fields));
                }
                TokenTree::Group(group) => {
                    // `!` of a macro stands between.
                    let takes = TAKES_QUERY.contains(&before.trim_end_matches('!'));
                    // Another text is found below, if it is YQL.
                    if let (true, Some(TokenTree::Literal(first))) = (takes, group.stream().into_iter().next())
                        && let Some(text) = string(&first.to_string())
                        && !is_yql(&text)
                    {
                        self.add(&text, false);
                    }
                    self.tokens(group.stream());
                    attributes.clear();
                }
                TokenTree::Literal(literal) => {
                    if let Some(text) = string(&literal.to_string()).filter(|text| is_yql(text)) {
                        self.add(&text, false);
                    }
                }
                _ => {}
            }
            before = match &token {
                TokenTree::Punct(mark) if mark.as_char() == '!' => format!("{before}!"),
                other => other.to_string(),
            };
        }
    }
}

/// Returns `true` if a text is YQL, unchanged or after a program's insertions.
fn is_yql(text: &str) -> bool {
    ydb_yql::parse(&put_in(text)).is_ok()
}

/// Replaces the insertions of a program: a name in backquotes, or DECLAREs at the beginning. Other insertions are not
/// known here.
fn put_in(text: &str) -> String {
    text.trim_start_matches("{}").replace("`{}`", "`put in`")
}

/// Returns the value of a string literal; `None` for another literal.
fn string(source: &str) -> Option<String> {
    if let Some(raw) = source.strip_prefix('r') {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        return Some(raw.get(marks + 1..raw.len() - marks - 1)?.to_owned());
    }
    let inner = source.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::new();
    let mut rest = inner.chars().peekable();
    while let Some(next) = rest.next() {
        match (next, rest.peek()) {
            ('\\', Some('\n')) => while rest.next_if(|c| c.is_whitespace()).is_some() {},
            ('\\', Some(escaped)) => {
                out.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    other => *other,
                });
                rest.next();
            }
            _ => out.push(next),
        }
    }
    Some(out)
}

/// Returns the parts of a list between its commas.
fn parts(group: &Group) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0;
    for token in group.stream() {
        match &token {
            TokenTree::Punct(mark) if mark.as_char() == '<' => depth += 1,
            TokenTree::Punct(mark) if mark.as_char() == '>' => depth -= 1,
            _ => {}
        }
        match &token {
            TokenTree::Punct(mark) if mark.as_char() == ',' && depth == 0 => parts.push(Vec::new()),
            _ => parts.last_mut().unwrap().push(token),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Hash column with its name, the function, the inputs, and the number of buckets.
struct Hash {
    name: String,
    function: String,
    inputs: Vec<String>,
    buckets: Option<String>,
}

/// Returns the DDL of a model; `None` for another struct, and for a key that is not understood.
fn table(name: &str, attributes: &[Group], fields: &Group) -> Option<String> {
    let is_model = attributes.iter().any(|attribute| attribute.to_string().contains("YdbTable"));
    if !is_model {
        return None;
    }
    let (mut path, mut key, mut hash, mut indexes) = (snake(name), Vec::new(), None, String::new());
    for attribute in attributes {
        let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
        let [TokenTree::Ident(ydb), TokenTree::Group(words)] = &tokens[..] else { continue };
        if *ydb != "ydb" {
            continue;
        }
        for part in parts(words) {
            match &part[..] {
                [TokenTree::Ident(word), _, TokenTree::Literal(text)] if *word == "table" => {
                    path = string(&text.to_string())?;
                }
                [TokenTree::Ident(word), TokenTree::Group(columns)] if *word == "primary_key" => {
                    for column in parts(columns) {
                        match &column[..] {
                            [TokenTree::Ident(column)] => key.push(column.to_string()),
                            hashed => hash = Some(hash_of(hashed)?),
                        }
                    }
                }
                [TokenTree::Ident(word), TokenTree::Group(index)] if *word == "index" => {
                    indexes += &index_of(index)?;
                }
                _ => {}
            }
        }
    }
    let columns: Vec<(String, String)> = parts(fields).iter().filter_map(|part| column(part)).collect();
    let ty = |name: &String| columns.iter().find(|(column, _)| column == name).map(|(_, ty)| ty.as_str());
    let mut out = format!("CREATE TABLE `{path}` (");
    let mut layout = String::new();
    if let Some(Hash { name, function, inputs, buckets }) = &hash {
        let inputs: Option<Vec<String>> = inputs.iter().map(|input| Some(format!("{input} {}", ty(input)?))).collect();
        let version = if buckets.is_some() { "v2" } else { "v1" };
        let buckets = buckets.as_ref().map_or(String::new(), |count| format!(" % {count}"));
        let key: Option<Vec<String>> = key.iter().map(|column| Some(format!("{column} {}", ty(column)?))).collect();
        let _ = write!(out, "`{name}` {} NOT NULL, ", if buckets.is_empty() { "Uint64" } else { "Uint32" });
        let (inputs, key) = (inputs?.join(", "), key?.join(", "));
        layout = format!("\n-- ydb_keys.layout: {version}: {name} = {function}({inputs}){buckets}, {key}");
    }
    for (column, ty) in &columns {
        let _ = write!(out, "`{column}` {ty}{}, ", if key.contains(column) { " NOT NULL" } else { "" });
    }
    let key: Vec<String> = hash.iter().map(|hash| &hash.name).chain(&key).map(|column| format!("`{column}`")).collect();
    Some(format!("{out}{indexes}PRIMARY KEY ({}));{layout}", key.join(", ")))
}

/// Parses `name = function(inputs) % buckets`.
fn hash_of(tokens: &[TokenTree]) -> Option<Hash> {
    let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Ident(function), TokenTree::Group(inputs), rest @ ..] =
        tokens
    else {
        return None;
    };
    let buckets = match rest {
        [] => None,
        [TokenTree::Punct(_), TokenTree::Literal(count)] => Some(count.to_string()),
        _ => return None,
    };
    let inputs = parts(inputs).iter().map(|input| input[0].to_string()).collect();
    Some(Hash { name: name.to_string(), function: function.to_string(), inputs, buckets })
}

/// Returns an index as DDL, `INDEX by_customer GLOBAL ON (customer_id), `; `None` for an index with a hash.
fn index_of(group: &Group) -> Option<String> {
    let all = parts(group);
    let name = all.first()?.first()?.to_string();
    let on = all.iter().find_map(|part| match &part[..] {
        [TokenTree::Ident(word), TokenTree::Group(columns)] if *word == "on" => Some(parts(columns)),
        _ => None,
    })?;
    let columns: Option<Vec<String>> =
        on.iter().map(|column| if let [column] = &column[..] { Some(format!("`{column}`")) } else { None }).collect();
    Some(format!("INDEX `{name}` GLOBAL ON ({}), ", columns?.join(", ")))
}

/// Returns the name and the type of a field.
fn column(tokens: &[TokenTree]) -> Option<(String, String)> {
    let colon = tokens.iter().position(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':'))?;
    let name = tokens.get(colon.checked_sub(1)?)?.to_string();
    let ty: String = tokens[colon + 1..].iter().map(ToString::to_string).collect();
    let ty = ty.strip_prefix("Option<").and_then(|ty| ty.strip_suffix('>')).unwrap_or(&ty).to_owned();
    let ty = match ty.as_str() {
        "i8" => "Int8",
        "i16" => "Int16",
        "i32" => "Int32",
        "i64" => "Int64",
        "u8" => "Uint8",
        "u16" => "Uint16",
        "u32" => "Uint32",
        "u64" => "Uint64",
        "f32" => "Float",
        "f64" => "Double",
        "bool" => "Bool",
        ty if ty.ends_with("SystemTime") => "Timestamp",
        ty if ty.ends_with("Uuid") => "Uuid",
        // A type of the page: of a number or a text, which does not matter here.
        _ => "Utf8",
    };
    Some((name, ty.to_owned()))
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (at, character) in name.chars().enumerate() {
        if character.is_uppercase() && at > 0 {
            out.push('_');
        }
        out.extend(character.to_lowercase());
    }
    out
}
