//! Loads and exports at the speed of the wire, on connections of their own.
