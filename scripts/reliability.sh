#!/usr/bin/env bash
# Runs the gate of docs/reliability.md, all of it or the parts that are named, and prints one table:
#
#     scripts/reliability.sh [--short] [PART...]
#
# Every part is a command of its own that ends with another code than 0 when its promise does not hold; this
# script only runs them and puts their last words side by side. The gate itself is a release build with the
# counts that are promised. `--short` is for every change: the debug build that is there anyway, small counts,
# and bounds on time and memory as loose as such a build needs; what must be 0 must be 0 there, too.
set -uo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
rows=()
parts=()
failed=0

part() { # part NAME BOUND PATTERN COMMAND...: the figure is every line of its output that matches
    local name=$1 bound=$2 pattern=$3 start=$SECONDS log verdict=holds figure
    shift 3
    parts+=("$name")
    [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $name "* ]] || return 0
    log=$folder/$name
    printf '\n== %s: %s\n' "$name" "$*"
    "$@" 2>&1 | tee "$log"
    if [ "${PIPESTATUS[0]}" -ne 0 ]; then
        verdict=BROKEN
        failed=1
    fi
    figure=$(grep -E "$pattern" "$log" | sed -E 's/^[.]+//; s/ +/ /g' | paste -sd ';' | sed 's/;/; /g')
    if [ -z "$figure" ]; then
        verdict=BROKEN
        failed=1
        figure='said nothing'
    fi
    rows+=("$(printf '%-10s %-6s %4d s  %-45s %s' "$name" "$verdict" $((SECONDS - start)) "$bound" "$figure")")
}

short=
if [ "${1:-}" = --short ]; then
    short=yes
    shift
fi
wanted=("$@")
# With it the drills would build a server of their own, in debug; without it they take the one beside them.
unset CARGO

# Of the whole workspace, with the examples and features of scripts/check.sh: the same libraries serve all then.
features=(--workspace)
[ -z "${BONEYARD_FEATURES:-}" ] || features+=(--features "$BONEYARD_FEATURES")
build() { # build [FLAG]: every program that the parts use
    cargo build --quiet "$@" "${features[@]}" --bins --examples &&
        cargo test --quiet "$@" "${features[@]}" --lib --no-run
}
tests() { # tests PROFILE NAME: the unit tests of that name, with what they print
    cargo test --quiet ${1:+"$1"} "${features[@]}" --lib "$2" -- --nocapture
}
fuzz() { # fuzz PROFILE: every reader, and sequences of commands at a table
    "$lab" fuzz && tests "$1" command_sequences
}
secrecy() { # secrecy PAIRS: only the engine is built with leaks in it, in a folder of its own
    cargo run --quiet --release --target-dir target/planted -p boneyard-lab --no-default-features \
        --features planted-leaks -- laws secrecy "$1"
}

if [ -n "$short" ]; then
    build || exit 1
    lab=target/debug/boneyard-lab
    part kills '4 kills, 40 seats: 0 / 0 / 0' '^kills ' $lab crash --kills 4 --tables 10
    part points '5 crash points: 0 / 0 / 0' '^points ' $lab crash points --sample 5
    part simulation '40 worlds' '^[0-9]+ worlds' $lab simulation 40
    part fuzz '20,000 inputs, no panic' 'fuzz [a-z ]+: ' fuzz ''
    part restart '20 tables, all exact' '^kills ' $lab crash --kills 1 --tables 20 --seats 2
    part crowd '20 KiB an idle socket, p99 <= 250 ms' '^(idle|acknowledged) ' \
        $lab figures --tables 10 crowd --idle 200 --seconds 3 --kib 20 --within 250
    part drops '100 back to the exact state, p99 <= 500 ms' '^(back|other states) ' \
        $lab figures --tables 10 drops --drops 100 --within 500
    part soak 'load after load, nothing left behind' '^(actions|after load) ' \
        $lab soak --tables 10 --actions 1000 --seconds 3
    part abuse 'O1 O2 O4 O5, honest p99 <= 2x' '^abuse ' \
        $lab abuse --tables 5 --crowd 200 --watchers 100 --noise 100 O1 O2 O4 O5
    part roles 'nothing unlisted' 'role matrix: ' tests '' roles
else
    build --release || exit 1
    lab=target/release/boneyard-lab
    part kills '20 kills, 200 seats: 0 / 0 / 0' '^kills ' $lab crash
    part points '50 crash points: 0 / 0 / 0' '^points ' $lab crash points --sample 50
    part simulation '5,000 worlds' '^[0-9]+ worlds' $lab simulation 5000
    FUZZ_INPUTS=2000000 FUZZ_SEQUENCES=50000 \
        part fuzz '2,000,000 inputs, 50,000 sequences, no panic' 'fuzz [a-z ]+: ' fuzz --release
    part restart '100 tables, all exact' '^kills ' $lab crash --kills 1 --tables 100 --seats 2
    part crowd '12 KiB an idle socket, p99 <= 50 ms' '^(idle|acknowledged) ' $lab figures crowd
    part drops '1,000 back to the exact state, p99 <= 150 ms' '^(back|other states) ' $lab figures drops
    part soak '100,000 actions, nothing left behind' '^(actions|after load) ' $lab soak
    part blind '10 kills of blind tables: 0 / 0 / 0' '^kills ' \
        $lab crash --kills 10 --tables 20 --seats 3 --sheet blind-memory
    part abuse 'O1 O2 O4 O5, honest p99 <= 2x' '^abuse ' $lab abuse O1 O2 O4 O5
    part secrecy '20,000 pairs, 20 of 20 leaks found' 'planted leaks found' secrecy 20000
    part roles 'nothing unlisted' 'role matrix: ' tests --release roles
fi

for name in "${wanted[@]}"; do
    if [[ " ${parts[*]} " != *" $name "* ]]; then
        echo "there is no part $name; there are: ${parts[*]}" >&2
        failed=1
    fi
done
printf '\n== machine: %s cores, %s MiB\n' "$(nproc)" "$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)"
printf '%s\n' "${rows[@]}"
exit $failed
