//! What follows from a tournament before one round: scores, preferences, floats, bye bars.
//!
//! # Articles
//! C.04.3 (2026) 1.2-1.8; 2017 A.2, A.4, A.6, A.7; C.04.2 (2026) 3.1-3.5; C.04.7 (2026) 1.
//!
//! Deliberately absent: criteria and brackets. They belong to the layers above.
//!
//! Longer than other files: fields that nobody else sets, and the derivation that alone sets them.

use crate::acceleration::baku_virtual_points;
use crate::bans::BansInForce;
use crate::points::PointTable;
use crate::{
    Acceleration, ByeKind, Colour, ForbiddenGroup, PlayerId, RoundEntry, RoundNumber, Score,
    Strength, Tournament, baku_upper_group_size,
};

/// When a round without a game is a downfloat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnplayedFloat {
    /// Always (2017 A.4.b).
    Always,
    /// After the pairing-allocated bye, and when the round brought more points than a loss
    /// (C.04.3 (2026) 1.4.3).
    AboveLoss,
    /// When the round brought more points than a loss, the pairing-allocated bye being no exception:
    /// 1.4.3 as another program reads it. No edition of ours; it explains that program's rounds.
    PointsAboveLoss,
    /// After the pairing-allocated bye, which is a downfloat; a pair that was made but not played
    /// floats like a game; an absence leaves no mark (C.04.1 (1998) A.4, A.5, F.2).
    ByeAndForfeits,
    /// After the pairing-allocated bye only.
    ByeOnly,
}

/// What bars a player from the pairing-allocated bye.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByeBar {
    /// An earlier pairing-allocated bye or a forfeit win (2017 C.2).
    ByeOrForfeitWin,
    /// An earlier pairing-allocated bye, or any single round that brought at least the points of a
    /// win without a game (C.04.1 (2026) article 4).
    WinWithoutPlaying,
}

/// The definitions in which editions of the rules differ before any pair is formed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definitions {
    /// When a round without a game is a downfloat.
    pub unplayed_float: UnplayedFloat,
    /// What bars from the pairing-allocated bye.
    pub bye_bar: ByeBar,
}

impl Definitions {
    /// FIDE (Dutch), in force until 31 January 2026.
    pub const DUTCH_2017: Self = Self {
        unplayed_float: UnplayedFloat::Always,
        bye_bar: ByeBar::ByeOrForfeitWin,
    };
    /// FIDE (Dutch), in force from 1 February 2026.
    pub const DUTCH_2026: Self = Self {
        unplayed_float: UnplayedFloat::AboveLoss,
        bye_bar: ByeBar::WinWithoutPlaying,
    };
    /// The Swiss system based on rating of 1998 (C.04.1).
    pub const DUTCH_1998: Self = Self {
        unplayed_float: UnplayedFloat::ByeAndForfeits,
        bye_bar: ByeBar::WinWithoutPlaying,
    };
}

/// The float mark of one round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Float {
    /// Met an equal, or had an unplayed round that leaves no mark.
    #[default]
    None,
    /// Met a lower-scored opponent, or was marked for an unplayed round.
    Down,
    /// Met a higher-scored opponent.
    Up,
}

/// One player before the round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayerState {
    /// Pairing score: points so far plus the virtual points of the round to be paired.
    pub score: Score,
    /// Points so far, without virtual points.
    pub standings: Score,
    /// Games with White minus games with Black.
    pub colour_difference: i16,
    /// The colour the player should get next; `None` exactly when `strength` is.
    pub preference: Option<Colour>,
    /// How strong the preference is.
    pub strength: Strength,
    /// The colour of the last two games, if they had one colour.
    pub repeated_colour: Option<Colour>,
    /// Float marks of the previous round and of the round before it.
    pub floats: [Float; 2],
    /// May receive the pairing-allocated bye.
    pub bye_allowed: bool,
    /// Rounds so far in which the player did not play a game.
    pub unplayed: u16,
    /// Over half of the maximum score before the last round (C.04.3 (2026) 1.8).
    pub topscorer: bool,
    /// Takes part in this pairing.
    pub present: bool,
    /// Number among those who have taken part so far, or take part now, in the initial order; its
    /// parity decides the first colour (C.04.3 (2026) 5.2.5). Zero for a player not yet arrived.
    pub arrival_number: u32,
}

impl PlayerState {
    /// The colour that C3 binds the player to: that of an absolute preference, unless the player is a
    /// topscorer. Two players bound to one colour do not meet.
    pub fn bound_to(&self) -> Option<Colour> {
        let is_bound = self.strength == Strength::Absolute && !self.topscorer;
        self.preference.filter(|_| is_bound)
    }
}

/// A tournament before one round.
///
/// Invariant: `players[i]` describes the player with index `i`; `present` is sorted by
/// C.04.3 (2026) 1.2, higher score first, then initial order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    round: RoundNumber,
    rounds_total: Option<RoundNumber>,
    initial_colour: Option<Colour>,
    players: Vec<PlayerState>,
    present: Vec<PlayerId>,
    given_bye: Option<PlayerId>,
    /// By player: took part before this round.
    came_before: Vec<bool>,
    /// Games played over the board, all players after each other; `game_start[i]..game_start[i+1]`
    /// are those of player `i`, oldest first.
    games: Vec<(PlayerId, Colour)>,
    game_start: Vec<u32>,
    /// Who has met: bit `b` of row `a`. Empty where that would take more room than the games.
    met: Vec<u64>,
    bans: BansInForce,
    soft_bans: BansInForce,
}

impl Position {
    /// Derives the position before the next round of `tournament`.
    /// O(players · rounds), plus sorting.
    pub fn derive(tournament: &Tournament, definitions: &Definitions) -> Self {
        Derivation::new(tournament, definitions).run()
    }

    /// This position with some players absent from the round, some already seated in it (they take
    /// part, but are not paired any more), and some kept apart. The same as if the tournament had
    /// said so. O(players · rounds), and O(players²/64) if anybody is kept apart in a field of at most 16,384.
    #[must_use]
    pub fn changed(
        &self,
        absent: &[PlayerId],
        seated: &[PlayerId],
        apart: &[(PlayerId, PlayerId)],
    ) -> Self {
        let mut changed = self.clone();
        for id in absent {
            changed.players[id.index()].present = false;
        }
        changed.number_arrivals();
        for id in seated {
            changed.players[id.index()].present = false;
        }
        let players = &changed.players;
        changed.present.retain(|id| players[id.index()].present);
        let n = players.len();
        for &(a, b) in apart.iter().filter(|(a, b)| a != b) {
            changed.bans.part(n, a, b);
        }
        changed
    }

    /// This position with the pairing-allocated bye closed to these players.
    #[must_use]
    pub fn without_byes(mut self, players: &[PlayerId]) -> Self {
        for id in players {
            self.players[id.index()].bye_allowed = false;
        }
        self
    }

    /// This position with other colour preferences: how the round would be paired if the rules on
    /// preferences were read otherwise. O(players · rounds).
    #[must_use]
    pub fn preferring(&self, preferences: &[(PlayerId, Colour, Strength)]) -> Self {
        let mut changed = self.clone();
        for (id, colour, strength) in preferences {
            let player = &mut changed.players[id.index()];
            (player.preference, player.strength) = (Some(*colour), *strength);
        }
        changed
    }

    /// Sets the bits of everybody who has met, if a row is no longer than a player's games.
    fn remember_meetings(&mut self) {
        let n = self.players.len();
        let words = n.div_ceil(64);
        if words == 0 || words > self.round.index() {
            return;
        }
        self.met.resize(n * words, 0);
        for (row, ends) in self
            .met
            .chunks_exact_mut(words)
            .zip(self.game_start.windows(2))
        {
            for (opponent, _) in &self.games[ends[0] as usize..ends[1] as usize] {
                row[opponent.index() / 64] |= 1 << (opponent.index() % 64);
            }
        }
    }

    /// Numbers those who have taken part, or do so in this round, in initial order.
    fn number_arrivals(&mut self) {
        let mut arrived = 0;
        for (state, came_before) in self.players.iter_mut().zip(&self.came_before) {
            state.arrival_number = 0;
            if state.present || *came_before {
                arrived += 1;
                state.arrival_number = arrived;
            }
        }
    }

    /// The round to be paired.
    pub fn round(&self) -> RoundNumber {
        self.round
    }

    /// How many rounds the event has, if it has said so.
    pub fn rounds_total(&self) -> Option<RoundNumber> {
        self.rounds_total
    }

    /// Whether it is the last round of the event.
    pub fn is_final(&self) -> bool {
        self.rounds_total.is_some_and(|total| self.round >= total)
    }

    /// The initial colour, given or inferred; `None` before any game of an event without it.
    pub fn initial_colour(&self) -> Option<Colour> {
        self.initial_colour
    }

    /// Everybody to be paired, highest ranked first.
    pub fn present(&self) -> &[PlayerId] {
        &self.present
    }

    /// The player to whom the arbiter has already given the bye of this round.
    pub fn given_bye(&self) -> Option<PlayerId> {
        self.given_bye
    }

    /// All players, present or not, in the initial order.
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    /// One player.
    ///
    /// # Panics
    /// When the id belongs to a larger tournament.
    pub fn player(&self, id: PlayerId) -> &PlayerState {
        &self.players[id.index()]
    }

    /// Opponents met over the board and the own colour in those games, oldest first.
    pub fn games(&self, id: PlayerId) -> &[(PlayerId, Colour)] {
        let index = id.index();
        &self.games[self.game_start[index] as usize..self.game_start[index + 1] as usize]
    }

    /// The colour of `a` in the latest game in which the colours of the two differ, games counted from the last one
    /// backwards (C.04.2 (2026) 3.4). O(rounds).
    #[inline]
    pub fn latest_difference(&self, a: PlayerId, b: PlayerId) -> Option<Colour> {
        let (mine, theirs) = (self.games(a).iter().rev(), self.games(b).iter().rev());
        let mut both = mine.zip(theirs);
        both.find_map(|((_, mine), (_, theirs))| (mine != theirs).then_some(*mine))
    }

    /// The bans in force, as groups of players of whom no two may meet.
    pub fn bans(&self) -> &[Vec<PlayerId>] {
        self.bans.groups()
    }

    /// Whom the bans in force keep apart from this player, a bit for each player index in words of
    /// 64; empty if there are no bans at all, and in events of more than 16,384 players, where only
    /// [`Self::is_banned`] tells.
    pub fn banned(&self, id: PlayerId) -> &[u64] {
        self.bans.row(id)
    }

    /// Whether the two have played each other (C1). O(1) in events of many rounds for their players,
    /// else O(rounds).
    pub fn have_met(&self, a: PlayerId, b: PlayerId) -> bool {
        if self.met.is_empty() {
            return self.games(a).iter().any(|(opponent, _)| *opponent == b);
        }
        let words = self.players.len().div_ceil(64);
        self.met[a.index() * words + b.index() / 64] >> (b.index() % 64) & 1 == 1
    }

    /// Whether a ban in force keeps the two apart. O(1), of more than 16,384 players O(bans of the two).
    pub fn is_banned(&self, a: PlayerId, b: PlayerId) -> bool {
        self.bans.are_apart(a, b)
    }

    /// The soft bans in force, as groups of players of whom no two should meet.
    pub fn soft_bans(&self) -> &[Vec<PlayerId>] {
        self.soft_bans.groups()
    }

    /// Whether the two, as a pair, would break a soft ban in force. Cost: as [`Self::is_banned`].
    pub fn breaks_soft_ban(&self, a: PlayerId, b: PlayerId) -> bool {
        self.soft_bans.are_apart(a, b)
    }

    /// Whether C3 keeps the two apart: both are bound to one colour.
    pub fn colours_clash(&self, a: PlayerId, b: PlayerId) -> bool {
        let bound = self.player(a).bound_to();
        bound.is_some() && bound == self.player(b).bound_to()
    }

    /// Whether the two may be paired under C1, the arbiter's bans and C3.
    pub fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        a != b && !self.colours_clash(a, b) && !self.have_met(a, b) && !self.is_banned(a, b)
    }

    /// Whether `a` is ranked higher than `b` (C.04.3 (2026) 1.2).
    pub fn is_higher(&self, a: PlayerId, b: PlayerId) -> bool {
        (self.player(b).score, a) < (self.player(a).score, b)
    }
}

/// The pairing scores with which `round` was paired, by player index: points before the round plus
/// the virtual points of the round. For systems that look back at every round; `round` is at most
/// the round to be paired next. O(players · rounds).
///
/// ```
/// use edelweiss_model::{Player, RoundNumber, Score, TournamentData, Tpn, pairing_scores};
///
/// let mut data = TournamentData::default();
/// data.players.push(Player::new(Tpn::new(1).expect("1..=9999")));
/// data.players[0].virtual_points = vec![Score::ONE];
/// let tournament = data.build().expect("one fresh player contradicts nothing");
/// assert_eq!(pairing_scores(&tournament, RoundNumber::FIRST), [Score::ONE]);
/// ```
pub fn pairing_scores(tournament: &Tournament, round: RoundNumber) -> Vec<Score> {
    let derivation = Derivation::new(tournament, &Definitions::DUTCH_2026);
    (tournament.player_ids())
        .map(|id| {
            let points = tournament.standings_score(id, round.index());
            points + derivation.virtual_points(id.index(), round.index())
        })
        .collect()
}

/// Colour preference and its strength from the difference and the last two colours
/// (C.04.3 (2026) 1.7; 2017 A.6). Where the two sentences on absolute preferences contradict each
/// other, the colour difference decides.
fn preference(
    difference: i16,
    last: Option<Colour>,
    repeated: Option<Colour>,
) -> (Option<Colour>, Strength) {
    let minority = if difference > 0 {
        Colour::Black
    } else {
        Colour::White
    };
    let Some(last) = last else {
        return (None, Strength::None);
    };
    match (difference.abs(), repeated) {
        (2.., _) => (Some(minority), Strength::Absolute),
        (_, Some(colour)) => (Some(!colour), Strength::Absolute),
        (1, None) => (Some(minority), Strength::Strong),
        _ => (Some(!last), Strength::Mild),
    }
}

/// Sorts players of the initial order by C.04.3 (2026) 1.2: higher score first, then initial order. As
/// numbers, which are sorted in half the time.
fn rank(present: &mut [PlayerId], players: &[PlayerState]) {
    let key = |id: &PlayerId| {
        let score = players[id.index()].score.tenths();
        i64::from(-score) << 32 | id.index() as i64
    };
    let mut keys: Vec<i64> = present.iter().map(key).collect();
    keys.sort_unstable();
    for (id, key) in present.iter_mut().zip(keys) {
        *id = PlayerId::from_index(key as u32 as usize);
    }
}

/// The work of [`Position::derive`].
struct Derivation<'a> {
    tournament: &'a Tournament,
    definitions: &'a Definitions,
    points: PointTable<'a>,
    round: RoundNumber,
    is_final: bool,
    has_virtual: bool,
    /// Under the Baku method: the first index outside the upper group.
    baku_end: Option<usize>,
}

impl<'a> Derivation<'a> {
    fn new(tournament: &'a Tournament, definitions: &'a Definitions) -> Self {
        let round = tournament.next_round();
        let mut derivation = Self {
            tournament,
            definitions,
            points: PointTable::new(&tournament.points),
            round,
            is_final: tournament.rounds_total.is_some_and(|total| round >= total),
            has_virtual: tournament.has_virtual_points(),
            baku_end: None,
        };
        if tournament.acceleration == Acceleration::Baku && !derivation.has_virtual {
            derivation.baku_end = Some(derivation.upper_group_end());
        }
        derivation
    }

    /// The upper group is counted among those paired in round one (C.04.2 (2026) 2.4: others have
    /// no number yet); its last member stays the same person, whoever enters above.
    fn upper_group_end(&self) -> usize {
        let took_part: Vec<usize> = (self.tournament.players.iter().enumerate())
            .filter(|(index, player)| {
                if self.round == RoundNumber::FIRST {
                    self.is_present(PlayerId::from_index(*index))
                } else {
                    player.entry(RoundNumber::FIRST).shows_pairing()
                }
            })
            .map(|(index, _)| index)
            .collect();
        let size = baku_upper_group_size(took_part.len()).min(took_part.len());
        if size == 0 {
            0
        } else {
            took_part[size - 1] + 1
        }
    }

    fn is_present(&self, id: PlayerId) -> bool {
        self.tournament.player(id).entry(self.round) == RoundEntry::Blank
            && !(self.tournament.absences.iter())
                .any(|absence| absence.player == id && absence.round == self.round)
    }

    /// Virtual points of a player in the round at `index`.
    fn virtual_points(&self, player: usize, index: usize) -> Score {
        if self.has_virtual {
            let points = &self.tournament.players[player].virtual_points;
            return points.get(index).copied().unwrap_or_default();
        }
        match (self.baku_end, self.tournament.rounds_total) {
            (Some(end), Some(total)) if player < end => {
                let round = RoundNumber::from_index(index).get();
                baku_virtual_points(round, total.get(), self.tournament.points.win_reward())
            }
            _ => Score::ZERO,
        }
    }

    fn run(self) -> Position {
        let n = self.tournament.players.len();
        let mut position = Position {
            round: self.round,
            rounds_total: self.tournament.rounds_total,
            initial_colour: (self.tournament.initial_colour)
                .or_else(|| self.tournament.inferred_initial_colour()),
            players: Vec::with_capacity(n),
            present: Vec::with_capacity(n),
            given_bye: None,
            came_before: Vec::with_capacity(n),
            games: Vec::with_capacity(n * self.round.index()),
            game_start: Vec::with_capacity(n + 1),
            met: Vec::new(),
            bans: BansInForce::default(),
            soft_bans: BansInForce::default(),
        };
        let mut absent = vec![false; n];
        for absence in self
            .tournament
            .absences
            .iter()
            .filter(|a| a.round == self.round)
        {
            absent[absence.player.index()] = true;
        }
        position.game_start.push(0);
        let mut recent = Vec::with_capacity(n);
        for (index, absent) in absent.into_iter().enumerate() {
            let mut state = self.player_state(index, &mut position.games);
            position.game_start.push(position.games.len() as u32);
            let player = &self.tournament.players[index];
            recent.push([1, 2].map(|back| {
                let round = self.round.index().checked_sub(back);
                let entry = round.and_then(|round| player.entries.get(round));
                entry.copied().unwrap_or_default()
            }));
            state.present = !absent && player.entry(self.round) == RoundEntry::Blank;
            if player.entry(self.round) == RoundEntry::Bye(ByeKind::PairingAllocated) {
                position.given_bye = Some(PlayerId::from_index(index));
            }
            let came_before = (player.entries.iter().take(self.round.index() + 1))
                .any(|entry| entry.shows_pairing());
            position.came_before.push(came_before);
            if state.present {
                position.present.push(PlayerId::from_index(index));
            }
            position.players.push(state);
        }
        position.number_arrivals();
        self.mark_floats(&mut position, &recent);
        rank(&mut position.present, &position.players);
        position.remember_meetings();
        let in_force = |ban: &&ForbiddenGroup| ban.is_in_force(self.round);
        position.bans = BansInForce::new(n, self.tournament.forbidden.iter().filter(in_force));
        position.soft_bans = BansInForce::new(n, self.tournament.soft_bans.iter().filter(in_force));
        position
    }

    /// Everything but floats, presence and arrival. Appends the player's games.
    fn player_state(&self, index: usize, games: &mut Vec<(PlayerId, Colour)>) -> PlayerState {
        let played_rounds = self.round.index();
        let player = &self.tournament.players[index];
        let first_game = games.len();
        let mut standings = Score::ZERO;
        let mut bye_allowed = true;
        let mut white = 0;
        let entries = &player.entries[..played_rounds.min(player.entries.len())];
        for (round, entry) in entries.iter().enumerate() {
            let reward = self.reward(index, round, *entry);
            standings += reward;
            if let Some(game) = entry.played() {
                white += i16::from(game.1 == Colour::White);
                games.push(game);
            } else if self.bars_bye(*entry, reward) {
                bye_allowed = false;
            }
        }
        // Rounds behind the last entry are blank.
        for round in entries.len()..played_rounds {
            let reward = self.reward(index, round, RoundEntry::Blank);
            standings += reward;
            bye_allowed &= !self.bars_bye(RoundEntry::Blank, reward);
        }
        let own = &games[first_game..];
        let colour_difference = 2 * white - own.len() as i16;
        let last = own.last().map(|(_, colour)| *colour);
        let before_last = own.len().checked_sub(2).map(|place| own[place].1);
        let repeated_colour = if last == before_last { last } else { None };
        let (preference, strength) = preference(colour_difference, last, repeated_colour);
        let score = standings + self.virtual_points(index, played_rounds);
        let maximum = self.tournament.points.best_reward().tenths() * played_rounds as i32;
        PlayerState {
            score,
            standings,
            colour_difference,
            preference,
            strength,
            repeated_colour,
            floats: [Float::None; 2],
            bye_allowed,
            unplayed: (played_rounds - own.len()) as u16,
            topscorer: self.is_final && 2 * score.tenths() > maximum,
            present: false,
            arrival_number: 0,
        }
    }

    /// What an entry is worth: by its result, or as a match by the primary score.
    fn reward(&self, player: usize, round: usize, entry: RoundEntry) -> Score {
        match &self.tournament.matches {
            Some(matches) => matches.points_of(player, matches.rules.primary, round),
            None => self.points.points(entry),
        }
    }

    fn bars_bye(&self, entry: RoundEntry, reward: Score) -> bool {
        let is_bye = entry == RoundEntry::Bye(ByeKind::PairingAllocated);
        match self.definitions.bye_bar {
            ByeBar::WinWithoutPlaying => is_bye || reward >= self.tournament.points.win_reward(),
            ByeBar::ByeOrForfeitWin => {
                let won_by_forfeit = matches!(
                    entry,
                    RoundEntry::Paired {
                        result: crate::GameResult::ForfeitWin,
                        ..
                    }
                );
                is_bye || won_by_forfeit
            }
        }
    }

    /// Float marks of the last two rounds, of which `recent` has every player's entries. The scores
    /// compared are the pairing scores with which that round was paired.
    fn mark_floats(&self, position: &mut Position, recent: &[[RoundEntry; 2]]) {
        let n = position.players.len();
        let mut before: Vec<Score> = position
            .players
            .iter()
            .map(|state| state.standings)
            .collect();
        let mut with_virtual = before.clone();
        for back in 0..2 {
            let Some(round) = self.round.index().checked_sub(back + 1) else {
                break;
            };
            for index in 0..n {
                let reward = self.reward(index, round, recent[index][back]);
                before[index] = before[index] - reward;
                with_virtual[index] = before[index] + self.virtual_points(index, round);
            }
            for index in 0..n {
                let entry = recent[index][back];
                position.players[index].floats[back] = match self.floating_opponent(entry) {
                    Some(opponent) => {
                        match with_virtual[index].cmp(&with_virtual[opponent.index()]) {
                            std::cmp::Ordering::Greater => Float::Down,
                            std::cmp::Ordering::Less => Float::Up,
                            std::cmp::Ordering::Equal => Float::None,
                        }
                    }
                    None => self.unplayed_float(entry),
                };
            }
        }
    }

    /// The opponent whose score decides the float of the round, if there is one.
    fn floating_opponent(&self, entry: RoundEntry) -> Option<PlayerId> {
        if self.definitions.unplayed_float == UnplayedFloat::ByeAndForfeits {
            entry.opponent()
        } else {
            entry.played().map(|(opponent, _)| opponent)
        }
    }

    fn unplayed_float(&self, entry: RoundEntry) -> Float {
        let down = match self.definitions.unplayed_float {
            UnplayedFloat::Always => true,
            UnplayedFloat::AboveLoss => {
                entry == RoundEntry::Bye(ByeKind::PairingAllocated) || self.is_above_loss(entry)
            }
            UnplayedFloat::PointsAboveLoss => self.is_above_loss(entry),
            UnplayedFloat::ByeAndForfeits | UnplayedFloat::ByeOnly => {
                entry == RoundEntry::Bye(ByeKind::PairingAllocated)
            }
        };
        if down { Float::Down } else { Float::None }
    }

    fn is_above_loss(&self, entry: RoundEntry) -> bool {
        self.points.points(entry) > self.tournament.points.loss_reward()
    }
}
