//! Types of fields that no column has, with what to write instead.
//!
//! The name of a type decides. A program may give such a name to a type of its own, so the generated code asks the
//! compiler whether the type is a column after all: see `Instead` in `types/column.rs` of the library. Only a type
//! without a size is known by its form.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{GenericArgument, PathArguments, Type};

use crate::diag::{Errors, plain};

/// Replacement of a type.
pub(crate) struct Instead {
    /// Type by which the rest of the model is judged.
    pub(crate) stand_in: TokenStream,
    /// Type as the program writes it.
    pub(crate) written: String,
    pub(crate) help: String,
}

impl Instead {
    /// Returns the replacement for the type of a field that probably is not a column.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        Instead::of_field(ty, "")
    }

    /// Returns the replacement for the type of a newtype's field. Its help is other, because a newtype has no words
    /// such as `json`.
    pub(crate) fn of_newtype(ty: &Type) -> Option<Self> {
        Instead::of_field(ty, " of the table that has the values")
    }

    fn of_field(ty: &Type, of_table: &str) -> Option<Self> {
        let (inner, is_optional) = match argument(ty, &["Option"]) {
            Some(inner) => (inner, true),
            None => (ty, false),
        };
        let text = quote!(::std::string::String);
        let (stand_in, help) = match cure(inner)? {
            Cure::Json => (text, format!("write `#[ydb(json)]` on the field{of_table}, which stores it as JSON")),
            Cure::Skip => (text, "write `#[ydb(skip)]` on the field, or remove it: it holds no value".to_owned()),
            Cure::Write { name, stand_in, more } => {
                let name = if is_optional { format!("Option<{name}>") } else { name };
                (stand_in.unwrap_or(text), format!("write `{name}`{more}"))
            }
        };
        let stand_in = if is_optional { quote!(::core::option::Option<#stand_in>) } else { stand_in };
        Some(Instead { stand_in, written: plain(ty), help })
    }
}

/// Reports a type without a size, because a struct with such a field cannot be a row. Returns `true` for other types.
pub(crate) fn has_size(ty: &Type, errors: &mut Errors) -> bool {
    let help = match ty {
        Type::Slice(slice) if is(&slice.elem, "u8") => "write `Vec<u8>`".to_owned(),
        Type::Slice(slice) => {
            format!("write `Vec<{}>`, and `#[ydb(json)]` on the field, which stores it as JSON", plain(&slice.elem))
        }
        Type::TraitObject(_) => {
            "write the type of the values; for one of several, derive `YdbColumn` for an enum".to_owned()
        }
        _ if is(ty, "str") => "write `String`".to_owned(),
        _ => return true,
    };
    errors.rule(ty.span(), "column_type", format_args!("`{}` is not a type of a YDB column", plain(ty)), help);
    false
}

/// Help for a type that no column has.
enum Cure {
    /// Write another type. If that type can stand in, it is a column for certain; `more` names what else may be meant.
    Write {
        name: String,
        stand_in: Option<TokenStream>,
        more: &'static str,
    },
    Json,
    Skip,
}

impl Cure {
    /// Creates the help to write a primitive type.
    fn primitive(name: &str, more: &'static str) -> Self {
        let path = format_ident!("{name}");
        Cure::Write { name: name.to_owned(), stand_in: Some(quote!(::core::primitive::#path)), more }
    }

    fn text(more: &'static str) -> Self {
        Cure::Write { name: "String".to_owned(), stand_in: None, more }
    }

    fn bytes() -> Self {
        let stand_in = quote!(::std::vec::Vec<::core::primitive::u8>);
        Cure::Write { name: "Vec<u8>".to_owned(), stand_in: Some(stand_in), more: "" }
    }
}

const BIG: &str = "; for numbers of up to 35 digits `Decimal<35, 0>`";
const BIG_OR_ID: &str = "; for numbers of up to 35 digits `Decimal<35, 0>`, and for an id `uuid::Uuid` or `[u8; 16]`";
const NON_ZERO: &str = "; to keep the type, name a module that converts it, `#[ydb(with = module)]`";

/// Types that hold a value of another type.
const HOLDERS: [&str; 12] =
    ["Box", "Rc", "Arc", "Cow", "Cell", "RefCell", "OnceCell", "Mutex", "RwLock", "Wrapping", "Saturating", "Reverse"];

/// Types of several values.
const COLLECTIONS: [&str; 9] =
    ["Vec", "VecDeque", "LinkedList", "BinaryHeap", "HashSet", "BTreeSet", "HashMap", "BTreeMap", "IndexMap"];

/// Primitive types that are columns.
const PRIMITIVES: [&str; 11] = ["bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"];

fn cure(ty: &Type) -> Option<Cure> {
    match ty {
        Type::Reference(reference) => Some(held(&reference.elem, &["&"])),
        Type::Slice(slice) if is(&slice.elem, "u8") => Some(Cure::bytes()),
        Type::Slice(_) => Some(Cure::Json),
        Type::Array(array) if is(&array.elem, "u8") => None,
        Type::Array(_) => Some(Cure::Json),
        Type::Tuple(tuple) if tuple.elems.is_empty() => Some(Cure::Skip),
        Type::Tuple(_) => Some(Cure::Json),
        Type::Paren(inner) => cure(&inner.elem),
        Type::Group(inner) => cure(&inner.elem),
        Type::Path(_) => of_path(ty),
        _ => None,
    }
}

/// Returns the help for a type that is named.
fn of_path(ty: &Type) -> Option<Cure> {
    let name = name(ty)?;
    if let Some(inner) = argument(ty, &HOLDERS) {
        return match (&*name, is(inner, "str"), inner) {
            // The types `Box<str>`, `Arc<str>` and `Cow<str>` are columns.
            ("Box" | "Arc" | "Cow", true, _) => None,
            ("Rc", true, _) => Some(Cure::Write { name: "Arc<str>".to_owned(), stand_in: None, more: "" }),
            (_, _, Type::TraitObject(_)) => None,
            (name, ..) => Some(held(inner, &[name])),
        };
    }
    if let Some(inner) = argument(ty, &["NonZero"]) {
        return primitive(inner).map(|name| Cure::primitive(name, NON_ZERO));
    }
    if argument(ty, &COLLECTIONS).is_some() {
        let is_bytes = name == "Vec" && argument(ty, &["Vec"]).is_some_and(|item| is(item, "u8"));
        return (!is_bytes).then_some(Cure::Json);
    }
    let of_number = |prefix: &str| {
        let number = name.strip_prefix(prefix)?.to_lowercase();
        let number = match &*number {
            "usize" => "u64",
            "isize" => "i64",
            number => number,
        };
        PRIMITIVES.into_iter().find(|known| *known == number)
    };
    Some(match &*name {
        "usize" => Cure::primitive("u64", ""),
        "isize" => Cure::primitive("i64", ""),
        "u128" => Cure::primitive("u64", BIG_OR_ID),
        "i128" => Cure::primitive("i64", BIG),
        "f16" => Cure::primitive("f32", ""),
        "f128" => Cure::primitive("f64", ""),
        "char" | "str" => Cure::text(""),
        "PathBuf" | "Path" | "OsString" | "OsStr" => Cure::text(", or `Vec<u8>` for paths that are not UTF-8"),
        "CString" | "CStr" => Cure::bytes(),
        "Instant" => {
            let stand_in = Some(quote!(::std::time::SystemTime));
            Cure::Write { name: "SystemTime".to_owned(), stand_in, more: ": an `Instant` means nothing elsewhere" }
        }
        "PhantomData" => Cure::Skip,
        _ => match (of_number("NonZero"), of_number("Atomic")) {
            (Some(number), _) => Cure::primitive(number, NON_ZERO),
            (None, Some(number)) => Cure::primitive(number, ""),
            (None, None) => return None,
        },
    })
}

/// Returns the help for a reference or a type that holds another one: to write the type that it holds.
fn held(inner: &Type, holder: &[&str]) -> Cure {
    if let Some(cure) = cure(inner) {
        return cure;
    }
    let more = match holder {
        ["&"] => ": a row owns its values",
        _ => "",
    };
    let stand_in = primitive(inner).map(|name| {
        let path = format_ident!("{name}");
        quote!(::core::primitive::#path)
    });
    Cure::Write { name: plain(inner), stand_in, more }
}

/// Returns the name of a primitive type that is a column.
fn primitive(ty: &Type) -> Option<&'static str> {
    PRIMITIVES.into_iter().find(|name| is(ty, name))
}

/// Returns `true` if a type has this name, whatever its path is.
fn is(ty: &Type, expected: &str) -> bool {
    name(ty).is_some_and(|name| name == expected)
}

/// Returns the last name of a type's path.
fn name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        Type::Group(group) => name(&group.elem),
        _ => None,
    }
}

/// Returns the first type in the angle brackets of a type that has one of these names.
fn argument<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| names.iter().any(|name| last.ident == name))?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Returns the type with `'static` where a reference has no lifetime. The compiler reports the missing lifetime in the
/// struct itself.
pub(crate) fn with_lifetimes(ty: &Type) -> Type {
    match ty {
        Type::Reference(reference) if reference.lifetime.is_none() => {
            let mut reference = reference.clone();
            reference.lifetime = Some(syn::Lifetime::new("'static", reference.and_token.span()));
            Type::Reference(reference)
        }
        Type::Path(path) if argument(ty, &["Option"]).is_some() => {
            let mut path = path.clone();
            let last = path.path.segments.last_mut().map(|last| &mut last.arguments);
            if let Some(PathArguments::AngleBracketed(arguments)) = last {
                for argument in &mut arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        *ty = with_lifetimes(ty);
                    }
                }
            }
            Type::Path(path)
        }
        ty => ty.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help(ty: &str) -> Option<String> {
        let ty: Type = syn::parse_str(ty).unwrap();
        Instead::of(&ty).map(|instead| instead.help)
    }

    fn stand_in(ty: &str) -> String {
        let ty: Type = syn::parse_str(ty).unwrap();
        plain(&Instead::of(&ty).unwrap().stand_in)
    }

    #[test]
    fn types_with_a_replacement() {
        for (ty, expected) in [
            ("usize", "write `u64`"),
            ("std::primitive::usize", "write `u64`"),
            ("isize", "write `i64`"),
            ("Option<usize>", "write `Option<u64>`"),
            ("char", "write `String`"),
            ("f16", "write `f32`"),
            ("&'static str", "write `String`"),
            ("&u64", "write `u64`: a row owns its values"),
            ("Box<[u8]>", "write `Vec<u8>`"),
            ("Arc<[u8]>", "write `Vec<u8>`"),
            ("Cow<'static, [u8]>", "write `Vec<u8>`"),
            ("&'static [u8]", "write `Vec<u8>`"),
            ("Box<u64>", "write `u64`"),
            ("Option<Box<usize>>", "write `Option<u64>`"),
            ("Box<UserId>", "write `UserId`"),
            ("Arc<Mutex<shop::Price>>", "write `shop::Price`"),
            ("Rc<str>", "write `Arc<str>`"),
            ("NonZeroU64", "write `u64`; to keep the type, name a module that converts it, `#[ydb(with = module)]`"),
            ("NonZero<i8>", "write `i8`; to keep the type, name a module that converts it, `#[ydb(with = module)]`"),
            ("AtomicBool", "write `bool`"),
            ("AtomicUsize", "write `u64`"),
            ("Vec<u64>", "write `#[ydb(json)]` on the field, which stores it as JSON"),
            ("Option<Vec<String>>", "write `#[ydb(json)]` on the field, which stores it as JSON"),
            ("HashMap<String, u64>", "write `#[ydb(json)]` on the field, which stores it as JSON"),
            ("(u64, String)", "write `#[ydb(json)]` on the field, which stores it as JSON"),
            ("[u16; 4]", "write `#[ydb(json)]` on the field, which stores it as JSON"),
            ("()", "write `#[ydb(skip)]` on the field, or remove it: it holds no value"),
        ] {
            assert_eq!(help(ty).as_deref(), Some(expected), "{ty}");
        }
    }

    #[test]
    fn columns_and_types_of_which_nothing_is_known() {
        for ty in [
            "u64",
            "String",
            "Vec<u8>",
            "[u8; 16]",
            "Box<str>",
            "Arc<str>",
            "Cow<'static, str>",
            "Option<Vec<u8>>",
            "UserId",
            "Duration",
            "Box<dyn Debug>",
            "fn() -> u64",
            "Result<u64, String>",
            "Option<Option<u64>>",
            "NonZero<UserId>",
            "NonZeroish",
        ] {
            assert_eq!(help(ty), None, "{ty}");
        }
    }

    /// Tests that shadowed names change nothing.
    #[test]
    fn stand_ins_are_absolute() {
        assert_eq!(stand_in("usize"), "::core::primitive::u64");
        assert_eq!(stand_in("Option<Box<u8>>"), "::core::option::Option<::core::primitive::u8>");
        assert_eq!(stand_in("Box<UserId>"), "::std::string::String");
        assert_eq!(stand_in("Vec<u64>"), "::std::string::String");
    }

    #[test]
    fn references_live_for_ever() {
        let with = |ty: &str| plain(&with_lifetimes(&syn::parse_str(ty).unwrap()));
        assert_eq!(with("&str"), "&'static str");
        assert_eq!(with("Option<&str>"), "Option<&'static str>");
        assert_eq!(with("&'a str"), "&'a str");
        assert_eq!(with("Vec<u8>"), "Vec<u8>");
    }
}
