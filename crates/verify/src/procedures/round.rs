//! A round before it is paired: its premises, and what follows from the rounds before.

use std::cmp::Reverse;

use edelweiss_model::{
    Definitions, PlayerId, Position, Score, TeamPairingRules, TeamPreferences, Tournament,
};

use super::club_rules::ClubParameters;
use super::entrant::EntrantToProve;
use super::reading::{READINGS, UpfloatReading};
use super::{club, matches, median_entrants, players, teams};
use crate::legality::PossiblePairs;
use crate::premises::{CountedGame, Premises, sha256};
use crate::rejection::Rejection;

/// Which procedure pairs, and what of it an event chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketProcedure {
    /// C.04.6, of teams whose colour preferences are of this type.
    Teams(TeamPreferences),
    /// C.04.5, of matches of two games.
    Matches,
    /// C.04.4.1: who prefers White against who prefers Black, a low average of opponents against a high number.
    Subgroups,
    /// C.04.4.2 after its seeding rounds: by what has been played, the highest against the lowest.
    Indices,
    /// A ladder: neighbours of a ranking meet, who have not met for a while.
    Ladder,
    /// Groups are paired from both ends, the median group last.
    Median(MedianProcedure),
}

impl BracketProcedure {
    /// Definitions of the position.
    fn definitions(self) -> Definitions {
        match self {
            Self::Median(MedianProcedure::Alone { .. }) => median_entrants::OF_PLAYERS,
            Self::Median(MedianProcedure::Together) => median_entrants::OF_TEAMS,
            _ => Definitions::DUTCH_2026,
        }
    }
}

/// With whom a group is paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MedianProcedure {
    /// C.04.4.3: with those who floated into it.
    Alone {
        /// Twice the median score, in tenths.
        twice_median: i64,
    },
    /// D.02: with everybody who is not paired yet.
    Together,
}

/// A tournament before a round of which there may be a proof, by a procedure that gives the bye first.
#[derive(Clone, Debug)]
pub struct ProcedureToProve<'t> {
    tournament: &'t Tournament,
    position: Position,
    premises: Premises,
    procedure: BracketProcedure,
    readings: Vec<UpfloatReading>,
    entrants: Vec<EntrantToProve>,
    /// Of a club, rounds between two games of the same players, and how often they meet at most.
    apart: Option<[usize; 2]>,
}

impl<'t> ProcedureToProve<'t> {
    /// The next round of `tournament`, whose participants are teams, by the rules that `system` and `edition` name.
    /// `readings` are those that are not the default. O(teams · rounds).
    ///
    /// # Errors
    /// A reading of which there are no proofs; games that contradict themselves with the byes of a reading.
    pub fn of_teams(
        tournament: &'t Tournament,
        (system, edition): (&str, u16),
        readings: &[(String, String)],
        open_games: Vec<CountedGame>,
    ) -> Result<Self, Rejection> {
        let rules =
            (tournament.matches.as_ref()).map_or_else(TeamPairingRules::default, |of| of.rules);
        let mut named: Vec<(String, String)> = readings.to_vec();
        named.sort();
        let known = |(name, value): &(String, String)| {
            let mut all = READINGS.iter();
            let found = all.find(|(known, chosen, _)| (known, chosen) == (&&**name, &&**value));
            found.map(|(.., reading)| *reading).ok_or_else(|| {
                let reason = format!("there are no proofs by the reading {name} = {value}");
                Rejection::new(reason).at("premises, readings")
            })
        };
        let readings: Vec<UpfloatReading> = named.iter().map(known).collect::<Result<_, _>>()?;
        let told = teams::with_byes(tournament, &readings)?;
        let position = Position::derive(&told, &Definitions::DUTCH_2026);
        let entrants = teams::teams(&told, &position, rules.preferences, &readings);
        let premises = Premises::of(tournament, &position, open_games).by(system, edition);
        let round = Self {
            tournament,
            position,
            premises: Premises {
                readings: named,
                ..premises
            },
            procedure: BracketProcedure::Teams(rules.preferences),
            readings,
            entrants,
            apart: None,
        };
        Ok(round.sealed())
    }

    /// The next round of `tournament` by the ladder, by the rules that `system` and `edition` name. `chosen` are the
    /// parameters of the club that are not the default. O(players · rounds²), at most twenty times.
    ///
    /// # Errors
    /// A parameter, or a value of one, of which there are no proofs.
    pub fn by_ladder(
        tournament: &'t Tournament,
        rules: (&str, u16),
        chosen: &[(String, String)],
        open_games: Vec<CountedGame>,
    ) -> Result<Self, Rejection> {
        let club = ClubParameters::new(chosen)?;
        let players = |of: &Tournament, position: &Position| {
            club::club_players(of, position.round().index(), &club)
        };
        let procedure = BracketProcedure::Ladder;
        let mut round = Self::of(tournament, rules, open_games, procedure, players);
        round.premises.readings = chosen.to_vec();
        round.premises.readings.sort();
        // Longer distances than there are rounds bar the same.
        let distance = club.repeat_after.min(round.position.round().index());
        round.apart = Some([distance, club.most_meetings]);
        Ok(round.at_distance(distance).sealed())
    }

    /// The same, where so many rounds lie between two games of the same players (ladder 2.2, 2.3).
    pub(super) fn at_distance(&self, distance: usize) -> Self {
        let mut round = self.clone();
        let past = round.position.round().index();
        let most = self.apart.map_or(usize::MAX, |[_, most]| most);
        round.apart = Some([distance, most]);
        for entrant in &mut round.entrants {
            let games = &entrant.games;
            let meetings = |other| games.iter().filter(|(_, met)| *met == other).count();
            let is_barred = |(at, other): &&(usize, PlayerId)| {
                at + distance >= past || meetings(*other) >= most
            };
            let barred = games.iter().filter(is_barred).map(|(_, other)| *other);
            entrant.met = barred.collect();
        }
        round
    }

    /// Of a club, rounds between two games of the same players.
    pub(super) fn distance(&self) -> Option<usize> {
        self.apart.map(|[distance, _]| distance)
    }

    /// Of a club, how many rounds lie between the last game of two players and the one to be paired.
    pub(super) fn rounds_since(&self, one: PlayerId, other: PlayerId) -> Option<usize> {
        let games = self.entrant(one).games.iter();
        let last = games
            .filter(|(_, met)| *met == other)
            .map(|(at, _)| *at)
            .max()?;
        Some(self.position.round().index() - 1 - last)
    }

    /// The next match of `tournament`, whose pairings are matches of two games, two rounds each, by the rules that
    /// `system` and `edition` name; the next round is the first game of it. O(players · rounds).
    pub fn of_matches(
        tournament: &'t Tournament,
        rules: (&str, u16),
        open_games: Vec<CountedGame>,
    ) -> Self {
        let readings = vec![UpfloatReading::FollowingUnpaired];
        let round = Self::of(
            tournament,
            rules,
            open_games,
            BracketProcedure::Matches,
            matches::players,
        );
        Self { readings, ..round }.sealed()
    }

    /// The next round of `tournament` by the procedure of C.04.4.1 (2026), by the rules that `system` and `edition`
    /// name. O(players · rounds).
    pub fn by_subgroups(
        tournament: &'t Tournament,
        rules: (&str, u16),
        open_games: Vec<CountedGame>,
    ) -> Self {
        let players = players::of_subgroups;
        Self::of(
            tournament,
            rules,
            open_games,
            BracketProcedure::Subgroups,
            players,
        )
        .sealed()
    }

    /// The next round of `tournament`, which is none of its seeding rounds, by the procedure of C.04.4.2 (2026), by the
    /// rules that `system` and `edition` name. O(players · rounds).
    pub fn by_indices(
        tournament: &'t Tournament,
        rules: (&str, u16),
        open_games: Vec<CountedGame>,
    ) -> Self {
        let players = players::of_indices;
        Self::of(
            tournament,
            rules,
            open_games,
            BracketProcedure::Indices,
            players,
        )
        .sealed()
    }

    /// The next round of `tournament` by the procedure of C.04.4.3, by the rules that `system` and `edition` name.
    /// O(players · rounds).
    pub fn by_median_group(
        tournament: &'t Tournament,
        rules: (&str, u16),
        open_games: Vec<CountedGame>,
    ) -> Self {
        let past = tournament.next_round().index() as i64;
        let procedure = BracketProcedure::Median(MedianProcedure::Alone {
            twice_median: i64::from(tournament.points.win[0].tenths()) * past,
        });
        let players = median_entrants::players;
        Self::of(tournament, rules, open_games, procedure, players).sealed()
    }

    /// The next round of `tournament`, whose participants are teams, by the procedure of D.02, by the rules that `system`
    /// and `edition` name. O(teams · rounds).
    pub fn by_median_group_of_teams(
        tournament: &'t Tournament,
        rules: (&str, u16),
        open_games: Vec<CountedGame>,
    ) -> Self {
        let procedure = BracketProcedure::Median(MedianProcedure::Together);
        let teams = median_entrants::teams;
        Self::of(tournament, rules, open_games, procedure, teams).sealed()
    }

    /// Whether the next round of an event by C.04.4.2 is a seeding round, which the Dutch System pairs (1.6); nothing where
    /// the number of rounds decides and is not known.
    pub fn seeds(tournament: &Tournament) -> Option<bool> {
        let round = tournament.next_round().get();
        match tournament.rounds_total {
            Some(total) => Some(round <= total.get() / 2 && round <= 4),
            None => (round > 4).then_some(false),
        }
    }

    fn of(
        tournament: &'t Tournament,
        (system, edition): (&str, u16),
        open_games: Vec<CountedGame>,
        procedure: BracketProcedure,
        entrants: impl Fn(&Tournament, &Position) -> Vec<EntrantToProve>,
    ) -> Self {
        let position = Position::derive(tournament, &procedure.definitions());
        Self {
            tournament,
            premises: Premises::of(tournament, &position, open_games).by(system, edition),
            procedure,
            readings: Vec::new(),
            entrants: entrants(tournament, &position),
            apart: None,
            position,
        }
    }

    fn sealed(mut self) -> Self {
        self.premises.position = sha256(&self.position_text());
        self
    }

    /// The tournament.
    pub fn tournament(&self) -> &'t Tournament {
        self.tournament
    }

    /// What a proof of the round assumes.
    pub fn premises(&self) -> &Premises {
        &self.premises
    }

    /// Everybody to be paired.
    pub fn present(&self) -> &[PlayerId] {
        self.position.present()
    }

    /// Whether two may be paired: C1, C3 of players, limits of colours where these come first, and bans.
    pub fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        let [one, other] = [a, b].map(|id| self.entrant(id));
        let absolute = one.preference.filter(|(_, is_absolute)| *is_absolute);
        let clash = one.has_absolute && absolute.is_some() && one.preference == other.preference;
        // C.04.4.3 6: in the last round equal scores go first.
        let is_free = || self.position.is_final() && one.score == other.score;
        let is_barred = self.pairs_groups_alone() && self.limits_clash(a, b) && !is_free();
        a != b && !one.met.contains(&b) && !clash && !is_barred && !self.position.is_banned(a, b)
    }

    /// Whether groups are paired from both ends, each alone.
    pub(super) fn pairs_groups_alone(&self) -> bool {
        matches!(
            self.procedure,
            BracketProcedure::Median(MedianProcedure::Alone { .. })
        )
    }

    /// Whether limits of colours let neither have White against the other.
    pub(super) fn limits_clash(&self, a: PlayerId, b: PlayerId) -> bool {
        let [one, other] = [a, b].map(|id| self.entrant(id).barred);
        (one[0] || other[1]) && (one[1] || other[0])
    }

    /// Who should have the bye rather than this player, if they can: C2 and 3.4.
    pub fn should_rather_have_bye(&self, id: PlayerId, than: PlayerId) -> bool {
        self.entrant(id).bye_allowed && self.bye_rank(id) < self.bye_rank(than)
    }

    pub(super) fn is_present(&self, id: PlayerId) -> bool {
        self.position.player(id).present
    }

    pub(super) fn is_over(&self) -> bool {
        let round = self.position.round();
        (self.position.rounds_total()).is_some_and(|total| round > total)
    }

    pub(super) fn entrants<'i>(
        &'i self,
        ids: &'i [PlayerId],
    ) -> impl Iterator<Item = &'i EntrantToProve> {
        ids.iter().map(|id| self.entrant(*id))
    }

    pub(super) fn entrant(&self, id: PlayerId) -> &EntrantToProve {
        &self.entrants[id.index()]
    }

    /// The pairing score.
    pub fn score(&self, id: PlayerId) -> Score {
        self.entrant(id).score
    }

    pub(super) fn number(&self, id: PlayerId) -> u32 {
        self.tournament.player(id).number.get()
    }

    pub(super) fn numbers(&self, ids: &[PlayerId]) -> Vec<u32> {
        ids.iter().map(|id| self.number(*id)).collect()
    }

    pub(super) fn find(&self, number: u32) -> Result<PlayerId, Rejection> {
        let mut ids = self.tournament.player_ids();
        ids.find(|id| self.number(*id) == number)
            .ok_or_else(|| Rejection::new(format!("the tournament has no {number}")))
    }

    /// What a barrier is about.
    pub(super) fn possible(
        &self,
        takes_bye: impl Fn(PlayerId) -> bool,
    ) -> PossiblePairs<
        impl Fn(PlayerId) -> u32,
        impl Fn(PlayerId, PlayerId) -> bool,
        impl Fn(PlayerId) -> bool,
    > {
        PossiblePairs {
            number: |id| self.number(id),
            may_meet: |a, b| self.may_meet(a, b),
            takes_bye,
        }
    }

    /// C.04.6 3.4.2-3.4.4, and what the other texts say alike: the smaller, the rather.
    pub(super) fn bye_rank(&self, id: PlayerId) -> (u32, Score, Reverse<usize>, Reverse<usize>) {
        let entrant = self.entrant(id);
        (
            entrant.bye_first,
            entrant.score,
            Reverse(entrant.n_played),
            Reverse(entrant.rank),
        )
    }

    /// By score, then rank.
    pub(super) fn by_score(&self, mut ids: Vec<PlayerId>) -> Vec<PlayerId> {
        ids.sort_by_key(|id| (Reverse(self.score(*id)), self.entrant(*id).rank));
        ids
    }

    /// Those of the highest score of a list by score.
    pub(super) fn top<'i>(&self, ids: &'i [PlayerId]) -> &'i [PlayerId] {
        let n = ids.partition_point(|id| self.score(*id) == self.score(ids[0]));
        &ids[..n]
    }

    /// The scores of a list, the highest first, each once.
    pub(super) fn levels(&self, ids: &[PlayerId]) -> Vec<Score> {
        let mut levels: Vec<Score> = ids.iter().map(|id| self.score(*id)).collect();
        levels.sort_unstable_by_key(|level| Reverse(*level));
        levels.dedup();
        levels
    }

    /// C6: whether the following scoregroup is that of the standings, also where nobody of it is left.
    pub(super) fn follows_standings(&self) -> bool {
        !self.readings.contains(&UpfloatReading::FollowingUnpaired)
    }

    /// C6: whether it says nothing where the following bracket takes two up at least.
    pub(super) fn follows_parity(&self) -> bool {
        self.readings.contains(&UpfloatReading::FollowingByParity)
    }

    pub(super) fn procedure(&self) -> BracketProcedure {
        self.procedure
    }
}
