//! The sex of a player, as lists in several languages write it.

use edelweiss_model::Sex;

use edelweiss_model::letters;

/// Words for each, without marks.
const MALE: [&str; 16] = [
    "m",
    "male",
    "man",
    "men",
    "mann",
    "maennlich",
    "mannlich",
    "homme",
    "masculin",
    "hombre",
    "masculino",
    "uomo",
    "maschio",
    "homem",
    "h",
    "u",
];
const FEMALE: [&str; 21] = [
    "w", "f", "female", "woman", "women", "weiblich", "frau", "femme", "feminin", "fille", "mujer",
    "femenino", "donna", "femmina", "mulher", "feminino", "d", "dame", "dona", "wi", "v",
];

/// What the words of one column mean: in Spanish lists `h` and `m` are *hombre* and *mujer*.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SexWords {
    is_m_female: bool,
}

impl SexWords {
    /// Told from all words of the column.
    pub(crate) fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let (mut has_h, mut has_other) = (false, false);
        for word in words {
            match letters::heading(word).as_str() {
                "h" => has_h = true,
                "m" | "" => {}
                _ => has_other = true,
            }
        }
        Self {
            is_m_female: has_h && !has_other,
        }
    }

    pub(crate) fn read(self, word: &str) -> Option<Sex> {
        let word = letters::heading(word);
        if word == "m" && self.is_m_female {
            return Some(Sex::Female);
        }
        if MALE.contains(&word.as_str()) {
            return Some(Sex::Male);
        }
        FEMALE.contains(&word.as_str()).then_some(Sex::Female)
    }
}

/// Whether a word may be a sex, whatever the language.
pub(crate) fn is_sex(word: &str) -> bool {
    SexWords { is_m_female: false }.read(word).is_some()
}
