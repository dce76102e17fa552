//! What maps look like.

use std::path::Path;
use std::sync::Arc;

/// A picture, or a part of one, at its place in a map.
///
/// ```
/// use bumper_scene::{Choice, MapKind, read_map_text};
/// let text = br#"<map orientation="orthogonal"><imagelayer offsetx="8"><image source="sky.png"/></imagelayer></map>"#;
/// let choice = Choice { pictures: true, ..Choice::default() };
/// let map = read_map_text(text, MapKind::Tiled, "levels".as_ref(), &choice).unwrap();
/// assert_eq!(map.images[0].at, [8.0, 0.0]);
/// assert!(map.images[0].file.ends_with("sky.png"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The picture's file.
    pub file: Arc<Path>,
    /// The part of it that is shown: x, y, width and height in pixels. `None` for all of it.
    pub part: Option<[u32; 4]>,
    /// Where its upper left corner lies, before it is turned.
    pub at: [f64; 2],
    /// How large it is drawn. `None` for the size of the picture.
    pub size: Option<[f64; 2]>,
    /// How it is turned in its place: mirrored along the diagonal first, then left for right, then top for bottom.
    pub turn: [bool; 3],
    /// By how many degrees it is turned, clockwise on the screen, about the pivot.
    pub rotation: f64,
    /// The place that stays where it is when it is turned.
    pub pivot: [f64; 2],
    /// How opaque it is, from 0 to 1.
    pub opacity: f64,
    /// The colour of the picture that is drawn transparent, as red, green and blue.
    pub transparent: Option<[u8; 3]>,
    /// The id of the shape that it belongs to, with which it moves.
    pub object: Option<String>,
}

impl Image {
    /// All of a picture, as it is.
    ///
    /// ```
    /// use std::path::Path;
    /// let image = bumper_scene::Image::whole(Path::new("sky.png").into(), [0.0, 9.0]);
    /// assert_eq!((image.part, image.at), (None, [0.0, 9.0]));
    /// ```
    pub fn whole(file: Arc<Path>, at: [f64; 2]) -> Self {
        Self {
            file,
            part: None,
            at,
            size: None,
            turn: [false; 3],
            rotation: 0.0,
            pivot: at,
            opacity: 1.0,
            transparent: None,
            object: None,
        }
    }
}
