//! The cache of plans, by text and parameter types. A new version of the schema empties it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;

use crate::plan::steps::Plan;
use crate::types::Type;

/// The cache is emptied when it holds this many plans.
const MAX_PLANS: usize = 1000;

/// Longer texts are not cached: nobody sends them twice.
const MAX_TEXT: usize = 64 * 1024;

/// A plan with the types of the parameters that it was made for.
type Typed = (BTreeMap<String, Type>, Arc<Plan>);

#[derive(Default)]
pub(super) struct Plans {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    version: u64,
    plans: HashMap<String, Vec<Typed>>,
    count: usize,
}

impl Plans {
    /// The plan of a query made under this version of the schema.
    pub(super) fn get(&self, version: u64, text: &str, types: &BTreeMap<String, Type>) -> Option<Arc<Plan>> {
        let known = self.known.lock();
        if known.version != version {
            return None;
        }
        let plans = known.plans.get(text)?;
        plans.iter().find(|(own, _)| own == types).map(|(_, plan)| Arc::clone(plan))
    }

    pub(super) fn put(&self, version: u64, text: &str, types: BTreeMap<String, Type>, plan: &Arc<Plan>) {
        if text.len() > MAX_TEXT || plan.is_scheme() {
            return;
        }
        let mut known = self.known.lock();
        if known.version != version || known.count >= MAX_PLANS {
            *known = Known { version, ..Known::default() };
        }
        known.count += 1;
        known.plans.entry(text.to_owned()).or_default().push((types, Arc::clone(plan)));
    }
}
