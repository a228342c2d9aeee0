//! What a comparison found, as `JUnit` XML: a test per tournament, a failure per difference.

use edelweiss_answers::junit::{JunitProblem, JunitTest, XML_DECLARATION, suite};
use edelweiss_compare::run::{CaseRecord, Difference, Records};

/// The document.
pub(super) fn document(records: &Records) -> String {
    let tests: Vec<JunitTest> = records.cases.iter().map(test).collect();
    format!(
        "{XML_DECLARATION}{}",
        suite("edelweiss compare", false, &tests)
    )
}

fn test(case: &CaseRecord) -> JunitTest {
    let error = case.error.iter().map(|error| JunitProblem {
        is_error: true,
        kind: None,
        message: "not compared".to_owned(),
        text: error.clone(),
    });
    JunitTest {
        name: case.case.clone(),
        problems: error.chain(case.differences.iter().map(failure)).collect(),
    }
}

fn failure(difference: &Difference) -> JunitProblem {
    JunitProblem {
        is_error: false,
        kind: None,
        message: format!("round {}: {}", difference.round, difference.class.words()),
        text: difference.text.clone(),
    }
}
