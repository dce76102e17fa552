//! `bumper draw`: draws a scene as a picture.

use crate::backdrop::{Backdrop, Files, VISIBLE_PIXELS};
use crate::draw::{self, Beam, Figure, Ghost, Mark, Picture, Sketch};
use crate::input::{Input, Opened};
use crate::output;
use anyhow::{Context, Result};
use bumper::scalar::Scalar;
use bumper::{Relation, Vector};
use bumper_scene::{Image, Judge, Number, Part, Scene, with_scene};
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
    overlapping: usize,
    touching: usize,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let out = &arguments.out;
    let png = output::is_png(out)?;
    let Opened { scene, images } = arguments.input.open(!arguments.no_pictures)?;
    let (svg, mut summary) = with_scene!(&scene, scene => picture(scene, &images, &arguments.input.name()));
    let bytes = if png { draw::png(&svg)? } else { svg.into_bytes() };
    output::write_whole(out, &bytes).with_context(|| out.display().to_string())?;
    summary.out = out.display().to_string();
    let mut stdout = std::io::stdout().lock();
    if arguments.json {
        crate::json::line(&mut stdout, &summary)?;
    } else {
        let Summary { out, shapes, overlapping, touching } = summary;
        writeln!(
            stdout,
            "{out}: {}, {overlapping} overlapping, {touching} touching",
            crate::text::count(shapes as u64, "shape")
        )?;
    }
    Ok(())
}

fn sketches<S: Number, const N: usize>(parts: &[Part<S, N>]) -> Vec<Sketch<N>> {
    parts.iter().flat_map(|part| Sketch::of(&part.shape())).collect()
}

fn picture<'a, S: Number, const N: usize>(
    scene: &'a Scene<S, N>,
    images: &[Image],
    name: &str,
) -> (String, Summary) {
    let mut files = Files::default();
    let backdrop = Backdrop::of(images, scene.y, VISIBLE_PIXELS, &mut files);
    files.warn(name);
    let figure = |object| {
        let parts = sketches(scene.parts_of(object));
        Figure { id: &object.id, parts, relation: Relation::Apart, moves: false }
    };
    let mut figures: Vec<_> = scene.objects.iter().map(figure).collect();
    let mut marks = Vec::new();
    let mut counts = [0; 3];
    let judge = Judge::new(scene);
    judge.each_meeting(|pair| {
        counts[pair.relation as usize] += 1;
        for object in [pair.a, pair.b] {
            figures[object].relation = figures[object].relation.max(pair.relation);
        }
        let point = |point: &Vector<S::Real, N>| point.map(Into::into);
        marks.push(Mark {
            relation: pair.relation,
            points: pair.contact.points().iter().map(|at| point(&at.point)).collect(),
            normal: point(&pair.contact.normal),
            depth: pair.contact.depth().into(),
        });
    });
    let shapes = figures.len();
    let beam = |ray: &'a bumper_scene::Ray<S, N>| Beam {
        id: &ray.id,
        from: ray.from.map(Scalar::to_f64),
        direction: ray.direction,
        length: ray.max.unwrap_or(0.0),
        hits: Vec::new(),
    };
    let mut beams: Vec<_> = scene.rays.iter().map(beam).collect();
    for hit in judge.hits() {
        let beam = &mut beams[hit.ray];
        // Draw the ray at least to its last hit.
        beam.length = beam.length.max(hit.at.distance.into());
        beam.hits.push(hit.at.point.map(Into::into));
    }
    // Each moving shape is shown where it first touches another one. If it touches none, at the end of its motion.
    let mut times = vec![1.0; shapes];
    judge.each_touch(|touch| {
        for object in [touch.a, touch.b] {
            times[object] = Scalar::to_f64(touch.hit.time).min(times[object]);
        }
    });
    let moving =
        std::iter::zip(&scene.objects, &times).filter(|(object, _)| object.velocity != Vector::default());
    let ghost = |(object, time): (&bumper_scene::Object<S, N>, &f64)| Ghost {
        parts: sketches(scene.parts_of(object)),
        step: object.velocity.map(Scalar::to_f64).scaled(*time),
    };
    let ghosts = moving.filter(|(_, time)| **time > 0.0).map(ghost).collect();
    let svg = draw::svg(&Picture {
        y: scene.y,
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
