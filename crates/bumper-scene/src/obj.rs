//! Reads the points and triangles of an OBJ file (the text format of Wavefront).

use crate::fields::{At, Read, axis_name, fault, quoted};
use crate::files::{load, utf8};
use crate::number::{Number, ParsedNumber};
use bumper::Vector;
use std::path::Path;

/// The surfaces of all objects of an OBJ file. Normals, texture coordinates, materials, lines and curves are ignored.
pub(crate) struct Obj<S: Number, const N: usize> {
    pub(crate) points: Vec<Vector<S, N>>,
    /// The triangles, by the indices of their points from 0. A face with more than three corners is a fan of triangles.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The line of the file for each triangle, from 1.
    lines: Vec<usize>,
}

impl<S: Number, const N: usize> Obj<S, N> {
    /// Reads a file. A crate for the format would read coordinates as `f32` and report no lines.
    ///
    /// # Errors
    ///
    /// If the file cannot be read; or with the line and the number of the triangle, from 0, if a coordinate is no number in the range of
    /// the scalar, or if a face has fewer than three corners or uses a point that does not exist.
    pub(crate) fn read(path: &Path) -> Read<Self> {
        let bytes = load(path)?;
        // Names of objects may be in any encoding. The rest is ASCII.
        Self::parse(&String::from_utf8_lossy(&utf8(&bytes)?))
    }

    fn parse(text: &str) -> Read<Self> {
        let mut obj = Self { points: Vec::new(), triangles: Vec::new(), lines: Vec::new() };
        let mut lines = text.lines().enumerate();
        while let Some((line, content)) = lines.next() {
            let mut content = std::borrow::Cow::from(content);
            // A backslash at the end joins a line with the next one.
            while let Some(start) = content.trim_end().strip_suffix('\\') {
                let next = lines.next().map_or("", |(_, next)| next);
                content = format!("{start} {next}").into();
            }
            obj.statement(&content, line + 1).at(|| format!("line {}", line + 1))?;
        }
        // A face may use points that come later in the file, so indices are checked at the end.
        let count = obj.points.len();
        let is_bad = |corners: &[u32; 3]| corners.iter().any(|corner| *corner as usize >= count);
        if let Some(triangle) = obj.triangles.iter().position(is_bad) {
            let point = obj.triangles[triangle].into_iter().max().map_or(0, |corner| u64::from(corner) + 1);
            let reason = format!("triangle {triangle} uses point {point}, but there are {count} points");
            return fault(reason).at(|| format!("line {}", obj.lines[triangle]));
        }
        Ok(obj)
    }

    fn statement(&mut self, line: &str, number: usize) -> Read<()> {
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => self.points.push(point(words)?),
            Some("f") => self.face(words, number)?,
            _ => {}
        }
        Ok(())
    }

    fn face<'w>(&mut self, words: impl Iterator<Item = &'w str>, line: usize) -> Read<()> {
        let triangle = self.triangles.len();
        let corner = |word| self.corner(word).at(|| format!("triangle {triangle}"));
        let corners: Vec<u32> = words.map(corner).collect::<Read<_>>()?;
        let [first, rest @ ..] = corners.as_slice() else {
            return fault("the face has no corners").at(|| format!("triangle {triangle}"));
        };
        if rest.len() < 2 {
            return fault("the face has fewer than three corners").at(|| format!("triangle {triangle}"));
        }
        for pair in rest.windows(2) {
            self.triangles.push([*first, pair[0], pair[1]]);
            self.lines.push(line);
        }
        Ok(())
    }

    /// The index of the point of a corner, from 0. The file counts points from 1, or with negative numbers from the last one. Slashes
    /// separate the point from the texture coordinates and the normal of the corner.
    fn corner(&self, word: &str) -> Read<u32> {
        let point = word.split('/').next().unwrap_or_default();
        let index = point.parse().ok().and_then(|number: i64| match number {
            1.. => u32::try_from(number - 1).ok(),
            0 => None,
            _ => u32::try_from(self.points.len() as i64 + number).ok(),
        });
        index.map_or_else(|| fault(format!("{} is not the number of a point", quoted(point))), Ok)
    }
}

/// Reads the coordinates of a point. Further numbers, such as colors, are ignored.
fn point<'w, S: Number, const N: usize>(mut words: impl Iterator<Item = &'w str>) -> Read<Vector<S, N>> {
    let mut point = Vector::ZERO;
    for axis in 0..N {
        let name = axis_name(axis);
        let Some(word) = words.next() else { return fault(format!("the point has no {name}")) };
        let parsed = word.parse().or_else(|_| fault(format!("{name} {} is not a number", quoted(word))))?;
        point[axis] =
            S::read(ParsedNumber::Float(parsed)).or_else(|reason| fault(format!("{name} {reason}")))?;
    }
    Ok(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Read<Obj<f64, 3>> {
        Obj::parse(text)
    }

    #[test]
    fn faces_of_all_objects_are_triangles_of_one_list() {
        let text = "# two objects\no quad\nv 0 0 0 1 # w\nv 1.5 0 0\nv 1 1 0\nvn 0 0 1\nvt 0 0\n\
                    f 1/1/1 2//1 3/1 4\nv 0 1e0 -0.25\ng other\n\nusemtl v\nf -1 -2 \\\n -3\r\nl 1 2\n";
        let obj = parse(text).unwrap();
        assert_eq!(obj.points[1..], [[1.5, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, -0.25]].map(Vector));
        assert_eq!(obj.triangles, [[0, 1, 2], [0, 2, 3], [3, 2, 1]]);
    }

    #[test]
    fn errors_name_the_line_and_the_triangle() {
        let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        for (rest, expected) in [
            ("f 1 2 4", "line 5: triangle 1 uses point 4, but there are 3 points"),
            ("f 3 2 1 5", "line 5: triangle 2 uses point 5, but there are 3 points"),
            ("f 1 2 0", "line 5: triangle 1: \"0\" is not the number of a point"),
            ("f 1 2 -4", "line 5: triangle 1: \"-4\" is not the number of a point"),
            ("f 1 2 x/1", "line 5: triangle 1: \"x\" is not the number of a point"),
            ("f 1 2", "line 5: triangle 1: the face has fewer than three corners"),
            ("f", "line 5: triangle 1: the face has no corners"),
            ("v 1 2", "line 5: the point has no z"),
            ("v 1 2 high", "line 5: z \"high\" is not a number"),
            (
                "\nv 1 NaN 2",
                "line 6: y NaN is out of range for f64 (-1.7976931348623157e308 to 1.7976931348623157e308)",
            ),
        ] {
            let Err(error) = parse(&format!("{corners}{rest}\n")) else { panic!("{rest}") };
            assert_eq!(error.to_string(), expected);
        }
    }
}
