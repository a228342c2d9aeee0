//! A text in blocks, which becomes plain text or Markdown.

/// A text that is not laid out yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Narrative {
    /// Its blocks, in order.
    pub blocks: Vec<NarrativeBlock>,
}

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NarrativeBlock {
    /// The title of the whole.
    Title(String),
    /// The heading of a part.
    Heading(String),
    /// Something about the thing that the label names.
    Item {
        /// What it is.
        label: String,
        /// What is said of it.
        text: String,
    },
    /// A sentence of its own.
    Sentence(String),
}

impl Narrative {
    pub(crate) fn title(&mut self, text: String) {
        self.blocks.push(NarrativeBlock::Title(text));
    }

    pub(crate) fn heading(&mut self, text: String) {
        self.blocks.push(NarrativeBlock::Heading(text));
    }

    pub(crate) fn item(&mut self, label: impl Into<String>, text: String) {
        let label = label.into();
        self.blocks.push(NarrativeBlock::Item { label, text });
    }

    pub(crate) fn sentence(&mut self, text: String) {
        self.blocks.push(NarrativeBlock::Sentence(text));
    }

    /// For a terminal.
    pub fn to_text(&self) -> String {
        let lines = self.blocks.iter().map(|block| match block {
            NarrativeBlock::Title(text) => format!("{text}\n"),
            NarrativeBlock::Heading(text) => format!("\n{text}\n"),
            NarrativeBlock::Item { label, text } => format!("  {label}: {text}\n"),
            NarrativeBlock::Sentence(text) => format!("  {text}\n"),
        });
        lines.collect()
    }

    /// For a page. What a file says cannot become markup.
    pub fn to_markdown(&self) -> String {
        let mut out = String::new();
        let mut follows_item = false;
        for block in &self.blocks {
            let is_item = matches!(block, NarrativeBlock::Item { .. });
            if !(out.is_empty() || is_item && follows_item) {
                out.push('\n');
            }
            follows_item = is_item;
            let line = match block {
                NarrativeBlock::Title(text) => format!("# {}\n", escaped(text)),
                NarrativeBlock::Heading(text) => format!("## {}\n", escaped(text)),
                NarrativeBlock::Item { label, text } => {
                    format!("- **{}**: {}\n", escaped(label), escaped(text))
                }
                NarrativeBlock::Sentence(text) => format!("{}\n", escaped(text)),
            };
            out.push_str(&line);
        }
        out
    }
}

/// A text in which Markdown finds no markup: a backslash before any of these stands for it alone. The
/// kept crates that write Markdown bring a parser of it along.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_become_markup() {
        let mut narrative = Narrative::default();
        narrative.item("S1", "1 <b>*Adams*</b>".to_owned());
        assert_eq!(
            narrative.to_markdown(),
            "- **S1**: 1 \\<b\\>\\*Adams\\*\\</b\\>\n"
        );
        assert_eq!(narrative.to_text(), "  S1: 1 <b>*Adams*</b>\n");
    }
}
