//! Writes queries and walks in 3D and the answers of the library to a file: `space_vectors FILE`. `test/space_vectors.test.js` compares the
//! package with them.
//!
//! The file is a list of 64-bit floats. Shapes are words as in the scratch buffer, except that `MESH` and `HEIGHT_FIELD` have an index
//! instead of a handle, and `PREPARED` is followed by the shape. The shapes of the library are made here by its own constructors, not by
//! the code that reads words.
//!
//! | block | words |
//! | --- | --- |
//! | meshes | count; for each: whether it is one-sided, the numbers of points and of triangles, points, indices |
//! | height fields | count; for each: x, y, z, cell x, cell z, columns, count, heights |
//! | queries | count; for each: the query and its arguments, the shapes `a` and `b`, the number of answers, the answers |
//! | world | the number of items, their shapes, the number of operations; for each: its number, arguments and answers, see `walks.rs` |
//! | walk among a list | the shape of the mover, the number of obstacles, these, the number of frames; for each: velocity x and z, the height of a jump or 0, the number of hits, the state, the hits |
//! | the same walk in a world | as before |

mod queries;
mod shapes;
mod walks;

use queries::queries;
use shapes::{Maker, stairs};
use walks::{operations, walks};

fn main() {
    let file = std::env::args().nth(1).expect("usage: space_vectors FILE");
    let mut maker = Maker::new();
    let mut words = vec![maker.meshes.len() as f64 + 1.0];
    for mesh in maker.meshes.iter().chain([&stairs()]) {
        words.push(f64::from(u8::from(mesh.is_one_sided())));
        words.extend([mesh.points().len() as f64, mesh.len() as f64]);
        words.extend(mesh.points().iter().flat_map(|point| point.0));
        words.extend(mesh.triangles().iter().flatten().map(|index| f64::from(*index)));
    }
    words.push(maker.fields.len() as f64);
    for field in &maker.fields {
        words.extend(field.origin().0.into_iter().chain(field.cell()));
        words.extend([field.columns() as f64, field.heights().len() as f64]);
        words.extend(field.heights());
    }
    queries(&mut maker, &mut words);
    operations(&mut maker, &mut words);
    maker.meshes.push(stairs());
    walks(&maker, &mut words);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    std::fs::write(&file, bytes).expect("the file can be written");
}
