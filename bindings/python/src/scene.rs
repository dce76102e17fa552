//! The function `load`, which reads maps of Tiled and LDtk and scene files, and the classes of its results.

use crate::answer::{pair, rect};
use crate::mover::Mover;
use crate::reading::Each;
use crate::shape::kinds::wrap;
use crate::world::{Content, World, side_name};
use ::scene::{Choice, Fault, MapKind, Motion, Moves};
use engine::world::Collider;
use engine::{ShapeBuf, YAxis};
use pyo3::exceptions::{PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};
use std::path::{Path, PathBuf};

type Read = ::scene::Scene<f64, 2>;

/// The largest size of a file that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// A shape of a level, and its properties in the file.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct SceneShape {
    /// The name of the shape, which is unique in the level.
    id: String,
    /// The shape at its position in the file.
    shape: Py<PyAny>,
    /// The kind of motion of the shape: "still", "mover" or "body".
    motion: &'static str,
    /// The velocity, per unit of time.
    velocity: (f64, f64),
    /// The only side that stops movers, or None if all sides stop them.
    one_way: Option<&'static str>,
    /// The speed that the arrow keys give to a mover, on each axis. Zero if the arrow keys do not control the mover.
    arrows: (f64, f64),
    /// The height of the jump of a mover, or None if it cannot jump.
    jump: Option<f64>,
    /// The offset from its start at which a mover, such as a lift, turns back. None if it does not turn back.
    travel: Option<(f64, f64)>,
}

#[pymethods]
impl SceneShape {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let id = PyString::new(py, &self.id);
        Ok(format!("SceneShape(id={}, shape={})", id.repr()?, self.shape.bind(py).repr()?))
    }
}

/// The contents of a level file: see `load`.
///
/// >>> import bumper, pathlib, tempfile
/// >>> file = pathlib.Path(tempfile.mkdtemp(), "level.json")
/// >>> _ = file.write_text('''{"bumper": 1, "gravity": [0, 900], "shapes": [
/// ...     {"id": "ground", "box": {"top_left": [0, 100], "size": [300, 20]}},
/// ...     {"id": "player", "ball": {"center": [50, 50], "radius": 10}, "move": {"jump": 40}}]}''')
/// >>> level = bumper.load(file)
/// >>> world, player = level.world(), level.movers()["player"]
/// >>> for frame in range(60):
/// ...     hits = player.step(level.time_step, world)
/// >>> player.grounded, player.center, world.data_of(hits[0].id), level["player"].jump
/// (True, (50.0, 90.0), 'ground', 40.0)
#[pyclass(module = "bumper", frozen, weakref)]
pub struct Scene {
    of: Read,
    /// The layers of a map that contribute nothing to the scene, each with the reason. Layers that are excluded on purpose, by `ignore` or
    /// by a property in the map such as `solid: false`, are not listed.
    #[pyo3(get)]
    left_out: Vec<(String, &'static str)>,
    /// The objects of a map that cannot be read and are not in the scene. Each object is a line of text with its location in the map and
    /// the reason.
    #[pyo3(get)]
    warnings: Vec<String>,
}

impl Scene {
    fn parts(&self, object: &::scene::Object<f64, 2>) -> impl Iterator<Item = ShapeBuf<f64, 2>> {
        self.of.parts_of(object).iter().map(|part| part.shape().into())
    }

    /// Returns the shape of an object: its single part, or a compound of all its parts.
    fn whole(&self, object: &::scene::Object<f64, 2>) -> ShapeBuf<f64, 2> {
        let mut parts = self.parts(object);
        match (parts.next(), self.of.parts_of(object).len()) {
            (Some(only), 1) => only,
            (first, _) => ShapeBuf::compound(first.into_iter().chain(parts)),
        }
    }

    fn shape(&self, py: Python<'_>, object: &::scene::Object<f64, 2>) -> PyResult<SceneShape> {
        let moves = match &object.motion {
            Motion::Mover(moves) => Some(moves),
            _ => None,
        };
        Ok(SceneShape {
            id: object.id.clone(),
            shape: wrap(py, self.whole(object))?.unbind(),
            motion: match object.motion {
                Motion::Still => "still",
                Motion::Mover(_) => "mover",
                Motion::Body(_) => "body",
            },
            velocity: pair(object.velocity),
            one_way: object.one_way.map(side_name),
            arrows: moves.map_or((0.0, 0.0), |moves| pair(moves.arrows)),
            jump: moves.and_then(|moves| moves.jump),
            travel: moves.and_then(|moves| moves.travel).map(pair),
        })
    }

    fn mover(&self, object: &::scene::Object<f64, 2>, moves: &Moves<f64, 2>) -> Mover {
        let mut mover = engine::motion::Mover::new(self.whole(object));
        mover.velocity = object.velocity;
        mover.response = moves.response;
        mover.bounds = self.of.bounds;
        mover.walk_settings = moves.walk_settings;
        mover.floor_angle = moves.floor_angle.to_radians();
        mover.coyote_time = moves.coyote_time;
        mover.buffer_time = moves.buffer_time;
        // Gravity does not affect movers that carry other movers, such as lifts.
        if !moves.carries {
            mover.gravity = self.of.gravity;
        }
        Mover::new_of(mover)
    }
}

#[pymethods]
impl Scene {
    /// All shapes, in the order of the file.
    #[getter]
    fn shapes(&self, py: Python<'_>) -> PyResult<Vec<SceneShape>> {
        self.of.objects.iter().map(|object| self.shape(py, object)).collect()
    }

    fn __len__(&self) -> usize {
        self.of.objects.len()
    }

    /// An iterator over the names of the shapes, like the keys of a dict.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let names: Vec<&str> = self.of.objects.iter().map(|object| &object.id[..]).collect();
        names.into_pyobject(py)?.try_iter()
    }

    fn __contains__(&self, id: &str) -> bool {
        self.of.objects.iter().any(|object| object.id == id)
    }

    /// The shape with a name. Raises KeyError if there is none.
    fn __getitem__(&self, py: Python<'_>, id: &str) -> PyResult<SceneShape> {
        let found = self.of.objects.iter().find(|object| object.id == id);
        self.shape(py, found.ok_or_else(|| PyKeyError::new_err(id.to_string()))?)
    }

    /// Creates a world of all shapes that are not movers. The user data of a shape is its name. If a shape has several parts, each part is
    /// a separate shape of the world with the same name.
    fn world(&self, py: Python<'_>) -> PyResult<World> {
        let mut world = Content::empty();
        for object in self.of.objects.iter().filter(|object| !matches!(object.motion, Motion::Mover(_))) {
            let name = PyString::new(py, &object.id);
            for shape in self.parts(object) {
                let collider = Collider { one_way: object.one_way, ..Collider::new(shape) };
                world.add(collider, Some(name.clone().into_any().unbind()))?;
            }
        }
        Ok(World::new_of(world))
    }

    /// Creates the movers at their start positions, as a dict by name. The movers have the settings of the file: velocity, response, stair
    /// height, snap distance, floor angle, coyote time, buffer time, gravity and bounds.
    fn movers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let movers = PyDict::new(py);
        for object in &self.of.objects {
            if let Motion::Mover(moves) = &object.motion {
                movers.set_item(&object.id, Bound::new(py, self.mover(object, moves))?)?;
            }
        }
        Ok(movers)
    }

    /// The box (x, y, width, height) that keeps movers inside, or None.
    #[getter]
    fn bounds(&self) -> Option<(f64, f64, f64, f64)> {
        self.of.bounds.map(rect)
    }

    /// The acceleration of gravity: the change of velocities per unit of time.
    #[getter]
    fn gravity(&self) -> (f64, f64) {
        pair(self.of.gravity)
    }

    /// The length of a time step, for `Mover.step`.
    #[getter]
    fn time_step(&self) -> f64 {
        self.of.time_step
    }

    /// Whether y points up in this file. Coordinates are not converted, and "up" in the file is "min-y", the side with the smallest y.
    #[getter]
    fn y_up(&self) -> bool {
        self.of.y == YAxis::Up
    }

    fn __repr__(&self) -> String {
        format!("<Scene of {} shapes>", self.of.objects.len())
    }
}

/// The OSError for a file that cannot be read.
pub fn unread(error: &std::io::Error, path: &Path) -> PyErr {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or(&text).to_string();
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, reason, path.as_os_str().to_owned())),
        None => PyOSError::new_err(format!("{}: {reason}", path.display())),
    }
}

/// The ValueError for invalid contents of a file. Its message is a single line.
pub fn wrong(fault: &Fault, path: &Path) -> PyErr {
    let name = path.display().to_string().replace(char::is_control, " ");
    PyValueError::new_err(format!("{name}: {fault}"))
}

fn bytes(path: &Path) -> PyResult<Vec<u8>> {
    let failed = |error| unread(&error, path);
    if std::fs::metadata(path).map_err(failed)?.len() > LARGEST {
        return Err(PyValueError::new_err(format!("{}: the file is larger than 1 GiB", path.display())));
    }
    std::fs::read(path).map_err(failed)
}

fn read(text: &[u8], path: &Path, choice: &Choice) -> Result<Scene, Fault> {
    let folder = path.parent().unwrap_or(Path::new(""));
    if let Some(kind) = MapKind::of(Some(path), text) {
        let (text, left_out, warnings) = ::scene::map_as_scene(text, kind, folder, choice)?;
        let warnings = warnings.iter().map(Fault::to_string).collect();
        return Ok(Scene { of: ::scene::read_as(text.as_bytes())?, left_out, warnings });
    }
    let fault = |reason: &str| Err(Fault { place: String::new(), reason: reason.into() });
    if !(choice.solid.is_empty() && choice.ignore.is_empty()) {
        return fault("solid and ignore select layers of maps, but this is a scene");
    }
    if ::scene::kind_of(text)?.1 == 3 {
        return fault("dimensions is 3: only 2D levels are supported");
    }
    Ok(Scene { of: ::scene::read_as_in(text, folder)?, left_out: Vec::new(), warnings: Vec::new() })
}

/// Reads a level: a map of Tiled (.tmx, .tmj, .json) or LDtk (.ldtk, .json), or a scene file. `solid` contains the names of the layers in
/// which all tiles are solid, and `ignore` the names of the layers that are left out. Raises OSError if the file cannot be read, and
/// ValueError if its contents are invalid.
///
/// >>> import bumper, pathlib, tempfile
/// >>> file = pathlib.Path(tempfile.mkdtemp(), "level.tmx")
/// >>> _ = file.write_text('''<map orientation="orthogonal" tilewidth="16" tileheight="16"><objectgroup name="walls">
/// ...     <object id="1" name="wall" x="300" y="40" width="40" height="400"/></objectgroup></map>''')
/// >>> bumper.load(file).shapes
/// [SceneShape(id='wall', shape=Box(300.0, 40.0, 40.0, 400.0))]
#[pyfunction]
#[pyo3(signature = (path, /, *, solid=Each(Vec::new()), ignore=Each(Vec::new())), text_signature = "(path, /, *, solid=(), ignore=())")]
pub fn load(py: Python<'_>, path: PathBuf, solid: Each<String>, ignore: Each<String>) -> PyResult<Scene> {
    let choice = Choice { solid: solid.0, ignore: ignore.0, ..Choice::default() };
    py.detach(|| {
        let text = bytes(&path)?;
        read(&text, &path, &choice).map_err(|fault| wrong(&fault, &path))
    })
}
