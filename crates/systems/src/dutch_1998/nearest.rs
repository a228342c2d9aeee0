//! The legal pairing nearest to the text, where the text ends without one.

use edelweiss_matching::cardinality::BitGraph;
use edelweiss_matching::{LexicographicOptima, VertexId, WeightTable};
use edelweiss_model::{Colour, Float, PlayerId, Score};

use super::field::{Dutch1998Field, Floats};
use super::instance::insert;
use super::{PairList, breaches};

/// Everything about a player that a measure can see.
type PlayerType = (Score, Option<Colour>, [Float; 2], bool);

/// See [`finish`](super::finish). `None` if there is no legal pairing.
///
/// O(n²/64) for each change of the duals, for n players; of one class are those with equal scores,
/// preferences and floats.
pub(super) fn nearest(field: &Dutch1998Field) -> Option<(PairList, Option<PlayerId>)> {
    let players = field.position.present();
    let n = players.len() + players.len() % 2;
    let mut graph = BitGraph::from_rows(n, field.rows_among(players, n));
    if n > players.len() {
        for (u, id) in players.iter().enumerate() {
            let bye = VertexId::new(n - 1);
            graph.set_edge(VertexId::new(u), bye, field.may_have_bye(*id));
        }
    }
    let mut firsts: Vec<PlayerId> = Vec::new();
    let mut classes: Vec<PlayerType> = Vec::new();
    let class = |id: &PlayerId| {
        let player = field.position.player(*id);
        let own = (
            player.score,
            field.wish(*id),
            player.floats,
            player.topscorer,
        );
        let known = classes.iter().position(|class| *class == own);
        known.unwrap_or_else(|| {
            classes.push(own);
            firsts.push(*id);
            classes.len() - 1
        }) as u32
    };
    let mut class_of: Vec<u32> = players.iter().map(class).collect();
    class_of.resize(n, firsts.len() as u32);
    let mut best = LexicographicOptima::new(graph, Vec::new());
    for measure in 0..4 {
        let worth = |a: Option<&PlayerId>, b: Option<&PlayerId>| match (a, b) {
            (Some(a), Some(b)) => -costs(field, *a, *b)[measure],
            (Some(one), None) | (None, Some(one)) => -costs_of_bye(field, *one)[measure],
            (None, None) => 0,
        };
        let all = || firsts.iter().map(Some).chain([None]);
        let entries = all().flat_map(|a| all().map(move |b| worth(a, b)));
        best.keep(&class_of, &WeightTable::square(entries.collect()))
            .ok()?;
    }
    let mut face = best.face()?;
    let mut left = vec![0; n.div_ceil(64)];
    (0..n).for_each(|v| insert(&mut left, v));
    let (mut pairs, mut bye) = (Vec::new(), None);
    for (u, a) in players.iter().enumerate() {
        if left[u / 64] >> (u % 64) & 1 == 0 {
            continue;
        }
        let mate = face.match_first(VertexId::new(u), &left)?.index();
        for v in [u, mate] {
            left[v / 64] &= !(1 << (v % 64));
        }
        match players.get(mate) {
            Some(b) => pairs.push((*a, *b)),
            None => bye = Some(*a),
        }
    }
    Some((pairs, bye))
}

/// Squared score difference, refused preferences, breaches of B.5 and of B.6 only.
fn costs(field: &Dutch1998Field, a: PlayerId, b: PlayerId) -> [i64; 4] {
    let difference = i64::from(field.score(a).tenths() - field.score(b).tenths());
    let refused = i64::from(field.refuses_a_wish(a, b));
    let [b5, b6] = breaches(field, a, b).map(|count| count as i64);
    [difference * difference, refused, b5, b6]
}

/// The same for the bye, which counts as an opponent with the lowest score.
fn costs_of_bye(field: &Dutch1998Field, id: PlayerId) -> [i64; 4] {
    let lowest = field
        .position
        .present()
        .last()
        .map(|last| field.score(*last));
    let difference = field.score(id).tenths() - lowest.map_or(0, Score::tenths);
    let difference = i64::from(difference);
    let b5 = i64::from(!field.may_float_down(id, Floats::WithoutB6));
    let b6 = i64::from(!field.may_float_down(id, Floats::Kept)) - b5;
    [difference * difference, 0, b5, b6]
}
