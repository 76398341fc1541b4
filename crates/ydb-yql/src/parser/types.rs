//! Parser of types.

use super::cursor::Parser;
use super::refuse::TYPE;
use crate::ast::{Expr, ExprKind, Ident, Literal, TypeExpr, TypeExprKind};
use crate::error::{Error, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;
use crate::literal;

/// Words that begin a composite type before `<`.
const COMPOSITE: [&str; 13] = [
    "OPTIONAL", "TUPLE", "STRUCT", "VARIANT", "LIST", "STREAM", "FLOW", "DICT", "SET", "ENUM", "RESOURCE", "TAGGED",
    "CALLABLE",
];

impl Parser<'_> {
    /// Returns `true` if a composite type such as `List<` or `Struct<` begins here.
    pub(super) fn begins_composite_type(&self) -> bool {
        let opens = matches!(self.kind_at(1), Kind::Less | Kind::NotEquals2);
        opens && COMPOSITE.iter().any(|word| self.is(word))
    }

    /// Parses a type.
    pub(super) fn type_name(&mut self) -> Result<TypeExpr> {
        if self.is_printed() {
            return self.printed_type();
        }
        self.nested(TYPE, |parser| {
            let at = parser.position();
            let mut ty = TypeExpr { at, kind: parser.type_kind()? };
            while parser.eat_kind(Kind::Question) {
                parser.link()?;
                ty = TypeExpr { at, kind: TypeExprKind::Optional(Box::new(ty)) };
            }
            Ok(ty)
        })
    }

    /// Parses a type as YDB prints it. The name includes the parameters: `Decimal(22, 9)`, `pgnumeric(5)`.
    fn printed_type(&mut self) -> Result<TypeExpr> {
        let (at, start) = (self.position(), self.start());
        if self.kind() != Kind::Word {
            return Err(self.none_of(&["a type"]));
        }
        self.advance();
        if self.kind() == Kind::LeftParen {
            self.pass_over(Kind::LeftParen, Kind::RightParen, &[])?;
        }
        let span = self.since(start);
        Ok(TypeExpr { at, kind: TypeExprKind::Name(Ident { span, ..Ident::new(self.text_of(span), at) }) })
    }

    fn type_kind(&mut self) -> Result<TypeExprKind> {
        if self.kind() == Kind::Dollar {
            self.note("a parameter as a type");
            return self.named().map(TypeExprKind::Name);
        }
        if self.is("NULL") {
            self.note("the type NULL");
            return self.any_name().map(TypeExprKind::Name);
        }
        if self.begins_composite_type() {
            return self.composite();
        }
        if self.is("DECIMAL") {
            return self.decimal();
        }
        self.unsupported_if(
            "the type Linear",
            ["LINEAR", "DYNAMICLINEAR"].iter().any(|word| self.is(word)) && self.kind_at(1) == Kind::Less,
        )?;
        self.name(NameRule::Pure).map(TypeExprKind::Name)
    }

    fn composite(&mut self) -> Result<TypeExprKind> {
        let word = self.slice().to_ascii_uppercase();
        if !matches!(word.as_str(), "OPTIONAL" | "TUPLE" | "STRUCT" | "LIST" | "DICT" | "SET") {
            self.note(&format!("the type {}", self.slice()));
            let name = self.any_name()?;
            if !self.eat_kind(Kind::NotEquals2) {
                self.pass_over(Kind::Less, Kind::Greater, &[])?;
            }
            return Ok(TypeExprKind::Name(name));
        }
        self.advance();
        if self.kind() == Kind::NotEquals2 && matches!(word.as_str(), "TUPLE" | "STRUCT") {
            self.advance();
            let tuple = word == "TUPLE";
            return Ok(if tuple { TypeExprKind::Tuple(Vec::new()) } else { TypeExprKind::Struct(Vec::new()) });
        }
        self.expect_kind(Kind::Less)?;
        let empty = self.kind() == Kind::Greater;
        let kind = match word.as_str() {
            "OPTIONAL" => TypeExprKind::Optional(Box::new(self.type_name()?)),
            "LIST" => TypeExprKind::List(Box::new(self.type_name()?)),
            "TUPLE" if empty => TypeExprKind::Tuple(Vec::new()),
            "TUPLE" => TypeExprKind::Tuple(self.list(true, Self::type_name)?),
            "STRUCT" if empty => TypeExprKind::Struct(Vec::new()),
            "STRUCT" => TypeExprKind::Struct(self.list(true, Self::struct_member)?),
            // A set is a dict with values of the type Void.
            "SET" => {
                let key = self.type_name()?;
                let void = TypeExprKind::Name(Ident::new("Void", key.at));
                let void = Box::new(TypeExpr { at: key.at, kind: void });
                TypeExprKind::Dict(Box::new(key), void)
            }
            _ => {
                let key = Box::new(self.type_name()?);
                self.expect_kind(Kind::Comma)?;
                TypeExprKind::Dict(key, Box::new(self.type_name()?))
            }
        };
        self.expect_kind(Kind::Greater)?;
        Ok(kind)
    }

    fn struct_member(&mut self) -> Result<(Ident, TypeExpr)> {
        let name = self.type_tag()?;
        self.expect_kind(Kind::Colon)?;
        Ok((name, self.type_name()?))
    }

    /// Parses the name of a struct's member: a word or a string.
    fn type_tag(&mut self) -> Result<Ident> {
        let (at, start) = (self.position(), self.start());
        match self.kind() {
            Kind::Dollar => self.unsupported("a parameter as the name of a member"),
            Kind::String => match literal::string(self.slice(), self.ansi) {
                Ok(Literal::String { bytes, .. }) => {
                    let name = String::from_utf8_lossy(&bytes).into();
                    self.advance();
                    Ok(Ident { name, at, span: self.since(start) })
                }
                Ok(_) => Err(self.unexpected()),
                Err(reason) => Err(Error::refused(at, reason)),
            },
            _ => self.name(NameRule::Any),
        }
    }

    fn decimal(&mut self) -> Result<TypeExprKind> {
        self.advance();
        self.in_parentheses(|parser| {
            let precision = Box::new(parser.decimal_size()?);
            parser.expect_kind(Kind::Comma)?;
            Ok(TypeExprKind::Decimal { precision, scale: Box::new(parser.decimal_size()?) })
        })
    }

    fn decimal_size(&mut self) -> Result<Expr> {
        match self.kind() {
            Kind::Integer => self.literal(),
            Kind::Dollar => {
                self.note("a parameter as the precision or scale of Decimal");
                let name = self.named()?;
                Ok(Expr { span: name.span, ..Expr::new(name.at, ExprKind::Named(name)) })
            }
            _ => Err(self.none_of(&["INTEGER_VALUE"])),
        }
    }
}
