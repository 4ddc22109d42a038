#!/usr/bin/env bash
# Measures builds of generated glossaries with hyperfine: from nothing, unchanged, after an edit, with pictures for shared links;
# and Hugo and Zola on the same entries, with mentions already written as links, if they are on the path.
#
#   benches/builds.sh [ENTRIES …]      100, 1,000 and 10,000 without a number; 100,000 take 15 GB
#
# `ROOFLIGHT_EARLIER=path` measures another version of the program beside this one. Prints tables for docs/benchmarks.md: the
# fastest of three runs counts, since other work on the machine only adds time. Writes below a folder in memory if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked --release --package rooflight
cargo build --quiet --locked --package xtask
place=$(mktemp --directory --tmpdir="$([ -d /dev/shm ] && echo /dev/shm || echo /tmp)")
trap 'rm -r "$place"' EXIT
target=$(realpath "${CARGO_TARGET_DIR:-target}")
programs=("$target/release/rooflight" ${ROOFLIGHT_EARLIER:+"$ROOFLIGHT_EARLIER"})

# Peak memory of a command, in MB.
memory() {
  python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3:.0f} MB: {sys.argv[1]}")' "$@"
}

measure() {
  hyperfine --runs 3 --style basic --export-markdown "$place/table.md" "$@" >"$place/log" 2>&1 || { cat "$place/log"; exit 1; }
  cat "$place/table.md"
}

[ $# -gt 0 ] || set -- 100 1000 10000
for entries; do
  printf '\n## %s entries\n\n' "$entries"
  for form in rooflight pictures zola hugo; do "$target/debug/xtask" corpus "$place/$form" "$entries" "$form"; done
  for peer in zola hugo; do cp -r "benches/generators/$peer/." "$place/$peer"; done
  edited=$(find "$place/rooflight/content/glossary" -name '*.md' | sort | sed -n "$((entries / 2))p")
  for program in "${programs[@]}"; do
    build="$program build --root $place/rooflight --out $place/out"
    measure --prepare "rm -rf $place/out" -n "first: $program" "$build" --prepare "$build" -n unchanged "$build" \
      --prepare "echo One sentence more. >> $edited" -n "one edit" "$build" \
      --prepare "rm -rf $place/out" -n "first, with pictures" "$program build --root $place/pictures --out $place/out"
    rm -rf "$place/out" && memory "$program" build --root "$place/rooflight" --out "$place/out"
  done
  peers=()
  command -v hugo >/dev/null && peers+=(-n hugo "hugo --quiet --source $place/hugo --destination $place/out")
  command -v zola >/dev/null && peers+=(-n zola "zola --root $place/zola build --force --output-dir $place/out")
  [ ${#peers[@]} = 0 ] || measure --prepare "rm -rf $place/out" "${peers[@]}"
  rm -rf "${place:?}"/*
done
