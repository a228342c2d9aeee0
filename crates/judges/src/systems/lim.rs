//! The Lim System read literally: cards, lists, and trying one pair after the other.
//!
//! A judge for small fields. Colours, compatibility and floats are derived here a second time; where the engine
//! asks matchings whether the rest can be paired, this goes on and comes back.

use edelweiss_model::{
    ByeBar, Colour, Definitions, PlayerId, Position, RoundNumber, Tournament, UnplayedFloat,
    pairing_scores,
};

use super::{PairsByText, RoundByText};

/// The round of `tournament`; `None` where no legal pairing exists.
pub fn pair_round(tournament: &Tournament) -> Option<RoundByText> {
    let judge = LimJudge::new(tournament);
    let mut players = judge.position.present().to_vec();
    let bye = if players.len() % 2 == 1 {
        let bye = judge.bye(&players)?;
        players.retain(|id| *id != bye);
        Some(bye)
    } else {
        None
    };
    if judge.most_pairs(&players) * 2 != players.len() {
        return None;
    }
    let mut boards = judge.round(&players);
    boards.sort_unstable();
    Some(RoundByText {
        boards,
        bye,
        unpaired: Vec::new(),
    })
}

/// One player's card.
struct LimCard {
    score: i32,
    rating: u16,
    colours: Vec<Colour>,
    due: Option<Colour>,
    /// Played somebody of another score in the round before.
    floated: bool,
}

/// A player of a group who came from another one; whether from above.
type LimFloater = (PlayerId, bool);

struct LimJudge {
    position: Position,
    cards: Vec<LimCard>,
    /// 2.1
    compatible: Vec<Vec<bool>>,
    /// Twice the median score.
    twice_median: i32,
}

impl LimJudge {
    fn new(tournament: &Tournament) -> Self {
        let position = Position::derive(
            tournament,
            &Definitions {
                unplayed_float: UnplayedFloat::Always,
                bye_bar: ByeBar::WinWithoutPlaying,
            },
        );
        let cards = tournament.player_ids();
        let cards: Vec<LimCard> = cards.map(|id| card(tournament, &position, id)).collect();
        let n_rounds = position.round().index() as i32;
        let mut judge = Self {
            compatible: vec![vec![false; cards.len()]; cards.len()],
            twice_median: n_rounds * tournament.points.win[0].tenths(),
            position,
            cards,
        };
        for a in tournament.player_ids() {
            for b in tournament.player_ids() {
                judge.compatible[a.index()][b.index()] = a != b && judge.may_meet(a, b);
            }
        }
        judge
    }

    fn card(&self, id: PlayerId) -> &LimCard {
        &self.cards[id.index()]
    }

    fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        let is_new = (self.position.games(a).iter()).all(|(opponent, _)| *opponent != b);
        // Article 6.
        let is_free = self.position.is_final() && self.card(a).score == self.card(b).score;
        is_new
            && !self.position.is_banned(a, b)
            && (is_free || self.may_sit(a, b) || self.may_sit(b, a))
    }

    fn may_sit(&self, white: PlayerId, black: PlayerId) -> bool {
        keeps_limits(&self.card(white).colours, Colour::White)
            && keeps_limits(&self.card(black).colours, Colour::Black)
    }

    /// How many pairs these can make at most.
    fn most_pairs(&self, players: &[PlayerId]) -> usize {
        let Some((first, rest)) = players.split_first() else {
            return 0;
        };
        let mut most = self.most_pairs(rest);
        for (place, other) in rest.iter().enumerate() {
            if self.compatible[first.index()][other.index()] {
                let mut others = rest.to_vec();
                others.remove(place);
                most = most.max(1 + self.most_pairs(&others));
                if most == players.len() / 2 {
                    break;
                }
            }
        }
        most
    }

    /// 1.1 and 7.1.
    fn bye(&self, players: &[PlayerId]) -> Option<PlayerId> {
        let is_first = self.position.round() == RoundNumber::FIRST;
        let mut from_the_bottom = players.to_vec();
        from_the_bottom.sort_by(|a, b| {
            let (card_a, card_b) = (self.card(*a), self.card(*b));
            let by_rating = card_a.rating.cmp(&card_b.rating);
            let by_score = card_a.score.cmp(&card_b.score);
            let first = if is_first {
                by_rating.then(by_score)
            } else {
                by_score
            };
            first.then(b.cmp(a))
        });
        from_the_bottom.into_iter().find(|id| {
            let others: Vec<PlayerId> = players.iter().copied().filter(|x| x != id).collect();
            self.position.player(*id).bye_allowed && self.most_pairs(&others) * 2 == others.len()
        })
    }

    /// 2.2 to 2.6 and the colours: White and Black.
    fn round(&self, players: &[PlayerId]) -> PairsByText {
        let mut scores: Vec<i32> = players.iter().map(|id| self.card(*id).score).collect();
        scores.sort_unstable();
        scores.dedup();
        let group = |score: i32| -> Vec<PlayerId> {
            let own = players.iter().copied();
            own.filter(|id| self.card(*id).score == score).collect()
        };
        let lower: Vec<i32> = (scores.iter().copied())
            .filter(|score| 2 * score < self.twice_median)
            .collect();
        let upper: Vec<i32> = (scores.iter().rev().copied())
            .filter(|score| 2 * score > self.twice_median)
            .collect();
        let is_even = self.twice_median % 2 == 0;
        let median = if is_even {
            group(self.twice_median / 2)
        } else {
            Vec::new()
        };
        let mut pairs_above: PairsByText = Vec::new();
        let mut incoming: Vec<PlayerId> = Vec::new();
        for (place, score) in upper.iter().enumerate() {
            let next_door = upper
                .get(place + 1)
                .map_or(median.clone(), |score| group(*score));
            let (pairs, leaving) = self.group(&group(*score), &incoming, &next_door, true);
            pairs_above.extend(pairs);
            incoming = leaving;
        }
        let mut floaters: Vec<LimFloater> = incoming.iter().map(|id| (*id, true)).collect();
        let beside = [median.clone(), std::mem::take(&mut incoming)].concat();
        let mut pairs_below: PairsByText = Vec::new();
        for (place, score) in lower.iter().enumerate() {
            let next_door = lower
                .get(place + 1)
                .map_or(beside.clone(), |score| group(*score));
            let (pairs, leaving) = self.group(&group(*score), &incoming, &next_door, false);
            pairs_below.extend(pairs);
            incoming = leaving;
        }
        floaters.extend(incoming.into_iter().map(|id| (id, false)));
        let in_median = self.median(floaters, &median, [&mut pairs_above, &mut pairs_below]);
        let above = pairs_above.into_iter().chain(in_median);
        let mut boards: PairsByText = above.map(|(a, b)| self.board(a, b, false)).collect();
        boards.extend(pairs_below.iter().map(|(a, b)| self.board(*a, *b, true)));
        boards
    }

    /// 2.6: the pairs of the median, for which the last pairs of its neighbours are taken apart where there are none.
    fn median(
        &self,
        mut floaters: Vec<LimFloater>,
        median: &[PlayerId],
        [above, below]: [&mut PairsByText; 2],
    ) -> PairsByText {
        loop {
            if let Some(pairs) = self.first_pairing(&floaters, median, true) {
                return pairs;
            }
            let from_above = floaters.iter().filter(|floater| floater.1).count();
            let is_lower = from_above > floaters.len() - from_above;
            let is_lower = if is_lower {
                !below.is_empty()
            } else {
                above.is_empty()
            };
            let side = if is_lower { &mut *below } else { &mut *above };
            let (a, b) = side.pop().expect("all players together can be paired");
            floaters.extend([(a, !is_lower), (b, !is_lower)]);
        }
    }

    /// 3.2, 3.9, 3.10: of the members the next who leaves them.
    fn who_leaves(
        &self,
        members: &[PlayerId],
        incoming: &[PlayerId],
        served: &[PlayerId],
        next_door: &[PlayerId],
        downward: bool,
    ) -> PlayerId {
        let pairs = self.most_pairs(members);
        let due = |colour| {
            let due = members.iter();
            due.filter(|id| self.card(**id).due == Some(colour)).count()
        };
        let (white, black) = (due(Colour::White), due(Colour::Black));
        let mut best: Option<([usize; 3], PlayerId)> = None;
        let mut order = members.to_vec();
        if downward {
            order.reverse();
        }
        for id in order {
            let others: Vec<PlayerId> = members.iter().copied().filter(|x| *x != id).collect();
            if self.most_pairs(&others) < pairs {
                continue;
            }
            let has_opponent = self.all_served(&[served, &[id]].concat(), next_door);
            let kind = match (incoming.contains(&id), has_opponent) {
                (true, false) => 3,
                (true, true) => 2,
                (false, false) => 1,
                (false, true) => 0,
            };
            let evens = match self.card(id).due {
                Some(Colour::White) => white > black,
                Some(Colour::Black) => black > white,
                None => false,
            };
            let off = usize::from(!evens && white != black);
            let key = [kind, usize::from(self.card(id).floated), off];
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, id));
            }
        }
        best.expect("an unpaired player can leave").1
    }

    /// A group beside the median: its pairs as they are made, and who leaves it.
    fn group(
        &self,
        residents: &[PlayerId],
        incoming: &[PlayerId],
        next_door: &[PlayerId],
        downward: bool,
    ) -> (PairsByText, Vec<PlayerId>) {
        let mut members = [residents, incoming].concat();
        members.sort_unstable();
        let mut leaving: Vec<PlayerId> = Vec::new();
        // Of those who leave the ones that have an opponent next door.
        let mut served: Vec<PlayerId> = Vec::new();
        while self.most_pairs(&members) * 2 < members.len() {
            let chosen = self.who_leaves(&members, incoming, &served, next_door, downward);
            let with_chosen = [served.clone(), vec![chosen]].concat();
            if self.all_served(&with_chosen, next_door) {
                served = with_chosen;
            }
            members.retain(|id| *id != chosen);
            leaving.push(chosen);
        }
        let stays = |id: &&PlayerId| !leaving.contains(id);
        let floaters: Vec<LimFloater> = (incoming.iter().filter(stays))
            .map(|id| (*id, downward))
            .collect();
        let residents: Vec<PlayerId> = residents.iter().filter(stays).copied().collect();
        let pairs = self.first_pairing(&floaters, &residents, downward);
        (pairs.expect("the others can be paired"), leaving)
    }

    /// Whether each of the floaters has an opponent of its own.
    fn all_served(&self, floaters: &[PlayerId], next_door: &[PlayerId]) -> bool {
        let Some((first, rest)) = floaters.split_first() else {
            return true;
        };
        (0..next_door.len()).any(|place| {
            let mut others = next_door.to_vec();
            let opponent = others.remove(place);
            self.compatible[first.index()][opponent.index()] && self.all_served(rest, &others)
        })
    }

    /// The first pairing in the order of 3.6 to 3.8, 2.4 and article 4.
    fn first_pairing(
        &self,
        floaters: &[LimFloater],
        residents: &[PlayerId],
        downward: bool,
    ) -> Option<PairsByText> {
        let mut floaters = floaters.to_vec();
        floaters.sort_by(|(a, a_from_above), (b, b_from_above)| {
            let (score_a, score_b) = (self.card(*a).score, self.card(*b).score);
            if downward {
                (b_from_above.cmp(a_from_above))
                    .then(score_b.cmp(&score_a))
                    .then(a.cmp(b))
            } else {
                score_a.cmp(&score_b).then(b.cmp(a))
            }
        });
        let mut residents = residents.to_vec();
        residents.sort_unstable();
        if !downward {
            residents.reverse();
        }
        self.go_on(&floaters, &residents)
    }

    /// `residents` are in the order in which they are paired.
    fn go_on(&self, floaters: &[LimFloater], residents: &[PlayerId]) -> Option<PairsByText> {
        let Some((&(floater, from_above), rest)) = floaters.split_first() else {
            return self.exchanges(residents);
        };
        let mut wanted: Vec<(bool, bool, PlayerId)> = Vec::new();
        let due = self.card(floater).due;
        let suits = |id: PlayerId| {
            let other = self.card(id).due;
            due.is_none() || other.is_none() || due != other
        };
        wanted.extend(residents.iter().map(|id| (false, !suits(*id), *id)));
        wanted.extend(rest.iter().map(|(id, _)| (true, !suits(*id), *id)));
        wanted.sort_by(|a, b| {
            let by_number = if from_above {
                a.2.cmp(&b.2)
            } else {
                b.2.cmp(&a.2)
            };
            (a.0, a.1).cmp(&(b.0, b.1)).then(by_number)
        });
        wanted.into_iter().find_map(|(_, _, other)| {
            if !self.compatible[floater.index()][other.index()] {
                return None;
            }
            let floaters: Vec<LimFloater> = (rest.iter().copied())
                .filter(|(id, _)| *id != other)
                .collect();
            let residents: Vec<PlayerId> = (residents.iter().copied())
                .filter(|id| *id != other)
                .collect();
            let more = self.go_on(&floaters, &residents)?;
            Some([vec![(floater, other)], more].concat())
        })
    }

    /// The tables of 4.2 and 4.3 for any number of players.
    fn exchanges(&self, list: &[PlayerId]) -> Option<PairsByText> {
        let Some(&first) = list.first() else {
            return Some(Vec::new());
        };
        if list.len() % 2 == 1 {
            return None;
        }
        let half = list.len() / 2;
        let order = (half..list.len()).chain((1..half).rev());
        order.map(|place| list[place]).find_map(|other| {
            if !self.compatible[first.index()][other.index()] {
                return None;
            }
            let rest: Vec<PlayerId> = (list.iter().copied())
                .filter(|id| *id != first && *id != other)
                .collect();
            let more = self.exchanges(&rest)?;
            Some([vec![(first, other)], more].concat())
        })
    }

    /// Article 5: White and Black.
    fn board(&self, a: PlayerId, b: PlayerId, below: bool) -> (PlayerId, PlayerId) {
        let is_higher = (self.card(b).score, a) < (self.card(a).score, b);
        let (higher, lower) = if is_higher { (a, b) } else { (b, a) };
        let (own, other) = (self.card(higher), self.card(lower));
        let white_if = |is_white: bool| {
            if is_white {
                (higher, lower)
            } else {
                (lower, higher)
            }
        };
        let (may, may_not) = (self.may_sit(higher, lower), self.may_sit(lower, higher));
        if may != may_not {
            return white_if(may);
        }
        match (own.due, other.due) {
            (None, None) => {
                let is_odd = self.position.player(higher).arrival_number % 2 == 1;
                let first = self.position.initial_colour() != Some(Colour::Black);
                white_if(is_odd == first)
            }
            (Some(own), None) => white_if(own == Colour::White),
            (None, Some(other)) => white_if(other == Colour::Black),
            (Some(due), Some(due_to_other)) if due != due_to_other => {
                white_if(due == Colour::White)
            }
            (Some(due), Some(_)) => {
                let (mut mine, mut theirs) = (own.colours.clone(), other.colours.clone());
                while let (Some(one), Some(two)) = (mine.pop(), theirs.pop()) {
                    if one != two {
                        return white_if(one == Colour::Black);
                    }
                }
                white_if((due == Colour::White) != below)
            }
        }
    }
}

fn card(tournament: &Tournament, position: &Position, id: PlayerId) -> LimCard {
    let player = tournament.player(id);
    let rounds = position.round().index();
    let played = |index: usize| player.entry(RoundNumber::from_index(index)).played();
    let colours: Vec<Colour> = (0..rounds).filter_map(played).map(|game| game.1).collect();
    let whites = colours.iter().filter(|c| **c == Colour::White).count();
    let due = match (2 * whites).cmp(&colours.len()) {
        std::cmp::Ordering::Less => Some(Colour::White),
        std::cmp::Ordering::Greater => Some(Colour::Black),
        std::cmp::Ordering::Equal => colours.last().map(|last| !*last),
    };
    let floated = rounds > 0
        && played(rounds - 1).is_some_and(|(opponent, _)| {
            let scores = pairing_scores(tournament, RoundNumber::from_index(rounds - 1));
            scores[opponent.index()] != scores[id.index()]
        });
    LimCard {
        score: position.player(id).score.tenths(),
        rating: player.rating.unwrap_or(0),
        colours,
        due,
        floated,
    }
}

/// 5.1.1 and 5.1.2; a difference that is too wide already may shrink.
fn keeps_limits(colours: &[Colour], next: Colour) -> bool {
    let count = |colours: &[Colour]| {
        let signs = colours
            .iter()
            .map(|c| if *c == Colour::White { 1_i32 } else { -1 });
        signs.sum::<i32>().abs()
    };
    let after = [colours, &[next]].concat();
    let ends_in_three = after.len() >= 3 && after[after.len() - 3..].iter().all(|c| *c == next);
    !ends_in_three && (count(&after) <= 2 || count(&after) < count(colours))
}
