//! The paths that one source file names.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::slice;

use crate::names::Names;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// The segments of a path.
type Segments = Vec<String>;

/// The tokens still to be read; cheap to clone.
pub(crate) type Tokens<'a> = Peekable<slice::Iter<'a, TokenTree>>;

/// What one file says.
#[derive(Debug)]
pub struct Source {
    file: String,
    module: Segments,
    children: Vec<Segments>,
    /// Below the crate itself.
    own: BTreeSet<Segments>,
    /// As they are written, with `!` behind a macro's name.
    written: BTreeSet<Segments>,
    texts: BTreeSet<String>,
    names: Names,
}

impl Source {
    /// Reads the text of a file, which is the module of this path below the crate's root.
    ///
    /// # Errors
    ///
    /// If the text is no Rust.
    pub fn read(
        file: &str,
        module: &[String],
        text: &str,
        own_names: &[&str],
    ) -> Result<Self, String> {
        let tokens: TokenStream = text.parse().map_err(|error| format!("{file}: {error}"))?;
        let mut reader = Reader {
            own_names,
            here: module.to_vec(),
            source: Self {
                file: file.to_owned(),
                module: module.to_vec(),
                children: Vec::new(),
                own: BTreeSet::new(),
                written: BTreeSet::new(),
                texts: BTreeSet::new(),
                names: Names::read(tokens.clone()),
            },
        };
        reader.read(tokens);
        Ok(reader.source)
    }

    /// The file's name, for reports.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The module's path below the crate's root; empty for the root.
    #[must_use]
    pub fn module(&self) -> &[String] {
        &self.module
    }

    /// The modules that lie in files of their own, below this one; without those of tests.
    pub(crate) fn children(&self) -> &[Segments] {
        &self.children
    }

    /// Every path into the crate itself, from its root on.
    pub fn own_paths(&self) -> impl Iterator<Item = &[String]> {
        self.own.iter().map(Vec::as_slice)
    }

    /// Every path as it is written, with `!` behind the name of a macro.
    pub fn written_paths(&self) -> impl Iterator<Item = &[String]> {
        self.written.iter().map(Vec::as_slice)
    }

    /// Every text in plain quotes, as it is spelled.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// What it declares for others, and which names it uses.
    pub(crate) const fn names_in_it(&self) -> &Names {
        &self.names
    }

    /// Whether a path with these segments in a row is named: `Instant::now`, `std::fs`, `spawn`, `println!`.
    #[must_use]
    pub fn names(&self, path: &str) -> bool {
        let wanted: Vec<&str> = path.split("::").collect();
        self.written.iter().chain(&self.own).any(|written| {
            written
                .windows(wanted.len())
                .any(|part| part.iter().map(String::as_str).eq(wanted.iter().copied()))
        })
    }
}

struct Reader<'a> {
    own_names: &'a [&'a str],
    /// The module that is being read, inline ones included.
    here: Segments,
    source: Source,
}

impl Reader<'_> {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut tokens = tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => skip_test_item(&mut tokens),
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let quoted = text
                        .strip_prefix('"')
                        .and_then(|text| text.strip_suffix('"'));
                    self.source.texts.extend(quoted.map(str::to_owned));
                }
                TokenTree::Ident(word) if *word == "mod" => self.module(&mut tokens),
                TokenTree::Ident(word) => {
                    let first = word.to_string();
                    self.path(vec![first.trim_start_matches("r#").to_owned()], &mut tokens);
                }
                _ => {}
            }
        }
    }

    /// `mod name;` or `mod name { ... }`.
    fn module(&mut self, tokens: &mut Tokens<'_>) {
        let Some(TokenTree::Ident(name)) = tokens.next() else {
            return;
        };
        match tokens.next() {
            Some(TokenTree::Group(body)) => {
                self.here.push(name.to_string());
                self.read(body.stream());
                self.here.pop();
            }
            _ => {
                let inner = self
                    .here
                    .get(self.source.module.len()..)
                    .unwrap_or_default();
                let child = [inner, &[name.to_string()]].concat();
                self.source.children.push(child);
            }
        }
    }

    /// A path of which the first segments have been read.
    fn path(&mut self, mut path: Segments, tokens: &mut Tokens<'_>) {
        while is_colons(tokens) {
            match tokens.peek() {
                Some(TokenTree::Ident(word)) => {
                    path.push(word.to_string().trim_start_matches("r#").to_owned());
                    tokens.next();
                }
                Some(TokenTree::Punct(star)) if star.as_char() == '*' => path.push("*".to_owned()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    tokens.next();
                    return self.group(&path, group);
                }
                // `::<T>`, whose types are paths of their own.
                _ => break,
            }
        }
        if let Some(TokenTree::Punct(sign)) = tokens.peek()
            && sign.as_char() == '!'
            && sign.spacing() == Spacing::Alone
            && let Some(last) = path.last().cloned()
        {
            let mut called = path.clone();
            called.pop();
            called.push(last + "!");
            self.source.written.insert(called);
        }
        self.found(path);
    }

    /// The paths of a `use` in braces, `{a, b::{c, d}}`, each behind what stands before the braces.
    fn group(&mut self, before: &Segments, group: &Group) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut tokens = tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                // The module itself, as good as all that is in it.
                TokenTree::Ident(word) if *word == "self" => {
                    self.found([&before[..], &["*".to_owned()]].concat());
                }
                TokenTree::Ident(word) if *word == "as" => {
                    tokens.next();
                }
                TokenTree::Ident(word) => {
                    let mut path = before.clone();
                    path.push(word.to_string().trim_start_matches("r#").to_owned());
                    self.path(path, &mut tokens);
                }
                TokenTree::Punct(star) if star.as_char() == '*' => {
                    self.found([&before[..], &["*".to_owned()]].concat());
                }
                _ => {}
            }
        }
    }

    fn found(&mut self, path: Segments) {
        if let Some(own) = self.below_the_root(&path) {
            self.source.own.insert(own);
        }
        self.source.written.insert(path);
    }

    /// The path from the crate's root on, if it begins in the crate. A word alone does not: `self`, `super` and
    /// `crate` also stand in `pub(crate)` and before a dot.
    fn below_the_root(&self, path: &[String]) -> Option<Segments> {
        let (first, mut rest) = path.split_first()?;
        let mut base = match first.as_str() {
            "crate" => Segments::new(),
            "self" | "super" => self.here.clone(),
            name if self.own_names.contains(&name) => Segments::new(),
            _ => return None,
        };
        if rest.is_empty() {
            return None;
        }
        if first == "super" {
            base.pop();
        }
        while let Some((next, further)) = rest.split_first()
            && next == "super"
        {
            base.pop();
            rest = further;
        }
        base.extend(rest.iter().filter(|name| *name != "*").cloned());
        Some(base)
    }
}

/// Takes `::` if it comes next.
fn is_colons(tokens: &mut Tokens<'_>) -> bool {
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    let mut ahead = tokens.clone();
    let colons = is_colon(ahead.next()) && is_colon(ahead.next());
    if colons {
        *tokens = ahead;
    }
    colons
}

/// Behind `#`: skips the item under `#[cfg(test)]`. What is not known to be an item is read.
pub(crate) fn skip_test_item(tokens: &mut Tokens<'_>) {
    let Some(TokenTree::Group(group)) = tokens.peek() else {
        return;
    };
    if group.stream().to_string().replace(' ', "") != "cfg(test)" {
        return;
    }
    tokens.next();
    while let Some(TokenTree::Punct(sign)) = tokens.peek()
        && sign.as_char() == '#'
    {
        tokens.next();
        tokens.next();
    }
    skip_item(tokens);
}

/// Skips one item: up to its semicolon, or to its body if it has one.
fn skip_item(tokens: &mut Tokens<'_>) {
    let mut ahead = tokens.clone();
    let mut kind = String::new();
    for token in ahead.by_ref() {
        match token {
            TokenTree::Ident(word) if *word == "pub" => {}
            TokenTree::Group(scope) if scope.delimiter() == Delimiter::Parenthesis => {}
            TokenTree::Ident(word) => {
                kind = word.to_string();
                break;
            }
            _ => return,
        }
    }
    let next = ahead.next().map(|token| token.to_string());
    let ends_in_body = match (kind.as_str(), next.as_deref()) {
        ("const" | "static" | "type" | "use" | "let", Some(next)) => {
            kind == "const" && next == "fn"
        }
        ("mod" | "fn" | "struct" | "enum" | "impl" | "trait" | "async" | "unsafe", _) => true,
        ("macro_rules", _) => true,
        _ => return,
    };
    for token in tokens.by_ref() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == ';' => return,
            TokenTree::Group(body) if ends_in_body && body.delimiter() == Delimiter::Brace => {
                return;
            }
            _ => {}
        }
    }
}
