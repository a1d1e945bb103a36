//! The crates of the workspace: their licences, sources, versions and compilers must be those that `deny.toml` and
//! `Cargo.toml` allow, and none may be unused.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde::Deserialize;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The part of `cargo metadata` that is needed here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    rust_version: Option<String>,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    src_path: PathBuf,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    rename: Option<String>,
}

/// The part of `deny.toml` that is needed here.
#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

#[derive(Deserialize)]
struct Skip {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
    allow_git: Vec<String>,
}

/// Every package that a target or feature of the workspace uses on this platform.
static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    let platform = run("rustc", &["-vV"]);
    let platform = platform
        .lines()
        .find_map(|line| line.strip_prefix("host: "));
    let platform = platform.expect("rustc names its platform").to_owned();
    let mut words = vec!["metadata", "--format-version=1", "--locked"];
    words.extend(["--all-features", "--filter-platform", &platform]);
    let mut all: Metadata = serde_json::from_str(&run(env!("CARGO"), &words)).unwrap();
    let built: BTreeSet<&str> = all.resolve.nodes.iter().map(|node| &*node.id).collect();
    all.packages
        .retain(|package| built.contains(package.id.as_str()));
    assert!(all.packages.len() > 100, "{}", all.packages.len());
    all
});

static DENY: LazyLock<Deny> = LazyLock::new(|| {
    toml::from_str(&fs::read_to_string(root().join("deny.toml")).unwrap()).unwrap()
});

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn run(program: &str, words: &[&str]) -> String {
    let output = Command::new(program)
        .args(words)
        .current_dir(root())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Whether an SPDX expression can be met by the licences that are allowed. `/` is the old way to write `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace(" WITH ", "\u{0}");
    let mut words = spaced.split(' ').filter(|word| !word.is_empty()).peekable();
    either(&mut words, allowed) && words.next().is_none()
}

fn either<'text, I: Iterator<Item = &'text str>>(
    words: &mut Peekable<I>,
    allowed: &BTreeSet<String>,
) -> bool {
    let mut met = both(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= both(words, allowed);
    }
    met
}

fn both<'text, I: Iterator<Item = &'text str>>(
    words: &mut Peekable<I>,
    allowed: &BTreeSet<String>,
) -> bool {
    let mut met = licence(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= licence(words, allowed);
    }
    met
}

fn licence<'text, I: Iterator<Item = &'text str>>(
    words: &mut Peekable<I>,
    allowed: &BTreeSet<String>,
) -> bool {
    match words.next() {
        Some("(") => {
            let met = either(words, allowed);
            met && words.next() == Some(")")
        }
        Some(name) => allowed.contains(&name.replace('\u{0}', " WITH ")),
        None => false,
    }
}

/// A version as numbers, so that 1.9 is before 1.10.
fn numbers(version: &str) -> Vec<u64> {
    let digits = |part: &str| {
        part.chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
    };
    version
        .split('.')
        .map(|part| digits(part).parse().unwrap_or(0))
        .collect()
}

/// Whether a version is one of `wanted`: `0.10.7` of `0.10`, `2.0.1` of `2`.
fn is_of(version: &str, wanted: &str) -> bool {
    let rest = version.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = BTreeSet::from(["MIT", "ISC", "A WITH B"].map(str::to_owned));
    for met in [
        "MIT",
        "GPL OR MIT",
        "GPL/MIT",
        "MIT AND (GPL OR ISC)",
        "A WITH B OR GPL",
    ] {
        assert!(is_allowed(met, &allowed), "{met}");
    }
    for unmet in [
        "",
        "GPL",
        "MIT AND GPL",
        "A",
        "(MIT OR ISC) AND GPL",
        "MIT MIT",
    ] {
        assert!(!is_allowed(unmet, &allowed), "{unmet}");
    }
}

#[test]
fn every_licence_may_be_shipped() {
    let allowed = &DENY.licenses.allow;
    let mut met_by = BTreeSet::new();
    for package in &METADATA.packages {
        let of = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or_default();
        assert!(is_allowed(licence, allowed), "{of}: {licence:?}");
        met_by.extend(allowed.iter().filter(|name| licence.contains(*name)));
    }
    let unused: Vec<_> = allowed
        .iter()
        .filter(|name| !met_by.contains(name))
        .collect();
    assert_eq!(
        unused,
        Vec::<&String>::new(),
        "deny.toml allows what nobody has"
    );
}

#[test]
fn every_crate_comes_from_the_registry() {
    let (registries, git) = (&DENY.sources.allow_registry, &DENY.sources.allow_git);
    assert_eq!((registries.len(), git.len()), (1, 0));
    assert_eq!(format!("registry+{}", registries[0]), REGISTRY);
    for package in &METADATA.packages {
        let is_own = METADATA.workspace_members.contains(&package.id);
        let expected = (!is_own).then_some(REGISTRY);
        assert_eq!(package.source.as_deref(), expected, "{}", package.name);
    }
}

#[test]
fn no_crate_is_built_in_two_versions_without_a_reason() {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in &METADATA.packages {
        versions
            .entry(&package.name)
            .or_default()
            .insert(&package.version);
    }
    for skip in &DENY.bans.skip {
        let (name, wanted) = skip.name.split_once('@').unwrap();
        let of_crate = versions.get_mut(name);
        let of_crate =
            of_crate.unwrap_or_else(|| panic!("deny.toml skips {}: nobody has it", skip.name));
        let before = of_crate.len();
        of_crate.retain(|version| !is_of(version, wanted));
        assert!(
            before > 1 && of_crate.len() < before,
            "deny.toml skips {} in vain",
            skip.name
        );
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "in several versions: {versions:?}");
}

#[test]
fn the_compiler_that_is_asked_for_builds_every_dependency() {
    let own = env!("CARGO_PKG_RUST_VERSION");
    let (ours, others): (Vec<&Package>, Vec<&Package>) = METADATA
        .packages
        .iter()
        .partition(|package| package.source.is_none());
    for package in ours {
        assert_eq!(
            package.rust_version.as_deref(),
            Some(own),
            "{}",
            package.name
        );
    }
    let needed = others.iter().filter_map(|package| {
        let version = package.rust_version.as_deref()?;
        Some((numbers(version), &package.name))
    });
    let mut least = numbers(own);
    least.resize(3, 0);
    for (version, name) in needed {
        assert!(
            version <= least,
            "{name} needs Rust {version:?}; Cargo.toml says {own}"
        );
    }
}

/// All Rust source of a folder except build output.
fn source(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_dependency_is_used() {
    // Chooses what `url` is built of; see Cargo.toml.
    const UNNAMED: [&str; 1] = ["idna_adapter"];
    let (mut all, mut unused) = (BTreeSet::new(), Vec::new());
    for package in METADATA
        .packages
        .iter()
        .filter(|package| package.source.is_none())
    {
        let (folder, mut text) = (package.manifest_path.parent().unwrap(), String::new());
        source(folder, &mut text);
        // An example may lie elsewhere; its path is written from the folder, with `..` in it.
        let paths = package.targets.iter();
        let paths = paths.map(|target| target.src_path.canonicalize().unwrap());
        for path in paths.filter(|path| !path.starts_with(folder)) {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = text.split(|c| !is_part(c)).collect();
        for dependency in &package.dependencies {
            all.insert(&dependency.name);
            let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
            let is_used = words.contains(&*name.replace('-', "_")) || UNNAMED.contains(&&**name);
            if !is_used {
                unused.push(format!("{name} of {}", package.name));
            }
        }
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let wanted = manifest["workspace"]["dependencies"].as_table().unwrap();
    let nobodys = wanted.keys().filter(|name| !all.contains(name));
    unused.extend(nobodys.map(|name| format!("{name} of the workspace")));
    assert_eq!(unused, Vec::<String>::new());
}
