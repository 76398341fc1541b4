//! Table settings in WITH, SET and RESET, including TTL, and constants in DDL.

use crate::catalog::spec::{InitialPartitions, PartitioningSpec, TtlSpec};
use crate::catalog::{ReadReplicas, Store, TtlTier, TtlUnit, refusal};
use crate::error::{Error, Issue, Result, codes};
use crate::expr::{Env, Inputs, Names, eval, types as names};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::{
    Arg, Call, Expr, ExprKind, Ident, Literal, Setting, SettingValue, TtlTier as Tier, TypeExpr, TypeExprKind, UnaryOp,
};
use crate::{expr, types};

/// Names of all table settings that YDB knows.
const KNOWN: &str = "\
    AUTO_PARTITIONING_BY_SIZE AUTO_PARTITIONING_PARTITION_SIZE_MB AUTO_PARTITIONING_BY_LOAD \
    AUTO_PARTITIONING_MIN_PARTITIONS_COUNT AUTO_PARTITIONING_MAX_PARTITIONS_COUNT UNIFORM_PARTITIONS \
    PARTITION_AT_KEYS KEY_BLOOM_FILTER READ_REPLICAS_SETTINGS STORE PARTITION_COUNT PARTITION_BY_HASH_FUNCTION \
    COMPACTION_POLICY STORE_EXTERNAL_BLOBS EXTERNAL_DATA_CHANNELS_COUNT TTL TIERING";

fn is_known(name: &str) -> bool {
    KNOWN.split(' ').any(|known| known == name)
}

/// The clause that settings belong to; not every setting is allowed in every clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    /// CREATE TABLE .. WITH.
    Create,
    /// ALTER TABLE .. SET.
    Alter,
    /// ALTER TABLE .. ALTER INDEX .. SET.
    AlterIndex,
}

#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) partitioning: PartitioningSpec,
    pub(super) uniform: Option<u64>,
    pub(super) at_keys: Option<Vec<Vec<(Type, Value)>>>,
    pub(super) key_bloom_filter: Option<bool>,
    pub(super) read_replicas: Option<ReadReplicas>,
    pub(super) ttl: Option<TtlSpec>,
    pub(super) store: Option<Store>,
}

impl Settings {
    pub(super) fn initial(&mut self) -> InitialPartitions {
        match (self.uniform, self.at_keys.take()) {
            (None, None) => InitialPartitions::One,
            (Some(count), None) => InitialPartitions::Uniform(count),
            (None, Some(points)) => InitialPartitions::AtKeys(points),
            (Some(_), Some(_)) => InitialPartitions::Both,
        }
    }

    /// Reads the settings in order. Of a setting that is given twice, the later value counts, as in YDB.
    pub(super) fn read(settings: &[Setting], clause: Clause) -> Result<Self> {
        let mut read = Self::default();
        for setting in settings {
            read.store(setting, clause)?;
        }
        Ok(read)
    }

    fn store(&mut self, setting: &Setting, clause: Clause) -> Result<()> {
        let Setting { key, value, .. } = setting;
        let name = key.name.to_ascii_uppercase();
        let error = |text: String| Err(Error::translation(key.at, text));
        let partitioning = &mut self.partitioning;
        match &*name {
            "AUTO_PARTITIONING_BY_SIZE" => partitioning.by_size = Some(flag(setting, "auto partitioning by size")?),
            "AUTO_PARTITIONING_BY_LOAD" => partitioning.by_load = Some(flag(setting, "auto partitioning by load")?),
            "AUTO_PARTITIONING_PARTITION_SIZE_MB" => {
                partitioning.size_mb = Some(positive(
                    setting,
                    "Can't set preferred partition size to 0. To disable auto partitioning by size use \
                     'SET AUTO_PARTITIONING_BY_SIZE DISABLED'",
                )?);
            }
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT" => {
                partitioning.min = Some(positive(setting, "Can't set min partition count to 0")?);
            }
            "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT" => {
                partitioning.max = Some(positive(setting, "Can't set max partition count to 0")?);
            }
            _ if clause == Clause::AlterIndex && is_known(&name) => {
                return error(format!("Unknown index table setting: {}", key.name));
            }
            _ if clause == Clause::AlterIndex => return Err(unknown(key)),
            "UNIFORM_PARTITIONS" | "PARTITION_AT_KEYS" if clause == Clause::Alter => {
                return error(format!("{name} alter is not supported"));
            }
            "UNIFORM_PARTITIONS" => self.uniform = Some(integer(setting)?),
            "PARTITION_AT_KEYS" => self.at_keys = Some(keys(setting)?),
            "KEY_BLOOM_FILTER" => self.key_bloom_filter = Some(flag(setting, "key bloom filter")?),
            "READ_REPLICAS_SETTINGS" => self.read_replicas = Some(replicas(&text(setting)?)?),
            "TTL" => match value {
                SettingValue::Ttl { tiers, column, unit } => {
                    let ttl = ttl(tiers, column, unit.as_ref());
                    self.ttl = Some(ttl.map_err(|mut error| {
                        error.issues.push(Issue::new(codes::DEFAULT_ERROR, "Invalid TTL settings").at(key.at));
                        error
                    })?);
                }
                _ => return error("Invalid TTL settings".to_owned()),
            },
            // The store of a table cannot be changed later.
            "STORE" if clause == Clause::Alter => return error("Unknown table profile setting: storeType".to_owned()),
            "STORE" => self.store = Some(store(setting)?),
            "PARTITION_COUNT"
            | "PARTITION_BY_HASH_FUNCTION"
            | "TIERING"
            | "COMPACTION_POLICY"
            | "STORE_EXTERNAL_BLOBS"
            | "EXTERNAL_DATA_CHANNELS_COUNT" => return Err(Error::unsupported(key.at, name)),
            _ => return Err(unknown(key)),
        }
        Ok(())
    }
}

/// Checks the name of a setting in RESET.
///
/// Fails for every setting except TTL.
pub(super) fn check_reset(setting: &Ident) -> Result<()> {
    match &*setting.name.to_ascii_uppercase() {
        "TTL" => Ok(()),
        "TIERING" => Err(Error::unsupported(setting.at, "TIERING")),
        name if is_known(name) => Err(Error::translation(setting.at, format!("{name} reset is not supported"))),
        _ => Err(unknown(setting)),
    }
}

/// Returns the error for a setting that no table has.
pub(super) fn unknown(key: &Ident) -> Error {
    Error::translation(key.at, format!("Unknown table setting: {}", key.name))
}

/// Returns the error for a value in another form than the setting needs.
pub(super) fn wrong(setting: &Setting, form: &str) -> Error {
    let name = setting.key.name.to_ascii_uppercase();
    Error::translation(setting.key.at, format!("{name} value should be {form}"))
}

fn word(setting: &Setting) -> Result<&str> {
    match &setting.value {
        SettingValue::Word(word) => Ok(&word.name),
        _ => Err(wrong(setting, "an identifier")),
    }
}

fn flag(setting: &Setting, what: &str) -> Result<bool> {
    match &*word(setting)?.to_ascii_lowercase() {
        "enabled" => Ok(true),
        "disabled" => Ok(false),
        other => Err(refusal::bad_request(format!("Unknown feature flag '{other}' for {what}")).at(setting.key.at)),
    }
}

fn store(setting: &Setting) -> Result<Store> {
    let word = word(setting)?;
    match &*word.to_ascii_lowercase() {
        "row" => Ok(Store::Row),
        "column" => Ok(Store::Column),
        _ => Err(Error::translation(setting.key.at, format!("Unsupported table store type: {word}"))),
    }
}

fn integer(setting: &Setting) -> Result<u64> {
    match setting.value {
        SettingValue::Expr(Expr { kind: ExprKind::Literal(Literal::Integer { value, .. }), .. }) => Ok(value),
        _ => Err(wrong(setting, "an integer")),
    }
}

fn positive(setting: &Setting, zero: &str) -> Result<u64> {
    match integer(setting)? {
        0 => Err(Error::translation(setting.key.at, zero)),
        number => Ok(number),
    }
}

pub(super) fn text(setting: &Setting) -> Result<String> {
    let text = if let SettingValue::Expr(expr) = &setting.value { constant_text(expr) } else { None };
    text.ok_or_else(|| wrong(setting, "a string literal"))
}

fn keys(setting: &Setting) -> Result<Vec<Vec<(Type, Value)>>> {
    let wrong = || {
        let form = "a list of keys. Example1: (10, 1000)  Example2: ((10), (1000, \"abc\"))";
        wrong(setting, form)
    };
    let SettingValue::Keys(points) = &setting.value else { return Err(wrong()) };
    let value = |expr: &Expr| match &expr.kind {
        // The grammar allows only literals here, without signs and constructors.
        ExprKind::Literal(_) => constant(expr),
        _ => Err(wrong()),
    };
    points.iter().map(|point| point.iter().map(value).collect()).collect()
}

/// Parses `PER_AZ:n` and `ANY_AZ:n` (YDB's `ConvertReadReplicasSettingsToProto`).
fn replicas(text: &str) -> Result<ReadReplicas> {
    let zone = |zone: &str| {
        let (name, count) = zone.split_once(':')?;
        Some((name.trim().to_ascii_lowercase(), count.trim().parse().ok()?))
    };
    let zones: Option<Vec<(String, u64)>> = text.split(',').map(zone).collect();
    let named = |(name, _): &(String, u64)| name == "per_az" || name == "any_az";
    match zones.as_deref() {
        Some([(name, count)]) if name == "per_az" => Ok(ReadReplicas::PerAz(*count)),
        Some([(name, count)]) if name == "any_az" => Ok(ReadReplicas::AnyAz(*count)),
        Some(zones) if !zones.iter().any(named) => {
            Err(refusal::generic("Specifying read replicas count for each AZ in cluster is not supported yet"))
        }
        _ => Err(refusal::generic(format!(
            "Wrong format for read replicas settings '{text}'. It should be one of: \
             1) 'PER_AZ:<read_replicas_count>' to set equal read replicas count for every AZ; \
             2) 'ANY_AZ:<read_replicas_count>' to set total read replicas count between all AZs; \
             3) '<az1_name>:<read_replicas_count1>, <az2_name>:<read_replicas_count2>, ...' \
             to specify read replicas count for each AZ in cluster."
        ))),
    }
}

/// Returns the TTL specification for the catalog.
pub(super) fn ttl(tiers: &[Tier], column: &Ident, unit: Option<&Ident>) -> Result<TtlSpec> {
    let tier = |tier: &Tier| {
        let storage = tier.storage.as_ref().map(|path| path.name.to_string());
        Ok(TtlTier { after_us: interval(&tier.interval, "TTL")?, storage })
    };
    Ok(TtlSpec {
        column: column.name.to_string(),
        unit: unit.map(self::unit).transpose()?,
        tiers: tiers.iter().map(tier).collect::<Result<_>>()?,
    })
}

fn unit(unit: &Ident) -> Result<TtlUnit> {
    match &*unit.name.to_ascii_uppercase() {
        "SECONDS" => Ok(TtlUnit::Seconds),
        "MILLISECONDS" => Ok(TtlUnit::Milliseconds),
        "MICROSECONDS" => Ok(TtlUnit::Microseconds),
        "NANOSECONDS" => Ok(TtlUnit::Nanoseconds),
        other => Err(Error::translation(unit.at, format!("Invalid TTL settings: Invalid unit: {other}"))),
    }
}

/// Returns the type and the value of a constant: a literal, perhaps with a sign, a CAST or the constructor of a type.
/// They are those that the literal has in any expression.
pub(super) fn constant(expr: &Expr) -> Result<(Type, Value)> {
    if let Some(other) = not_literal(expr) {
        return Err(match &other.kind {
            ExprKind::Call(call) => Error::unsupported(other.at, format!("A call of {} in DDL", call.name.name)),
            _ => Error::unsupported(other.at, "An expression that is not a literal in DDL"),
        });
    }
    let compiled = expr::compile(expr, &mut Nameless)?;
    let value = eval(&compiled, &Inputs::new(&[], &Env::default()))?;
    Ok(match compiled.ty {
        // A CAST that fails gives NULL.
        Type::Optional(ty) if value.is_null() => (Type::clone(&ty), Value::Null),
        Type::Optional(ty) => (Type::clone(&ty), types::unwrap_present(&value).clone()),
        ty => (ty, value),
    })
}

/// Finds the first part of an expression that is neither a literal nor made of literals.
fn not_literal(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Literal(_) => None,
        ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus, expr } | ExprKind::Cast { expr, .. } => not_literal(expr),
        ExprKind::Call(call) if makes_literal(call) => {
            call.args.iter().find_map(|arg| if let Arg::Value(value) = arg { not_literal(value) } else { Some(expr) })
        }
        _ => Some(expr),
    }
}

/// Returns `true` if a call makes a literal: `Date('2020-01-01')`, `Decimal('1.5', 10, 2)`, `Just(x)`.
fn makes_literal(Call { module, name, .. }: &Call) -> bool {
    let others = ["just", "decimal"].iter().any(|other| name.name.eq_ignore_ascii_case(other));
    module.is_none() && (others || types::parse_name(&name.name).is_some())
}

/// Scope of DDL constants, in which no names are known.
struct Nameless;

impl Names for Nameless {}

/// Returns the microseconds of an `Interval("..")` literal in TTL or changefeed settings.
pub(super) fn interval(expr: &Expr, setting: &str) -> Result<i64> {
    let wrong = || Error::translation(expr.at, format!("Literal of Interval type is expected for {setting}"));
    let ExprKind::Call(call) = &expr.kind else { return Err(wrong()) };
    if !call.name.name.eq_ignore_ascii_case("interval") {
        return Err(wrong());
    }
    match constant(expr)? {
        (Type::Primitive(Primitive::Interval), Value::Int(micros)) if micros >= 0 => Ok(micros),
        (Type::Primitive(Primitive::Interval), Value::Int(_)) => {
            Err(Error::translation(expr.at, "Interval value cannot be negative"))
        }
        _ => Err(wrong()),
    }
}

/// Returns the text of a string literal in a setting; `None` for any other expression.
pub(super) fn constant_text(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Literal(Literal::String { bytes, .. }) => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    }
}

/// Returns a column's type as written, without its outermost `Optional`, and whether it is a serial type.
pub(super) fn column_type(written: &TypeExpr) -> Result<(Type, bool)> {
    if let TypeExprKind::Name(Ident { name, .. }) = &written.kind
        && let Some(primitive) = names::serial(name)
    {
        return Ok((primitive.into(), true));
    }
    match names::resolve(written)? {
        Type::Optional(inner) => Ok((Type::clone(&inner), false)),
        other => Ok((other, false)),
    }
}
