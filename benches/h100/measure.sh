#!/bin/bash
# Builds llama.cpp and speed, writes models of random weights and measures each: measure.sh SOURCE WORK OUT SECONDS [check]
#
# SOURCE is llama.cpp's source, WORK a folder for the build and for 20 to 50 GB of models, OUT a folder for what is
# measured. A model that OUT's or WORK's list of done ones names isn't measured again. Nothing starts after SECONDS.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$1 work=$2 out=$3
deadline=$(($(date +%s) + $4))
models=$work/models
mkdir -p "$work" "$out" "$models"
log() { echo "[$(date +%T)] $*"; }

# MODEL FORMAT GB TESTS
if [ "${5:-}" = check ]; then plan='
llama-3.1-8b q4_k_m 5 check
qwen3-30b-a3b q4_k_m 19 check
llama-3.1-8b q8_0 9 check
gpt-oss-20b mxfp4-moe 13 check
qwen3-30b-a3b q8_0 33 check
qwen3-32b q4_k_m 20 check
llama-3.1-8b f16 17 check
'; else plan='
llama-3.1-8b q4_k_m 5 deep wide batch
qwen3-30b-a3b q4_k_m 19 deep wide batch
llama-3.1-8b q8_0 9 deep wide batch
gpt-oss-20b mxfp4-moe 13 deep wide batch
llama-3.1-8b f16 17 deep wide batch
qwen3-32b q4_k_m 20 deep wide batch
qwen3-8b q4_k_m 6 deep wide
llama-3.1-70b q4_k_m 43 deep wide
'; fi

write_models() {
  echo "$plan" | while read -r model format gb tests; do
    [ -n "$model" ] || continue
    name=$model-$format
    grep -qx "$name" "$work/done" 2>/dev/null && continue
    [ -e "$models/$name.gguf" ] && continue
    while [ "$(df -BG --output=avail "$models" | tail -1 | tr -dc 0-9)" -lt $((gb + 3)) ]; do sleep 1; done
    python3 "$here/gguf.py" "$model" "$format" "$models/$name.part" && mv "$models/$name.part" "$models/$name.gguf" || exit
  done
}

{
  date -u
  nvidia-smi --query-gpu=name,driver_version,memory.total,power.limit,clocks.max.sm,clocks.max.mem --format=csv
  nvcc --version | tail -2
  lscpu | grep -E '^(Model name|CPU\(s\))'
} > "$out/machine.txt" 2>&1
cat "$out/machine.txt"
df -h "$models" | tail -1

rm -f "$models"/*.part
write_models &
writer=$!

if [ ! -x "$work/build/speed" ]; then
  python3 "$here/bandwidth.py" >> "$out/machine.txt" 2>&1 &
  cp -r "$source" "$work/llama.cpp"
  python3 "$here/trim.py" "$work/llama.cpp" || exit
  cmake -G Ninja -S "$here" -B "$work/build" -DLLAMA_CPP="$work/llama.cpp" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CUDA_ARCHITECTURES=90-real > "$out/build.log" 2>&1 || { tail -30 "$out/build.log"; exit 1; }
  log configured
  ninja -C "$work/build" -j 16 -k 0 speed >> "$out/build.log" 2>&1 || { grep -E 'error|undefined|FAILED' "$out/build.log" | head -40; exit 1; }
  log built
fi

nvidia-smi --query-gpu=timestamp,clocks.sm,clocks.mem,power.draw,temperature.gpu --format=csv -l 5 > "$out/clocks.csv" &
sampler=$!
while read -r model format gb tests; do
  name=$model-$format
  [ -n "$model" ] || continue
  grep -qx "$name" "$work/done" 2>/dev/null && continue
  while [ ! -e "$models/$name.gguf" ] && [ "$(date +%s)" -lt $deadline ] && kill -0 $writer 2>/dev/null; do sleep 0.5; done
  [ -e "$models/$name.gguf" ] && [ "$(date +%s)" -lt $((deadline - 10)) ] || continue
  log "$name"
  # shellcheck disable=SC2086
  "$work/build/speed" "$models/$name.gguf" "$model" "$format" "$out/results.csv" $deadline $tests </dev/null || log "$name failed"
  [ "$(date +%s)" -lt $deadline ] || break
  echo "$name" >> "$work/done"
  rm -f "$models/$name.gguf"
done <<< "$plan"
kill $sampler $writer 2>/dev/null
log end
