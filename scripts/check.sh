#!/usr/bin/env bash
# Everything that must hold before a change lands. Runs on a bare Debian 12 with Rust and Node: it installs
# the Debian and npm packages that are missing, then checks, and prints the time of each part. The first
# part that fails ends the run.
set -euo pipefail
cd "$(dirname "$0")/.."

timings=()
part() { # part NAME COMMAND...: runs the command and notes how long it took
    local name=$1 start=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    "$@"
    timings+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
}

missing_packages() { # the Debian packages that the checks need and this machine lacks
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || echo chromium
    fc-list 2>/dev/null | grep -q 'NotoSans-Regular' || echo fonts-noto-core fontconfig
    command -v ip >/dev/null || echo iproute2
    command -v gcc >/dev/null || echo gcc libc6-dev
    command -v strace >/dev/null || echo strace
    /usr/bin/python3 -c 'import websockets' 2>/dev/null || echo python3 python3-websockets
    command -v nginx >/dev/null || echo nginx-light
    command -v caddy >/dev/null || echo caddy
    command -v openssl >/dev/null || echo openssl
}

# Proxies are started by their tests; a package that is installed must not start its service by itself.
without_services() { # without_services COMMAND...
    local policy=/usr/sbin/policy-rc.d status=0
    if [ -e "$policy" ]; then
        "$@"
        return
    fi
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    "$@" || status=$?
    rm -f "$policy"
    return "$status"
}

install() {
    local packages
    packages=$(missing_packages | tr '\n' ' ')
    if [ -n "$packages" ]; then
        if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
            echo "please install: $packages" >&2
            return 1
        fi
        apt-get update -qq
        # shellcheck disable=SC2086 # one word a package
        DEBIAN_FRONTEND=noninteractive without_services \
            apt-get install -y -qq --no-install-recommends $packages >/dev/null
    fi
    npm --prefix web-client ci --no-audit --no-fund
    npm --prefix examples/bots/javascript ci --no-audit --no-fund
    npm --prefix protocol/checks ci --no-audit --no-fund
}

# What needs no program of ours runs beside the compiler, which seldom keeps every core busy.
beside_names=()
beside_pids=()
beside=$(mktemp -d)
begin() { # begin NAME COMMAND...: starts the command; `finish` waits for it
    local name=$1
    shift
    "$@" >"$beside/${#beside_pids[@]}" 2>&1 &
    beside_names+=("$name")
    beside_pids+=($!)
}
finish() { # finish: prints what the commands beside have said, and fails if one of them did
    local at status=0
    for at in "${!beside_pids[@]}"; do
        printf -- '-- %s\n' "${beside_names[at]}"
        if ! wait "${beside_pids[at]}"; then
            printf -- '-- %s failed\n' "${beside_names[at]}"
            status=1
        fi
        cat "$beside/$at"
    done
    beside_names=()
    beside_pids=()
    return "$status"
}

documentation() { RUSTDOCFLAGS='-D warnings' cargo doc --quiet --workspace --no-deps; }
# Everywhere below the whole workspace is built, and what is wanted is chosen by the target's name: of a single
# package the dependencies would get other features, and be built once more.
#
# Everything is built with certificates by ACME, as packages and images are; the tests of the server without them would
# be the same. That the default set compiles is checked for itself.
features=(--workspace --features boneyard-server/acme)
# For scripts/reliability.sh and the drills, which then build nothing anew.
export BONEYARD_FEATURES=boneyard-server/acme
build_programs() {
    cargo build --quiet "${features[@]}" --bins --examples
    # What the README promises: `cargo run` alone is the server.
    cargo metadata --format-version 1 --no-deps | /usr/bin/python3 -c '
import json, sys
meta = json.load(sys.stdin)
default = [p for p in meta["packages"] if p["id"] in meta["workspace_default_members"]]
programs = [t["name"] for p in default for t in p["targets"] if "bin" in t["kind"]]
sys.exit(0 if programs == ["boneyard"] else f"cargo run would start one of {programs}")'
    target/debug/boneyard --version | grep -q '^boneyard '
}
lab() { target/debug/boneyard-lab "$@"; }
conformance() { lab conformance engine/tests/vectors/*.gz engine/tests/vectors/*.jsonl | tail -n 2; }
laws_of_matches() { lab laws matches 2000 | tail -n 2; }
# Only the engine is built with leaks in it, never a server, and in a folder of its own.
laws_of_secrecy() {
    cargo run --quiet --target-dir target/planted -p boneyard-lab --no-default-features --features planted-leaks -- \
        laws secrecy 2000 | tail -n 24
}
example_bots() { cargo test --quiet "${features[@]}" --test example_bots -- --ignored; }
proxies() {
    BONEYARD_BIN="$PWD/target/debug/boneyard" npm --prefix web-client run --silent test:proxies
}
browser() { BONEYARD_BIN="$PWD/target/debug/boneyard" npm --prefix web-client run --silent test:browser; }

# Everything is built once: what would make the next build faster takes gigabytes and time in this one.
export CARGO_INCREMENTAL=0

# The fault tests trace the server and mount small disks. A container may allow neither; only then may they leave out
# what needs it. What they leave out is listed at the end.
can_trace() { strace -f -qq -o /dev/null true 2>/dev/null; }
can_mount() { unshare --mount mount -t tmpfs tmpfs /mnt 2>/dev/null; }
allow_skipping() {
    local missing=()
    can_trace || missing+=('trace a process')
    can_mount || missing+=('mount a disk')
    [ ${#missing[@]} -gt 0 ] || return 0
    printf 'this machine may not %s\n' "${missing[@]}"
    export BONEYARD_MAY_SKIP_FAULTS=1
}
BONEYARD_NOT_TRIED=$(mktemp)
export BONEYARD_NOT_TRIED
clean_up() {
    [ ${#beside_pids[@]} -eq 0 ] || kill "${beside_pids[@]}" 2>/dev/null || true
    rm -rf "$BONEYARD_NOT_TRIED" "$beside"
}
trap clean_up EXIT

part 'install what is missing' install
part 'faults that can be tried here' allow_skipping
part 'rustfmt' cargo fmt --all --check
begin 'tsc' npm --prefix web-client run --silent check
begin 'biome' npm --prefix web-client run --silent lint
begin 'node tests' npm --prefix web-client test --silent
begin 'documents of the protocol' npm --prefix protocol/checks test --silent
part 'clippy' cargo clippy --quiet "${features[@]}" --all-targets -- -D warnings
part 'clippy without ACME' cargo clippy --quiet --workspace -- -D warnings
part 'tsc, biome, node tests, documents of the protocol' finish
part 'build' build_programs
part 'cargo test' cargo test --quiet "${features[@]}"
# The matches of the bots are mostly waiting.
begin 'example bots' example_bots
part 'cargo doc' documentation
part 'conformance' conformance
part 'laws of matches' laws_of_matches
part 'example bots, the rest' finish
part 'reliability, short form' scripts/reliability.sh --short
part 'laws of secrecy, planted leaks' laws_of_secrecy
part 'browser tests' browser
part 'nginx and caddy' proxies

printf '\n== all parts passed\n'
printf '%s\n' "${timings[@]}"
if [ -s "$BONEYARD_NOT_TRIED" ]; then
    printf '\n== not tried on this machine\n'
    sort -u "$BONEYARD_NOT_TRIED"
fi
