//! Attributes of secondary indexes.

use ydb_keys::YdbType;
use ydb_keys_core::schema::allowance::Rule;

use super::attribute::{Word, bare, computed, list, named};
use super::draft::Draft;
use super::key::is_few;
use super::name::{pascal, struct_name};
use super::unsaid;
use crate::live::{LiveIndex, LiveIndexKind};

/// Greatest number of indexes in a model.
const MAX: usize = 20;

/// Adds attributes for the indexes that a model can declare, and notes for all others.
pub(super) fn indexes(draft: &mut Draft<'_>) {
    let mut types: Vec<String> = ["", "key", "scan", "update"].map(str::to_owned).to_vec();
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

/// Returns the attribute of an index, or the reason why a model cannot declare it. `types` has the suffixes of type
/// names that are already taken.
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
    let lead = index.on.first().and_then(|name| Some((name, draft.indexed(name)?)));
    let primary_key = &draft.live.primary_key[..];
    let key = draft.hash.is_none().then_some(primary_key);
    let is_field = |column: &str| draft.field(column).is_some();
    if let Some(why) = unsaid::index(index, usize::from(lead.is_some()), key, primary_key, is_field) {
        return Err(format!("{why}; `apply` leaves it alone"));
    }
    let fields = |columns: &[String]| -> Vec<Word> {
        columns.iter().filter_map(|column| draft.field(column)).map(bare).collect()
    };
    let (mut on, cover) = (fields(&index.on[usize::from(lead.is_some())..]), fields(&index.cover));
    if let Some((name, hash)) = lead {
        let inputs = hash.inputs.iter().filter_map(|&input| draft.field(&draft.live.columns[input].name)).map(bare);
        on.insert(0, computed(name, hash, inputs));
    }
    let marker = marker(draft, index, types);
    let mut words = vec![named(&index.name), list("on", on)];
    if !cover.is_empty() {
        words.push(list("cover", cover));
    }
    words.extend(kind.map(bare));
    words.extend(marker.map(|marker| Word::Value("as", marker)));
    Ok(list("index", words))
}

/// Returns a name for the type through which an index is read, if the derive's own choice is already taken. Names that
/// differ only by case, or by `-` and `_`, count as equal.
fn marker(draft: &Draft<'_>, index: &LiveIndex, types: &mut Vec<String>) -> Option<String> {
    let own = pascal(&index.name);
    let mut name = own.clone();
    for number in 1.. {
        let folded = name.to_ascii_lowercase();
        if !types.contains(&folded) {
            types.push(folded);
            break;
        }
        name = if number == 1 { format!("{own}Index") } else { format!("{own}Index{number}") };
    }
    (name != own).then(|| format!("{}{name}", struct_name(draft.live)))
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
