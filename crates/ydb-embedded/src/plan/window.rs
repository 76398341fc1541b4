//! OVER: windows, their frames, and the calls of their functions.

use super::calls::Windows;
use super::names::Scope;
use super::select::hashable;
use crate::error::{Error, Position, Result};
use crate::exec::{Frame, Window, WindowCall};
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
        let (name, (window, place)) = match over {
            ast::Over::Window(window) => (None, ((**window).clone(), None)),
            ast::Over::Named(name) => (Some(name), windows.named(name)?.clone()),
        };
        let place = match place {
            Some(place) => place,
            None => windows.add(name, self.window_rows(&window)?),
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
        let Some(ast::Frame { at, unit, from, to }) = &window.frame else {
            let with_peers = !window.order_by.is_empty();
            return Ok(Frame { from: i64::MIN, to: if with_peers { 0 } else { i64::MAX }, with_peers });
        };
        let (from, to) = (self.bound(from)?, self.bound(to)?);
        if from.signum() > to.signum() || from == i64::MAX || to == i64::MIN {
            // UNVERIFIED: the text.
            return Err(Error::translation(*at, "A frame cannot end before it begins"));
        }
        match unit {
            ast::FrameUnit::Rows => Ok(Frame { from, to, with_peers: false }),
            ast::FrameUnit::Range if from == i64::MIN && (to == 0 || to == i64::MAX) => {
                Ok(Frame { from, to, with_peers: to == 0 })
            }
            ast::FrameUnit::Range => Err(Error::unsupported(*at, "this frame of RANGE")),
            ast::FrameUnit::Groups => Err(Error::unsupported(*at, "a frame of GROUPS")),
        }
    }

    /// The distance of a frame's bound to the current row. An offset is a literal, and an Int32 to YQL.
    fn bound(&mut self, bound: &ast::FrameBound) -> Result<i64> {
        let (offset, sign, unbounded) = match bound {
            ast::FrameBound::CurrentRow => return Ok(0),
            ast::FrameBound::Preceding(offset) => (offset, -1, i64::MIN),
            ast::FrameBound::Following(offset) => (offset, 1, i64::MAX),
        };
        let Some(offset) = offset else { return Ok(unbounded) };
        match self.planner.constant(offset)?.kind {
            ExprKind::Const(Value::Int(value)) if i32::try_from(value).is_ok_and(|value| value >= 0) => {
                Ok(sign * value)
            }
            // UNVERIFIED: the text.
            ExprKind::Const(_) => {
                Err(Error::translation(offset.at, "The offset of a frame must be from 0 to 2147483647"))
            }
            _ => Err(Error::unsupported(offset.at, "an offset of a frame that is not a literal")),
        }
    }
}
