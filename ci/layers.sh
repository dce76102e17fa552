#!/usr/bin/env bash
# Checks the imports of a crate: they point down the layers of a table, and the files of one folder have no dependency cycles. A file and
# the folder of the same name form one module. Tests inside a crate may import anything.
#
#     ci/layers.sh                  checks the library, with the table in ARCHITECTURE.md, and all other crates for cycles only
#     ci/layers.sh ROOT [TABLE]     checks the crate with its sources in ROOT; without a TABLE for cycles only
set -euo pipefail
cd "$(dirname "$0")/.."

check() { # ROOT TABLE
    find "$1" -name '*.rs' | sort | xargs awk -v root="$1" -v table="$2" '
    # Records an import, with its path relative to the root and with slashes. `pub use` also records a re-export.
    function keep(path, line,    part, count, i, from) {
        count = split(path, part, "::")
        from = part[1] == "crate" ? "" : module
        for (i = part[1] == "crate" || part[1] == "self" ? 2 : 1; part[i] == "super"; i++) sub(/\/?[^\/]*$/, "", from)
        for (; i <= count; i++) if (part[i] != "self") from = from (from == "" ? "" : "/") part[i]
        if (public) passed_on[module "/" part[count]] = from
        # A re-export of names of the own module is not an import.
        if (module == "" || public && part[1] !~ /^(crate|super)$/) return
        by[++imports] = file; of[imports] = from; at[imports] = root file ":" line
    }
    # Calls `keep` for each path of an import tree such as a::{b, c::{d, e}}.
    function each(prefix, tree, line,    i, from, depth, c) {
        if (!(i = index(tree, "{"))) { keep(prefix tree, line); return }
        prefix = prefix substr(tree, 1, i - 1)
        tree = substr(tree, i + 1, length(tree) - i - 1) ","
        for (i = from = 1; i <= length(tree); i++) {
            c = substr(tree, i, 1)
            depth += (c == "{") - (c == "}")
            if (c != "," || depth) continue
            if (i > from) each(prefix, substr(tree, from, i - from), line)
            from = i + 1
        }
    }
    # The file that a path leads to, also through re-exports; empty if it is no file of the crate.
    function found(path,    to, rest, name) {
        for (to = path; to != "" && !((to ".rs") in known); ) sub(/\/?[^\/]*$/, "", to)
        name = rest = substr(path, length(to) + (to == "" ? 1 : 2))
        sub(/\/.*/, "", name)
        rest = passed_on[to "/" name] substr(rest, length(name) + 1)
        if (passed_on[to "/" name] != "" && rest != path) return found(rest)
        return to == "" ? "" : to ".rs"
    }
    # The layer of a file: its own in the table, or that of the innermost folder that is in the table.
    function rank(file,    entry) {
        for (entry = file; entry != "" && !(entry in layer); ) sub(/[^\/]+\/?$/, "", entry)
        return layer[entry]
    }
    # Finds the folder that contains both files, and records the import between its two modules that contain them.
    function beside(a, b, place,    p, q, n, m, i, parent) {
        sub(/\.rs$/, "", a); sub(/\.rs$/, "", b)
        n = split(a, p, "/"); m = split(b, q, "/")
        for (i = 1; i <= n && i <= m && p[i] == q[i]; i++) parent = parent p[i] "/"
        if (i == 1 && table != "/dev/null" || i > n || i > m) return
        from[++pairs] = parent p[i]; to[pairs] = parent q[i]; where[pairs] = place
        reach[from[pairs], to[pairs]] = module_of[from[pairs]] = module_of[to[pairs]] = 1
    }
    function wrong(what) { if (!reported[what]++) print what; failed = 1 }

    FILENAME == table && /^## / { listed = /Layers/ }
    FILENAME == table && listed && /^\| `/ {
        split($0, cell, "|"); count = split(cell[2], word, "`"); ranks++
        for (i = 2; i < count; i += 2) layer[word[i]] = ranks
    }
    FILENAME == table { next }
    FNR == 1 { module = file = substr(FILENAME, length(root) + 1); sub(/^(lib|main)\.rs$/, "", module); sub(/\.rs$/, "", module); known[file]; end = "" }
    { sub(/\/\/.*/, "") }
    # Skips code for tests only: a whole file, an import, or a module up to its end.
    /^#\[cfg\((all\()?test[,)]/ { end = ";$"; next }
    end != "" && /^mod [a-z_]+;/ { sub(/;/, "", $2); test[module "/" $2 ".rs"]; end = ""; next }
    end != "" { if (/\{$/) end = "^}"; if ($0 ~ end) end = ""; next }
    /^ *(pub(\([a-z]+\))? )?use / { start = FNR; public = /pub/; reading = 1; tree = ""; sub(/^.*use /, "") }
    reading {
        gsub(/ as [A-Za-z_]+| /, ""); tree = tree $0
        if (sub(/;$/, "", tree)) { each("", tree, start); public = reading = 0 }
        next
    }
    { for (; match($0, /(crate|super)(::[A-Za-z_]+)+/); $0 = substr($0, RSTART + RLENGTH)) keep(substr($0, RSTART, RLENGTH), FNR) }

    END {
        if (table != "/dev/null" && !imports) wrong("no imports are found in " root)
        if (table != "/dev/null") for (file in known) if (file != "lib.rs" && !(file in test) && !rank(file)) wrong(root file " is in no layer")
        for (entry in layer) if (entry ~ /\.rs$/ && !(entry in known)) wrong(table " lists " entry ", which is not there")
        for (k = 1; k <= imports; k++) {
            target = found(of[k])
            if (target == "" || target == by[k] || target in test || by[k] in test) continue
            if (rank(target) > rank(by[k])) wrong(at[k] " imports " target ", which is above " by[k])
            beside(by[k], target, at[k])
        }
        for (c in module_of) for (a in module_of) if ((a, c) in reach) for (b in module_of) if ((c, b) in reach) reach[a, b]
        for (k = 1; k <= pairs; k++) if ((to[k], from[k]) in reach) wrong(where[k] " imports " to[k] " and is in a dependency cycle with it")
        exit failed
    }' "$2"
}

if [ $# -gt 0 ]; then
    check "${1%/}/" "${2:-/dev/null}"
else
    check crates/bumper/src/ ARCHITECTURE.md
    failed=0
    for root in crates/bumper-* bindings/* consoles/* handbook/figure; do
        [ ! -d "$root/src" ] || check "$root/src/" /dev/null || failed=1
    done
    [ $failed = 0 ]
fi
echo "layers: imports point down, and there are no dependency cycles"
