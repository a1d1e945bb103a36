#!/usr/bin/env bash
# Runs the gate of docs/reliability.md, all of it or the parts that are named, and prints one table. Every part is a
# command of its own that ends with another code than 0 when its promise does not hold; this script only runs them,
# with a release build, and puts their last words side by side.
set -uo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
rows=()
failed=0

part() { # part NAME BOUND PATTERN COMMAND...: the figure is the last line of its output that matches
    local name=$1 bound=$2 pattern=$3 start=$SECONDS log verdict=holds figure
    shift 3
    [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || return 0
    log=$folder/$name
    printf '\n== %s\n' "$name"
    "$@" 2>&1 | tee "$log"
    if [ "${PIPESTATUS[0]}" -ne 0 ]; then
        verdict=BROKEN
        failed=1
    fi
    figure=$(grep -E "$pattern" "$log" | tail -n 1 | sed -E 's/ +/ /g')
    if [ -z "$figure" ]; then
        verdict=BROKEN
        failed=1
    fi
    rows+=("$(printf '%-11s %-7s %4d s  %-44s %s' "$name" "$verdict" $((SECONDS - start)) "$bound" "$figure")")
}

wanted=("$@")
cargo build --quiet --release -p boneyard-server -p boneyard-client --bins || exit 1
cargo build --quiet --release -p boneyard-server --features simulation --bin simulation || exit 1
cargo build --quiet --release -p boneyard-engine --features planted-leaks --bin laws || exit 1
bin=target/release
export -n CARGO 2>/dev/null

part kills '20 kills, 200 seats: 0 / 0 / 0' '^kills ' $bin/boneyard-crash
part points '50 crash points: 0 / 0 / 0' 'points' $bin/boneyard-crash points --sample 50
part simulation '5,000 seeds' 'worlds' $bin/simulation 5000
part restart '100 tables, all exact' '^kills ' $bin/boneyard-crash --kills 1 --tables 100 --seats 2
part crowd '12 KiB an idle socket, p99 <= 50 ms' '^acknowledged' $bin/boneyard-figures crowd
part drops '1,000 back to the exact state, p99 <= 150 ms' '^back' $bin/boneyard-figures drops
part soak '100,000 actions, nothing left behind' '^actions' $bin/boneyard-figures soak
part secrecy '20,000 pairs, 20 of 20 leaks found' 'planted leaks found' $bin/laws secrecy 20000

printf '\n== machine: %s cores, %s MiB\n' "$(nproc)" "$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)"
printf '%s\n' "${rows[@]}"
exit $failed
