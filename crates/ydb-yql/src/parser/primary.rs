//! Parser of atoms of expressions and of their suffixes: members, indexes, calls.

use super::cursor::Parser;
use super::refuse::QUERY;
use crate::ast::{Arg, Call, Expr, ExprKind, Ident, InSet, SelectQuery};
use crate::error::{Error, Position, Result};
use crate::keyword::NameRule;
use crate::lexer::Kind;

/// Content of parentheses.
enum Parenthesized {
    Query(Box<SelectQuery>),
    /// Expressions: `(a)` is a single item, and `(a,)` is a tuple with one item.
    Items {
        items: Vec<Expr>,
        tuple: bool,
    },
    Struct(Vec<(Ident, Expr)>),
}

impl Parser<'_> {
    /// Parses an atom with its suffixes.
    pub(super) fn postfixed(&mut self, rule: NameRule) -> Result<Expr> {
        self.tick()?;
        let atom = self.atom(rule)?;
        self.suffixes(atom)
    }

    /// Parses the operand after IN. Parentheses are a list of items there.
    pub(super) fn postfixed_set(&mut self) -> Result<InSet> {
        if self.kind() != Kind::LeftParen {
            return self.postfixed(NameRule::ExprIn).map(InSet::Expr);
        }
        let (at, start) = (self.position(), self.start());
        let inside = self.parentheses()?;
        if self.kind() == Kind::Arrow || self.begins_suffix() {
            let mut atom = self.parenthesized(at, inside)?;
            atom.span = self.since(start);
            return self.suffixes(atom).map(InSet::Expr);
        }
        Ok(match inside {
            Parenthesized::Query(query) => InSet::Query(*query),
            Parenthesized::Items { items, .. } if !items.is_empty() => InSet::Items(items),
            other => {
                let set = self.parenthesized(at, other)?;
                InSet::Expr(Expr { span: self.since(start), ..set })
            }
        })
    }

    fn begins_suffix(&self) -> bool {
        matches!(self.kind(), Kind::Dot | Kind::LeftSquare | Kind::LeftParen) || self.is("COLLATE")
    }

    fn suffixes(&mut self, mut expr: Expr) -> Result<Expr> {
        let start = expr.span.start;
        loop {
            let at = self.position();
            let kind = match self.kind() {
                Kind::LeftSquare => {
                    self.advance();
                    let index = Box::new(self.expr()?);
                    self.expect_kind(Kind::RightSquare)?;
                    ExprKind::Index { expr: Box::new(expr), index }
                }
                Kind::Dot => {
                    self.advance();
                    ExprKind::Member { expr: Box::new(expr), name: self.member()? }
                }
                Kind::LeftParen => match expr.kind {
                    ExprKind::Named(name) => {
                        let name = Ident { name: format!("${}", name.name.trim_start_matches('$')).into(), ..name };
                        self.call(expr.at, None, name)?.kind
                    }
                    ExprKind::Call(first) if first.returns_function() => {
                        let (module, name) = (first.module.clone(), first.name.clone());
                        match self.call(expr.at, module, name)? {
                            Expr { kind: ExprKind::Call(second), .. } => {
                                ExprKind::Call(Box::new(first.applied(second.args)))
                            }
                            other => return Ok(Expr { span: self.since(start), ..other }),
                        }
                    }
                    kind => {
                        self.note("a call of a value");
                        let callee = Expr { kind, ..expr };
                        match self.call(at, None, Ident::new("", at))?.kind {
                            ExprKind::Call(mut call) => {
                                call.args.insert(0, Arg::Value(callee));
                                ExprKind::Call(call)
                            }
                            other => other,
                        }
                    }
                },
                Kind::Word if self.is("COLLATE") => {
                    self.note("COLLATE");
                    self.advance();
                    self.name(NameRule::Any)?;
                    return Ok(expr);
                }
                _ => return Ok(expr),
            };
            self.link()?;
            expr = Expr { at, span: self.since(start), kind };
        }
    }

    /// Parses the name of a member after a dot; for an element of a tuple, its number.
    fn member(&mut self) -> Result<Ident> {
        if self.kind() == Kind::Dollar {
            self.note("a parameter as the name of a member");
            return self.named();
        }
        if self.kind() == Kind::Integer && self.slice().bytes().all(|byte| byte.is_ascii_digit()) {
            return self.any_name();
        }
        self.name(NameRule::AnyOrType)
    }

    fn atom(&mut self, rule: NameRule) -> Result<Expr> {
        let start = self.start();
        let atom = self.atom_unplaced(rule)?;
        Ok(Expr { span: self.since(start), ..atom })
    }

    fn atom_unplaced(&mut self, rule: NameRule) -> Result<Expr> {
        let at = self.position();
        match self.kind() {
            Kind::Integer | Kind::Real | Kind::String => self.literal(),
            Kind::Dollar => Ok(Expr::new(at, ExprKind::Named(self.named()?))),
            Kind::LeftParen => {
                let inside = self.parentheses()?;
                self.parenthesized(at, inside)
            }
            Kind::LeftSquare => self.list_literal(),
            Kind::LeftCurly => self.dict_literal(),
            Kind::StructOpen => self.struct_literal(),
            Kind::Word | Kind::Quoted if self.kind_at(1) == Kind::Namespace => self.module_call(),
            Kind::Quoted => self.column_or_call(rule),
            Kind::Word => self.word(rule),
            _ => Err(self.none_of(&["ID_PLAIN", "ID_QUOTED", "STRING_VALUE", "INTEGER_VALUE", "'('", "'$'"])),
        }
    }

    fn word(&mut self, rule: NameRule) -> Result<Expr> {
        let at = self.position();
        if self.begins_composite_type() {
            self.note("a type as a value");
            self.type_name()?;
            return Ok(called(at, "DataType", Vec::new()));
        }
        if matches!(self.slice(), "x" | "X") && self.kind_at(1) == Kind::String && self.touches_next() {
            self.note("a BLOB literal");
            self.skip(2);
            return Ok(called(at, "Blob", Vec::new()));
        }
        let keyword = self.slice().to_ascii_uppercase();
        match keyword.as_str() {
            "NULL" | "TRUE" | "FALSE" => self.literal(),
            "CAST" if self.kind_at(1) == Kind::LeftParen => self.cast(false),
            "BITCAST" if self.kind_at(1) == Kind::LeftParen => self.cast(true),
            "CASE" => self.case(),
            "EXISTS" if self.kind_at(1) == Kind::LeftParen => self.exists(),
            "CURRENT_TIME" | "CURRENT_DATE" | "CURRENT_TIMESTAMP" | "EMPTY_ACTION" => Ok(self.special(&keyword)),
            "JSON_VALUE" | "JSON_EXISTS" | "JSON_QUERY" if self.kind_at(1) == Kind::LeftParen => self.json(),
            "VARIANT" | "ENUM" | "CALLABLE" if self.kind_at(1) == Kind::LeftParen => {
                self.note(&keyword);
                let name = self.any_name()?;
                self.call(at, None, name)
            }
            _ => self.column_or_call(rule),
        }
    }

    /// Turns a keyword that is a value by itself, such as CURRENT_DATE, into a call without arguments.
    fn special(&mut self, keyword: &str) -> Expr {
        self.note(keyword);
        let at = self.position();
        self.advance();
        called(at, keyword, Vec::new())
    }

    /// Parses `name`, `qualifier.name` or `name(..)`.
    fn column_or_call(&mut self, rule: NameRule) -> Result<Expr> {
        let name = self.name(rule)?;
        let at = name.at;
        if self.kind() == Kind::LeftParen {
            return self.call(at, None, name);
        }
        if self.kind() == Kind::Dot && self.is_name_at(1, NameRule::AnyOrType) {
            self.advance();
            let column = self.name(NameRule::AnyOrType)?;
            return Ok(Expr::new(at, ExprKind::Column { qualifier: Some(name), name: column }));
        }
        Ok(Expr::new(at, ExprKind::Column { qualifier: None, name }))
    }

    fn module_call(&mut self) -> Result<Expr> {
        let module = self.name(NameRule::AnyOrType)?;
        self.expect_kind(Kind::Namespace)?;
        let name = self.name(NameRule::AnyOrType)?;
        if self.kind() != Kind::LeftParen {
            self.note_at(module.at, "a function as a value");
            return Ok(called(module.at, &name.name, Vec::new()));
        }
        self.call(module.at, Some(module), name)
    }

    /// Parses an opening parenthesis, the content and the closing parenthesis.
    fn parentheses(&mut self) -> Result<Parenthesized> {
        self.expect_kind(Kind::LeftParen)?;
        let inside = self.inside()?;
        self.expect_kind(Kind::RightParen)?;
        Ok(inside)
    }

    fn inside(&mut self) -> Result<Parenthesized> {
        if self.kind() == Kind::RightParen || self.kind() == Kind::Comma && self.kind_at(1) == Kind::RightParen {
            self.eat_kind(Kind::Comma);
            return Ok(Parenthesized::Items { items: Vec::new(), tuple: true });
        }
        if self.begins_select() {
            return self.nested(QUERY, Self::bare_select).map(|query| Parenthesized::Query(Box::new(query)));
        }
        let first = self.expr()?;
        if self.begins_union() {
            let start = first.span.start;
            return match first.kind {
                ExprKind::Subquery(query) => {
                    self.unions_after(*query, start).map(|query| Parenthesized::Query(Box::new(query)))
                }
                _ => self.unsupported("a set operator over expressions"),
            };
        }
        let mut items = vec![(first, self.as_name(NameRule::AnyOrType)?)];
        let mut tuple = false;
        while self.eat_kind(Kind::Comma) {
            tuple = true;
            if self.kind() == Kind::RightParen {
                break;
            }
            items.push(self.named_expr()?);
        }
        if items.iter().all(|(_, name)| name.is_none()) {
            let items = items.into_iter().map(|(item, _)| item).collect();
            return Ok(Parenthesized::Items { items, tuple });
        }
        let place = self.position();
        let members = items.into_iter().map(|(value, name)| name.map(|name| (name, value)));
        let members = members.collect::<Option<_>>().map(Parenthesized::Struct);
        members.ok_or_else(|| Error::refused(place, "Structure does not allow anonymous members"))
    }

    /// Turns the content of parentheses into an expression; parses a lambda if `->` follows.
    fn parenthesized(&mut self, at: Position, inside: Parenthesized) -> Result<Expr> {
        if self.kind() == Kind::Arrow {
            return self.lambda(at, inside);
        }
        let kind = match inside {
            Parenthesized::Query(query) => ExprKind::Subquery(query),
            Parenthesized::Struct(members) => ExprKind::Struct(members),
            Parenthesized::Items { mut items, tuple: false } if items.len() == 1 => return Ok(items.swap_remove(0)),
            Parenthesized::Items { items, .. } => ExprKind::Tuple(items),
        };
        Ok(Expr::new(at, kind))
    }

    fn lambda(&mut self, at: Position, inside: Parenthesized) -> Result<Expr> {
        let Parenthesized::Items { items, .. } = inside else {
            return Err(Error::refused(at, "Expected lambda arguments before '->'"));
        };
        let params = items.into_iter().map(|item| match item.kind {
            ExprKind::Named(name) => Ok(name),
            _ => Err(Error::refused(item.at, "Invalid lambda arguments")),
        });
        let params = params.collect::<Result<Vec<_>>>()?;
        // The arguments are the last names so far. They do not count as uses.
        let outside = self.name_count() - params.len();
        self.expect_kind(Kind::Arrow)?;
        let (start, mut locals) = (self.start(), Vec::new());
        let curly = self.eat_kind(Kind::LeftCurly);
        if curly {
            while self.eat_kind(Kind::Semicolon) {}
            self.unsupported_if("IMPORT in a lambda", self.is("IMPORT"))?;
            while self.kind() == Kind::Dollar {
                locals.push(self.local()?);
            }
            self.expect("RETURN")?;
        } else {
            self.expect_kind(Kind::LeftParen)?;
        }
        let mut body = self.expr()?;
        while curly && self.eat_kind(Kind::Semicolon) {}
        self.expect_kind(if curly { Kind::RightCurly } else { Kind::RightParen })?;
        let mut names = self.names_after(outside).split_off(params.len());
        names.retain(|name| locals.iter().flat_map(|(bound, _)| bound).all(|local| local.name != *name));
        let names = self.unused.lambda(&params, names);
        self.add_names(names);
        if !locals.is_empty() {
            let span = self.since(start);
            body = Expr { at: body.at, span, kind: ExprKind::Let { locals, body: Box::new(body) } };
        }
        Ok(Expr::new(at, ExprKind::Lambda { params, body: Box::new(body) }))
    }

    /// Parses a binding in the body of a lambda: `$a, $b = value;`.
    fn local(&mut self) -> Result<(Vec<Ident>, Expr)> {
        let names = self.list(false, Self::named)?;
        self.expect_kind(Kind::Equals)?;
        let at = self.position();
        let value = self.bound_value()?;
        if matches!(value.kind, ExprKind::Subquery(_) | ExprKind::Lambda { .. }) {
            self.note_at(at, "a query or a lambda as a name within a lambda");
        }
        self.expect_kind(Kind::Semicolon)?;
        while self.eat_kind(Kind::Semicolon) {}
        Ok((names, value))
    }

    /// Parses the value after `$name =`: an expression, or a SELECT without parentheses.
    pub(super) fn bound_value(&mut self) -> Result<Expr> {
        if !self.begins_select() {
            return self.expr();
        }
        let (at, start) = (self.position(), self.start());
        let query = self.nested(QUERY, Self::bare_select)?;
        Ok(Expr { at, span: self.since(start), kind: ExprKind::Subquery(Box::new(query)) })
    }
}

/// Makes a call for a construct that is no call in the grammar.
pub(super) fn called(at: Position, name: &str, args: Vec<Arg>) -> Expr {
    let name = Ident::new(name, at);
    let call = Call { module: None, name, distinct: false, args, ignore_nulls: false, over: None };
    Expr::new(at, ExprKind::Call(Box::new(call)))
}
