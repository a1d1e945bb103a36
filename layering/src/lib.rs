//! What the tests of Boneyard's crates hold the source to: which module knows which, that every public item is
//! used, and which types must not be serialized.
//!
//! A crate is read file by file as its `mod` lines name them, whole and as tokens, so comments and texts
//! count for nothing. Left out is only what belongs to tests: an item under `#[cfg(test)]`, and the file
//! that such a `mod` line names. What stands below a test module is read like everything else.

mod names;
mod paths;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

pub use paths::Source;

/// The modules that each top-level module of a crate knows.
pub type Edges = BTreeMap<String, BTreeSet<String>>;

/// The same as a list in a test, in the order of the names.
pub type Allowed<'a> = &'a [(&'a str, &'a [&'a str])];

/// Every source file of a crate, from its root (`src/lib.rs`) down. `own_names` are the names besides
/// `crate` that stand for the crate itself: that of the library, in a program beside it.
///
/// # Errors
///
/// A file that is missing or no Rust.
pub fn read_crate(root: &Path, own_names: &[&str]) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    let mut waiting = vec![(root.to_owned(), Vec::new())];
    while let Some((file, module)) = waiting.pop() {
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let source = Source::read(&file.display().to_string(), &module, &text, own_names)?;
        // The root's children lie beside it, those of another file in the folder of its name.
        let folder = if module.is_empty() {
            file.with_file_name("")
        } else {
            file.with_extension("")
        };
        for child in source.children() {
            let file = child.iter().fold(folder.clone(), |at, name| at.join(name));
            waiting.push((file.with_extension("rs"), [&module[..], child].concat()));
        }
        sources.push(source);
    }
    Ok(sources)
}

/// The edges between the top-level modules of a crate. The root itself may name all of them and has none; what
/// it re-exports by name counts as a path to the module that it comes from.
#[must_use]
pub fn edges(sources: &[Source]) -> Edges {
    let (roots, inner): (Vec<_>, Vec<_>) = sources
        .iter()
        .partition(|source| source.module().is_empty());
    let mut edges = Edges::new();
    for source in &inner {
        edges.entry(source.module()[0].clone()).or_default();
    }
    let exported: BTreeMap<String, String> = roots
        .iter()
        .flat_map(|root| root.written_paths())
        .filter(|path| path.len() > 1 && edges.contains_key(&path[0]))
        .map(|path| (path[path.len() - 1].clone(), path[0].clone()))
        .collect();
    for source in &inner {
        let own = &source.module()[0];
        let known = edges.entry(own.clone()).or_default();
        known.extend(source.own_paths().map(|path| match path.first() {
            Some(name) => exported.get(name).unwrap_or(name).clone(),
            // `crate` alone, or all that is in it.
            None => "*".to_owned(),
        }));
        known.remove(own);
    }
    edges
}

/// The edges between the modules inside a top-level module. What lies in that module itself goes by its name.
#[must_use]
pub fn edges_inside(sources: &[Source], parent: &str) -> Edges {
    let is_inside = |path: &[String]| path.len() > 1 && path[0] == parent;
    let inner: Vec<&Source> = sources
        .iter()
        .filter(|source| is_inside(source.module()))
        .collect();
    let mut edges = Edges::new();
    for source in &inner {
        edges.entry(source.module()[1].clone()).or_default();
    }
    let modules: BTreeSet<String> = edges.keys().cloned().collect();
    for source in &inner {
        let own = &source.module()[1];
        let paths = source
            .own_paths()
            .filter(|path| path.first().is_some_and(|name| name == parent));
        let targets = paths.map(|path| match path.get(1) {
            Some(name) if modules.contains(name) => name.clone(),
            _ => parent.to_owned(),
        });
        let known = edges.entry(own.clone()).or_default();
        known.extend(targets);
        known.remove(own);
    }
    edges
}

/// What differs between the edges that were found and those that are allowed: an edge that is not on the list,
/// one that is but does not exist, a module that one of them lacks, names out of order.
#[must_use]
pub fn differences(found: &Edges, allowed: Allowed) -> Vec<String> {
    let mut wrong = Vec::new();
    let sorted = |names: &[&str]| names.is_sorted_by(|a, b| a < b);
    if !sorted(
        &allowed
            .iter()
            .map(|(module, _)| *module)
            .collect::<Vec<_>>(),
    ) {
        wrong.push("the modules are not sorted".to_owned());
    }
    for (module, names) in allowed {
        if !sorted(names) {
            wrong.push(format!("the names after {module} are not sorted"));
        }
        match found.get(*module) {
            None => wrong.push(format!("there is no module {module}")),
            Some(known) => {
                let stale = names.iter().filter(|name| !known.contains(**name));
                wrong.extend(stale.map(|name| format!("{module} no longer uses {name}")));
            }
        }
    }
    for (module, known) in found {
        match allowed.iter().find(|(name, _)| name == module) {
            None => wrong.push(format!(
                "module {module} is not on the list, it uses {known:?}"
            )),
            Some((_, names)) => {
                let new = known.iter().filter(|name| !names.contains(&name.as_str()));
                wrong.extend(new.map(|name| format!("{module} uses {name}")));
            }
        }
    }
    wrong
}

/// The edges as they stand in a list of [`Allowed`], for bringing one up to date.
#[must_use]
pub fn as_list(found: &Edges) -> String {
    let mut list = String::new();
    for (module, known) in found {
        let names: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
        list += &format!("    ({module:?}, &[{}]),\n", names.join(", "));
    }
    list
}

/// The modules that know each other in a circle, or know one that does; empty if there is none.
#[must_use]
pub fn circle(edges: &Edges) -> Vec<String> {
    let mut left = edges.clone();
    loop {
        let is_free = |known: &BTreeSet<String>| !known.iter().any(|name| left.contains_key(name));
        let free = left.iter().find(|(_, known)| is_free(known));
        match free.map(|(module, _)| module.clone()) {
            Some(module) => left.remove(&module),
            None => return left.into_keys().collect(),
        };
    }
}

/// The public items of `declaring` that neither these files nor `others` use, by name. An export (`pub use`) is no
/// use. An item that shares its name with one in use is not found.
#[must_use]
pub fn unused_items<'a>(declaring: &'a [Source], others: &'a [Source]) -> BTreeSet<&'a str> {
    let is_used = |name: &str| {
        let mut all = declaring.iter().chain(others);
        all.any(|source| source.names_in_it().uses(name))
    };
    let declared = declaring
        .iter()
        .flat_map(|source| source.names_in_it().declared());
    declared.filter(|name| !is_used(name)).collect()
}

#[doc(hidden)]
pub use serde;

/// Fails to compile if one of the types implements `Serialize`: then the call could mean either impl.
///
/// ```
/// struct Secret;
/// boneyard_layering::assert_not_serializable!(Secret, Vec<Secret>);
/// ```
///
/// ```compile_fail,E0283
/// #[derive(serde::Serialize)]
/// struct Secret;
/// boneyard_layering::assert_not_serializable!(Secret);
/// ```
#[macro_export]
macro_rules! assert_not_serializable {
    ($($secret:ty),* $(,)?) => {$({
        trait Ambiguous<Which> {
            fn if_serialize() {}
        }
        impl<T: ?Sized> Ambiguous<()> for T {}
        struct Serializes;
        impl<T: ?Sized + $crate::serde::Serialize> Ambiguous<Serializes> for T {}
        <$secret as Ambiguous<_>>::if_serialize();
    })*};
}

#[cfg(test)]
mod tests;
