//! Numbers of YDB and gRPC by their names: statuses, issue codes, severities, and the codes of gRPC. No other file
//! writes such a code as a number.

/// Defines [`Status`]: each line is a variant, the name that YDB prints, and the code on the wire.
macro_rules! statuses {
    ($($variant:ident $name:ident = $code:literal,)*) => {
        /// A status of YDB's protocol (`Ydb.StatusIds`), with its wire code as discriminant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        #[allow(missing_docs, reason = "the names are the protocol's own")]
        pub enum Status {
            $($variant = $code,)*
        }

        impl Status {
            /// Returns the status's name as YDB prints it, for example `PRECONDITION_FAILED`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($name),)*
                }
            }
        }
    };
}

statuses! {
    Success SUCCESS = 400_000,
    BadRequest BAD_REQUEST = 400_010,
    Unauthorized UNAUTHORIZED = 400_020,
    InternalError INTERNAL_ERROR = 400_030,
    Aborted ABORTED = 400_040,
    Unavailable UNAVAILABLE = 400_050,
    Overloaded OVERLOADED = 400_060,
    SchemeError SCHEME_ERROR = 400_070,
    GenericError GENERIC_ERROR = 400_080,
    Timeout TIMEOUT = 400_090,
    BadSession BAD_SESSION = 400_100,
    PreconditionFailed PRECONDITION_FAILED = 400_120,
    AlreadyExists ALREADY_EXISTS = 400_130,
    NotFound NOT_FOUND = 400_140,
    SessionExpired SESSION_EXPIRED = 400_150,
    Cancelled CANCELLED = 400_160,
    Undetermined UNDETERMINED = 400_170,
    Unsupported UNSUPPORTED = 400_180,
    SessionBusy SESSION_BUSY = 400_190,
    ExternalError EXTERNAL_ERROR = 400_200,
}

impl Status {
    /// Returns the status that YDB answers if `code` is its outermost known issue code (`GetYdbStatus` of its query
    /// processor).
    #[must_use]
    pub const fn of_issue(code: u32) -> Self {
        match code {
            KIKIMR_LOCKS_INVALIDATED
            | KIKIMR_LOCKS_ACQUIRE_FAILURE
            | KIKIMR_OPERATION_ABORTED
            | KIKIMR_SCHEME_MISMATCH => Self::Aborted,
            KIKIMR_SCHEME_ERROR => Self::SchemeError,
            KIKIMR_TEMPORARILY_UNAVAILABLE => Self::Unavailable,
            KIKIMR_OVERLOADED | KIKIMR_MULTIPLE_SCHEME_MODIFICATIONS => Self::Overloaded,
            KIKIMR_CONSTRAINT_VIOLATION | KIKIMR_PRECONDITION_FAILED => Self::PreconditionFailed,
            KIKIMR_RESULT_UNAVAILABLE | KIKIMR_OPERATION_STATE_UNKNOWN => Self::Undetermined,
            KIKIMR_TOO_MANY_TRANSACTIONS => Self::BadSession,
            KIKIMR_TRANSACTION_NOT_FOUND => Self::NotFound,
            KIKIMR_BAD_REQUEST | KIKIMR_BAD_COLUMN_TYPE | KIKIMR_NO_COLUMN_DEFAULT_VALUE => Self::BadRequest,
            KIKIMR_ACCESS_DENIED => Self::Unauthorized,
            KIKIMR_TIMEOUT => Self::Timeout,
            KIKIMR_OPERATION_CANCELLED => Self::Cancelled,
            KIKIMR_UNSUPPORTED => Self::Unsupported,
            _ => Self::GenericError,
        }
    }
}

/// Defines constants for the issue codes of one enum, named as in YDB's source.
macro_rules! issue_codes {
    ($($name:ident = $code:literal,)*) => {
        $(#[doc = concat!("`", stringify!($name), "`")] pub const $name: u32 = $code;)*
    };
}

// `NYql.TIssuesIds` (yql/essentials/core/issue/protos/issue_id.proto).
issue_codes! {
    DEFAULT_ERROR = 0,
    CORE_TYPE_ANN = 1030,
    CORE_IMPLICIT_BITCAST = 1107,
    CORE_GC_NODES_LIMIT_EXCEEDED = 1500,
    KIKIMR_LOCKS_INVALIDATED = 2001,
    KIKIMR_LOCKS_ACQUIRE_FAILURE = 2002,
    KIKIMR_SCHEME_ERROR = 2003,
    KIKIMR_TEMPORARILY_UNAVAILABLE = 2005,
    KIKIMR_OVERLOADED = 2006,
    KIKIMR_BAD_OPERATION = 2008,
    KIKIMR_MIXED_SCHEME_DATA_TX = 2009,
    KIKIMR_MULTIPLE_SCHEME_MODIFICATIONS = 2010,
    KIKIMR_OPERATION_ABORTED = 2011,
    KIKIMR_CONSTRAINT_VIOLATION = 2012,
    KIKIMR_RESULT_UNAVAILABLE = 2013,
    KIKIMR_TOO_MANY_TRANSACTIONS = 2014,
    KIKIMR_TRANSACTION_NOT_FOUND = 2015,
    KIKIMR_PRAGMA_NOT_SUPPORTED = 2016,
    KIKIMR_BAD_REQUEST = 2017,
    KIKIMR_ACCESS_DENIED = 2018,
    KIKIMR_TIMEOUT = 2020,
    KIKIMR_OPERATION_CANCELLED = 2021,
    KIKIMR_OPERATION_STATE_UNKNOWN = 2026,
    KIKIMR_INDEX_IS_NOT_READY = 2027,
    KIKIMR_SCHEME_MISMATCH = 2028,
    KIKIMR_PRECONDITION_FAILED = 2029,
    KIKIMR_UNSUPPORTED = 2030,
    KIKIMR_BAD_COLUMN_TYPE = 2031,
    KIKIMR_NO_COLUMN_DEFAULT_VALUE = 2032,
    YQL_UNUSED_SYMBOL = 4527,
}

// `NKikimrIssues.TIssuesIds` (ydb/library/ydb_issue/proto/issue_id.proto).
issue_codes! {
    ACCESS_DENIED = 200_000,
    ENGINE_ERROR = 200_503,
}

/// Severity of errors (`NYql.TSeverityIds`, issue_severity.proto).
pub const S_ERROR: u32 = 1;
pub const S_WARNING: u32 = 2;

/// Status codes of gRPC, with their wire codes as discriminants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[allow(missing_docs, reason = "the names are the protocol's own")]
pub enum GrpcCode {
    Cancelled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Aborted = 10,
    OutOfRange = 11,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    DataLoss = 15,
    Unauthenticated = 16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_bear_the_names_of_the_protocol() {
        assert_eq!(Status::Success.name(), "SUCCESS");
        assert_eq!(
            (Status::PreconditionFailed as i32, Status::PreconditionFailed.name()),
            (400_120, "PRECONDITION_FAILED")
        );
        assert_eq!((Status::ExternalError as i32, Status::ExternalError.name()), (400_200, "EXTERNAL_ERROR"));
    }

    #[test]
    fn an_issue_code_decides_the_status() {
        for (codes, status) in [
            (&[2001, 2002, 2011, 2028][..], Status::Aborted),
            (&[2003], Status::SchemeError),
            (&[2005], Status::Unavailable),
            (&[2006, 2010], Status::Overloaded),
            (&[2012, 2029], Status::PreconditionFailed),
            (&[2013, 2026], Status::Undetermined),
            (&[2014], Status::BadSession),
            (&[2015], Status::NotFound),
            (&[2017, 2031, 2032], Status::BadRequest),
            (&[2018], Status::Unauthorized),
            (&[2020], Status::Timeout),
            (&[2021], Status::Cancelled),
            (&[2030], Status::Unsupported),
            (&[0, 1030, 1060, 2008, 2009, 2027, 200_000, 200_503], Status::GenericError),
        ] {
            for &code in codes {
                assert_eq!(Status::of_issue(code), status, "{code}");
            }
        }
    }
}
