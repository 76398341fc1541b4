//! The tests of this package are in `tests/`, the models that they compile in `cases/`.
