//! Joints: definitions, stored data, and the solver of their constraint rows.

pub(super) mod constraint_row;
pub(super) mod joint;
pub(super) mod joint_data;
pub(super) mod joint_solver;
pub(super) mod joint_variant;
pub(super) mod locked_direction;
pub(super) mod revolute_solver;
pub(super) mod softness;
pub(super) mod spring;
