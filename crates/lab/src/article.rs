//! Worked examples of the rules: a position, what the rules make of it, and what they would make
//! of it without one rule.
//!
//! An example is a tournament file with a description beside it (`01-NAME.trf`, `01-NAME.toml`)
//! under `testdata/articles/<edition>/<label>/`. The description starts with what people write:
//!
//! ```toml
//! title = "One pair of equal wishes less"
//! omit = "C12"
//! shows = """Plain words."""
//! ```
//!
//! Everything from the line `# generated` on is computed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use edelweiss_model::{
    ByeKind, Colour, Definitions, Float, GameResult, PlayerId, Position, RoundEntry, Strength,
    Tournament,
};
use edelweiss_pairing::{ColourReason, Outcome, RoundPairing, Route, Rules, pair_round};

use edelweiss_judges::exhaustive::{ExhaustiveJudge, ListedRoute, ListedRow, ListedStep};

/// The line in a description before which people write.
pub const GENERATED: &str = "# generated";

/// A folder of examples, and the rules they are about.
pub type NamedRules = (&'static str, fn() -> Rules);

/// The editions examples are about, by the name of their folder.
pub const EDITIONS: [NamedRules; 2] = [
    ("dutch-2026", Rules::dutch_2026),
    ("dutch-2017", Rules::dutch_2017),
];

/// A position and the rule to leave out.
#[derive(Clone, Debug)]
pub struct Article {
    /// Such as `dutch-2026/C12/01-one-less`.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The rules.
    pub rules: Rules,
    /// A short heading.
    pub title: String,
    /// The label of the rule that is left out for comparison.
    pub omit: String,
    /// What it shows, in plain words.
    pub shows: String,
    /// The part of the description that people write.
    pub written: String,
    /// The rest of it.
    pub generated: String,
    /// The position.
    pub tournament: Tournament,
}

/// What a rule does in one position.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The round as the engine pairs it.
    pub round: RoundPairing,
    /// Where the rule decides.
    pub decision: RuleDecision,
}

/// Where the rule decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleDecision {
    /// How a bracket is paired.
    Bracket(Box<BracketDecision>),
    /// Who has White on a board.
    Board {
        /// White, as the rules allocate it.
        white: PlayerId,
        /// The other player.
        black: PlayerId,
        /// Whether no other rule decides the colours; else they are the other way round without it.
        left_open: bool,
    },
}

/// Two ways of pairing a bracket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketDecision {
    /// As the rules pair it.
    pub chosen: ListedStep,
    /// As it would be paired without the rule.
    pub tempting: ListedStep,
    /// The rows of both, most important first.
    pub rows: Vec<(ListedRow, ListedRow)>,
    /// The place in `rows` of the one left out.
    pub decisive: usize,
    /// Whether the round can be completed after the tempting choice, without the rule.
    pub tempting_completes: bool,
}

/// Reads every example below `folder`, sorted by name.
///
/// # Errors
/// The first file that cannot be read, and why.
pub fn articles(folder: &Path) -> Result<Vec<Article>, String> {
    let mut found = Vec::new();
    for (edition, rules) in EDITIONS {
        let below = folder.join(edition);
        let files = crate::tournament_files(&below)
            .map_err(|error| format!("{}: {error}", below.display()))?;
        for path in files {
            let article = Article::read(folder, &path, rules())
                .map_err(|error| format!("{}: {error}", path.display()))?;
            found.push(article);
        }
    }
    Ok(found)
}

impl Article {
    /// # Errors
    /// Why the file or its description cannot be read.
    pub fn read(folder: &Path, path: &Path, rules: Rules) -> Result<Self, String> {
        let relative = path
            .strip_prefix(folder)
            .map_err(|error| error.to_string())?;
        let name = relative
            .with_extension("")
            .to_string_lossy()
            .replace('\\', "/");
        let text = std::fs::read_to_string(path.with_extension("toml"))
            .map_err(|error| format!("description: {error}"))?;
        let (written, generated) = match text.split_once(GENERATED) {
            Some((written, generated)) => (written, generated),
            None => (&text[..], ""),
        };
        let fields = parse_description(written)?;
        let field = |key: &str| {
            let missing = || format!("description: no '{key}'");
            fields.get(key).cloned().ok_or_else(missing)
        };
        Ok(Self {
            name,
            title: field("title")?,
            shows: field("shows")?,
            written: written.trim_end().to_owned(),
            generated: generated.trim().to_owned(),
            ..Self::of_file(path, rules, &field("omit")?)?
        })
    }

    /// A file without a description, and the rule to leave out.
    ///
    /// # Errors
    /// Why the file cannot be read.
    pub fn of_file(path: &Path, rules: Rules, omit: &str) -> Result<Self, String> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        let reading = edelweiss_trf::read(&bytes, &name, &edelweiss_trf::ReadOptions::default())
            .map_err(|failure| failure.to_string())?;
        Ok(Self {
            name,
            path: path.to_path_buf(),
            rules,
            title: String::new(),
            omit: omit.to_owned(),
            shows: String::new(),
            written: String::new(),
            generated: String::new(),
            tournament: reading.tournament,
        })
    }

    /// Pairs the position with and without the rule.
    ///
    /// # Errors
    /// Why the example does not show what it says.
    pub fn explain(&self) -> Result<Explanation, String> {
        explain(&self.tournament, self.rules, &self.omit)
    }

    /// The description with its generated part.
    pub fn description(&self, explanation: &Explanation) -> String {
        let generated = generated(&self.tournament, explanation);
        format!("{}\n\n{GENERATED}\n{generated}", self.written)
    }

    /// The block of the book that shows this example.
    pub fn block(&self, explanation: &Explanation) -> String {
        render(self, explanation)
    }
}

/// `key = "value"` and `key = """values over several lines"""`: the part of TOML used here.
fn parse_description(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut fields = BTreeMap::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, after) = rest
            .split_once('=')
            .ok_or("description: expected 'key = \"value\"'")?;
        let after = after.trim_start();
        let (value, after) = if let Some(long) = after.strip_prefix("\"\"\"") {
            long.split_once("\"\"\"")
        } else {
            after
                .strip_prefix('"')
                .and_then(|short| short.split_once('"'))
        }
        .ok_or_else(|| format!("description: the value of '{}' does not end", key.trim()))?;
        fields.insert(key.trim().to_owned(), value.trim().to_owned());
        rest = after.trim_start();
    }
    Ok(fields)
}

/// Pairs `tournament` with all rules and without the one labelled `omit`.
///
/// # Errors
/// Why that does not show what the rule does.
pub fn explain(tournament: &Tournament, rules: Rules, omit: &str) -> Result<Explanation, String> {
    let Outcome::Paired(round) = pair_round(tournament, &rules) else {
        return Err("the round cannot be paired".to_owned());
    };
    let position = Position::derive(tournament, &rules.edition.definitions);
    let decision = if omit.starts_with("5.2.") || omit.starts_with("E.") {
        explain_colours(&position, &round, omit)?
    } else {
        explain_bracket(&position, rules, &round, omit)?
    };
    Ok(Explanation { round, decision })
}

/// The kind of bracket of the engine, as the judge by enumeration calls it.
pub fn listed_route(route: Route) -> ListedRoute {
    match route {
        Route::Normal => ListedRoute::Normal,
        Route::Penultimate => ListedRoute::Penultimate,
        Route::CollapsedLast => ListedRoute::CollapsedLast,
    }
}

fn explain_bracket(
    position: &Position,
    rules: Rules,
    round: &RoundPairing,
    omit: &str,
) -> Result<RuleDecision, String> {
    let mut judge = ExhaustiveJudge::new(position, rules.edition, None);
    let with = judge.pair();
    let same = with.steps.len() == round.brackets.len()
        && with
            .steps
            .iter()
            .zip(&round.brackets)
            .all(|(step, record)| {
                step.route == listed_route(record.route)
                    && step.pairs == record.pairs
                    && step.floaters == record.floaters
            });
    if !same || !with.complete {
        return Err("writing everything down gives another round than the engine".to_owned());
    }
    let without = ExhaustiveJudge::new(position, rules.edition, Some(omit)).pair();
    let differing = with
        .steps
        .iter()
        .zip(&without.steps)
        .find(|(a, b)| (&a.pairs, &a.floaters) != (&b.pairs, &b.floaters));
    let Some((chosen, tempting)) = differing else {
        return Err(format!("the round is the same without {omit}"));
    };
    let mut judge = ExhaustiveJudge::new(position, rules.edition, None);
    let rows: Vec<(ListedRow, ListedRow)> = judge
        .weigh(chosen)
        .into_iter()
        .zip(judge.weigh(tempting))
        .collect();
    let decisive = rows
        .iter()
        .position(|(a, b)| a.value != b.value)
        .ok_or("both ways are the same")?;
    let (a, b) = &rows[decisive];
    if a.label != omit || a.compare(b) != std::cmp::Ordering::Less {
        return Err(format!("{} decides, not {omit}", a.label));
    }
    Ok(RuleDecision::Bracket(Box::new(BracketDecision {
        chosen: chosen.clone(),
        tempting: tempting.clone(),
        rows,
        decisive,
        tempting_completes: without.complete,
    })))
}

fn explain_colours(
    position: &Position,
    round: &RoundPairing,
    omit: &str,
) -> Result<RuleDecision, String> {
    // The articles of both editions, in order.
    let number = ["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"]
        .iter()
        .zip(["E.1", "E.2", "E.3", "E.4", "E.5"])
        .position(|(new, old)| omit == *new || omit == old)
        .ok_or("not an article about colours")?;
    let decides = |reason: ColourReason| match reason {
        ColourReason::BothGranted => number == 0,
        ColourReason::Stronger | ColourReason::WiderDifference => number == 1,
        ColourReason::Alternated => number == 2,
        ColourReason::HigherRanked => number == 3,
        ColourReason::InitialColour => number == 4,
        ColourReason::Article(_) => false,
    };
    let without = |board: &edelweiss_pairing::Board| {
        let higher_is_white = position.is_higher(board.white, board.black);
        let (higher, lower) = if higher_is_white {
            (board.white, board.black)
        } else {
            (board.black, board.white)
        };
        let agrees =
            higher_has_white(position, higher, lower, number).map(|white| white == higher_is_white);
        (board.white, board.black, agrees)
    };
    let mut shown = (round.boards.iter())
        .filter(|board| decides(board.colour_reason))
        .map(without)
        .filter(|(.., agrees)| *agrees != Some(true));
    let board = shown.next();
    let (white, black, agrees) =
        board.ok_or_else(|| format!("no board has other colours without {omit}"))?;
    Ok(RuleDecision::Board {
        white,
        black,
        left_open: agrees.is_none(),
    })
}

/// Whether the higher ranked player has White by Article 5.2 without its rule `omitted`, counted
/// from zero; `None` where the other rules leave it open.
fn higher_has_white(
    position: &Position,
    higher: PlayerId,
    lower: PlayerId,
    omitted: usize,
) -> Option<bool> {
    let (a, b) = (position.player(higher), position.player(lower));
    let wishes = |wish: Option<Colour>| wish.map(|colour| colour == Colour::White);
    let (wish_a, wish_b) = (wishes(a.preference), wishes(b.preference));
    let grant = |to_a: bool| {
        if to_a {
            wish_a
        } else {
            wish_b.map(|white| !white)
        }
    };
    for rule in (0..5).filter(|rule| *rule != omitted) {
        let decided = match rule {
            0 => match (wish_a, wish_b) {
                (Some(x), Some(y)) if x == y => None,
                (Some(_), _) => grant(true),
                _ => grant(false),
            },
            1 if a.strength != b.strength => grant(a.strength > b.strength),
            1 if a.strength == Strength::Absolute => {
                let (x, y) = (a.colour_difference.abs(), b.colour_difference.abs());
                if x == y { None } else { grant(x > y) }
            }
            2 => {
                let mine = position.games(higher).iter().rev();
                let theirs = position.games(lower).iter().rev();
                mine.zip(theirs)
                    .find(|((_, x), (_, y))| x != y)
                    .map(|((_, x), _)| *x == Colour::Black)
            }
            3 => grant(true),
            4 if position.games(higher).is_empty() && position.games(lower).is_empty() => {
                let initial = position.initial_colour().unwrap_or(Colour::White);
                Some((a.arrival_number % 2 == 1) == (initial == Colour::White))
            }
            _ => None,
        };
        if decided.is_some() {
            return decided;
        }
    }
    None
}

/// Writes names and numbers of one tournament.
struct BlockWriter<'a> {
    tournament: &'a Tournament,
    position: Position,
}

impl<'a> BlockWriter<'a> {
    fn new(tournament: &'a Tournament, definitions: Definitions) -> Self {
        Self {
            tournament,
            position: Position::derive(tournament, &definitions),
        }
    }

    fn number(&self, id: PlayerId) -> u32 {
        self.tournament.player(id).number.get()
    }

    fn list(&self, ids: &[PlayerId]) -> String {
        if ids.is_empty() {
            return "none".to_owned();
        }
        let numbers: Vec<String> = ids.iter().map(|id| self.number(*id).to_string()).collect();
        numbers.join(", ")
    }

    fn pairs(&self, pairs: &[(PlayerId, PlayerId)]) -> String {
        if pairs.is_empty() {
            return "none".to_owned();
        }
        let pair = |(a, b): &(PlayerId, PlayerId)| {
            format!("{}\u{2013}{}", self.number(*a), self.number(*b))
        };
        pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
    }

    fn boards(&self, round: &RoundPairing) -> Vec<String> {
        let board = |board: &edelweiss_pairing::Board| {
            format!("{}-{}", self.number(board.white), self.number(board.black))
        };
        let bye = round.bye.map(|id| format!("{} bye", self.number(id)));
        round.boards.iter().map(board).chain(bye).collect()
    }

    fn cell(&self, entry: RoundEntry) -> String {
        match entry {
            RoundEntry::Blank => "absent".to_owned(),
            RoundEntry::Bye(kind) => match kind {
                ByeKind::PairingAllocated => "PAB",
                ByeKind::Full => "full-bye",
                ByeKind::Half => "half-bye",
                ByeKind::Zero => "absent",
            }
            .to_owned(),
            RoundEntry::Paired {
                opponent,
                colour,
                result,
            } => {
                let colour = match colour {
                    Some(Colour::White) => "w",
                    Some(Colour::Black) => "b",
                    None => "",
                };
                let result = match result {
                    GameResult::Win | GameResult::UnratedWin => "1",
                    GameResult::Draw | GameResult::UnratedDraw => "½",
                    GameResult::Loss | GameResult::UnratedLoss => "0",
                    GameResult::ForfeitWin => "+",
                    GameResult::ForfeitLoss => "−",
                    GameResult::Adjourned | GameResult::Unknown => "?",
                };
                format!("{}{colour}{result}", self.number(opponent))
            }
        }
    }

    /// The players in ranking order, absent ones last, in columns as a crosstable has them.
    fn crosstable(&self) -> String {
        let rounds = self.position.round().index();
        let mut lines = vec![vec!["Player".to_owned(), "Score".to_owned()]];
        lines[0].extend((1..=rounds).map(|round| format!("R{round}")));
        lines[0].extend(["Due".to_owned(), "Floats".to_owned()]);
        let absent = self
            .tournament
            .player_ids()
            .filter(|id| !self.position.player(*id).present);
        let present = self.position.present().iter().copied();
        for id in present.chain(absent) {
            let (player, state) = (self.tournament.player(id), self.position.player(id));
            let away = if state.present { "" } else { ", away" };
            let mut line = vec![
                format!("{:>2} {}{away}", player.number.get(), player.name),
                state.score.to_string(),
            ];
            line.extend((0..rounds).map(|round| {
                let entry = player.entries.get(round).copied().unwrap_or_default();
                self.cell(entry)
            }));
            line.extend([colour_due(state), floats(state.floats)]);
            lines.push(line);
        }
        in_columns(&lines)
    }
}

/// Lines of cells as a block of text, two blanks between columns.
fn in_columns(lines: &[Vec<String>]) -> String {
    let width = |cell: &String| cell.chars().count();
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| {
            let cells = lines.iter().map(|line| width(&line[column]));
            cells.max().unwrap_or(0)
        })
        .collect();
    let mut out = String::from("```text\n");
    for line in lines {
        let mut padded = String::new();
        for (cell, wide) in line.iter().zip(&widths) {
            padded.push_str(cell);
            padded.push_str(&" ".repeat(wide + 2 - width(cell)));
        }
        out.push_str(padded.trim_end());
        out.push('\n');
    }
    out.push_str("```\n");
    out
}

fn colour_due(state: &edelweiss_model::PlayerState) -> String {
    let colour = match state.preference {
        Some(Colour::White) => "White",
        Some(Colour::Black) => "Black",
        None => return "any".to_owned(),
    };
    let strength = match state.strength {
        Strength::Absolute => "absolute",
        Strength::Strong => "strong",
        Strength::Mild | Strength::None => "mild",
    };
    let topscorer = if state.topscorer { ", topscorer" } else { "" };
    format!("{colour}, {strength}{topscorer}")
}

/// The mark of the last round, then that of the round before.
fn floats(floats: [Float; 2]) -> String {
    let mark = |float: Float| match float {
        Float::None => "–",
        Float::Down => "down",
        Float::Up => "up",
    };
    match floats {
        [Float::None, Float::None] => String::new(),
        [last, before] => format!("{}, {}", mark(last), mark(before)),
    }
}

fn value(row: &ListedRow) -> String {
    match &row.value[..] {
        [] => "none".to_owned(),
        values => {
            let words: Vec<String> = values.iter().map(ToString::to_string).collect();
            words.join(" ")
        }
    }
}

/// The rows worth showing: the decisive one, and those above it that are not zero everywhere.
fn shown_rows(
    rows: &[(ListedRow, ListedRow)],
    decisive: usize,
) -> impl Iterator<Item = (usize, &(ListedRow, ListedRow))> {
    rows.iter()
        .enumerate()
        .take(decisive + 1)
        .filter(move |(place, (a, _))| {
            *place == decisive || a.value.iter().any(|amount| *amount != 0)
        })
}

fn generated(tournament: &Tournament, explanation: &Explanation) -> String {
    let writer = BlockWriter::new(tournament, Definitions::DUTCH_2026);
    let mut out = String::new();
    let quoted = |list: Vec<String>| {
        list.iter()
            .map(|item| format!("\"{item}\""))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let _ = writeln!(out, "round = {}", explanation.round.round);
    let _ = writeln!(
        out,
        "boards = [{}]",
        quoted(writer.boards(&explanation.round))
    );
    match &explanation.decision {
        RuleDecision::Bracket(decision) => {
            let BracketDecision {
                chosen,
                tempting,
                rows,
                decisive,
                ..
            } = &**decision;
            let _ = writeln!(out, "moved_down = \"{}\"", writer.list(&chosen.mdps));
            let _ = writeln!(out, "residents = \"{}\"", writer.list(&chosen.residents));
            for (name, step) in [("chosen", chosen), ("tempting", tempting)] {
                let _ = writeln!(out, "\n[{name}]");
                let _ = writeln!(out, "pairs = \"{}\"", writer.pairs(&step.pairs));
                let _ = writeln!(out, "floaters = \"{}\"", writer.list(&step.floaters));
            }
            let _ = writeln!(out, "\n[costs]");
            for (_, (a, b)) in shown_rows(rows, *decisive) {
                let _ = writeln!(
                    out,
                    "\"{}\" = [\"{}\", \"{}\"]",
                    a.label,
                    value(a),
                    value(b)
                );
            }
        }
        RuleDecision::Board { white, black, .. } => {
            let (white, black) = (writer.number(*white), writer.number(*black));
            let _ = writeln!(out, "board = \"{white}-{black}\"");
        }
    }
    out
}

/// The position; those of the edition that is over stand in their files alone.
fn before(article: &Article, writer: &BlockWriter<'_>, round: &str) -> String {
    if article.name.starts_with("dutch-2017/") {
        return format!("Before round {round}.\n");
    }
    format!("Before round {round}:\n\n{}", writer.crosstable())
}

fn render(article: &Article, explanation: &Explanation) -> String {
    let definitions = article.rules.edition.definitions;
    let writer = BlockWriter::new(&article.tournament, definitions);
    let omit = &article.omit;
    let mut out = String::new();
    let round = explanation.round.round;
    let of = (article.tournament.rounds_total)
        .map(|total| format!(" of {total}"))
        .unwrap_or_default();
    let _ = writeln!(
        out,
        "**{}** (`testdata/articles/{}.trf`)\n\n{}\n",
        article.title, article.name, article.shows
    );
    let _ = writeln!(out, "{}", before(article, &writer, &format!("{round}{of}")));
    match &explanation.decision {
        RuleDecision::Bracket(decision) => {
            let BracketDecision {
                chosen,
                tempting,
                rows,
                decisive,
                tempting_completes,
            } = &**decision;
            let kind = match chosen.route {
                ListedRoute::Normal => "The bracket",
                ListedRoute::Penultimate => "The penultimate bracket (PPB)",
                ListedRoute::CollapsedLast => "The collapsed last bracket (CLB)",
            };
            let _ = write!(out, "{kind}: residents {}", writer.list(&chosen.residents));
            if !chosen.mdps.is_empty() {
                let _ = write!(out, "; moved down {}", writer.list(&chosen.mdps));
            }
            let _ = writeln!(
                out,
                ".\n\n| | by the rules | without {omit} |\n|---|---|---|"
            );
            let _ = writeln!(
                out,
                "| pairs | {} | {} |",
                writer.pairs(&chosen.pairs),
                writer.pairs(&tempting.pairs)
            );
            if !(chosen.floaters.is_empty() && tempting.floaters.is_empty()) {
                let _ = writeln!(
                    out,
                    "| left unpaired | {} | {} |",
                    writer.list(&chosen.floaters),
                    writer.list(&tempting.floaters)
                );
            }
            let (a, b) = &rows[*decisive];
            let _ = writeln!(
                out,
                "| **{}**: {} | **{}** | **{}** |",
                a.label,
                a.summary,
                value(a),
                value(b)
            );
            let above: Vec<&str> = shown_rows(rows, *decisive)
                .filter(|(place, _)| place != decisive)
                .map(|(_, (a, _))| a.label)
                .collect();
            if !above.is_empty() {
                let _ = writeln!(out, "\nEqual above: {}.", above.join(", "));
            }
            if !tempting_completes {
                let _ = writeln!(
                    out,
                    "\nAfter the second choice the round cannot be completed."
                );
            }
        }
        RuleDecision::Board {
            white,
            black,
            left_open,
        } => {
            let colours = |id: PlayerId| -> String {
                let games = writer.position.games(id).iter();
                let letters: String = games
                    .map(|(_, colour)| if *colour == Colour::White { 'W' } else { 'B' })
                    .collect();
                if letters.is_empty() {
                    "no game".to_owned()
                } else {
                    letters
                }
            };
            let name = |id: PlayerId| {
                let state = writer.position.player(id);
                format!(
                    "{} ({}; due {})",
                    writer.number(id),
                    colours(id),
                    colour_due(state)
                )
            };
            let _ = writeln!(
                out,
                "White: {}.\nBlack: {}.\nWithout {omit} {}.",
                name(*white),
                name(*black),
                if *left_open {
                    "nothing would decide"
                } else {
                    "the colours would be the other way round"
                }
            );
        }
    }
    let boards = writer
        .boards(&explanation.round)
        .join(", ")
        .replace('-', "\u{2013}");
    let _ = writeln!(out, "\nThe round, White first: {boards}.");
    out
}
