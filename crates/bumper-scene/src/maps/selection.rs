//! Selection of layers by name: the options `solid` and `ignore` of the caller.

use super::Choice;
use crate::fields::{Read, fault, quoted};
use std::collections::BTreeSet;

/// The word that selects all layers.
const ALL: &str = "all";

/// Whether the caller has listed a layer as solid (true) or to be left out (false); `None` if it is in neither list. `names` are all names
/// by which the caller may list the layer.
pub(super) fn selected(choice: &Choice, names: &[&str]) -> Option<bool> {
    let among = |list: &[String]| list.iter().any(|asked| names.iter().any(|name| selects(asked, name)));
    if among(&choice.ignore) { Some(false) } else { among(&choice.solid).then_some(true) }
}

/// Checks that each pattern of the caller selects a layer. `names` are the names of all layers of the map.
pub(super) fn check(choice: &Choice, names: &BTreeSet<String>) -> Read<()> {
    let patterns = choice.solid.iter().chain(&choice.ignore);
    let patterns = patterns.filter(|asked| !names.contains(*asked)).flat_map(|asked| parts(asked));
    let unknown = |pattern: &&str| *pattern != ALL && !names.iter().any(|name| matches(pattern, name));
    let Some(unknown) = patterns.into_iter().find(unknown) else { return Ok(()) };
    let known: Vec<_> = names.iter().filter(|name| !name.is_empty()).map(|name| quoted(name)).collect();
    fault(format!("there is no layer {}; the layers are {}", quoted(unknown), known.join(", ")))
}

/// Whether an entry of a list of the caller selects a layer. An entry that equals the name of the layer selects it. Otherwise, it is a list
/// of patterns with commas between them.
fn selects(asked: &str, name: &str) -> bool {
    asked == name || parts(asked).any(|pattern| pattern == ALL || matches(pattern, name))
}

fn parts(asked: &str) -> impl Iterator<Item = &str> {
    asked.split(',').map(str::trim)
}

/// Whether a name matches a pattern, in which `*` stands for any text and `?` for any character. Costs O(n · m) for texts of n and m
/// characters.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The position after the last `*`, and the position in the name up to which this `*` stands for characters.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p + 1, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => (p, n) = (p + 1, n + 1),
            Some(_) | None => {
                let Some((after, end)) = star else { return false };
                star = Some((after, end + 1));
                (p, n) = (after, end + 1);
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A simple recursive form of [`matches`].
    fn naive(pattern: &[char], name: &[char]) -> bool {
        match (pattern, name) {
            ([], _) => name.is_empty(),
            (['*', rest @ ..], _) => (0..=name.len()).any(|k| naive(rest, &name[k..])),
            ([c, rest @ ..], [first, others @ ..]) => (*c == '?' || c == first) && naive(rest, others),
            (_, []) => false,
        }
    }

    #[test]
    fn patterns_match_as_in_their_recursive_form() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut counts = [0; 2];
        for _ in 0..20_000 {
            let mut text = |letters: &[char]| -> String {
                (0..rng.usize(..7)).map(|_| letters[rng.usize(..letters.len())]).collect()
            };
            let (pattern, name) = (text(&['a', 'b', '*', '?']), text(&['a', 'b']));
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            let expected = naive(&chars(&pattern), &chars(&name));
            assert_eq!(matches(&pattern, &name), expected, "{pattern} {name}");
            counts[usize::from(expected)] += 1;
        }
        assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
    }

    #[test]
    fn lists_select_by_patterns_and_by_exact_names() {
        for (asked, name, expected) in [
            ("ground*,walls", "ground 2", true),
            ("ground*, walls", "walls", true),
            ("ground*,walls", "Ground", false),
            ("a,b", "a,b", true),
            ("a,b", "b", true),
            ("all", "anything", true),
            ("Cave/Walls/*", "Cave/Walls/stone", true),
            ("", "", true),
        ] {
            assert_eq!(selects(asked, name), expected, "{asked} {name}");
        }
    }
}
