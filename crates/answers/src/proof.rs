//! Proofs that a round is the right one, and whether one holds.

use std::borrow::Cow;
use std::fmt::Write as _;

use edelweiss::model::Tournament;
use edelweiss::pairing::{Impossible, Outcome};
use edelweiss::prove::{self, PseudoBoolean};
use edelweiss::systems::matches::{Matches, before_next_match};
use edelweiss::systems::{PairingUnit, ProvedProcedure, SwissSystem, registry};
use edelweiss::verify::{
    self, CountedGame, Premises, ProcedureToProve, Rejection, RoundProof, RoundToProve,
};
use serde::{Deserialize, Serialize};

use crate::error::{AnswerError, AnswerErrorKind};
use crate::input::TournamentInput;
use crate::json::{Program, written};
use crate::pair::AnsweredRound;
use crate::report::listed;
use crate::system::{self, Asked, ChosenBy, ChosenSystem, RulesOptions};
use crate::which_round::{self, ChosenRound, RoundOptions};

/// A proof is read into memory at several times its size; 9,999 players take about 2 MB.
const MOST_BYTES: usize = 256 << 20;

/// Raised when a field changes its meaning or goes; new fields do not raise it.
const FORMAT_VERSION: u32 = 1;

/// The proof of a round that was paired, as a document (docs/schema/proof.schema.json).
///
/// # Errors
/// Systems of which there are no proofs, and rounds that have none; where there is no round and nothing to
/// prove of it, why there is none.
pub fn proof(paired: &AnsweredRound<'_>) -> Result<String, AnswerError> {
    // Whoever checks a proof reads the file again.
    paired.input.must_fit_a_file()?;
    let (chosen, pairing) = (&paired.chosen, paired.choice.pairing);
    if !is_provable(paired) {
        paired.round()?;
    }
    let by = proved_by(pairing)?;
    let tournament = before_pairing(chosen, pairing);
    let asked = asked(by, &tournament, pairing, &paired.readings(), chosen);
    let proof = asked.and_then(|asked| match asked {
        AskedRound::Edition(asked) => prove::prove(&asked, &paired.outcome),
        AskedRound::Procedure(asked) => prove::prove_procedure(&asked, &paired.outcome),
    });
    Ok(proof.map_err(|rejection| has_none(&rejection))?.to_json())
}

/// The same as a pseudo-Boolean problem and its derivation for each bracket, for the program VeriPB.
///
/// # Errors
/// As for [`proof`]; also where there is no round.
pub fn pseudo_boolean(paired: &AnsweredRound<'_>) -> Result<Vec<PseudoBoolean>, AnswerError> {
    paired.input.must_fit_a_file()?;
    let (chosen, pairing) = (&paired.chosen, paired.choice.pairing);
    let by = proved_by(pairing)?;
    let asked = asked(by, &chosen.tournament, pairing, &paired.readings(), chosen);
    let Ok(AskedRound::Edition(asked)) = asked else {
        let message = "problems for VeriPB are of rounds of the Dutch System of 2026 or 2017\n  hint: without --proof-format the proof is one that `edelweiss verify` checks";
        return Err(AnswerError::invalid(message));
    };
    paired.round()?;
    prove::pseudo_boolean(&asked, &paired.outcome).map_err(|rejection| has_none(&rejection))
}

/// Whether there is a round, or the proof that there is none.
pub fn is_provable(paired: &AnsweredRound<'_>) -> bool {
    matches!(
        paired.outcome,
        Outcome::Paired(_) | Outcome::Impossible(Impossible::NoLegalPairing(_))
    )
}

/// A round of which there may be a proof, and what the proof is checked by.
enum AskedRound<'t> {
    /// Criteria and the sequence of the Dutch System.
    Edition(RoundToProve<'t>),
    /// A procedure that gives the bye first.
    Procedure(ProcedureToProve<'t>),
}

/// # Errors
/// Of which systems there are proofs, where of this one there are none.
fn proved_by(pairing: &SwissSystem) -> Result<ProvedProcedure, AnswerError> {
    pairing.proved.ok_or_else(|| {
        let mut rows = registry::systems();
        rows.retain(|row| row.proved.is_some());
        let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
        AnswerError::invalid(format!(
            "there are no proofs of rounds by {}, only by these: {}",
            pairing.name,
            names.join("; ")
        ))
    })
}

fn asked<'t>(
    by: ProvedProcedure,
    tournament: &'t Tournament,
    pairing: &SwissSystem,
    readings: &[(String, String)],
    chosen: &ChosenRound<'_>,
) -> Result<AskedRound<'t>, Rejection> {
    let (rules, games) = ((pairing.system, pairing.year), chosen.counted_games());
    let by_edition = |edition, games| {
        let asked = RoundToProve::new(tournament, edition, games);
        AskedRound::Edition(asked.by(pairing.system, pairing.year))
    };
    let procedure = match by {
        ProvedProcedure::Downfloats(edition) => return Ok(by_edition(edition, games)),
        ProvedProcedure::Teams => ProcedureToProve::of_teams(tournament, rules, readings, games)?,
        ProvedProcedure::Matches => {
            Matches::read(tournament).map_err(|problem| Rejection::new(problem.to_string()))?;
            ProcedureToProve::of_matches(tournament, rules, games)
        }
        ProvedProcedure::Ladder => ProcedureToProve::by_ladder(tournament, rules, readings, games)?,
        ProvedProcedure::MedianGroup => ProcedureToProve::by_median_group(tournament, rules, games),
        ProvedProcedure::MedianGroupOfTeams => {
            ProcedureToProve::by_median_group_of_teams(tournament, rules, games)
        }
        ProvedProcedure::Subgroups => ProcedureToProve::by_subgroups(tournament, rules, games),
        ProvedProcedure::Indices(seeding) => match ProcedureToProve::seeds(tournament) {
            Some(true) => return Ok(by_edition(seeding, games)),
            Some(false) => ProcedureToProve::by_indices(tournament, rules, games),
            None => {
                let reason = "the number of rounds is missing (record 142), so the round may or may not be a seeding round (C.04.4.2 1.6.2)";
                return Err(Rejection::new(reason));
            }
        },
    };
    Ok(AskedRound::Procedure(procedure))
}

/// The tournament before what is paired next: a round, or a whole match.
fn before_pairing<'c>(chosen: &'c ChosenRound<'_>, pairing: &SwissSystem) -> Cow<'c, Tournament> {
    match pairing.unit {
        PairingUnit::Match => before_next_match(&chosen.tournament),
        _ => Cow::Borrowed(&chosen.tournament),
    }
}

fn has_none(rejection: &Rejection) -> AnswerError {
    AnswerError::invalid(format!("the round has no proof: {rejection}"))
}

/// Under which premises a proof is to hold, where that is not left to the file.
#[derive(Clone, Default, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct VerifyOptions {
    /// By which rules.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub rules: RulesOptions,
    /// Which round.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub which: RoundOptions,
}

/// A proof, checked against the round of a file.
#[derive(Debug)]
pub struct CheckedProof {
    /// As the proof is named in messages.
    name: String,
    proof: RoundProof,
    /// Why the rules are those that the proof assumes.
    by: ChosenBy,
    rejection: Option<Rejection>,
}

#[derive(Serialize)]
struct VerificationDocument<'a> {
    format: &'static str,
    format_version: u32,
    program: Program,
    holds: bool,
    /// Why it does not.
    rejection: Option<String>,
    /// What the proof assumes, also where that does not hold.
    premises: &'a Premises,
    edition: u16,
    round: u16,
    /// Whether it proves that there is no round.
    is_impossible: bool,
    pairs: usize,
    bye: Option<u32>,
}

impl CheckedProof {
    /// Checks the proof `bytes`, which messages call `proof_name`, against the round of a file; `note` is
    /// told which one that is.
    ///
    /// The rules are those that the options name, or else the file; where neither does, the proof's own, and
    /// the answer says so.
    ///
    /// # Errors
    /// A proof that is none; a round that cannot be chosen. A proof that does not hold is an answer.
    pub fn new(
        input: &TournamentInput,
        options: &VerifyOptions,
        (proof_name, bytes): (&str, &[u8]),
        mut note: impl FnMut(&str),
    ) -> Result<Self, AnswerError> {
        if bytes.len() > MOST_BYTES {
            let message = format!("{proof_name}: larger than {} MB", MOST_BYTES >> 20);
            return Err(AnswerError::new(AnswerErrorKind::Limit, message));
        }
        let proof = RoundProof::read(bytes).map_err(|rejection| {
            AnswerError::invalid(format!("{proof_name}: not a proof: {rejection}"))
        })?;
        let tournament = input.participants(options.rules)?;
        let mut choice = options.rules.choose(Asked::by(tournament))?;
        if choice.by == ChosenBy::Default
            && let Some(assumed) = system::proved(proof.premises.edition)
        {
            choice.pairing = assumed;
        }
        let games = choice.pairing.unit.games();
        let chosen = which_round::choose(&input.name, tournament, games, &options.which)?;
        for words in chosen.notes() {
            note(&words);
        }
        Ok(Self {
            name: proof_name.to_owned(),
            rejection: check(&proof, choice, &chosen).err(),
            proof,
            by: choice.by,
        })
    }

    fn n_pairs(&self) -> usize {
        let lasting = (self.proof.brackets.iter()).filter(|bracket| bracket.barrier.is_none());
        lasting.map(|bracket| bracket.pairs.len()).sum()
    }

    /// What holds, and under which premises.
    ///
    /// # Errors
    /// Why it does not, as an answer more than a failure.
    pub fn to_text(&self) -> Result<String, AnswerError> {
        let proof = &self.proof;
        if let Some(rejection) = &self.rejection {
            let hint = hint(rejection).map_or(String::new(), |hint| format!("\n  hint: {hint}"));
            let message = format!("{}: the proof does not hold: {rejection}{hint}", self.name);
            return Err(AnswerError::new(AnswerErrorKind::NoPairing, message));
        }
        let Premises { edition, round, .. } = proof.premises;
        let mut text =
            format!("The proof holds: round {round}, edition of {edition}.\nIt assumes:\n");
        for premise in self.premises_in_words() {
            writeln!(text, "- {premise}").expect("a string grows");
        }
        if proof.impossible.is_some() {
            text += "Then no legal round exists.\n";
        } else {
            let bye = proof.bye.map_or(String::new(), |bye| {
                format!(", and the bye of player {bye}")
            });
            writeln!(
                text,
                "Then nothing else is right than its {} pairs{bye}; colours are not part of it.",
                self.n_pairs()
            )
            .expect("a string grows");
        }
        Ok(text)
    }

    /// Each premise as a line.
    fn premises_in_words(&self) -> Vec<String> {
        // Named one by one, so that a premise which comes in later does not compile without its words.
        let Premises {
            system,
            edition,
            round,
            rounds_total,
            byes,
            open_games,
            bans,
            virtual_points,
            readings,
            position,
        } = &self.proof.premises;
        let editions = registry::editions_of(system).into_iter();
        let rules = { editions }.find(|row| row.year == *edition);
        let rules = rules.map_or("", |pairing| pairing.name);
        let by = match self.by {
            ChosenBy::Default => "which the file does not say".into(),
            said => said.words(),
        };
        let total = rounds_total.map_or_else(
            || "how many the event has is not known, so it is not the last one".to_owned(),
            |total| format!("of {total}"),
        );
        let bye = |(number, kind): &(u32, char)| format!("{number} ({kind})");
        let game = |game: &CountedGame| {
            let CountedGame {
                round,
                white,
                black,
                counts,
            } = game;
            let counts = match counts.as_str() {
                "draw" => "drawn".to_owned(),
                winner => format!("won by {winner}"),
            };
            format!("{white}-{black} of round {round} {counts}")
        };
        let ban = |group: &Vec<u32>| {
            let numbers: Vec<String> = group.iter().map(u32::to_string).collect();
            numbers.join("-")
        };
        let points = |(number, points): &(u32, String)| format!("{number}: {points}");
        let reading = |(name, value): &(String, String)| format!("{name} = {value}");
        let readings = (!readings.is_empty())
            .then(|| words("readings that are not the default", readings, reading));
        let premises = [
            format!("rules: {rules}, {by}"),
            format!("round: {round}, {total}"),
            words("byes given by the arbiter, and absences", byes, bye),
            words("games without a result", open_games, game),
            words("kept apart by the arbiter", bans, ban),
            words("virtual points", virtual_points, points),
            format!("position: SHA-256 {position}"),
        ];
        premises.into_iter().chain(readings).collect()
    }

    /// The document `edelweiss.verification`.
    pub fn to_json(&self) -> String {
        let proof = &self.proof;
        written(&VerificationDocument {
            format: "edelweiss.verification",
            format_version: FORMAT_VERSION,
            program: Program::default(),
            holds: self.rejection.is_none(),
            rejection: self.rejection.as_ref().map(ToString::to_string),
            premises: &proof.premises,
            edition: proof.premises.edition,
            round: proof.premises.round,
            is_impossible: proof.impossible.is_some(),
            pairs: self.n_pairs(),
            bye: proof.bye,
        })
    }
}

/// Checks a proof against a round by the rules that were chosen.
fn check(
    proof: &RoundProof,
    choice: ChosenSystem,
    chosen: &ChosenRound<'_>,
) -> Result<(), Rejection> {
    let (assumed, pairing) = (&proof.premises, choice.pairing);
    verify::same("system", &assumed.system.as_str(), &pairing.system)?;
    verify::same("edition", &assumed.edition, &pairing.year)?;
    let Ok(by) = proved_by(pairing) else {
        let reason = "there are no proofs of this edition";
        return Err(Rejection::new(reason).at("premises, edition"));
    };
    let tournament = before_pairing(chosen, pairing);
    match asked(by, &tournament, pairing, &assumed.readings, chosen)? {
        AskedRound::Edition(asked) => verify::verify(&asked, proof),
        AskedRound::Procedure(asked) => verify::verify_procedure(&asked, proof),
    }
}

/// How to ask under the premise that the proof assumes.
fn hint(rejection: &Rejection) -> Option<&'static str> {
    Some(match rejection.place.strip_prefix("premises, ")? {
        "system" => "--system asks by another system than the file does",
        "edition" => "--rules asks by another edition than the file does",
        "round" => "--round asks about another round",
        "byes" => {
            "--given-bye says that a bye was given by the arbiter, where the file does not announce it"
        }
        "open_games" => "--open says what games without a result count",
        _ => "the file is not the one that the round was proved of",
    })
}

/// `heading: one, another`, or that there are none.
fn words<T>(heading: &str, items: &[T], word: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(word).collect();
    let items = if items.is_empty() {
        "none".to_owned()
    } else {
        listed(&items)
    };
    format!("{heading}: {items}")
}
