//! The sheet of `edelweiss result --interactive`: what keys do to the boards of a round, without a terminal.

use edelweiss::event::boards::RoundGame;
use edelweiss::event::{EnteredResult, GameScore, ResultsStep};
use edelweiss::lists::text::shortened;
use edelweiss::model::{GameResult, PlayerId, RoundNumber, Tournament};
use edelweiss_answers::report::clean;

/// What a key means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SheetKey {
    /// A result of the board that is chosen.
    Score(GameScore),
    /// So many boards further.
    Move(isize),
    /// The first board, and the last.
    First,
    Last,
    /// The next board that has no result.
    NextOpen,
    /// What was entered last is as it was before.
    Undo,
    /// Enough.
    Leave,
}

impl SheetKey {
    /// That of a letter; none where it means nothing.
    pub(super) fn of(letter: char) -> Option<Self> {
        use GameResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
        let score = |white, black| Some(Self::Score(GameScore { white, black }));
        match letter {
            '1' => score(Win, Loss),
            '0' => score(Loss, Win),
            '=' | '5' => score(Draw, Draw),
            '+' => score(ForfeitWin, ForfeitLoss),
            '-' => score(ForfeitLoss, ForfeitWin),
            '*' => Some(Self::Score(GameScore::OPEN)),
            'u' => Some(Self::Undo),
            'n' | '\t' => Some(Self::NextOpen),
            'q' => Some(Self::Leave),
            _ => None,
        }
    }
}

/// What is to be done after a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SheetWish {
    /// To be drawn anew at the most.
    Draw,
    /// A step for the file.
    Enter(ResultsStep),
    /// Enough.
    Leave,
}

/// The boards of a round, one of which is chosen.
pub(super) struct ResultSheet {
    round: RoundNumber,
    games: Vec<RoundGame>,
    at: usize,
    /// Players of what was entered here, and what stood there before.
    entered: Vec<([u32; 2], GameScore)>,
}

/// Lines that are no boards.
const FRAME: usize = 4;

impl ResultSheet {
    /// The first board without a result is chosen.
    pub(super) fn new(round: RoundNumber, games: Vec<RoundGame>) -> Self {
        let at = games.iter().position(|game| game.score.is_open());
        Self {
            round,
            games,
            at: at.unwrap_or_default(),
            entered: Vec::new(),
        }
    }

    /// The boards as they are in the file now, which somebody else may have changed, too.
    pub(super) fn show(&mut self, games: Vec<RoundGame>) {
        let chosen = self.games.get(self.at).map(|game| game.board);
        self.games = games;
        let place = self
            .games
            .iter()
            .position(|game| Some(game.board) == chosen);
        self.at = place.unwrap_or_default();
    }

    /// What a key asks for.
    pub(super) fn press(&mut self, key: SheetKey, tournament: &Tournament) -> SheetWish {
        let last = self.games.len().saturating_sub(1);
        match key {
            SheetKey::Score(score) => {
                let Some(game) = self.games.get(self.at) else {
                    return SheetWish::Draw;
                };
                let players = [game.white, game.black].map(|id| number(tournament, id));
                self.entered.push((players, game.score));
                self.at = (self.at + 1).min(last);
                return SheetWish::Enter(self.step(players, score));
            }
            SheetKey::Undo => {
                let Some((players, before)) = self.entered.pop() else {
                    return SheetWish::Draw;
                };
                let is_there = |game: &RoundGame| number(tournament, game.white) == players[0];
                self.at = self.games.iter().position(is_there).unwrap_or(self.at);
                return SheetWish::Enter(self.step(players, before));
            }
            SheetKey::Leave => return SheetWish::Leave,
            SheetKey::Move(boards) => self.at = self.at.saturating_add_signed(boards).min(last),
            SheetKey::First => self.at = 0,
            SheetKey::Last => self.at = last,
            SheetKey::NextOpen => {
                let n = self.games.len();
                let after = (1..=n).map(|step| (self.at + step) % n);
                let mut open = after.filter(|place| self.games[*place].score.is_open());
                self.at = open.next().unwrap_or(self.at);
            }
        }
        SheetWish::Draw
    }

    /// An entry that was refused is none.
    pub(super) fn refused(&mut self) {
        self.entered.pop();
    }

    fn step(&self, players: [u32; 2], result: GameScore) -> ResultsStep {
        ResultsStep {
            round: Some(self.round.get()),
            results: vec![EnteredResult {
                board: None,
                players: Some(players),
                result,
                place: String::new(),
            }],
        }
    }

    /// The lines of a terminal of this size, `said` at the bottom.
    pub(super) fn lines(
        &self,
        tournament: &Tournament,
        said: &str,
        (height, width): (usize, usize),
    ) -> Vec<String> {
        let open = self.games.iter().filter(|game| game.score.is_open());
        let mut lines = vec![
            format!(
                "Round {}: {} of {} boards have no result",
                self.round,
                open.count(),
                self.games.len()
            ),
            String::new(),
        ];
        let room = height
            .saturating_sub(FRAME)
            .clamp(1, self.games.len().max(1));
        let first = self.at.saturating_sub(room / 2);
        let first = first.min(self.games.len().saturating_sub(room));
        let name_width = width.saturating_sub(22) / 2;
        for (place, game) in self.games.iter().enumerate().skip(first).take(room) {
            let [white, black] = [game.white, game.black].map(|id| {
                let player = tournament.player(id);
                shortened(
                    &format!("{} {}", player.number, clean(&player.name)),
                    name_width,
                )
            });
            let mark = if place == self.at { '>' } else { ' ' };
            let score = game.score.to_string();
            lines.push(format!(
                "{mark}{:>5}  {white:<name_width$}  {score:^7}  {black}",
                game.board
            ));
        }
        lines.push(said.to_owned());
        lines.push("1 0 = + - * results   arrows n boards   u undo   q leave".to_owned());
        lines.iter().map(|line| shortened(line, width)).collect()
    }
}

fn number(tournament: &Tournament, id: PlayerId) -> u32 {
    tournament.player(id).number.get()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use edelweiss::event::{EventFile, Step, apply, boards};
    use edelweiss::trf::ReadOptions;
    use quickcheck::quickcheck;

    use super::*;

    const FILE: &str = "\
012 Club
142 3
001    1      Adams, Ann                        2100                             0.0    1     4 w
001    2      Brown, Bea                        2000                             0.0    2     5 b
001    3      Clark, Cid                        1900                             0.0    3     6 w
001    4      Davis, Dan                        1800                             0.0    4     1 b
001    5      Evans, Eve                        1700                             0.0    5     2 w
001    6      Frost, Fay                        1600                             0.0    6     3 b
";
    const KEYS: [SheetKey; 6] = [
        SheetKey::Move(1),
        SheetKey::Move(-1),
        SheetKey::First,
        SheetKey::Last,
        SheetKey::NextOpen,
        SheetKey::Undo,
    ];

    fn event() -> EventFile {
        EventFile::read(FILE.as_bytes(), "club.trf", &ReadOptions::default()).expect("a file")
    }

    /// A sheet and its file after these keys, which are whatever the numbers stand for.
    fn typed(numbers: &[u8]) -> (ResultSheet, EventFile) {
        let mut event = event();
        let mut sheet = ResultSheet::new(
            RoundNumber::FIRST,
            boards::of_round(event.tournament(), RoundNumber::FIRST),
        );
        for number in numbers {
            let letters: Vec<SheetKey> = "10=+-*".chars().filter_map(SheetKey::of).collect();
            let all = letters.iter().chain(&KEYS).copied().collect::<Vec<_>>();
            let key = all[usize::from(*number) % all.len()];
            if let SheetWish::Enter(step) = sheet.press(key, event.tournament()) {
                event = apply(&event, &Step::Results(step))
                    .expect("a board and a result")
                    .event;
                sheet.show(boards::of_round(event.tournament(), RoundNumber::FIRST));
            }
        }
        (sheet, event)
    }

    fn scores(event: &EventFile) -> BTreeMap<PlayerId, GameScore> {
        let games = boards::of_round(event.tournament(), RoundNumber::FIRST);
        games.iter().map(|game| (game.white, game.score)).collect()
    }

    quickcheck! {
        /// Whatever is typed, the file is the one that the same results give at once.
        fn keys_leave_the_file_of_the_same_results(numbers: Vec<u8>) -> bool {
            let (_, left) = typed(&numbers);
            let games = boards::of_round(left.tournament(), RoundNumber::FIRST);
            let results = games.iter().map(|game| EnteredResult {
                board: None,
                players: Some([game.white, game.black].map(|id| number(left.tournament(), id))),
                result: game.score,
                place: String::new(),
            });
            let step = ResultsStep { round: Some(1), results: results.collect() };
            let at_once = apply(&event(), &Step::Results(step)).expect("a step").event;
            left.tournament() == at_once.tournament()
        }

        /// As many undos as entries, and the file is as it was.
        fn undo_takes_everything_back(numbers: Vec<u8>) -> bool {
            let undo = 11;
            let all: Vec<u8> = numbers.iter().copied().chain(std::iter::repeat_n(undo, numbers.len())).collect();
            scores(&typed(&all).1) == scores(&event())
        }

        /// A line for each board that has room, and none wider than the terminal.
        fn lines_fit(numbers: Vec<u8>, height: u8, width: u8) -> bool {
            let (sheet, event) = typed(&numbers);
            let (height, width) = (usize::from(height), usize::from(width));
            let lines = sheet.lines(event.tournament(), "said", (height, width));
            let chosen = lines.iter().filter(|line| line.starts_with('>')).count();
            lines.len() <= height.max(FRAME + 1)
                && lines.iter().all(|line| line.chars().count() <= width.max(1))
                && (width < 2 || chosen == 1)
        }
    }

    #[test]
    fn a_sheet_shows_what_is_missing() {
        let (sheet, event) = typed(&[0, 2]);
        let lines = sheet.lines(event.tournament(), "", (24, 80));
        assert_eq!(lines[0], "Round 1: 1 of 3 boards have no result");
        assert!(lines[2].starts_with("     1  1 Adams, Ann "), "{lines:?}");
        assert!(
            lines[2].contains("  1-0  ") && lines[3].contains(" ½-½ "),
            "{lines:?}"
        );
        assert!(lines[4].starts_with(">    3  3 Clark, Cid "), "{lines:?}");
    }
}
