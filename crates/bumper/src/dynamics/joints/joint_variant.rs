//! The kinds of joints without their data, and the constraint rows of each kind.

use super::joint::JointKind;
use super::joint_solver::JointRows;

/// The kind of a joint as it is stored. Its number identifies the kind in the state hash and in the test whether a snapshot fits a
/// simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub(in crate::dynamics) enum JointVariant {
    /// The default has no meaning: only slots without a joint have it.
    #[default]
    Distance,
    Revolute,
    Prismatic,
    Weld,
    Wheel,
    Mouse,
}

impl JointVariant {
    pub(in crate::dynamics) fn of<R>(kind: &JointKind<R>) -> Self {
        match kind {
            JointKind::Distance { .. } => Self::Distance,
            JointKind::Revolute { .. } => Self::Revolute,
            JointKind::Prismatic { .. } => Self::Prismatic,
            JointKind::Weld { .. } => Self::Weld,
            JointKind::Wheel { .. } => Self::Wheel,
            JointKind::Mouse { .. } => Self::Mouse,
        }
    }

    /// The constraint rows of a joint of this kind. `fixed_distance` says whether a distance joint has neither limits nor a motor nor a
    /// spring; other kinds ignore it.
    pub(in crate::dynamics) fn rows(self, fixed_distance: bool) -> JointRows {
        let none = JointRows::default();
        match self {
            Self::Distance => JointRows { translation: true, distance: true, fixed_distance, ..none },
            Self::Revolute => JointRows { point: true, rotation: true, ..none },
            Self::Prismatic => JointRows { lateral: true, angular: true, translation: true, ..none },
            Self::Weld => JointRows { point: true, angular: true, ..none },
            Self::Wheel => JointRows { lateral: true, translation: true, rotation: true, ..none },
            Self::Mouse => JointRows { point: true, mouse: true, ..none },
        }
    }

    /// Whether the joint acts on its first body. A mouse joint pulls its second body to a target instead.
    pub(in crate::dynamics) fn acts_on_first_body(self) -> bool {
        match self {
            Self::Distance | Self::Revolute | Self::Prismatic | Self::Weld | Self::Wheel => true,
            Self::Mouse => false,
        }
    }
}
