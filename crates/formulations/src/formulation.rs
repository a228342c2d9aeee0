//! What a formulation is.

use edelweiss_model::{Definitions, PlayerId, Position};

use crate::cost::CostName;

/// How costs are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CostOrder {
    /// The first criterion decides, of equals the second, and so on.
    #[default]
    Lexicographic,
    /// The smallest sum of costs times weights.
    Sum,
}

/// What is one matching problem.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FormulationScope {
    /// The whole field at once.
    #[default]
    Field,
    /// A scoregroup with those who moved down into it, then the next one. What is left must have a matching.
    Brackets,
}

/// Which absolute criteria forbid pairs and byes. The arbiter's bans always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardRules {
    /// C1: two players meet once.
    pub c1: bool,
    /// C2: the bye is barred to who has had one.
    pub c2: bool,
    /// C3: two absolute preferences for one colour do not meet.
    pub c3: bool,
}

impl HardRules {
    /// All three.
    pub const ALL: Self = Self {
        c1: true,
        c2: true,
        c3: true,
    };

    /// Whether two players may meet.
    pub(crate) fn may_meet(self, position: &Position, a: PlayerId, b: PlayerId) -> bool {
        let is_barred = position.is_banned(a, b)
            || self.c1 && position.have_met(a, b)
            || self.c3 && position.colours_clash(a, b);
        !is_barred
    }

    /// Whether a player may take the bye.
    pub(crate) fn may_take_bye(self, position: &Position, id: PlayerId) -> bool {
        !self.c2 || position.player(id).bye_allowed
    }
}

/// One criterion of a formulation.
#[derive(Clone, Copy, Debug)]
pub struct FormulationCriterion {
    /// What it costs.
    pub cost: CostName,
    /// By what it is multiplied in a sum, up to 1,000,000; one in lexicographic order.
    pub weight: u32,
}

/// A way of pairing rounds: criteria, and how they are put together.
#[derive(Clone, Debug)]
pub struct Formulation {
    /// As the file names it; may be empty.
    pub name: String,
    /// How costs are compared.
    pub order: CostOrder,
    /// What is one problem.
    pub scope: FormulationScope,
    /// What is forbidden.
    pub hard: HardRules,
    /// Of random costs.
    pub seed: u64,
    /// One or more, most important first.
    pub criteria: Vec<FormulationCriterion>,
}

impl Formulation {
    /// The definitions by which positions are derived: those of the edition whose criteria it names, else those of 2026.
    pub fn definitions(&self) -> Definitions {
        let mut editions = self.criteria.iter().filter_map(|it| it.cost.edition());
        (editions.next()).map_or(Definitions::DUTCH_2026, |edition| edition.definitions)
    }
}
