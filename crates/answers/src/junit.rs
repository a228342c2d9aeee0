//! `JUnit` XML, as whoever runs tests for others reads it: a suite, its tests, and what is wrong with
//! them.

use std::io;

use quick_xml::Writer;
use quick_xml::events::BytesText;
use quick_xml::writer::ElementWriter;

/// The first line of a file.
pub const XML_DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// A test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JunitTest {
    /// What it tests, within its class.
    pub name: String,
    /// What is wrong; nothing where it passed.
    pub problems: Vec<JunitProblem>,
}

/// What is wrong with a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JunitProblem {
    /// Whether there was nothing that could be tested.
    pub is_error: bool,
    /// The kind of a failure, for programs.
    pub kind: Option<&'static str>,
    /// One line.
    pub message: String,
    /// All of it.
    pub text: String,
}

impl JunitTest {
    /// A test that passed.
    pub fn passed(name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            name,
            ..Self::default()
        }
    }

    fn has(&self, is_error: bool) -> bool {
        (self.problems.iter()).any(|problem| problem.is_error == is_error)
    }
}

/// A suite with its counts, every line indented by two spaces for each element that it is in. Where
/// the tests have a class, that is the name of the suite. O(n) for a text of n bytes.
///
/// # Panics
/// Never: a vector of bytes takes what is written.
pub fn suite(name: &str, has_classes: bool, tests: &[JunitTest]) -> String {
    let count = |is_error| {
        let found = tests.iter().filter(|test| test.has(is_error));
        found.count().to_string()
    };
    let name = printable(name);
    let class = has_classes.then_some(&*name);
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let opened = (writer.create_element("testsuite"))
        .with_attribute(("name", &*name))
        .with_attribute(("tests", &*tests.len().to_string()))
        .with_attribute(("failures", &*count(false)))
        .with_attribute(("errors", &*count(true)));
    opened
        .write_inner_content(|writer| (tests.iter()).try_for_each(|test| add(writer, class, test)))
        .expect("bytes are taken");
    let mut out = String::from_utf8(writer.into_inner()).expect("it was text");
    out.push('\n');
    out
}

fn add(writer: &mut Writer<Vec<u8>>, class: Option<&str>, test: &JunitTest) -> io::Result<()> {
    let name = printable(&test.name);
    let mut element = writer.create_element("testcase");
    if let Some(class) = class {
        element = element.with_attribute(("classname", class));
    }
    element = element.with_attribute(("name", &*name));
    if test.problems.is_empty() {
        element.write_empty()?;
        return Ok(());
    }
    let problems = |writer: &mut Writer<Vec<u8>>| {
        (test.problems.iter()).try_for_each(|problem| add_problem(writer, problem))
    };
    element.write_inner_content(problems)?;
    Ok(())
}

fn add_problem(writer: &mut Writer<Vec<u8>>, problem: &JunitProblem) -> io::Result<()> {
    let name = if problem.is_error { "error" } else { "failure" };
    let mut element: ElementWriter<'_, Vec<u8>> = writer.create_element(name);
    if let Some(kind) = problem.kind {
        element = element.with_attribute(("type", kind));
    }
    let message = printable(&problem.message);
    element = element.with_attribute(("message", &*message));
    element.write_text_content(BytesText::new(&printable(&problem.text)))?;
    Ok(())
}

/// The text without what XML 1.0 has no place for, escaped or not: most control characters, and two
/// that are none.
fn printable(text: &str) -> String {
    let is_strange = |c: char| match c {
        '\n' | '\t' => false,
        '\u{FFFE}' | '\u{FFFF}' => true,
        c => c.is_control(),
    };
    text.replace(is_strange, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_names_stays_text() {
        let problem = JunitProblem {
            is_error: true,
            kind: None,
            message: "x & \"y\"".to_owned(),
            text: "x & <y>\u{1}\nz".to_owned(),
        };
        let failed = JunitTest {
            name: "read".to_owned(),
            problems: vec![problem],
        };
        let tests = [JunitTest::passed("it's\u{7}"), failed];
        let expected = "<testsuite name=\"a&quot;&lt;b&gt;.trf\" tests=\"2\" failures=\"0\" errors=\"1\">\n  \
             <testcase classname=\"a&quot;&lt;b&gt;.trf\" name=\"it&apos;s\u{FFFD}\"/>\n  \
             <testcase classname=\"a&quot;&lt;b&gt;.trf\" name=\"read\">\n    \
             <error message=\"x &amp; &quot;y&quot;\">x &amp; &lt;y&gt;\u{FFFD}\nz</error>\n  \
             </testcase>\n</testsuite>\n";
        assert_eq!(suite("a\"<b>.trf", true, &tests), expected);
    }
}
