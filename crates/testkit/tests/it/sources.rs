//! The sources of the crates as far as tests of their shape ask: tokens, modules and paths.
//!
//! No parser of the language: comments, strings and test modules are left out, and the rest is a
//! list of words and signs. What a macro writes is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all crates.
pub(crate) fn crates() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("crates/").to_path_buf()
}

/// The names of the folders below `crates/`, in order.
pub(crate) fn crate_names() -> Vec<String> {
    let entries = fs::read_dir(crates()).expect("crates/ can be listed");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The folders below `folder`, in order.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder can be listed");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// Where the sources of packages outside of `crates/` are, from the root: `xtask` and the bindings.
pub(crate) fn sources_elsewhere() -> Vec<PathBuf> {
    let root = crates().join("..");
    let bindings = folders(&root.join("bindings"));
    let within = bindings.iter().flat_map(|folder| folders(folder));
    (bindings.iter().cloned().chain(within))
        .chain([root.join("xtask")])
        .map(|package| package.join("src"))
        .filter(|source| {
            ["lib.rs", "main.rs"]
                .iter()
                .any(|file| source.join(file).exists())
        })
        .map(|source| {
            source
                .strip_prefix(&root)
                .expect("listed below")
                .to_path_buf()
        })
        .collect()
}

/// Every Rust file below `folder`, in order.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Words (identifiers, keywords, numbers) and signs (`::` is one sign), without comments, strings,
/// lifetimes and items under `#[cfg(test)]`.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let rest = &chars[at..];
        let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
        at += match rest {
            ['/', '/', ..] => rest.iter().take_while(|c| **c != '\n').count(),
            ['/', '*', ..] => block_comment(rest),
            ['"', ..] => string(rest),
            ['b' | 'c', '"', ..] => 1 + string(&rest[1..]),
            ['r', '"' | '#', ..] if raw_string(&rest[1..]) > 0 => 1 + raw_string(&rest[1..]),
            ['b' | 'c', 'r', '"' | '#', ..] => 2 + raw_string(&rest[2..]),
            ['\'', '\\', ..] => 3 + rest[3..].iter().take_while(|c| **c != '\'').count(),
            ['\'', _, '\'', ..] => 3,
            ['\'', ..] => 1 + rest[1..].iter().take_while(|c| is_word(c)).count(),
            [':', ':', ..] => {
                tokens.push("::".to_owned());
                2
            }
            [c, ..] if is_word(c) => {
                let word: String = rest.iter().take_while(|c| is_word(c)).collect();
                let length = word.chars().count();
                tokens.push(word);
                length
            }
            [c, ..] => {
                if !c.is_whitespace() {
                    tokens.push(c.to_string());
                }
                1
            }
            [] => unreachable!("the loop ends before"),
        };
    }
    without_tests(&tokens)
}

/// The length of a comment that begins `/*`; such comments nest.
fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => {
                depth += 1;
                at += 2;
            }
            ['*', '/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    at
}

/// The length of a string that begins with its quote.
fn string(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of a raw string after its `r`, or 0 where it is a raw identifier.
fn raw_string(rest: &[char]) -> usize {
    let hashes = rest.iter().take_while(|c| **c == '#').count();
    if rest.get(hashes) != Some(&'"') {
        return 0;
    }
    let mut end = vec!['"'];
    end.extend(vec!['#'; hashes]);
    let body = &rest[hashes + 1..];
    let length = (0..body.len()).find(|at| body[*at..].starts_with(&end));
    hashes + 1 + length.map_or(body.len(), |length| length + end.len())
}

/// Leaves out each item that follows `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let marker = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].len() >= marker.len()
            && tokens[at..].iter().zip(marker).all(|(a, b)| a == b)
        {
            at = item_end(tokens, at + marker.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Where the item at `at` ends: after its first `;` outside of brackets, or after its braces.
fn item_end(tokens: &[String], mut at: usize) -> usize {
    let mut depth = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        let ends = depth == 0 && (tokens[at] == ";" || tokens[at] == "}");
        at += 1;
        if ends {
            return at;
        }
    }
    at
}

/// The names of the types, traits and aliases that these tokens define, whatever module they are in.
/// What belongs to an `impl`, a trait or a function is not looked at.
pub(crate) fn types_of(tokens: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "struct" | "enum" | "union" | "type" => {
                found.push(tokens[at + 1].clone());
                at += 2;
            }
            "trait" => {
                found.push(tokens[at + 1].clone());
                at = item_end(tokens, at);
            }
            "impl" | "fn" | "macro_rules" => at = item_end(tokens, at),
            _ => at += 1,
        }
    }
    found
}

/// One module: where it is written, and how its names lead elsewhere.
#[derive(Default, Debug)]
pub(crate) struct Module {
    /// Below the root.
    pub(crate) file: String,
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    defines: BTreeSet<String>,
    /// Paths that code of this module names, with what follows `use`; `true` for `pub use`.
    pub(crate) paths: Vec<(Vec<String>, bool)>,
}

/// All modules of one crate by their paths; the root is the empty one.
#[derive(Default)]
pub(crate) struct Modules(pub(crate) BTreeMap<Vec<String>, Module>);

impl Modules {
    /// Reads a folder of sources, named from the root; a program (`main.rs`) is left out.
    pub(crate) fn of(folder: &Path) -> Self {
        let source = crates().join("..").join(folder);
        let mut modules = Self(BTreeMap::new());
        for file in rust_files(&source) {
            let below = file.strip_prefix(&source).expect("listed below src");
            if below == Path::new("main.rs") {
                continue;
            }
            let mut module: Vec<String> = (below.with_extension("").iter())
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if module == ["lib"] {
                module.clear();
            }
            let text = fs::read_to_string(&file).expect("a source file can be read");
            let shown = format!("{}/{}", folder.display(), below.display());
            modules.read(&module, &shown, &tokens(&text));
        }
        modules
    }

    /// Files the tokens of `module` away, those of modules within it under their own paths.
    pub(crate) fn read(&mut self, module: &[String], file: &str, tokens: &[String]) {
        let mut own = Module {
            file: file.to_owned(),
            ..Module::default()
        };
        let word = |at: usize| tokens.get(at).map_or("", String::as_str);
        let mut at = 0;
        while at < tokens.len() {
            match word(at) {
                "mod" if word(at + 2) == "{" => {
                    let end = item_end(tokens, at);
                    let inner = [module, &[word(at + 1).to_owned()]].concat();
                    self.read(&inner, file, &tokens[at + 3..end - 1]);
                    at = end;
                }
                // `use<'a>` in a type is another thing.
                "use" if word(at + 1) != "<" => {
                    let length = tokens[at..]
                        .iter()
                        .take_while(|token| *token != ";")
                        .count();
                    let is_public = at > 0 && (word(at - 1) == "pub" || word(at - 1) == ")");
                    own.add_use(&tokens[at + 1..at + length], is_public);
                    at += length;
                }
                "crate" | "super" | "self"
                    if word(at + 1) == "::" && (at == 0 || word(at - 1) != "in") =>
                {
                    let mut path = vec![word(at).to_owned()];
                    while word(at + 1) == "::" && is_name(word(at + 2)) {
                        path.push(word(at + 2).to_owned());
                        at += 2;
                    }
                    own.paths.push((path, false));
                    at += 1;
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                | "macro_rules" => {
                    own.defines.insert(word(at + 1).to_owned());
                    at += 1;
                }
                _ => at += 1,
            }
        }
        self.0.insert(module.to_vec(), own);
    }

    /// The module in which what `path` names, seen from module `from`, is defined; `None` outside of
    /// the crate.
    pub(crate) fn resolve(
        &self,
        from: &[String],
        path: &[String],
        depth: usize,
    ) -> Option<Vec<String>> {
        let (first, mut rest) = path.split_first()?;
        let mut here = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.to_vec(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            _ => {
                rest = path;
                from.to_vec()
            }
        };
        let is_relative = rest.len() == path.len();
        while let Some((name, after)) = rest.split_first() {
            if name == "super" {
                here.pop();
                rest = after;
                continue;
            }
            let child = [&here[..], std::slice::from_ref(name)].concat();
            if self.0.contains_key(&child) {
                here = child;
                rest = after;
                continue;
            }
            let module = self.0.get(&here)?;
            if depth == 0 || module.defines.contains(name) {
                return Some(here);
            }
            if let Some(target) = module.imports.get(name)
                && target != path
            {
                return self.resolve(&here, &[target, after].concat(), depth - 1);
            }
            if is_relative && here == from {
                return None;
            }
            // What no line defines comes through a `*`, or is written by a macro.
            let through = (module.globs.iter()).find_map(|glob| {
                let glob = self.resolve(&here, glob, depth - 1)?;
                let defined = self.0[&glob].defines.contains(name);
                defined.then_some(glob)
            });
            return Some(through.unwrap_or(here));
        }
        Some(here)
    }
}

impl Module {
    fn add_use(&mut self, tree: &[String], is_public: bool) {
        let mut leaves = Vec::new();
        expand(tree, &mut Vec::new(), &mut leaves);
        for (path, name) in leaves {
            match name.as_str() {
                "*" => self.globs.push(path.clone()),
                "_" => {}
                _ => {
                    self.imports.insert(name, path.clone());
                }
            }
            self.paths.push((path, is_public));
        }
    }
}

/// The paths of a `use` tree, each with the name it gets here.
fn expand(tree: &[String], before: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, String)>) {
    let length = before.len();
    let mut at = 0;
    while at < tree.len() {
        match tree[at].as_str() {
            "::" => at += 1,
            "{" => {
                let end = item_end(tree, at);
                for branch in branches(&tree[at + 1..end - 1]) {
                    expand(branch, before, leaves);
                }
                before.truncate(length);
                return;
            }
            "*" => {
                leaves.push((before.clone(), "*".to_owned()));
                before.truncate(length);
                return;
            }
            "as" => {
                leaves.push((before.clone(), tree[at + 1].clone()));
                before.truncate(length);
                return;
            }
            name => {
                before.push(name.to_owned());
                at += 1;
            }
        }
    }
    if before.last().is_some_and(|last| last == "self") && before.len() > 1 {
        before.pop();
    }
    let name = before.last().cloned().unwrap_or_default();
    leaves.push((before.clone(), name));
    before.truncate(length);
}

/// The parts of a brace between commas of its own.
fn branches(inside: &[String]) -> Vec<&[String]> {
    let mut depth = 0;
    let parts = inside.split(|token| {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        depth == 0 && token == ","
    });
    parts.filter(|part| !part.is_empty()).collect()
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
