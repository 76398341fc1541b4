//! OVER: windows, their frames, and the calls of their functions.

use super::calls::Windows;
use super::names::Scope;
use super::rel::{Frame, Window, WindowCall};
use super::select::hashable;
use crate::error::{Error, Position, Result};
use crate::expr::window::resolve;
use crate::expr::{self, Expr, ExprKind};
use crate::types::Value;
use crate::yql::ast;

impl Scope<'_, '_> {
    /// A call of a function with a window.
    pub(super) fn window_call(
        &mut self,
        call: &ast::Call,
        over: &ast::Over,
        windows: &mut Windows,
        at: Position,
    ) -> Result<Expr> {
        let (named, window) = match over {
            ast::Over::Window(window) => (None, window.clone()),
            ast::Over::Named(name) => {
                let (named, window) = windows.named(name)?;
                (Some(named), window.clone())
            }
        };
        let place = match windows.place(named) {
            Some(place) => place,
            None => windows.add(named, self.window_rows(&window)?),
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            match arg {
                ast::Arg::Value(value) => args.push(expr::compile(value, self)?),
                ast::Arg::Star => {}
                ast::Arg::Named(name, _) => {
                    return Err(Error::unsupported(name.at, format!("the named argument {}", name.name)));
                }
                ast::Arg::Type(ty) => return Err(Error::unsupported(ty.at, "a type as argument of a window function")),
            }
        }
        let frame = self.frame(&window)?;
        let (function, ty) = resolve(call, &args, frame.may_be_empty(), at)?;
        Ok(windows.call(place, WindowCall { slot: 0, function, args, frame }, ty, at))
    }

    /// How a window divides and orders the rows.
    fn window_rows(&mut self, window: &ast::Window) -> Result<Window> {
        let mut compile = |value: &ast::Expr| {
            let key = expr::compile(value, self)?;
            if hashable(&key.ty) {
                return Ok(key);
            }
            Err(Error::type_annotation(key.at, format!("Expected comparable type, but got: {}", key.ty)))
        };
        let partition = window.partition_by.iter().map(&mut compile).collect::<Result<_>>()?;
        let key = |item: &ast::OrderItem| Ok((compile(&item.expr)?, item.descending));
        let order = window.order_by.iter().map(key).collect::<Result<_>>()?;
        Ok(Window { partition, order, calls: Vec::new() })
    }

    /// The frame of a window. Without one, an ordered window ends with the rows that are equal to the current one
    /// (`AnsiCurrentRow`, which YDB sets for the query service), and an unordered one is the whole partition.
    fn frame(&mut self, window: &ast::Window) -> Result<Frame> {
        use ast::FrameBound::{CurrentRow, Following, Preceding, UnboundedFollowing, UnboundedPreceding};
        let whole = Frame { from: None, to: None, with_peers: false };
        let to_peers = Frame { from: None, to: Some(0), with_peers: true };
        let Some(frame) = &window.frame else {
            return Ok(if window.order_by.is_empty() { whole } else { to_peers });
        };
        match (frame.unit, &frame.from, &frame.to) {
            (ast::FrameUnit::Rows, _, _) => {}
            (ast::FrameUnit::Range, UnboundedPreceding, CurrentRow) => return Ok(to_peers),
            (ast::FrameUnit::Range, UnboundedPreceding, UnboundedFollowing) => return Ok(whole),
            (ast::FrameUnit::Range, _, _) => return Err(Error::unsupported(frame.at, "this frame of RANGE")),
            (ast::FrameUnit::Groups, _, _) => return Err(Error::unsupported(frame.at, "a frame of GROUPS")),
        }
        let mut bound = |bound: &ast::FrameBound| -> Result<Option<i64>> {
            Ok(match bound {
                UnboundedPreceding | UnboundedFollowing => None,
                CurrentRow => Some(0),
                Preceding(offset) => Some(-self.offset(offset)?),
                Following(offset) => Some(self.offset(offset)?),
            })
        };
        let (from, to) = (bound(&frame.from)?, bound(&frame.to)?);
        Ok(Frame { from, to, with_peers: false })
    }

    /// The offset of a frame's bound: a literal that is not negative.
    fn offset(&mut self, offset: &ast::Expr) -> Result<i64> {
        let value = match self.planner.constant(offset)?.kind {
            ExprKind::Const(Value::Int(value)) => Some(value),
            ExprKind::Const(Value::Uint(value)) => i64::try_from(value).ok(),
            _ => return Err(Error::unsupported(offset.at, "an offset of a frame that is not a literal")),
        };
        // Offsets are Int32 to YQL. UNVERIFIED: the text.
        let value = value.filter(|value| (0..=i64::from(i32::MAX)).contains(value));
        value.ok_or_else(|| Error::translation(offset.at, "The offset of a frame must not be negative"))
    }
}
