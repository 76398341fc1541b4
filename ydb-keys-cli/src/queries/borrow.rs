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
    let all = of.distinct();
    let conditions = of
        .conditions
        .iter()
        .map(|condition| Condition { bounds: condition.bounds, node: node(&condition.node, &all, arena) });
    Scope {
        sources: arena.alloc_slice_fill_iter(sources.collect::<Vec<_>>()),
        named: all.named,
        conditions: arena.alloc_slice_fill_iter(conditions.collect::<Vec<_>>()),
        columns: arena.alloc_slice_fill_iter(all.columns.iter().map(|of| Column {
            source: of.source,
            name: &of.name.name,
            at: place(of.name.at),
            doubtful: of.doubtful,
        })),
        set: arena.alloc_slice_fill_iter(
            of.set.iter().map(|name| Column::of(None, &name.name, name.at.line, name.at.column)),
        ),
        is_understood: of.is_understood(),
        chains: None,
    }
}

fn node<'a>(of: &facts::Node, all: &facts::Distinct<'_>, arena: &'a Bump) -> Node<'a> {
    let nodes = |nodes: &[facts::Node]| -> &'a [Node<'a>] {
        arena.alloc_slice_fill_iter(nodes.iter().map(|of| node(of, all, arena)).collect::<Vec<_>>())
    };
    let places = |columns: &[facts::ColumnRef]| -> &'a [u16] {
        arena.alloc_slice_fill_iter(columns.iter().filter_map(|column| all.place(column)).collect::<Vec<_>>())
    };
    match of {
        facts::Node::All(of) => Node::All(nodes(of)),
        facts::Node::Any(of) => Node::Any(nodes(of)),
        facts::Node::Fixed { columns, by } => Node::Fixed(places(columns), places(by)),
        facts::Node::Bounded { columns, by } => Node::Bounded(places(columns), places(by)),
        facts::Node::Nothing => Node::Nothing,
        facts::Node::Unknown(some) => Node::Unknown(places(some)),
    }
}

fn place(at: Position) -> Place {
    Place { line: at.line, column: at.column }
}
