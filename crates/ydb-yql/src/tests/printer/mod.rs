//! Printer of trees of statements and queries as S-expressions.

mod expr;

pub(super) use self::expr::expr;
use self::expr::ty;
use crate::ast::*;

fn words(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn node(name: &str, parts: impl IntoIterator<Item = String>) -> String {
    format!("({})", words(std::iter::once(name.to_owned()).chain(parts)))
}

fn list<T>(items: &[T], print: impl Fn(&T) -> String) -> String {
    format!("[{}]", words(items.iter().map(print)))
}

fn opt<T>(name: &str, item: Option<&T>, print: impl Fn(&T) -> String) -> String {
    item.map_or_else(String::new, |item| node(name, [print(item)]))
}

fn some<T>(name: &str, items: &[T], print: impl Fn(&T) -> String) -> String {
    if items.is_empty() { String::new() } else { node(name, items.iter().map(print)) }
}

fn flag(is: bool, name: &str) -> String {
    if is { name.to_owned() } else { String::new() }
}

fn name(ident: &Ident) -> String {
    ident.name.to_string()
}

pub(super) fn query(query: &Query) -> String {
    query.statements.iter().map(|statement| self::statement(&statement.kind)).collect::<Vec<_>>().join("; ")
}

fn table(table: &TableName) -> String {
    table.view.as_ref().map_or_else(|| name(&table.path), |view| format!("{}@{}", table.path.name, view.name))
}

pub(super) fn statement(statement: &StatementKind) -> String {
    match statement {
        StatementKind::Pragma { name: path, values } => {
            node("pragma", [path.iter().map(name).collect::<Vec<_>>().join("."), words(values.iter().map(expr))])
        }
        StatementKind::Declare { name, ty } => node("declare", [format!("${}", name.name), self::ty(ty)]),
        StatementKind::Let { names, value } => {
            node("let", [words(names.iter().map(|name| format!("${}", name.name))), expr(value)])
        }
        StatementKind::Select(query) => select(query),
        StatementKind::Discard(query) => node("discard", [select(query)]),
        StatementKind::Insert(insert) => {
            let verb = format!("{:?}", insert.verb).to_lowercase();
            let columns = insert.columns.as_ref().map_or_else(String::new, |columns| list(columns, name));
            node(&verb, [table(&insert.table), columns, select(&insert.source), returning(insert.returning.as_ref())])
        }
        StatementKind::Update(update) => {
            let kind = match &update.kind {
                UpdateKind::Set { assignments, filter } => {
                    let sets = assignments.iter().map(|(column, value)| node("set", [name(column), expr(value)]));
                    words([words(sets), opt("where", filter.as_ref(), expr)])
                }
                UpdateKind::On { columns, source } => on(columns.as_ref(), source),
            };
            node(
                "update",
                [flag(update.batch, "batch"), table(&update.table), kind, returning(update.returning.as_ref())],
            )
        }
        StatementKind::Delete(delete) => {
            let kind = match &delete.kind {
                DeleteKind::Where(filter) => opt("where", filter.as_ref(), expr),
                DeleteKind::On { columns, source } => on(columns.as_ref(), source),
            };
            node(
                "delete",
                [flag(delete.batch, "batch"), table(&delete.table), kind, returning(delete.returning.as_ref())],
            )
        }
        StatementKind::CreateTable(create) => node(
            "create",
            [
                flag(create.if_not_exists, "if-not-exists"),
                table(&create.table),
                words(create.columns.iter().map(column)),
                create.primary_key.as_ref().map_or_else(String::new, |key| format!("key{}", list(key, name))),
                words(create.indexes.iter().map(index)),
                words(
                    create
                        .families
                        .iter()
                        .map(|family| node("family", [name(&family.name), settings(&family.settings)])),
                ),
                words(
                    create
                        .changefeeds
                        .iter()
                        .map(|feed| node("changefeed", [name(&feed.name), settings(&feed.settings)])),
                ),
                create.partition_by_hash.as_ref().map_or_else(String::new, |by| format!("hash{}", list(by, name))),
                some("with", &create.settings, setting),
            ],
        ),
        StatementKind::AlterTable { table: path, actions } => {
            node("alter", [table(path), words(actions.iter().map(|action| self::action(&action.kind)))])
        }
        StatementKind::DropTable { table: path, if_exists } => {
            node("drop", [flag(*if_exists, "if-exists"), table(path)])
        }
        StatementKind::AlterSequence { path, if_exists, restart, printed: _ } => node(
            "alter-sequence",
            [
                flag(*if_exists, "if-exists"),
                name(path),
                restart.map_or_else(|| "restart".into(), |(_, value)| format!("(restart {value})")),
            ],
        ),
        StatementKind::AlterTopic { path, if_exists, actions } => {
            let action = |action: &TopicAction| match action {
                TopicAction::AddConsumer { name: consumer, settings: all } => {
                    node("add-consumer", [name(consumer), settings(all)])
                }
                TopicAction::DropConsumer(consumer) => node("drop-consumer", [name(consumer)]),
            };
            node("alter-topic", [flag(*if_exists, "if-exists"), name(path), words(actions.iter().map(action))])
        }
        StatementKind::Access(access) => node(
            if access.revoke { "revoke" } else { "grant" },
            [
                flag(access.grant_option, "grant-option"),
                node("permissions", access.permissions.iter().map(|permission| permission.name.clone())),
                node("on", access.paths.iter().map(name)),
                node("roles", access.roles.iter().map(name)),
            ],
        ),
        StatementKind::TruncateTable { table: path } => node("truncate", [table(path)]),
        StatementKind::ShowCreate { table: path } => node("show-create", [table(path)]),
        StatementKind::Commit => "commit".into(),
        StatementKind::Rollback => "rollback".into(),
    }
}

fn on(columns: Option<&Vec<Ident>>, source: &SelectQuery) -> String {
    node("on", [columns.map_or_else(String::new, |columns| list(columns, name)), select(source)])
}

fn returning(returning: Option<&Returning>) -> String {
    match returning {
        None => String::new(),
        Some(Returning::All) => "(returning *)".into(),
        Some(Returning::Columns(columns)) => some("returning", columns, name),
    }
}

pub(super) fn select(query: &SelectQuery) -> String {
    let tail = words([
        some("order", &query.order_by, order),
        opt("limit", query.limit.as_ref(), expr),
        opt("offset", query.offset.as_ref(), expr),
    ]);
    if tail.is_empty() { body(&query.body) } else { format!("(query {} {tail})", body(&query.body)) }
}

fn order(item: &OrderItem) -> String {
    if item.descending { node("desc", [expr(&item.expr)]) } else { expr(&item.expr) }
}

fn window(window: &Window) -> String {
    let bound = |bound: &FrameBound| match bound {
        FrameBound::CurrentRow => "current".into(),
        FrameBound::Preceding(offset) => node("preceding", offset.iter().map(expr)),
        FrameBound::Following(offset) => node("following", offset.iter().map(expr)),
    };
    let frame = |frame: &Frame| format!("{:?} {} {}", frame.unit, bound(&frame.from), bound(&frame.to));
    let partition = some("partition", &window.partition_by, expr);
    node("window", [partition, some("order", &window.order_by, order), opt("frame", window.frame.as_ref(), frame)])
}

fn grouping(grouping: &Grouping) -> String {
    let key = |(key, alias): &(Expr, Option<Ident>)| format!("{}{}", expr(key), self::alias(alias.as_ref()));
    match grouping {
        Grouping::Keys(keys) if keys.len() == 1 => key(&keys[0]),
        Grouping::Keys(keys) => list(keys, key),
        Grouping::Rollup(keys) => node("rollup", keys.iter().map(key)),
        Grouping::Cube(keys) => node("cube", keys.iter().map(key)),
        Grouping::Sets(sets) => node("sets", sets.iter().map(self::grouping)),
    }
}

fn body(body: &SelectBody) -> String {
    match body {
        SelectBody::Core(core) => self::core(core),
        SelectBody::Union { first, rest } => rest.iter().fold(self::body(first), |left, (all, right)| {
            node(if *all { "union-all" } else { "union" }, [left, self::body(right)])
        }),
        SelectBody::Values(rows) => node("values", rows.iter().map(|row| list(row, expr))),
        SelectBody::Query(query) => select(query),
    }
}

fn alias(alias: Option<&Ident>) -> String {
    alias.map_or_else(String::new, |alias| format!(":{}", alias.name))
}

fn core(core: &SelectCore) -> String {
    let item = |item: &SelectItem| match item {
        SelectItem::Star { qualifier: None, .. } => "*".to_owned(),
        SelectItem::Star { qualifier: Some(table), .. } => format!("{}.*", table.name),
        SelectItem::Expr { expr, alias } => format!("{}{}", self::expr(expr), self::alias(alias.as_ref())),
    };
    let without = |(table, column): &(Option<Ident>, Ident)| {
        table.as_ref().map_or_else(|| name(column), |table| format!("{}.{}", table.name, column.name))
    };
    node(
        "select",
        [
            flag(core.distinct, "distinct"),
            words(core.items.iter().map(item)),
            some("without", &core.without, without),
            opt("from", core.from.as_ref(), |from| {
                words(std::iter::once(source(&from.source)).chain(from.joins.iter().map(join)))
            }),
            opt("where", core.filter.as_ref(), expr),
            some("group", &core.group_by, grouping),
            opt("having", core.having.as_ref(), expr),
            some("windows", &core.windows, |(name, window)| format!("{} {}", name.name, self::window(window))),
        ],
    )
}

fn source(source: &Source) -> String {
    let kind = match &source.kind {
        SourceKind::Table(path) => table(path),
        SourceKind::AsTable(value) => node("as-table", [expr(value)]),
        SourceKind::Named(name) => format!("${}", name.name),
        SourceKind::Query { query, columns } if columns.is_empty() => select(query),
        SourceKind::Query { query, columns } => format!("{}{}", select(query), list(columns, name)),
    };
    let flatten = source.flatten.as_ref().map_or_else(String::new, |Flatten { kind, items }| {
        let items = items.iter().map(|(value, name)| format!("{}{}", expr(value), alias(name.as_ref())));
        format!(" {}", node(&format!("flatten-{kind:?}").to_lowercase(), items))
    });
    format!("{kind}{}{flatten}", alias(source.alias.as_ref()))
}

fn join(join: &Join) -> String {
    let on = match &join.on {
        None => String::new(),
        Some(JoinOn::On(on)) => expr(on),
        Some(JoinOn::Using(columns)) => list(columns, name),
    };
    node(&format!("{:?}", join.kind).to_lowercase(), [source(&join.source), on])
}

fn column(column: &ColumnSpec) -> String {
    node(
        "col",
        [
            name(&column.name),
            ty(&column.ty),
            column
                .not_null
                .map_or_else(String::new, |not_null| if not_null { "not-null".into() } else { "null".into() }),
            opt("family", column.family.as_ref(), name),
            opt("default", column.default.as_ref(), expr),
            opt("compression", column.compression.as_ref(), |settings| self::settings(settings)),
        ],
    )
}

fn index(index: &IndexSpec) -> String {
    node(
        "index",
        [
            name(&index.name),
            flag(index.local, "local"),
            flag(index.unique, "unique"),
            index.is_async.map_or_else(String::new, |is_async| if is_async { "async".into() } else { "sync".into() }),
            opt("using", index.using.as_ref(), name),
            list(&index.columns, name),
            some("cover", &index.cover, name),
            some("with", &index.settings, setting),
        ],
    )
}

fn settings(settings: &[Setting]) -> String {
    words(settings.iter().map(setting))
}

fn setting(setting: &Setting) -> String {
    let value = match &setting.value {
        SettingValue::None => return name(&setting.key),
        SettingValue::Word(word) => name(word),
        SettingValue::Expr(value) => expr(value),
        SettingValue::Keys(keys) => list(keys, |key| list(key, expr)),
        SettingValue::Ttl { tiers, column, unit } => {
            let tier = |tier: &TtlTier| match &tier.storage {
                None => expr(&tier.interval),
                Some(storage) => node("to", [expr(&tier.interval), name(storage)]),
            };
            node("ttl", [words(tiers.iter().map(tier)), name(column), unit.as_ref().map_or_else(String::new, name)])
        }
    };
    format!("{}={value}", setting.key.name)
}

fn action(action: &AlterKind) -> String {
    match action {
        AlterKind::AddColumn(spec) => node("add", [column(spec)]),
        AlterKind::DropColumn(column) => node("drop", [name(column)]),
        AlterKind::SetFamily { column, family } => node("set-family", [name(column), name(family)]),
        AlterKind::DropNotNull(column) => node("drop-not-null", [name(column)]),
        AlterKind::SetNotNull(column) => node("set-not-null", [name(column)]),
        AlterKind::SetDefault { column, value } => node("set-default", [name(column), expr(value)]),
        AlterKind::DropDefault(column) => node("drop-default", [name(column)]),
        AlterKind::SetCompression { column, settings } => {
            node("set-compression", [name(column), self::settings(settings)])
        }
        AlterKind::AddFamily(family) => node("add-family", [name(&family.name), settings(&family.settings)]),
        AlterKind::AlterFamily(family) => node("alter-family", [name(&family.name), settings(&family.settings)]),
        AlterKind::Set(settings) => node("set", [self::settings(settings)]),
        AlterKind::Reset(names) => some("reset", names, name),
        AlterKind::AddIndex(spec) => node("add", [index(spec)]),
        AlterKind::DropIndex(index) => node("drop-index", [name(index)]),
        AlterKind::RenameIndex { from, to } => node("rename-index", [name(from), name(to)]),
        AlterKind::AlterIndexSet { index, settings, .. } => node("index-set", [name(index), self::settings(settings)]),
        AlterKind::AlterIndexReset { index, settings } => {
            node("index-reset", [name(index), words(settings.iter().map(name))])
        }
        AlterKind::RenameColumn { from, to } => node("rename-column", [name(from), name(to)]),
        AlterKind::RenameTo(to) => node("rename", [name(to)]),
        AlterKind::AddChangefeed(feed) => node("add-changefeed", [name(&feed.name), settings(&feed.settings)]),
        AlterKind::AlterChangefeed(feed) => node("alter-changefeed", [name(&feed.name), settings(&feed.settings)]),
        AlterKind::DropChangefeed(feed) => node("drop-changefeed", [name(feed)]),
        AlterKind::Compact => "compact".into(),
    }
}
