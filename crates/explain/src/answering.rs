//! Says in a language why not otherwise.

use edelweiss_model::PlayerId;
use edelweiss_pairing::{BracketRecord, Impossible, RoundPairing, Witness};
use edelweiss_weights::Unit;

use crate::narrative::Narrative;
use crate::payers::units;
use crate::rivals::{DecidingDifference, Rival, WishAnswer};
use crate::setting::StorySetting;
use crate::telling::{Teller, rule_name};
use crate::wish::Wish;
use crate::wording::{WordLabel, Wording};

/// Says the answer to a wish about `round`.
pub fn tell_why_not(
    setting: &StorySetting<'_>,
    round: &RoundPairing,
    wish: Wish,
    answer: &WishAnswer,
    wording: Wording,
) -> Narrative {
    let teller = Teller::whole(setting, wording);
    let mut text = Narrative::default();
    let called = |players: Vec<PlayerId>| -> Vec<String> {
        players.iter().map(|id| setting.called(*id)).collect()
    };
    text.heading(wording.question(wish, &called(wish.players())));
    if let Wish::OtherColour(id) = wish {
        let boards = round.boards.iter().enumerate();
        for (index, board) in boards.filter(|(_, b)| b.white == id || b.black == id) {
            teller.board(index + 1, board, true, &mut text);
        }
    }
    match answer {
        WishAnswer::Refused(refusal) => {
            text.sentence(wording.refusal(*refusal, &called(refusal.players())));
        }
        WishAnswer::NotCompared => text.sentence(wording.not_compared().to_owned()),
        WishAnswer::Impossible(why) => teller.impossible(why, &mut text),
        WishAnswer::Worse(rival) => teller.rival(round, rival, &mut text),
    }
    text
}

impl Teller<'_> {
    fn impossible(&self, why: &Impossible, text: &mut Narrative) {
        let Impossible::NoLegalPairing(witness) = why else {
            text.sentence(self.wording.no_round().to_owned());
            return;
        };
        let Witness {
            barrier,
            bye_in_barrier,
            components,
            ..
        } = witness;
        let bye = || self.wording.label(WordLabel::Bye).to_owned();
        let partners = barrier.len() + usize::from(*bye_in_barrier);
        text.sentence((self.wording).no_round_has_it(components.len(), partners));
        for (index, group) in components.iter().enumerate() {
            let members = match &group[..] {
                [] => bye(),
                members => self.all_called(members),
            };
            text.sentence(self.wording.group(index + 1, &members));
        }
        if partners > 0 {
            let mut members: Vec<String> =
                barrier.iter().map(|id| self.setting.called(*id)).collect();
            members.extend(bye_in_barrier.then(bye));
            text.sentence(self.wording.partners(&members.join("; ")));
        }
    }

    fn rival(&self, round: &RoundPairing, rival: &Rival, text: &mut Narrative) {
        let (number, there) = (rival.bracket, &rival.round.brackets[rival.bracket]);
        text.sentence((self.wording).first_difference(number + 1, rival.is_about));
        let decides = match &rival.deciding {
            Some(deciding) => self.deciding(deciding),
            None => self.wording.alike().to_owned(),
        };
        text.item(self.wording.label(WordLabel::Decides), decides);
        let here = &round.brackets[number];
        text.item(
            self.wording.label(WordLabel::Instead),
            self.changed(here, there, rival.round.bye),
        );
    }

    /// The pairs and floaters of `there` that `here` does not have.
    fn changed(
        &self,
        here: &BracketRecord,
        there: &BracketRecord,
        bye: Option<PlayerId>,
    ) -> String {
        let new: Vec<String> = (units(there, bye).into_iter())
            .filter(|unit| match unit {
                Unit::Pair { higher, lower } => !here.pairs.contains(&(*higher, *lower)),
                Unit::Float { player, .. } => !here.floaters.contains(player),
                Unit::FollowingPair { .. } | Unit::FollowingFloat { .. } => false,
            })
            .map(|unit| match unit {
                Unit::Float { .. } => {
                    format!(
                        "{}: {}",
                        self.wording.label(WordLabel::Floaters),
                        self.unit(unit)
                    )
                }
                _ => self.unit(unit),
            })
            .collect();
        new.join("; ")
    }

    fn deciding(&self, deciding: &DecidingDifference) -> String {
        match deciding {
            DecidingDifference::LowestBye { here, there } => {
                self.wording.bye_gets_worse(*here, *there)
            }
            DecidingDifference::SoftBans { here, there } => {
                let [here, there] = [here, there].map(|pairs| pairs.len().to_string());
                let words = self.wording.more_soft_bans(&here, &there);
                words + &self.wording.because_of(&self.units(&deciding.added()))
            }
            DecidingDifference::Sequence(row) => self.wording.later_in_sequence(row.article),
            DecidingDifference::Criterion { rule, here, there } => {
                let (name, counts) = (rule_name(rule), self.wording.counts(rule));
                let sums = [here.amount(), there.amount()];
                let is_below = here.payers.is_empty() && there.payers.is_empty();
                let lists = || [here, there].map(|story| self.units(&story.payers));
                let fields = || [here, there].map(|story| listed(&story.fields));
                let [here, there] = match (sums[0] == sums[1], is_below) {
                    (false, _) => sums.map(|sum| sum.to_string()),
                    (true, false) => lists(),
                    (true, true) => fields(),
                };
                if is_below {
                    return (self.wording).gets_worse_below(&name, counts, &here, &there);
                }
                let mut words = self.wording.gets_worse(&name, counts, &here, &there);
                let added = deciding.added();
                if sums[0] != sums[1] && !added.is_empty() {
                    words += &self.wording.because_of(&self.units(&added));
                }
                words
            }
        }
    }
}

fn listed(fields: &[u64]) -> String {
    let fields: Vec<String> = fields.iter().map(u64::to_string).collect();
    fields.join(",")
}
