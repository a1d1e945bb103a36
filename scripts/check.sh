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

documentation() { RUSTDOCFLAGS='-D warnings' cargo doc --quiet --workspace --no-deps; }
# Everywhere below the whole workspace is built, and what is wanted is chosen by the target's name: of a single
# package the dependencies would get other features, and be built once more.
build_programs() {
    cargo build --quiet --workspace --bins --examples
    # What the README promises: `cargo run` alone is the server.
    cargo run --quiet -- --version | grep -q '^boneyard '
}
lab() { target/debug/boneyard-lab "$@"; }
conformance() { lab conformance engine/tests/vectors/*.gz engine/tests/vectors/*.jsonl | tail -n 2; }
laws_of_matches() { lab laws matches 2000 | tail -n 2; }
# Only the engine is built with leaks in it, never a server, and in a folder of its own.
laws_of_secrecy() {
    cargo run --quiet --target-dir target/planted -p boneyard-lab --no-default-features --features planted-leaks -- \
        laws secrecy 2000 | tail -n 24
}
optional_features() {
    local features=(--workspace --features boneyard-server/acme)
    cargo clippy --quiet "${features[@]}" --all-targets -- -D warnings
    cargo test --quiet "${features[@]}" --lib --test sockets -- tls::
}
example_bots() { cargo test --quiet --workspace --test example_bots -- --ignored; }
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
trap 'rm -f "$BONEYARD_NOT_TRIED"' EXIT

part 'install what is missing' install
part 'faults that can be tried here' allow_skipping
part 'rustfmt' cargo fmt --all --check
part 'clippy' cargo clippy --quiet --workspace --all-targets -- -D warnings
part 'build' build_programs
part 'cargo test' cargo test --quiet --workspace
part 'example bots' example_bots
part 'certificates by ACME' optional_features
part 'reliability, short form' scripts/reliability.sh --short
part 'cargo doc' documentation
part 'conformance' conformance
part 'laws of matches' laws_of_matches
part 'laws of secrecy, planted leaks' laws_of_secrecy
part 'tsc' npm --prefix web-client run --silent check
part 'biome' npm --prefix web-client run --silent lint
part 'node tests' npm --prefix web-client test --silent
part 'documents of the protocol' npm --prefix protocol/checks test --silent
part 'browser tests' browser
part 'nginx and caddy' proxies

printf '\n== all parts passed\n'
printf '%s\n' "${timings[@]}"
if [ -s "$BONEYARD_NOT_TRIED" ]; then
    printf '\n== not tried on this machine\n'
    sort -u "$BONEYARD_NOT_TRIED"
fi
