//! `bumper draw`: draws a scene as a picture.

use crate::backdrop::{Backdrop, Files, VISIBLE_PIXELS};
use crate::draw::{self, Beam, Figure, Ghost, Mark, Picture};
use crate::input::{Input, OpenedScene};
use crate::output;
use anyhow::{Context, Result};
use bumper::{Relation, Vector};
use bumper_scene::{ByDimension, DynScene, Image};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    input: Input,

    /// The picture to write: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Leave out the pictures of tiles and sprites
    #[arg(long)]
    no_pictures: bool,

    /// Print what was drawn as a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Summary {
    out: String,
    shapes: usize,
    /// The number of pairs of shapes that overlap (`overlapping`), and of those that only touch (`touching`).
    overlapping: usize,
    touching: usize,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let out = &arguments.out;
    let png = output::is_png(out)?;
    let OpenedScene { scene, images } = arguments.input.open(!arguments.no_pictures)?;
    let name = arguments.input.name();
    let (svg, mut summary) = match scene.as_dyn() {
        ByDimension::In2d(scene) => picture(scene, &images, &name),
        ByDimension::In3d(scene) => picture(scene, &images, &name),
    };
    let bytes = if png { draw::png(&svg)? } else { svg.into_bytes() };
    output::write_whole(out, &bytes).with_context(|| out.display().to_string())?;
    summary.out = out.display().to_string();
    let mut stdout = std::io::stdout().lock();
    if arguments.json {
        crate::json::line(&mut stdout, &summary)?;
    } else {
        let Summary { out, shapes, overlapping, touching } = summary;
        let [shapes, overlapping, touching] =
            [(shapes, "shape"), (overlapping, "overlapping pair"), (touching, "touching pair")]
                .map(|(count, thing)| crate::text::count(count as u64, thing));
        writeln!(stdout, "{out}: {shapes}, {overlapping}, {touching}")?;
    }
    Ok(())
}

fn picture<const N: usize>(scene: &dyn DynScene<N>, images: &[Image], name: &str) -> (String, Summary) {
    let mut files = Files::default();
    let backdrop = Backdrop::of(images, scene.y(), VISIBLE_PIXELS, &mut files);
    files.warn(name);
    let figure = |object| {
        let id = scene.id(object);
        let parts = scene.sketches(object);
        Figure { id, parts, relation: Relation::Apart, moves: false }
    };
    let shapes = scene.len();
    let mut figures: Vec<_> = (0..shapes).map(figure).collect();
    let mut marks = Vec::new();
    let mut counts = [0; 3];
    let judge = scene.judge();
    judge.meetings_of(0..shapes, &mut |pair| {
        counts[pair.relation as usize] += 1;
        for object in [pair.a, pair.b] {
            figures[object].relation = figures[object].relation.max(pair.relation);
        }
        marks.push(Mark {
            relation: pair.relation,
            points: pair.points().to_vec(),
            normal: pair.normal,
            depth: if pair.separation < 0.0 { -pair.separation } else { 0.0 },
        });
    });
    let rays = scene.rays();
    let beams = rays.iter().map(|ray| Beam {
        id: &ray.id,
        from: ray.from,
        direction: ray.direction,
        length: ray.max.unwrap_or(0.0),
        hits: Vec::new(),
    });
    let mut beams: Vec<_> = beams.collect();
    for hit in judge.hits() {
        let beam = &mut beams[hit.ray];
        // Draw the ray at least as far as its last hit.
        beam.length = beam.length.max(hit.at.distance);
        beam.hits.push(hit.at.point);
    }
    // The time at which each moving shape first touches another shape; 1, the end of its motion, if it touches none. A copy of the shape
    // (its ghost) is drawn where it is at this time.
    let mut times = vec![1.0; shapes];
    judge.each_touch(&mut |touch| {
        for object in [touch.a, touch.b] {
            times[object] = touch.hit.time.min(times[object]);
        }
    });
    let moves = |object: &usize| times[*object] > 0.0 && scene.velocity(*object) != Vector::default();
    let ghost = |object: usize| Ghost {
        parts: scene.sketches(object),
        step: scene.velocity(object).scaled(times[object]),
    };
    let ghosts = (0..shapes).filter(moves).map(ghost).collect();
    let svg = draw::svg(&Picture {
        y: scene.y(),
        figures,
        marks,
        beams,
        ghosts,
        backdrop: backdrop.as_ref(),
        trails: Vec::new(),
        frame: None,
        bounds: None,
    });
    (svg, Summary { out: String::new(), shapes, overlapping: counts[2], touching: counts[1] })
}
