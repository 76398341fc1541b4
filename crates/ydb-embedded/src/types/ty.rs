//! YQL's types.

use std::fmt;
use std::sync::Arc;

use super::Primitive;

/// A member of a struct type: its name and type.
pub type StructMember = (Arc<str>, Type);

/// A YQL type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Type {
    Primitive(Primitive),
    Decimal {
        precision: u8,
        scale: u8,
    },
    Optional(Arc<Type>),
    List(Arc<Type>),
    Tuple(Arc<[Type]>),
    /// Members sorted by name, as YQL keeps them.
    Struct(Arc<[StructMember]>),
    Dict(Arc<Type>, Arc<Type>),
    /// The type of the literal `NULL`.
    Null,
    Void,
    EmptyList,
    EmptyDict,
}

impl Type {
    /// The optional form of this type; a type that is optional already (or `Null`) stays as it is.
    pub fn optional(self) -> Self {
        match self {
            Self::Optional(_) | Self::Null => self,
            other => Self::Optional(Arc::new(other)),
        }
    }

    /// The type without its outermost `Optional`.
    pub fn unwrap_optional(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner,
            other => other,
        }
    }

    /// Whether a value of this type may be NULL.
    pub const fn is_optional(&self) -> bool {
        matches!(self, Self::Optional(_) | Self::Null)
    }

    /// The types directly in this one.
    fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Optional(inner) | Self::List(inner) => vec![inner],
            Self::Tuple(items) => items.iter().collect(),
            Self::Struct(members) => members.iter().map(|(_, ty)| ty).collect(),
            Self::Dict(key, value) => vec![key, value],
            Self::Primitive(_) | Self::Decimal { .. } => Vec::new(),
            Self::Null | Self::Void | Self::EmptyList | Self::EmptyDict => Vec::new(),
        }
    }

    /// How deeply types are nested in this one.
    pub fn depth(&self) -> usize {
        1 + self.parts().into_iter().map(Self::depth).max().unwrap_or(0)
    }

    /// Whether this type is made of at most so many. The types in it may be shared, and their number may double with
    /// each level, so the walk ends early.
    pub fn is_within(&self, most: usize) -> bool {
        fn walk(ty: &Type, left: &mut usize) -> bool {
            let Some(less) = left.checked_sub(1) else { return false };
            *left = less;
            ty.parts().into_iter().all(|part| walk(part, left))
        }
        walk(self, &mut { most })
    }

    /// A struct type of these members, sorted by name.
    pub fn new_struct(mut members: Vec<StructMember>) -> Self {
        members.sort_by(|a, b| a.0.cmp(&b.0));
        Self::Struct(members.into())
    }
}

impl From<Primitive> for Type {
    fn from(primitive: Primitive) -> Self {
        Self::Primitive(primitive)
    }
}

/// As YDB's messages print types: `Int32`, `Optional<Utf8>`, `List<Struct<'a':Int32,'b':String?>>`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optional(inner) => write!(f, "Optional<{}>", Inner(inner)),
            other => Inner(other).fmt(f),
        }
    }
}

/// A type inside of another, where optional ones are printed with a question mark.
struct Inner<'a>(&'a Type);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Primitive(primitive) => primitive.fmt(f),
            Type::Decimal { precision, scale } => write!(f, "Decimal({precision},{scale})"),
            Type::Optional(inner) => write!(f, "{}?", Inner(inner)),
            Type::List(item) => write!(f, "List<{}>", Inner(item)),
            Type::Tuple(items) => {
                f.write_str("Tuple<")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { "," }, Inner(item))?;
                }
                f.write_str(">")
            }
            Type::Struct(members) => {
                f.write_str("Struct<")?;
                for (i, (name, ty)) in members.iter().enumerate() {
                    write!(f, "{}'{name}':{}", if i == 0 { "" } else { "," }, Inner(ty))?;
                }
                f.write_str(">")
            }
            Type::Dict(key, value) => write!(f, "Dict<{},{}>", Inner(key), Inner(value)),
            Type::Null => f.write_str("Null"),
            Type::Void => f.write_str("Void"),
            Type::EmptyList => f.write_str("EmptyList"),
            Type::EmptyDict => f.write_str("EmptyDict"),
        }
    }
}
