//! The tests of this package are in `tests/`, the models they compile in `cases/`.
