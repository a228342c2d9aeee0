//! Derivations of the optimum, walked through by a checker of cutting planes; by VeriPB, too, where the
//! environment variable VERIPB names it.

use std::collections::BTreeMap;
use std::process::Command;

use crate::common::{GOALS, Instance};
use edelweiss_matching::{Goal, Problem, ProblemFormat};
use quickcheck::{Arbitrary, Gen, quickcheck};

/// The sum of these variables, times their factors, is at least this.
#[derive(Clone, PartialEq, Debug, Default)]
struct Inequality {
    factors: BTreeMap<String, i128>,
    least: i128,
}

impl Inequality {
    fn plus(mut self, other: Self) -> Self {
        for (variable, factor) in other.factors {
            *self.factors.entry(variable).or_default() += factor;
        }
        self.least += other.least;
        self
    }

    fn times(mut self, factor: i128) -> Self {
        assert!(factor >= 0, "an inequality is not turned around");
        self.factors.values_mut().for_each(|of| *of *= factor);
        self.least *= factor;
        self
    }

    /// Divided, with everything rounded up once no factor is negative: `-a x` is `a (1 - x) - a`.
    fn over(mut self, divisor: i128) -> Self {
        let up = |number: i128| -(-number).div_euclid(divisor);
        let negative = |sum: i128, factor: &i128| sum - (*factor).min(0);
        self.least = up(self.factors.values().fold(self.least, negative));
        for factor in self.factors.values_mut() {
            *factor = factor.signum() * up(factor.abs());
        }
        self.least = self
            .factors
            .values()
            .fold(self.least, |sum, of| sum + (*of).min(0));
        self
    }

    fn proper(mut self) -> Self {
        self.factors.retain(|_, factor| *factor != 0);
        self
    }
}

/// The costs and the constraints of a pseudo-Boolean problem.
fn read(opb: &str) -> (BTreeMap<String, i128>, Vec<Inequality>) {
    let mut costs = BTreeMap::new();
    let mut constraints = Vec::new();
    for line in opb.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        let number = |word: &str| word.parse::<i128>().expect("a number");
        let terms = |words: &[&str]| -> BTreeMap<String, i128> {
            let terms = words.chunks(2);
            terms
                .map(|term| (term[1].to_owned(), number(term[0])))
                .collect()
        };
        if words[0] == "min:" {
            costs = terms(&words[1..]);
            continue;
        }
        let (sum, ending) = words.split_at(words.len() - 2);
        let row = Inequality {
            factors: terms(sum),
            least: number(ending[1]),
        };
        constraints.push(row.clone());
        if ending[0] == "=" {
            let factors = row
                .factors
                .into_iter()
                .map(|(variable, factor)| (variable, -factor));
            constraints.push(Inequality {
                factors: factors.collect(),
                least: -row.least,
            });
        }
    }
    (costs, constraints)
}

/// What a line in reverse Polish notation derives.
fn derived(words: &[&str], known: &[Inequality]) -> Inequality {
    let mut stack: Vec<Inequality> = Vec::new();
    let mut numbers: Vec<i128> = Vec::new();
    let known_at = |number: i128| known[number as usize - 1].clone();
    for (at, word) in words.iter().enumerate() {
        match *word {
            "+" => {
                let top = stack.pop().expect("two");
                let below = stack.pop().expect("two");
                stack.push(below.plus(top));
            }
            "*" => {
                let top = stack.pop().expect("one");
                stack.push(top.times(numbers.pop().expect("a factor")));
            }
            "d" => {
                let top = stack.pop().expect("one");
                stack.push(top.over(numbers.pop().expect("a divisor")));
            }
            variable if variable.starts_with('x') => {
                let factors = BTreeMap::from([(variable.to_owned(), 1)]);
                stack.push(Inequality { factors, least: 0 });
            }
            number => {
                let number = number.parse().expect("a number");
                match words.get(at + 1) {
                    Some(&"*" | &"d") => numbers.push(number),
                    _ => stack.push(known_at(number)),
                }
            }
        }
    }
    assert_eq!(stack.len(), 1, "{words:?}");
    stack.remove(0)
}

/// The optimum that a derivation derives.
fn optimum(opb: &str, derivation: &str) -> i128 {
    let (costs, mut known) = read(opb);
    let costs_of = |words: &[&str]| {
        let chosen = words.iter().filter(|word| word.starts_with('x'));
        chosen.map(|word| costs[*word]).sum::<i128>()
    };
    let mut logged = None;
    for line in derivation.lines() {
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words[..] {
            ["f", count] => assert_eq!(count, known.len().to_string()),
            ["pol", ..] => known.push(derived(&words[1..], &known)),
            ["soli", .., ":", value] => {
                let chosen = &words[1..words.len() - 2];
                for row in &known {
                    let sum = chosen
                        .iter()
                        .filter_map(|word| row.factors.get(*word))
                        .sum::<i128>();
                    assert!(sum >= row.least, "{row:?}");
                }
                assert_eq!(value.parse(), Ok(costs_of(chosen)));
                logged = Some(costs_of(chosen));
            }
            ["conclusion", "BOUNDS", least, ":", number, most] => {
                let bound = known[number.parse::<usize>().expect("a number") - 1].clone();
                let least = least.parse().expect("a number");
                let costs = Inequality {
                    factors: costs.clone(),
                    least,
                };
                assert_eq!(bound.proper(), costs.proper());
                assert_eq!((Some(least), most.parse().ok()), (logged, logged));
            }
            ["conclusion", "BOUNDS", "0", "0"] => {
                assert_eq!(logged, Some(0));
                assert!(costs.values().all(|cost| *cost >= 0));
            }
            _ => {}
        }
    }
    logged.expect("a solution")
}

/// Whether VeriPB accepts it, if there is VeriPB.
fn accepts(opb: &str, derivation: &str, name: &str) -> bool {
    let Ok(program) = std::env::var("VERIPB") else {
        return true;
    };
    let folder = std::env::temp_dir();
    let files =
        ["opb", "pbp"].map(|ending| folder.join(format!("{name}-{}.{ending}", std::process::id())));
    for (file, text) in files.iter().zip([opb, derivation]) {
        std::fs::write(file, text).expect("a file");
    }
    let output = Command::new(program).args(&files).output().expect("VeriPB");
    for file in files {
        std::fs::remove_file(file).expect("a file");
    }
    String::from_utf8_lossy(&output.stdout).contains("s VERIFIED BOUNDS")
}

fn is_derived(problem: &Problem<i64>, name: &str) -> bool {
    let Ok(solution) = problem.solve() else {
        return true;
    };
    let opb = problem.written(ProblemFormat::Opb).expect("small");
    let derivation = problem.derivation(&solution).expect("an optimum");
    let least = optimum(&opb, &derivation);
    let is_value = match problem.goal() {
        Goal::MinWeightPerfect => least == *solution.value(),
        // There every edge has a bonus.
        Goal::MaxWeightMaxCardinality => true,
        _ => least == -*solution.value(),
    };
    is_value && accepts(&opb, &derivation, name)
}

fn with_edges(mut problem: Problem<i64>, instance: &Instance) -> Problem<i64> {
    for a in 0..instance.n {
        for b in 0..a {
            if let Some(weight) = instance.edge(a, b) {
                problem.add_edge(a, b, weight).expect("an edge");
            }
        }
    }
    problem
}

quickcheck! {
    fn every_optimum_is_derived(instance: Instance) -> bool {
        GOALS.into_iter().all(|goal| {
            is_derived(&with_edges(Problem::new(instance.n, goal), &instance), "goal")
        })
    }

    fn mixed_covers_are_derived(instance: Instance) -> bool {
        let problem = Problem::with_covers(instance.cover.clone());
        is_derived(&with_edges(problem, &instance), "covers")
    }
}

#[test]
fn a_problem_without_anything_is_derived() {
    assert!(is_derived(&Problem::new(0, Goal::MaxWeight), "nothing"));
    assert!(is_derived(&Problem::new(3, Goal::MaxWeight), "nobody"));
}

#[test]
fn the_laws_above_meet_odd_sets() {
    let mut g = Gen::from_size_and_seed(100, 2_026);
    let met = (0..200).filter(|_| {
        let instance = Instance::arbitrary(&mut g);
        let problem = with_edges(Problem::new(instance.n, Goal::MaxWeight), &instance);
        let solution = problem.solve().expect("nobody must be covered");
        !solution.certificate().blossoms.is_empty()
    });
    assert!(met.count() > 5);
}

#[test]
fn a_solution_of_another_problem_is_not_derived() {
    let mut problem = Problem::new(2, Goal::MaxWeight);
    problem.add_edge(0, 1, 5).unwrap();
    let solution = problem.solve().unwrap();
    problem.add_edge(0, 1, 6).unwrap();
    assert!(problem.derivation(&solution).is_err());
}
