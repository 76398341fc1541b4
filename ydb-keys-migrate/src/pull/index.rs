//! Secondary indexes.

use ydb_keys::__internal::schema::Rule;
use ydb_keys::YdbType;

use super::attribute::{Word, bare, computed, list, named};
use super::draft::Draft;
use super::key::is_few;
use super::name::pascal;
use crate::live::{LiveIndex, LiveIndexKind};

/// The greatest number of indexes in a model.
const MAX: usize = 20;

/// Adds attributes for the indexes that a model can declare, and notes the others.
pub(super) fn indexes(draft: &mut Draft<'_>) {
    let mut types: Vec<String> = ["Key", "Scan", "Update"].map(str::to_owned).to_vec();
    let mut count = 0;
    for index in &draft.live.indexes {
        if draft.live.is_key_filter(index) {
            continue;
        }
        if let (true, printed) = (index.is_foreign(), draft.live.printed_index(index)) {
            let entry = printed.map_or_else(|| format!("The index {}", described(index)), str::to_owned);
            draft.miss(format!("{entry}: a model cannot declare an index of this kind, and `apply` leaves it alone."));
            continue;
        }
        match one(draft, index, &mut types, count) {
            Ok(word) => {
                count += 1;
                draft.word(word);
                hot(draft, index);
            }
            Err(why) => draft.miss(format!("The index {}: {why}.", described(index))),
        }
    }
}

/// An index as a comment describes it.
fn described(index: &LiveIndex) -> String {
    let kind = match index.kind {
        LiveIndexKind::Sync => "sync",
        LiveIndexKind::Async => "async",
        LiveIndexKind::Unique => "unique",
        LiveIndexKind::Other => "of another kind",
    };
    let cover = if index.cover.is_empty() { String::new() } else { format!(" cover ({})", index.cover.join(", ")) };
    format!("`{}` on ({}){cover}, {kind}", index.name, index.on.join(", "))
}

/// The attribute of an index, or why a model cannot have it. `types` are the suffixes of the generated types' names
/// that are already taken.
fn one(draft: &Draft<'_>, index: &LiveIndex, types: &mut Vec<String>, count: usize) -> Result<Word, String> {
    let kind = match index.kind {
        LiveIndexKind::Sync => None,
        LiveIndexKind::Async => Some("async"),
        LiveIndexKind::Unique => Some("unique"),
        LiveIndexKind::Other => return Err("a model cannot declare an index of this kind".to_owned()),
    };
    if count == MAX {
        return Err(format!("a model can have at most {MAX} indexes"));
    }
    let fields = |columns: &[String]| -> Result<Vec<Word>, String> {
        let field = |column: &String| {
            let field = draft.field(column).ok_or_else(|| format!("the model has no field for `{column}`"))?;
            Ok(bare(field))
        };
        columns.iter().map(field).collect()
    };
    let lead = index.on.first().and_then(|name| Some((name, draft.indexed(name)?)));
    let (mut on, cover) = (fields(&index.on[usize::from(lead.is_some())..])?, fields(&index.cover)?);
    if let Some((name, hash)) = lead {
        let inputs = hash.inputs.iter().filter_map(|&input| draft.field(&draft.live.columns[input].name)).map(bare);
        on.insert(0, computed(name, hash, inputs));
    }
    if draft.hash.is_none() && draft.live.primary_key.starts_with(&index.on) {
        return Err("the table is already sorted by these columns".to_owned());
    }
    let contained = |column: &&String| index.on.contains(column) || draft.live.primary_key.contains(column);
    if let Some(column) = index.cover.iter().find(contained) {
        return Err(format!("it covers `{column}`, which it contains anyway"));
    }
    let marker = pascal(&index.name);
    if marker.is_empty() || types.contains(&marker) {
        return Err("the generated type would have the same name as another one; rename the index".to_owned());
    }
    types.push(marker);
    let mut words = vec![named(&index.name), list("on", on)];
    if !cover.is_empty() {
        words.push(list("cover", cover));
    }
    words.extend(kind.map(bare));
    Ok(list("index", words))
}

/// Allows an index whose first column grows or has only a few values.
fn hot(draft: &mut Draft<'_>, index: &LiveIndex) {
    if index.on.first().is_some_and(|name| draft.indexed(name).is_some()) {
        return;
    }
    let Some(first) = index.on.first().and_then(|name| draft.live.column(name)) else { return };
    if first.ty.is_some_and(YdbType::is_time) || first.serial == Some(true) {
        draft.allow(Rule::HotIndex, format!("every insert writes to the last partition of `{}`", index.name));
    } else if is_few(first) {
        draft.allow(Rule::HotIndex, format!("a few partitions of `{}` take all its writes", index.name));
    }
}
