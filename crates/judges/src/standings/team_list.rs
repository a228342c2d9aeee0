//! The tie-breaks of teams (articles 12 and 13), applied to a tournament of teams.

use std::cmp::Ordering;
use std::str::FromStr;

use edelweiss_model::{TeamId, Tournament};

use super::field::StandingsField;
use super::teams::{TeamMatches, TeamReference};
use super::{
    Code, ComputedValue, Fraction, NotACode, TieBreakEdition, TieBreakName, better_first,
    encounters, is_ascending, own, sums,
};

/// The tie-breaks of article 12: of teams whose match points and game points are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OnBoards {
    /// 12.1: board number by points, the lower sum first.
    Count,
    /// 12.2: points on the first board, then on the second, and so on.
    TopFirst,
    /// 12.3: points without the bottom board, then without the bottom two, and so on.
    WithoutBottom,
}

/// A tie-break of teams.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TeamCode {
    /// `MPTS` and `GPTS`.
    Points(TeamReference),
    /// 13.1: the points that do not come first.
    OtherPoints,
    /// Article 12.
    Boards(OnBoards),
    /// 13.2, with cuts and `/P`: opponents' points of one kind by points scored of one kind.
    Extended {
        /// Of the opponents.
        opponents: TeamReference,
        /// Scored against them.
        scored: TeamReference,
        /// The modifiers.
        code: Code,
    },
    /// 13.3, with what of article 12 follows.
    Encounter {
        /// What follows for two teams tied in both.
        boards: Vec<OnBoards>,
        /// `/P`
        forfeits_played: bool,
    },
    /// 13.4.
    Strength {
        /// `/K`
        divisor: Option<i128>,
        /// `/F` and `/P`.
        code: Code,
    },
    /// An article for individuals, by these points or by the primary ones.
    Individual(Code, Option<TeamReference>),
}

/// The value of a tie-break of teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TeamValue {
    /// As for individuals.
    One(ComputedValue),
    /// One after the other, as far as it takes (12.2, 12.3).
    Several(Vec<Fraction>),
}

/// One team of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamLine {
    /// Who.
    pub team: TeamId,
    /// From 1; those whom the list does not separate share a rank.
    pub rank: usize,
    /// By tie-break of the list.
    pub values: Vec<TeamValue>,
}

impl FromStr for TeamCode {
    type Err = NotACode;

    fn from_str(text: &str) -> Result<Self, NotACode> {
        use OnBoards::{Count, TopFirst, WithoutBottom};
        use TeamReference::{GamePoints, MatchPoints};
        let upper = text.trim().to_ascii_uppercase();
        let (name, modifiers) = upper.split_at(upper.find('/').unwrap_or(upper.len()));
        // The modifiers of these are those of tie-breaks for individuals.
        let like = |name: &str| format!("{name}{modifiers}").parse::<Code>();
        let boards = |boards: &[OnBoards]| {
            Ok(Self::Encounter {
                boards: boards.to_vec(),
                forfeits_played: like("DE")?.forfeits_played,
            })
        };
        let extended = |opponents, scored| {
            let code = like("SB")?;
            Ok(Self::Extended {
                opponents,
                scored,
                code,
            })
        };
        match name {
            "MPTS" => Ok(Self::Points(MatchPoints)),
            "GPTS" => Ok(Self::Points(GamePoints)),
            "MPVGP" => Ok(Self::OtherPoints),
            "BC" => Ok(Self::Boards(Count)),
            "TBR" => Ok(Self::Boards(TopFirst)),
            "BBE" => Ok(Self::Boards(WithoutBottom)),
            "EMMSB" => extended(MatchPoints, MatchPoints),
            "EMGSB" => extended(MatchPoints, GamePoints),
            "EGMSB" => extended(GamePoints, MatchPoints),
            "EGGSB" => extended(GamePoints, GamePoints),
            "EDE" => boards(&[]),
            "EDEBT" => boards(&[Count, TopFirst]),
            "EDEBB" => boards(&[Count, WithoutBottom]),
            "EDET" => boards(&[TopFirst]),
            "EDEB" => boards(&[WithoutBottom]),
            "SSSC" => strength(text, modifiers),
            _ => {
                let (name, reference) = match name.split_once(':') {
                    Some((name, "MP")) => (name, Some(MatchPoints)),
                    Some((name, "GP")) => (name, Some(GamePoints)),
                    Some(_) => return Err(NotACode(text.to_owned())),
                    None => (name, None),
                };
                let code: Code = like(name).map_err(|_| NotACode(text.to_owned()))?;
                // Article 10 is for individuals.
                let is_for_teams = !code.name.is_article_10() && code.name != TieBreakName::Pts;
                (is_for_teams.then_some(Self::Individual(code, reference)))
                    .ok_or_else(|| NotACode(text.to_owned()))
            }
        }
    }
}

fn strength(text: &str, modifiers: &str) -> Result<TeamCode, NotACode> {
    let refused = || NotACode(text.to_owned());
    let mut code = Code::plain(TieBreakName::Bh);
    let mut divisor = None;
    for modifier in modifiers.split('/').skip(1) {
        match modifier.split_at_checked(1) {
            Some(("F", "")) => code.name = TieBreakName::Fb,
            Some(("P", "")) => code.forfeits_played = true,
            Some(("K", number)) => {
                let number = number
                    .parse()
                    .ok()
                    .filter(|number| (1..=999).contains(number));
                divisor = Some(number.ok_or_else(refused)?);
            }
            _ => return Err(refused()),
        }
    }
    Ok(TeamCode::Strength { divisor, code })
}

/// The standings of the teams after `after_round` rounds, the list applied as 4.2 has it; match points
/// or game points come first as `primary` says, unless the list names them.
pub fn team_standings(
    tournament: &Tournament,
    edition: TieBreakEdition,
    primary: TeamReference,
    list: &[TeamCode],
    after_round: usize,
) -> Vec<TeamLine> {
    let judge = TeamJudge {
        matches: TeamMatches::new(tournament, edition, after_round),
        primary,
    };
    let n = tournament.teams.teams.len();
    let mut groups: Vec<Vec<usize>> = vec![(0..n).collect()];
    if !list.iter().any(|code| matches!(code, TeamCode::Points(_))) {
        let points = TeamCode::Points(primary);
        groups = judge.split(&groups, &points, &judge.column(&points, &groups));
    }
    let mut columns = Vec::new();
    for code in list {
        let values = judge.column(code, &groups);
        groups = judge.split(&groups, code, &values);
        columns.push(values);
    }
    let mut ranks = vec![0; n];
    let mut next = 1;
    for group in &groups {
        for member in group {
            ranks[*member] = next;
        }
        next += group.len();
    }
    let line = |team: usize| TeamLine {
        team: TeamId::from_index(team),
        rank: ranks[team],
        values: columns.iter().map(|column| column[team].clone()).collect(),
    };
    (0..n).map(line).collect()
}

struct TeamJudge {
    matches: TeamMatches,
    primary: TeamReference,
}

impl TeamJudge {
    fn primary(&self) -> &StandingsField {
        self.matches.field(self.primary)
    }

    fn secondary(&self) -> &StandingsField {
        self.matches.field(match self.primary {
            TeamReference::MatchPoints => TeamReference::GamePoints,
            TeamReference::GamePoints => TeamReference::MatchPoints,
        })
    }

    fn column(&self, code: &TeamCode, groups: &[Vec<usize>]) -> Vec<TeamValue> {
        let n = self.matches.boards.len();
        let places = |places: Vec<ComputedValue>| places.into_iter().map(TeamValue::One).collect();
        match code {
            TeamCode::Encounter {
                boards,
                forfeits_played,
            } => places(encounters::places_by(n, groups, |group| {
                self.extended_encounter(boards, *forfeits_played, group)
            })),
            TeamCode::Individual(code, reference) if code.name == TieBreakName::De => {
                let field = self.matches.field(reference.unwrap_or(self.primary));
                places(encounters::places(field, code, groups))
            }
            TeamCode::Boards(boards @ (OnBoards::TopFirst | OnBoards::WithoutBottom)) => (0..n)
                .map(|team| TeamValue::Several(self.on_boards(*boards, team)))
                .collect(),
            _ => (0..n)
                .map(|team| {
                    self.number(code, team)
                        .map_or(ComputedValue::Undefined, ComputedValue::Number)
                })
                .map(TeamValue::One)
                .collect(),
        }
    }

    fn number(&self, code: &TeamCode, team: usize) -> Option<Fraction> {
        match code {
            TeamCode::Points(reference) => Some(self.matches.field(*reference).score(team)),
            TeamCode::OtherPoints => Some(self.secondary().score(team)),
            TeamCode::Boards(boards) => self.on_boards(*boards, team).first().copied(),
            TeamCode::Extended {
                opponents,
                scored,
                code,
            } => {
                let [scores, points] = [opponents, scored].map(|of| self.matches.field(*of));
                Some(sums::sonneborn_berger(scores, points, code, team))
            }
            TeamCode::Strength { divisor, code } => {
                let factor = divisor.unwrap_or_else(|| self.factor());
                let buchholz = sums::value(self.primary(), code, team)?;
                Some(self.secondary().score(team) + buchholz / Fraction::from(factor))
            }
            TeamCode::Individual(code, reference) => {
                let field = self.matches.field(reference.unwrap_or(self.primary));
                match code.name {
                    TieBreakName::Bh
                    | TieBreakName::Fb
                    | TieBreakName::Aob
                    | TieBreakName::Sb
                    | TieBreakName::Ks => sums::value(field, code, team),
                    _ => Some(own::value(field, code, team)),
                }
            }
            TeamCode::Encounter { .. } => unreachable!("a value for groups"),
        }
    }

    /// 13.4.2; the text does not say what a factor of nothing means, so it is one.
    fn factor(&self) -> i128 {
        let rounds = Fraction::from(self.primary().rounds as i128);
        let most = self.primary().win * rounds;
        let in_a_match = self.secondary().win;
        if in_a_match <= Fraction::from(0) {
            return 1;
        }
        (most / in_a_match).floor().to_integer().max(1)
    }

    /// 12.1-12.3.
    fn on_boards(&self, boards: OnBoards, team: usize) -> Vec<Fraction> {
        let points = &self.matches.boards[team];
        match boards {
            OnBoards::Count => {
                let by_number = points.iter().zip(1..);
                vec![
                    by_number
                        .map(|(points, number)| points * Fraction::from(number))
                        .sum(),
                ]
            }
            OnBoards::TopFirst => points.clone(),
            OnBoards::WithoutBottom => (0..points.len())
                .rev()
                .map(|kept| points[..kept].iter().sum())
                .collect(),
        }
    }

    fn compare_boards(&self, boards: OnBoards, a: usize, b: usize) -> Ordering {
        let [a, b] = [a, b].map(|team| self.on_boards(boards, team));
        if boards == OnBoards::Count {
            a.cmp(&b)
        } else {
            b.cmp(&a)
        }
    }

    /// 13.3: by the primary score; if that breaks no tie, by the secondary one; two teams tied in both
    /// by article 12 as announced. Every new subset starts anew (13.3.3).
    fn extended_encounter(
        &self,
        boards: &[OnBoards],
        forfeits: bool,
        tied: &[usize],
    ) -> Vec<Vec<usize>> {
        if tied.len() < 2 {
            return vec![tied.to_vec()];
        }
        for field in [self.primary(), self.secondary()] {
            let classes = encounters::first_classes(field, forfeits, tied);
            if classes.len() > 1 {
                let again = classes.iter();
                return again
                    .flat_map(|class| self.extended_encounter(boards, forfeits, class))
                    .collect();
            }
        }
        let decided = match tied {
            [a, b] if self.is_tied_in_both(*a, *b) => {
                let by = boards
                    .iter()
                    .map(|boards| self.compare_boards(*boards, *a, *b));
                by.fold(Ordering::Equal, Ordering::then)
            }
            _ => Ordering::Equal,
        };
        match decided {
            Ordering::Less => vec![vec![tied[0]], vec![tied[1]]],
            Ordering::Greater => vec![vec![tied[1]], vec![tied[0]]],
            Ordering::Equal => vec![tied.to_vec()],
        }
    }

    fn is_tied_in_both(&self, a: usize, b: usize) -> bool {
        let fields = [self.primary(), self.secondary()];
        fields.iter().all(|field| field.score(a) == field.score(b))
    }

    /// 4.2; 12.1: Board Count only where all of the tied have equal game points.
    fn split(
        &self,
        groups: &[Vec<usize>],
        code: &TeamCode,
        values: &[TeamValue],
    ) -> Vec<Vec<usize>> {
        let mut finer: Vec<Vec<usize>> = Vec::new();
        for group in groups {
            if *code == TeamCode::Boards(OnBoards::Count) && !self.has_equal_game_points(group) {
                finer.push(group.clone());
                continue;
            }
            let compare = |a: &usize, b: &usize| compare(code, &values[*a], &values[*b]);
            let mut sorted = group.clone();
            sorted.sort_by(|a, b| compare(a, b).then(a.cmp(b)));
            let classes = sorted.chunk_by(|a, b| compare(a, b) == Ordering::Equal);
            finer.extend(classes.map(<[usize]>::to_vec));
        }
        finer
    }

    fn has_equal_game_points(&self, group: &[usize]) -> bool {
        let score = |team: &usize| self.matches.by_game_points.score(*team);
        group.iter().all(|team| score(team) == score(&group[0]))
    }
}

fn compare(code: &TeamCode, a: &TeamValue, b: &TeamValue) -> Ordering {
    let ascending = match code {
        TeamCode::Boards(OnBoards::Count) => true,
        TeamCode::Individual(code, _) => is_ascending(code),
        _ => false,
    };
    match (a, b) {
        (TeamValue::One(a), TeamValue::One(b)) => better_first(*a, *b, ascending),
        (TeamValue::Several(a), TeamValue::Several(b)) => b.cmp(a),
        _ => Ordering::Equal,
    }
}
