//! The words of a list: a language is a file of `locales`, and a row here.

use std::fmt;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

/// Code and file of every language, English first.
const LANGUAGES: [(&str, &str); 6] = [
    ("en", include_str!("../locales/en.ftl")),
    ("de", include_str!("../locales/de.ftl")),
    ("fr", include_str!("../locales/fr.ftl")),
    ("es", include_str!("../locales/es.ftl")),
    ("it", include_str!("../locales/it.ftl")),
    ("pt", include_str!("../locales/pt.ftl")),
];

/// A language that lists are written in; English unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SheetLanguage(usize);

impl SheetLanguage {
    /// All of them, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LANGUAGES.len()).map(Self)
    }

    /// The language of a code such as `de`.
    pub fn of(code: &str) -> Option<Self> {
        Self::all().find(|language| language.code() == code)
    }

    /// Its code (ISO 639-1).
    pub fn code(self) -> &'static str {
        LANGUAGES[self.0].0
    }

    /// What it calls itself; of its file only the lines before that are read, as every start of the program
    /// lists the languages.
    pub fn name(self) -> &'static str {
        let mut lines = LANGUAGES[self.0].1.lines();
        let name = lines.find_map(|line| line.strip_prefix("language-name = "));
        name.unwrap_or(self.code())
    }
}

/// Everything that a language says.
pub struct SheetWords {
    language: SheetLanguage,
    bundle: FluentBundle<FluentResource>,
}

impl fmt::Debug for SheetWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SheetWords").field(&self.language).finish()
    }
}

impl SheetWords {
    /// The words of a language.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a test reads every file of `locales`"
    )]
    pub fn new(language: SheetLanguage) -> Self {
        let (code, text) = LANGUAGES[language.0];
        let resource = FluentResource::try_new(text.to_owned());
        let resource = resource.map_err(|(_, errors)| errors).expect("Fluent");
        let mut bundle = FluentBundle::new(vec![code.parse().expect("a code")]);
        // Marks of direction around every number would be found by whoever searches or copies a cell.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .expect("each message is there once");
        Self { language, bundle }
    }

    /// The language.
    pub fn language(&self) -> SheetLanguage {
        self.language
    }

    /// A message without variables.
    pub fn say(&self, id: &str) -> String {
        self.say_with(id, [])
    }

    /// A message with its variables; `{id}` where the language has none of that name.
    pub(crate) fn say_with<const N: usize>(
        &self,
        id: &str,
        variables: [(&'static str, FluentValue<'_>); N],
    ) -> String {
        let Some(pattern) = self
            .bundle
            .get_message(id)
            .and_then(|message| message.value())
        else {
            return format!("{{{id}}}");
        };
        let variables: FluentArgs<'_> = variables.into_iter().collect();
        let mut errors = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&variables), &mut errors)
            .into_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The messages of a file, each with its variables.
    fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut current = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((id, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
                id.clone_into(&mut current);
                assert!(!found.contains_key(id), "{id} is there twice");
                found.insert(current.clone(), BTreeSet::new());
            }
            let variables = found.entry(current.clone()).or_default();
            variables.extend(line.split('$').skip(1).map(|rest| {
                let end = rest
                    .find(|c: char| !c.is_alphanumeric())
                    .unwrap_or(rest.len());
                rest[..end].to_owned()
            }));
        }
        found
    }

    #[test]
    fn every_language_has_the_messages_and_variables_of_the_first() {
        let first = messages(LANGUAGES[0].1);
        assert!(first.len() > 60);
        for (code, text) in LANGUAGES {
            assert_eq!(messages(text), first, "{code}");
            let language = SheetLanguage::of(code).expect("listed");
            let words = SheetWords::new(language);
            assert_eq!(language.name(), words.say("language-name"));
            for id in first.keys().filter(|id| !id.is_empty()) {
                assert_ne!(words.say(id), format!("{{{id}}}"), "{code}");
            }
        }
    }

    #[test]
    fn numbers_choose_their_words() {
        let said = |code, count: u32| {
            let words = SheetWords::new(SheetLanguage::of(code).expect("listed"));
            words.say_with("player-count", [("count", count.into())])
        };
        assert_eq!(said("en", 1), "1 player");
        assert_eq!(said("en", 2), "2 players");
        // French counts nothing as one.
        assert_eq!(said("fr", 0), "0 joueur");
        assert_eq!(said("pt", 1200), "1200 jogadores");
    }
}
