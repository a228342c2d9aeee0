//! Steps on tournament files.

mod absences;
mod journals;
mod laws;
mod lists;
mod naming;
mod players;
mod settings;
mod steps;
mod teams;
mod twins;

use edelweiss_event::EventFile;
use edelweiss_trf::ReadOptions;

/// Four players; round 1 is over, round 2 has been paired. Lines of every kind that nobody touches, and ends of
/// every kind.
const EVENT: &str = "\
012 Club evening\r
### seats by the window
XXR 3\n\
999 whatever this is  \r\n\
001    1      Adams, Ann                        2100                             1.0    1     3 w 1     4 b  \n\
001    2      Brown, Bea                        2000                             1.0    2     4 b 1     3 w\r\n\
001    3      Clark, Cid                        1900                             0.0    3     1 b 0     2 b\n\
001    4      Davis, Dan                        1800                             0.0    4     2 w 0     1 w  ";

fn event(text: &str) -> EventFile {
    EventFile::read(text.as_bytes(), "club.trf", &ReadOptions::default())
        .unwrap_or_else(|failure| panic!("{failure}"))
}

fn text(event: &EventFile) -> String {
    String::from_utf8(event.bytes().to_vec()).expect("UTF-8")
}
