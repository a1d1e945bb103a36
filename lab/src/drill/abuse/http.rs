//! P13 to P15: handshakes, heads and requests that are wrong.

use std::time::Duration;

use super::found::{Found, Miss, check};
use super::ground::{Ground, is_sound, joined};
use super::process::Usage;
use crate::drill::raw::{HttpAnswer, RawSocket, Route, exchange};

/// What a request without faults is answered within.
const SOON: Duration = Duration::from_secs(5);

async fn ask(route: &Route, request: &str) -> Result<HttpAnswer, Miss> {
    Ok(exchange(route, request.as_bytes(), SOON).await?)
}

fn check_status(what: &str, answer: &HttpAnswer, status: u16) -> Result<(), Miss> {
    check(answer.status() == Some(status), || {
        format!("{what}: {:.200} instead of {status}", answer.text())
    })
}

/// P13: upgrades that are none, or want more than there is.
pub(super) async fn handshakes(ground: &Ground) -> Found {
    let route = ground.route();
    let protocols: Vec<String> = (0..100).map(|number| format!("p{number}")).collect();
    let offers = [
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n".to_owned(),
        "Sec-WebSocket-Extensions: permessage-deflate, x-webkit-deflate-frame, bbf\r\n".to_owned(),
        format!("Sec-WebSocket-Protocol: {}\r\n", protocols.join(", ")),
    ];
    for offer in &offers {
        let (mut socket, head) = RawSocket::open_with(&route, offer).await?;
        let head = head.to_lowercase();
        let agreed =
            head.contains("sec-websocket-extensions") || head.contains("sec-websocket-protocol");
        check(!agreed, || format!("agreed on something: {head}"))?;
        socket.hello(None).await?;
    }
    let wrong = wrong_handshakes(&route);
    for (what, request, status) in &wrong {
        let mut answer = ask(&route, request).await?;
        // HTTP/1.0 is answered in its own version.
        if answer.bytes.starts_with(b"HTTP/1.0") {
            answer.bytes[7] = b'1';
        }
        check_status(what, &answer, *status)?;
    }
    let preface = exchange(&route, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", SOON).await?;
    check(
        preface.closed && preface.status().is_none_or(|status| status == 400),
        || format!("HTTP/2: {:.100}", preface.text()),
    )?;
    joined(&[
        "deflate and 100 subprotocols offered: nothing agreed on",
        "no key 400, version 12 426, h2c 400, HTTP/2 closed",
    ])
}

/// Requests that are no handshake, and how they must be answered.
fn wrong_handshakes(route: &Route) -> Vec<(&'static str, String, u16)> {
    const KEY: &str = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const SHORT: &str = "Sec-WebSocket-Key: eA==\r\n";
    const OLD: &str = "Sec-WebSocket-Version: 12\r\n";
    const NEW: &str = "Sec-WebSocket-Version: 13\r\n";
    const UP: &str = "Connection: upgrade\r\nUpgrade: websocket\r\n";
    const H2C: &str = "Connection: upgrade\r\nUpgrade: h2c\r\n";
    let request = |start: &str, lines: &[&str]| {
        let (host, lines) = (route.server, lines.concat());
        format!("{start}\r\nHost: {host}\r\n{lines}Connection: close\r\n\r\n")
    };
    let get = |lines: &[&str]| request("GET /ws HTTP/1.1", lines);
    vec![
        ("no upgrade", get(&[]), 400),
        ("no key", get(&[UP, NEW]), 400),
        ("a short key", get(&[UP, NEW, SHORT]), 400),
        ("version 12", get(&[UP, KEY, OLD]), 426),
        ("no version", get(&[UP, KEY]), 426),
        ("h2c", get(&[H2C, KEY, NEW]), 400),
        (
            "HTTP/1.0",
            request("GET /ws HTTP/1.0", &[UP, KEY, NEW]),
            400,
        ),
        ("a POST", request("POST /ws HTTP/1.1", &[UP, KEY, NEW]), 400),
        (
            "another path",
            request("GET / HTTP/1.1", &[UP, KEY, NEW]),
            200,
        ),
    ]
}

/// P14: heads that do not end.
pub(super) async fn giant_heads(ground: &Ground) -> Found {
    let own = ground.own_server(Vec::new(), None).await?;
    let route = Route::of(own.address());
    let start = format!("GET / HTTP/1.1\r\nHost: {}\r\n", route.server);
    let line = format!("{start}X: {}\r\n\r\n", "y".repeat(20 << 20));
    let many = format!("{start}{}\r\n", "a: b\r\n".repeat(10_000));
    let path = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "y".repeat(1 << 20));
    let before = Usage::of(own.pid())?;
    let mut taken = 0;
    for (what, request) in [
        ("a line of 20 MiB", &line),
        ("10,000 headers", &many),
        ("a path of 1 MiB", &path),
    ] {
        let answer = ask(&route, request).await?;
        check(answer.closed, || format!("{what}: not closed"))?;
        // Once the server has closed, its answer may be lost with what it did not read.
        let status = answer.status();
        let fits = status.is_none_or(|status| [400, 414, 431].contains(&status));
        check(fits, || format!("{what}: {status:?}"))?;
        taken = taken.max(answer.taken);
    }
    let after = Usage::of(own.pid())?;
    let processor = after.processor.saturating_sub(before.processor);
    let grown = after.memory_kib.saturating_sub(before.memory_kib);
    check(processor < Duration::from_millis(150), || {
        format!("{processor:?} of processor time")
    })?;
    check(grown < 4_096, || format!("{grown} KiB more memory"))?;
    is_sound(&own).await?;
    own.stop().await?;
    let cost = format!(
        "{} ms of processor time for three, {grown} KiB more memory",
        processor.as_millis()
    );
    let most = format!("at most {} KiB went onto the wire", taken >> 10);
    joined(&[
        "20 MiB line, 10,000 headers, 1 MiB path: 431, 414 or closed",
        &cost,
        &most,
    ])
}

/// Requests whose end two servers may see at different places, and how they may be answered.
fn shapes(host: &str) -> Vec<(&'static str, String, &'static [u16])> {
    const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";
    let second = format!("GET /metrics HTTP/1.1\r\n{host}\r\n");
    let body = format!("0\r\n\r\n{second}");
    let length = |bytes: usize| format!("Content-Length: {bytes}\r\n");
    let get = |lines: &str, body: &str| format!("GET /healthz HTTP/1.1\r\n{host}{lines}\r\n{body}");
    let two = format!("{}{}", length(0), length(second.len()));
    let length_first = format!("{}{CHUNKED}", length(body.len()));
    let chunks_first = format!("{CHUNKED}{}", length(body.len()));
    let unknown = "Transfer-Encoding: xchunked\r\n";
    let after = "Transfer-Encoding: chunked, identity\r\n";
    vec![
        ("two lengths", get(&two, &second), &[400]),
        (
            "a length and chunks",
            get(&length_first, &body),
            &[200, 400],
        ),
        (
            "chunks and a length",
            get(&chunks_first, &body),
            &[200, 400],
        ),
        ("an unknown coding", get(unknown, &second), &[400]),
        ("a coding after chunks", get(after, &second), &[400]),
        (
            "a signed length",
            get("Content-Length: +5\r\n", "12345"),
            &[400],
        ),
        (
            "a space before a colon",
            get("Content-Length : 5\r\n", "12345"),
            &[400],
        ),
        ("a folded line", get("X: a\r\n b: c\r\n", ""), &[400]),
        ("no method", format!("\r\r\n{host}\r\n"), &[400]),
        ("NUL in a value", get("X: a\0b\r\n", ""), &[400]),
    ]
}

/// P15: shapes that another server in front might read in another way, and paths that lead out.
pub(super) async fn smuggling(ground: &Ground) -> Found {
    let route = ground.route();
    let host = format!("Host: {}\r\n", route.server);
    let shapes = shapes(&host);
    for (what, request, statuses) in &shapes {
        let answer = exchange(&route, request.as_bytes(), Duration::from_secs(2)).await?;
        let fits = answer
            .status()
            .is_some_and(|status| statuses.contains(&status));
        check(fits, || format!("{what}: {:.200}", answer.text()))?;
        check(answer.count() == 1 && answer.closed, || {
            format!(
                "{what}: the rest was taken for a request: {:.200}",
                answer.text()
            )
        })?;
    }
    let mut paths = vec![
        "/..%2f..%2fetc/passwd".to_owned(),
        "/../../etc/passwd".to_owned(),
        "/a/x/..%2f..%2f..%2fetc%2fpasswd".to_owned(),
        "/a/x/%00".to_owned(),
        "/%00".to_owned(),
        "/a/x/....//....//etc/passwd".to_owned(),
        "/api/sheets/..%2f..%2fetc%2fpasswd".to_owned(),
        "/api/sheets/%2e%2e".to_owned(),
        "/api/matches/..%2f".to_owned(),
        "//etc/passwd".to_owned(),
        "/a/x\\..\\..\\etc".to_owned(),
    ];
    paths.push(format!("http://{}/etc/passwd", route.server));
    for path in &paths {
        let request = format!("GET {path} HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
        let answer = ask(&route, &request).await?;
        let fits = answer
            .status()
            .is_some_and(|status| [400, 404].contains(&status));
        check(fits && !answer.text().contains("root:"), || {
            format!("{path}: {:.200}", answer.text())
        })?;
    }
    let led = format!("{} paths that lead out: 404 or 400", paths.len());
    let shaped = format!("{} shapes: one answer, the connection closed", shapes.len());
    joined(&[&shaped, &led])
}
