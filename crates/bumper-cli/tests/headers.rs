//! Checks that the C headers of `bumper trace` compile with compilers for consoles and for PCs.

#[path = "common/sprites.rs"]
mod sprites;

use sprites::{fails, folder, lines, run};
use std::fs;
use std::path::Path;
use std::process::Command;

const KINDS: [&str; 7] = ["boxes", "polygons", "convex", "circle", "capsule", "box", "mask"];

fn compiles(path: &Path, command: &str, arguments: &[&str]) {
    let output = Command::new(command).current_dir(path).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && text.is_empty(), "{command} {arguments:?}: {text}");
}

/// SDCC does not accept a row of a table, such as `mask[0]`, as a constant.
#[test]
fn headers_refer_to_no_row_of_a_table() {
    let folder = folder();
    let path = folder.path();
    for kind in KINDS {
        run(path, &["trace", "dot.png", "key.png", "--as", kind, "-o", "sprites.h"]);
        let text = fs::read_to_string(path.join("sprites.h")).unwrap();
        assert!(!text.contains("_mask[0],") && !text.contains("_mask[0]\n"), "{text}");
    }
}

#[test]
#[ignore = "needs the compiler sdcc; ci/consoles.sh runs it"]
fn headers_compile_with_sdcc() {
    let folder = folder();
    let path = folder.path();
    for kind in KINDS {
        run(path, &["trace", "dot.png", "key.png", "--as", kind, "-o", "sprites.h"]);
        fs::write(path.join("main.c"), "#include \"sprites.h\"\nvoid main(void) {}\n").unwrap();
        for machine in ["-msm83", "-mz80"] {
            compiles(path, "sdcc", &[machine, "-c", "main.c", "-o", "main.rel"]);
        }
    }
}

#[test]
fn usage_example_in_header_compiles() {
    let folder = folder();
    let path = folder.path();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/c/include");
    let include = format!("-I{}", include.display());
    let mut lines = 0;
    for kind in KINDS {
        run(path, &["trace", "dot.png", "key.png", "--as", kind, "-o", "sprites.h"]);
        let text = fs::read_to_string(path.join("sprites.h")).unwrap();
        let usage = text.split("*/").next().unwrap();
        let mut body = String::new();
        for line in usage.lines().filter(|line| line.contains(';')) {
            // Text after a statement and three spaces is an explanation.
            let code = line.rsplit_once(";   ").map_or(line, |(code, _)| code);
            match code.split_once(":  ") {
                Some((_, code)) => body += &format!("{{ {code}; }}\n"),
                None => body += &format!("{code};\n"),
            }
            lines += 1;
        }
        let program = format!(
            "#include <bumper.h>\n#include \"sprites.h\"\ntypedef struct {{ int x, y, w, h; }} SDL_Rect;\ntypedef struct {{ float x, y; }} SDL_FPoint;\n\
             void use(int f, int k, int i, int x, int y) {{ (void)i; (void)k; (void)x; (void)y;\n{body} }}\n"
        );
        fs::write(path.join("use.c"), program).unwrap();
        compiles(
            path,
            "gcc",
            &["-std=c99", "-Wall", "-Wno-unused-variable", "-Werror", "-fsyntax-only", &include, "use.c"],
        );
    }
    assert!(lines > 20, "{lines}");
}

#[test]
fn sprites_with_same_name_get_distinct_identifiers() {
    let folder = folder();
    let path = folder.path();
    for (name, sprite) in [("hero", "dot.png"), ("red enemy", "key.png")] {
        fs::create_dir(path.join(name)).unwrap();
        let sprite_path = format!("{name}/idle.png");
        fs::copy(path.join(sprite), path.join(&sprite_path)).unwrap();
        for format in ["h", "rs"] {
            let out = format!("{name}/idle.{format}");
            run(path, &["trace", &sprite_path, "--name", name, "-o", &out]);
        }
    }
    let program = "#include \"hero/idle.h\"\n#include \"red enemy/idle.h\"\n\
        int main(void) { return hero_body_counts[0] + red_enemy_body_counts[0] + HERO_IDLE_COUNT + RED_ENEMY_FRAMES_COUNT; }\n";
    fs::write(path.join("main.c"), program).unwrap();
    compiles(path, "gcc", &["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c"]);
    let program = "include!(\"hero/idle.rs\");\ninclude!(\"red enemy/idle.rs\");\n\
        pub fn all() -> (HeroFrame, RedEnemyFrame, usize) { (HERO_FRAMES[0], RED_ENEMY_FRAMES[0], HERO_IDLE_BOXES.len()) }\n";
    fs::write(path.join("main.rs"), program).unwrap();
    compiles(
        path,
        "rustc",
        &["--edition", "2024", "--crate-type", "lib", "-D", "warnings", "--emit", "metadata", "main.rs"],
    );
    // A single table of both sprites has no duplicate identifiers either, although the frames have the same name.
    let frames = lines(&run(path, &["trace", "hero/idle.png", "red enemy/idle.png", "--json"]));
    assert_eq!(frames[0]["frame"], frames[1]["frame"]);
    run(path, &["trace", "hero/idle.png", "red enemy/idle.png", "-o", "both.h"]);
    fs::write(
        path.join("main.c"),
        "#include \"both.h\"\nint main(void) { return IDLE_COUNT + IDLE_2_COUNT; }\n",
    )
    .unwrap();
    compiles(path, "gcc", &["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "main", "main.c"]);
    assert!(fails(path, &["trace", "dot.png", "--name", "x", "-o", "x.json"]).contains("--name"));
}
