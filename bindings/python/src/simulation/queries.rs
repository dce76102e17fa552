//! The methods of simulations that find colliders: ray casts, sweeps, overlaps and the nearest collider.

use super::ids::{collider_id, collider_number, id, is_collider, number};
use super::{Content, Simulation, collider};
use crate::answer::{Contact, RayHit, Relation, SweepHit};
use crate::checked;
use crate::reading::{Each, Pair, not_negative, one_of};
use crate::shape::given::Given;
use crate::world::filter::Ids;
use engine::dynamics::{BodyHit, BodyId, BodyKind, ColliderId, QueryFilter};
use pyo3::prelude::*;
use std::cell::RefCell;

/// A collider that a query found: the id of its body, its own id, and the hit.
type Found<H> = (u64, u64, H);

/// A function that returns whether a collider may be in the results of a query.
type Accepts<'a> = dyn Fn(ColliderId, &engine::dynamics::ColliderDef<'_, f64>) -> bool + 'a;

/// The kinds of bodies whose colliders a query finds: the name of one kind, or several names.
enum Kinds {
    One(String),
    Many(Each<String>),
}

one_of!(Kinds: One | Many, "a kind of body or an iterable of kinds");

/// The arguments of a query that restrict the colliders it finds.
struct Selection<'py> {
    layers: u32,
    own_layers: u32,
    sensors: bool,
    kinds: Option<Kinds>,
    ignore: Option<Ids>,
    accept: Option<Bound<'py, PyAny>>,
}

impl Selection<'_> {
    /// Returns the kinds of bodies whose colliders the query finds.
    fn kinds(&self) -> PyResult<Vec<BodyKind>> {
        match &self.kinds {
            None => Ok(vec![BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic]),
            Some(Kinds::One(name)) => Ok(vec![collider::kind(name)?]),
            Some(Kinds::Many(Each(names))) => names.iter().map(|name| collider::kind(name)).collect(),
        }
    }

    /// Returns the ids of the bodies and of the colliders that the query ignores.
    fn ignored(&self) -> (Vec<BodyId>, Vec<ColliderId>) {
        let ids = match &self.ignore {
            None => &[][..],
            Some(Ids::One(id)) => std::slice::from_ref(id),
            Some(Ids::Many(Each(ids))) => ids,
        };
        let (colliders, bodies): (Vec<u64>, Vec<u64>) = ids.iter().partition(|id| is_collider(**id));
        (bodies.into_iter().map(id).collect(), colliders.into_iter().map(collider_id).collect())
    }

    /// Calls a query with a filter for these arguments. If the callback `accept` raises an exception, it is not called again, and the
    /// exception is raised at the end of the query.
    fn query<T>(&self, content: &Content, call: impl FnOnce(&QueryFilter<'_, f64>) -> T) -> PyResult<T> {
        let (kinds, (bodies, colliders)) = (self.kinds()?, self.ignored());
        let fault = RefCell::new(None);
        let accepts = |collider: ColliderId, _: &engine::dynamics::ColliderDef<'_, f64>| {
            let (Some(accept), Some(body)) = (&self.accept, content.of.body_of(collider)) else {
                return true;
            };
            if fault.borrow().is_some() {
                return false;
            }
            let body = number(body);
            let answer = accept.call1((body, content.data.get(&body))).and_then(|answer| answer.is_truthy());
            answer.unwrap_or_else(|error| {
                *fault.borrow_mut() = Some(error);
                false
            })
        };
        let found = call(&QueryFilter {
            layers: self.own_layers,
            filter: self.layers,
            sensors: self.sensors,
            static_bodies: kinds.contains(&BodyKind::Static),
            kinematic_bodies: kinds.contains(&BodyKind::Kinematic),
            dynamic_bodies: kinds.contains(&BodyKind::Dynamic),
            exclude_bodies: &bodies,
            exclude_colliders: &colliders,
            predicate: self.accept.is_some().then_some(&accepts as &Accepts<'_>),
        });
        fault.into_inner().map_or(Ok(found), Err)
    }
}

fn found<H, T: From<H>>(of: BodyHit<H>) -> Found<T> {
    (number(of.body), collider_number(of.collider), of.hit.into())
}

#[pymethods]
#[allow(clippy::too_many_arguments)]
impl Simulation {
    /// The colliders that touch or overlap a shape, as tuples of the id of the body, the id of the collider and the relation. To find the
    /// colliders under a cursor, pass a point. Like all queries, this one finds only colliders that are on one of `layers` and collide with
    /// one of `own_layers`. Their bodies must be of the given `kinds` ("dynamic", "static" or "kinematic"; by default all). Bodies and
    /// colliders whose ids are in `ignore` are skipped, and bodies for which `accept(id, data)` returns false. Sensors are skipped unless
    /// `sensors` is true.
    #[pyo3(signature = (shape, /, *, layers=0xFFFF_FFFF, own_layers=0xFFFF_FFFF, sensors=false, kinds=None, ignore=None, accept=None))]
    fn intersecting(
        &self,
        py: Python<'_>,
        shape: Given,
        layers: u32,
        own_layers: u32,
        sensors: bool,
        kinds: Option<Kinds>,
        ignore: Option<Ids>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Found<Relation>>> {
        let content = self.0.read(py)?;
        let selection = Selection { layers, own_layers, sensors, kinds, ignore, accept };
        let all = selection.query(&content, |filter| content.of.intersecting(shape.shape(), filter))?;
        Ok(all.into_iter().map(found).collect())
    }

    /// The first collider that a ray hits, as a tuple of the id of its body, the id of the collider and the hit, or None.
    #[pyo3(signature = (origin, direction, /, max_distance=f64::INFINITY, *, layers=u32::MAX, own_layers=u32::MAX, sensors=false, kinds=None, ignore=None, accept=None),
        text_signature = "($self, origin, direction, /, max_distance=1e999, *, layers=4294967295, own_layers=4294967295, sensors=False, kinds=None, ignore=None, accept=None)")]
    fn cast(
        &self,
        py: Python<'_>,
        origin: Pair,
        direction: Pair,
        max_distance: f64,
        layers: u32,
        own_layers: u32,
        sensors: bool,
        kinds: Option<Kinds>,
        ignore: Option<Ids>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<Found<RayHit>>> {
        let ray = checked::ray(origin, direction, max_distance)?;
        let content = self.0.read(py)?;
        let selection = Selection { layers, own_layers, sensors, kinds, ignore, accept };
        Ok(selection.query(&content, |filter| content.of.cast(&ray, filter))?.map(found))
    }

    /// All colliders that a ray hits, as tuples of the id of the body, the id of the collider and the first hit, sorted by distance.
    #[pyo3(signature = (origin, direction, /, max_distance=f64::INFINITY, *, layers=u32::MAX, own_layers=u32::MAX, sensors=false, kinds=None, ignore=None, accept=None),
        text_signature = "($self, origin, direction, /, max_distance=1e999, *, layers=4294967295, own_layers=4294967295, sensors=False, kinds=None, ignore=None, accept=None)")]
    fn cast_all(
        &self,
        py: Python<'_>,
        origin: Pair,
        direction: Pair,
        max_distance: f64,
        layers: u32,
        own_layers: u32,
        sensors: bool,
        kinds: Option<Kinds>,
        ignore: Option<Ids>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Found<RayHit>>> {
        let ray = checked::ray(origin, direction, max_distance)?;
        let content = self.0.read(py)?;
        let selection = Selection { layers, own_layers, sensors, kinds, ignore, accept };
        let all = selection.query(&content, |filter| content.of.cast_all(&ray, filter))?;
        Ok(all.into_iter().map(found).collect())
    }

    /// The first collider that a shape touches while it moves by `moves`, as a tuple of the id of its body, the id of the collider and the
    /// hit, or None.
    #[pyo3(signature = (shape, moves, /, *, layers=0xFFFF_FFFF, own_layers=0xFFFF_FFFF, sensors=false, kinds=None, ignore=None, accept=None))]
    fn sweep(
        &self,
        py: Python<'_>,
        shape: Given,
        moves: Pair,
        layers: u32,
        own_layers: u32,
        sensors: bool,
        kinds: Option<Kinds>,
        ignore: Option<Ids>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<Found<SweepHit>>> {
        let moves = moves.finite("moves")?;
        let content = self.0.read(py)?;
        let selection = Selection { layers, own_layers, sensors, kinds, ignore, accept };
        Ok(selection.query(&content, |filter| content.of.sweep(shape.shape(), moves, filter))?.map(found))
    }

    /// All colliders that a shape touches while it moves by `moves`, as tuples of the id of the body, the id of the collider and the first
    /// hit, sorted by time.
    #[pyo3(signature = (shape, moves, /, *, layers=0xFFFF_FFFF, own_layers=0xFFFF_FFFF, sensors=false, kinds=None, ignore=None, accept=None))]
    fn sweep_all(
        &self,
        py: Python<'_>,
        shape: Given,
        moves: Pair,
        layers: u32,
        own_layers: u32,
        sensors: bool,
        kinds: Option<Kinds>,
        ignore: Option<Ids>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Found<SweepHit>>> {
        let moves = moves.finite("moves")?;
        let content = self.0.read(py)?;
        let selection = Selection { layers, own_layers, sensors, kinds, ignore, accept };
        let all = selection.query(&content, |filter| content.of.sweep_all(shape.shape(), moves, filter))?;
        Ok(all.into_iter().map(found).collect())
    }

    /// The collider that is nearest to a shape, as a tuple of the id of its body, the id of the collider and the contact, or None.
    /// Considers only colliders whose separation is at most `max_distance`. The normal of the contact points from the shape to the
    /// collider.
    #[pyo3(signature = (shape, /, max_distance=f64::INFINITY, *, layers=u32::MAX, own_layers=u32::MAX, sensors=false, kinds=None, ignore=None, accept=None),
        text_signature = "($self, shape, /, max_distance=1e999, *, layers=4294967295, own_layers=4294967295, sensors=False, kinds=None, ignore=None, accept=None)")]
    fn nearest(
        &self,
        py: Python<'_>,
        shape: Given,
        max_distance: f64,
        layers: u32,
        own_layers: u32,
        sensors: bool,
        kinds: Option<Kinds>,
        ignore: Option<Ids>,
        accept: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<Found<Contact>>> {
        let max_distance = not_negative(max_distance, "max_distance")?;
        let content = self.0.read(py)?;
        let selection = Selection { layers, own_layers, sensors, kinds, ignore, accept };
        let nearest =
            selection.query(&content, |filter| content.of.nearest(shape.shape(), max_distance, filter))?;
        Ok(nearest.map(|of| (number(of.body), collider_number(of.collider), Contact(of.hit))))
    }
}
