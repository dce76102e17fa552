//! The composite shapes of the benchmark `parts`: sprites, compounds and regions at random positions.

use super::{Thing, parry};
use crate::matrix::figure::{Figure, Kind};
use crate::unit;
use bumper::{Aabb, MaskBuf, Region, Rotation, Shape, ShapeBuf, Sprite, Vector};
use bumper_bench::input::Random;
use parry2d::math::{Pose, Vector as ParryVector};
use parry2d::shape::{Compound, ConvexPolygon, SharedShape};

/// The sides of the two sizes of sprites, in pixels. A pixel has size 1.
const SPRITES: [f32; 2] = [20.0, 64.0];

/// The size of the balls and boxes that are tested against sprites. It is relative to the sizes in the matrix of simple shapes, so these
/// balls and boxes are 6 to 30 pixels wide.
const SPRITE_SCALE: f32 = 6.0;

/// The radius of a region, and how far its corners are moved inwards at most, as a fraction of this radius.
const REGION: f32 = 8.0;
const DENT: f32 = 0.6;

/// A kind of shape in the benchmark of composite shapes.
#[derive(Clone, Copy)]
pub enum PartKind {
    /// A ball. The number is its size relative to the balls of the matrix of simple shapes.
    Ball(f32),
    Box(f32),
    /// A sprite with the shape of a disc with a ragged edge.
    Blob,
    /// A sprite with the shape of a ghost: it has holes for eyes, and feet.
    Ghost,
    /// A compound with this number of parts.
    Compound(usize),
    /// A compound with this number of parts, rotated and translated as a whole.
    Placed(usize),
    /// A concave region with this number of corners.
    Region(usize),
}

/// Returns the pairs of kinds in the rows of the table. The second shape of a pair is composite; the first one may be. In ray casts, a ray
/// that starts in the first shape takes its place.
pub fn all_pairs() -> Vec<(PartKind, PartKind)> {
    use PartKind::*;
    let mut all = Vec::new();
    for sprite in [Blob, Ghost] {
        all.extend([Ball(SPRITE_SCALE), Box(SPRITE_SCALE), sprite].map(|other| (other, sprite)));
    }
    for parts in [3, 10, 100, 1000] {
        all.extend([Ball(1.0), Compound(parts)].map(|other| (other, Compound(parts))));
        all.extend([Ball(1.0), Placed(parts)].map(|other| (other, Placed(parts))));
    }
    for corners in [8, 30, 100] {
        all.extend([Ball(1.0), Region(corners)].map(|other| (other, Region(corners))));
    }
    all
}

impl PartKind {
    pub fn name(self) -> String {
        match self {
            PartKind::Ball(_) => "ball".into(),
            PartKind::Box(_) => "box".into(),
            PartKind::Blob => "blob of pixels".into(),
            PartKind::Ghost => "ghost of pixels".into(),
            PartKind::Compound(parts) => format!("compound of {parts}"),
            PartKind::Placed(parts) => format!("placed compound of {parts}"),
            PartKind::Region(corners) => format!("region of {corners} corners"),
        }
    }

    /// The largest distance of any point of the shape from its center, along x or y.
    pub fn extent(self) -> f32 {
        match self {
            PartKind::Ball(scale) | PartKind::Box(scale) => 2.5 * scale,
            PartKind::Blob | PartKind::Ghost => 0.5 * SPRITES[1],
            PartKind::Compound(parts) => side(parts) / 2.0 + 3.5,
            // The parts lie in a square around the center, which is rotated. Along x or y, its corners are at most half of its diagonal
            // away from the center: 0.71 times the side.
            PartKind::Placed(parts) => side(parts) * 0.71 + 3.5,
            PartKind::Region(_) => REGION,
        }
    }

    pub fn at(self, center: Vector<f32, 2>, random: &mut Random) -> Thing {
        match self {
            PartKind::Ball(scale) => {
                let figure: &'static _ = Box::leak(Box::new(Figure::at(Kind::Ball, center, scale, random)));
                let placed = Some(parry::placed(figure));
                Thing::new(center, figure.shape(), vec![figure.shape()], placed, random)
            }
            PartKind::Box(scale) => {
                let figure = Figure::<2>::at(Kind::Box, center, scale, random);
                let shape = Aabb::centered(center, figure.half).into();
                Thing::new(center, shape, vec![shape], None, random)
            }
            PartKind::Blob | PartKind::Ghost => {
                let [least, most] = SPRITES;
                let mut size = || (least + (most - least) * unit(random)) as u16;
                let size = [size(), size()];
                let mask = if let PartKind::Ghost = self { ghost(size) } else { blob(size, random) };
                sprite(mask, center, random)
            }
            PartKind::Compound(parts) => compound(parts, center, random),
            PartKind::Placed(parts) => placed(parts, center, random),
            PartKind::Region(corners) => region(corners, center, random),
        }
    }
}

/// Returns the side of the square that contains the parts of a compound. It grows with their number, such that the parts always cover about
/// half of the square.
fn side(parts: usize) -> f32 {
    4.0 * (parts as f32).sqrt()
}

/// The coordinate of the center of a pixel on an axis on which the sprite has `size` pixels, scaled to the range from −1 to 1.
fn place(pixel: u16, size: u16) -> f32 {
    (2.0 * f32::from(pixel) + 1.0) / f32::from(size) - 1.0
}

fn blob(size: [u16; 2], random: &mut Random) -> MaskBuf {
    MaskBuf::from_fn(size, |i, j| {
        let x = place(i, size[0]);
        let y = place(j, size[1]);
        x * x + y * y < 0.8 + 0.2 * unit(random)
    })
}

/// The shape of a ghost: a round head, straight sides, four feet, and two holes for eyes.
fn ghost(size: [u16; 2]) -> MaskBuf {
    MaskBuf::from_fn(size, |i, j| {
        let x = place(i, size[0]);
        let y = place(j, size[1]);
        let head = y < 0.0 && x * x + y * y < 1.0;
        let feet = y > 0.7 && ((x + 1.0) * 4.0) as i32 % 2 == 1;
        let eye = (x.abs() - 0.4).powi(2) + (y + 0.2).powi(2) < 0.04;
        (head || y >= 0.0 && !feet) && !eye
    })
}

/// Creates a sprite. Its parts are boxes that together cover exactly its solid pixels.
fn sprite(mask: MaskBuf, center: Vector<f32, 2>, random: &mut Random) -> Thing {
    let mask: &'static MaskBuf = Box::leak(Box::new(mask));
    let size = mask.as_mask().size();
    // Round the position, because sprites in games are usually at integer coordinates.
    let min = center.zip(Vector(size.map(|c| f32::from(c / 2))), |c, half| (c - half).round());
    let sprite = Sprite::new(mask.as_mask(), min, 1.0);
    let cover = |area: Aabb<i32, 2>| {
        let corner = |at: Vector<i32, 2>| min + at.map(|c| c as f32);
        Aabb::new(corner(area.min()), corner(area.max())).into()
    };
    let parts = mask.as_mask().boxes().into_iter().map(cover).collect();
    let mut thing = Thing::new(center, sprite.into(), parts, None, random);
    let solid = |(i, j): &(u16, u16)| mask.as_mask().get(*i, *j);
    let pixels = (0..size[1]).flat_map(|j| (0..size[0]).map(move |i| (i, j))).filter(solid);
    thing.counted = Some(pixels.map(|(i, j)| sprite.pixel_box(i, j)).collect());
    thing
}

fn compound(parts: usize, center: Vector<f32, 2>, random: &mut Random) -> Thing {
    const KINDS: [Kind; 4] = [Kind::Ball, Kind::Box, Kind::Capsule, Kind::Triangle];
    let mut figures = Vec::new();
    for k in 0..parts {
        let away = [(); 2].map(|()| (unit(random) - 0.5) * side(parts));
        figures.push(Figure::<2>::at(KINDS[k % KINDS.len()], Vector(away), 1.0, random));
    }
    let theirs = figures.iter().map(parry::placed).map(|part| (part.pose, part.shape)).collect();
    for figure in &mut figures {
        figure.center += center;
        figure.corners.iter_mut().for_each(|corner| *corner += center);
    }
    let figures: &'static [_] = figures.leak();
    let ours: &'static [Shape<f32, 2>] = figures.iter().map(Figure::shape).collect::<Vec<_>>().leak();
    let placed = SharedShape::new(Compound::new(theirs));
    // As a `ShapeBuf`, bumper's compound stores a tree of the bounding boxes of its parts. parry's compound always stores such a tree, so
    // this makes them comparable.
    let owned: &'static _ = Box::leak(Box::new(ShapeBuf::from(ours)));
    Thing::new(center, owned.into(), ours.into(), Some(at(center, placed)), random)
}

fn placed(parts: usize, center: Vector<f32, 2>, random: &mut Random) -> Thing {
    let around = compound(parts, Vector::default(), random);
    let degrees = 360.0 * unit(random);
    let pose = bumper::Pose::new(Rotation::from_degrees(degrees), center);
    let owned = ShapeBuf::from(&*around.parts).placed(&pose);
    let parts = around.parts.leak().iter().map(|part| Shape::Placed(part, pose)).collect();
    let theirs = around.theirs.map(|theirs| {
        let place = ParryVector::from_array(center.0);
        parry::Placed { pose: Pose::new(place, degrees.to_radians()), ..theirs }
    });
    let owned: &'static _ = Box::leak(Box::new(owned));
    Thing::new(center, owned.into(), parts, theirs, random)
}

fn region(corners: usize, center: Vector<f32, 2>, random: &mut Random) -> Thing {
    let corner = |k: usize| {
        let radius = REGION * (1.0 - DENT * unit(random));
        let (sine, cosine) = (k as f32 * std::f32::consts::TAU / corners as f32).sin_cos();
        center + Vector([radius * cosine, radius * sine])
    };
    let corners: Vec<_> = (0..corners).map(corner).collect();
    let region: &'static _ = Box::leak(Box::new(Region::new(corners).expect("a star does not cross itself")));
    let part = |part: bumper::Polygon<'_, f32, 2>| {
        let local = part.corners().map(|c| ParryVector::from_array((c - center).0)).collect();
        let polygon = ConvexPolygon::from_convex_polyline_unmodified(local).expect("a part is convex");
        (Pose::identity(), SharedShape::new(polygon))
    };
    let placed = SharedShape::new(Compound::new(region.parts().map(part).collect()));
    let parts = region.parts().map(Shape::from).collect();
    Thing::new(center, region.into(), parts, Some(at(center, placed)), random)
}

/// A shape of parry at a position.
fn at(center: Vector<f32, 2>, shape: SharedShape) -> parry::Placed {
    let place = ParryVector::from_array(center.0);
    parry::Placed { shape, pose: Pose::from_translation(place), step: ParryVector::ZERO }
}
