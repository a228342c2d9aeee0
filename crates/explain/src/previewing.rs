//! Says a preview in a language.

use edelweiss_model::{Colour, OpenGame, PlayerId, Tournament};

use crate::narrative::Narrative;
use crate::preview::{PlayerPreview, Preview, PreviewLimits};
use crate::setting::called;
use crate::wording::{WordLabel, Wording};

/// Opponents of a player who are named.
const MOST_SHOWN: usize = 5;

/// How much of a preview is said. What is certain is always said in full, and first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PreviewLength {
    /// A screen of what is not certain: 20 players, 5 games of each on which they depend, and 20 of the open
    /// games, with a count of the others.
    #[default]
    Short,
    /// All of it: players times open games at worst.
    Whole,
}

impl PreviewLength {
    /// How many of `n` players or games are listed, one below the other.
    fn listed(self, n: usize) -> usize {
        match self {
            Self::Short => n.min(20),
            Self::Whole => n,
        }
    }

    /// How many of `n` games are named of one player.
    fn named(self, n: usize) -> usize {
        match self {
            Self::Short => n.min(5),
            Self::Whole => n,
        }
    }
}

/// Says a preview of `tournament` that was made within `limits`.
pub fn tell_preview(
    tournament: &Tournament,
    preview: &Preview,
    limits: PreviewLimits,
    length: PreviewLength,
    wording: Wording,
) -> Narrative {
    let telling = PreviewTelling {
        tournament,
        preview,
        length,
        wording,
    };
    let mut text = Narrative::default();
    let n = preview.n_outcomes;
    text.title(wording.previewed_round(preview.round.get()));
    let seed = (!preview.is_complete).then_some(limits.seed);
    text.sentence(wording.outcomes_paired(preview.open.len(), n, seed));
    if preview.n_impossible > 0 {
        text.sentence(wording.outcomes_without_round(preview.n_impossible));
    }
    telling.certain(&mut text);
    telling.uncertain(&mut text);
    telling.open_games(&mut text);
    text
}

struct PreviewTelling<'a> {
    tournament: &'a Tournament,
    preview: &'a Preview,
    length: PreviewLength,
    wording: Wording,
}

impl PreviewTelling<'_> {
    fn name(&self, id: PlayerId) -> String {
        called(self.tournament, id)
    }

    fn certain(&self, text: &mut Narrative) {
        let wording = self.wording;
        text.heading(wording.label(WordLabel::Certain).to_owned());
        for player in &self.preview.players {
            match player.certain(self.preview.n_outcomes) {
                Some(None) => text.item(wording.label(WordLabel::Bye), self.name(player.player)),
                Some(Some(opponent)) => {
                    let names = [player.player, opponent].map(|id| self.name(id));
                    let seats = match player.colour {
                        Some(Colour::White) => wording.seats(&names[0], &names[1]),
                        None if player.player < opponent => {
                            wording.colours_open(&names[0], &names[1])
                        }
                        // Said of the opponent.
                        Some(Colour::Black) | None => continue,
                    };
                    text.sentence(seats);
                }
                None => {}
            }
        }
    }

    fn uncertain(&self, text: &mut Narrative) {
        text.heading(self.wording.label(WordLabel::Uncertain).to_owned());
        let n = self.preview.n_outcomes;
        let players = self.preview.players.iter();
        let uncertain: Vec<&PlayerPreview> = players
            .filter(|player| player.certain(n).is_none())
            .collect();
        let (listed, cut) = uncertain.split_at(self.length.listed(uncertain.len()));
        for player in listed {
            text.item(self.name(player.player), self.chances(player));
        }
        self.count_cut(text, cut.len());
    }

    /// The opponents of a player who are possible, and the games that decide it.
    fn chances(&self, player: &PlayerPreview) -> String {
        let (wording, n) = (self.wording, self.preview.n_outcomes);
        let shown = player.opponents.len().min(MOST_SHOWN);
        let mut opponents: Vec<String> = (player.opponents[..shown].iter())
            .map(|(opponent, times)| {
                let bye = || wording.label(WordLabel::Bye).to_owned();
                wording.times(&opponent.map_or_else(bye, |id| self.name(id)), *times, n)
            })
            .collect();
        let more = player.opponents.len() - shown;
        opponents.extend((more > 0).then(|| wording.more_opponents(more)));
        let games = &player.depends_on;
        let (named, cut) = games.split_at(self.length.named(games.len()));
        let named = named
            .iter()
            .map(|place| self.numbers(self.preview.open[*place]));
        let mut games = named.collect::<Vec<_>>().join(", ");
        if !cut.is_empty() {
            games += &wording.and_more(cut.len());
        }
        let mut said = opponents.join("; ");
        if !games.is_empty() {
            said += &wording.depends_on(&games);
        }
        said
    }

    fn numbers(&self, open: OpenGame) -> String {
        let number = |id: PlayerId| self.tournament.player(id).number;
        format!("{}\u{2013}{}", number(open.white), number(open.black))
    }

    fn open_games(&self, text: &mut Narrative) {
        text.heading(self.wording.label(WordLabel::OpenGames).to_owned());
        let open = &self.preview.open;
        let (listed, cut) = open.split_at(self.length.listed(open.len()));
        for open in listed {
            let names = [open.white, open.black].map(|id| self.name(id));
            text.sentence(names.join(" \u{2013} "));
        }
        self.count_cut(text, cut.len());
    }

    fn count_cut(&self, text: &mut Narrative, n: usize) {
        if n > 0 {
            text.sentence(self.wording.cut(n));
        }
    }
}
