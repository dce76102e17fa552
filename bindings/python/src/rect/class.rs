//! The classes `Rect`, of whole numbers, and `FRect`, of floats: the same methods.

use super::items::{compared, got, put};
use super::lists::{Entry, all, all_entries, first, first_entry, union_all};
use super::reading::{Truth, attributes, factors, given, line, offset, pair, rect};
use super::{Area, At, Number};
use crate::guarded::Slot;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyTuple};

macro_rules! classes {
    ($($(#[$about:meta])* $Name:ident of $Number:ty: $name:literal;)*) => {$(
        class! {
            $(#[$about])*
            $Name of $Number: $name;
            one {
                x set_x 0 Start "Its left edge.",
                y set_y 1 Start "Its upper edge.",
                left set_left 0 Start "Its left edge.",
                top set_top 1 Start "Its upper edge.",
                right set_right 0 End "Its right edge, which does not belong to it.",
                bottom set_bottom 1 End "Its lower edge, which does not belong to it.",
                centerx set_centerx 0 Middle "The middle from left to right.",
                centery set_centery 1 Middle "The middle from top to bottom.",
            }
            size {
                w set_w 0 "Its width.",
                h set_h 1 "Its height.",
                width set_width 0 "Its width.",
                height set_height 1 "Its height.",
            }
            two {
                topleft set_topleft Start Start "Its upper left corner.",
                topright set_topright End Start "Its upper right corner.",
                bottomleft set_bottomleft Start End "Its lower left corner.",
                bottomright set_bottomright End End "Its lower right corner.",
                midtop set_midtop Middle Start "The middle of its upper edge.",
                midleft set_midleft Start Middle "The middle of its left edge.",
                midbottom set_midbottom Middle End "The middle of its lower edge.",
                midright set_midright End Middle "The middle of its right edge.",
                center set_center Middle Middle "Its middle.",
            }
        }
    )*};
}

classes! {
    /// A rect of whole numbers: the methods and rules of pygame.Rect. Any function here takes it as a shape.
    ///
    /// >>> import bumper
    /// >>> player = bumper.Rect(0, 0, 10, 20)
    /// >>> player.midbottom = (50, 100)
    /// >>> player, player.colliderect((54, 90, 5, 5)), player.clip((50, 90, 99, 99))
    /// (Rect(45, 80, 10, 20), True, Rect(50, 90, 5, 10))
    /// >>> bumper.overlaps(player, (60, 90, 6))
    /// True
    Rect of i32: "Rect";
    /// A rect of 64-bit floats: the methods and rules of pygame.FRect.
    ///
    /// >>> import bumper
    /// >>> bumper.FRect(0, 0, 10, 20).move(0.5, 0.25).center
    /// (5.5, 10.25)
    FRect of f64: "FRect";
}
