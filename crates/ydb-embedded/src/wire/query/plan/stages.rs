//! The section `Plan`: stages, and what connects them.
//!
//! A stage lists its operators from the last to the first, and names its type after them: `Limit-Filter`. Each of them
//! says where its rows come from: another operator of the stage, or another node. Nodes are numbered from the leaves up.

use serde_json::{Map, Value, json};

use super::operator::{names, operator, precomputed, relative};
use crate::session::{Node, Operator, Planned, PlannedKeys};

pub(super) fn plans(planned: &Planned) -> Vec<Value> {
    let mut stages = Stages { planned, id: 0 };
    // The subqueries are a phase before the rest; the phase itself has a number, too.
    let precomputed = stages.phase(&[("Precompute", &planned.precomputed)]);
    let mut all = stages.phase(&[("ResultSet", &planned.results), ("Sink", &planned.sinks)]);
    all.extend(precomputed);
    all
}

/// The state of one plan.
struct Stages<'p> {
    planned: &'p Planned,
    /// How many nodes have a number.
    id: usize,
}

impl Stages<'_> {
    /// The nodes of one phase.
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

    /// The node of a result set, a subquery or a write.
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

    /// The node that begins with this operator: a lookup, a read, or a stage.
    fn node(&mut self, first: &Node) -> Value {
        if let Operator::Lookup { .. } = first.operator {
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
        if matches!(first.operator, Operator::Write(_)) {
            // What is written is the output of the stage, and no operator of it.
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

    /// A lookup connects the stage of its keys with the one that takes its rows.
    fn lookup(&mut self, node: &Node) -> Value {
        let plans = self.all(&node.inputs);
        let (name, mut out) = operator(&node.operator, &self.planned.database);
        out.remove("Name");
        out.insert("Node Type".to_owned(), name.into());
        out.insert("PlanNodeType".to_owned(), "Connection".into());
        self.finish(out, plans)
    }

    /// The nodes of several inputs. Their numbers fall.
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

/// Whether an operator belongs to the stage of the one above it. A read by a single key does; the others are sources.
fn is_in_stage(node: &Node) -> bool {
    match &node.operator {
        Operator::Read(read) => matches!(read.keys, PlannedKeys::Point(_)),
        Operator::Lookup { .. } => false,
        Operator::Write(_) | Operator::Other { .. } => true,
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
