//! The position of a lift on its path.

use serde::{Deserialize, Serialize};

/// The position of a lift on its path (`travel`): a straight line that it travels to the end and back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PathPosition {
    /// Whether the lift is on its way back to the start of the path.
    pub(crate) returns: bool,
    /// The distance from the start of the path, along the path.
    pub(crate) way: f64,
}

/// The relative rounding error of the way that a lift has travelled. If the end of its path is beyond the step of a frame by less, it is
/// reached in this frame.
const WAY_TOLERANCE: f64 = 1e-9;

impl PathPosition {
    /// The position after a step of the given distance on a path of the given length. A step ends at the end of the path at the latest, and
    /// the next one leads back.
    pub(crate) fn advanced(self, length: f64, distance: f64) -> Self {
        let remaining = if self.returns { self.way } else { length - self.way };
        if remaining <= distance * (1.0 + WAY_TOLERANCE) {
            return Self { returns: !self.returns, way: if self.returns { 0.0 } else { length } };
        }
        Self { way: if self.returns { self.way - distance } else { self.way + distance }, ..self }
    }

    /// The position after the lift has turned around.
    pub(crate) fn turned(self) -> Self {
        Self { returns: !self.returns, ..self }
    }

    /// The part of the path between its start and this position, from 0 to 1; 0 for a path without length.
    pub(crate) fn fraction(self, length: f64) -> f64 {
        if length > 0.0 { self.way / length } else { 0.0 }
    }
}
