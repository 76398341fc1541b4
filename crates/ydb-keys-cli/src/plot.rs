//! Drawing of a schema as SVG or for Mermaid: tables, keys with hash and bucket marked, indexes, references. Pure.

use std::fmt::Write as _;

use ydb_keys::schema::{IndexKind, Store};
use ydb_keys_core::schema::any::{HashDef, IndexDef, Table};

use crate::lint::hash_call;

/// Tables and the references between them.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) tables: Vec<DrawnTable>,
    pub(crate) references: Vec<DrawnReference>,
}

#[derive(Debug)]
pub(crate) struct DrawnTable {
    pub(crate) path: String,
    pub(crate) is_column_store: bool,
    /// Columns, those of the key first.
    pub(crate) columns: Vec<DrawnColumn>,
    /// Texts of the indexes: `by_customer (customer_id), async`.
    pub(crate) indexes: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct DrawnColumn {
    pub(crate) name: String,
    /// Type: `Utf8`, or `Utf8?` if the column may be NULL.
    pub(crate) ty: String,
    pub(crate) mark: KeyMark,
    /// Expression of a computed column: `numeric_hash(order_id)`.
    pub(crate) computed: Option<String>,
}

/// Role of a column in the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyMark {
    Hash,
    Bucket,
    Key,
    None,
}

/// Reference from a column to a table that has the same newtype as its key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DrawnReference {
    /// Position of the table, and position of its column.
    pub(crate) from: (usize, usize),
    pub(crate) to: usize,
    pub(crate) newtype: String,
}

impl Drawing {
    /// Draws tables. `newtype` returns the newtype of a table's column, if the column is known to have one.
    pub(crate) fn of<'t>(tables: &[Table<'_>], newtype: impl Fn(&str, &str) -> Option<&'t str>) -> Self {
        let owned = |table: &Table<'_>| match &table.key_columns().map(|key| key.name).collect::<Vec<_>>()[..] {
            [only] => newtype(table.name, only),
            _ => None,
        };
        let owners: Vec<Option<&str>> = tables.iter().map(owned).collect();
        let drawn: Vec<DrawnTable> = tables.iter().map(draw_table).collect();
        let mut references = Vec::new();
        for (at, table) in drawn.iter().enumerate() {
            for (column, row) in table.columns.iter().enumerate() {
                let Some(newtype) = newtype(&table.path, &row.name) else { continue };
                let mut owners = (0..tables.len()).filter(|&owner| owners[owner] == Some(newtype));
                // If two tables have keys of the same newtype, the reference is ambiguous.
                let (Some(to), None) = (owners.next(), owners.next()) else { continue };
                if to != at || row.mark == KeyMark::None {
                    references.push(DrawnReference { from: (at, column), to, newtype: newtype.to_owned() });
                }
            }
        }
        Drawing { tables: drawn, references }
    }
}

fn draw_table(table: &Table<'_>) -> DrawnTable {
    let computed = |hash: HashDef<'_>, is_key: bool| DrawnColumn {
        name: hash.name.to_owned(),
        ty: format!("{}{}", hash.ty(), if is_key && table.hash_may_be_null() { "?" } else { "" }),
        mark: match (is_key, hash.buckets) {
            (false, _) => KeyMark::None,
            (true, None) => KeyMark::Hash,
            (true, Some(_)) => KeyMark::Bucket,
        },
        computed: Some(hash_call(table, &hash)),
    };
    let column = |at: usize, mark| {
        let column = &table.columns[at];
        let ty = format!("{}{}", column.ty, if table.may_be_null(at) { "?" } else { "" });
        DrawnColumn { name: column.name.to_owned(), ty, mark, computed: None }
    };
    let key = table.key.iter().map(|&at| column(at, KeyMark::Key));
    let others = (0..table.columns.len()).filter(|&at| !table.is_key(at)).map(|at| column(at, KeyMark::None));
    let of_indexes = table.indexes.iter().filter_map(|index| index.hash).map(|hash| computed(hash, false));
    DrawnTable {
        path: table.name.to_owned(),
        is_column_store: table.store == Store::Column,
        columns: table
            .hash
            .map(|hash| computed(hash, true))
            .into_iter()
            .chain(key)
            .chain(others)
            .chain(of_indexes)
            .collect(),
        indexes: table.indexes.iter().map(|index| index_text(table, index)).collect(),
    }
}

fn index_text(table: &Table<'_>, index: &IndexDef<'_>) -> String {
    let names = |at: &[usize]| at.iter().map(|&at| table.columns[at].name).collect::<Vec<_>>();
    let on: Vec<&str> = index.hash.iter().map(|hash| hash.name).chain(names(index.on)).collect();
    let cover = names(index.cover);
    let cover = if cover.is_empty() { String::new() } else { format!(" cover ({})", cover.join(", ")) };
    let kind = match index.kind {
        IndexKind::Sync => "",
        IndexKind::Async => ", async",
        IndexKind::Unique => ", unique",
    };
    format!("{} ({}){cover}{kind}", index.name, on.join(", "))
}

pub(crate) fn mermaid(drawing: &Drawing) -> String {
    let mut out = String::from("erDiagram\n");
    for (at, table) in drawing.tables.iter().enumerate() {
        let _ = writeln!(out, "    {} {{", quoted(&table.path));
        for (column, row) in table.columns.iter().enumerate() {
            let is_reference = drawing.references.iter().any(|reference| reference.from == (at, column));
            let keys: Vec<&str> = [(row.mark != KeyMark::None).then_some("PK"), is_reference.then_some("FK")]
                .into_iter()
                .flatten()
                .collect();
            let _ = writeln!(out, "        {} {} {}{}", word(&row.ty), word(&row.name), keys.join(", "), comment(row));
        }
        out += "    }\n";
        // Mermaid has no syntax for indexes.
        table.indexes.iter().for_each(|index| out += &format!("    %% {}: index {index}\n", table.path));
    }
    for reference in &drawing.references {
        let (from, to) = (&drawing.tables[reference.from.0], &drawing.tables[reference.to]);
        let column = &from.columns[reference.from.1].name;
        let _ = writeln!(out, "    {} ||--o{{ {} : {}", quoted(&to.path), quoted(&from.path), quoted(column));
    }
    out.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn comment(row: &DrawnColumn) -> String {
    let is_named = word(&row.name) != row.name;
    let parts =
        [is_named.then(|| row.name.clone()), row.computed.clone(), row.ty.ends_with('?').then(|| "or NULL".into())];
    let text: Vec<String> = parts.into_iter().flatten().collect();
    if text.is_empty() { String::new() } else { format!(" {}", quoted(&text.join(", "))) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'"))
}

/// Replaces characters that Mermaid does not accept in types and names.
fn word(text: &str) -> String {
    let text = text.trim_end_matches('?');
    text.chars().map(|letter| if letter.is_alphanumeric() || letter == '_' { letter } else { '_' }).collect()
}

// Drawing as SVG: boxes in columns, and a curve for each reference.
//
// Each box goes into the column that has been filled least. A text's width is estimated: letters of the monospaced font
// are about 0.6 of its size wide.

const LINE: usize = 20;
const HEAD: usize = 28;
const GAP: usize = 56;
const EDGE: usize = 16;
const LEGEND: usize = 34;

const STYLE: &str = "\
.ground{fill:#fff}.box{fill:#f5f7fa;stroke:#c3ccd8}.head{fill:#dfe6ef}text{font:12px ui-monospace,'DejaVu Sans Mono',monospace;\
fill:#1b2430}.name{font-weight:bold;font-size:13px}.soft{fill:#5b6778}.hash{fill:#c2410c}.bucket{fill:#7e22ce}.key{fill:#1d4ed8}\
.ref{fill:none;stroke:#0f766e;stroke-width:1.5}.end{fill:#0f766e}
@media(prefers-color-scheme:dark){.ground{fill:#11151c}.box{fill:#191f29;stroke:#3a4554}.head{fill:#2a3341}text{fill:#e4e9f1}\
.soft{fill:#9aa7b8}.hash{fill:#fb923c}.bucket{fill:#c084fc}.key{fill:#7aa2ff}.ref{stroke:#5eead4}.end{fill:#5eead4}}";

/// Upper left corner of a table's box in the drawing.
#[derive(Clone, Copy)]
struct SvgPoint {
    x: usize,
    y: usize,
}

pub(crate) fn svg(drawing: &Drawing) -> String {
    let tables = &drawing.tables;
    let letters = tables.iter().flat_map(lines).map(|line| line.chars().count()).max().unwrap_or(0).max(24);
    let width = letters * 36 / 5 + 30;
    let columns = (1..).find(|columns| columns * columns * 2 >= tables.len()).unwrap_or(1).clamp(1, 5);
    let mut bottoms = vec![EDGE; columns];
    let mut places = Vec::new();
    for table in tables {
        let column = (0..columns).min_by_key(|&column| bottoms[column]).unwrap_or(0);
        places.push(SvgPoint { x: EDGE + column * (width + GAP), y: bottoms[column] });
        bottoms[column] += height(table) + EDGE * 2;
    }
    let (across, down) = (EDGE * 2 + columns * (width + GAP) - GAP, bottoms.into_iter().max().unwrap_or(EDGE) + LEGEND);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" \
         role=\"img\" aria-label=\"Tables, keys, indexes and references\">\n<style>{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{across}\" height=\"{down}\"/>\n"
    );
    for (table, place) in tables.iter().zip(&places) {
        draw(&mut out, table, *place, width);
    }
    for reference in &drawing.references {
        let (from, to) = (places[reference.from.0], places[reference.to]);
        let (y1, y2) = (from.y + HEAD + reference.from.1 * LINE + LINE / 2, to.y + HEAD / 2);
        // The curve starts at the nearer side. Within a column, it goes around the right side.
        let (x1, x2) = match from.x.cmp(&to.x) {
            std::cmp::Ordering::Less => (from.x + width, to.x),
            std::cmp::Ordering::Equal => (from.x + width, to.x + width),
            std::cmp::Ordering::Greater => (from.x, to.x + width),
        };
        let bend = |x: usize, at: usize| if x == at { x.saturating_sub(GAP - 8) } else { x + GAP - 8 };
        let (c1, c2) = (bend(x1, from.x), bend(x2, to.x));
        let newtype = escaped(&reference.newtype);
        let _ = writeln!(
            out,
            "<path class=\"ref\" d=\"M{x1} {y1}C{c1} {y1} {c2} {y2} {x2} {y2}\"><title>{newtype}</title></path><circle \
             class=\"end\" cx=\"{x2}\" cy=\"{y2}\" r=\"3.5\"/>"
        );
    }
    let y = down - 12;
    let reference = if drawing.references.is_empty() { "" } else { "  <tspan class=\"end\">— same newtype</tspan>" };
    let _ = writeln!(
        out,
        "<text x=\"{EDGE}\" y=\"{y}\" xml:space=\"preserve\"><tspan class=\"hash\"># hash</tspan>  <tspan \
         class=\"bucket\">% bucket</tspan>  <tspan class=\"key\">* key</tspan>{reference}</text>\n</svg>"
    );
    out
}

fn draw(out: &mut String, table: &DrawnTable, SvgPoint { x, y }: SvgPoint, width: usize) {
    let height = height(table);
    let store = if table.is_column_store { "<tspan class=\"soft\"> column table</tspan>" } else { "" };
    let _ = writeln!(
        out,
        "<rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/><rect class=\"head\" \
         x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEAD}\" rx=\"6\"/><text class=\"name\" x=\"{}\" y=\"{}\">{}{store}\
         </text>",
        x + 10,
        y + 19,
        escaped(&table.path)
    );
    let mut base = y + HEAD + 15;
    for (row, text) in table.columns.iter().zip(table.columns.iter().map(line)) {
        let class = match row.mark {
            KeyMark::Hash => "hash",
            KeyMark::Bucket => "bucket",
            KeyMark::Key => "key",
            KeyMark::None => "",
        };
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{}\" y=\"{base}\">{}</text>", x + 10, escaped(&text));
        base += LINE;
    }
    for index in &table.indexes {
        let _ = writeln!(out, "<text class=\"soft\" x=\"{}\" y=\"{base}\">index {}</text>", x + 10, escaped(index));
        base += LINE;
    }
}

/// Formats a column: `# order_hash Uint64 = numeric_hash(order_id)`.
fn line(row: &DrawnColumn) -> String {
    let mark = match row.mark {
        KeyMark::Hash => "# ",
        KeyMark::Bucket => "% ",
        KeyMark::Key => "* ",
        KeyMark::None => "\u{a0}\u{a0}",
    };
    let computed = row.computed.as_ref().map_or_else(String::new, |computed| format!(" = {computed}"));
    format!("{mark}{} {}{computed}", row.name, row.ty)
}

fn lines(table: &DrawnTable) -> Vec<String> {
    let indexes = table.indexes.iter().map(|index| format!("index {index}"));
    [format!("{} column table", table.path)].into_iter().chain(table.columns.iter().map(line)).chain(indexes).collect()
}

fn height(table: &DrawnTable) -> usize {
    HEAD + (table.columns.len() + table.indexes.len()) * LINE + 6
}

/// Escapes a text for XML and HTML, in text and attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use ydb_keys::Column as _;
    use ydb_keys::schema::{HashFunction, IndexKind};
    use ydb_keys_core::schema::any::{ColumnDef, HashDef, IndexDef, Table};

    use super::{Drawing, mermaid, svg};

    const ID: ColumnDef<'_> = ColumnDef::new("id", u64::INFO);
    const CUSTOMER: ColumnDef<'_> = ColumnDef::new("customer_id", <Option<u64>>::INFO);
    const NOTE: ColumnDef<'_> = ColumnDef::new("a <note>", <Option<String>>::INFO);

    const HASH: HashDef<'_> =
        HashDef { name: "id_hash", function: HashFunction::NumericHash, inputs: &[0], buckets: None };

    fn drawing() -> Drawing {
        let customers =
            Table { name: "shop/customers", columns: &[ID, NOTE], key: &[0], hash: Some(HASH), ..Table::EMPTY };
        let by_customer = IndexDef { name: "by_customer", kind: IndexKind::Async, hash: None, on: &[1], cover: &[2] };
        let orders = Table {
            name: "shop/orders",
            columns: &[ID, CUSTOMER, NOTE],
            hash: Some(HashDef { name: "bucket", buckets: Some(16), ..HASH }),
            indexes: &[by_customer],
            ..customers
        };
        let lines = Table { name: "shop/lines", columns: &[ID, CUSTOMER], key: &[0, 1], hash: None, ..customers };
        Drawing::of(&[customers, orders, lines], |table, column| match (table, column) {
            ("shop/customers", "id") | (_, "customer_id") => Some("CustomerId"),
            ("shop/orders" | "shop/lines", "id") => Some("OrderId"),
            _ => None,
        })
    }

    #[test]
    fn equal_newtypes_are_references() {
        let all: Vec<(usize, usize, usize)> =
            drawing().references.iter().map(|reference| (reference.from.0, reference.from.1, reference.to)).collect();
        // Orders and lines refer to customers, and lines to orders. Only the key of orders is an OrderId alone.
        assert_eq!(all, [(1, 2, 0), (2, 0, 1), (2, 1, 0)]);
    }

    #[test]
    fn for_mermaid() {
        assert_eq!(
            mermaid(&drawing()),
            "erDiagram
    \"shop/customers\" {
        Uint64 id_hash PK \"numeric_hash(id)\"
        Uint64 id PK
        Utf8 a__note_  \"a <note>, or NULL\"
    }
    \"shop/orders\" {
        Uint32 bucket PK \"numeric_hash(id) % 16\"
        Uint64 id PK
        Uint64 customer_id FK \"or NULL\"
        Utf8 a__note_  \"a <note>, or NULL\"
    }
    %% shop/orders: index by_customer (customer_id) cover (a <note>), async
    \"shop/lines\" {
        Uint64 id PK, FK
        Uint64 customer_id PK, FK \"or NULL\"
    }
    \"shop/customers\" ||--o{ \"shop/orders\" : \"customer_id\"
    \"shop/orders\" ||--o{ \"shop/lines\" : \"id\"
    \"shop/customers\" ||--o{ \"shop/lines\" : \"customer_id\"
"
        );
    }

    #[test]
    fn as_svg() {
        let svg = svg(&drawing());
        for part in [
            ">shop/orders</text>",
            "class=\"hash\" x=\"26\" y=\"59\"># id_hash Uint64 = numeric_hash(id)</text>",
            "% bucket Uint32 = numeric_hash(id) % 16</text>",
            "a &lt;note&gt; Utf8?</text>",
            "index by_customer (customer_id) cover (a &lt;note&gt;), async</text>",
            "<title>CustomerId</title>",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("<path").count(), 3);
        assert!(!svg.contains("http") || svg.matches("http").count() == 1, "only the name of the format is an address");
    }
}
