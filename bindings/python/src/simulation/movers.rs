//! The methods of simulations for movers that have bodies in the simulation.

use super::Simulation;
use super::ids::{collider_number, id, not_found, number, refused};
use crate::guarded::Shared;
use crate::mover::{Mover, listed};
use crate::reading::{Numbers, Pair, at_index, finite};
use crate::world::hit::Hit;
use engine::dynamics::{BodyId, MoverMotion};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The results of a step of a simulation for one mover.
#[pyclass(module = "bumper", frozen)]
pub struct MoverStep {
    step: engine::dynamics::MoverStep<f64>,
}

#[pymethods]
impl MoverStep {
    /// The hits of the mover in its own step, and while bodies carried or pushed it. The id of a hit is the id of a collider, which
    /// `body_of` and `data_of` accept.
    #[getter]
    fn hits(&self) -> Vec<Hit> {
        self.step.hits.iter().map(|hit| Hit::new(*hit, collider_number)).collect()
    }

    /// Whether a kinematic body has moved into the mover, because the mover had no room to give way.
    #[getter]
    fn crushed(&self) -> bool {
        self.step.crushed
    }

    fn __repr__(&self) -> String {
        format!("<MoverStep: {} hits, crushed={}>", self.step.hits.len(), self.step.crushed)
    }
}

fn time_step(time: f64) -> PyResult<f64> {
    match finite(time, "time")? > 0.0 {
        true => Ok(time),
        false => Err(PyValueError::new_err(format!("time: {time} is not above zero"))),
    }
}

#[pymethods]
impl Simulation {
    /// Inserts a dynamic body for a mover, with the shape of the mover and this mass, and returns its id. The body does not rotate and has
    /// no friction. `step_with_movers` moves the mover and the body. The weight of the body acts on the bodies on which the mover stands.
    /// The mover pushes the bodies against which it moves; a heavier mover pushes them faster. `layers` and `filter` are those of the
    /// collider of the body, and apply to the mover, too. Set the gravity of the mover first: the body of a mover without gravity does not
    /// fall.
    #[pyo3(signature = (mover, mass, data=None, *, layers=1, filter=0xFFFF_FFFF))]
    fn insert_mover(
        &self,
        py: Python<'_>,
        mover: &Bound<'_, Mover>,
        mass: f64,
        data: Option<Py<PyAny>>,
        layers: u32,
        filter: u32,
    ) -> PyResult<u64> {
        super::changes::mass(Some(mass))?;
        let mut content = self.0.write(py)?;
        let added = {
            let mover = mover.get().of.read_with_locks(py, 2)?;
            content.of.insert_mover(&mover, mass).map_err(refused)?
        };
        for collider in content.of.colliders_of(added).collect::<Vec<_>>() {
            let set = content.of.modify_collider(collider, |of| (of.layers, of.filter) = (layers, filter));
            set.map_err(refused)?;
        }
        data.and_then(|data| content.data.insert(number(added), data));
        Ok(number(added))
    }

    /// Advances the simulation and the movers that have bodies in it by `time`, which must be above zero. First each mover makes its own
    /// step among the bodies and the other movers. Then the bodies move, pushed by the movers. Then bodies carry the movers that stand on
    /// them, and kinematic bodies push the movers in their way. Movers ride on lifts, on crates on lifts, on rotating platforms and on each
    /// other. Call this method once for every frame of the game with all movers, instead of `step` and `Mover.step`.
    ///
    /// `movers` is a list of pairs of a mover and the id of its body. Returns a MoverStep for each of them. Whatever its response is, a
    /// mover slides along all bodies. Its body moves with it in the same step. A mover without room does not stop a kinematic body, and is
    /// reported as crushed.
    #[pyo3(signature = (time, movers, /))]
    fn step_with_movers(
        &self,
        py: Python<'_>,
        time: f64,
        movers: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<MoverStep>> {
        let time = time_step(time)?;
        let movers = listed::<Mover>(movers)?;
        let mut content = self.0.write(py)?;
        for (k, (_, body)) in movers.iter().enumerate() {
            content.state(*body).map_err(|error| at_index(py, "movers", k, error))?;
        }
        let shared: Vec<&Shared<_>> = movers.iter().map(|(mover, _)| &mover.get().of).collect();
        let mut locked = Shared::write_all(&shared, py, 2)?;
        let pairs = locked.iter_mut().zip(&movers).map(|(mover, (_, body))| (&mut **mover, id(*body)));
        let pairs: Vec<_> = pairs.collect();
        let of = &mut content.of;
        let steps = py.detach(|| of.step_with_movers(time, pairs)).map_err(refused)?;
        Ok(steps.into_iter().map(|step| MoverStep { step }).collect())
    }

    /// For games that call `Mover.step` and `step` themselves: call this method between the two. It sets the velocity of the body of a
    /// mover to the actual velocity of the mover in its step of length `time` from `start` to `end`, so that the next step of the
    /// simulation moves the body with the mover. `carried` is the displacement of the mover between its previous step and this one, by
    /// bodies and platforms. `desired_velocity` is the velocity of the mover before its step. `hits` is a list of pairs of the id of a body
    /// that the mover has hit, and the unit normal from the body to the mover: the mover pushes the dynamic bodies among them with an
    /// impulse.
    #[pyo3(signature = (id, time, start, end, /, *, carried=Numbers([0.0; 2]), desired_velocity=Numbers([0.0; 2]), hits=Vec::new()),
        text_signature = "($self, id, time, start, end, /, *, carried=(0, 0), desired_velocity=(0, 0), hits=())")]
    #[allow(clippy::too_many_arguments)]
    fn drive_mover(
        &self,
        py: Python<'_>,
        id: u64,
        time: f64,
        start: Pair,
        end: Pair,
        carried: Pair,
        desired_velocity: Pair,
        hits: Vec<(u64, Pair)>,
    ) -> PyResult<()> {
        let time = time_step(time)?;
        let motion = MoverMotion {
            start: start.finite("start")?,
            end: end.finite("end")?,
            carried: carried.finite("carried")?,
            desired_velocity: desired_velocity.finite("desired_velocity")?,
        };
        let hits = hits.into_iter().map(|(body, normal)| Ok((self::id(body), normal.finite("hits")?)));
        let hits = hits.collect::<PyResult<Vec<(BodyId, _)>>>()?;
        let mut content = self.0.write(py)?;
        content.of.get(self::id(id)).ok_or_else(|| not_found("body", id))?;
        content.of.drive_mover(self::id(id), time, &motion, hits).map_err(refused)
    }
}
