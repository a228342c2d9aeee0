//! Says a story in a language.

use edelweiss_model::PlayerId;
use edelweiss_pairing::{Board, BracketRecord, ProcedureStep, RuleCost};
use edelweiss_weights::{Rule, Unit};

use crate::focus::Focus;
use crate::narrative::Narrative;
use crate::payers::{RuleStory, soft_breakers};
use crate::rivals::{DecidingDifference, WishAnswer};
use crate::setting::StorySetting;
use crate::stories::{BracketStory, RoundStory};
use crate::wish::WishRefusal;
use crate::wording::{WordLabel, Wording};

/// How many names a list shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListLength {
    /// All of them.
    Whole,
    /// The first eight of more than twelve and how many are left out; where the story is about somebody,
    /// whoever that is, and the first five of more than eight.
    Cut,
}

/// Names of a list that is cut, and the longest list that is not.
const CUT: (usize, usize) = (8, 12);
/// The same where the story is about somebody: a bracket with its board fits a terminal of 25 lines.
const CUT_AROUND: (usize, usize) = (5, 8);

/// Says it.
pub fn tell(
    setting: &StorySetting<'_>,
    story: &RoundStory,
    wording: Wording,
    focus: Focus,
    lists: ListLength,
) -> Narrative {
    let round = &story.round;
    let about = match focus {
        Focus::Everything => Vec::new(),
        Focus::Player(id) => vec![id],
        Focus::Board(number) => {
            let board = round.boards.get(number.wrapping_sub(1));
            board.map_or_else(Vec::new, |board| vec![board.white, board.black])
        }
    };
    let teller = Teller {
        setting,
        wording,
        lists,
        about,
    };
    let mut text = Narrative::default();
    text.title(wording.round(round.round.get(), round.rules));
    let (present, boards) = (setting.position.present().len(), round.boards.len());
    text.sentence(match setting.tournament.matches {
        Some(_) => wording.field_of_teams(present, boards),
        None => wording.field(present, boards),
    });
    for (number, bracket) in story.brackets.iter().enumerate() {
        if focus.is_about(&story.round, &bracket.record) {
            let is_last = number + 1 == story.brackets.len();
            teller.bracket(
                number + 1,
                bracket,
                round.bye.filter(|_| is_last),
                &mut text,
            );
        }
    }
    let boards: Vec<(usize, &Board)> = (round.boards.iter().enumerate())
        .map(|(index, board)| (index + 1, board))
        .filter(|(number, board)| match focus {
            Focus::Everything => true,
            Focus::Player(id) => board.white == id || board.black == id,
            Focus::Board(wanted) => *number == wanted,
        })
        .collect();
    if !boards.is_empty() {
        text.heading(wording.label(WordLabel::Boards).to_owned());
    }
    let is_cut = lists == ListLength::Cut && boards.len() > CUT.1;
    let shown = if is_cut { CUT.0 } else { boards.len() };
    for (number, board) in &boards[..shown] {
        teller.board(*number, board, focus != Focus::Everything, &mut text);
    }
    if is_cut {
        text.sentence(wording.more(boards.len() - shown));
    }
    text
}

/// `C12 (2.4.7)`, or the label alone where it is the article.
pub(crate) fn rule_name(rule: &Rule) -> String {
    if rule.label == rule.article {
        rule.label.to_owned()
    } else {
        format!("{} ({})", rule.label, rule.article)
    }
}

/// Why a player is not the one who floats.
#[derive(PartialEq, Eq)]
enum Reproach {
    Costs(String),
    SoftBans,
    Later,
    Impossible,
    Barred,
}

/// Who speaks.
pub(crate) struct Teller<'a> {
    pub(crate) setting: &'a StorySetting<'a>,
    pub(crate) wording: Wording,
    pub(crate) lists: ListLength,
    /// Whom the story is about: never left out of a list.
    pub(crate) about: Vec<PlayerId>,
}

impl<'a> Teller<'a> {
    /// Who leaves nothing out.
    pub(crate) fn whole(setting: &'a StorySetting<'a>, wording: Wording) -> Self {
        Self {
            setting,
            wording,
            lists: ListLength::Whole,
            about: Vec::new(),
        }
    }

    /// Names of a list that is cut, and the longest list that is not.
    fn limits(&self) -> (usize, usize) {
        if self.about.is_empty() {
            CUT
        } else {
            CUT_AROUND
        }
    }

    /// Whether a list of so many names is cut.
    fn is_cut(&self, names: usize) -> bool {
        self.lists == ListLength::Cut && names > self.limits().1
    }

    /// Names with semicolons between, and how many more there are where the list is cut; `is_about` says
    /// of which name, by its place, the story is.
    fn cut(&self, names: Vec<String>, is_about: impl Fn(usize) -> bool) -> String {
        if !self.is_cut(names.len()) {
            return names.join("; ");
        }
        let (cut_to, _) = self.limits();
        let all = names.len();
        let names = names.into_iter().enumerate();
        let shown = names.filter(|(place, _)| *place < cut_to || is_about(*place));
        let mut shown: Vec<String> = shown.map(|(_, name)| name).collect();
        shown.push(self.wording.more(all - shown.len()));
        shown.join("; ")
    }

    /// `17 Adams, Ann` of each.
    pub(crate) fn all_called(&self, players: &[PlayerId]) -> String {
        let names = players.iter().map(|id| self.setting.called(*id)).collect();
        self.cut(names, |place| self.about.contains(&players[place]))
    }

    /// Pairs and floaters.
    pub(crate) fn units(&self, units: &[Unit]) -> String {
        let names = units.iter().map(|unit| self.unit(*unit)).collect();
        self.cut(names, |place| match units[place] {
            Unit::Pair { higher, lower } | Unit::FollowingPair { higher, lower } => {
                self.about.contains(&higher) || self.about.contains(&lower)
            }
            Unit::Float { player, .. } | Unit::FollowingFloat { player, .. } => {
                self.about.contains(&player)
            }
        })
    }

    pub(crate) fn bracket(
        &self,
        number: usize,
        bracket: &BracketStory,
        bye: Option<PlayerId>,
        text: &mut Narrative,
    ) {
        let record = &bracket.record;
        text.heading((self.wording).bracket(number, bracket.score, record.route));
        // Other systems form brackets in their own ways, and some move players up.
        let has_halves = self.setting.edition.is_some();
        let moved = if has_halves {
            WordLabel::MovedDown
        } else {
            WordLabel::MovedIn
        };
        self.list(moved, &record.mdps, text);
        // Where a long list is cut, S1 and S2 say it all.
        let course = &bracket.course;
        let halves_follow = !(course.mdps_paired.is_empty() && course.remainder.s1.is_empty());
        let is_cut = self.is_cut(record.residents.len()) && !self.about.is_empty();
        if !(has_halves && halves_follow && is_cut) {
            self.list(WordLabel::Residents, &record.residents, text);
        }
        if has_halves {
            self.halves(bracket, text);
        }
        if !record.steps.is_empty() {
            let steps = record.steps.iter().map(|step| self.step(step));
            let steps: Vec<String> = steps.collect();
            text.item(self.wording.label(WordLabel::Course), steps.join("; "));
        }
        if !record.pairs.is_empty() {
            let pairs = (record.pairs.iter()).map(|&(higher, lower)| Unit::Pair { higher, lower });
            let pairs: Vec<Unit> = pairs.collect();
            text.item(self.wording.label(WordLabel::Pairs), self.units(&pairs));
        }
        if !bracket.costs.is_empty() {
            text.item(
                self.wording.label(WordLabel::Costs),
                self.costs(&bracket.costs),
            );
        } else if !record.costs.is_empty() {
            text.item(
                self.wording.label(WordLabel::Costs),
                self.labelled(&record.costs),
            );
        }
        if has_halves {
            self.soft_bans(&bracket.record, text);
        }
        match bye {
            Some(bye) => {
                let bye = self.wording.bye(&self.setting.called(bye));
                text.item(self.wording.label(WordLabel::Bye), bye);
            }
            None => self.list(WordLabel::Floaters, &record.floaters, text),
        }
        if !bracket.others.is_empty() {
            let others = self.others(&bracket.others);
            text.item(self.wording.label(WordLabel::WhyThey), others);
        }
    }

    /// Which soft bans are broken; nothing where none is about two players of the bracket.
    fn soft_bans(&self, record: &BracketRecord, text: &mut Narrative) {
        let position = self.setting.position;
        let is_here = |id: &&PlayerId| record.mdps.contains(id) || record.residents.contains(id);
        let mut bans = position.soft_bans().iter();
        if !bans.any(|ban| ban.iter().filter(is_here).nth(1).is_some()) {
            return;
        }
        let broken = soft_breakers(position, record);
        let words = match &broken[..] {
            [] => self.wording.soft_bans_kept().to_owned(),
            broken => self.wording.soft_bans_broken(&self.units(broken)),
        };
        text.item(self.wording.label(WordLabel::SoftBans), words);
    }

    /// S1, S2, Limbo and remainder, and how the pairs came about.
    fn halves(&self, bracket: &BracketStory, text: &mut Narrative) {
        let course = &bracket.course;
        let rest = &course.remainder;
        let (s1, s2) = if course.mdps_paired.is_empty() {
            (WordLabel::S1, WordLabel::S2)
        } else {
            self.list(WordLabel::S1, &course.mdps_paired, text);
            self.list(WordLabel::S2, &bracket.record.residents, text);
            (WordLabel::RemainderS1, WordLabel::RemainderS2)
        };
        self.list(WordLabel::Limbo, &course.limbo, text);
        if !rest.s1.is_empty() {
            self.list(s1, &rest.s1, text);
            self.list(s2, &rest.s2, text);
        }
        let course = self.course(bracket);
        text.item(self.wording.label(WordLabel::Course), course);
    }

    /// A step of a procedure.
    pub(crate) fn step(&self, step: &ProcedureStep) -> String {
        let players = self.all_called(&step.players);
        let words = self.wording.procedure_step(step.action, &players);
        format!("{words} ({})", step.article)
    }

    /// Costs by articles alone, as other systems tell them.
    fn labelled(&self, costs: &[RuleCost]) -> String {
        let fields = |cost: &RuleCost| {
            let fields: Vec<String> = cost.fields.iter().map(u64::to_string).collect();
            format!("{}: {}", cost.label, fields.join(","))
        };
        let paid = costs
            .iter()
            .filter(|cost| cost.fields.iter().any(|field| *field > 0));
        let mut words: Vec<String> = paid.map(fields).collect();
        words.push(self.wording.others_cost_nothing().to_owned());
        words.join("; ")
    }

    fn list(&self, label: WordLabel, players: &[PlayerId], text: &mut Narrative) {
        if !players.is_empty() {
            text.item(self.wording.label(label), self.all_called(players));
        }
    }

    /// What was changed in S1, S2 and Limbo.
    fn course(&self, bracket: &BracketStory) -> String {
        let (course, rest) = (&bracket.course, &bracket.course.remainder);
        let all = |players: &[PlayerId]| self.all_called(players);
        let [stand, transposition, exchange, set] = if self.setting.year < 2026 {
            ["B.3", "D.1", "D.2", "D.3"]
        } else {
            ["3.3.1", "4.2", "4.3", "4.4"]
        };
        let mut changes = Vec::new();
        if course.limbo_is_altered {
            changes.push(self.wording.limbo_altered(&all(&course.mdps_paired), set));
        }
        if course.mdps_are_transposed {
            let opponents = all(&course.mdp_opponents);
            changes.push(self.wording.mdps_transposed(&opponents, transposition));
        }
        if !rest.leaving.is_empty() {
            let (leaving, entering) = (all(&rest.leaving), all(&rest.entering));
            changes.push(self.wording.exchanged(&leaving, &entering, exchange));
        }
        if rest.is_transposed {
            changes.push((self.wording).transposed(&all(&rest.s2_in_order), transposition));
        }
        match (bracket.record.pairs.is_empty(), changes.is_empty()) {
            (true, _) => self.wording.nobody_is_paired().to_owned(),
            (false, true) => self.wording.as_they_stand(stand),
            (false, false) => changes.join("; "),
        }
    }

    /// Why others do not float, those with one reason together.
    fn others(&self, others: &[(PlayerId, WishAnswer)]) -> String {
        let mut reasons: Vec<(Reproach, Vec<PlayerId>)> = Vec::new();
        for (id, answer) in others {
            let reproach = match answer {
                WishAnswer::Refused(WishRefusal::Barred(_)) => Reproach::Barred,
                WishAnswer::Refused(_) | WishAnswer::NotCompared => continue,
                WishAnswer::Impossible(_) => Reproach::Impossible,
                WishAnswer::Worse(rival) => match &rival.deciding {
                    Some(DecidingDifference::Criterion { rule, .. }) => {
                        Reproach::Costs(rule_name(rule))
                    }
                    Some(DecidingDifference::LowestBye { .. }) => {
                        Reproach::Costs("C5 (2.3.1)".to_owned())
                    }
                    Some(DecidingDifference::SoftBans { .. }) => Reproach::SoftBans,
                    Some(DecidingDifference::Sequence(_)) | None => Reproach::Later,
                },
            };
            match reasons.iter_mut().find(|(known, _)| *known == reproach) {
                Some((_, players)) => players.push(*id),
                None => reasons.push((reproach, vec![*id])),
            }
        }
        let words = reasons.iter().map(|(reproach, players)| {
            let players = self.all_called(players);
            match reproach {
                Reproach::Costs(name) => self.wording.others_would_cost(name, &players),
                Reproach::SoftBans => self.wording.others_would_break(&players),
                Reproach::Later => self.wording.others_come_later(&players),
                Reproach::Impossible => self.wording.others_cannot(&players),
                Reproach::Barred => self.wording.others_are_barred(&players),
            }
        });
        let words: Vec<String> = words.collect();
        words.join("; ")
    }

    /// A pair or a floater.
    pub(crate) fn unit(&self, unit: Unit) -> String {
        match unit {
            Unit::Pair { higher, lower } | Unit::FollowingPair { higher, lower } => {
                format!(
                    "{} \u{2013} {}",
                    self.setting.called(higher),
                    self.setting.called(lower)
                )
            }
            Unit::Float { player, .. } | Unit::FollowingFloat { player, .. } => {
                self.setting.called(player)
            }
        }
    }

    fn costs(&self, costs: &[RuleStory]) -> String {
        let paid: Vec<String> = (costs.iter())
            .filter(|cost| !cost.is_free())
            .map(|cost| {
                let (name, counts) = (rule_name(cost.rule), self.wording.counts(cost.rule));
                if cost.payers.is_empty() {
                    return self.wording.cost_below(&name, counts, cost.amount());
                }
                let payers = self.units(&cost.payers);
                (self.wording).cost(&name, counts, cost.amount(), &payers)
            })
            .collect();
        match (&paid[..], costs) {
            ([], [first, .., last]) => {
                (self.wording).costs_nothing(first.rule.label, last.rule.label)
            }
            _ => format!(
                "{}; {}",
                paid.join("; "),
                self.wording.others_cost_nothing()
            ),
        }
    }

    pub(crate) fn board(
        &self,
        number: usize,
        board: &Board,
        with_histories: bool,
        text: &mut Narrative,
    ) {
        let called = |id| self.setting.called(id);
        let seats = (self.wording).seats(&called(board.white), &called(board.black));
        let reason = self.wording.colour_reason(board.colour_reason);
        let article = board.colour_reason.article(self.setting.year);
        let label = format!("{} {number}", self.wording.label(WordLabel::Board));
        text.item(label, format!("{seats}: {reason} ({article})"));
        if with_histories {
            for id in [board.white, board.black] {
                text.item(self.wording.label(WordLabel::History), self.history(id));
            }
        }
    }

    /// A player before the round.
    pub(crate) fn history(&self, id: PlayerId) -> String {
        let player = self.setting.position.player(id);
        let colours: String = (self.setting.colours(id))
            .map(|colour| self.wording.colour_letter(colour))
            .collect();
        let due = self.wording.due(player.preference, player.strength);
        (self.wording).history(&self.setting.called(id), &colours, &due, player.floats)
    }
}
