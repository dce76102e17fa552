//! Reads the shape kinds of the scene format. A key names the kind of a shape. The module [`oriented`] reads the kinds that need not be
//! axis-aligned, [`level`] those that are used for levels.

mod level;
mod oriented;

use crate::fields::{At, Fields, Read, axis_name, axis_of, fault, list, number, quoted, text, vector};
use crate::model::{Part, Pixels};
use crate::node::Node;
use crate::number::{Number, ParsedNumber, formatted};
use crate::picture::{MAX_PIXELS, Picture};
use bumper::{Aabb, Axis, Ball, Cylinder, MaskBuf, Mesh, Shape, SquaredBall, Vector, YAxis};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The keys that name a kind of shape.
const KINDS: [&str; 18] = [
    "point",
    "box",
    "ball",
    "circle",
    "sphere",
    "cylinder",
    "compound",
    "mask",
    "segment",
    "triangle",
    "polygon",
    "capsule",
    "oriented_box",
    "ellipse",
    "hull",
    "half_space",
    "mesh",
    "height_field",
];

/// The largest nesting depth of compound shapes.
const DEEPEST: usize = 64;

/// Reads shapes of all kinds and appends their parts to a list.
pub(crate) struct Kinds<'f, S: Number, const N: usize> {
    pub(crate) y: YAxis,
    pub(crate) parts: Vec<Part<S, N>>,
    /// The folder to which paths of images and meshes are relative.
    folder: &'f Path,
    /// The masks that have been read from image files, by path and alpha threshold.
    images: HashMap<(PathBuf, u8), Pixmap>,
    /// The meshes that have been read from OBJ files, by path.
    meshes: HashMap<PathBuf, Arc<Mesh<S, N>>>,
}

/// A mask whose empty rows and columns at the borders have been cut off, and the position of its first pixel in the uncut mask (column,
/// row).
type Pixmap = (Arc<MaskBuf>, [u16; 2]);

/// A shape that needs no memory outside of itself, unlike a polygon or a compound, which borrows its points or parts.
pub(crate) type OwnedShape<S, const N: usize> = Shape<'static, S, N>;

/// Offsets to add to each point of a shape: its own offset (the key `at`), followed by those of the compounds around it, the innermost
/// first.
pub(crate) type Offsets<'a, S, const N: usize> = &'a [Vector<S, N>];

impl<'f, S: Number, const N: usize> Kinds<'f, S, N> {
    pub(crate) fn new(y: YAxis, folder: &'f Path) -> Self {
        Self { y, parts: Vec::new(), folder, images: HashMap::new(), meshes: HashMap::new() }
    }

    /// The fields of a shape, and the one key that names its kind. `keys` are the keys that the shape may have besides this key. Fails if
    /// no key or several keys name a kind.
    pub(crate) fn fields<'a>(node: &'a Node<'a>, keys: &[&str]) -> Read<(Fields<'a>, &'a str)> {
        let fields = Fields::new("the shape", node, &[&KINDS, keys])?;
        let mut kinds = fields.keys().filter(|key| KINDS.contains(key));
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => Ok((fields, kind)),
            (Some(first), Some(second)) => {
                fault(format!("the shape has two shape keys, \"{first}\" and \"{second}\""))
            }
            (None, _) => fault("the shape has no shape key (such as \"box\" or \"ball\")"),
        }
    }

    /// Appends the parts of a shape to the list of parts. `outer` are the offsets of the compounds that contain the shape, the innermost
    /// compound first.
    pub(crate) fn add(&mut self, fields: &Fields, kind: &str, outer: Offsets<S, N>) -> Read<()> {
        let mut offsets: Vec<Vector<S, N>> = Vec::new();
        if let Some(at) = fields.get("at") {
            offsets.push(vector(at, || "at".into())?);
        }
        offsets.extend(outer);
        let node = fields.need(kind)?;
        if kind == "compound" {
            return self.compound(node, &offsets, outer.len());
        }
        if kind == "mask" {
            return self.mask(node, &offsets);
        }
        let part = match kind {
            "polygon" => Part::Polygon(Box::new(oriented::polygon(node, &offsets)?)),
            "hull" => Part::Hull(Box::new(oriented::hull(node, &offsets)?)),
            "mesh" => self.mesh(node, &offsets)?,
            "height_field" => level::height_field(node, &offsets)?,
            _ => self.shape(kind, node, &offsets)?.into(),
        };
        self.parts.push(part);
        Ok(())
    }

    /// Reads a shape of one of the kinds that own all their data.
    fn shape(&self, kind: &str, node: &Node, offsets: Offsets<S, N>) -> Read<OwnedShape<S, N>> {
        Ok(match kind {
            "point" => Shape::Point(place(vector(node, || kind.into())?, offsets, &|| kind.into())?),
            "box" => Shape::Aabb(aabb("box", node, self.y, offsets)?),
            "circle" if N != 2 => return fault("circle is for 2 dimensions: in 3 it is a sphere"),
            "sphere" if N != 3 => return fault("sphere is for 3 dimensions: in 2 it is a circle"),
            "ball" | "circle" | "sphere" => ball(kind, node, offsets)?,
            "cylinder" => cylinder(node, offsets)?,
            "segment" => oriented::segment(node, offsets)?,
            "triangle" => oriented::triangle(node, offsets)?,
            "capsule" => oriented::capsule(node, offsets)?,
            "oriented_box" => oriented::oriented_box(node, offsets)?,
            "ellipse" => oriented::ellipse(node, offsets)?,
            "half_space" => level::half_space(node, offsets)?,
            unknown => return fault(format!("unknown shape kind {}", quoted(unknown))),
        })
    }

    fn compound(&mut self, node: &Node, offsets: Offsets<S, N>, depth: usize) -> Read<()> {
        if depth == DEEPEST {
            return fault(format!("compounds are nested deeper than {DEEPEST}"));
        }
        let parts = list(node, "compound")?;
        if parts.is_empty() {
            return fault("compound has no parts");
        }
        // The length of `offsets` is the nesting depth, so each enclosing compound must have one offset in it. If this compound has no key
        // `at`, insert zero.
        let mut nested_offsets = offsets.to_vec();
        if nested_offsets.len() == depth {
            nested_offsets.insert(0, Vector::ZERO);
        }
        for (index, part) in parts.iter().enumerate() {
            let read = Self::fields(part, &["at"])
                .and_then(|(fields, kind)| self.add(&fields, kind, &nested_offsets));
            read.at(|| format!("compound[{index}]"))?;
        }
        Ok(())
    }

    fn mask(&mut self, node: &Node, offsets: Offsets<S, N>) -> Read<()> {
        if N != 2 {
            return fault("mask is for 2 dimensions");
        }
        let fields = Fields::new("mask", node, &[&["rows", "image", "top_left", "alpha"]])?;
        let mask = match (fields.get("rows"), fields.get("image")) {
            (Some(_), Some(_)) => return fault("mask has both \"rows\" and \"image\""),
            (None, None) => return fault("mask has neither \"rows\" nor \"image\""),
            (Some(_), None) if fields.get("alpha").is_some() => {
                return fault("mask alpha requires \"image\"");
            }
            (Some(rows), None) => rows_of(rows)?,
            (None, Some(image)) => self.image(text(image, "mask image")?, &fields)?,
        };
        // The mask has been cut to the rectangle of its solid pixels: `i` columns on the left and `j` rows at the top are gone. The removed
        // pixels may lie outside the range of the scalar. So check only the corners of the rest, below.
        let (mask, [i, j]) = mask;
        let image = fields.get("image").and_then(|image| text(image, "mask image").ok());
        let image = image.map(|name| (self.folder.join(name).into(), [i, j]));
        let [width, height] = mask.as_mask().size();
        if width == 0 {
            return fault("mask has no solid pixel");
        }
        let top_left: Vector<S, N> = fields.vector("top_left")?;
        let one = S::read(ParsedNumber::Integer(1)).or_else(fault)?;
        let down = |steps: u16| match self.y {
            YAxis::Down => i32::from(steps),
            YAxis::Up => -i32::from(steps),
        };
        let corner = |at: [u16; 2]| -> Read<Vector<S, N>> {
            let mut corner = top_left;
            for (axis, steps) in [i32::from(at[0]), down(at[1])].into_iter().enumerate() {
                corner[axis] = top_left[axis].stepped(one, steps);
                let exact = top_left[axis].to_f64() + f64::from(steps);
                if if S::IS_FLOAT {
                    !corner[axis].to_f64().is_finite()
                } else {
                    corner[axis].to_f64() != exact
                } {
                    return beyond::<S, _>("mask", axis);
                }
            }
            place(corner, offsets, &|| "mask".into())
        };
        let first = corner([i, j])?;
        let last = corner([i + width, j + height])?;
        let min = if self.y == YAxis::Up { first.with(1, last[1]) } else { first };
        self.parts.push(Part::Mask(Box::new(Pixels { mask, min, pixel: one, y: self.y, image })));
        Ok(())
    }

    /// Reads the mask of an image file, or returns the mask that was read from this file before. The field `alpha` is the smallest alpha of
    /// a solid pixel, 128 if it is missing.
    fn image(&mut self, name: &str, fields: &Fields) -> Read<Pixmap> {
        let alpha = fields
            .get("alpha")
            .map_or(Ok(ParsedNumber::Integer(128)), |node| number(node, || fields.name("alpha")))?;
        let alpha = match alpha.to_f64() {
            value if (0.0..=255.0).contains(&value) && value.fract() == 0.0 => value as u8,
            _ => return fault(format!("mask alpha {alpha} is not a whole number from 0 to 255")),
        };
        let key = (self.folder.join(name), alpha);
        if let Some(mask) = self.images.get(&key) {
            return Ok(mask.clone());
        }
        let mask = Picture::read(&key.0).at(|| format!("mask image {}", quoted(name)))?.mask(alpha);
        let mask = trimmed(&mask);
        self.images.insert(key, mask.clone());
        Ok(mask)
    }
}

/// Reads a mask from rows of text. Each character of a row stands for a pixel, as in [`MaskBuf::from_rows`].
fn rows_of(node: &Node) -> Read<Pixmap> {
    let read = |(j, row)| text(row, "mask row").at(|| format!("mask rows[{j}]"));
    let rows: Vec<&str> = list(node, "mask rows")?.iter().enumerate().map(read).collect::<Read<_>>()?;
    // Check the size before the mask is created. All rows are padded to the length of the longest, so the mask of a small file with one
    // long row and many short ones could take much memory.
    let width = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    if width as u64 * rows.len() as u64 > MAX_PIXELS {
        return fault("mask has more than 2^26 pixels");
    }
    MaskBuf::from_rows(rows)
        .map_or_else(|| fault("mask has more than 65535 rows or columns"), |mask| Ok(trimmed(&mask)))
}

fn trimmed(mask: &MaskBuf) -> Pixmap {
    let (mask, at) = mask.as_mask().trimmed();
    (Arc::new(mask), at)
}

fn beyond<S: Number, T>(name: &str, axis: usize) -> Read<T> {
    fault(format!("{name} has an {} that is out of range for {}", axis_name(axis), S::NAME))
}

/// A function that returns the name of a value for an error message, such as `box center`. Creating the text takes time, so the function is
/// called only if there is an error.
pub(crate) type Name<'a> = &'a dyn Fn() -> String;

/// Adds all offsets of a shape to a point. Fails if a sum is out of the range of the scalar.
pub(crate) fn place<S: Number, const N: usize>(
    point: Vector<S, N>,
    offsets: Offsets<S, N>,
    name: Name,
) -> Read<Vector<S, N>> {
    offsets.iter().try_fold(point, |point, &offset| sum(point, offset, name, "at"))
}

/// The sum of two vectors. Fails if it is out of the range of the scalar.
fn sum<S: Number, const N: usize>(
    a: Vector<S, N>,
    b: Vector<S, N>,
    name: Name,
    added: &str,
) -> Read<Vector<S, N>> {
    a.checked_add(b)
        .map_or_else(|| fault(format!("{} + {added} is out of range for {}", name(), S::NAME)), Ok)
}

/// The difference of two vectors. Fails if it is out of the range of the scalar.
fn difference<S: Number, const N: usize>(a: Vector<S, N>, b: Vector<S, N>, name: Name) -> Read<Vector<S, N>> {
    a.checked_sub(b).map_or_else(|| fault(format!("{} is out of range for {}", name(), S::NAME)), Ok)
}

/// The pairs of keys that describe a box. A box has both keys of one pair. The first key of a pair is a position; the second is a position
/// or a size.
const BOX_FORMS: [[&str; 2]; 3] = [["min", "max"], ["center", "half_size"], ["top_left", "size"]];

/// Returns the pair of keys that describes a box. Fails if the object does not have exactly the two keys of one pair. The error message
/// then assumes the pair that the author probably meant. This is the pair whose first key, a position, comes first in the object.
fn box_form(what: &str, fields: &Fields) -> Read<[&'static str; 2]> {
    let is_position = |key: &&str| BOX_FORMS.iter().any(|[position, _]| position == key);
    let first = fields.keys().find(is_position).or_else(|| fields.keys().next());
    let form = first.and_then(|first| BOX_FORMS.into_iter().find(|form| form.contains(&first)));
    let all = "min and max, or center and half_size, or (in 2D) top_left and size";
    let (Some(first), Some(form)) = (first, form) else {
        return fault(format!("{what} needs {all}"));
    };
    if let Some(other) = fields.keys().find(|key| !form.contains(key)) {
        return fault(format!("{what} key \"{other}\" does not fit \"{first}\": the keys are {all}"));
    }
    match form.into_iter().find(|key| fields.get(key).is_none()) {
        Some(missing) => fault(format!("{what} has \"{first}\" but no \"{missing}\"")),
        None => Ok(form),
    }
}

/// Reads a box that is described by minimum and maximum, by center and half extents, or (in 2D) by top left corner and size. `what` is the
/// name of the box in error messages.
pub(crate) fn aabb<S: Number, const N: usize>(
    what: &str,
    node: &Node,
    y: YAxis,
    offsets: Offsets<S, N>,
) -> Read<Aabb<S, N>> {
    let [corners, middle, corner] = BOX_FORMS;
    let fields = Fields::new(what, node, &[&corners, &middle, &corner])?;
    let form = box_form(what, &fields)?;
    let size = |key: &str| -> Read<Vector<S, N>> {
        let size: Vector<S, N> = fields.vector(key)?;
        match (0..N).find(|&axis| size[axis] < S::ZERO) {
            Some(axis) => {
                let name = fields.name(key);
                let value = formatted(size[axis]);
                fault(format!("{name}.{} {value} is negative", axis_name(axis)))
            }
            None => Ok(size),
        }
    };
    let (min, max) = if form == corners {
        let min: Vector<S, N> = fields.vector("min")?;
        let max: Vector<S, N> = fields.vector("max")?;
        if let Some(axis) = (0..N).find(|&axis| min[axis] > max[axis]) {
            let name = axis_name(axis);
            let least = formatted(min[axis]);
            let most = formatted(max[axis]);
            return fault(format!("{what} min.{name} {least} is greater than max.{name} {most}"));
        }
        (min, max)
    } else if form == middle {
        let center = fields.vector("center")?;
        let half = size("half_size")?;
        let center: Vector<S, N> = center;
        (
            difference(center, half, &|| format!("{what} center - half_size"))?,
            sum(center, half, &|| format!("{what} center"), "half_size")?,
        )
    } else {
        if N != 2 {
            return fault(format!("{what} by top_left and size is for 2 dimensions"));
        }
        let corner: Vector<S, N> = fields.vector("top_left")?;
        let size = size("size")?;
        let name = || format!("{what} top_left");
        match y {
            YAxis::Down => (corner, sum(corner, size, &name, "size")?),
            YAxis::Up => {
                let right = sum(corner, size.with(1, S::ZERO), &name, "size")?;
                (difference(corner, size.with(0, S::ZERO), &|| format!("{what} top_left - size"))?, right)
            }
        }
    };
    let place = |end, name| place(end, offsets, &|| format!("{what} {name}"));
    Ok(Aabb::new(place(min, "min")?, place(max, "max")?))
}

fn ball<S: Number, const N: usize>(
    kind: &str,
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    let fields = Fields::new(kind, node, &[&["center", "radius", "radius_squared"]])?;
    let center = place(fields.vector("center")?, offsets, &|| fields.name("center"))?;
    match (fields.get("radius"), fields.get("radius_squared")) {
        (Some(_), None) => Ok(Ball::new(center, fields.radius("radius")?).into()),
        (None, Some(squared)) => {
            let name = || fields.name("radius_squared");
            let parsed = number(squared, name)?;
            if parsed.to_f64() < 0.0 {
                return fault(format!("{} {parsed} is negative", name()));
            }
            let squared = S::read_area(parsed).or_else(|reason| fault(format!("{} {reason}", name())))?;
            Ok(SquaredBall::new(center, squared).into())
        }
        (Some(_), Some(_)) => fault(format!("{kind} has both \"radius\" and \"radius_squared\"")),
        (None, None) => fault(format!("{kind} has neither \"radius\" nor \"radius_squared\"")),
    }
}

fn cylinder<S: Number, const N: usize>(node: &Node, offsets: Offsets<S, N>) -> Read<OwnedShape<S, N>> {
    let fields = Fields::new("cylinder", node, &[&["axis", "center", "radius", "from", "to"]])?;
    let name = text(fields.need("axis")?, "cylinder axis")?;
    let Some(axis) = axis_of(name) else {
        return fault(format!("cylinder axis {} is not \"x\", \"y\" or \"z\"", quoted(name)));
    };
    if N != 3 {
        return fault("cylinder is for 3 dimensions");
    }
    let center: Vector<S, 2> = fields.vector("center")?;
    let from: S = fields.scalar("from")?;
    let to: S = fields.scalar("to")?;
    if from > to {
        return fault(format!("cylinder from {} is greater than to {}", formatted(from), formatted(to)));
    }
    let radius = fields.radius("radius")?;
    // In the field `center`, a cylinder has two coordinates: those on the two axes perpendicular to its own axis, in the order x, y, z.
    let [u, v] = match axis {
        Axis::X => [1, 2],
        Axis::Y => [0, 2],
        Axis::Z => [0, 1],
    };
    let end = |along: S| {
        let end = Vector::ZERO.with(u, center.x()).with(v, center.y()).with(axis.index(), along);
        place(end, offsets, &|| "cylinder".into())
    };
    let low: Vector<S, N> = end(from)?;
    let high: Vector<S, N> = end(to)?;
    let cylinder = Cylinder::try_new(axis, low, high[axis.index()], radius);
    cylinder.map_or_else(|| fault("cylinder is for 3 dimensions"), |cylinder| Ok(cylinder.into()))
}
