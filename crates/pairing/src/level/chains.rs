//! Lists of vertices, of which one is taken out in no time wherever it stands.

/// No vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Lists of vertices, each of which is in one list at most.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// By vertex: those before and behind it.
    links: Vec<[u32; 2]>,
    /// By list: its first and its last vertex.
    ends: Vec<[u32; 2]>,
}

impl Chains {
    /// So many empty lists of so many vertices.
    pub(super) fn new(n_vertices: usize, n_lists: usize) -> Self {
        Self {
            links: vec![[NONE; 2]; n_vertices],
            ends: vec![[NONE; 2]; n_lists],
        }
    }

    /// One more list; returns its number.
    pub(super) fn push_list(&mut self) -> u32 {
        self.ends.push([NONE; 2]);
        self.ends.len() as u32 - 1
    }

    /// Adds a vertex, which is in no list, at the end of one.
    pub(super) fn push(&mut self, list: u32, v: u32) {
        let last = std::mem::replace(&mut self.ends[list as usize][1], v);
        self.links[v as usize] = [last, NONE];
        self.link_forward(list, last, v);
    }

    /// Takes a vertex out of the list that it is in.
    pub(super) fn remove(&mut self, list: u32, v: u32) {
        let [before, behind] = self.links[v as usize];
        self.link_forward(list, before, behind);
        if behind == NONE {
            self.ends[list as usize][1] = before;
        } else {
            self.links[behind as usize][0] = before;
        }
    }

    /// Puts a vertex back where it was, if the list is what it was then.
    pub(super) fn restore(&mut self, list: u32, v: u32) {
        let [before, behind] = self.links[v as usize];
        self.link_forward(list, before, v);
        if behind == NONE {
            self.ends[list as usize][1] = v;
        } else {
            self.links[behind as usize][0] = v;
        }
    }

    fn link_forward(&mut self, list: u32, before: u32, behind: u32) {
        if before == NONE {
            self.ends[list as usize][0] = behind;
        } else {
            self.links[before as usize][1] = behind;
        }
    }

    /// The vertices of a list, in the order in which they came.
    pub(super) fn list(&self, list: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.ends[list as usize][0];
        let behind = |v: &u32| Some(self.links[*v as usize][1]).filter(|next| *next != NONE);
        std::iter::successors(Some(first).filter(|v| *v != NONE), behind)
    }
}
