//! Contacts of pairs of parts: the data that persists from step to step, and the events that are reported to users.

use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, ColliderId};
use crate::dynamics::bodies::part::Part;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::{Rot, V, num};
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;
use crate::world::Change;
use alloc::vec::Vec;

/// A pair of parts whose fat AABBs overlap, with its contact manifold if it has one. The first part has the lower index.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct PairContact<R: Real> {
    /// The indices of the two parts as one number, which is the sort key of contacts. The first index is in the upper half.
    pub(in crate::dynamics) key: u64,
    /// The slots of the bodies to which the two parts belong.
    pub(in crate::dynamics) bodies: [u32; 2],
    /// The unit normal from the first part to the second. If the pair has no contact points, it is the axis along which the parts were last
    /// found to be separated (cached separating axis).
    pub(in crate::dynamics) normal: V<R>,
    pub(in crate::dynamics) points: [CachedPoint<R>; 2],
    /// The friction impulse of the last sub-step. The two points of a manifold share one friction impulse.
    pub(in crate::dynamics) tangent_impulse: R,
    /// The sum of the friction impulses of all sub-steps.
    pub(in crate::dynamics) total_tangent_impulse: R,
    /// The relative pose of the bodies for which the contact points were computed. If the bodies have hardly moved since, the points are
    /// reused.
    pub(in crate::dynamics) relative_pose: RelativePose<R>,
    /// The number of contact points.
    pub(in crate::dynamics) count: u8,
    pub(in crate::dynamics) flags: ContactFlags,
    pub(in crate::dynamics) origin: ContactOrigin,
    /// The approach speed along the normal at the beginning of the step; see [`ContactEvent::approach_speed`].
    pub(in crate::dynamics) approach_speed: R,
}

/// The properties of a contact that are true or false.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct ContactFlags {
    /// Whether one of the parts is a sensor.
    pub(in crate::dynamics) sensor: bool,
    /// Whether one of the bodies is not dynamic.
    pub(in crate::dynamics) non_dynamic: bool,
    /// Whether the contact points were computed for a predicted time of impact within the step, not for the poses at its beginning. Such
    /// points are speculative, and are computed again in the next step.
    pub(in crate::dynamics) speculative: bool,
    /// Whether the parts touch in this step.
    pub(in crate::dynamics) touching: bool,
    /// Whether the parts touched in the previous step.
    pub(in crate::dynamics) was_touching: bool,
    /// Whether the user has disabled the contact in this step.
    pub(in crate::dynamics) disabled: bool,
    /// Whether one of the surfaces moves relative to its body, as on a conveyor belt.
    pub(in crate::dynamics) moving_surface: bool,
}

/// Where a body was before it touched a part with a one-way side (see `one_way`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::dynamics) enum ContactOrigin {
    /// It has come from outside, so the side stops it until it has left the part.
    Outside,
    /// It overlaps the part, or another part of the same platform, and did not enter it from outside. It passes through.
    Inside,
    /// Neither: it hardly overlaps the part, and the side stops it if it is hit from outside. Also the origin in contacts without a one-way
    /// side.
    #[default]
    Undecided,
}

/// A point of a contact manifold, stored between steps.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct CachedPoint<R: Real> {
    /// The feature id, which identifies the point from step to step.
    pub(in crate::dynamics) feature: u32,
    /// The offsets of the point from the centers of mass of both bodies at the time when it was computed.
    pub(in crate::dynamics) anchors: [V<R>; 2],
    /// The separation of the surfaces at the time when the point was computed.
    pub(in crate::dynamics) base_separation: R,
    /// The current separation of the surfaces.
    pub(in crate::dynamics) separation: R,
    /// The normal impulse of the last sub-step, for warm starting.
    pub(in crate::dynamics) normal_impulse: R,
    /// The sum of the normal impulses of all sub-steps, and of the impulses of impacts with restitution.
    pub(in crate::dynamics) total_normal_impulse: R,
}

/// The relative pose of two bodies: the offset from the first center of mass to the second, and the rotations of both bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::dynamics) struct RelativePose<R: Real> {
    pub(in crate::dynamics) offset: V<R>,
    pub(in crate::dynamics) rotations: [Rot<R>; 2],
}

impl<R: Real> PairContact<R> {
    /// A new contact of two parts, without a manifold.
    pub(in crate::dynamics) fn new(
        bodies: &SlotList<RigidBody<R>>,
        parts: &SlotList<Part<R>>,
        key: u64,
    ) -> Self {
        let [p, q] = [key >> 32, key & 0xffff_ffff].map(|part| &parts[part as usize]);
        let [is_first_dynamic, is_second_dynamic] =
            [p, q].map(|part| bodies[part.body as usize].is_dynamic());
        let flags = ContactFlags {
            sensor: p.material.sensor || q.material.sensor,
            non_dynamic: !(is_first_dynamic && is_second_dynamic),
            ..ContactFlags::default()
        };
        // NaN differs from every relative pose. Sensors are tested only if the relative pose has changed (see
        // [`needs_update`](Self::needs_update)), so this makes sure that a new pair with a sensor is tested once even if neither body
        // moves.
        let relative_pose = RelativePose { offset: Vector::splat(R::NAN), ..RelativePose::default() };
        Self { key, bodies: [p.body, q.body], flags, relative_pose, ..Self::default() }
    }

    /// Marks the two parts as touching because an impact of continuous collision has changed the velocities of their bodies.
    pub(in crate::dynamics) fn mark_impact(&mut self, normal: V<R>, approach_speed: R) {
        if !self.flags.touching {
            self.flags.touching = true;
            self.normal = normal;
            self.approach_speed = approach_speed;
        }
    }

    /// Whether the narrow phase has to update the contact: one of the bodies is awake, or one of the parts is a sensor and the relative
    /// pose has changed since the last test.
    pub(in crate::dynamics) fn needs_update(&self, bodies: &SlotList<RigidBody<R>>) -> bool {
        let pair = self.bodies.map(|slot| &bodies[slot as usize]);
        pair.iter().any(|body| body.is_awake())
            || self.flags.sensor && self.relative_pose != RelativePose::of(pair)
    }

    /// Whether one of the two parts belongs to the body in the slot `body`.
    #[inline]
    pub(in crate::dynamics) fn is_of(&self, body: u32) -> bool {
        self.bodies.contains(&body)
    }

    #[inline]
    pub(in crate::dynamics) fn parts(&self) -> [usize; 2] {
        [(self.key >> 32) as usize, (self.key & 0xffff_ffff) as usize]
    }

    #[inline]
    pub(in crate::dynamics) fn points(&self) -> &[CachedPoint<R>] {
        &self.points[..usize::from(self.count)]
    }
}

/// A contact point of two bodies, as [`ContactEvent::points`] returns it.
///
/// ```
/// use bumper::dynamics::ManifoldPoint;
/// let (point, parts) = ([0.0f32, 0.0].into(), [0, 0]);
/// let point = ManifoldPoint { point, separation: -0.01, normal_impulse: 2.0, tangent_impulse: 0.5, parts };
/// assert!(point.normal_impulse > point.tangent_impulse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint<R> {
    /// The contact point in the world, halfway between the two surfaces.
    pub point: Vector<R, 2>,
    /// The distance of the surfaces at the point at the beginning of the step. If negative, its magnitude is the penetration depth.
    pub separation: R,
    /// The normal impulse of the step: the sum over its sub-steps, and the impulse of restitution. For a body that hits a wall it is the
    /// mass times the change of the velocity. It does not include the impulses of continuous collision, which stop a fast body within a
    /// step.
    pub normal_impulse: R,
    /// The friction impulse of the step on the second body, along the tangent, which is the normal rotated by 90 degrees from +x towards
    /// +y. The friction impulse of a contact is divided between its points in proportion to their normal impulses.
    pub tangent_impulse: R,
    /// The parts of the shapes of the two colliders that meet at the point, as in [`Contact::parts`](crate::Contact::parts). The part of a
    /// mask is the pixel nearest to the point, among those of the box of pixels that touches.
    pub parts: [u32; 2],
}

/// A contact event: two colliders of different bodies touch, or they touched before the last step and no longer do.
///
/// ```
/// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}, world::Change};
/// let mut simulation = Simulation::<f32>::new([0.0, 0.0]);
/// let left = BodyDef { velocity: [5.0, 0.0].into(), ..BodyDef::default() };
/// let a = simulation.insert(&left, &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
/// let b = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([2.05, 0.0], 1.0))]).unwrap();
/// simulation.step(1.0 / 60.0);
/// let event = simulation.events().next().unwrap();
/// assert_eq!((event.a, event.b, event.change), (a, b, Change::Enter));
/// assert!(event.approach_speed == 5.0 && event.normal.x() == 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ContactForceEvent", "CollisionEvent", "b2ContactEvents", "OnCollisionEnter2D"))]
pub struct ContactEvent<R> {
    /// The first body. Every event of the same two colliders has the same order of `a` and `b`.
    pub a: BodyId,
    /// The second body, at which the normal points.
    pub b: BodyId,
    /// The two colliders, one of `a` and one of `b`. The ids are given even if the colliders have been removed.
    pub colliders: [ColliderId; 2],
    /// The index of each of the two colliders among the colliders of its body.
    pub collider_indices: [u32; 2],
    /// The user data of `a` and `b`. It is given even if the bodies have been removed.
    pub data: [u64; 2],
    /// Whether the contact began ([`Change::Enter`]), continues or ended in the last step.
    pub change: Change,
    /// Whether one of the colliders is a sensor.
    pub sensor: bool,
    /// The unit normal from the first body to the second. If several convex parts of a collider touch, the normal at the part with the
    /// largest impulse.
    pub normal: Vector<R, 2>,
    /// The approach speed along the normal at the beginning of the step, plus the speed that gravity adds until the surfaces meet. It is a
    /// measure of how hard an impact is. Zero for contacts of sleeping bodies, ended contacts and sensors.
    pub approach_speed: R,
    /// The parts of the shapes of the two colliders that touch, as in [`ManifoldPoint::parts`]: those at the first of the
    /// [`points`](Self::points), also if the points are not given. When a contact begins, these are the parts that touch first; if several
    /// do so in the same step, those with the largest impulse. When it ends, the parts that are closest.
    pub parts: [u32; 2],
    pub(in crate::dynamics) points: [Option<ManifoldPoint<R>>; 2],
}

impl<R: Real> ContactEvent<R> {
    /// The event with the two bodies exchanged.
    fn swapped(self) -> Self {
        let [first, second] = self.colliders;
        let [first_index, second_index] = self.collider_indices;
        let [first_data, second_data] = self.data;
        let [first_part, second_part] = self.parts;
        let swapped = |point: ManifoldPoint<R>| {
            let [first, second] = point.parts;
            ManifoldPoint { parts: [second, first], ..point }
        };
        Self {
            a: self.b,
            b: self.a,
            colliders: [second, first],
            collider_indices: [second_index, first_index],
            data: [second_data, first_data],
            normal: -self.normal,
            parts: [second_part, first_part],
            points: self.points.map(|point| point.map(swapped)),
            ..self
        }
    }

    /// The contact points: one or two; none for sensors and ended contacts, and for contacts that only continuous collision has found. If
    /// several convex parts of a collider touch (of a compound, a concave polygon or a mask), these are the points of the part with the
    /// largest impulse, and the impulses at the other parts are added to the nearer of them.
    pub fn points(&self) -> impl Iterator<Item = ManifoldPoint<R>> {
        self.points.into_iter().flatten()
    }

    /// The sum of the normal impulses of all points in the last step.
    #[must_use]
    pub fn normal_impulse(&self) -> R {
        self.points().fold(R::ZERO, |sum, point| sum + point.normal_impulse)
    }
}

impl<R: Real> Simulation<R> {
    /// The event of a contact. If `is_touching` is true, the event says that the contact begins or continues, otherwise that it has ended.
    pub(in crate::dynamics) fn event(&self, contact: &PairContact<R>, is_touching: bool) -> ContactEvent<R> {
        let [a, b] = contact.bodies;
        let bodies = [&self.bodies[a as usize], &self.bodies[b as usize]];
        let id = |k: usize| self.body_id(contact.bodies[k]);
        let colliders = contact.parts().map(|part| self.parts[part].collider);
        let total_impulse =
            contact.points().iter().fold(R::ZERO, |sum, point| sum + point.total_normal_impulse);
        let tangent_ratio =
            if total_impulse > R::ZERO { contact.total_tangent_impulse / total_impulse } else { R::ZERO };
        let point = |k: usize| {
            let point = contact.points().get(k).filter(|_| is_touching && !contact.flags.sensor)?;
            Some(ManifoldPoint {
                point: bodies[0].center + point.anchors[0],
                separation: point.separation,
                normal_impulse: point.total_normal_impulse,
                tangent_impulse: tangent_ratio * point.total_normal_impulse,
                parts: self.parts_at(contact, contact.normal, point.anchors),
            })
        };
        // An ended contact has no manifold, so its stored normal was not updated. The event gets the normal at the current relative pose.
        let current_manifold = || {
            self.manifold_of_parts(
                contact,
                &RelativePose::of(bodies),
                num(f64::MAX),
                &mut [Vec::new(), Vec::new()],
            )
        };
        let manifold = if is_touching { None } else { current_manifold() };
        let normal = manifold.map_or(contact.normal, |manifold| manifold.normal);
        let current_anchors = manifold.and_then(|manifold| {
            let point = manifold.points().first()?.point;
            Some([point, point - RelativePose::of(bodies).offset])
        });
        let first_anchors = contact.points().first().map(|point| point.anchors);
        let anchors = current_anchors.or(first_anchors).unwrap_or_else(|| {
            [0, 1].map(|k| bodies[k].rotation.rotate(self.parts[contact.parts()[k]].center))
        });
        let event = ContactEvent {
            a: id(0),
            b: id(1),
            colliders: colliders.map(|slot| self.collider_id(slot)),
            collider_indices: colliders.map(|slot| self.colliders[slot as usize].index),
            data: bodies.map(|body| body.settings.data),
            change: match (contact.flags.was_touching, is_touching) {
                (false, _) => Change::Enter,
                (true, true) => Change::Stay,
                (true, false) => Change::Leave,
            },
            sensor: contact.flags.sensor,
            normal,
            approach_speed: if is_touching { contact.approach_speed } else { R::ZERO },
            parts: self.parts_at(contact, normal, anchors),
            points: [point(0), point(1)],
        };
        // The order of the parts is that of their keys. The order of events is that of the colliders, so that it is the same for all parts.
        if colliders[0] > colliders[1] { event.swapped() } else { event }
    }

    /// For each of the two colliders, the index of the part of its shape, as the user has defined it, at a contact point. A part of the
    /// simulation may be merged from several of those; the normal and the point tell which. `anchors` are the offsets of the point from the
    /// centers of mass.
    fn parts_at(&self, contact: &PairContact<R>, normal: V<R>, anchors: [V<R>; 2]) -> [u32; 2] {
        let normals = [normal, -normal];
        [0, 1].map(|k| {
            let rotation = self.bodies[contact.bodies[k] as usize].rotation;
            let index = &self.parts[contact.parts()[k]].index;
            index.at(rotation.inv_rotate(normals[k]), rotation.inv_rotate(anchors[k]))
        })
    }

    /// Records the end event of a contact that is about to be removed, if the parts touched.
    pub(in crate::dynamics) fn push_end_event(&mut self, contact: &PairContact<R>) {
        if contact.flags.touching {
            let flags = ContactFlags { was_touching: true, ..contact.flags };
            let event = ContactEvent {
                change: Change::Leave,
                ..self.event(&PairContact { flags, ..*contact }, false)
            };
            self.contacts.ended_events.push(event);
        }
    }
}
