"""Proof documents before the checker that is proved: whether the round of one is right by the statement in Coq.

Usage: proofs.py EDELWEISS ROUNDCHECK FILE PROOF
       proofs.py EDELWEISS ROUNDCHECK --corpus FOLDER ... [--forge N] [--seed N]

Of PROOF, as `edelweiss pair FILE --proof PROOF` writes it, are taken the round and the digest of the position. The
checker says what the statement knows before this round of FILE; if that has another digest, it is a proof of another
tournament. Then the prices are found anew, for the proof's own are about other sums, and the checker is asked. Exit
code 0 if the round holds, else 1.

With --corpus: proves each recorded round with `edelweiss pair`, asks `edelweiss verify` and the checker, adds up the
processor time of both, and --forge proofs of each with pairs that changed partners are asked of both. Exit code 1
where they do not agree, or a digest is another.
"""

import argparse
import collections
import hashlib
import json
import random
import resource
import sys
import tempfile
from pathlib import Path

import bridge
import judge


MOST_BYTES = 100_000_000
MOST_ROUNDS = 100


class Refused(Exception):
    pass


def round_of(proof):
    """The pairs, whose colours the statement gives, and the bye."""
    pairs = [pair for bracket in proof["brackets"] for pair in bracket["pairs"]]
    bye = [f"bye:{proof['bye']:d}"] if proof["bye"] is not None else []
    return frozenset([f"{p:d}+{q:d}" for p, q in pairs] + bye)


def read(path):
    """The proof: its round, the number of the round, and the digest of the position that it assumes."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Refused(f"{path}: it has more than {MOST_BYTES} bytes")
        proof = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path}: it is no document: {str(error)[:200]}") from error
    try:
        check_premises(path, proof)
        number, position = proof["premises"]["round"], proof["premises"]["position"]
        if type(number) is not int or not 1 <= number <= MOST_ROUNDS or type(position) is not str:
            raise ValueError("premises, round or position")
        return round_of(proof), number, position[:64]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Refused(f"{path}: it is no proof of a round: {repr(error)[:200]}") from error


def check_premises(path, proof):
    if proof.get("format") != "edelweiss.proof":
        raise Refused(f"{path}: format: expected edelweiss.proof, found {str(proof.get('format'))[:40]!r}")
    told = proof["premises"]
    for name, expected in (("system", "dutch"), ("edition", 2026), ("open_games", []), ("readings", [])):
        found = told.get(name, expected)
        if found != expected:
            raise Refused(f"{path}: premises, {name}: the checker is for {expected!r}, the proof has {str(found)[:40]!r}")
    if proof["impossible"] is not None:
        raise Refused(f"{path}: impossible: that a round has no pairing is not asked")


def positions(check, questions):
    """What the statement knows before each round, as texts."""
    done = judge.run(check, "--position", text="".join(f"{asked}\nround\nend\n" for asked in questions))
    assert done.returncode == 0, done.stderr
    head = "edelweiss.position "
    return [head + text for text in done.stdout.split(head)[1:]]


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def one(program, check, path, proof_path):
    """The answer, in words, and whether the round holds."""
    round_, number, assumed = read(proof_path)
    try:
        asked = judge.question_before(path, number)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise Refused(f"{path}: round {number} of it cannot be asked: {repr(error)[:200]}") from error
    done = judge.run(check, "--position", text=f"{asked}\nround\nend\n")
    if done.returncode:
        raise Refused(f"{path}: as the checker reads it: {done.stderr.removeprefix('refused: ').strip()}")
    found = digest(done.stdout)
    if found != assumed:
        raise Refused(f"{proof_path}: premises, position: the proof assumes {assumed}, the tournament has {found}")
    here = {line.split()[1] for line in asked.splitlines() if line.startswith("player ") and line.split()[2] == "here"}
    strangers = {n for word in round_ for n in word.removeprefix("bye:").split("+")} - here
    if strangers:
        raise Refused(f"{proof_path}: brackets: player {min(strangers)} is not to be paired")
    with tempfile.TemporaryDirectory() as name:
        answer, _ = bridge.ask(program, check, Path(name), [(proof_path, asked, round_)])[0][0]
    return f"{answer}: round {number}, position SHA-256 {found}", answer.startswith("holds")


def sealed(proof):
    """The document with the checksum of what stands there, which `verify` looks at first."""
    text = json.dumps(proof | {"checksum": ""}, separators=(",", ":"), ensure_ascii=False) + "\n"
    return json.dumps(proof | {"checksum": digest(text)}, separators=(",", ":"), ensure_ascii=False) + "\n"


def forged(draw, proof):
    """The proof with two pairs that changed partners."""
    other = json.loads(json.dumps(proof))
    pairs = [pair for bracket in other["brackets"] for pair in bracket["pairs"]]
    if len(pairs) < 2:
        return None
    one, two = draw.sample(pairs, 2)
    at = draw.choice([0, 1])
    one[1], two[at] = two[at], one[1]
    return other


def timed(*command, text=None):
    """What the program said, and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = judge.run(*command, text=text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def proved(program, folder, path, number):
    """The proof of a recorded round, or nothing where the engine makes another one, or none."""
    out = folder / "proof.json"
    out.unlink(missing_ok=True)
    judge.run(program, "pair", path, "--round", number, "--rules", "2026", "--proof", out)
    return json.loads(out.read_bytes()) if out.exists() else None


def verified(program, folder, path, number, proof):
    out = folder / "proof.json"
    out.write_text(sealed(proof))
    done, took = timed(program, "verify", path, out, "--round", number, "--rules", "2026")
    return done.returncode == 0, took


def compare(program, check, folder, what, paths, draw, forge):
    """Prints the counts; how many disagreements there are."""
    counted, seconds = collections.Counter(), collections.Counter()
    for path in paths:
        rounds, told = [], []
        for name, asked, recorded in bridge.rounds_of_file(path):
            number = int(name.split()[-1])
            proof = proved(program, folder, path, number)
            counted["rounds"] += 1
            if proof is None or proof["impossible"] is not None:
                counted["not proved"] += 1
                continue
            pairs = {frozenset(game.replace("-", "+").split("+")) for game in recorded}
            counted["recorded otherwise"] += pairs != {frozenset(game.split("+")) for game in round_of(proof)}
            proofs = [proof] + [forged(draw, proof) for _ in range(forge)]
            for at, one in enumerate(proofs):
                if one is not None:
                    holds, took = verified(program, folder, path, number, one)
                    seconds["verify"] += took if at == 0 else 0
                    rounds.append((name, asked, round_of(one)))
                    told.append((at, proof["premises"]["position"], holds))
        if not rounds:
            continue
        texts = positions(check, [asked for _, asked, _ in rounds])
        answers, _ = bridge.ask(program, check, folder, rounds)
        for (name, asked, round_), (at, assumed, holds), text, (answer, handed) in zip(rounds, told, texts, answers):
            kind = "forged" if at else "proofs"
            counted[kind] += 1
            counted[f"{kind} that hold"] += answer.startswith("holds")
            counted["outside"] += answer.startswith("outside") and not at
            if at == 0:
                seconds["checker"] += timed(check, text=bridge.document(asked, round_, handed) + "\n")[1] if handed else 0
                if digest(text) != assumed:
                    counted["other digests"] += 1
                    print(f"{name}: the position has another digest")
            if holds != answer.startswith("holds"):
                counted["disagreements"] += 1
                print(f"{name}: verify {'accepts' if holds else 'refuses'} {sorted(round_)}, the checker says {answer}")
    print(f"{what}: {counted['rounds']} rounds, {counted['not proved']} without a proof, {counted['proofs that hold']} of "
          f"{counted['proofs']} proofs hold ({counted['recorded otherwise']} recorded otherwise, {counted['outside']} outside), "
          f"{counted['other digests']} other digests; {counted['forged that hold']} of {counted['forged']} forged hold; "
          f"{counted['disagreements']} disagreements; processor: verify {seconds['verify']:.1f} s, checker "
          f"{seconds['checker']:.1f} s", flush=True)
    return counted["disagreements"] + counted["other digests"] + counted["forged that hold"]


def bad_input(program, check, folder):
    """What is no proof of the next round of this tournament is refused, with what is wrong."""
    path, out = bridge.judge.TESTDATA.parent / "examples" / "open.trf", folder / "proof.json"
    judge.run(program, "pair", path, "--proof", out)
    right = json.loads(out.read_bytes())
    answer, holds = one(program, check, path, out)
    assert holds, answer
    two = [bracket for bracket in right["brackets"] if bracket["pairs"]][:1]
    pairs = lambda *words: right | {"brackets": [two[0] | {"pairs": [list(words)]}]}
    premises = lambda **changed: right | {"premises": right["premises"] | changed}
    cases = {
        "another round": (premises(round=4), "premises, position"),
        "another position": (premises(position="0" * 64), "premises, position"),
        "another edition": (premises(edition=2017), "premises, edition"),
        "another system": (premises(system="dubov"), "premises, system"),
        "open games": (premises(open_games=[1]), "premises, open_games"),
        "a round of a million digits": (premises(round="9" * 1_000_000), "no proof of a round"),
        "no premises": ({"format": "edelweiss.proof"}, "no proof of a round"),
        "another document": ({"format": "edelweiss.matching"}, "format"),
        "a list": ([], "no proof of a round"),
        "no text": ("{", "no document"),
        "a number of a million digits": ("9" * 1_000_000, "no document"),
        "deep": ("[" * 1_000_000, "no document"),
        "a stranger": (pairs(1, 9999), "player 9999"),
        "a word for a player": (pairs(1, "2 bye:3"), "no proof of a round"),
        "three in a pair": (pairs(1, 2, 3), "no proof of a round"),
    }
    for name, (proof, reason) in cases.items():
        out.write_text(proof if isinstance(proof, str) else json.dumps(proof))
        try:
            answer, _ = one(program, check, path, out)
            raise AssertionError((name, answer))
        except Refused as refused:
            assert reason in str(refused) and len(str(refused)) < 400, (name, str(refused))
    out.write_text(json.dumps(pairs(2, 3)))
    answer, holds = one(program, check, path, out)
    assert not holds, answer
    print(f"bad input: {len(cases)} kinds refused")


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("edelweiss")
    words.add_argument("check")
    words.add_argument("files", nargs="*")
    words.add_argument("--corpus", action="store_true")
    words.add_argument("--forge", type=int, default=1)
    words.add_argument("--seed", type=int, default=20261128)
    given = words.parse_intermixed_args()
    if not given.corpus:
        if len(given.files) != 2:
            words.error("expected FILE and PROOF")
        try:
            answer, holds = one(given.edelweiss, given.check, *map(Path, given.files))
        except (Refused, OSError) as error:
            answer, holds = f"refused: {error}", False
        print(answer)
        sys.exit(0 if holds else 1)
    draw, wrong = random.Random(given.seed), 0
    with tempfile.TemporaryDirectory() as name:
        bad_input(given.edelweiss, given.check, Path(name))
        for what in given.files:
            paths = sorted(Path(what).rglob("*.trf"))
            wrong += compare(given.edelweiss, given.check, Path(name), what, paths, draw, given.forge)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
