//! The path under which a proxy serves the server.
//!
//! A proxy may remove the prefix of a `--public-url` or keep it: both lead to the same routes. The page uses relative
//! addresses only, so it never needs to know the prefix.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::uri::PathAndQuery;
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::config::PublicUrl;

/// Marks a request whose path still had the prefix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept;

/// Removes the prefix before the route is chosen.
pub(super) async fn take_off(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    match cut(request.uri(), &app.config.public_url) {
        Cut::Nothing => {}
        Cut::Route(uri) => {
            *request.uri_mut() = uri;
            request.extensions_mut().insert(Kept);
        }
        Cut::Folder(to) => {
            return (StatusCode::PERMANENT_REDIRECT, [(LOCATION, to)]).into_response();
        }
    }
    next.run(request).await
}

/// The result of removing the prefix.
#[derive(Debug, PartialEq, Eq)]
enum Cut {
    /// There was none.
    Nothing,
    /// The rest of the address.
    Route(Uri),
    /// The request was for the prefix without a slash at its end, where the page's relative addresses would be wrong.
    /// It is redirected here.
    Folder(String),
}

fn cut(uri: &Uri, public_urls: &[PublicUrl]) -> Cut {
    let with_query = |path: &str| match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    for prefix in public_urls.iter().map(PublicUrl::prefix) {
        match prefix.rest(uri.path()) {
            None => {}
            Some("") => return Cut::Folder(with_query(&prefix.folder())),
            Some(rest) => {
                // A suffix of a valid path that begins with a slash is a valid path.
                let Ok(left) = with_query(rest).parse::<PathAndQuery>() else {
                    return Cut::Nothing;
                };
                return Cut::Route(Uri::from(left));
            }
        }
    }
    Cut::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_of(path: &str) -> Cut {
        let urls = ["https://a.example", "https://b.example/dominoes"];
        let urls: Vec<PublicUrl> = urls.iter().map(|url| url.parse().unwrap()).collect();
        cut(&path.parse().unwrap(), &urls)
    }

    #[test]
    fn a_prefix_is_taken_off_and_the_query_stays() {
        let left = |path: &str| Cut::Route(path.parse().unwrap());
        assert_eq!(cut_of("/dominoes/ws"), left("/ws"));
        assert_eq!(cut_of("/dominoes/"), left("/"));
        assert_eq!(
            cut_of("/dominoes/api/sheets/kozel?options=%7B%7D"),
            left("/api/sheets/kozel?options=%7B%7D")
        );
        assert_eq!(cut_of("/dominoes//evil.example"), left("//evil.example"));
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for path in ["/", "/ws", "/dominoes2/", "/api/dominoes/"] {
            assert_eq!(cut_of(path), Cut::Nothing, "{path}");
        }
    }

    #[test]
    fn the_page_needs_the_slash_at_its_end() {
        assert_eq!(cut_of("/dominoes"), Cut::Folder("/dominoes/".to_owned()));
        assert_eq!(
            cut_of("/dominoes?x=1"),
            Cut::Folder("/dominoes/?x=1".to_owned())
        );
    }
}
