//! Reads values that clients send and checks them against the type that was sent with them. The type is prepared for
//! reading many values.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::Arc;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::value::Value as Field;

use super::{MAX_DEPTH, primitive_of};
use crate::error::{Error, Result};
use crate::types::{self, Primitive, Row, StoredAs, StructMember, Type, Value};
use crate::wire::reply::{bad, invalid, unsupported, within};

/// Reads a query's parameters, by name with the `$`.
pub(crate) fn params(sent: HashMap<String, proto::TypedValue>) -> Result<BTreeMap<String, (Type, Value)>> {
    sent.into_iter()
        .map(|(name, param)| match typed(Some(param)) {
            Ok(param) => Ok((name, param)),
            Err(error) => Err(within(error, &format!("Parameter {name}"))),
        })
        .collect()
}

/// Reads a value that was sent with its type.
///
/// Fails with BAD_REQUEST if either is missing, or if the value does not fit the type.
pub(crate) fn typed(sent: Option<proto::TypedValue>) -> Result<(Type, Value)> {
    let (shape, value) = open(sent)?;
    let value = shape.read(value)?;
    Ok((shape.ty, value))
}

/// Reads the elements of a tuple with their types.
pub(crate) fn tuple(sent: Option<proto::TypedValue>) -> Result<Vec<(Type, Value)>> {
    match typed(sent)? {
        (Type::Tuple(types), Value::Items(items)) => Ok(types.iter().cloned().zip(items.iter().cloned()).collect()),
        (ty, _) => Err(bad(format!("Expected a tuple, got {ty}"))),
    }
}

/// Reads a list of structs as rows. Members and rows keep the order in which they were sent.
pub(crate) fn rows(sent: Option<proto::TypedValue>) -> Result<(Vec<StructMember>, Vec<Row>)> {
    let (shape, value) = open(sent)?;
    let (ShapeLayout::List(item), Type::List(_)) = (&shape.layout, &shape.ty) else {
        return Err(bad(format!("Expected a list of structs, got {}", shape.ty)));
    };
    let (ShapeLayout::Struct(sent), Type::Struct(sorted)) = (&item.layout, &item.ty) else {
        return Err(bad(format!("Expected a list of structs, got {}", shape.ty)));
    };
    let members: Vec<StructMember> = sent.iter().map(|(_, place)| sorted[*place].clone()).collect();
    let rows = list(value)?.into_iter().map(|value| {
        let fields = fixed(value, sent.len(), "struct fields")?;
        let row = sent.iter().zip(fields).zip(&members).map(|(((shape, _), field), (name, _))| {
            let value = match field.value {
                // YDB accepts a NULL before it checks the type. Whether the column may be NULL is checked later.
                Some(Field::NullFlagValue(_)) => Ok(Value::Null),
                _ => shape.read(field),
            };
            value.map_err(|error| within(error, &format!("Column {name}")))
        });
        row.collect::<Result<Row>>()
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    Ok((members, rows))
}

fn open(sent: Option<proto::TypedValue>) -> Result<(ValueShape, proto::Value)> {
    let sent = sent.ok_or_else(|| bad("Value is not set"))?;
    let ty = sent.r#type.as_ref().ok_or_else(|| bad("Type is not set"))?;
    Ok((ValueShape::new(ty)?, sent.value.ok_or_else(|| bad("Value is not set"))?))
}

impl ValueShape {
    /// Reads a value of the protocol as a value of this type. The recursion follows the type, whose depth is limited.
    pub(super) fn read(&self, sent: proto::Value) -> Result<Value> {
        match &self.layout {
            ShapeLayout::Primitive(primitive) => self.scalar(*primitive, sent),
            ShapeLayout::Decimal => match sent.value {
                Some(Field::Low128(low)) => {
                    let value = Value::Decimal(joined(low, sent.high_128).cast_signed());
                    types::in_range(&value, &self.ty).then_some(value).ok_or_else(|| bad("Invalid decimal value"))
                }
                _ => Err(self.wrong()),
            },
            ShapeLayout::Optional { item, wraps } => match sent.value {
                Some(Field::NullFlagValue(_)) => Ok(Value::Null),
                Some(Field::NestedValue(nested)) => Ok(just(item.read(*nested)?, *wraps)),
                _ => Ok(just(item.read(sent)?, *wraps)),
            },
            ShapeLayout::List(item) => {
                let items = list(sent)?.into_iter().map(|value| item.read(value));
                Ok(Value::Items(items.collect::<Result<_>>()?))
            }
            ShapeLayout::Tuple(shapes) => {
                let items = shapes.iter().zip(fixed(sent, shapes.len(), "tuple elements")?);
                Ok(Value::Items(items.map(|(shape, value)| shape.read(value)).collect::<Result<_>>()?))
            }
            ShapeLayout::Struct(members) => {
                let mut items = vec![Value::Null; members.len()];
                for ((shape, place), value) in members.iter().zip(fixed(sent, members.len(), "struct fields")?) {
                    items[*place] = shape.read(value)?;
                }
                Ok(Value::Items(items.into()))
            }
            ShapeLayout::Dict(key, payload) => dict(key, payload, sent),
            ShapeLayout::Unit => match (&self.ty, sent.value) {
                (Type::EmptyList, None) if sent.items.is_empty() => Ok(Value::Items([].into())),
                (Type::EmptyDict, None) if sent.pairs.is_empty() => Ok(Value::Dict([].into())),
                (Type::Null | Type::Void, None | Some(Field::NullFlagValue(_))) => Ok(Value::Null),
                _ => Err(self.wrong()),
            },
        }
    }

    fn scalar(&self, primitive: Primitive, sent: proto::Value) -> Result<Value> {
        let field = sent.value.ok_or_else(|| self.wrong())?;
        match (primitive.stored_as(), field) {
            (StoredAs::Bool, Field::BoolValue(value)) => Ok(Value::Bool(value)),
            (StoredAs::Signed(1..=4), Field::Int32Value(value)) => self.ranged(Value::Int(value.into()), &value),
            (StoredAs::Signed(8), Field::Int64Value(value)) => self.ranged(Value::Int(value), &value),
            (StoredAs::Unsigned(1..=4), Field::Uint32Value(value)) => self.ranged(Value::Uint(value.into()), &value),
            (StoredAs::Unsigned(8), Field::Uint64Value(value)) => self.ranged(Value::Uint(value), &value),
            (StoredAs::Float, Field::FloatValue(value)) => Ok(Value::Float(value)),
            (StoredAs::Double, Field::DoubleValue(value)) => Ok(Value::Double(value)),
            (StoredAs::Bytes, Field::BytesValue(value)) if types::is_valid_bytes(&value, primitive) => {
                Ok(Value::bytes(value))
            }
            (StoredAs::Text | StoredAs::Imaged(_), Field::TextValue(value)) => {
                types::kept_text(&value, primitive).map(Value::Text).ok_or_else(|| invalid(primitive))
            }
            (StoredAs::Uuid, Field::Low128(low)) => Ok(Value::Uuid(joined(low, sent.high_128).to_le_bytes())),
            (StoredAs::Bytes, Field::BytesValue(_)) => Err(invalid(primitive)),
            _ => Err(self.wrong()),
        }
    }

    /// Returns the value if it is in the type's range. Fails with BAD_REQUEST otherwise.
    fn ranged(&self, value: Value, sent: &dyn Display) -> Result<Value> {
        if types::in_range(&value, &self.ty) {
            return Ok(value);
        }
        Err(bad(format!("Value {sent} is out of range for type: {}", self.ty)))
    }

    fn wrong(&self) -> Error {
        bad(format!("Invalid value representation for type: {}", self.ty))
    }
}

fn just(value: Value, wraps: bool) -> Value {
    if wraps { Value::Just(Arc::new(value)) } else { value }
}

fn joined(low: u64, high: u64) -> u128 {
    (u128::from(high) << 64) | u128::from(low)
}

fn list(sent: proto::Value) -> Result<Vec<proto::Value>> {
    if sent.value.is_some() || !sent.pairs.is_empty() {
        return Err(bad("Invalid value representation for type: List"));
    }
    Ok(sent.items)
}

fn fixed(sent: proto::Value, len: usize, what: &str) -> Result<Vec<proto::Value>> {
    if sent.items.len() != len || sent.value.is_some() || !sent.pairs.is_empty() {
        return Err(bad(format!("Number of {what} and their types mismatched")));
    }
    Ok(sent.items)
}

/// Reads a dict and sorts its pairs by key. If a key occurs twice, the later pair counts.
fn dict(key: &ValueShape, payload: &ValueShape, sent: proto::Value) -> Result<Value> {
    if sent.value.is_some() || !sent.items.is_empty() {
        return Err(bad("Invalid value representation for type: Dict"));
    }
    // An unset value is the only value of Void, which is the payload type of a Set.
    let read = |of: &ValueShape, sent: Option<proto::Value>| of.read(sent.unwrap_or_default());
    let pairs = sent.pairs.into_iter().map(|pair| Ok((read(key, pair.key)?, read(payload, pair.payload)?)));
    let mut pairs = pairs.collect::<Result<Vec<_>>>()?;
    pairs.reverse();
    pairs.sort_by(|a, b| types::key_cmp(&a.0, &b.0));
    pairs.dedup_by(|later, first| types::key_cmp(&later.0, &first.0).is_eq());
    Ok(Value::Dict(pairs.into()))
}

/// A type, prepared for reading its values.
#[derive(Clone, Debug)]
pub(super) struct ValueShape {
    /// The engine's type.
    pub ty: Type,
    /// Layout of the type's values in the protocol.
    pub layout: ShapeLayout,
}

/// Layout of values in the protocol.
#[derive(Clone, Debug)]
pub(super) enum ShapeLayout {
    /// A single field, which depends on the primitive type.
    Primitive(Primitive),
    /// Two halves of 64 bits.
    Decimal,
    /// `wraps`: the item itself may be NULL, so a present NULL must be distinguishable from an absent item.
    Optional { item: Box<ValueShape>, wraps: bool },
    /// Items that all have one shape.
    List(Box<ValueShape>),
    /// Items that each have their own shape.
    Tuple(Vec<ValueShape>),
    /// Members in the order in which they were sent, each with its position in the sorted type.
    Struct(Vec<(ValueShape, usize)>),
    /// Pairs of keys and payloads.
    Dict(Box<ValueShape>, Box<ValueShape>),
    /// `Null`, `Void`, the empty list and the empty dict, which have one value each.
    Unit,
}

/// Returns the engine's type for a type that was sent.
///
/// Fails with BAD_REQUEST for a type that is incomplete, unknown or too deeply nested, and with UNSUPPORTED for kinds
/// of types that the engine lacks.
pub(crate) fn type_from(ty: &proto::Type) -> Result<Type> {
    Ok(ValueShape::new(ty)?.ty)
}

impl ValueShape {
    pub(super) fn new(ty: &proto::Type) -> Result<Self> {
        Self::nested(ty, 0)
    }

    fn nested(ty: &proto::Type, depth: usize) -> Result<Self> {
        if depth > MAX_DEPTH {
            return Err(bad(format!("Type nests deeper than {MAX_DEPTH} levels")));
        }
        match ty.r#type.as_ref().ok_or_else(|| bad("Type is not set"))? {
            Kind::TypeId(id) => Self::known(*id),
            Kind::DecimalType(decimal) => Self::decimal(decimal),
            Kind::OptionalType(optional) => Self::optional(Self::child(optional.item.as_deref(), depth)?),
            Kind::ListType(list) => {
                let item = Self::child(list.item.as_deref(), depth)?;
                Ok(Self { ty: Type::List(Arc::new(item.ty.clone())), layout: ShapeLayout::List(Box::new(item)) })
            }
            Kind::TupleType(tuple) => {
                let items = tuple.elements.iter().map(|ty| Self::nested(ty, depth + 1)).collect::<Result<Vec<_>>>()?;
                let types = items.iter().map(|item| item.ty.clone()).collect();
                Ok(Self { ty: Type::Tuple(types), layout: ShapeLayout::Tuple(items) })
            }
            Kind::StructType(fields) => Self::fields(fields, depth),
            Kind::DictType(dict) => {
                let key = Self::child(dict.key.as_deref(), depth)?;
                let payload = Self::child(dict.payload.as_deref(), depth)?;
                Ok(Self {
                    ty: Type::Dict(Arc::new(key.ty.clone()), Arc::new(payload.ty.clone())),
                    layout: ShapeLayout::Dict(Box::new(key), Box::new(payload)),
                })
            }
            Kind::VoidType(_) => Ok(Self::unit(Type::Void)),
            Kind::NullType(_) => Ok(Self::unit(Type::Null)),
            Kind::EmptyListType(_) => Ok(Self::unit(Type::EmptyList)),
            Kind::EmptyDictType(_) => Ok(Self::unit(Type::EmptyDict)),
            Kind::VariantType(_) => Err(unsupported("Variant")),
            Kind::TaggedType(_) => Err(unsupported("Tagged")),
            Kind::PgType(pg) => Err(unsupported(&format!("Pg type {}", pg.type_name))),
        }
    }

    fn child(ty: Option<&proto::Type>, depth: usize) -> Result<Self> {
        Self::nested(ty.ok_or_else(|| bad("Type of an item is not set"))?, depth + 1)
    }

    const fn unit(ty: Type) -> Self {
        Self { ty, layout: ShapeLayout::Unit }
    }

    fn known(id: i32) -> Result<Self> {
        let primitive = primitive_of(id).ok_or_else(|| bad(format!("Got invalid typeId: {id}")))?;
        Ok(Self { ty: primitive.into(), layout: ShapeLayout::Primitive(primitive) })
    }

    fn decimal(decimal: &proto::DecimalType) -> Result<Self> {
        let invalid = || bad(format!("Invalid Decimal({},{})", decimal.precision, decimal.scale));
        let precision = u8::try_from(decimal.precision).map_err(|_| invalid())?;
        let scale = u8::try_from(decimal.scale).map_err(|_| invalid())?;
        if !(1..=35).contains(&precision) || scale > precision {
            return Err(invalid());
        }
        Ok(Self { ty: Type::Decimal { precision, scale }, layout: ShapeLayout::Decimal })
    }

    fn optional(item: Self) -> Result<Self> {
        if item.ty == Type::Void {
            return Err(unsupported("Optional<Void>"));
        }
        let wraps = item.ty.is_optional();
        Ok(Self {
            ty: Type::Optional(Arc::new(item.ty.clone())),
            layout: ShapeLayout::Optional { item: Box::new(item), wraps },
        })
    }

    fn fields(fields: &proto::StructType, depth: usize) -> Result<Self> {
        let sent = fields
            .members
            .iter()
            .map(|member| Ok((Arc::<str>::from(&*member.name), Self::child(member.r#type.as_ref(), depth)?)));
        let sent = sent.collect::<Result<Vec<_>>>()?;
        let mut order: Vec<usize> = (0..sent.len()).collect();
        order.sort_by(|&a, &b| sent[a].0.cmp(&sent[b].0));
        if let Some(twice) = order.windows(2).find(|pair| sent[pair[0]].0 == sent[pair[1]].0) {
            return Err(bad(format!("Duplicated member: {}", sent[twice[0]].0)));
        }
        let mut places = vec![0; sent.len()];
        for (place, &of) in order.iter().enumerate() {
            places[of] = place;
        }
        let members: Vec<StructMember> = order.iter().map(|&i| (sent[i].0.clone(), sent[i].1.ty.clone())).collect();
        let layout = ShapeLayout::Struct(sent.into_iter().map(|(_, shape)| shape).zip(places).collect());
        Ok(Self { ty: Type::Struct(members.into()), layout })
    }
}
