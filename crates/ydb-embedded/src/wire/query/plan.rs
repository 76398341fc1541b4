//! Query plans as JSON, in the form of YDB's plans (`kqp_query_plan.cpp`).
//!
//! The section `Plan` has a node for each stage: a chain of operators that pass rows on one by one. Reads and lookups
//! are nodes of their own. `SimplifiedPlan` has a node for each operator. The section `tables` lists the reads and
//! writes of each table.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::catalog::below;
use crate::session::{Node, PlanOperator, Planned, PlannedKeys, PlannedRead, PlannedWrite};

pub(crate) fn plan_json(planned: &Planned) -> String {
    json!({
        "meta": { "type": "query", "version": "0.2" },
        "tables": tables(planned),
        "Plan": { "Node Type": "Query", "PlanNodeType": "Query", "Plans": plans(planned) },
        "SimplifiedPlan": plan(planned),
    })
    .to_string()
}

/// Reads and writes of one table.
type Uses<'p> = (Vec<&'p PlannedRead>, Vec<&'p PlannedWrite>);

fn tables(planned: &Planned) -> Vec<Value> {
    let mut tables: BTreeMap<&str, Uses<'_>> = BTreeMap::new();
    planned.for_each(&mut |node| match &node.operator {
        PlanOperator::Read(read) | PlanOperator::Lookup { read, .. } => {
            tables.entry(&read.path).or_default().0.push(read)
        }
        PlanOperator::Write(write) => tables.entry(&write.path).or_default().1.push(write),
        PlanOperator::Other { .. } => {}
    });
    tables.into_iter().map(|(path, (reads, writes))| table(path, reads, writes)).collect()
}

fn table(path: &str, mut reads: Vec<&PlannedRead>, mut writes: Vec<&PlannedWrite>) -> Value {
    const READS: [&str; 3] = ["FullScan", "Scan", "Lookup"];
    const WRITES: [&str; 5] = ["Upsert", "Replace", "Insert", "Update", "Delete"];
    let place = |names: &[&str], name: &str| names.iter().position(|own| *own == name);
    reads.sort_by_key(|read| {
        let (lookup_by, scan_by) = by(read);
        (place(&READS, read.kind()), lookup_by, scan_by, read.limit.clone(), read.columns.clone())
    });
    writes.sort_by_key(|write| (place(&WRITES, write.name), write.columns.clone()));
    let mut out = Map::from_iter([("name".to_owned(), path.into())]);
    let mut add = |name: &str, uses: Vec<Value>| {
        if !uses.is_empty() {
            out.insert(name.to_owned(), uses.into());
        }
    };
    add("reads", reads.into_iter().map(read_json).collect());
    add("writes", writes.into_iter().map(write_json).collect());
    out.into()
}

/// Returns the columns for which a read has single values, and its other columns.
fn by(read: &PlannedRead) -> (&[String], &[String]) {
    match &read.keys {
        PlannedKeys::All(columns) => (&[], columns),
        PlannedKeys::Range(points, others) => (points, others),
        PlannedKeys::Ranges { ranges, .. } => (&[], ranges.as_deref().unwrap_or_default()),
        PlannedKeys::Given(columns) => (columns, &[]),
        PlannedKeys::Point(_) => (&[], &[]),
    }
}

fn read_json(read: &PlannedRead) -> Value {
    let mut out = Map::from_iter([("type".to_owned(), read.kind().into())]);
    let (lookup_by, scan_by) = by(read);
    for (name, texts) in [("lookup_by", lookup_by), ("scan_by", scan_by), ("columns", &read.columns)] {
        if !texts.is_empty() {
            out.insert(name.to_owned(), texts.into());
        }
    }
    out.extend(read.limit.clone().map(|limit| ("limit".to_owned(), limit.into())));
    out.extend(read.reverse.then(|| ("reverse".to_owned(), true.into())));
    out.into()
}

fn write_json(write: &PlannedWrite) -> Value {
    let kind = match write.name {
        "Delete" => "MultiErase".to_owned(),
        name => format!("Multi{name}"),
    };
    if write.columns.is_empty() { json!({ "type": kind }) } else { json!({ "type": kind, "columns": write.columns }) }
}

// The section `Plan`: stages and their connections.
//
// A stage lists its operators from the last one to the first one, and the names of its operators make the name of its
// type: `Limit-Filter`. Each operator names the source of its rows: another operator of the stage, or another node.
// Nodes are numbered from the leaves up.

fn plans(planned: &Planned) -> Vec<Value> {
    let mut stages = Stages { planned, id: 0 };
    // The subqueries are a phase before the rest. The phase itself has a number, too.
    let precomputed = stages.phase(&[("Precompute", &planned.precomputed)]);
    let mut all = stages.phase(&[("ResultSet", &planned.results), ("Sink", &planned.sinks)]);
    all.extend(precomputed);
    all
}

struct Stages<'p> {
    planned: &'p Planned,
    /// Number of nodes that have been numbered.
    id: usize,
}

impl Stages<'_> {
    fn phase(&mut self, kinds: &[(&'static str, &Vec<Node>)]) -> Vec<Value> {
        let mut out = Vec::new();
        for (kind, nodes) in kinds.iter().rev() {
            let names = names(kind, self.planned, nodes.len());
            for (position, node) in nodes.iter().enumerate().rev() {
                let below = self.node(node);
                out.push(self.top(kind, &names[position], position, below));
            }
        }
        self.id += usize::from(!out.is_empty());
        out.reverse();
        out
    }

    /// Returns the node of a result set, a subquery or a write.
    fn top(&mut self, kind: &str, name: &str, position: usize, below: Value) -> Value {
        let mut out = json!({ "PlanNodeId": self.id(), "Node Type": name, "Plans": [below] });
        match kind {
            "ResultSet" => out["PlanNodeType"] = kind.into(),
            "Precompute" => {
                out["PlanNodeType"] = "Materialize".into();
                out["Parent Relationship"] = "InitPlan".into();
                out["Subplan Name"] = format!("CTE precompute_0_{position}").into();
            }
            // Writes are not numbered.
            _ => out["Node Type"] = kind.into(),
        }
        out
    }

    fn id(&mut self) -> usize {
        self.id += 1;
        self.id
    }

    /// Returns the node that begins with this operator: a lookup, a read, or a stage.
    fn node(&mut self, first: &Node) -> Value {
        if let PlanOperator::Lookup { .. } = first.operator {
            return self.lookup(first);
        }
        let mut run = vec![first];
        while let [.., last] = run[..]
            && let [input] = &last.inputs[..]
            && is_in_stage(input)
        {
            run.push(input);
        }
        let inputs = run.last().map_or(&[][..], |last| &last.inputs);
        let plans = self.all(inputs);
        let outside: Vec<Value> =
            plans.iter().map(|plan| json!({ "ExternalPlanNodeId": plan["PlanNodeId"] })).collect();
        let mut out = Map::new();
        let mut operators = Vec::new();
        for (position, node) in run.iter().enumerate() {
            let (name, mut properties) = operator(&node.operator, &self.planned.database);
            let is_last = position + 1 == run.len();
            let inside = json!([{ "InternalOperatorId": position + 1 }]);
            properties.insert("Inputs".to_owned(), if is_last { outside.clone().into() } else { inside });
            operators.push((name, Value::Object(properties)));
        }
        if matches!(first.operator, PlanOperator::Write(_)) {
            // The written rows are the output of the stage, not the input of one of its operators.
            sink_last(&mut operators);
        }
        let tables: Vec<&str> =
            run.iter().filter_map(|node| node.table()).map(|path| relative(path, &self.planned.database)).collect();
        if !tables.is_empty() {
            out.insert("Tables".to_owned(), tables.into());
        }
        if let Some(position) = run.iter().filter_map(|node| precomputed(node, self.planned)).min() {
            out.insert("CTE Name".to_owned(), format!("precompute_0_{position}").into());
        }
        let (names, operators): (Vec<String>, Vec<Value>) = operators.into_iter().unzip();
        out.insert("Node Type".to_owned(), names.join("-").into());
        out.insert("Operators".to_owned(), operators.into());
        self.finish(out, plans)
    }

    /// Returns the node of a lookup, which connects the stage of its keys with the stage that takes its rows.
    fn lookup(&mut self, node: &Node) -> Value {
        let plans = self.all(&node.inputs);
        let (name, mut out) = operator(&node.operator, &self.planned.database);
        out.remove("Name");
        out.insert("Node Type".to_owned(), name.into());
        out.insert("PlanNodeType".to_owned(), "Connection".into());
        self.finish(out, plans)
    }

    /// Returns the nodes of several inputs. Their numbers descend.
    fn all(&mut self, inputs: &[Node]) -> Vec<Value> {
        let mut plans: Vec<Value> = inputs.iter().rev().map(|input| self.node(input)).collect();
        plans.reverse();
        plans
    }

    fn finish(&mut self, mut out: Map<String, Value>, plans: Vec<Value>) -> Value {
        out.insert("PlanNodeId".to_owned(), self.id().into());
        if !plans.is_empty() {
            out.insert("Plans".to_owned(), plans.into());
        }
        out.into()
    }
}

/// Returns `true` if an operator belongs to the stage of the operator above it. A read of a single key does; other
/// reads are nodes of their own.
fn is_in_stage(node: &Node) -> bool {
    match &node.operator {
        PlanOperator::Read(read) => matches!(read.keys, PlannedKeys::Point(_)),
        PlanOperator::Lookup { .. } => false,
        PlanOperator::Write(_) | PlanOperator::Other { .. } => true,
    }
}

/// Moves the sink behind the operators whose rows it takes.
fn sink_last(operators: &mut Vec<(String, Value)>) {
    let (name, mut sink) = operators.remove(0);
    sink["Inputs"] = json!([]);
    for (_, operator) in operators.iter_mut() {
        for input in operator["Inputs"].as_array_mut().into_iter().flatten() {
            if let Some(position) = input["InternalOperatorId"].as_u64() {
                input["InternalOperatorId"] = (position - 1).into();
            }
        }
    }
    let name = if operators.is_empty() { format!("Stage-{name}") } else { name };
    operators.push((name, sink));
}

struct SimplifiedPlan<'p> {
    planned: &'p Planned,
    /// Id of the next operator. An operator's id is less than the ids of its inputs.
    id: usize,
}

fn plan(planned: &Planned) -> Value {
    let mut plan = SimplifiedPlan { planned, id: 0 };
    let root = plan.id();
    let mut plans = Vec::new();
    for (kind, nodes) in [("ResultSet", &planned.results), ("Sink", &planned.sinks)] {
        for (name, node) in names(kind, planned, nodes.len()).into_iter().zip(nodes) {
            let mut out = json!({ "PlanNodeId": plan.id(), "Node Type": if kind == "Sink" { kind } else { &name } });
            if kind == "ResultSet" {
                out["PlanNodeType"] = kind.into();
            }
            out["Plans"] = plan.node(node).into();
            plans.push(out);
        }
    }
    json!({ "PlanNodeId": root, "Node Type": "Query", "PlanNodeType": "Query", "Plans": plans })
}

impl SimplifiedPlan<'_> {
    fn id(&mut self) -> usize {
        self.id += 1;
        self.id - 1
    }

    /// Returns the nodes of an operator: one node, or the nodes of its inputs if the operator is left out.
    fn node(&mut self, node: &Node) -> Vec<Value> {
        // The rows of a subquery come from its own plan.
        if let Some(position) = precomputed(node, self.planned) {
            return self.node(&self.planned.precomputed[position]);
        }
        let (_, mut properties) = operator(&node.operator, &self.planned.database);
        let name = properties["Name"].clone();
        if name == "Iterator" || name == "PartitionByKey" {
            // YDB leaves these operators out of the simplified plan.
            return node.inputs.iter().flat_map(|input| self.node(input)).collect();
        }
        let mut out = json!({ "PlanNodeId": self.id(), "Node Type": name });
        let mut plans: Vec<Value> = node.inputs.iter().flat_map(|input| self.node(input)).collect();
        if let PlanOperator::Lookup { join, .. } = node.operator {
            properties.remove("Path");
            out["PlanNodeType"] = "Connection".into();
            if join {
                let keys = properties["LookupKeyColumns"].clone();
                properties.insert("Name".to_owned(), "TableLookup".into());
                // The lookup is the right side of the join.
                plans.push(
                    json!({ "Node Type": "TableLookup", "PlanNodeType": "TableLookup", "Operators": [properties] }),
                );
                out["Node Type"] = "LookupJoin".into();
                properties =
                    Map::from_iter([("Name".to_owned(), "LookupJoin".into()), ("LookupKeyColumns".to_owned(), keys)]);
            }
        }
        out["Operators"] = json!([properties]);
        if !plans.is_empty() {
            out["Plans"] = plans.into();
        }
        vec![out]
    }
}

/// Returns the names of a query's result sets, subqueries or writes; numbered if there are several.
fn names(kind: &str, planned: &Planned, count: usize) -> Vec<String> {
    let phase = match kind {
        "Precompute" => "_0",
        "ResultSet" if !planned.precomputed.is_empty() => "_1",
        _ => "",
    };
    let number = |position| if count > 1 { format!("_{position}") } else { String::new() };
    (0..count).map(|position| format!("{kind}{phase}{}", number(position))).collect()
}

/// Returns an operator's name in the type of its node, and its properties.
fn operator(operator: &PlanOperator, database: &str) -> (String, Map<String, Value>) {
    let mut out = Map::new();
    let mut table = |path: &str| {
        out.insert("Table".to_owned(), relative(path, database).into());
        out.insert("Path".to_owned(), path.into());
    };
    let (node, name) = match operator {
        PlanOperator::Read(read) => {
            table(&read.path);
            let name = match read.kind() {
                "FullScan" => "TableFullScan",
                "Scan" => "TableRangeScan",
                _ => "TablePointLookup",
            };
            keys(read, &mut out);
            (name, name)
        }
        PlanOperator::Lookup { read, join } => {
            table(&read.path);
            out.insert("Columns".to_owned(), read.columns.clone().into());
            if let PlannedKeys::Given(columns) = &read.keys {
                out.insert("LookupKeyColumns".to_owned(), columns.clone().into());
            }
            let name = if *join { "TableLookupJoin" } else { "TableLookup" };
            (name, name)
        }
        PlanOperator::Write(write) => {
            table(&write.path);
            out.insert("SinkType".to_owned(), "KqpTableSink".into());
            ("Sink", write.name)
        }
        PlanOperator::Other { node, name, properties } => {
            out.extend(properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())));
            (if node.is_empty() { &**name } else { node }, &**name)
        }
    };
    out.insert("Name".to_owned(), name.into());
    (node.to_owned(), out)
}

/// Adds a read's properties about its keys and columns.
fn keys(read: &PlannedRead, out: &mut Map<String, Value>) {
    let mut set = |name: &str, value: Option<Value>| out.extend(value.map(|value| (name.to_owned(), value)));
    let list = |items: &[String]| (!items.is_empty()).then(|| items.into());
    // An empty list is null here, and left out everywhere else.
    set("ReadColumns", Some(list(&read.columns).unwrap_or_default()));
    match &read.keys {
        PlannedKeys::All(columns) => {
            set("ReadRanges", Some(columns.clone().into()));
            set("ReadRangesPointPrefixLen", Some("0".into()));
        }
        PlannedKeys::Range(points, others) => set("ReadRange", Some([&points[..], &others[..]].concat().into())),
        PlannedKeys::Ranges { ranges, used, expected, points } => {
            set("ReadRanges", ranges.as_deref().map_or_else(|name| Some(name.clone().into()), list));
            set("ReadRangesKeys", list(used));
            set("ReadRangesExpectedSize", expected.map(|expected| expected.to_string().into()));
            set("ReadRangesPointPrefixLen", Some(points.to_string().into()));
        }
        PlannedKeys::Point(_) | PlannedKeys::Given(_) => {}
    }
    set("ReadLimit", read.limit.clone().map(Into::into));
    set("Reverse", read.reverse.then(|| true.into()));
}

/// Returns a table's path below the database; the whole path if it is not below.
fn relative<'p>(path: &'p str, database: &str) -> &'p str {
    below(database, path).unwrap_or(path)
}

/// Returns the number of the subquery whose rows a node returns.
fn precomputed(node: &Node, planned: &Planned) -> Option<usize> {
    let PlanOperator::Other { properties, .. } = &node.operator else { return None };
    (0..planned.precomputed.len()).find(|position| {
        let name = format!("precompute_0_{position}");
        properties.iter().any(|(_, value)| *value == name)
    })
}
