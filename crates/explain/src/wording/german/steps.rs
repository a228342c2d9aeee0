//! The steps of systems that are procedures, in German.

use edelweiss_pairing::StepAction;

pub(super) fn words(action: StepAction, players: &str) -> String {
    match action {
        StepAction::MoveDown => format!("ohne Gegner hier und abgestiegen: {players}"),
        StepAction::PairAgain => {
            "neu gepaart, damit die Gruppe darunter gepaart werden kann".to_owned()
        }
        StepAction::Join => "mit der Gruppe darüber vereinigt".to_owned(),
        StepAction::MakeFewerPairs(pairs) => format!("nicht mehr als {pairs} Paare"),
        StepAction::RefuseMore(more) => {
            format!("{more} weitere verweigerte Farbwünsche sind erlaubt")
        }
        StepAction::AllowFloats { up, last } => {
            let floats = if up { "Aufsteiger" } else { "Absteiger" };
            let of = if last { "" } else { " der vorletzten Runde" };
            format!("{floats}{of} sind nicht mehr geschützt")
        }
        StepAction::MeetInOrder => "beide Seiten treffen sich der Reihe nach".to_owned(),
        StepAction::MovedDownMeet => format!("Gegner der Abgestiegenen: {players}"),
        StepAction::Transpose => format!("S2 wird umgestellt zu {players}"),
        StepAction::Exchange => format!("zwischen S1 und S2 tauschen die Plätze: {players}"),
        StepAction::PairFloaters => format!("von oben und zuerst gepaart: {players}"),
        StepAction::TransferUp => format!("aus einer tieferen Gruppe: {players}"),
        StepAction::LeaveGroup => {
            format!("aus der Gruppe, damit die anderen gepaart werden können: {players}")
        }
        StepAction::ChangeColumn => format!("in die andere Spalte: {players}"),
        StepAction::ChangeRow => format!("durch Tausch der Zeilen zusammengeführt: {players}"),
        StepAction::ArrangeColumn => format!("eine Spalte wird neu geordnet: {players}"),
        StepAction::MeetInColumn => format!("aus einer Spalte gepaart: {players}"),
    }
}
