//! Writes a comment for a C header. It shows how a game uses the tables of the header.

use std::fmt::Write;

/// Example code that draws the shapes of a frame with SDL, and tests them with `bumper.h`. The results of writing are ignored, because
/// writing to a string cannot fail.
pub fn of(title: &str, list: &str, name: &str, sizes: &str, number: &str, scale: f64) -> String {
    let mut text = format!("\n   {title}:\n");
    let line = |text: &mut String, line: String| {
        let _ = writeln!(text, "     {line}");
    };
    let over = if scale == 1.0 { String::new() } else { format!(" / {scale}.0f") };
    let each = |what: &str| {
        format!("const {number} *n = {name}_{what}[f][k];   k from 0 to before {name}_counts[f]")
    };
    match list {
        "boxes" => {
            line(&mut text, each("boxes"));
            line(&mut text, "SDL:       SDL_Rect r = {x + n[0], y + n[1], n[2], n[3]};".into());
            let call = "bumper_box_from_top_left_i16(x + n[0], y + n[1], n[2], n[3])";
            line(&mut text, format!("bumper.h:  bumper_box_i16 b = {call};"));
        }
        "mask" => {
            line(&mut text, format!("int w = {sizes}[f][0], h = {sizes}[f][1], row = (w + 7) / 8;"));
            line(&mut text, format!("const uint8_t *rows = {name}_mask[f];   0 without a solid pixel"));
            line(&mut text, "SDL:       pixel (i, j) is solid if rows[j * row + i / 8] >> i % 8 & 1".into());
            let call = "bumper_mask_from_rows(rows, row * h, w, h, &mask)";
            line(&mut text, format!("bumper.h:  bumper_mask *mask; {call};"));
        }
        "circles" => {
            line(&mut text, each("circles"));
            let circle = format!("{{{{x + n[0]{over}, y + n[1]{over}}}, n[2]{over}}}");
            line(&mut text, format!("bumper.h:  bumper_circle_f32 c = {circle};"));
        }
        "capsules" => {
            line(&mut text, each("capsules"));
            let ends = format!("{{x + n[0]{over}, y + n[1]{over}}}, {{x + n[2]{over}, y + n[3]{over}}}");
            line(&mut text, format!("bumper.h:  bumper_capsule c = {{{ends}, n[4]{over}}};"));
        }
        _ => {
            line(
                &mut text,
                format!("const uint16_t *at = {name}_starts[f] + k;   k from 0 to before {name}_counts[f]"),
            );
            line(
                &mut text,
                format!("const {number} (*n)[2] = {name}_corners[f] + at[0];   at[1] - at[0] corners n[i]"),
            );
            let point = format!("{{x + n[i][0]{over}, y + n[i][1]{over}}}");
            line(&mut text, format!("SDL:       SDL_FPoint p = {point};"));
            line(
                &mut text,
                format!("bumper.h:  bumper_point_f32 p = {point};   the corners of a bumper_region"),
            );
        }
    }
    text
}
