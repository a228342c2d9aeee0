//! Letters as lists of names and headings compare them: small, and Latin ones without their marks.
//!
//! A table of the letters of European languages instead of all of Unicode: other scripts are compared
//! by code point, which keeps their own order.

/// The small letters of a character without marks; itself where it has none.
fn plain(c: char, out: &mut String) {
    let base = match c {
        'À'..='Å' | 'à'..='å' | 'Ā'..='ą' | 'Ǎ' | 'ǎ' | 'Ạ'..='ặ' => "a",
        'Æ' | 'æ' => "ae",
        'Ç' | 'ç' | 'Ć'..='č' => "c",
        'Ď'..='đ' | 'Ð' | 'ð' => "d",
        'È'..='Ë' | 'è'..='ë' | 'Ē'..='ě' | 'Ẹ'..='ệ' | 'Ə' | 'ə' => "e",
        'Ĝ'..='ģ' | 'Ǧ' | 'ǧ' => "g",
        'Ĥ'..='ħ' => "h",
        'Ì'..='Ï' | 'ì'..='ï' | 'Ĩ'..='ı' | 'Ỉ'..='ị' => "i",
        'Ĵ' | 'ĵ' => "j",
        'Ķ'..='ĸ' => "k",
        'Ĺ'..='ł' => "l",
        'Ñ' | 'ñ' | 'Ń'..='ŋ' => "n",
        'Ò'..='Ö' | 'Ø' | 'ò'..='ö' | 'ø' | 'Ō'..='ő' | 'Ơ' | 'ơ' | 'Ọ'..='ợ' => "o",
        'Œ' | 'œ' => "oe",
        'Ŕ'..='ř' => "r",
        'Ś'..='š' | 'Ș' | 'ș' => "s",
        'ß' | 'ẞ' => "ss",
        'Ţ'..='ŧ' | 'Ț' | 'ț' => "t",
        'Þ' | 'þ' => "th",
        'Ù'..='Ü' | 'ù'..='ü' | 'Ũ'..='ų' | 'Ư' | 'ư' | 'Ụ'..='ự' => "u",
        'Ŵ' | 'ŵ' => "w",
        'Ý' | 'ý' | 'ÿ' | 'Ŷ'..='Ÿ' | 'Ỳ'..='ỹ' => "y",
        'Ź'..='ž' => "z",
        // Marks that follow their letter.
        '\u{300}'..='\u{36f}' => "",
        _ => return out.extend(c.to_lowercase()),
    };
    out.push_str(base);
}

/// A heading without marks, blanks and signs: `Prénom(s)` and `PRENOMS` are `prenoms`.
pub fn heading(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        plain(c, &mut out);
    }
    out
}

/// What names are sorted by: the words without marks and signs, the family name ending where the comma
/// stands, so that `Groot, Zoe` comes before `Groot Meer, Ann`.
pub fn alphabetical(name: &str) -> String {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '-' | '‐' | '–');
    let mut out = String::with_capacity(name.len());
    for c in name.trim().chars() {
        match c {
            ',' => {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\t');
            }
            c if is_gap(c) && out.ends_with([' ', '\t']) => {}
            c if is_gap(c) => out.push(' '),
            c if c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}') => plain(c, &mut out),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_without_marks_and_signs() {
        let mut names = [
            "Groot Meer, Ann",
            "Ólafsson, Jón",
            "Groot, Zoe",
            "O'Brien, Cy",
            "Łukasz, Jan",
            "Oz, Amy",
            "Müller-Graf, Eva",
            "Muller, Zoe",
            "Ян, Ольга",
        ];
        names.sort_by_key(|name| alphabetical(name));
        let expected = [
            "Groot, Zoe",
            "Groot Meer, Ann",
            "Łukasz, Jan",
            "Muller, Zoe",
            "Müller-Graf, Eva",
            "O'Brien, Cy",
            "Ólafsson, Jón",
            "Oz, Amy",
            "Ян, Ольга",
        ];
        assert_eq!(names, expected);
        assert_eq!(heading(" Prénom(s)\u{a0}"), "prenoms");
        // Letter and mark apart.
        assert_eq!(heading("e\u{301}lo"), "elo");
    }
}
