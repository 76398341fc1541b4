//! A type that a client sent, prepared for reading many values of it.

use std::sync::Arc;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::r#type::Type as Kind;

use super::{MAX_DEPTH, primitive_of};
use crate::error::Result;
use crate::types::{Primitive, StructMember, Type};
use crate::wire::refusal::{bad, unsupported};

/// A type, and how to read its values.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The engine's type.
    pub ty: Type,
    /// How its values are laid out.
    pub layout: Layout,
}

/// How values are laid out in the protocol.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// A field of the type's own.
    Primitive(Primitive),
    /// Two halves of 64 bits.
    Decimal,
    /// `wraps`: the item itself may be NULL, so a present NULL must be distinguishable from an absent item.
    Optional { item: Box<Shape>, wraps: bool },
    /// Items of one shape.
    List(Box<Shape>),
    /// Items, each of its own shape.
    Tuple(Vec<Shape>),
    /// The members as sent, each with its position in the sorted type.
    Struct(Vec<(Shape, usize)>),
    /// Pairs of keys and payloads.
    Dict(Box<Shape>, Box<Shape>),
    /// `Null`, `Void`, the empty list and the empty dict: one value each.
    Unit,
}

/// The engine's type of a type as sent.
///
/// Fails with BAD_REQUEST for a type that is incomplete, unknown or too deeply nested; UNSUPPORTED for kinds that the
/// engine lacks.
pub(crate) fn type_from(ty: &proto::Type) -> Result<Type> {
    Ok(Shape::new(ty)?.ty)
}

impl Shape {
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
                Ok(Self { ty: Type::List(Arc::new(item.ty.clone())), layout: Layout::List(Box::new(item)) })
            }
            Kind::TupleType(tuple) => {
                let items = tuple.elements.iter().map(|ty| Self::nested(ty, depth + 1)).collect::<Result<Vec<_>>>()?;
                let types = items.iter().map(|item| item.ty.clone()).collect();
                Ok(Self { ty: Type::Tuple(types), layout: Layout::Tuple(items) })
            }
            Kind::StructType(fields) => Self::fields(fields, depth),
            Kind::DictType(dict) => {
                let key = Self::child(dict.key.as_deref(), depth)?;
                let payload = Self::child(dict.payload.as_deref(), depth)?;
                Ok(Self {
                    ty: Type::Dict(Arc::new(key.ty.clone()), Arc::new(payload.ty.clone())),
                    layout: Layout::Dict(Box::new(key), Box::new(payload)),
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
        Self { ty, layout: Layout::Unit }
    }

    fn known(id: i32) -> Result<Self> {
        let primitive = primitive_of(id).ok_or_else(|| bad(format!("Got invalid typeId: {id}")))?;
        Ok(Self { ty: primitive.into(), layout: Layout::Primitive(primitive) })
    }

    fn decimal(decimal: &proto::DecimalType) -> Result<Self> {
        let invalid = || bad(format!("Invalid Decimal({},{})", decimal.precision, decimal.scale));
        let precision = u8::try_from(decimal.precision).map_err(|_| invalid())?;
        let scale = u8::try_from(decimal.scale).map_err(|_| invalid())?;
        if !(1..=35).contains(&precision) || scale > precision {
            return Err(invalid());
        }
        Ok(Self { ty: Type::Decimal { precision, scale }, layout: Layout::Decimal })
    }

    fn optional(item: Self) -> Result<Self> {
        if item.ty == Type::Void {
            return Err(unsupported("Optional<Void>"));
        }
        let wraps = item.ty.is_optional();
        Ok(Self {
            ty: Type::Optional(Arc::new(item.ty.clone())),
            layout: Layout::Optional { item: Box::new(item), wraps },
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
        let layout = Layout::Struct(sent.into_iter().map(|(_, shape)| shape).zip(places).collect());
        Ok(Self { ty: Type::Struct(members.into()), layout })
    }
}
