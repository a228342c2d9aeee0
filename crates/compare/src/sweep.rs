//! Tournaments that cover one axis after the other.
//!
//! A defect that shows only with an odd number of rounds, or only when losses are worth points,
//! survives any number of tournaments that hold those fixed. Each axis varies one thing on purpose
//! and says what it holds constant.

use edelweiss::model::{Colour, PointSystem, RoundNumber, Score};
use edelweiss_generate::{
    AccelerationSetting, Amount, Quantity, Rate, Ratings, Settings, Span, VirtualPoints,
    tournament_seed,
};

/// One thing that varies.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Short name, part of the name of every tournament of the axis.
    pub name: &'static str,
    /// What varies.
    pub varies: &'static str,
    /// What is held constant.
    pub holds: &'static str,
    settings: fn(&mut Draw) -> Settings,
}

/// Every axis, in the order of the sweep.
pub const AXES: [Axis; 12] = [
    Axis {
        name: "rounds",
        varies: "1 to 15 rounds, every number as often as any other, with fields that just allow them or are up to twice as large",
        holds: "no byes, forfeits, bans or acceleration; 1-½-0; White first",
        settings: rounds,
    },
    Axis {
        name: "size",
        varies: "2 to 500 players, both parities; one field in 2,500 beyond 200, eight beyond 100",
        holds: "up to 7 rounds (5 beyond 100 players); no byes, forfeits, bans or acceleration; 1-½-0; White first",
        settings: size,
    },
    Axis {
        name: "long",
        varies: "4 to 14 players and as many rounds as they can play at all, or one less",
        holds: "no byes, forfeits, bans or acceleration; 1-½-0; White first",
        settings: long,
    },
    Axis {
        name: "byes",
        varies: "zero-, half- and full-point byes up to a fifth of the field each, late entries, withdrawals",
        holds: "4 to 24 players, 3 to 9 rounds; no forfeits, bans or acceleration; 1-½-0; White first",
        settings: byes,
    },
    Axis {
        name: "forfeits",
        varies: "forfeits by one and by both up to a quarter of the games, ½-0, 0-½, 0-0",
        holds: "4 to 24 players, 3 to 9 rounds; no byes, bans or acceleration; 1-½-0; White first",
        settings: forfeits,
    },
    Axis {
        name: "prohibitions",
        varies: "up to a fifth of all pairs forbidden for the whole event",
        holds: "6 to 24 players, 3 to 7 rounds; no byes, forfeits or acceleration; 1-½-0; White first",
        settings: prohibitions,
    },
    Axis {
        name: "acceleration",
        varies: "virtual points of the Baku method, or of one to three drawn groups, told player by player",
        holds: "6 to 40 players, 3 to 11 rounds; no byes, forfeits or bans; 1-½-0; White first",
        settings: acceleration,
    },
    Axis {
        name: "colour",
        varies: "the initial colour, with fields of 2 to 16 and 1 to 5 rounds where it shows",
        holds: "no forfeits, bans or acceleration; a few half-point byes; 1-½-0",
        settings: colour,
    },
    Axis {
        name: "points",
        varies: "3-1-0, 3-2-1, 2-1-0, 1-0-0, 7.3-2.9-0, 1-½-0 with byes worth ½ or 0, and forfeits worth points",
        holds: "4 to 24 players, 3 to 9 rounds; some forfeits and half-point byes; no bans or acceleration; White first",
        settings: points,
    },
    Axis {
        name: "equal-ratings",
        varies: "4 to 40 players who all have one rating, so that numbers alone order them",
        holds: "3 to 9 rounds; no byes, forfeits, bans or acceleration; 1-½-0; White first",
        settings: equal_ratings,
    },
    Axis {
        name: "draws",
        varies: "0 to 100 % draws, so that brackets are few and large or many and small",
        holds: "6 to 40 players, 3 to 9 rounds; no byes, forfeits, bans or acceleration; 1-½-0; White first",
        settings: draws,
    },
    Axis {
        name: "everything",
        varies: "all of the above at once",
        holds: "4 to 60 players",
        settings: everything,
    },
];

/// What a sweep may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The smallest and the largest field; axes are cut to it.
    pub players: Span,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            players: Span::new(2, 500),
        }
    }
}

impl Axis {
    /// The settings of tournament `index` of this axis under `seed`.
    pub fn settings(&self, seed: u64, index: u32, bounds: Bounds) -> Settings {
        let mut draw = Draw {
            word: tournament_seed(seed ^ hash(self.name), index),
            index,
            bounds,
        };
        let mut settings = (self.settings)(&mut draw);
        settings.name = Some(format!("{} {index} of seed {seed}", self.name));
        settings.seed = Some(draw.next() >> 1);
        settings
    }
}

/// FNV-1a, so that axes draw different tournaments from one seed.
fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Numbers for one tournament.
struct Draw {
    word: u64,
    index: u32,
    bounds: Bounds,
}

impl Draw {
    fn next(&mut self) -> u64 {
        self.word = tournament_seed(self.word, 0);
        self.word
    }

    /// A number from `from` to `to`; a bias of 2^-32 does not matter here.
    fn between(&mut self, from: u32, to: u32) -> u32 {
        let span = u64::from(to.max(from) - from) + 1;
        from + (((self.next() >> 32) * span) >> 32) as u32
    }

    fn coin(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    fn colour(&mut self) -> Colour {
        if self.coin() {
            Colour::White
        } else {
            Colour::Black
        }
    }

    /// A field within the bounds, small ones more often: they are cheap, and rules that seldom
    /// matter come into play there.
    fn players(&mut self, from: u32, to: u32) -> u32 {
        let (least, most) = (self.bounds.players.from, self.bounds.players.to);
        let from = from.clamp(least, most);
        let to = to.clamp(from, most.max(from));
        self.between(from, to).min(self.between(from, to))
    }

    /// From none to `most` per mille.
    fn rate(&mut self, most: u32) -> Quantity {
        Quantity::Whole(self.amount(most))
    }

    fn amount(&mut self, most: u32) -> Amount {
        let share = u64::from(self.between(0, most));
        Amount::Rate(Rate::share(share, 1000))
    }

    /// A field that nothing irregular happens to. Rounds beyond what the field can play are cut.
    fn plain(players: u32, rounds: u32) -> Settings {
        let most = players.saturating_sub(1) | 1;
        Settings {
            tournaments: Some(1),
            players: Some(Span::exactly(players)),
            rounds: Some(Span::exactly(rounds.clamp(1, most))),
            initial_colour: Some(Colour::White),
            ..Settings::plain()
        }
    }

    fn ordinary(&mut self, players: (u32, u32), rounds: (u32, u32)) -> Settings {
        let players = self.players(players.0, players.1);
        let rounds = self.between(rounds.0, rounds.1);
        Self::plain(players, rounds)
    }
}

fn rounds(draw: &mut Draw) -> Settings {
    let rounds = 1 + draw.index % 15;
    let players = draw.players(rounds + 1, 2 * rounds + 4);
    Draw::plain(players, rounds)
}

fn size(draw: &mut Draw) -> Settings {
    let stratum = draw.between(0, 99);
    let (from, to) = match (draw.index % 2500, stratum) {
        (0, _) => (201, 500),
        (1..=8, _) => (101, 200),
        (_, 0..60) => (2, 12),
        (_, 60..85) => (13, 24),
        (_, 85..96) => (25, 50),
        _ => (51, 100),
    };
    let players = draw.players(from, to);
    let rounds = draw.between(1, if players > 100 { 5 } else { 7 });
    Draw::plain(players, rounds)
}

fn long(draw: &mut Draw) -> Settings {
    let players = draw.players(4, 14);
    let most = players.saturating_sub(1) | 1;
    let fewer = draw.between(0, 1);
    Draw::plain(players, most - fewer)
}

fn byes(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((4, 24), (3, 9));
    settings.byes.zero = Some(draw.rate(200));
    settings.byes.half = Some(draw.rate(200));
    settings.byes.full = Some(draw.rate(50));
    settings.late_entries = Some(draw.rate(150));
    settings.withdrawals = Some(draw.rate(150));
    settings
}

fn forfeits(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((4, 24), (3, 9));
    settings.games.forfeits = Some(draw.rate(250));
    settings.games.double_forfeits = Some(draw.rate(50));
    settings.games.half_zero = Some(draw.rate(20));
    settings.games.zero_half = Some(draw.rate(20));
    settings.games.zero_zero = Some(draw.rate(20));
    settings
}

fn prohibitions(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((6, 24), (3, 7));
    settings.forbidden_pairs = Some(draw.amount(200));
    settings
}

fn acceleration(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((6, 40), (3, 11));
    settings.acceleration = accelerate(draw, &settings);
    settings
}

fn accelerate(draw: &mut Draw, settings: &Settings) -> AccelerationSetting {
    let players = settings.players.map_or(2, |span| span.from);
    let rounds = settings.rounds.map_or(1, |span| span.from);
    // The Baku method is there for 1-½-0 only (C.04.7 (2026) 1.1).
    let is_usual = settings.points == PointSystem::default();
    if draw.coin() && is_usual {
        return AccelerationSetting::BakuExplicit;
    }
    let groups = draw.between(1, 3);
    let parts = (0..groups).map(|_| {
        let first = draw.between(1, rounds);
        let last = draw.between(first, rounds);
        let last_player = draw.between(1, players);
        VirtualPoints {
            first_round: RoundNumber::from_index(first as usize - 1),
            last_round: RoundNumber::from_index(last as usize - 1),
            first_player: 1,
            last_player,
            points: Score::from_tenths(5 * draw.between(1, 4) as i32),
        }
    });
    AccelerationSetting::Explicit(parts.collect())
}

fn colour(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((2, 16), (1, 5));
    settings.initial_colour = Some(draw.colour());
    settings.byes.half = Some(draw.rate(50));
    settings
}

fn points(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((4, 24), (3, 9));
    settings.points = point_system(draw);
    settings.games.forfeits = Some(draw.rate(80));
    settings.byes.half = Some(draw.rate(80));
    settings
}

fn point_system(draw: &mut Draw) -> PointSystem {
    let system = |win, draw, loss| {
        let tenths = Score::from_tenths;
        PointSystem::new(tenths(win), tenths(draw), tenths(loss))
    };
    let usual = system(10, 5, 0);
    match draw.between(0, 8) {
        0 => system(30, 10, 0),
        1 => system(30, 20, 10),
        2 => system(20, 10, 0),
        3 => system(10, 0, 0),
        4 => system(73, 29, 0),
        5 => PointSystem {
            pairing_allocated_bye: Score::HALF,
            ..usual
        },
        6 => PointSystem {
            pairing_allocated_bye: Score::ZERO,
            ..usual
        },
        7 => PointSystem {
            forfeit_loss: Score::from_tenths(10),
            ..system(30, 20, 10)
        },
        _ => PointSystem {
            pairing_allocated_bye: Score::from_tenths(10),
            ..system(30, 10, 0)
        },
    }
}

fn equal_ratings(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((4, 40), (3, 9));
    settings.ratings = Ratings {
        highest: Some(Span::exactly(1800)),
        lowest: Some(Span::exactly(1800)),
        ..Ratings::default()
    };
    settings
}

fn draws(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((6, 40), (3, 9));
    let share = draw.between(0, 100);
    settings.draws = Some(Span::exactly(share));
    settings
}

fn everything(draw: &mut Draw) -> Settings {
    let mut settings = draw.ordinary((4, 60), (2, 13));
    settings.initial_colour = Some(draw.colour());
    settings.byes.zero = Some(draw.rate(100));
    settings.byes.half = Some(draw.rate(100));
    settings.byes.full = Some(draw.rate(10));
    settings.late_entries = Some(draw.rate(100));
    settings.withdrawals = Some(draw.rate(100));
    settings.games.forfeits = Some(draw.rate(100));
    settings.games.double_forfeits = Some(draw.rate(20));
    settings.forbidden_pairs = Some(draw.amount(30));
    if draw.coin() {
        settings.points = point_system(draw);
    }
    if draw.coin() {
        settings.acceleration = accelerate(draw, &settings);
    }
    let share = draw.between(0, 80);
    settings.draws = Some(Span::exactly(share));
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_asks_for_tournaments_that_can_be_made() {
        for axis in AXES {
            for index in 0..300 {
                let settings = axis.settings(9, index, Bounds::default());
                let checked = settings.check();
                assert!(checked.is_ok(), "{} {index}: {checked:?}", axis.name);
                let again = axis.settings(9, index, Bounds::default());
                assert_eq!(settings, again, "{} {index}", axis.name);
            }
        }
    }

    #[test]
    fn rounds_and_fields_of_both_parities_are_there() {
        let sizes = |axis: &Axis, number: fn(&Settings) -> Option<Span>| {
            let mut seen = [0; 2];
            for index in 0..200 {
                let settings = axis.settings(1, index, Bounds::default());
                let number = number(&settings).expect("a number").from;
                seen[number as usize % 2] += 1;
            }
            seen
        };
        for axis in AXES {
            for seen in [sizes(&axis, |s| s.rounds), sizes(&axis, |s| s.players)] {
                assert!(
                    seen.iter().all(|count| *count >= 50),
                    "{}: {seen:?}",
                    axis.name
                );
            }
        }
        let largest = (0..20)
            .map(|index| AXES[1].settings(1, index, Bounds::default()))
            .filter_map(|settings| settings.players)
            .map(|span| span.from)
            .max();
        assert!(largest > Some(200), "{largest:?}");
    }

    #[test]
    fn bounds_hold_on_every_axis() {
        let bounds = Bounds {
            players: Span::new(10, 20),
        };
        for axis in AXES {
            for index in 0..100 {
                let settings = axis.settings(3, index, bounds);
                let players = settings.players.expect("a number").from;
                assert!((10..=20).contains(&players), "{}: {players}", axis.name);
            }
        }
    }
}
