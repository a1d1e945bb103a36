//! The names that one source file declares for others, and those that it uses.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

use crate::paths::{Tokens, skip_test_item};

/// The words before the name of an item.
const KINDS: [&str; 8] = [
    "const", "enum", "fn", "static", "struct", "trait", "type", "union",
];

/// The names in one file, apart from its tests.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Of items that are plainly `pub`.
    declared: BTreeSet<String>,
    /// Everywhere but where an item is declared or exported.
    used: BTreeSet<String>,
}

impl Names {
    pub(crate) fn read(tokens: TokenStream) -> Self {
        let mut names = Self::default();
        names.read_on(tokens);
        names
    }

    pub(crate) fn declared(&self) -> impl Iterator<Item = &str> {
        self.declared.iter().map(String::as_str)
    }

    pub(crate) fn uses(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    fn read_on(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut tokens = tokens.iter().peekable();
        let mut is_public = false;
        while let Some(token) = tokens.next() {
            let word = match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    skip_test_item(&mut tokens);
                    self.attribute(&mut tokens);
                    continue;
                }
                TokenTree::Ident(word) => word.to_string(),
                TokenTree::Group(group) => {
                    self.read_on(group.stream());
                    is_public = false;
                    continue;
                }
                _ => continue,
            };
            match word.as_str() {
                // `pub(crate)` is left to the compiler, which knows whether it is used.
                "pub" => is_public = !matches!(tokens.peek(), Some(TokenTree::Group(_))),
                "use" if is_public => {
                    is_public = false;
                    tokens.by_ref().find(
                        |token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ';'),
                    );
                }
                kind if KINDS.contains(&kind) => self.declaration(&mut is_public, &mut tokens),
                "async" | "unsafe" | "extern" => {}
                _ => {
                    is_public = false;
                    self.used.insert(word.trim_start_matches("r#").to_owned());
                }
            }
        }
    }

    /// Behind the word for an item's kind: its name, or the next of several words (`const fn`).
    fn declaration(&mut self, is_public: &mut bool, tokens: &mut Tokens<'_>) {
        let Some(TokenTree::Ident(name)) = tokens.peek() else {
            return;
        };
        let name = name.to_string();
        if KINDS.contains(&name.as_str()) {
            return;
        }
        tokens.next();
        if std::mem::take(is_public) {
            self.declared
                .insert(name.trim_start_matches("r#").to_owned());
        }
    }

    /// Behind `#`: an attribute may name functions in texts, as serde's do.
    fn attribute(&mut self, tokens: &mut Tokens<'_>) {
        let Some(TokenTree::Group(group)) = tokens.peek() else {
            return;
        };
        let text = group.stream().to_string();
        if !text.starts_with("doc") {
            let words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
            self.used.extend(words.map(str::to_owned));
            tokens.next();
        }
    }
}
