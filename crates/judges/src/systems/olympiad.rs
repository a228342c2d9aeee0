//! The Olympiad Pairing Rules read literally: every complete pairing in a list, from which each sentence strikes out.
//!
//! A judge for small fields. Ranking, meetings and colours are read from the rounds a second time, and no matching is
//! asked anything.

use edelweiss_model::{
    ByeKind, Colour, Definitions, GameResult, PlayerId, Position, RoundEntry, RoundNumber,
    TeamScore, Tournament,
};

use super::{PairsByText, RoundByText};

/// The round of `tournament`; `None` where no legal pairing exists.
pub fn pair_round(tournament: &Tournament) -> Option<RoundByText> {
    let judge = OlympiadJudge::new(tournament);
    let mut teams = judge.by_rank.clone();
    let mut bye = None;
    if teams.len() % 2 == 1 {
        bye = teams.iter().rev().copied().find(|id| {
            let others: Vec<PlayerId> = teams.iter().copied().filter(|other| other != id).collect();
            judge.may_have_bye(*id) && !judge.pairings(&others).is_empty()
        });
        let bye = bye?;
        teams.retain(|id| *id != bye);
    }
    if judge.pairings(&teams).is_empty() {
        return None;
    }
    let mut boards: PairsByText = (judge.round(teams).into_iter())
        .map(|(a, b)| judge.seat(a, b))
        .collect();
    boards.sort_unstable();
    Some(RoundByText {
        boards,
        bye,
        unpaired: Vec::new(),
    })
}

/// One team's card.
struct OlympiadCard {
    points: i32,
    colours: Vec<Colour>,
    met: Vec<PlayerId>,
}

struct OlympiadJudge<'a> {
    tournament: &'a Tournament,
    position: Position,
    cards: Vec<OlympiadCard>,
    /// Who is there, by 3.2.
    by_rank: Vec<PlayerId>,
}

impl<'a> OlympiadJudge<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        let position = Position::derive(tournament, &Definitions::DUTCH_2026);
        let rounds = position.round().index();
        let cards: Vec<OlympiadCard> = (tournament.player_ids())
            .map(|id| card(tournament, rounds, id))
            .collect();
        let mut by_rank: Vec<PlayerId> = (tournament.player_ids())
            .filter(|id| position.players()[id.index()].present)
            .collect();
        by_rank.sort_by(|a, b| {
            let (one, other) = (&cards[a.index()], &cards[b.index()]);
            other.points.cmp(&one.points).then(a.cmp(b))
        });
        Self {
            tournament,
            position,
            cards,
            by_rank,
        }
    }

    fn points(&self, id: PlayerId) -> i32 {
        self.cards[id.index()].points
    }

    fn rank(&self, id: PlayerId) -> usize {
        let place = self.by_rank.iter().position(|other| *other == id);
        place.expect("it is there")
    }

    /// 4.2
    fn may_have_bye(&self, id: PlayerId) -> bool {
        let rounds = self.position.round().index();
        let player = self.tournament.player(id);
        let entries: Vec<RoundEntry> = (0..rounds)
            .map(|round| player.entry(RoundNumber::from_index(round)))
            .collect();
        let is_barred = entries.iter().any(|entry| match entry {
            RoundEntry::Bye(kind) => *kind == ByeKind::PairingAllocated,
            RoundEntry::Paired { result, .. } => *result == GameResult::ForfeitWin,
            RoundEntry::Blank => false,
        });
        !is_barred && entries.first() != Some(&RoundEntry::Blank)
    }

    /// 6.1
    fn may_meet(&self, a: PlayerId, b: PlayerId) -> bool {
        !self.cards[a.index()].met.contains(&b) && !self.position.is_banned(a, b)
    }

    /// 7.3: whether somebody may have this colour.
    fn keeps(&self, id: PlayerId, colour: Colour) -> bool {
        let before = &self.cards[id.index()].colours;
        let mut after = before.clone();
        after.push(colour);
        let is_third = after.len() > 2 && after.iter().rev().take(3).all(|own| *own == colour);
        let (old, new) = (surplus(before).abs(), surplus(&after).abs());
        !is_third && (new < 3 || new < old)
    }

    fn goes(&self, a: PlayerId, b: PlayerId) -> [bool; 2] {
        [
            self.keeps(a, Colour::White) && self.keeps(b, Colour::Black),
            self.keeps(a, Colour::Black) && self.keeps(b, Colour::White),
        ]
    }

    /// Every complete pairing under 6.1.
    fn pairings(&self, teams: &[PlayerId]) -> Vec<PairsByText> {
        let Some((first, rest)) = teams.split_first() else {
            return vec![Vec::new()];
        };
        let mut all = Vec::new();
        for (place, other) in rest.iter().enumerate() {
            if self.may_meet(*first, *other) {
                let mut others = rest.to_vec();
                others.remove(place);
                for mut pairing in self.pairings(&others) {
                    pairing.push((*first, *other));
                    all.push(pairing);
                }
            }
        }
        all
    }

    fn round(&self, mut open: Vec<PlayerId>) -> PairsByText {
        let Some(median) = open.get(open.len() / 2).map(|id| self.points(*id)) else {
            return Vec::new();
        };
        let mut levels: Vec<i32> = open.iter().map(|id| self.points(*id)).collect();
        levels.dedup();
        let above: Vec<i32> = levels.iter().copied().filter(|own| *own > median).collect();
        let below: Vec<i32> = levels
            .iter()
            .rev()
            .copied()
            .filter(|own| *own < median)
            .collect();
        let mut pairs = Vec::new();
        let mut into_median = Vec::new();
        for (side, is_upward) in [(above, false), (below, true)] {
            let mut floaters: Vec<(PlayerId, bool)> = Vec::new();
            for (place, level) in side.iter().enumerate() {
                let next = side.get(place + 1).copied().unwrap_or(median);
                let (own, leaving) = self.group(&open, *level, &floaters, Some(next), is_upward);
                open.retain(|id| own.iter().all(|(a, b)| id != a && id != b));
                pairs.extend(own);
                floaters = leaving.into_iter().map(|id| (id, is_upward)).collect();
            }
            into_median.extend(floaters);
        }
        let (own, _) = self.group(&open, median, &into_median, None, false);
        pairs.extend(own);
        pairs
    }

    /// The pairs of a group, and who leaves it.
    fn group(
        &self,
        open: &[PlayerId],
        level: i32,
        floaters: &[(PlayerId, bool)],
        next: Option<i32>,
        is_upward: bool,
    ) -> (PairsByText, Vec<PlayerId>) {
        let is_floater = |id: PlayerId| floaters.iter().any(|(floater, _)| *floater == id);
        let members: Vec<PlayerId> = (open.iter().copied())
            .filter(|id| self.points(*id) == level || is_floater(*id))
            .collect();
        let mut list = self.candidates(open, &members);
        let is_outside =
            |pairing: &PairsByText, id: PlayerId| !members.contains(&partner_in(pairing, id));
        let n_leaving = members
            .iter()
            .filter(|id| is_outside(&list[0], **id))
            .count();
        // 8.2 and 8.3: upward the highest ranked first.
        let mut order = members.clone();
        order.sort_by_key(|id| self.rank(*id));
        if !is_upward {
            order.reverse();
        }
        let has_opponent = |id: PlayerId| {
            let doors = open.iter().copied();
            doors
                .filter(|other| Some(self.points(*other)) == next && !is_floater(*other))
                .any(|other| self.may_meet(id, other) && self.goes(id, other) != [false; 2])
        };
        let (near, far): (Vec<PlayerId>, Vec<PlayerId>) =
            order.into_iter().partition(|id| has_opponent(*id));
        let mut leaving = Vec::new();
        for id in near.into_iter().chain(far) {
            if leaving.len() < n_leaving && list.iter().any(|pairing| is_outside(pairing, id)) {
                list.retain(|pairing| is_outside(pairing, id));
                leaving.push(id);
            }
        }
        let pairs = self.pairs_inside(list, &members, &leaving, floaters, is_upward);
        (pairs, leaving)
    }

    /// 9.5 and 7.4: the pairings with the most pairs inside; those without a breach of 7.3 inside, if there are as good ones.
    fn candidates(&self, open: &[PlayerId], members: &[PlayerId]) -> Vec<PairsByText> {
        let all = self.pairings(open);
        let inside = |pairing: &PairsByText| {
            let pairs = pairing.iter();
            pairs
                .filter(|(a, b)| members.contains(a) && members.contains(b))
                .count()
        };
        let most = all.iter().map(inside).max().expect("something is left");
        let best: Vec<PairsByText> = all.into_iter().filter(|own| inside(own) == most).collect();
        let keeps_colours = |pairing: &&PairsByText| {
            pairing.iter().all(|(a, b)| {
                let is_inside = members.contains(a) && members.contains(b);
                !is_inside || self.goes(*a, *b) != [false; 2]
            })
        };
        let strict: Vec<PairsByText> = best.iter().filter(keeps_colours).cloned().collect();
        if strict.is_empty() { best } else { strict }
    }

    /// Floaters first, then 9.1 to 9.3.
    fn pairs_inside(
        &self,
        mut list: Vec<PairsByText>,
        members: &[PlayerId],
        leaving: &[PlayerId],
        floaters: &[(PlayerId, bool)],
        is_upward: bool,
    ) -> PairsByText {
        let stays = |id: &PlayerId| !leaving.contains(id);
        let mut waiting: Vec<(PlayerId, bool)> = floaters.to_vec();
        waiting.retain(|(id, _)| stays(id));
        waiting.sort_by_key(|(id, up)| {
            let rank = self.rank(*id);
            (*up, if *up { usize::MAX - rank } else { rank })
        });
        let is_floater = |id: &PlayerId| floaters.iter().any(|(floater, _)| floater == id);
        let mut residents: Vec<PlayerId> = members.iter().copied().filter(stays).collect();
        residents.retain(|id| !is_floater(id));
        let ordered = |mut teams: Vec<PlayerId>, up: bool| {
            teams.sort_by_key(|id| self.rank(*id));
            if up {
                teams.reverse();
            }
            teams
        };
        let mut pairs = Vec::new();
        while let Some((floater, up)) = waiting.first().copied() {
            let mut wanted = ordered(residents.clone(), up);
            wanted.extend(ordered(
                waiting[1..].iter().map(|(id, _)| *id).collect(),
                up,
            ));
            let other = first_partner(&mut list, floater, &wanted);
            residents.retain(|id| *id != other);
            waiting.retain(|(id, _)| *id != floater && *id != other);
            pairs.push((floater, other));
        }
        let mut teams = ordered(residents, is_upward);
        while let Some(first) = teams.first().copied() {
            let n = teams.len() / 2;
            // Numbers N + 1 to 2N, then N to 2.
            let numbers = (n + 1..=2 * n).chain((2..=n).rev());
            let wanted: Vec<PlayerId> = numbers.map(|number| teams[number - 1]).collect();
            let other = first_partner(&mut list, first, &wanted);
            teams.retain(|id| *id != first && *id != other);
            pairs.push((first, other));
        }
        pairs
    }

    /// Article 7: White and Black.
    fn seat(&self, a: PlayerId, b: PlayerId) -> (PlayerId, PlayerId) {
        let (higher, lower) = if self.rank(a) < self.rank(b) {
            (a, b)
        } else {
            (b, a)
        };
        let white_if = |is_white: bool| {
            if is_white {
                (higher, lower)
            } else {
                (lower, higher)
            }
        };
        match self.goes(higher, lower) {
            [true, false] => return white_if(true),
            [false, true] => return white_if(false),
            _ => {}
        }
        let colours = |id: PlayerId| self.cards[id.index()].colours.clone();
        let (mut own, mut theirs) = (colours(higher), colours(lower));
        if surplus(&own) != surplus(&theirs) {
            return white_if(surplus(&own) < surplus(&theirs));
        }
        let (last, other_last) = (own.last().copied(), theirs.last().copied());
        while let (Some(one), Some(two)) = (own.pop(), theirs.pop()) {
            if one != two {
                return white_if(one == Colour::Black);
            }
        }
        if let Some(last) = last {
            return white_if(last == Colour::Black);
        }
        if let Some(last) = other_last {
            return white_if(last == Colour::White);
        }
        let is_odd = self.position.player(higher).arrival_number % 2 == 1;
        let lot = self.position.initial_colour() != Some(Colour::Black);
        white_if(is_odd == lot)
    }
}

fn partner_in(pairing: &PairsByText, id: PlayerId) -> PlayerId {
    let pair = pairing.iter().find(|(a, b)| *a == id || *b == id);
    let (a, b) = *pair.expect("everybody is paired");
    if a == id { b } else { a }
}

/// The first of `wanted` whom one of the pairings gives to `id`; the others are struck out.
fn first_partner(list: &mut Vec<PairsByText>, id: PlayerId, wanted: &[PlayerId]) -> PlayerId {
    let found = wanted.iter().find(|other| {
        list.iter()
            .any(|pairing| partner_in(pairing, id) == **other)
    });
    let other = *found.expect("one of them");
    list.retain(|pairing| partner_in(pairing, id) == other);
    other
}

fn surplus(colours: &[Colour]) -> i32 {
    let sign = |colour: &Colour| if *colour == Colour::White { 1 } else { -1 };
    colours.iter().map(sign).sum()
}

fn card(tournament: &Tournament, rounds: usize, id: PlayerId) -> OlympiadCard {
    let player = tournament.player(id);
    let mut card = OlympiadCard {
        points: 0,
        colours: Vec::new(),
        met: Vec::new(),
    };
    for round in 0..rounds {
        let entry = player.entry(RoundNumber::from_index(round));
        card.points += match &tournament.matches {
            Some(matches) => {
                let points = matches.points_of(id.index(), TeamScore::MatchPoints, round);
                points.tenths()
            }
            None => tournament.points.points(entry).tenths(),
        };
        if let Some((opponent, colour)) = entry.played() {
            card.met.push(opponent);
            card.colours.push(colour);
        }
    }
    card
}
