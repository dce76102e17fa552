//! The colours of shapes.

use bumper::Relation;
use macroquad::prelude::Color;

/// The category of an object. It determines the colour of the object.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Static,
    OneWay,
    Carrier,
    Mover,
    Player,
    Body,
    Resting,
}

impl Kind {
    fn color(self) -> Color {
        Color::from_hex(match self {
            Kind::Static => 0x90_a4ae,
            Kind::OneWay => 0xa1_887f,
            Kind::Carrier => 0x66_bb6a,
            Kind::Mover => 0x42_a5f5,
            Kind::Player => 0xff_7043,
            Kind::Body => 0x26_a69a,
            Kind::Resting => 0x80_cbc4,
        })
    }
}

pub const LINE_COLOR: u32 = 0x26_3238;
const HIT: u32 = 0xb2_6a00;
const OVERLAP: u32 = 0xc6_2828;

/// The style of a drawn shape.
#[derive(Clone, Copy)]
pub struct ShapeStyle {
    pub kind: Kind,
    pub outline: bool,
    /// The strongest relation of the shape with another shape. In a scene with movers or bodies, it is "touching" for movers with a hit in
    /// the last frame, and "apart" for all other shapes.
    pub relation: Relation,
    /// Whether the shape is drawn translucently, so that the pictures below it remain visible.
    pub is_translucent: bool,
}

impl ShapeStyle {
    pub fn fill(self) -> Color {
        let color = match (self.kind, self.relation) {
            (Kind::Static | Kind::OneWay, Relation::Touching) => Color::from_hex(0xff_cc80),
            (Kind::Static | Kind::OneWay, Relation::Overlapping) => Color::from_hex(0xef_9a9a),
            (kind, _) => kind.color(),
        };
        Color { a: if self.is_translucent { 0.55 } else { 1.0 }, ..color }
    }

    pub fn line(self) -> Color {
        Color::from_hex(match self.relation {
            Relation::Apart => LINE_COLOR,
            Relation::Touching => HIT,
            Relation::Overlapping => OVERLAP,
        })
    }
}
