//! Embeds the page: every file of `web-client` that a browser needs, with its compressed form, and a hash
//! over all of them, which becomes part of their paths.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a build script fails by panicking and speaks by printing"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// What is embedded, below `web-client`. Tests, packages and their files stay out.
const ROOTS: [&str; 5] = ["index.html", "styles", "src", "i18n", "icons"];
/// The page names its own files by this path, relative to its own; the build's hash takes the word's place.
const PLACEHOLDER: &str = "\"a/BUILD/";
/// Of 11. Higher levels save little and make every build wait.
const BROTLI_QUALITY: i32 = 8;

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap()).join("../web-client");
    let out = PathBuf::from(std::env::var("OUT_DIR").unwrap());
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = BTreeMap::new();
    for name in ROOTS {
        let path = root.join(name);
        // What is not there yet counts as changed, so that nothing is missed when it comes.
        println!("cargo:rerun-if-changed={}", path.display());
        collect(&root, &path, &mut files);
    }
    let build = hash(&files);
    let index = files.remove("index.html").map_or_else(
        || "<!doctype html><title>Boneyard</title><p>This build has no page.".to_owned(),
        |index| String::from_utf8(index).expect("index.html is UTF-8"),
    );
    let index = index.replace(PLACEHOLDER, &format!("\"a/{build}/"));
    fs::write(out.join("index.html"), index).unwrap();
    fs::write(
        out.join("static_files.rs"),
        table(&out, &root, &build, &files),
    )
    .unwrap();
}

/// Reads a file, or all files below a folder, and has Cargo watch each.
fn collect(root: &Path, path: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    if path.is_dir() {
        println!("cargo:rerun-if-changed={}", path.display());
        for entry in fs::read_dir(path).unwrap() {
            collect(root, &entry.unwrap().path(), files);
        }
    } else if path.is_file() && media_type(path).is_some() {
        println!("cargo:rerun-if-changed={}", path.display());
        let name = path
            .strip_prefix(root)
            .unwrap()
            .to_str()
            .expect("file names are UTF-8");
        files.insert(name.replace('\\', "/"), fs::read(path).unwrap());
    }
}

/// Sixteen hexadecimal digits that change with any name or content.
fn hash(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = Sha256::new();
    for (name, content) in files {
        for part in [name.as_bytes(), content] {
            hasher.update(u64::try_from(part.len()).unwrap().to_be_bytes());
            hasher.update(part);
        }
    }
    let digest = hasher.finalize();
    hex::encode(&digest[..8])
}

/// The Rust source of the table of files.
fn table(out: &Path, root: &Path, build: &str, files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut source = format!(
        "const BUILD: &str = {build:?};\n\
         const INDEX: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/index.html\"));\n\
         static FILES: &[EmbeddedFile] = &[\n"
    );
    for (at, (name, content)) in files.iter().enumerate() {
        let packed = compress(content);
        let packed_name = format!("{at}.br");
        let brotli = if packed.len() < content.len() {
            fs::write(out.join(&packed_name), packed).unwrap();
            format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{packed_name}\"))")
        } else {
            "&[]".to_owned()
        };
        let path = root.join(name).canonicalize().unwrap();
        let kind = media_type(Path::new(name)).unwrap();
        writeln!(
            source,
            "EmbeddedFile {{ path: {name:?}, kind: {kind:?}, plain: include_bytes!({path:?}), brotli: {brotli} }},"
        )
        .unwrap();
    }
    source.push_str("];\n");
    source
}

fn compress(content: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &*content, &mut packed, &params).unwrap();
    packed
}

/// The media type of a file that is embedded; `None` for any other.
fn media_type(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}
