//! Checks that pictures of difficult scenes are valid SVG, with all their elements inside the canvas.

use super::*;
use bumper::{Aabb, Ball, Shape};
use resvg::usvg;

fn figure<'a>(id: &'a str, parts: Vec<Shape<'static, f64, 2>>, relation: Relation) -> Figure<'a, 2> {
    let parts = parts.into_iter().map(Sketch::Upright).collect();
    Figure { id, parts, relation, moves: false }
}

fn parsed<const N: usize>(picture: &Picture<N>) -> (String, usvg::Tree) {
    let svg = svg(picture);
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    (svg, tree)
}

fn boxed(min: [f64; 2], max: [f64; 2]) -> Vec<Shape<'static, f64, 2>> {
    vec![Aabb::new(min, max).into()]
}

#[test]
fn empty_scene_gives_valid_svg() {
    parsed(&Picture::<2> {
        y: YAxis::Down,
        figures: vec![],
        marks: vec![],
        beams: vec![],
        ghosts: vec![],
        trails: vec![],
        backdrop: None,
        frame: None,
        bounds: None,
    });
    parsed(&Picture::<3> {
        y: YAxis::Up,
        figures: vec![],
        marks: vec![],
        beams: vec![],
        ghosts: vec![],
        trails: vec![],
        backdrop: None,
        frame: None,
        bounds: None,
    });
}

#[test]
fn extreme_coordinates_give_valid_svg() {
    let tiny = 1e-300;
    let cases = [
        boxed([-f64::MAX, -f64::MAX], [f64::MAX, f64::MAX]),
        boxed([tiny, tiny], [2.0 * tiny, 3.0 * tiny]),
        boxed([f64::MIN_POSITIVE, 0.0], [5e-324, 0.0]),
        boxed([1e16, 0.0], [1e16 + 2.0, 1.0]),
        boxed([7.0, 7.0], [7.0, 7.0]),
        boxed([0.0, 0.0], [1e9, 1e-9]),
        vec![Shape::Point(Vector([1e300, tiny])), Ball::new([-1e300, 0.0], 1e76).into()],
    ];
    for parts in cases {
        for y in [YAxis::Down, YAxis::Up] {
            let normal = Vector([1.0, 0.0]);
            let mark = Mark {
                relation: Relation::Overlapping,
                points: vec![Vector([f64::MAX, tiny])],
                normal,
                depth: f64::INFINITY,
            };
            let figures = vec![figure("a", parts.clone(), Relation::Overlapping)];
            let beam = Beam {
                id: "ray",
                from: Vector([0.0, tiny]),
                direction: normal,
                length: f64::MAX,
                hits: vec![normal],
            };
            let ghost = Ghost {
                parts: parts.iter().copied().map(Sketch::Upright).collect(),
                step: Vector([f64::MAX, -f64::MAX]),
            };
            parsed(&Picture {
                y,
                figures,
                marks: vec![mark],
                beams: vec![beam],
                ghosts: vec![ghost],
                trails: vec![],
                backdrop: None,
                frame: None,
                bounds: None,
            });
        }
    }
}

#[test]
fn names_are_escaped_in_svg() {
    for name in ["<b>&\"'", "\u{0}\u{7}\n", "", &"long ".repeat(1000), "\u{202e}שלום", "\u{ffff}"] {
        let (svg, _) = parsed(&Picture {
            y: YAxis::Down,
            figures: vec![figure(name, boxed([0.0, 0.0], [9.0, 9.0]), Relation::Apart)],
            marks: vec![],
            beams: vec![],
            ghosts: vec![],
            trails: vec![],
            backdrop: None,
            frame: None,
            bounds: None,
        });
        assert!(!svg.contains("<b>"));
    }
}

#[test]
fn drawing_stays_within_canvas() {
    let ball = |x: f64| vec![Ball::new([x, 0.0], 3.0).into()];
    let figures = vec![
        figure("left", ball(0.0), Relation::Overlapping),
        figure("right", ball(4.0), Relation::Overlapping),
        figure("a name that is too long for anyone", ball(50.0), Relation::Apart),
    ];
    let normal = Vector([1.0, 0.0]);
    let mark = Mark { relation: Relation::Overlapping, points: vec![Vector([2.0, 0.0])], normal, depth: 2.0 };
    let (svg, tree) = parsed(&Picture {
        y: YAxis::Up,
        figures,
        marks: vec![mark],
        beams: vec![],
        ghosts: vec![],
        trails: vec![],
        backdrop: None,
        frame: None,
        bounds: None,
    });
    let size = tree.size();
    let bounds = tree.root().abs_stroke_bounding_box();
    assert!(
        bounds.x() >= 0.0
            && bounds.y() >= 0.0
            && bounds.right() <= size.width()
            && bounds.bottom() <= size.height()
    );
    for text in ["2 shapes overlapping", "0 touching", "1 apart from all", ">left<", ">2<"] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn mask_is_drawn_as_few_rectangles() {
    let mask = bumper::MaskBuf::from_fn([100, 100], |i, _| i != 50);
    let sprite = bumper::Sprite::new(mask.as_mask(), [0.0, 0.0], 1.0);
    let parts = Sketch::of(&bumper::Shape::Mask(sprite));
    let figures = vec![Figure { id: "mask", parts, relation: Relation::Apart, moves: false }];
    let (svg, _) = parsed(&Picture {
        y: YAxis::Down,
        figures,
        marks: vec![],
        beams: vec![],
        ghosts: vec![],
        trails: vec![],
        backdrop: None,
        frame: None,
        bounds: None,
    });
    assert!(svg.len() < 10_000, "{} bytes", svg.len());
}

/// A picture of two shapes: the point of a half-space and its normal, and a box.
fn with_half_space<const N: usize>(normal: Vector<f64, N>) -> Picture<'static, N> {
    let half_space = Sketch::HalfSpace { point: Vector::splat(3.0), normal };
    let boxed = Sketch::Upright(Aabb::new(Vector::splat(0.0), Vector::splat(9.0)).into());
    let figure = |id, part| Figure { id, parts: vec![part], relation: Relation::Overlapping, moves: false };
    Picture {
        y: YAxis::Up,
        figures: vec![figure("box", boxed), figure("floor", half_space)],
        marks: vec![],
        beams: vec![],
        ghosts: vec![],
        trails: vec![],
        backdrop: None,
        frame: None,
        bounds: None,
    }
}

#[test]
fn half_spaces_are_clipped_to_the_view() {
    for turn in 0..24 {
        let angle = f64::from(turn) * std::f64::consts::TAU / 24.0;
        let normal = Vector([angle.cos(), angle.sin()]);
        let picture = with_half_space(normal);
        let (svg, _) = parsed(&picture);
        assert!(
            svg.find(">floor<").is_some()
                && svg.find("clip-path").unwrap() < svg.find("class=\"l l2\"").unwrap()
        );
        let view = &Layout::new(&picture).views[0];
        let corners = view.clipped(&Vector([3.0, 3.0]), &normal, 0.0);
        let origin = view.place(&Vector([3.0, 3.0]));
        let (nx, ny) = view.direction(&normal);
        let Area { x, y, width, height } = view.area;
        let inside = |(u, v): (f64, f64)| {
            let below = (u - origin.0) * nx + (v - origin.1) * ny < 1e-9;
            below && (x - 1e-9..=x + width + 1e-9).contains(&u) && (y - 1e-9..=y + height + 1e-9).contains(&v)
        };
        assert!(corners.len() >= 3 && corners.iter().all(|corner| inside(*corner)), "{turn}: {corners:?}");
        // The polygon has the area of all points of a grid that are behind the line.
        let doubled = |k: usize| {
            let [(a, b), (c, d)] = [corners[k], corners[(k + 1) % corners.len()]];
            a * d - c * b
        };
        let area: f64 = (0..corners.len()).map(doubled).sum::<f64>() / 2.0;
        let point = |k: u32| {
            (x + (f64::from(k / 200) + 0.5) / 200.0 * width, y + (f64::from(k % 200) + 0.5) / 200.0 * height)
        };
        let count = (0..40_000).filter(|k| inside(point(*k))).count();
        assert!((area / (width * height) - count as f64 / 40_000.0).abs() < 0.01, "{turn}: {area}, {count}");
    }
}

#[test]
fn half_spaces_cover_the_views_that_look_at_their_plane() {
    for (axis, covered) in [(0, [false, false, true]), (1, [true, false, false]), (2, [false, true, false])] {
        let normal = Vector::ZERO.with(axis, 1.0);
        let picture: Picture<3> = with_half_space(normal);
        parsed(&picture);
        let covers = |view: &View| {
            let area = view.clipped_area(&Vector::splat(3.0), &normal);
            (area.width * area.height - view.area.width * view.area.height).abs() < 1.0
        };
        assert_eq!(Layout::new(&picture).views.iter().map(covers).collect::<Vec<_>>(), covered);
    }
}

#[test]
fn edges_of_surfaces_are_drawn_over_the_fill() {
    let corner = |x: f64, z: f64| Vector([x, x * 0.25, z]);
    let faces = vec![
        [corner(0.0, 0.0), corner(4.0, 0.0), corner(0.0, 4.0)],
        [corner(4.0, 4.0), corner(4.0, 0.0), corner(0.0, 4.0)],
    ];
    let mut picture = with_half_space(Vector([0.0, 1.0, 0.0]));
    picture.figures = vec![Figure {
        id: "mesh",
        parts: vec![Sketch::Surface(faces)],
        relation: Relation::Apart,
        moves: false,
    }];
    let (svg, _) = parsed(&picture);
    assert_eq!(svg.matches("class=\"e\"").count(), 3);
    let last = svg.rfind("class=\"e\"").unwrap();
    let edges = svg[last..].split('"').nth(3).unwrap();
    assert_eq!(edges.matches('z').count(), 2, "{edges}");
}

#[test]
fn png_contains_labels() {
    let picture = |id| Picture {
        y: YAxis::Down,
        figures: vec![figure(id, boxed([0.0, 0.0], [9.0, 9.0]), Relation::Apart)],
        marks: vec![],
        beams: vec![],
        ghosts: vec![],
        trails: vec![],
        backdrop: None,
        frame: None,
        bounds: None,
    };
    let named = png(&svg(&picture("box"))).unwrap();
    let unnamed = png(&svg(&picture(""))).unwrap();
    assert!(named.starts_with(b"\x89PNG") && named != unnamed);
}

#[test]
fn circles_and_rounded_corners_fill_their_bounds() {
    // The sizes and positions differ slightly. So when they are written with few digits, some are rounded up and others down.
    for k in 0..200 {
        let x = f64::from(k) * 0.0937;
        let y = f64::from(k) * 0.0371;
        let w = 124.0 + f64::from(k % 17) * 0.0133;
        let h = 90.0 + f64::from(k % 13) * 0.0177;
        let a = [x + 30.0, y + 40.0].into();
        let b = [x + 90.0, y + 47.0].into();
        let radius = w / 4.0;
        let layout = Layout::new(&Picture::<2> {
            y: YAxis::Down,
            figures: vec![figure("a", boxed([0.0, 0.0], [300.0, 300.0]), Relation::Apart)],
            marks: vec![],
            beams: vec![],
            ghosts: vec![],
            trails: vec![],
            backdrop: None,
            frame: None,
            bounds: None,
        });
        let view = &layout.views[0];
        let mut paths = [String::new(), String::new(), String::new(), String::new()];
        path::disc(&mut paths[0], Area { x, y, width: w, height: w });
        path::disc(&mut paths[1], Area { x, y, width: h, height: w });
        path::disc(&mut paths[2], Area { x, y, width: w, height: 0.0 });
        path::outline(&mut paths[3], &[a, b], true, radius, view, (0.0, 0.0));
        let ((ax, ay), (bx, by)) = (view.place(&a), view.place(&b));
        let sides = [[x, y, x + w, y + w], [x, y, x + h, y + w], [x, y, x + w, y + 0.5]];
        let round = [ax.min(bx) - radius, ay.min(by) - radius, ax.max(bx) + radius, ay.max(by) + radius];
        for (text, expected) in paths.iter().zip(sides.into_iter().chain([round])) {
            let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="{text}"/></svg>"#);
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
            let found = tree.root().abs_bounding_box();
            let found = [found.left(), found.top(), found.right(), found.bottom()].map(f64::from);
            assert!((0..4).all(|k| (found[k] - expected[k]).abs() < 0.03), "{text} {found:?} {expected:?}");
        }
    }
}
