//! The section `SimplifiedPlan`: each operator above those that give it rows.

use serde_json::{Map, Value, json};

use super::operator::{names, operator, precomputed};
use crate::session::{Node, Operator, Planned};

/// The state of one plan.
struct Plan<'p> {
    planned: &'p Planned,
    /// The next id. An operator's id is less than those of its inputs.
    id: usize,
}

pub(super) fn plan(planned: &Planned) -> Value {
    let mut plan = Plan { planned, id: 0 };
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

impl Plan<'_> {
    fn id(&mut self) -> usize {
        self.id += 1;
        self.id - 1
    }

    /// The nodes of an operator: one, or those of its inputs if it is left out.
    fn node(&mut self, node: &Node) -> Vec<Value> {
        // The rows of a subquery are those of its plan.
        if let Some(position) = precomputed(node, self.planned) {
            return self.node(&self.planned.precomputed[position]);
        }
        let (_, mut properties) = operator(&node.operator, &self.planned.database);
        let name = properties["Name"].clone();
        if name == "Iterator" || name == "PartitionByKey" {
            // They are left out.
            return node.inputs.iter().flat_map(|input| self.node(input)).collect();
        }
        let mut out = json!({ "PlanNodeId": self.id(), "Node Type": name });
        let mut plans: Vec<Value> = node.inputs.iter().flat_map(|input| self.node(input)).collect();
        if let Operator::Lookup { join, .. } = node.operator {
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
