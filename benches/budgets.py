"""Compares counted instructions with the record: `budgets.sh` calls it.

    budgets.py COUNTS VERSIONS [--bless]

COUNTS is what gungraun prints as JSON, VERSIONS those of the compiler, of valgrind and of the C library. Counts depend on
them, so those of others are printed and not compared; the compiler of the record may not lag behind `rust-version` in
Cargo.toml.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
RECORD = HERE / "instructions.csv"
# How many percent more are no reason to fail.
ALLOWED = 3


def counted(path):
    """Instructions by question and players."""
    counts = {}
    decoder, text = json.JSONDecoder(), path.read_text()
    while text := text.lstrip():
        summary, end = decoder.raw_decode(text)
        text = text[end:]
        # `read` of `(bytes(500))`, `check` of `(500) -> ... check ...`; `start` of nothing.
        players = re.match(r"\((?:\w+\()?(\d*)\)", summary["description"]).group(1)
        (callgrind,) = (each for each in summary["profiles"] if each["tool"] == "Callgrind")
        new = callgrind["data"]["total"]["metrics"]["Ir"]["values"]["new"]
        counts[summary["function_name"], players or "-"] = new
    return counts


def recorded():
    """The version of the record, and its counts."""
    version, _, *rows = RECORD.read_text().splitlines()
    rows = (row.split(",") for row in rows)
    return version.removeprefix("# "), {(what, players): int(n) for what, players, n in rows}


def bless(counts, version):
    rows = [f"{what},{players},{n}" for (what, players), n in counts.items()]
    RECORD.write_text("\n".join([f"# {version}", "question,players,instructions", *rows]) + "\n")


def compare(counts, record, version_of_record, version):
    """What is wrong, in words."""
    wrong = []
    is_same = version == version_of_record
    for key in sorted(counts.keys() | record.keys(), key=list([*record, *counts]).index):
        now, before = counts.get(key), record.get(key)
        what = f"{key[0]:<10} {key[1]:>5}"
        if now is None or before is None:
            wrong.append(f"{what}: {'not counted' if now is None else 'not recorded'}")
            continue
        change = 100 * (now - before) / before
        print(f"{what} {now:>13,} {before:>13,} {change:>+7.2f} %")
        if is_same and 100 * now > (100 + ALLOWED) * before:
            wrong.append(f"{what}: {change:+.2f} %, at most +{ALLOWED} % is allowed")
    if not is_same:
        print(f"Not compared: the record is of {version_of_record}, this is {version}.")
    wanted = re.search(r'rust-version = "([\d.]+)"', (HERE.parent / "Cargo.toml").read_text()).group(1)
    if not version_of_record.startswith(f"rustc {wanted}."):
        wrong.append(f"the record is of {version_of_record}, and Cargo.toml asks for {wanted}")
    return wrong


def main():
    path, version, *options = sys.argv[1:]
    counts = counted(pathlib.Path(path))
    if options == ["--bless"]:
        return bless(counts, version)
    version_of_record, record = recorded()
    wrong = compare(counts, record, version_of_record, version)
    if wrong:
        sys.exit("\n".join([*wrong, "`benches/budgets.sh --bless` writes the record anew; say why it changes."]))


if __name__ == "__main__":
    main()
