//! The facts of a text as those that the library judges: the same, over tables and with borrowed lists.

use bumpalo::Bump;
use ydb_keys::__internal::queries::{Column, Condition, Node, Place, Scope, Source, SourceKind};
use ydb_keys::__internal::schema::any::Table;
use ydb_yql::{Position, facts};

/// A scope over tables; `None` stands for a table that is not known.
pub(super) fn scope<'a>(of: &'a facts::Scope, tables: &[Option<&'a Table<'a>>], arena: &'a Bump) -> Scope<'a> {
    let sources = of.sources.iter().zip(tables).map(|(source, table)| Source {
        at: place(source.at),
        kind: match (&source.kind, *table) {
            (facts::SourceKind::Table(name), Some(table)) => {
                SourceKind::Table(table, name.view.as_ref().map(|view| &*view.name))
            }
            (facts::SourceKind::Rows(Some(names)), _) => {
                SourceKind::Rows(Some(arena.alloc_slice_fill_iter(names.iter().map(|name| &**name))))
            }
            _ => SourceKind::Rows(None),
        },
    });
    let conditions = of
        .conditions
        .iter()
        .map(|condition| Condition { bounds: condition.bounds, node: node(&condition.node, arena) });
    Scope {
        sources: arena.alloc_slice_fill_iter(sources.collect::<Vec<_>>()),
        conditions: arena.alloc_slice_fill_iter(conditions.collect::<Vec<_>>()),
        columns: columns(&of.columns, arena),
        set: arena.alloc_slice_fill_iter(of.set.iter().map(|name| Column::of(None, &name.name, place(name.at)))),
        // A join may begin with any of its sources.
        is_understood: !of.sources.iter().any(|source| matches!(source.kind, facts::SourceKind::Altered(_))),
        chains: None,
    }
}

fn node<'a>(of: &'a facts::Node, arena: &'a Bump) -> Node<'a> {
    let all = |nodes: &'a [facts::Node]| -> &'a [Node<'a>] {
        arena.alloc_slice_fill_iter(nodes.iter().map(|of| node(of, arena)).collect::<Vec<_>>())
    };
    match of {
        facts::Node::All(nodes) => Node::All(all(nodes)),
        facts::Node::Any(nodes) => Node::Any(all(nodes)),
        facts::Node::Fixed { columns: some, by } => Node::Fixed(columns(some, arena), columns(by, arena)),
        facts::Node::Bounded { columns: some, by } => Node::Bounded(columns(some, arena), columns(by, arena)),
        facts::Node::Nothing => Node::Nothing,
        facts::Node::Unknown(some) => Node::Unknown(columns(some, arena)),
    }
}

fn columns<'a>(of: &'a [facts::ColumnRef], arena: &'a Bump) -> &'a [Column<'a>] {
    let column = |of: &'a facts::ColumnRef| Column {
        source: of.source,
        name: &of.name.name,
        at: place(of.name.at),
        doubtful: of.doubtful,
    };
    arena.alloc_slice_fill_iter(of.iter().map(column))
}

fn place(at: Position) -> Place {
    Place { line: at.line, column: at.column }
}
