//! Scenes as plain data: a ground of ordinary parts, bodies and movers.

use crate::solid::{Point, Solid, Transform};

/// The number type of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    F32,
    F64,
    I32,
    I16,
}

/// A part of the ground.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The solid below a line of points from left to right, down to the height `bottom`: a floor, a hill, a valley, stairs. If `grid` is
    /// given, all edges are parallel to the axes, all coordinates are multiples of it, and the part can be made of square tiles.
    Surface { points: Vec<Point>, bottom: f64, grid: Option<f64> },
    /// A box: a wall, a ceiling, a crate that never moves.
    Block { min: Point, max: Point },
    /// A segment that only stops what comes from above.
    Plank { from: Point, to: Point },
    /// Four walls of the given thickness around a box; segments if the thickness is zero.
    Room { min: Point, max: Point, thickness: f64 },
    /// A sensor.
    Sensor(Solid),
}

/// The form in which surfaces are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One concave polygon.
    Region,
    /// A convex polygon for each edge, each a body of its own.
    Columns,
    /// The same polygons as colliders of one body.
    ColumnsOfOneBody,
    /// The same polygons as one compound.
    Compound,
    /// The edges, each a body of its own.
    Segments,
    /// The edges as colliders of one body.
    SegmentsOfOneBody,
    /// Square tiles, each a body of its own.
    Tiles,
    /// Square tiles as one compound.
    TilesCompound,
    /// A mask.
    Mask,
}

/// The forms of every surface.
pub const FORMS: [Form; 6] = [
    Form::Region,
    Form::Columns,
    Form::ColumnsOfOneBody,
    Form::Compound,
    Form::Segments,
    Form::SegmentsOfOneBody,
];

/// The forms of surfaces on a grid.
pub const GRID_FORMS: [Form; 3] = [Form::Tiles, Form::TilesCompound, Form::Mask];

/// The surface of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    pub friction: f64,
    pub restitution: f64,
    /// The speed of a conveyor belt, along +x.
    pub belt: f64,
}

/// A dynamic body.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The shape in body coordinates.
    pub solid: Solid,
    pub at: Point,
    pub angle: f64,
    pub velocity: Point,
    pub spin: f64,
    pub material: Material,
}

/// A mover, which walks to one side all the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Walker {
    /// The shape at the position zero, in world coordinates.
    pub solid: Solid,
    /// The horizontal speed that the player sets in every frame.
    pub speed: f64,
    /// The frames in which the player requests a jump.
    pub jumps: Vec<usize>,
    pub jump_height: f64,
    /// The step height, which is also the snap distance.
    pub step: f64,
    pub floor_angle: f64,
}

/// A scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub number: Number,
    /// The factor by which the scene was scaled after it was drawn.
    pub unit: f64,
    /// The lengths of the steps, which take turns.
    pub steps: Vec<f64>,
    pub frames: usize,
    pub gravity: Point,
    pub form: Form,
    /// Whether the bodies of the ground and their colliders are inserted in reverse order.
    pub reversed: bool,
    pub ground: Vec<Part>,
    pub material: Material,
    pub bodies: Vec<Body>,
    pub walkers: Vec<Walker>,
}

impl Part {
    /// The image of the part under a transform.
    pub fn transformed(&self, by: &Transform) -> Self {
        match self {
            Self::Surface { points, bottom, grid } => {
                let mut points: Vec<Point> = points.iter().map(|&point| by.point(point)).collect();
                if by.mirror {
                    points.reverse();
                }
                let bottom = bottom * by.scale + by.offset[1];
                Self::Surface { points, bottom, grid: grid.map(|grid| grid * by.scale) }
            }
            Self::Block { min, max } => {
                let [min, max] = transformed_box([*min, *max], by);
                Self::Block { min, max }
            }
            Self::Plank { from, to } => Self::Plank { from: by.point(*from), to: by.point(*to) },
            Self::Room { min, max, thickness } => {
                let [min, max] = transformed_box([*min, *max], by);
                Self::Room { min, max, thickness: thickness * by.scale }
            }
            Self::Sensor(solid) => Self::Sensor(solid.transformed(by)),
        }
    }
}

/// The image of the box with the corners `min` and `max`.
fn transformed_box(corners: [Point; 2], by: &Transform) -> [Point; 2] {
    let [a, b] = corners.map(|corner| by.point(corner));
    [[a[0].min(b[0]), a[1]], [a[0].max(b[0]), b[1]]]
}

impl Material {
    fn transformed(&self, by: &Transform) -> Self {
        Self { belt: by.vector([self.belt, 0.0])[0], ..*self }
    }
}

impl Scene {
    /// The image of the scene: all lengths, velocities and accelerations are transformed, times stay.
    pub fn transformed(&self, by: &Transform) -> Self {
        let body = |body: &Body| Body {
            solid: body.solid.transformed(&Transform { offset: [0.0; 2], ..*by }),
            at: by.point(body.at),
            angle: by.angle(body.angle),
            velocity: by.vector(body.velocity),
            spin: by.angle(body.spin),
            material: body.material.transformed(by),
        };
        let walker = |walker: &Walker| Walker {
            solid: walker.solid.transformed(by),
            speed: by.vector([walker.speed, 0.0])[0],
            jump_height: walker.jump_height * by.scale,
            step: walker.step * by.scale,
            ..walker.clone()
        };
        Self {
            unit: self.unit * by.scale,
            gravity: by.vector(self.gravity),
            ground: self.ground.iter().map(|part| part.transformed(by)).collect(),
            material: self.material.transformed(by),
            bodies: self.bodies.iter().map(body).collect(),
            walkers: self.walkers.iter().map(walker).collect(),
            ..self.clone()
        }
    }

    /// The scene without the rounding errors that a scaling leaves: the numbers of its ground are rounded to nine digits.
    pub fn tidied(mut self) -> Self {
        let round = |number: &mut f64| *number = (*number * 1e9).round() / 1e9;
        for part in &mut self.ground {
            match part {
                Part::Surface { points, bottom, grid } => {
                    points.iter_mut().flatten().for_each(round);
                    round(bottom);
                    grid.iter_mut().for_each(round);
                }
                Part::Block { min, max } | Part::Room { min, max, .. } => {
                    min.iter_mut().chain(max).for_each(round);
                }
                Part::Plank { from, to } => from.iter_mut().chain(to).for_each(round),
                Part::Sensor(_) => (),
            }
        }
        self.gravity.iter_mut().for_each(round);
        self
    }

    /// The scene with all lengths of its ground and movers rounded to whole numbers.
    pub fn rounded(mut self) -> Self {
        let round = |number: &mut f64| *number = number.round();
        for part in &mut self.ground {
            if let Part::Surface { points, bottom, .. } = part {
                points.iter_mut().flatten().for_each(round);
                round(bottom);
            }
        }
        for walker in &mut self.walkers {
            round(&mut walker.jump_height);
            round(&mut walker.step);
        }
        self
    }

    /// The name of the kind of the first surface.
    pub fn ground_kind(&self) -> &'static str {
        let Some(Part::Surface { points, grid, .. }) = self.ground.first() else { return "no surface" };
        let (first, last) = (points[0][1], points[points.len() - 1][1]);
        if points.iter().all(|point| point[1] == first) {
            "floor"
        } else if grid.is_some() {
            "stairs"
        } else if first > last {
            "slope"
        } else if first < last {
            "cliff"
        } else if points.iter().any(|point| point[1] > first) {
            "hill"
        } else {
            "valley"
        }
    }

    /// The length of the step of a frame.
    pub fn step(&self, frame: usize) -> f64 {
        self.steps[frame % self.steps.len()]
    }

    /// The forms in which the ground of the scene can be built.
    pub fn forms(&self) -> Vec<Form> {
        let on_grid = self.ground.iter().all(|part| !matches!(part, Part::Surface { grid: None, .. }));
        FORMS.into_iter().chain(GRID_FORMS.into_iter().filter(|_| on_grid)).collect()
    }
}
