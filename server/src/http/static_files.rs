//! The page's files, embedded by `build.rs`.
//!
//! Everything but `index.html` is under `/a/BUILD/`, where `BUILD` is a hash over all files, so it may be cached for
//! ever. `index.html` names the build and is requested again each time.

use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// An embedded file.
struct EmbeddedFile {
    /// Its path below `web-client`, with slashes.
    path: &'static str,
    /// Its media type.
    kind: &'static str,
    plain: &'static [u8],
    /// Empty if compression gains nothing.
    brotli: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/static_files.rs"));

const FOREVER: &str = "public, max-age=31536000, immutable";

/// `/` and `/host`: the page, which decides by its address what to show.
pub(super) async fn index(headers: HeaderMap) -> Response {
    let tag = format!("\"{BUILD}\"");
    let known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|value| value == tag.as_str());
    let common = [(CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag)];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(CONTENT_TYPE, "text/html; charset=utf-8")], INDEX).into_response()
}

/// `/a/BUILD/...`: any other file.
pub(super) async fn asset(
    Path((build, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = FILES.binary_search_by(|file| file.path.cmp(&path)).ok();
    let Some(file) = found
        .and_then(|at| FILES.get(at))
        .filter(|_| build == BUILD)
    else {
        let no_store = [(CACHE_CONTROL, "no-store")];
        return (StatusCode::NOT_FOUND, no_store, "There is no such file.\n").into_response();
    };
    let common = [
        (CONTENT_TYPE, file.kind),
        (CACHE_CONTROL, FOREVER),
        (VARY, "accept-encoding"),
    ];
    if !file.brotli.is_empty() && takes_brotli(&headers) {
        return (common, [(CONTENT_ENCODING, "br")], file.brotli).into_response();
    }
    (common, file.plain).into_response()
}

/// Whether the client takes brotli.
fn takes_brotli(headers: &HeaderMap) -> bool {
    headers
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("br"))
                && parts.next().is_none_or(|weight| !is_zero(weight))
        })
}

/// Whether `q=0` in any spelling forbids a coding.
fn is_zero(weight: &str) -> bool {
    weight
        .strip_prefix("q=")
        .and_then(|q| q.parse::<f32>().ok())
        .is_some_and(|q| q <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(line: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, line.parse().unwrap());
        takes_brotli(&headers)
    }

    #[test]
    fn brotli_is_sent_to_those_who_take_it() {
        assert!(takes("gzip, deflate, br"));
        assert!(takes("BR;q=0.5"));
        assert!(!takes("br;q=0"));
        assert!(!takes("gzip, brotli"));
    }

    #[test]
    fn the_files_are_sorted_and_carry_no_tests_or_packages() {
        assert!(FILES.is_sorted_by_key(|file| file.path));
        for file in FILES {
            assert!(!file.path.starts_with("tests/") && !file.path.contains("node_modules"));
            assert!(!file.kind.is_empty());
        }
        assert_eq!(BUILD.len(), 16);
    }
}
