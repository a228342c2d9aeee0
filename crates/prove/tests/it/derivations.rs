//! Brackets as pseudo-Boolean problems: a checker of cutting planes goes through their derivations, and no
//! solution that is as good has other pairs in the bracket.

use std::collections::BTreeSet;

use edelweiss_model::arbitrary::RandomTournament;
use edelweiss_model::{
    ForbiddenGroup, Player, PlayerId, RoundNumber, Tournament, TournamentData, Tpn,
};
use edelweiss_pairing::{Outcome, RoundPairing, Rules, pair_round};
use edelweiss_prove::{PseudoBoolean, prove, pseudo_boolean};
use edelweiss_verify::{BracketProof, RoundToProve};
use num_bigint::{BigInt, Sign};
use quickcheck::QuickCheck;

/// Of problems with so many vertices every solution is tried.
const TRIED: usize = 9;

/// The sum of the variables, times their factors, is at least this.
#[derive(Clone, PartialEq, Debug)]
struct Inequality {
    factors: Vec<BigInt>,
    least: BigInt,
}

impl Inequality {
    fn plus(mut self, other: Self) -> Self {
        let both = self.factors.iter_mut().zip(other.factors);
        both.for_each(|(sum, factor)| *sum += factor);
        self.least += other.least;
        self
    }

    fn times(mut self, factor: &BigInt) -> Self {
        assert_eq!(factor.sign(), Sign::Plus, "turned round, or for nothing");
        self.factors.iter_mut().for_each(|of| *of *= factor);
        self.least *= factor;
        self
    }

    /// Divided by two, with everything rounded up once no factor is negative: `-a x` is `a (1 - x) - a`.
    fn halved(mut self) -> Self {
        let half = |number: &BigInt| -> BigInt { (number + 1) >> 1u32 };
        let of_negated = |factors: &[BigInt]| -> BigInt {
            let negative = factors.iter().filter(|of| of.sign() == Sign::Minus);
            negative.sum()
        };
        let least = half(&(&self.least - of_negated(&self.factors)));
        for factor in &mut self.factors {
            *factor = match factor.sign() {
                Sign::Minus => -half(&-&*factor),
                _ => half(factor),
            };
        }
        self.least = least + of_negated(&self.factors);
        self
    }
}

/// A problem, read from its file.
struct Read {
    /// Who each variable pairs, or who leaves.
    names: Vec<(String, String)>,
    costs: Vec<BigInt>,
    constraints: Vec<Inequality>,
}

fn number(word: &str) -> BigInt {
    word.parse().expect("an integer")
}

fn place(variable: &str) -> usize {
    let place: usize = variable[1..].parse().expect("x and a number");
    place - 1
}

fn read(opb: &str) -> Read {
    let mut lines = opb.lines();
    let head = lines.next().expect("a line with the counts");
    let n_variables = opb.lines().filter(|line| line.starts_with("* x")).count();
    let names = lines
        .by_ref()
        .take(n_variables)
        .enumerate()
        .map(|(at, line)| {
            let (variable, names) = line[2..].split_once(": ").expect("a variable");
            assert_eq!(variable, format!("x{}", at + 1));
            let (one, other) = names.split_once(' ').expect("two names");
            (one.to_owned(), other.to_owned())
        });
    let names = names.collect();
    let terms = |words: &[&str]| {
        let mut factors = vec![BigInt::ZERO; n_variables];
        for term in words.chunks(2) {
            factors[place(term[1])] += number(term[0]);
        }
        factors
    };
    let words = |line: &'_ str| -> Vec<String> {
        let line = line.strip_suffix(" ;").expect("an end");
        line.split(' ').map(str::to_owned).collect()
    };
    let objective = words(lines.next().expect("an objective"));
    let objective: Vec<&str> = objective.iter().map(String::as_str).collect();
    assert_eq!(objective[0], "min:");
    let constraint = |line: &str| {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (sum, end) = words.split_at(words.len() - 2);
        assert_eq!(end[0], ">=");
        Inequality {
            factors: terms(sum),
            least: number(end[1]),
        }
    };
    let constraints: Vec<Inequality> = lines.map(constraint).collect();
    let n = constraints.len();
    assert_eq!(head, format!("* #variable= {n_variables} #constraint= {n}"));
    Read {
        names,
        costs: terms(&objective[1..]),
        constraints,
    }
}

/// What a line in reverse Polish notation derives.
fn derived(words: &[&str], known: &[Inequality], n_variables: usize) -> Inequality {
    let (mut stack, mut factor) = (Vec::new(), None);
    for (at, word) in words.iter().enumerate() {
        match *word {
            "+" => {
                let top: Inequality = stack.pop().expect("two");
                let below: Inequality = stack.pop().expect("two");
                stack.push(below.plus(top));
            }
            "*" => {
                let top = stack.pop().expect("one");
                stack.push(top.times(&factor.take().expect("a factor")));
            }
            "d" => {
                assert_eq!(factor.take(), Some(BigInt::from(2)));
                let top = stack.pop().expect("one");
                stack.push(top.halved());
            }
            variable if variable.starts_with('x') => {
                let mut factors = vec![BigInt::ZERO; n_variables];
                factors[place(variable)] += 1;
                let least = BigInt::ZERO;
                stack.push(Inequality { factors, least });
            }
            word if matches!(words.get(at + 1), Some(&"*" | &"d")) => factor = Some(number(word)),
            word => {
                let place: usize = word.parse().expect("a constraint");
                stack.push(known[place - 1].clone());
            }
        }
    }
    assert_eq!((stack.len(), factor), (1, None), "{words:?}");
    stack.remove(0)
}

/// The solution that the derivation shows to be the best, and its costs.
fn checked(problem: &Read, derivation: &str) -> (Vec<bool>, BigInt) {
    let mut known = problem.constraints.clone();
    let (mut solution, mut bound) = (Vec::new(), None);
    let mut lines = derivation.lines();
    assert_eq!(lines.next(), Some("pseudo-Boolean proof version 3.0"));
    for line in lines {
        let words: Vec<&str> = line
            .strip_suffix(" ;")
            .expect("an end")
            .split(' ')
            .collect();
        match words[..] {
            ["f", count] => assert_eq!(count, known.len().to_string()),
            ["pol", ..] => known.push(derived(&words[1..], &known, problem.costs.len())),
            ["soli", .., ":", value] => {
                for (at, word) in words[1..words.len() - 2].iter().enumerate() {
                    assert_eq!(word.trim_start_matches('~'), format!("x{}", at + 1));
                    solution.push(!word.starts_with('~'));
                }
                assert_eq!(number(value), sum(&problem.costs, &solution));
            }
            ["conclusion", "BOUNDS", least, ":", constraint, most] => {
                let place: usize = constraint.parse().expect("a constraint");
                let factors = problem.costs.clone();
                let least = number(least);
                assert_eq!(number(most), least);
                let costs = Inequality {
                    factors,
                    least: least.clone(),
                };
                assert_eq!(known[place - 1], costs);
                bound = Some(least);
            }
            ["output", "NONE"] | ["end", "pseudo-Boolean", "proof"] => {}
            _ => panic!("{line}"),
        }
    }
    let is_obeyed = |row: &Inequality| sum(&row.factors, &solution) >= row.least;
    assert!(known.iter().all(is_obeyed));
    (solution, bound.expect("a bound"))
}

fn sum(factors: &[BigInt], solution: &[bool]) -> BigInt {
    let chosen = factors.iter().zip(solution).filter(|(_, is_in)| **is_in);
    chosen.map(|(factor, _)| factor).sum()
}

/// Every solution: everybody is in just one of the variables.
fn solutions(problem: &Read) -> Vec<Vec<bool>> {
    fn go(ends: &[Vec<usize>], free: &[bool], chosen: &mut Vec<bool>, all: &mut Vec<Vec<bool>>) {
        let Some(first) = free.iter().position(|is_free| *is_free) else {
            all.push(chosen.clone());
            return;
        };
        for (at, vertices) in ends.iter().enumerate() {
            if vertices.contains(&first) && vertices.iter().all(|v| free[*v]) {
                let mut free = free.to_vec();
                for v in vertices {
                    free[*v] = false;
                }
                chosen[at] = true;
                go(ends, &free, chosen, all);
                chosen[at] = false;
            }
        }
    }
    let n_vertices = problem.constraints.len() / 2;
    let ends_of = |at: usize| {
        let is_end = |v: &usize| problem.constraints[2 * v].factors[at] == BigInt::from(1);
        (0..n_vertices).filter(is_end).collect()
    };
    let ends: Vec<Vec<usize>> = (0..problem.costs.len()).map(ends_of).collect();
    let mut all = Vec::new();
    go(
        &ends,
        &vec![true; n_vertices],
        &mut vec![false; ends.len()],
        &mut all,
    );
    all
}

type Names = BTreeSet<(String, String)>;

fn pairs_in(problem: &Read, solution: &[bool]) -> Names {
    let chosen = problem.names.iter().zip(solution);
    let pairs = chosen.filter(|((_, other), is_in)| **is_in && other != "leaves");
    pairs.map(|(names, _)| names.clone()).collect()
}

/// Checks the derivation of a bracket; the pairs of its solution.
fn pairs_of(derived: &PseudoBoolean, bracket: &BracketProof) -> Names {
    let problem = read(&derived.opb);
    for rows in problem.constraints.chunks(2) {
        let one = BigInt::from(1);
        assert_eq!((&rows[0].least, &rows[1].least), (&one, &-&one));
        let turned: Vec<BigInt> = rows[1].factors.iter().map(|of| -of).collect();
        assert_eq!(rows[0].factors, turned);
    }
    let (solution, bound) = checked(&problem, &derived.derivation);
    if problem.constraints.len() <= 2 * TRIED {
        let all = solutions(&problem).into_iter();
        let as_good: Vec<_> = all
            .filter(|one| sum(&problem.costs, one) <= bound)
            .collect();
        assert!(as_good.contains(&solution));
        let members = bracket.mdps.iter().chain(&bracket.residents);
        let members: BTreeSet<String> = members.map(u32::to_string).collect();
        let right: Names = (bracket.pairs.iter())
            .map(|[a, b]| (a.to_string(), b.to_string()))
            .collect();
        for one in as_good {
            let mut pairs = pairs_in(&problem, &one);
            pairs.retain(|(a, b)| members.contains(a) && members.contains(b));
            assert_eq!(pairs, right, "{}", derived.opb);
        }
    }
    pairs_in(&problem, &solution)
}

/// The pairs of a round by numbers, the higher ranked first, and the bye as the last of a pair.
fn by_name(tournament: &Tournament, round: &RoundPairing) -> Names {
    let name = |id: &PlayerId| tournament.player(*id).number.to_string();
    let pairs = round.brackets.iter().flat_map(|bracket| &bracket.pairs);
    let pairs = pairs.map(|(a, b)| (name(a), name(b)));
    pairs
        .chain(round.bye.map(|id| (name(&id), "bye".to_owned())))
        .collect()
}

/// Whether the brackets of the next round have derivations that hold, and are its pairs.
fn is_derived(tournament: &Tournament, rules: &Rules) -> bool {
    let asked = RoundToProve::new(tournament, rules.edition, Vec::new());
    let outcome = pair_round(tournament, rules);
    let derived = pseudo_boolean(&asked, &outcome);
    let Outcome::Paired(round) = &outcome else {
        return derived.is_err();
    };
    let derived = derived.expect("the round is right");
    let proof = prove(&asked, &outcome).expect("the round is right");
    assert_eq!(derived.len(), proof.brackets.len());
    let both = derived.iter().zip(&proof.brackets);
    let found: Names = both.flat_map(|(one, other)| pairs_of(one, other)).collect();
    let right = by_name(tournament, round);
    // A bracket that was paired again has other pairs.
    found == right || round.replaced.is_some() && found.is_superset(&right)
}

#[test]
fn every_bracket_has_a_derivation_and_no_other_pairs_are_as_good() {
    let law: fn(RandomTournament) -> bool = |RandomTournament(tournament)| {
        let rules = [Rules::dutch_2026(), Rules::dutch_2017()];
        rules.iter().all(|rules| is_derived(&tournament, rules))
    };
    QuickCheck::new().tests(200).quickcheck(law);
}

/// One exchanged player comes before two, although two would exchange lower ranked ones of S1.
#[test]
fn one_exchanged_player_comes_before_two() {
    let mut data = TournamentData::default();
    let numbers = (1..=8).map(|number| Tpn::new(number).expect("1..=9999"));
    data.players.extend(numbers.map(Player::new));
    // The first of S1 has nobody in S2.
    for other in 4..8 {
        data.forbidden.push(ForbiddenGroup {
            first: RoundNumber::FIRST,
            last: None,
            players: vec![PlayerId::from_index(0), PlayerId::from_index(other)],
        });
    }
    let tournament = data.build().expect("nobody contradicts anybody");
    for rules in [Rules::dutch_2026(), Rules::dutch_2017()] {
        assert!(is_derived(&tournament, &rules));
    }
}

#[test]
fn a_bracket_that_is_too_large_for_the_format_is_refused() {
    let mut data = TournamentData::default();
    let numbers = (1..=402).map(|number| Tpn::new(number).expect("1..=9999"));
    data.players.extend(numbers.map(Player::new));
    let tournament = data.build().expect("fresh players contradict nothing");
    let rules = Rules::dutch_2026();
    let asked = RoundToProve::new(&tournament, rules.edition, Vec::new());
    let refused = pseudo_boolean(&asked, &pair_round(&tournament, &rules)).expect_err("too many");
    assert_eq!(
        refused.to_string(),
        "bracket 1: 402 vertices, more than 400: take the other format"
    );
}
