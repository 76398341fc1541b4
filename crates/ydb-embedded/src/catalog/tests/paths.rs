//! Tests of the catalog: directories and tables at their paths.

use super::super::spec::Alteration;
use super::super::{Catalog, Entry, TableId};
use super::{NOW, index, row, with};
use crate::error::Status;

fn filled(paths: &[&str]) -> Catalog {
    let mut catalog = Catalog::new("/local", NOW);
    for path in paths {
        let spec = with(row(&["id Uint64", "a Utf8"], &["id"]), |t| {
            t.path = (*path).to_owned();
            t.indexes = vec![index("by_a", &["a"], &[])];
        });
        catalog.create(spec, NOW).unwrap();
    }
    catalog
}

fn names(catalog: &Catalog, path: &str) -> Vec<String> {
    catalog.list(path).unwrap().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn parents_are_made() {
    let catalog = filled(&["/local/a/b/t", "/local/a/c", "/local/a-z"]);
    assert_eq!(names(&catalog, "/local"), ["a", "a-z"]);
    assert_eq!(names(&catalog, "/local/a"), ["b", "c"]);
    assert_eq!(names(&catalog, "/local/a/c"), [""; 0]);
    assert!(matches!(catalog.entry("/local/a"), Some(Entry::Directory { created_us: NOW })));
    assert!(matches!(catalog.entry("/local"), Some(Entry::Directory { .. })));
}

#[test]
fn unknown_tables() {
    let catalog = filled(&["/local/t"]);
    for path in ["/local/no", "/local/t/by_a", "/local/t/no/indexImplTable", "/local", "/local/.sys/no"] {
        let error = catalog.table(path).unwrap_err();
        assert_eq!(error.status, Status::SchemeError);
        assert_eq!(error.issues[0].code, 2003);
        assert_eq!(
            error.issues[0].message,
            format!(
                "Cannot find table 'db.[{path}]' because it does not exist or you do not have access permissions. \
                 Please check correctness of table path and user permissions."
            )
        );
    }
}

#[test]
fn tables_behind_indexes_and_system_views_are_found() {
    let catalog = filled(&["/local/d/t"]);
    assert_eq!(catalog.table("/local/d/t/by_a/indexImplTable").unwrap().id, TableId(3));
    let stats = catalog.table("/local/.sys/partition_stats").unwrap();
    let key: Vec<&str> = stats.key.iter().map(|&column| &*stats.columns[column].name).collect();
    assert_eq!(key, ["OwnerId", "PathId", "PartIdx", "FollowerId"]);
    let typed = |name: &str| stats.columns[stats.column(name).unwrap()].value_type().to_string();
    assert_eq!(typed("RowUpdates"), "Optional<Uint64>");
    assert_eq!(typed("CPUCores"), "Optional<Double>");
    assert_eq!(typed("Path"), "Optional<Utf8>");
    assert_eq!(typed("TxCompleteLag"), "Optional<Interval>");
    assert_eq!(stats.columns.len(), 31);
    for (name, columns) in [
        (
            "top_partitions_one_minute",
            "IntervalEnd Rank TabletId Path PeakTime CPUCores NodeId DataSize RowCount IndexSize InFlightTxCount FollowerId",
        ),
        (
            "top_partitions_by_tli_one_hour",
            "IntervalEnd Rank TabletId Path LocksAcquired LocksWholeShard LocksBroken NodeId DataSize RowCount IndexSize FollowerId",
        ),
    ] {
        let view = catalog.table(&format!("/local/.sys/{name}")).unwrap();
        assert_eq!(view.columns.iter().map(|column| &*column.name).collect::<Vec<_>>().join(" "), columns);
        assert_eq!(view.key, [0, 1]);
    }
    let other = catalog.table("/local/.sys/compile_cache_queries").unwrap_err();
    assert_eq!(other.status, Status::Unsupported);
}

#[test]
fn names_are_taken_once() {
    let mut catalog = filled(&["/local/t", "/local/d/u"]);
    let mut create = |path: &str| {
        let spec = with(row(&["id Uint64"], &["id"]), |t| t.path = path.to_owned());
        catalog.create(spec, NOW).unwrap_err()
    };
    let error = create("/local/t");
    assert_eq!(error.status, Status::GenericError);
    assert!(error.to_string().contains("status: ExecComplete"), "{error}");
    assert!(
        error.to_string().contains("path: '/local/t', error: path exist, request accepts it (id: [OwnerId:"),
        "{error}"
    );
    assert!(create("/local/d").to_string().contains("unexpected path type"));
    assert!(create("/local/t/u").to_string().contains("path is not a directory"));
    assert_eq!(create("/local/a b").status, Status::SchemeError);
}

#[test]
fn directories() {
    let mut catalog = filled(&["/local/d/t"]);
    let before = catalog.version();
    assert!(!catalog.make_directory("/local/d", NOW).unwrap());
    assert_eq!(catalog.version(), before);
    assert!(catalog.make_directory("/local/x/y", NOW).unwrap());
    assert!(catalog.version() > before);
    assert_eq!(catalog.make_directory("/local/d/t", NOW).unwrap_err().status, Status::SchemeError);
    let full = catalog.remove_directory("/local/d").unwrap_err();
    assert!(full.to_string().contains("path has children, request doesn't accept it, children: 1"), "{full}");
    catalog.remove_directory("/local/x/y").unwrap();
    catalog.remove_directory("/local/x").unwrap();
    assert_eq!(catalog.remove_directory("/local/x").unwrap_err().status, Status::SchemeError);
    assert!(catalog.remove_directory("/local/d/t").is_err());
    assert!(catalog.remove_directory("/local").is_err());
}

#[test]
fn drop_names_all_rows() {
    let mut catalog = filled(&["/local/t"]);
    assert_eq!(catalog.drop_table("/local/t").unwrap(), [TableId(2), TableId(3)]);
    assert_eq!(catalog.drop_table("/local/t").unwrap_err().status, Status::SchemeError);
    assert_eq!(catalog.tables().count(), 0);
}

#[test]
fn rename_moves_indexes_too() {
    let mut catalog = filled(&["/local/t", "/local/u"]);
    let rename = vec![Alteration::RenameTo("/local/new/t".into())];
    catalog.alter("/local/t", rename, NOW).unwrap();
    assert!(catalog.table("/local/t").is_err());
    assert_eq!(catalog.table("/local/new/t/by_a/indexImplTable").unwrap().id, TableId(3));
    assert!(catalog.rename("/local/new/t", "/local/u", false, NOW).is_err());
    let (table, replaced) = catalog.rename("/local/new/t", "/local/u", true, NOW).unwrap();
    assert_eq!((table.id, replaced), (TableId(2), vec![TableId(4), TableId(5)]));
}

#[test]
fn copies_have_rows_of_their_own() {
    let mut catalog = filled(&["/local/t"]);
    let (copy, pairs) = catalog.copy("/local/t", "/local/d/copy", true, NOW).unwrap();
    assert_eq!(pairs, [(TableId(2), TableId(4)), (TableId(3), TableId(5))]);
    assert_eq!(&*copy.path, "/local/d/copy");
    assert_eq!(catalog.table("/local/d/copy/by_a/indexImplTable").unwrap().id, TableId(5));
    assert!(catalog.copy("/local/t", "/local/d/copy", true, NOW).is_err());
}
