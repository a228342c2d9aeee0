//! A round as one page for a browser: every bracket in two columns with lines between partners, the
//! colours and floats of each player at a glance, and the words below. The page loads nothing.

use edelweiss_model::{Colour, Float, PlayerId};
use edelweiss_pairing::RoundPairing;
use quick_xml::escape::escape;

use crate::narrative::{Narrative, NarrativeBlock};
use crate::setting::StorySetting;
use crate::stories::{BracketStory, RoundStory};
use crate::telling::Teller;
use crate::wording::{WordLabel, Wording};

const STYLE: &str = include_str!("page.css");

/// The page.
pub fn to_html(setting: &StorySetting<'_>, story: &RoundStory, wording: Wording) -> String {
    let page = Page {
        teller: Teller::whole(setting, wording),
        round: &story.round,
    };
    let title = escaped(&wording.round(story.round.round.get(), story.round.rules));
    let event = escaped(&setting.tournament.name);
    let players = setting.position.present().len();
    let field = escaped(&wording.field(players, story.round.boards.len()));
    let brackets = story.brackets.iter().enumerate();
    let map: String = brackets
        .clone()
        .map(|(index, b)| signpost(index + 1, b))
        .collect();
    let sections: String = brackets
        .map(|(index, bracket)| {
            let is_last = index + 1 == story.brackets.len();
            page.section(index + 1, bracket, story.round.bye.filter(|_| is_last))
        })
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{event}: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{event}</h1>\n\
         <p>{title}</p>\n<p>{field}</p>\n<nav>\n{map}</nav>\n{sections}{}</body>\n</html>\n",
        wording.code(),
        page.boards(),
    )
}

struct Page<'a> {
    teller: Teller<'a>,
    round: &'a RoundPairing,
}

impl Page<'_> {
    fn section(&self, number: usize, bracket: &BracketStory, bye: Option<PlayerId>) -> String {
        let mut told = Narrative::default();
        self.teller.bracket(number, bracket, bye, &mut told);
        let (mut heading, mut items) = (String::new(), String::new());
        for block in &told.blocks {
            match block {
                NarrativeBlock::Title(text) | NarrativeBlock::Heading(text) => {
                    heading = format!("<h2>{}</h2>\n", escaped(text));
                }
                NarrativeBlock::Item { label, text } => {
                    items += &pair_of("dt", "dd", label, text);
                }
                NarrativeBlock::Sentence(text) => items += &pair_of("dt", "dd", "", text),
            }
        }
        format!(
            "<section id=\"bracket-{number}\">\n{heading}{}<dl>\n{items}</dl>\n</section>\n",
            self.halves(bracket)
        )
    }

    /// The pairs in two columns: the higher ranked players, and their opponents in the order of the
    /// ranking, with a line for each pair.
    fn halves(&self, bracket: &BracketStory) -> String {
        let record = &bracket.record;
        if record.pairs.is_empty() {
            return String::new();
        }
        let players: Vec<PlayerId> = record
            .mdps
            .iter()
            .chain(&record.residents)
            .copied()
            .collect();
        let place = |id: &PlayerId| players.iter().position(|other| other == id);
        let mut lower: Vec<PlayerId> = record.pairs.iter().map(|(_, lower)| *lower).collect();
        lower.sort_by_key(place);
        let left = record
            .pairs
            .iter()
            .map(|(higher, _)| self.player(*higher, bracket));
        let right = lower.iter().map(|id| self.player(*id, bracket));
        let lines = record.pairs.iter().enumerate().map(|(row, (_, id))| {
            let other = lower.iter().position(|found| found == id).unwrap_or(row);
            format!(
                "<line x1=\"0\" y1=\"{}\" x2=\"100\" y2=\"{}\"/>",
                2 * row + 1,
                2 * other + 1
            )
        });
        // Other systems have halves of their own.
        let has_halves = self.teller.setting.edition.is_some();
        let heading = |label| {
            if has_halves {
                self.teller.wording.label(label)
            } else {
                ""
            }
        };
        format!(
            "<div class=\"halves\">\n<b>{}</b><b></b><b>{}</b>\n<div class=\"column\">\n{}</div>\n\
             <svg viewBox=\"0 0 100 {}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{}</svg>\n\
             <div class=\"column\">\n{}</div>\n</div>\n",
            heading(WordLabel::S1),
            heading(WordLabel::S2),
            left.collect::<String>(),
            2 * record.pairs.len(),
            lines.collect::<String>(),
            right.collect::<String>(),
        )
    }

    /// A player: the colour of this round, number and name, score, colours so far, floats.
    fn player(&self, id: PlayerId, bracket: &BracketStory) -> String {
        let setting = self.teller.setting;
        let state = setting.position.player(id);
        let is_white = self.round.boards.iter().any(|board| board.white == id);
        let now = if is_white {
            Colour::White
        } else {
            Colour::Black
        };
        let colours: String = setting
            .colours(id)
            .map(|colour| square(colour, ""))
            .collect();
        let floats = state.floats.iter().zip(["", "&#8202;&#178;"]);
        let floats: String = floats
            .map(|(float, when)| match float {
                Float::None => String::new(),
                Float::Down => format!("&#9660;{when}"),
                Float::Up => format!("&#9650;{when}"),
            })
            .collect();
        let moved = if bracket.record.mdps.contains(&id) {
            " moved"
        } else {
            ""
        };
        let words = escaped(&self.teller.history(id));
        format!(
            "<div class=\"player{moved}\" title=\"{words}\"><span class=\"name\">{}{}</span>\
             <small>{} {colours} {floats}</small></div>\n",
            square(now, " now"),
            escaped(&setting.called(id)),
            state.score,
        )
    }

    fn boards(&self) -> String {
        let (setting, wording) = (self.teller.setting, self.teller.wording);
        let rows = self.round.boards.iter().enumerate().map(|(index, board)| {
            format!(
                "<tr><td>{}</td><td>{}{}</td><td>{}{}</td><td>{} ({})</td></tr>\n",
                index + 1,
                square(Colour::White, " now"),
                escaped(&setting.called(board.white)),
                square(Colour::Black, " now"),
                escaped(&setting.called(board.black)),
                escaped(wording.colour_reason(board.colour_reason)),
                board.colour_reason.article(setting.year),
            )
        });
        format!(
            "<section>\n<h2>{}</h2>\n<table>\n{}</table>\n</section>\n",
            escaped(wording.label(WordLabel::Boards)),
            rows.collect::<String>()
        )
    }
}

/// A bracket in the map.
fn signpost(number: usize, bracket: &BracketStory) -> String {
    let record = &bracket.record;
    let moved = match record.mdps.len() {
        0 => String::new(),
        n => format!("&#9660;{n} + "),
    };
    format!(
        "<a href=\"#bracket-{number}\"><b>{}</b>{moved}{}</a>\n",
        bracket.score,
        record.residents.len()
    )
}

/// The square of a colour.
fn square(colour: Colour, more: &str) -> String {
    let class = match colour {
        Colour::White => 'w',
        Colour::Black => 'b',
    };
    format!("<i class=\"{class}{more}\"></i>")
}

fn pair_of(first: &str, second: &str, label: &str, text: &str) -> String {
    let (label, text) = (escaped(label), escaped(text));
    format!("<{first}>{label}</{first}><{second}>{text}</{second}>\n")
}

/// A text in which a browser finds no markup.
fn escaped(text: &str) -> String {
    escape(text.replace(char::is_control, " ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_become_markup() {
        assert_eq!(
            escaped("<b title=\"x\">'&\u{7}"),
            "&lt;b title=&quot;x&quot;&gt;&apos;&amp; "
        );
    }
}
