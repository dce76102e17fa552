//! The pictures of maps and their positions.

use std::path::Path;
use std::sync::Arc;

/// A picture, or a part of one, at its position in a map.
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
    /// The path of the picture file.
    pub file: Arc<Path>,
    /// The rectangle of the picture that is shown: x, y, width and height in pixels. `None` if the whole picture is shown.
    pub part: Option<[u32; 4]>,
    /// The position of the picture's upper left corner in the scene, before the rotation.
    pub at: [f64; 2],
    /// The size at which the picture is drawn, in units of the scene. If `None`, a pixel of the picture is as large as one unit.
    pub size: Option<[f64; 2]>,
    /// How the picture is mirrored within its rectangle. If the first flag is set, x and y are exchanged. Then, if the second one is set,
    /// the picture is mirrored left to right, and finally, if the third one is set, top to bottom.
    pub turn: [bool; 3],
    /// The rotation about `pivot` in degrees, clockwise on the screen.
    pub rotation: f64,
    /// The point of the scene about which the picture is rotated.
    pub pivot: [f64; 2],
    /// The opacity, from 0 to 1.
    pub opacity: f64,
    /// The colour in the picture that is treated as transparent, as red, green and blue; `None` if no colour is.
    pub transparent: Option<[u8; 3]>,
    /// The id of the shape that the picture belongs to and moves with; `None` if the picture belongs to no shape.
    pub object: Option<String>,
}

impl Image {
    /// Creates an image that shows a whole picture in its own size, with its upper left corner at a position in the scene.
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
