//! Contact constraints in SIMD lanes, one contact per lane. This file contains their data; the module `solve` solves them.

mod solve;

use crate::dynamics::contacts::contact::PairContact;
use crate::dynamics::graph_coloring::NULL_INDEX;
use crate::dynamics::lanes::{LANE_COUNT, Lanes, VectorLanes};
use crate::dynamics::math::V;
use crate::dynamics::tolerance::MIN_DETERMINANT;
use crate::scalar::Real;

/// The constraints of several contacts, one contact per SIMD lane. No dynamic body occurs in two lanes. A lever arm is a scalar: the
/// angular momentum, about the center of mass of a body, that a unit impulse along the normal or the tangent adds.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct ContactBlock<R> {
    /// The index of the contact in each lane; [`NULL_INDEX`] for an empty lane.
    pub(super) contacts: [u32; LANE_COUNT],
    /// The indices of both bodies of each contact in the list of bodies in the solver.
    pub(super) bodies: [[u32; LANE_COUNT]; 2],
    pub(super) normal: VectorLanes<R>,
    pub(super) friction: Lanes<R>,
    /// The inverse mass and the inverse inertia of both bodies.
    inv_masses: [[Lanes<R>; 2]; 2],
    /// The largest speed at which the solver pushes penetrating bodies apart.
    max_correction_speed: Lanes<R>,
    /// The lever arms of the friction impulse. Both points of a contact share them: the line through the two points is along the tangent,
    /// and all points on this line have the same lever arm.
    pub(super) tangent_levers: [Lanes<R>; 2],
    /// The effective mass along the tangent, for friction.
    tangent_mass: Lanes<R>,
    /// The speed of the second surface relative to the first, along the tangent, when both bodies are at rest. It is zero except for
    /// conveyor belts.
    pub(super) surface_speed: Lanes<R>,
    /// The largest target speed, in the relax iteration, of a point without an impulse: zero, or a large negative number for contacts with
    /// restitution. If the surfaces of these approach, the next sub-step decides whether they bounce.
    max_relax_speed: Lanes<R>,
    /// The accumulated friction impulse.
    pub(super) tangent_impulse: Lanes<R>,
    /// The sum of the friction impulses of all sub-steps.
    pub(super) total_tangent_impulse: Lanes<R>,
    /// The change of the relative velocity at one contact point per unit of normal impulse at the other point: the off-diagonal element of
    /// the 2×2 system for the normal impulses of both points. Zero for a contact with one point.
    coupling: Lanes<R>,
    /// The inverse determinant of the 2×2 system for the normal impulses of both points, without softness.
    inv_determinant: Lanes<R>,
    pub(super) points: [ConstraintPoint<R>; 2],
    /// The largest rolling resistance torque per unit of normal impulse, for contacts with one point.
    rolling_limit: Lanes<R>,
    /// The effective inertia for rolling resistance: the angular impulse per unit change of the relative angular velocity.
    rolling_mass: Lanes<R>,
    /// The accumulated angular impulse of rolling resistance in this step. It starts at zero in each step.
    rolling_impulse: Lanes<R>,
    /// Whether the 2×2 system for the normal impulses of both points is ill-conditioned in any of the lanes. The two points of such a
    /// contact are solved one after the other; see [`MIN_DETERMINANT`].
    pub(super) ill_conditioned: bool,
    /// Whether the contacts in all lanes have a single point. The second point is then ignored.
    single_point: bool,
    /// Whether the contact in any of the lanes has restitution.
    has_restitution: bool,
}

/// A contact point of each contact of a block, one per SIMD lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConstraintPoint<R> {
    /// The lever arms of the normal impulse on both bodies.
    pub(super) levers: [Lanes<R>; 2],
    /// For each body, the coordinate of its contact point along the normal, relative to its center of mass, at the beginning of the step.
    /// To update the separation, the solver rotates these points with their bodies. On a rounded surface, the contact point does not
    /// rotate: it stays where the surface faces the other body. So the radius of the rounding is removed first, and the points lie on the
    /// cores of the parts.
    extents: [Lanes<R>; 2],
    /// The part of the separation that does not depend on the rotation of the bodies: the separation at the beginning of the step plus
    /// `extents[0]` minus `extents[1]`.
    base_separation: Lanes<R>,
    /// The current separation of the surfaces. Positions change only once in a sub-step, before `relax`, so only `relax` updates it.
    pub(super) separation: Lanes<R>,
    /// The inverse of the effective mass along the normal, and the effective mass itself.
    inv_effective_mass: Lanes<R>,
    effective_mass: Lanes<R>,
    /// The accumulated normal impulse.
    pub(super) normal_impulse: Lanes<R>,
    /// The sum of the normal impulses of all sub-steps, and of the impulses of impacts with restitution.
    pub(super) total_normal_impulse: Lanes<R>,
    /// The largest normal impulse of any iteration in this step so far. If it is positive, the bodies have touched and pushed each other at
    /// this point in this step.
    pub(super) max_normal_impulse: Lanes<R>,
}

/// The coefficients of soft contacts for a sub-step.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct ContactSoftness<R> {
    /// The reciprocal of the duration of a sub-step.
    pub(super) inv_sub_dt: R,
    /// The fraction of the penetration that is corrected per unit of time.
    pub(super) bias_rate: R,
    /// The relative increase of the inverse effective mass by softness; zero for a rigid contact.
    pub(super) compliance: R,
}

/// The inputs of a contact constraint that are not stored in the contact.
pub(super) struct ContactInputs<R> {
    /// The indices of both bodies in the solver, and the inverse mass and the inverse inertia of each body.
    pub(super) bodies: [u32; 2],
    pub(super) inv_masses: [[R; 2]; 2],
    pub(super) friction: R,
    pub(super) restitution: R,
    /// The velocity of the second surface relative to the first, as on a conveyor belt; `None` if neither surface moves relative to its
    /// body.
    pub(super) surface_velocity: Option<V<R>>,
    pub(super) max_correction_speed: R,
    pub(super) rolling_limit: R,
    /// The rounding radii of the two parts.
    pub(super) radii: [R; 2],
}

impl<R: Real> ContactBlock<R> {
    /// A block without contacts. A lane without a contact still needs two bodies. Both are the dummy body of the solver, which never moves
    /// and stands for all bodies at rest. `static_index` is the index of the dummy body in the solver.
    pub(super) fn empty(static_index: u32) -> Self {
        let zero = Lanes::zero();
        let one = Lanes::constant(1.0);
        let point = ConstraintPoint {
            levers: [zero; 2],
            extents: [zero; 2],
            base_separation: zero,
            separation: zero,
            inv_effective_mass: one,
            effective_mass: one,
            normal_impulse: zero,
            total_normal_impulse: zero,
            max_normal_impulse: zero,
        };
        // The effective masses are reciprocals of sums of inverse masses. With inverse masses of 1, empty lanes do not divide by zero.
        Self {
            contacts: [NULL_INDEX; LANE_COUNT],
            bodies: [[static_index; LANE_COUNT]; 2],
            ill_conditioned: false,
            single_point: false,
            has_restitution: false,
            max_relax_speed: zero,
            normal: VectorLanes::zero(),
            friction: zero,
            inv_masses: [[one, zero]; 2],
            max_correction_speed: zero,
            tangent_levers: [zero; 2],
            tangent_mass: zero,
            surface_speed: zero,
            tangent_impulse: zero,
            total_tangent_impulse: zero,
            rolling_limit: zero,
            rolling_mass: one,
            rolling_impulse: zero,
            coupling: zero,
            inv_determinant: one,
            points: [point; 2],
        }
    }

    /// Copies a contact into a lane. All contacts of a block must have the same number of points. When all contacts of the block have been
    /// copied, the caller has to call [`compute_masses`](Self::compute_masses) once.
    pub(super) fn set(
        &mut self,
        lane: usize,
        index: u32,
        contact: &PairContact<R>,
        inputs: &ContactInputs<R>,
    ) {
        self.contacts[lane] = index;
        for side in 0..2 {
            self.bodies[side][lane] = inputs.bodies[side];
            self.normal.0[side].0[lane] = contact.normal[side];
            self.inv_masses[side][0].0[lane] = inputs.inv_masses[side][0];
            self.inv_masses[side][1].0[lane] = inputs.inv_masses[side][1];
            self.tangent_levers[side].0[lane] = inputs.radii[side];
        }
        self.friction.0[lane] = inputs.friction;
        if inputs.restitution > R::ZERO {
            self.max_relax_speed.0[lane] = -R::MAX_RADIUS;
            self.has_restitution = true;
        }
        self.surface_speed.0[lane] =
            inputs.surface_velocity.map_or(R::ZERO, |velocity| velocity.dot(contact.normal.perp()));
        self.max_correction_speed.0[lane] = inputs.max_correction_speed;
        self.tangent_impulse.0[lane] = contact.tangent_impulse;
        self.rolling_limit.0[lane] = inputs.rolling_limit;
        // If the contact has only one point, the second point gets a separation so large that it never gets an impulse.
        let single_point = contact.count == 1;
        self.single_point = single_point;
        self.coupling.0[lane] = if single_point { R::ZERO } else { R::ONE };
        for (k, (point, cached)) in self.points.iter_mut().zip(&contact.points).enumerate() {
            let is_missing = single_point && k == 1;
            for side in 0..2 {
                point.levers[side].0[lane] = cached.anchors[side][0];
                point.extents[side].0[lane] = cached.anchors[side][1];
            }
            point.base_separation.0[lane] = if is_missing { R::MAX_RADIUS } else { cached.separation };
            point.normal_impulse.0[lane] = if is_missing { R::ZERO } else { cached.normal_impulse };
        }
    }

    /// Computes the lever arms, extents and effective masses of all lanes. `set` must have been called before for each contact. It has
    /// stored the inputs of this computation in fields that this function overwrites by the results. `levers` and `extents` contain the x
    /// and y offsets of the points from the centers of mass. `tangent_levers` contains the radii of the rounding. `coupling` is 1 for
    /// contacts with two points and 0 for contacts with one.
    pub(super) fn compute_masses(&mut self) {
        let one = Lanes::constant(1.0);
        let normal = self.normal;
        let radii = self.tangent_levers;
        let [[a, i], [b, j]] = self.inv_masses;
        let sum = a + b;
        let anchor =
            |point: &ConstraintPoint<R>, side: usize| VectorLanes([point.levers[side], point.extents[side]]);
        let inv_effective_mass =
            |u: [Lanes<R>; 2], v: [Lanes<R>; 2]| sum + (i * u[0] * v[0] + j * u[1] * v[1]);
        let tangent = normal.perp();
        let first = &self.points[0];
        self.tangent_levers = [anchor(first, 0).cross(tangent), anchor(first, 1).cross(tangent)];
        self.tangent_mass = one / inv_effective_mass(self.tangent_levers, self.tangent_levers);
        for point in &mut self.points {
            let [r, s] = [anchor(point, 0), anchor(point, 1)];
            point.levers = [r.cross(normal), s.cross(normal)];
            point.extents = [r.dot(normal) - radii[0], s.dot(normal) + radii[1]];
            let extent = point.extents[1] - point.extents[0];
            point.base_separation = point.base_separation - extent;
            point.separation = point.base_separation + extent;
            point.inv_effective_mass = inv_effective_mass(point.levers, point.levers);
            point.effective_mass = one / point.inv_effective_mass;
        }
        self.rolling_mass = one / (i + j);
        let [first, second] = &self.points;
        self.coupling = self.coupling * inv_effective_mass(first.levers, second.levers);
        let diagonal = first.inv_effective_mass * second.inv_effective_mass;
        let determinant = diagonal - self.coupling * self.coupling;
        let min_determinant = diagonal * Lanes::constant(MIN_DETERMINANT);
        self.inv_determinant = one / determinant;
        self.ill_conditioned = (0..LANE_COUNT).any(|k| !(determinant.0[k] > min_determinant.0[k]));
    }
}
