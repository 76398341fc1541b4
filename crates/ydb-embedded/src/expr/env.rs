//! The inputs of an evaluation.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::lookup::LookupSet;
use super::memory::{LIMIT, Memory, MemoryGuard, exceeded, size};
use crate::error::Result;
use crate::types::Value;

/// What all evaluations of one execution share: parameters, finished subqueries, the time and the random seed.
#[derive(Debug, Default)]
pub struct Env {
    /// The parameters, by position.
    pub params: Vec<Value>,
    /// The subqueries' results, by position. A named value that has none is an error where it is used.
    pub subqueries: Vec<Result<Value>>,
    /// When the query began, in microseconds since 1970.
    pub now_us: u64,
    /// What the query holds.
    pub memory: Memory,
    /// The bytes of the values that the evaluation under way has made.
    made: AtomicUsize,
    /// What the subqueries' results take of it.
    held: Vec<MemoryGuard>,
    /// The seed of the random functions.
    pub seed: u64,
    /// Sets of IN, built on first use: first those of the parameters, then those of the subqueries.
    sets: Vec<OnceLock<Arc<LookupSet>>>,
}

impl Env {
    /// An environment whose subqueries have no result yet.
    pub fn new(params: Vec<Value>, subqueries: usize, now_us: u64, seed: u64) -> Self {
        let sets = (0..params.len() + subqueries).map(|_| OnceLock::new()).collect();
        Self { params, subqueries: vec![Ok(Value::Null); subqueries], now_us, seed, sets, ..Self::default() }
    }

    /// Takes the result of a subquery.
    pub fn set_subquery(&mut self, position: usize, value: Result<Value>) {
        let mut held = self.memory.part();
        let value = value.and_then(|value| held.add(size(std::slice::from_ref(&value))).map(|()| value));
        self.held.push(held);
        if let Some(place) = self.subqueries.get_mut(position) {
            *place = value;
        }
        if let Some(set) = self.sets.get_mut(self.params.len() + position) {
            *set = OnceLock::new();
        }
    }

    /// Counts bytes that an evaluation makes. Each holds what it has made until its end, as far as this is known.
    pub(super) fn make(&self, bytes: usize) -> Result<()> {
        let made = self.made().saturating_add(bytes);
        self.made.store(made, Ordering::Relaxed);
        if made > LIMIT { Err(exceeded()) } else { Ok(()) }
    }

    /// What the evaluation under way, or the last one, has made.
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    /// Forgets what was made and is not needed any more.
    pub(super) fn keep(&self, bytes: usize) {
        self.made.store(bytes, Ordering::Relaxed);
    }

    /// The cache for the set of a parameter.
    pub(super) fn param_set(&self, position: usize) -> Option<&OnceLock<Arc<LookupSet>>> {
        self.sets.get(position)
    }

    /// The cache for the set of a subquery.
    pub(super) fn subquery_set(&self, position: usize) -> Option<&OnceLock<Arc<LookupSet>>> {
        self.sets.get(self.params.len() + position)
    }
}

/// The inputs of one evaluation: a row, and what the query shares.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The row.
    pub row: &'a [Value],
    /// What the query shares.
    pub env: &'a Env,
    /// The arguments of the enclosing lambdas.
    pub(super) locals: &'a [Value],
}

impl<'a> Inputs<'a> {
    /// The inputs outside of lambdas, for a new evaluation.
    pub fn new(row: &'a [Value], env: &'a Env) -> Self {
        env.keep(0);
        Self { row, env, locals: &[] }
    }
}
