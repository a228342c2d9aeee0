# `just --list` shows what there is; every recipe is one command that also runs without just.

# What must hold before a change lands.
ci:
    .ci/run

# What that asks for besides Rust, by name.
install:
    .ci/install

test *args:
    cargo test --workspace {{ args }}

# All test programs COUNT times in a plain shell, under nohup, in a session of their own and in a bare
# environment in turn; a table of failures.
steady count="20":
    cargo run --locked --package edelweiss-xtask -- steady {{ count }}

# Optimised arithmetic with debug assertions off must give the same answers.
test-release *args:
    cargo test --workspace --release {{ args }}

# Pairs every recorded round below the folders again and counts differences.
corpus +folders:
    cargo run --profile dist --package edelweiss-lab -- corpus {{ folders }}

# Proves every recorded round below the folders, and has each proof checked; by VeriPB too: --veripb PROGRAM --every N
proofs +args:
    cargo run --profile dist --package edelweiss-lab -- proofs {{ args }}

# Recorded values of tie-breaks below the folders beside the judge of standings, every difference explained.
tie-breaks +folders:
    cargo run --profile dist --package edelweiss-lab -- tie-breaks testdata/standings/departures.csv {{ folders }}

# Standings beside their judge on random tournaments, a million unless a number is given; `teams 1000` of teams.
standings-law *args:
    cargo run --profile dist --package edelweiss-lab -- standings-law {{ args }}

# Every legal round of small fields, claimed with changed proofs of the right one: `just proof-law COUNT FIRST`.
proof-law count="2000" first="0":
    PROOF_LAW="{{ count }} {{ first }}" cargo test --profile dist --package edelweiss-testkit --test it -- --nocapture round_proofs

# Drawn problems by every algorithm beside enumeration, and as many forged proofs: `just matching-law COUNT FIRST`.
matching-law count="1000000" first="0":
    MATCHING_LAW="{{ count }} {{ first }}" cargo test --profile dist --package edelweiss-matching --test it -- --nocapture at_scale

# `match` beside LEMON, rustworkx, networkx and commands in PEER_1, ..., those that are found; `--help` for more.
bench-matching *args:
    cargo build --profile dist --package edelweiss-cli
    python3 benches/matching/compare.py target/dist/edelweiss {{ args }}

# Do exported problems of formulations have the optimum that we say? HiGHS (scipy) is asked.
formulations-highs problems="1000":
    cargo build --release --package edelweiss-cli
    python3 benches/formulations/highs.py target/release/edelweiss {{ problems }}

bench *args:
    cargo bench --package edelweiss-benches {{ args }}

# Instructions of every layer beside the record in benches/instructions.csv; `--bless` writes that anew.
budgets *args:
    benches/budgets.sh {{ args }}

# The Python package: its wheel in a fresh virtual environment, and its tests.
python *args:
    bindings/python/test.sh {{ args }}

# The C library: built, its header compared, its examples and wrong calls under valgrind.
c:
    bindings/c/test.sh

# The same, and its installation by cargo-c: `cargo install --locked cargo-c@0.10.24`.
c-installed:
    bindings/c/test.sh --installed

# The npm package, and its tests in Node.
wasm *args:
    bindings/wasm/test.sh {{ args }}

# The page for a browser, and its tests in Chromium: web/target/edelweiss.html.
page *args:
    web/test.sh {{ args }}

# Whole processes side by side: EDELWEISS_PEERS="NAME=COMMAND {in} {out};…" names the others.
bench-peers:
    cargo build --profile dist --package edelweiss-cli
    cargo bench --package edelweiss-benches --bench how_much_longer_do_others_take

# The program without shared libraries, for any Linux machine; each call starts 0.3 ms sooner.
static:
    RUSTFLAGS="-C target-feature=+crt-static" cargo build --profile dist --package edelweiss-cli --target {{ arch() }}-unknown-linux-gnu

# What is handed out for this machine's target, in `out/dist`: the archive and its checksum.
dist:
    cargo run --locked --package edelweiss-xtask -- dist

# Packs every published crate, and builds each from its package alone.
publish-dry-run *args:
    cargo publish --workspace --dry-run --locked {{ args }}

# Interfaces beside those of a revision, else of the last tag, else of HEAD~1; needs cargo-semver-checks.
semver revision=`git describe --tags --abbrev=0 HEAD~1 2>/dev/null || echo HEAD~1`:
    cargo semver-checks --workspace --exclude edelweiss-judges --exclude edelweiss-lab --exclude edelweiss-testkit --exclude edelweiss-benches --exclude edelweiss-xtask --baseline-rev {{ revision }}

# Both engines on random histories of 2 to 3,000 players, for as long as it is given.
crosscheck *args:
    cargo run --profile dist --package edelweiss-lab -- crosscheck {{ args }}

# How often a reading of the text decides in random histories: PAGE --rules YEAR --colours legal|any
readings *args:
    cargo run --release --package edelweiss-lab -- readings {{ args }}

# Rounds of every origin beside another program, counted by axes: --bbp PROGRAM --rules YEAR --minutes M
axes *args:
    cargo run --profile dist --package edelweiss-lab -- axes {{ args }}

# 50,000 tournaments each way beside another program, as a federation asks, and the index of all that the folder
# holds, with the pages a maker hands in: `just dossier bbp PROGRAM 2026 FOLDER`. Started again it goes on; the
# folder has every difference, shrunk and judged. More words go to `compare`, such as `--tie-breaks all`.
dossier preset program rules folder tournaments="50000" seed="2026" *more:
    cargo build --profile dist --package edelweiss-cli --package edelweiss-lab
    for way in we-generate they-generate; do \
        run={{ folder }}/{{ preset }}-{{ rules }}/$way; \
        if [ -e $run/journal.jsonl ]; then go=--resume; else go=--output; fi; \
        target/dist/edelweiss compare --preset {{ preset }} --program {{ program }} --rules {{ rules }} --direction $way \
            --players 12..48 --rounds 5..9 --tournaments {{ tournaments }} --seed {{ seed }} {{ more }} $go $run; \
        [ $? -le 3 ] || exit 5; \
    done
    just dossier-index {{ folder }}

# The index of a folder of comparisons, with the book beside it: `just dossier-index FOLDER`.
dossier-index folder:
    cargo build --profile dist --package edelweiss-cli --package edelweiss-lab
    target/dist/edelweiss-lab dossier {{ folder }} docs/src "$(target/dist/edelweiss --version)"

# Processor time of the next round of tournament files, both editions, with a digest of each round.
stopwatch *args:
    cargo run --profile dist --package edelweiss-lab -- stopwatch {{ args }}

# Looks for inputs that break a law of `docs/contributing/fuzz.md`: `just fuzz pairing 10`.
fuzz target minutes *args:
    mkdir -p fuzz/corpus/{{ target }}
    RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none --strip-dead-code {{ target }} fuzz/corpus/{{ target }} testdata/fuzz/{{ target }} -- -max_total_time=$(( {{ minutes }} * 60 )) -timeout=10 -entropic=0 -dict=fuzz/words.dict {{ args }}

# Which changes of a file its package's tests do not notice: `just mutants crates/trf/src/points.rs`.
mutants file *args:
    cargo mutants --workspace --file {{ file }} --gitignore true --profile dev --output target/mutants {{ args }}

# Time and memory of the largest events of each system, or of those named, beside their ceilings.
limits *systems:
    cargo run --profile dist --package edelweiss-lab -- limits {{ systems }}

# Asks the judge of the Swiss team system about random positions: about a minute for a million.
team-swiss positions="1000000":
    EDELWEISS_CASES={{ positions }} cargo test --package edelweiss-systems --test it -- team_swiss_2026::a_round

# Asks the judge of Double-Swiss about random positions, and proves a fifth as many: some minutes for a million.
double-swiss positions="1000000":
    EDELWEISS_CASES={{ positions }} cargo test --package edelweiss-systems --test it -- --nocapture double_swiss_2026::the_judge_agrees double_swiss_2026::one_match

# Proves random rounds of each system that has proofs besides Dutch, and claims every other legal round of up to seven.
system-proofs positions="100000":
    EDELWEISS_CASES=$((5 * {{ positions }})) cargo test --package edelweiss-systems --test it -- --nocapture proved_and_no_other

# Writes expected files anew; read the diff as if it were code.
bless:
    BLESS=1 cargo test --package edelweiss-trf --test it files::
    BLESS=1 cargo test --package edelweiss-testkit --test it -- articles:: concordance:: picture:: stubs::
