//! Says a preview in a language.

use edelweiss_model::{Colour, OpenGame, PlayerId, Tournament};

use crate::narrative::Narrative;
use crate::preview::{Preview, PreviewLimits};
use crate::setting::called;
use crate::wording::{WordLabel, Wording};

/// Opponents of a player who are named.
const MOST_SHOWN: usize = 5;

/// Says a preview of `tournament` that was made within `limits`.
pub fn tell_preview(
    tournament: &Tournament,
    preview: &Preview,
    limits: PreviewLimits,
    wording: &dyn Wording,
) -> Narrative {
    let name = |id: PlayerId| called(tournament, id);
    let game = |open: &OpenGame| format!("{} \u{2013} {}", name(open.white), name(open.black));
    let numbers = |open: &OpenGame| {
        let number = |id: PlayerId| tournament.player(id).number;
        format!("{}\u{2013}{}", number(open.white), number(open.black))
    };
    let mut text = Narrative::default();
    let n = preview.n_outcomes;
    text.title(wording.previewed_round(preview.round.get()));
    let seed = (!preview.is_complete).then_some(limits.seed);
    text.sentence(wording.outcomes_paired(preview.open.len(), n, seed));
    if preview.n_impossible > 0 {
        text.sentence(wording.outcomes_without_round(preview.n_impossible));
    }
    text.heading(wording.label(WordLabel::OpenGames).to_owned());
    for open in &preview.open {
        text.sentence(game(open));
    }
    text.heading(wording.label(WordLabel::Certain).to_owned());
    for player in &preview.players {
        match player.certain(n) {
            Some(None) => text.item(wording.label(WordLabel::Bye), name(player.player)),
            Some(Some(opponent)) => {
                let seats = match player.colour {
                    Some(Colour::White) => wording.seats(&name(player.player), &name(opponent)),
                    None if player.player < opponent => {
                        wording.colours_open(&name(player.player), &name(opponent))
                    }
                    // Said of the opponent.
                    Some(Colour::Black) | None => continue,
                };
                text.sentence(seats);
            }
            None => {}
        }
    }
    text.heading(wording.label(WordLabel::Uncertain).to_owned());
    for player in preview
        .players
        .iter()
        .filter(|player| player.certain(n).is_none())
    {
        let shown = player.opponents.len().min(MOST_SHOWN);
        let mut opponents: Vec<String> = (player.opponents[..shown].iter())
            .map(|(opponent, times)| {
                let bye = || wording.label(WordLabel::Bye).to_owned();
                wording.times(&opponent.map_or_else(bye, name), *times, n)
            })
            .collect();
        let more = player.opponents.len() - shown;
        opponents.extend((more > 0).then(|| wording.more_opponents(more)));
        let games: Vec<String> = (player.depends_on.iter())
            .map(|place| numbers(&preview.open[*place]))
            .collect();
        let mut said = opponents.join("; ");
        if !games.is_empty() {
            said += &wording.depends_on(&games.join(", "));
        }
        text.item(name(player.player), said);
    }
    text
}
